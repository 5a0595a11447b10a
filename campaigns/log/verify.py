"""Proving the present from the log: its chain, every act played again, every draw, and whatever is kept beside it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from django.db import transaction

from campaigns.game import Change, Document, as_about, plain
from campaigns.log import chain, guards, rebuilding
from campaigns.log import log_facts as told
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
from campaigns.log.log_facts import Fault, LogFacts, PartPlace, Place
from campaigns.log.played_again import NotPlayedAgain, play_again
from campaigns.log.record import read_document
from campaigns.log.redacted import has_redacted, same
from campaigns.models import Campaign, Entry, Membership, Part, Record, Redaction
from campaigns.state import rows
from campaigns.state.kinds import kind
from campaigns.state.unit_of_work import Net, UnitOfWork

AT_ONCE = 500


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
    """Check a campaign's whole log and what is kept beside it.

    The first entry that fails is named; checks after it would prove nothing.
    """
    check = _RowsCheck(campaign, DrawsCheck(known_secrets(campaign)))
    # First without the lock, which a long log would hold too long; then only what was played meanwhile.
    if _entries_hold(check):
        is_in_doubt = bool(
            rebuilding.check(campaign)
        )  # it takes long, and an act meanwhile may look like a fault
        with transaction.atomic():  # nothing is played while the last entries and the rows are compared
            check.campaign = Campaign.objects.select_for_update().get(pk=campaign.pk)
            if _entries_hold(check):
                check.end()
                check.report.faults += rebuilding.check(check.campaign) if is_in_doubt else []
    return check.report


class Verification:
    """A walk through a log, entry by entry, wherever its entries come from. It stops at the first that fails.

    The database's rows and the lines of a file are walked alike; they differ in what of them can be seen.
    """

    def __init__(self, campaign: Campaign, draws: DrawsCheck) -> None:
        self.campaign = campaign
        self.report = Report()
        self.folded = Folded()
        self.told = LogFacts()
        self.draws = draws
        self.seq, self.prev = 0, chain.GENESIS
        self.redacted: set[PartPlace] = set()

    def entry(self, entry: Entry, entry_parts: list[Part]) -> None:
        """One entry: its place in the chain, its parts, its changes, its steps, its draws."""
        self._chain(entry, entry_parts)
        if self.report.faults:
            return
        try:
            document = read_document(entry_parts)
            self.told.note(entry, document)
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
        """After the last entry: the head, what was taken out, and what could not be derived."""
        if (self.seq, self.prev) != (self.campaign.head_seq, self.campaign.head_hash):
            self.fault("chain", self.seq, f"the log should end with entry {self.campaign.head_seq}")
        self.report.faults += told.redactions(self.redacted, self._receipts())
        self.count()

    def count(self) -> None:
        self.report.redacted = len(self.redacted)
        self.report.draws, self.report.sealed_draws = map(self.draws.counted, (OPEN, SEALED))

    def _chain(self, entry: Entry, entry_parts: list[Part]) -> None:
        if entry.seq != self.seq + 1:
            self.fault("chain", self.seq + 1, "this entry is missing")
        elif entry.prev != self.prev:
            self.fault("chain", entry.seq, "it does not follow from the previous entry")
        elif chain.digest(chain.header_of(entry, entry_parts)) != entry.hash:
            self.fault("chain", entry.seq, "its header was changed")
        elif [part.position for part in entry_parts] != list(range(len(entry_parts))):
            self.fault("chain", entry.seq, "a part is missing")
        else:
            self._parts(entry, entry_parts)
        self.seq, self.prev = entry.seq, entry.hash

    def _receipts(self) -> set[PartPlace]:
        """The parts of which an entry says that their words were taken out."""
        return {*self.told.receipts}

    def _parts(self, entry: Entry, entry_parts: list[Part]) -> None:
        for part in entry_parts:
            if part.text == "" and part.kind == "text":
                self.redacted.add((entry.seq, part.position))
            elif chain.commit(part.nonce, part.text) != part.commitment:
                self.fault("chain", entry.seq, f"part {part.position} does not match its commitment")
                return

    def _compare_people(self, found: dict[str, Place | None], owner: str | None) -> None:
        """Who belongs to the campaign, and whose it is, in the whole log and here."""
        owners = {one.about["owner"] for one in self.folded.sheets.values() if one.about["owner"]}
        self.report.faults += told.people(found, self.told.members(), owners)
        sheet = self.folded.sheets.get(str(self.campaign.pk))
        if sheet is None or sheet.kind.name != "campaign":
            self.fault("fold", None, "the log creates no campaign")
            return
        if owner != self.told.founder or sheet.fields.get(f"members.{owner}") != "gm":
            self.fault("people", None, "its owner is not the GM who created it")

    def _played_again(self, entry: Entry, document: Document) -> None:
        if has_redacted(plain(document)):
            self.report.fold_only += 1
            return
        working = UnitOfWork(self.folded, kind)
        self._expect_births(working, document)
        for number, step in enumerate(document["steps"]):
            again = play_again(step)
            working.apply(again.effects)
            if not again.is_same:
                self.fault("replay", entry.seq, f"step {number} has a different result when replayed")
                return
        self.report.played_again += 1
        if not _same_changes(working.changes(), _as_kept(working, document["changes"])):
            self.fault("replay", entry.seq, "its changes do not match its steps")

    def _expect_births(self, working: UnitOfWork, document: Document) -> None:
        for record, name, before, after in document["changes"]:
            if name == "record" and not before:
                working.expect_birth(record, as_about(after[0]))

    def fault(self, check: str, seq: int | None, detail: str) -> None:
        self.report.faults.append(Fault(check, seq, detail))


class _RowsCheck(Verification):
    """The walk through a campaign of this server, and then its rows."""

    def end(self) -> None:
        """Everything that is kept beside the log, but for what `rebuilding` makes of it."""
        redactions = Redaction.objects.filter(part__entry__campaign=self.campaign)
        with_receipt = set(redactions.values_list("part__entry__seq", "part__position"))
        emptied = redactions.filter(part__text="").values_list("part__entry__seq", "part__position")
        self.redacted |= set(emptied)  # some of them since the walk came by
        super().end()
        for seq, number in sorted(with_receipt ^ self.redacted):
            self.fault("beside", seq, f"part {number} and its receipt do not agree on whether it was removed")
        self._members()
        self._records()
        for number in lost_secrets(self.campaign, self.draws):
            self.fault("rows", None, f"the secret of period {number} does not match the commitment")
        for missing in guards.missing():
            self.fault("guards", None, f"the database lacks {missing}")

    def _members(self) -> None:
        members = Membership.objects.filter(campaign=self.campaign)
        places: dict[str, Place | None] = {
            str(member.pk): Place(member.role, has_left=not member.is_active) for member in members
        }
        owner = next((str(member.pk) for member in members if member.user_id == self.campaign.owner_id), None)
        self._compare_people(places, owner)

    def _records(self) -> None:
        """Every record's rows against what the log says of it."""
        folded = self.folded.sheets
        try:
            found = rows.read_sheets(Record.objects.filter(campaign=self.campaign))
            stored = {sheet.id: sheet for sheet in found}
        except KeyError as error:
            self.fault("rows", None, f"the rows of record {error} are missing")
            stored = dict(folded)
        for record in sorted(stored.keys() | folded.keys()):
            wrong = differences(folded.get(record), stored.get(record))
            if wrong:
                self.fault("rows", None, f"record {record}: {', '.join(wrong)} does not match the log")


def _entries_hold(check: Verification) -> bool:
    """Whether the entries that were not looked at yet hold; it stops at the first one that does not."""
    for entry, entry_parts in _entries(check.campaign, check.seq):
        check.entry(entry, entry_parts)
        if check.report.faults:
            return False
    return True


def _as_kept(working: UnitOfWork, told: Iterable[Change]) -> Iterator[Change]:
    """What an entry says it changed, as state is kept now; without what was the order of a set alone."""
    for change in told:
        kept = working.as_kept(change)
        if kept[2] != kept[3] or change[2] == change[3]:
            yield kept


def _same_changes(found: list[Net], told: Iterable[Change]) -> bool:
    """Whether a replay changes what the entry says. Against words taken out since, a change may look like one.

    Older entries say nothing of marks that were said again.
    """
    by_field = {(record, name): (before, after) for record, name, before, after in found}
    for record, name, before, after in told:
        if not same((before, after), by_field.pop((record, name), None)):
            return False
    return all(has_redacted(before) or before == after for before, after in by_field.values())


def _entries(campaign: Campaign, after: int) -> Iterator[tuple[Entry, list[Part]]]:
    while True:
        found = Entry.objects.filter(campaign=campaign, seq__gt=after).order_by("seq")[:AT_ONCE]
        page = list(found.prefetch_related("parts"))
        if not page:
            return
        for entry in page:
            yield entry, list(entry.parts.all())
        after = page[-1].seq
