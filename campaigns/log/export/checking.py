"""What a log file proves by itself, without a database: its chain, its parts, its dice, its acts and its state."""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from typing import BinaryIO
from uuid import UUID

from campaigns.game import Document, Told, as_document, plain
from campaigns.log import canonical, parts
from campaigns.log import log_facts as told
from campaigns.log.audiences import readers_of
from campaigns.log.draws_check import SEALED as SEALED_DRAWS
from campaigns.log.draws_check import DrawsCheck, DrawsDiffer
from campaigns.log.export.cuts import Cut, named_cut
from campaigns.log.export.reading import Limits, LogFile, Refused
from campaigns.log.export.shapes import (
    Beside,
    BookmarkLine,
    CommentLine,
    DrawsLine,
    EntryLine,
    Opening,
    RecapLine,
)
from campaigns.log.log_facts import PartPlace
from campaigns.log.played_again import NotPlayedAgain, play_again
from campaigns.log.projector import without_untold
from campaigns.log.verify import Report, Verification
from campaigns.models import Campaign, Entry, Part
from campaigns.viewing import REDACTED, SEALED, TABLE, Hidden

Watch = Callable[[int], None]
"""Told each entry that was read."""


@dataclass
class Checked:
    """What a file was found to hold. `report` has the first fault, if there is one."""

    opening: Opening
    report: Report
    sealed: int = 0
    beside: int = 0

    def line_of(self, seq: int) -> int:
        """The line on which an entry stands."""
        return seq - self.opening.range[0] + 2


def check_file(stream: BinaryIO, limits: Limits, watch: Watch = lambda seq: None) -> Checked:
    """Read and verify a file to its end. `Refused` names the line of the first thing that is wrong with it."""
    file = LogFile(stream, limits)
    check = WholeCheck(file.opening) if file.opening.is_whole else PartCheck(file.opening)
    return check.read(file, watch)


def refuse_faulty(checked: Checked) -> None:
    """Raise `Refused` for the first fault of a report, naming the line of its entry."""
    for fault in checked.report.faults:
        raise Refused(checked.line_of(fault.seq) if fault.seq else 1, str(fault))


class _FileCheck(Verification):
    """A verification whose entries are lines. The models here are never stored."""

    def __init__(self, opening: Opening) -> None:
        self.opening = opening
        self.sealed: set[PartPlace] = set()
        """Parts that are not here, since they are not for whom the file is."""
        self.shown: set[int] = set()
        """Entries with a part that is here, though by the header it is not for whom the file is."""
        self.recaps: set[str] = set()
        head = opening.head
        campaign = Campaign(pk=UUID(opening.campaign.id), head_seq=head.seq, head_hash=head.hash)
        super().__init__(campaign, DrawsCheck({}))
        self.cut: Cut = _cut(opening)

    def read(self, file: LogFile, watch: Watch = lambda seq: None) -> Checked:
        """The whole file: a whole campaign can be played again on its state, anything else act by act."""
        for line in file.entries():
            self.line(line)
            watch(line.seq)
        self.end()
        checked = Checked(self.opening, self.report, len(self.sealed))
        refuse_faulty(checked)
        for one in file.beside():
            self.beside(one, file.line)
            checked.beside += 1
        return checked

    def line(self, line: EntryLine) -> None:
        """One entry; the first fault is refused with its line."""
        head = line.header
        if head.campaign != self.opening.campaign.id or head.seq != line.seq:
            self.fault("chain", line.seq, "its header belongs to another entry or campaign")
        elif len(head.parts) != len(line.parts):
            self.fault("chain", line.seq, "a part is missing")
        else:
            self._missing = {number: one.why for number, one in enumerate(line.parts) if one.why}
            self._check_missing(line)
        if not self.report.faults:
            self.entry(*as_rows(line))
        refuse_faulty(Checked(self.opening, self.report))

    def _check_missing(self, line: EntryLine) -> None:
        """What is not here has to be not for these eyes, or taken out; what is for them has to be here."""
        is_open = self._reads(line, 0)
        if not all(self._reads(line, number) for number, one in enumerate(line.parts) if one.why is None):
            self.shown.add(line.seq)
        for number, why in self._missing.items():
            if why == REDACTED:
                if line.header.parts[number].kind != "text":
                    self.fault("chain", line.seq, f"part {number} cannot be removed")
            elif is_open and self._reads(line, number):
                self.fault("chain", line.seq, f"part {number} should be here")
            else:
                self.sealed.add((line.seq, number))

    def _reads(self, line: EntryLine, number: int) -> bool:
        audience = line.header.parts[number].audience
        if audience != TABLE and line.parts[0].text is None and self.cut.name == "member":
            return False  # sealed as a whole: maybe for others alone, which only its account tells
        return any(map(self.cut.viewer.reads, self._readers(line) or (audience,)))

    def _readers(self, line: EntryLine) -> tuple[str, ...]:
        """For whom alone an entry is by its own account."""
        text = line.parts[0].text
        if text is None or line.header.parts[0].audience == TABLE:
            return ()
        try:
            return readers_of(as_document(canonical.decode(text)))
        except Exception:  # noqa: BLE001  # what is forged may hold anything; `entry` names it, whatever it is
            return ()

    def end(self) -> None:
        last = self.opening.range[1]
        self.count()
        if last < self.campaign.head_seq:
            return  # what was taken out or revealed later is told by entries that are not here
        super().end()
        hidden = {seq for seq, _number in self.sealed}
        self.report.faults += told.reveals(self.shown, hidden, self.told.revealed)

    def _receipts(self) -> set[PartPlace]:
        first = self.opening.range[0]
        return {receipt for receipt in super()._receipts() - self.sealed if receipt[0] >= first}

    def beside(self, one: Beside, line: int) -> None:
        """What stands beside the chain: comments on entries that are here, secrets that were committed to."""
        first, last = self.opening.range
        if isinstance(one, CommentLine | BookmarkLine) and not first <= one.seq <= last:
            raise Refused(line, f"there is no entry {one.seq} here")
        if isinstance(one, CommentLine | RecapLine) and one.author not in self.opening.people:
            raise Refused(line, "no member of this campaign wrote this")
        if isinstance(one, RecapLine):
            self._recap(one, line)
        if isinstance(one, CommentLine) and not self.cut.viewer.reads(one.audience):
            raise Refused(line, "this comment is not meant for the reader of this file")
        if isinstance(one, DrawsLine):
            self._sealed_secret(one, line)

    def _recap(self, one: RecapLine, line: int) -> None:
        if one.session in self.recaps or self.told.born.get(one.session) is None:
            raise Refused(line, "this recap belongs to no session here")
        self.recaps.add(one.session)

    def _sealed_secret(self, one: DrawsLine, line: int) -> None:
        raise Refused(line, "only an export of the whole campaign can contain secrets")


class WholeCheck(_FileCheck):
    """A whole campaign: every act played again on the state that the entries before it left."""

    def __init__(self, opening: Opening) -> None:
        super().__init__(opening)
        self.sealed_secrets: dict[int, bytes] = {}

    def _recap(self, one: RecapLine, line: int) -> None:
        super()._recap(one, line)
        session = self.folded.sheets.get(one.session)
        if session is None or session.kind.name != "session":
            raise Refused(line, "this recap belongs to no session here")

    def end(self) -> None:
        super().end()
        named = dict.fromkeys(self.opening.people)
        self._compare_people(named, self.opening.owner)
        sheet = self.folded.sheets.get(str(self.campaign.pk))
        if sheet is not None and sheet.name != self.opening.campaign.name:
            self.fault("people", None, f"the log calls the campaign {sheet.name}")

    def _sealed_secret(self, one: DrawsLine, line: int) -> None:
        if one.period not in self.draws.periods or one.period in self.sealed_secrets:
            raise Refused(line, f"there is no period {one.period} to which this secret could belong")
        try:
            self.draws.show(one.period, SEALED_DRAWS, one.sealed)
        except DrawsDiffer as error:
            raise Refused(line, f"period {one.period}: {error}") from None
        self.sealed_secrets[one.period] = bytes.fromhex(one.sealed)
        self.count()


class PartCheck(_FileCheck):
    """A cut for some eyes, or a session: what can be read is played again act by act, without the state around it."""

    def line(self, line: EntryLine) -> None:
        # The entry before is not in the file; its hash is taken as the first header states it.
        if self.report.entries == 0 and line.seq > 1:
            self.seq, self.prev = line.seq - 1, line.header.prev
        super().line(line)

    def entry(self, entry: Entry, entry_parts: list[Part]) -> None:
        self._chain(entry, entry_parts)
        if self.report.faults:
            return
        try:
            document = self._read(entry_parts)
            if document is None:
                self.draws.pass_by()
            else:
                self._take(entry, document)
        except DrawsDiffer as error:
            self.fault("replay", error.seq or entry.seq, str(error))
        except NotPlayedAgain as error:
            self.fault("replay", entry.seq, str(error))
        except Exception as error:  # noqa: BLE001  # a forged entry may hold anything; it is named, whatever it does
            self.fault("replay", entry.seq, f"{type(error).__name__}: {error}")
        self.report.entries += 1

    def _take(self, entry: Entry, document: Document) -> None:
        self.told.note(entry, _as_told(document))
        steps = document["steps"]
        if not _has_hidden(plain(steps)):
            for number, step in enumerate(steps):
                if not play_again(step).is_same:
                    self.fault("replay", entry.seq, f"step {number} has a different result when replayed")
                    return
            self.report.played_again += 1
        else:
            self.report.fold_only += 1
        self.draws.check(without_untold(document), entry.seq)

    def _parts(self, entry: Entry, entry_parts: list[Part]) -> None:
        here = [part for part in entry_parts if self._missing.get(part.position) != SEALED]
        super()._parts(entry, here)

    def _read(self, entry_parts: list[Part]) -> Document | None:
        if 0 in self._missing:
            return None

        def value_of(position: int) -> Told:
            why = self._missing.get(position)
            return Hidden(why) if why else canonical.decode(entry_parts[position].text)

        return as_document(parts.restore(canonical.decode(entry_parts[0].text), value_of))


def as_rows(line: EntryLine) -> tuple[Entry, list[Part]]:
    """A line as the rows that it would be, not stored."""
    head = line.header
    entry = Entry(
        campaign_id=UUID(head.campaign),
        seq=line.seq,
        format=head.format,
        act=UUID(head.act),
        cause=head.cause,
        time=head.time,
        prev=head.prev,
        hash=line.hash,
    )
    rows = [
        Part(
            position=number,
            audience=promise.audience,
            kind=promise.kind,
            commitment=promise.commitment,
            nonce=told.nonce or "",
            text=told.text or "",
        )
        for number, (promise, told) in enumerate(zip(head.parts, line.parts, strict=True))
    ]
    return entry, rows


def _cut(opening: Opening) -> Cut:
    if opening.reader is not None:
        return named_cut("member", opening.reader.member, is_gm=opening.reader.gm)
    return named_cut(opening.cut, None)


def _as_told(document: Document) -> Document:
    """An account with nothing in the place of what its reader is not told, so that its shape can be checked."""
    told = without_untold(deepcopy(document))
    for step in told["steps"]:
        step["outcome"] = {} if isinstance(step["outcome"], Hidden) else step["outcome"]
    return told


def _has_hidden(value: Told) -> bool:
    if isinstance(value, dict):
        return any(map(_has_hidden, value.values()))
    if isinstance(value, list):
        return any(map(_has_hidden, value))
    return isinstance(value, Hidden)
