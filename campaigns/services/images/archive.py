"""A whole campaign as a zip: its log as it is alone, its images and colours. Written, and read trusting nothing.

`log.jsonl`, `colours.json`; in a folder `images` the lists `portraits.json` and `pictures.json`, and once for each
image in each size, `<SHA-256>.webp`.
"""

import hashlib
import io
import json
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, BinaryIO, Final, Literal, TypeVar

import msgspec
from django.conf import settings

from campaigns.log.export.reading import Refused
from campaigns.log.export.writing import text_of
from campaigns.models import Campaign, Membership, Portrait, ShownPicture, StoredImage
from campaigns.models.images import KEPT, SIZES
from campaigns.queries.faces import portraits_now
from campaigns.services.images.uploads import MEGABYTE, ImageRefused, are_ours
from rules.kernel.parsing import convert
from rules.kernel.types import Id
from rules.kernel.values import Value, as_list, as_text, as_values

LOG: Final = "log.jsonl"
PORTRAITS: Final = "images/portraits.json"
PICTURES: Final = "images/pictures.json"
COLOURS_OF: Final = "colours.json"
LISTS: Final = (PORTRAITS, PICTURES, COLOURS_OF)
IMAGE: Final = re.compile(r"images/([0-9a-f]{64})\.webp")
ARCHIVE: Final = b"PK"
MOST_PORTRAITS: Final = 2000
MOST_PICTURES: Final = 2000
LARGEST_IMAGE: Final = 8 * MEGABYTE
LARGEST_LIST: Final = 2 * MEGABYTE
AT_ONCE: Final = 24
"""So many images are looked at together."""
PIECE: Final = 2**16
BROKEN: Final = (
    *(zipfile.BadZipFile, zlib.error, OSError, EOFError, NotImplementedError, RuntimeError),
    *(ValueError, OverflowError),
)
"""What reading a damaged zip may raise: an encrypted or unknown packing is a RuntimeError or NotImplementedError."""

Hash = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}\Z")]


class PortraitLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whose portrait it is, its images by their hashes, the smallest first, and the entry that set it."""

    record: Id
    images: tuple[Hash, Hash, Hash]
    entry: Annotated[int, msgspec.Meta(ge=0)] = 0


class PictureLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The entry that shows a picture, and its images by their hashes, the smallest first."""

    entry: Annotated[int, msgspec.Meta(ge=1)]
    images: tuple[Hash, Hash, Hash]


class ColourLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The colour of a member."""

    member: Id
    colour: Literal["b", "a", "r", "t", "v", "o", "c", "j"]


class _Portraits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    portraits: Annotated[tuple[PortraitLine, ...], msgspec.Meta(max_length=MOST_PORTRAITS)]


class _Pictures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pictures: Annotated[tuple[PictureLine, ...], msgspec.Meta(max_length=MOST_PICTURES)]


class _Colours(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    colours: tuple[ColourLine, ...]


Lines = TypeVar("Lines", _Portraits, _Pictures, _Colours)


class _Out(io.RawIOBase):
    """What a zip writes, until it is sent."""

    def __init__(self) -> None:
        self.pieces: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        piece = bytes(data)  # type: ignore[call-overload]  # a buffer; Python 3.11 has no name for what is one
        self.pieces.append(piece)
        return len(piece)

    def take(self) -> bytes:
        taken, self.pieces = b"".join(self.pieces), []
        return taken


def written(campaign: Campaign, lines: Iterable[bytes]) -> Iterator[bytes]:
    """The archive, piece by piece; `lines` are those of the log. The same campaign gives the same bytes."""
    out = _Out()
    sizes = tuple(f"{size}__sha256" for size in KEPT.values())
    in_use = Portrait.objects.filter(pk__in=portraits_now(campaign.pk).values())
    of_records = in_use.order_by("record").values_list("record", "seq", *sizes)
    of_entries = ShownPicture.objects.filter(campaign=campaign).order_by("seq").values_list("seq", *sizes)
    portraits: list[Value] = [
        {"record": str(record), "images": images, "entry": seq} for record, seq, *images in of_records
    ]
    pictures: list[Value] = [{"entry": seq, "images": images} for seq, *images in of_entries]
    people = Membership.objects.filter(campaign=campaign).exclude(colour="").order_by("pk")
    colours: list[Value] = [{"member": str(one.pk), "colour": one.colour} for one in people]
    hashes = {
        image
        for line in (*portraits, *pictures)
        for image in map(as_text, as_list(as_values(line)["images"]))
    }
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(_entry(PORTRAITS, zipfile.ZIP_DEFLATED), text_of({"portraits": portraits}))
        archive.writestr(_entry(COLOURS_OF, zipfile.ZIP_DEFLATED), text_of({"colours": colours}))
        archive.writestr(_entry(PICTURES, zipfile.ZIP_DEFLATED), text_of({"pictures": pictures}))
        for sha256 in sorted(hashes):
            image = StoredImage.objects.get(campaign=campaign, sha256=sha256)
            archive.writestr(_entry(f"images/{sha256}.webp", zipfile.ZIP_STORED), bytes(image.data))
            yield out.take()
        # Last: people play while a long log is written, and an image may be replaced.
        with archive.open(_entry(LOG, zipfile.ZIP_DEFLATED), "w", force_zip64=True) as log:
            for line in lines:
                log.write(line)
                if sum(map(len, out.pieces)) > PIECE:
                    yield out.take()
    yield out.take()


def _entry(name: str, packing: int) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name)  # of 1980, so that no clock is in it
    entry.compress_type = packing
    return entry


class LogAlone:
    """A file that is a log and nothing else."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def log(self) -> BinaryIO:
        """The log from its beginning."""
        self._stream.seek(0)
        return self._stream

    def portraits(self, known: Iterable[str]) -> list[PortraitLine]:
        return []

    def pictures(self, told: Mapping[int, str]) -> list[PictureLine]:
        return []

    def colours(self) -> dict[str, str]:
        """The colours of people as far as they are told."""
        return {}

    def image(self, sha256: str) -> bytes:
        raise LookupError(sha256)

    def refuse_unfit(self) -> None:
        """`Refused` where the images are not those that the lists name, or not such as are made here."""


class Archive(LogAlone):
    """A zip that somebody brings: its names, sizes and counts are looked at before anything in it is read."""

    def __init__(self, stream: BinaryIO) -> None:
        try:
            self._zip = zipfile.ZipFile(stream)
        except BROKEN:
            raise Refused(0, "the zip archive is damaged or incomplete") from None
        self._entries = _entries(self._zip)
        if PORTRAITS not in self._entries:
            raise Refused(0, f"the archive has no {PORTRAITS}: unpack it and import its {LOG} alone")
        self._portraits = self._lines(PORTRAITS, _Portraits).portraits
        # Archives of older versions have none.
        self._pictures = self._lines(PICTURES, _Pictures).pictures if PICTURES in self._entries else ()
        self._colours = self._lines(COLOURS_OF, _Colours).colours if COLOURS_OF in self._entries else ()

    def log(self) -> BinaryIO:
        return io.BufferedReader(_Member(self._zip, self._entries[LOG]))

    def portraits(self, known: Iterable[str]) -> list[PortraitLine]:
        """All of them, of records that are `known`."""
        lines = self._portraits
        records = [line.record for line in lines]
        if len(set(records)) < len(records) or not set(records) <= set(known):
            raise Refused(0, f"{PORTRAITS} names somebody twice, or somebody who is not in the log")
        return list(lines)

    def pictures(self, told: Mapping[int, str]) -> list[PictureLine]:
        """All of them, each the one of which the log has the hash: `told` is that of each entry that shows one."""
        lines = self._pictures
        entries = [line.entry for line in lines]
        if len(set(entries)) < len(entries) or any(told.get(one.entry) != one.images[-1] for one in lines):
            raise Refused(0, f"{PICTURES} names a picture twice, or one that the log does not tell of")
        return list(lines)

    def colours(self) -> dict[str, str]:
        return {line.member: line.colour for line in self._colours}

    def refuse_unfit(self) -> None:
        lines: tuple[PortraitLine | PictureLine, ...] = (*self._portraits, *self._pictures)
        hashes = sorted({image for line in lines for image in line.images})
        if {f"images/{image}.webp" for image in hashes} != self._entries.keys() - {LOG, *LISTS}:
            raise Refused(0, f"the images in the archive are not those that {PORTRAITS} and {PICTURES} name")
        for first in range(0, len(hashes), AT_ONCE):
            try:
                fits = are_ours([self.image(one) for one in hashes[first : first + AT_ONCE]])
            except ImageRefused as error:
                raise Refused(0, str(error)) from None
            if not fits:
                raise Refused(0, "an image in the archive is not one that this program made")

    def image(self, sha256: str) -> bytes:
        name = f"images/{sha256}.webp"
        data = self._read(name, LARGEST_IMAGE)
        if hashlib.sha256(data).hexdigest() != sha256:
            raise Refused(0, f"{name} was changed after it was written: its hash differs")
        return data

    def _lines(self, name: str, shape: type[Lines]) -> Lines:
        try:
            return convert(json.loads(self._read(name, LARGEST_LIST)), shape)
        except (ValueError, RecursionError, msgspec.ValidationError):
            raise Refused(0, f"{name} in the archive cannot be read") from None

    def _read(self, name: str, most: int) -> bytes:
        """One entry, never more of it than is allowed, whatever the archive says of its size."""
        try:
            with self._zip.open(self._entries[name]) as entry:
                data = entry.read(most + 1)
        except BROKEN:
            raise Refused(0, f"{name} in the archive is damaged") from None
        if len(data) > most:
            raise Refused(0, f"{name} in the archive is larger than {most // MEGABYTE} MB")
        return data


class _Member(io.RawIOBase):
    """The log in an archive, read as any file is; what is damaged in it is an error of reading."""

    def __init__(self, archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> None:
        try:
            self._entry = archive.open(entry)
        except BROKEN:
            raise Refused(0, f"{LOG} in the archive is damaged") from None

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = 0) -> int:
        return self._entry.seek(offset, whence)

    def readinto(self, buffer: object) -> int:
        view = memoryview(buffer)  # type: ignore[arg-type]  # a buffer; Python 3.11 has no name for what is one
        try:
            data = self._entry.read(len(view))
        except BROKEN as error:
            raise OSError(str(error)) from None
        view[: len(data)] = data
        return len(data)


def opened(stream: BinaryIO) -> LogAlone:
    """The campaign that somebody brings: an archive, or the log alone."""
    stream.seek(0)
    start = stream.read(len(ARCHIVE))
    stream.seek(0)
    return Archive(stream) if start == ARCHIVE else LogAlone(stream)


def _entries(archive: zipfile.ZipFile) -> dict[str, zipfile.ZipInfo]:
    """Everything in the archive by its name; `Refused` where there is anything that we never put into one."""
    listed = archive.infolist()
    most = settings.IMAGES_MB * MEGABYTE
    found = {entry.filename: entry for entry in listed}
    if len(listed) > 1 + len(LISTS) + (MOST_PORTRAITS + MOST_PICTURES) * len(SIZES):
        raise Refused(0, "the archive holds too many files")
    for entry in listed:
        if entry.filename not in (LOG, *LISTS) and not IMAGE.fullmatch(entry.filename):
            raise Refused(0, f"{entry.filename[:80]!r} does not belong into the archive of a campaign")
        if entry.flag_bits & 1 or entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise Refused(0, f"{entry.filename} is encrypted, or packed in a way that is not read here")
    if len(found) < len(listed):
        raise Refused(0, "the archive holds two files of one name")
    if LOG not in found:
        raise Refused(0, f"the archive has no {LOG}: it is not an exported campaign")
    if sum(entry.file_size for entry in listed if entry.filename != LOG) > most + LARGEST_LIST:
        raise Refused(0, f"the images take more than the {settings.IMAGES_MB} MB that a campaign has here")
    return found
