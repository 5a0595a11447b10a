"""What a log's entries tell of one another and of people, and what is wrong where something else is found."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from campaigns.game import Document
from campaigns.log.export.shapes import Account
from campaigns.models import Entry
from campaigns.viewing import Hidden
from rules.kernel.parsing import convert
from rules.kernel.values import Values, as_list, as_text, as_whole

PartPlace = tuple[int, int]
"""The number of an entry and the position of one of its parts."""


@dataclass(frozen=True)
class Fault:
    """What is wrong, and the first entry at which it shows; `seq` is None where no entry does."""

    check: str
    seq: int | None
    detail: str

    def __str__(self) -> str:
        where = "state" if self.seq is None else f"entry {self.seq}"
        return f"{self.check}: {where}: {self.detail}"


@dataclass(frozen=True)
class Place:
    """Somebody's place at the table: the role that they have or last had, and whether they left."""

    role: str
    has_left: bool


@dataclass
class LogFacts:
    """Gathered entry by entry, in order."""

    founder: str | None = None
    receipts: dict[PartPlace, str | None] = field(default_factory=dict)
    """Of each part whose words were taken out, who did it."""
    revealed: dict[int, int] = field(default_factory=dict)
    """Of each entry that was revealed, the entry that did so first."""
    places: dict[str, list[tuple[int, str | None]]] = field(default_factory=dict)
    """Of each member every time they were given a place, and the role; None is leaving."""
    born: dict[str, int] = field(default_factory=dict)
    pictures: dict[int, str] = field(default_factory=dict)
    """Of each entry that shows a picture, the SHA-256 of its largest size; of none that was taken out."""

    def note(self, entry: Entry, document: Document) -> None:
        """What an entry says of others, of people and of births. It has to have the shape of an account."""
        convert(document, Account)
        if not all(isinstance(name, str | Hidden) for name in document["names"].values()):
            raise ValueError("a name is no text")
        if entry.seq == 1:
            self.founder = document["actor"]
        for record, name, before, _after in document["changes"]:
            if name == "record" and not before:
                self.born[record] = entry.seq
        for step in document["steps"]:
            self._step(entry, document["actor"], step["action"], step["input"])

    def _step(self, entry: Entry, actor: str | None, action: str, given: Values) -> None:
        if action == "table.place_member":
            role = None if given["role"] is None else as_text(given["role"])
            self.places.setdefault(as_text(given["member"]), []).append((entry.time, role))
        elif action == "table.redact":
            self.receipts[as_whole(given["entry"]), as_whole(given["part"])] = actor
        elif action == "table.reveal":
            seqs = map(as_whole, as_list(given["entries"]))
            self.revealed |= {seq: entry.seq for seq in seqs if seq not in self.revealed}
        elif action == "table.show_picture" and isinstance(given["picture"], str):
            self.pictures[entry.seq] = given["picture"]

    def members(self) -> dict[str, Place]:
        """Everybody who ever had a place, and which one they have by now."""
        return {
            member: Place(
                next((role for _time, role in reversed(places) if role is not None), "observer"),
                has_left=places[-1][1] is None,
            )
            for member, places in self.places.items()
        }


def redactions(found: Collection[PartPlace], told: Collection[PartPlace]) -> Iterator[Fault]:
    """Parts without their words, and parts of which an entry says so."""
    for seq, number in sorted({*found} - {*told}):
        yield Fault("chain", seq, f"part {number} was removed, but no entry says so")
    for seq, number in sorted({*told} - {*found}):
        yield Fault("chain", seq, f"part {number} is still here, but an entry says it was removed")


def reveals(shown: Collection[int], hidden: Collection[int], told: Collection[int]) -> Iterator[Fault]:
    """Entries that are shown to more people than their header says, and those of which something is kept from some."""
    for seq in sorted({*shown} - {*told}):
        yield Fault("beside", seq, "it is visible to everyone, but no entry reveals it")
    for seq in sorted({*hidden} & {*told}):
        yield Fault("beside", seq, "a part of it is hidden from some, although an entry revealed it")


def undoings(found: Mapping[int, int], told: Mapping[int, int]) -> Iterator[Fault]:
    """Entries that are marked as undone, and by which."""
    for seq in sorted(found.keys() | told.keys()):
        if seq not in told:
            yield Fault("beside", seq, "it is marked as undone, but no entry undid it")
        elif seq not in found:
            yield Fault("beside", seq, f"entry {told[seq]} undid it, but it is not marked as undone")
        elif found[seq] != told[seq]:
            yield Fault("beside", seq, f"entry {told[seq]} undid it, not entry {found[seq]}")


def people(
    found: Mapping[str, Place | None], told: Mapping[str, Place], owners: Collection[str]
) -> Iterator[Fault]:
    """Members and their roles, and whose records there are.

    `found` has None where nothing but a member's being there is known.
    """
    for member in sorted(found.keys() | told.keys() | {*owners}):
        here = found.get(member)
        if member not in told:
            yield Fault("people", None, f"member {member} is here, but no entry made them a member")
        elif member not in found:
            yield Fault("people", None, f"member {member} is not here, but an entry made them a member")
        elif here is not None and here != told[member]:
            yield Fault(
                "people",
                None,
                f"member {member} {_words(here)}, but according to the log {_words(told[member])}",
            )


def _words(place: Place) -> str:
    return f"left as {place.role}" if place.has_left else f"is {place.role}"
