"""A log file read line by line, trusting nothing: how large, how deep, how written, and that it is all there."""

import gzip
import hashlib
import json
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO, TypeVar

import msgspec

from campaigns.log.canonical import LARGEST
from campaigns.log.export.shapes import Beside, End, EntryLine, Opening
from campaigns.log.export.writing import FORMAT, text_of
from rules.kernel.parsing import convert
from rules.kernel.values import Value, Values

MEGABYTE = 2**20
DEEPEST = 8
PACKED = b"\x1f\x8b"


class Refused(Exception):
    """A file that is not taken. It names the line and says why."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}" if line else reason)
        self.line, self.reason = line, reason


@dataclass(frozen=True)
class Limits:
    """How much is read of one file."""

    size: int
    entries: int
    line: int = MEGABYTE


WHILE_WAITING = Limits(size=48 * MEGABYTE, entries=5000)
BY_COMMAND = Limits(size=4096 * MEGABYTE, entries=2_000_000)


Kind = TypeVar("Kind")


class LogFile:
    """A file under way. `opening` is read at once; then `entries`, then `beside`, which also reads the end."""

    def __init__(self, stream: BinaryIO, limits: Limits) -> None:
        self.line = 0
        self._limits = limits
        self._left = limits.size
        self._digest = hashlib.sha256()
        self._stream = _unpacked(stream)
        self._next = self._read()
        self.opening = _opening(self._next)
        self._advance()

    def entries(self) -> Iterator[EntryLine]:
        """The entries in order, as many as the first line says."""
        first, last = self.opening.range
        if last - first + 1 > self._limits.entries:
            raise Refused(1, f"{last - first + 1} entries are more than the limit of {self._limits.entries}")
        for seq in range(first, last + 1):
            if "seq" not in self._next or "header" not in self._next:
                raise Refused(self.line, f"entry {seq} is missing")
            found = self._as(EntryLine)
            if found.seq != seq:
                raise Refused(self.line, f"entry {seq} should be here, not entry {found.seq}")
            yield found
            self._advance()

    def beside(self) -> Iterator[Beside]:
        """What stands beside the chain; then the end, and nothing after it."""
        while "beside" in self._next:
            yield self._as(Beside)  # type: ignore[arg-type]  # a union is no class, and read like one
            self._advance()
        if "end" not in self._next:
            raise Refused(self.line, "this entry or other content does not belong here")
        self._finish(self._before)

    def _finish(self, digest: str) -> None:
        try:
            end = convert(self._next["end"], End)
        except (msgspec.ValidationError, ValueError) as error:
            raise Refused(self.line, str(error)) from None
        if self._next.keys() != {"end"}:
            raise Refused(self.line, "the last line says more than is allowed")
        if (end.lines, end.sha256) != (self.line - 1, digest):
            raise Refused(self.line, "the file was changed after it was written: its hash differs")
        if self._stream_read(1):
            raise Refused(self.line + 1, "there is content after the end")

    def _advance(self) -> None:
        self._before = self._digest.hexdigest()
        self._next = self._read()

    def _as(self, kind: type[Kind]) -> Kind:
        try:
            return convert(self._next, kind)
        except (msgspec.ValidationError, ValueError) as error:
            raise Refused(self.line, str(error)) from None

    def _read(self) -> Values:
        self.line += 1
        # One byte more than is allowed, and never a line of any length, of a packed file either.
        raw = self._stream_read(self._limits.line + 1)
        self._left -= len(raw)
        if self._left < 0:
            raise Refused(self.line, f"the file is larger than {self._limits.size // MEGABYTE} MB")
        if len(raw) > self._limits.line:
            raise Refused(self.line, f"the line is longer than {self._limits.line} bytes")
        if not raw.endswith(b"\n"):
            raise Refused(self.line, "the file ends too early: it is incomplete")
        self._digest.update(raw)
        return _value(self.line, raw[:-1])

    def _stream_read(self, most: int) -> bytes:
        try:
            return bytes(self._stream.readline(most))
        except (OSError, EOFError, zlib.error):
            raise Refused(self.line, "the compressed file is damaged or incomplete") from None


def _unpacked(stream: BinaryIO) -> BinaryIO:
    start = stream.read(2)
    stream.seek(0)
    if start == PACKED:
        return gzip.GzipFile(fileobj=stream)  # type: ignore[return-value]  # it reads lines, which is all we need
    if start == b"PK":
        raise Refused(0, "this is a zip archive: unpack it and use the file inside")
    return stream


def _opening(value: Values) -> Opening:
    if value.get("pactbook") != "log":
        raise Refused(1, "this is not an exported log")
    if value.get("format") != FORMAT:
        raise Refused(
            1, f"the format is {value.get('format')!r}, but this server only knows {FORMAT}: update it"
        )
    try:
        found = convert(value, Opening)
    except (msgspec.ValidationError, ValueError) as error:
        raise Refused(1, str(error)) from None
    first, last = found.range
    if last > found.head.seq or first > last + 1:
        raise Refused(1, f"entries {first} to {last} do not belong to a log that ends with {found.head.seq}")
    if (found.cut == "member") != (found.reader is not None) or (found.cut == "gm") != (
        found.owner is not None
    ):
        raise Refused(1, f"a {found.cut} cut does not name its reader or its owner as it should")
    return found


def _value(line: int, raw: bytes) -> Values:
    """The object of a line, which has to be written in the one way there is."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        raise Refused(line, "this is not UTF-8") from None
    try:
        value = json.loads(text, parse_float=_no_fraction, parse_constant=_no_fraction, parse_int=_whole)
        # Two ways to write one value would be two readings of what was hashed.
        is_same = _depth(value, 0) and text_of(value) == text
    except (ValueError, RecursionError) as error:
        raise Refused(line, f"this cannot be read: {_brief(error)}") from None
    if not isinstance(value, dict):
        raise Refused(line, "every line must be an object")
    if not is_same:
        raise Refused(line, "this line is not in canonical form")
    return value


def _depth(value: Value, depth: int) -> bool:
    if depth > DEEPEST:
        raise ValueError("it goes too deep")
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return all(_depth(one, depth + 1) for one in inside)


def _no_fraction(text: str) -> float:
    raise ValueError(f"{text[:20]} is not a whole number")


def _whole(text: str) -> int:
    if len(text) > 17 or abs(int(text)) > LARGEST:
        raise ValueError(f"{text[:20]} is too large a number")
    return int(text)


def _brief(error: Exception) -> str:
    return "it goes too deep" if isinstance(error, RecursionError) else str(error)[:200]
