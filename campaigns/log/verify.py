"""Proving the present from the log: the chain, the fold against the rows, every act played again, every draw."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction

from campaigns.log import chain, guards
from campaigns.log.draws_check import (
    OPEN,
    SEALED,
    Counted,
    DrawsCheck,
    DrawsDiffer,
    known_secrets,
    lost_secrets,
)
from campaigns.log.fold import Folded, FoldMismatch, differences
from campaigns.log.played_again import NotPlayedAgain, play_again
from campaigns.log.record import read_document
from campaigns.log.redacted import has_redacted, same
from campaigns.models import Campaign, Entry, Part, Record, Redaction
from campaigns.state import rows
from campaigns.state.kinds import kind
from campaigns.state.working import Net, Working

AT_ONCE = 500


@dataclass(frozen=True)
class Fault:
    """What is wrong, and the first entry at which it shows; `seq` is None for rows changed behind the log."""

    check: str
    seq: int | None
    detail: str


@dataclass
class Report:
    """What a verification found, and how much it looked at."""

    entries: int = 0
    played_again: int = 0
    fold_only: int = 0
    draws: Counted = field(default_factory=Counted)
    sealed_draws: Counted = field(default_factory=Counted)
    """How many dice were rolled in secret is for GMs and whoever runs the server."""
    redacted: int = 0
    faults: list[Fault] = field(default_factory=list)

    @property
    def holds(self) -> bool:
        return not self.faults


def verify(campaign: Campaign) -> Report:
    """Check a campaign's whole log. The first entry that fails is named; checks after it would prove nothing."""
    receipts = Redaction.objects.filter(part__entry__campaign=campaign)
    redacted = set(receipts.values_list("part_id", flat=True))
    check = Verification(campaign, DrawsCheck(known_secrets(campaign)), lambda part: part.pk in redacted)
    if _entries_hold(check):
        with transaction.atomic():  # nothing is played while the last entries and the rows are compared
            check.campaign = Campaign.objects.select_for_update().get(pk=campaign.pk)
            if _entries_hold(check):
                _compare_rows(check)
    return check.report


class Verification:
    """A walk through a log, entry by entry, wherever its entries come from. It stops at the first that fails."""

    def __init__(self, campaign: Campaign, draws: DrawsCheck, has_receipt: Callable[[Part], bool]) -> None:
        self.campaign = campaign
        self.report = Report()
        self.folded = Folded()
        self.draws = draws
        self.seq, self.prev = 0, chain.GENESIS
        self._has_receipt = has_receipt

    def entry(self, entry: Entry, entry_parts: list[Part]) -> None:
        """One entry: its place in the chain, its parts, its changes, its steps, its draws."""
        self._chain(entry, entry_parts)
        if self.report.faults:
            return
        try:
            document = read_document(entry_parts)
            self._played_again(entry, document)
            self.folded.take(document["changes"])
            self.draws.check(document, entry.seq)
        except FoldMismatch as error:
            self.fault("fold", entry.seq, str(error))
        except DrawsDiffer as error:
            self.fault("replay", error.seq or entry.seq, str(error))
        except NotPlayedAgain as error:
            self.fault("replay", entry.seq, str(error))
        except Exception as error:  # noqa: BLE001  # a forged entry may hold anything; it is named, whatever it does
            self.fault("replay", entry.seq, f"{type(error).__name__}: {error}")
        self.report.entries += 1

    def end(self) -> None:
        """After the last entry: the head, and what could not be derived."""
        if (self.seq, self.prev) != (self.campaign.head_seq, self.campaign.head_hash):
            self.fault("chain", self.seq, f"the log should end with entry {self.campaign.head_seq}")
        self.count_draws()

    def count_draws(self) -> None:
        self.report.draws, self.report.sealed_draws = map(self.draws.counted, (OPEN, SEALED))

    def _chain(self, entry: Entry, entry_parts: list[Part]) -> None:
        if entry.seq != self.seq + 1:
            self.fault("chain", self.seq + 1, "this entry is missing")
        elif entry.prev != self.prev:
            self.fault("chain", entry.seq, "it does not follow from the entry before it")
        elif chain.digest(chain.header_of(entry, entry_parts)) != entry.hash:
            self.fault("chain", entry.seq, "its header was changed")
        elif [part.position for part in entry_parts] != list(range(len(entry_parts))):
            self.fault("chain", entry.seq, "a part is missing")
        else:
            self._parts(entry, entry_parts)
        self.seq, self.prev = entry.seq, entry.hash

    def _parts(self, entry: Entry, entry_parts: list[Part]) -> None:
        for part in entry_parts:
            if part.text == "" and part.kind == "text" and self._has_receipt(part):
                self.report.redacted += 1
            elif chain.commit(part.nonce, part.text) != part.commitment:
                self.fault("chain", entry.seq, f"part {part.position} is not what was committed to")
                return

    def _played_again(self, entry: Entry, document: dict[str, Any]) -> None:
        if has_redacted(document):
            self.report.fold_only += 1
            return
        working = Working(self.folded, kind)
        self._expect_births(working, document)
        for number, step in enumerate(document["steps"]):
            again = play_again(step)
            working.apply(again.effects)
            if not again.is_same:
                self.fault("replay", entry.seq, f"step {number} comes out differently when played again")
                return
        self.report.played_again += 1
        if not _same_changes(working.changes(), document["changes"]):
            self.fault("replay", entry.seq, "its changes are not what its steps do")

    def _expect_births(self, working: Working, document: dict[str, Any]) -> None:
        for record, name, before, after in document["changes"]:
            if name == "record" and not before:
                working.expect_birth(record, after[0])

    def fault(self, check: str, seq: int | None, detail: str) -> None:
        self.report.faults.append(Fault(check, seq, detail))


def _entries_hold(check: Verification) -> bool:
    """Whether the entries that were not looked at yet hold; it stops at the first one that does not."""
    for entry, entry_parts in _entries(check.campaign, check.seq):
        check.entry(entry, entry_parts)
        if check.report.faults:
            return False
    return True


def _compare_rows(check: Verification) -> None:
    """The head, every record's rows against what the log says of it, the open period's secret, the guards."""
    check.end()
    told = check.folded.sheets
    try:
        found = rows.read_sheets(Record.objects.filter(campaign=check.campaign))
        stored = {sheet.id: sheet for sheet in found}
    except KeyError as error:
        check.fault("rows", None, f"the rows of record {error} are gone")
        stored = dict(told)
    for record in sorted(stored.keys() | told.keys()):
        wrong = differences(told.get(record), stored.get(record))
        if wrong:
            check.fault("rows", None, f"record {record}: {', '.join(wrong)} is not what the log says")
    for number in lost_secrets(check.campaign, check.draws):
        check.fault("rows", None, f"the secret of period {number} is not the one committed to")
    for name in guards.missing():
        check.fault("guards", None, f"the database lacks {name}")


def _same_changes(found: list[Net], told: list[list[Any]]) -> bool:
    """Whether a replay changes what the entry says. Against words taken out since, a change may look like one."""
    by_field = {(record, name): (before, after) for record, name, before, after in found}
    for record, name, before, after in told:
        if not same((before, after), by_field.pop((record, name), None)):
            return False
    return all(has_redacted(before) for before, _after in by_field.values())


def _entries(campaign: Campaign, after: int) -> Iterator[tuple[Entry, list[Part]]]:
    while True:
        found = Entry.objects.filter(campaign=campaign, seq__gt=after).order_by("seq")[:AT_ONCE]
        page = list(found.prefetch_related("parts"))
        if not page:
            return
        for entry in page:
            yield entry, list(entry.parts.all())
        after = page[-1].seq
