"""The Clashes and the chase of a round in `demon_city`: who is in each, and what came of it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import dropwhile

from msgspec import Struct

from campaigns.game import Step
from campaigns.queries.cast import Member
from campaigns.queries.timeline import ShownEntry
from campaigns.viewing import Hidden
from rules.kernel.parsing import convert
from rules.kernel.values import Value, Values, as_list, as_text, as_values

CLASH, CHASE, RULING = "demon_city.clash", "demon_city.chase", "table.ruling"


@dataclass(frozen=True)
class RevealedHand:
    """Somebody's cards after the flip, and what became of their action; no status where nobody decided it."""

    who: Member
    cards: tuple[str, ...]
    value: int
    is_lowest: bool
    """Whether the lowest of several cards counts (DEC-CLOST-04)."""
    is_top: bool
    status: str
    critical: tuple[str, ...] = ()
    """By what it is a critical success: a high card, a Significator (DEC-CLASH-26)."""
    is_fumble: bool = False
    special: tuple[str, ...] = ()
    """Cards by which a Horror that won may do something special (DEC-CRIT-08)."""

    @property
    def owned(self) -> tuple[str, ...]:
        """The Significators of theirs among the cards."""
        theirs = self.who.fields.get("significators")
        return tuple(card for card in self.cards if isinstance(theirs, list) and card in theirs)


class _Hand(Struct, frozen=True):
    id: str
    cards: tuple[str, ...]
    value: int
    count: str = ""


class _Status(Struct, frozen=True):
    id: str
    status: str


class _Critical(Struct, frozen=True):
    id: str
    by: tuple[str, ...]


class _Special(Struct, frozen=True):
    id: str
    card: str


class _Attack(Struct, frozen=True):
    by: str
    targets: tuple[str, ...]


class FlipOutcome(Struct, frozen=True):
    """What is shown of a flip, out of all that its outcome tells; a chase, and an older version, told less."""

    result: str
    hands: tuple[_Hand, ...]
    top_by: tuple[str, ...]
    fumbles: tuple[str, ...]
    winner: str | None = None
    maneuver: str | None = None
    stalemate: bool = False
    attacks: tuple[_Attack, ...] = ()
    statuses: tuple[_Status, ...] = ()
    criticals: tuple[_Critical, ...] = ()
    specials: tuple[_Special, ...] = ()


@dataclass(frozen=True)
class MetAction:
    """What somebody does in a Clash and whom they aim at, as they were sorted."""

    id: str
    side: str
    kind: str
    targets: Sequence[str]


@dataclass(frozen=True)
class Clash:
    """A Clash or a chase of the round: its record, who is in it, and what came of it as the log tells it."""

    record: Member
    actions: tuple[MetAction, ...]
    people: tuple[Member, ...]
    is_open: bool
    is_chase: bool
    outcome: FlipOutcome | None = None
    flipped_at: int = 0
    """The number of the entry of its flip."""
    is_newest: bool = False
    """Whether nothing has happened since the flip."""
    is_by_hand: bool = False
    """Whether its cards were those of a real table."""
    rulings: Sequence[Value | Hidden] = ()
    """What the Host has ruled on its tie, in their words (DEC-TIE-02)."""
    viewer: str = ""
    """The member who looks at it."""

    @property
    def awaits_choice(self) -> bool:
        """Whether its cards lie in view and allies who tie have still to say who comes first."""
        return self.outcome is not None and self.outcome.result == "choice_needed"

    @property
    def has_unseen(self) -> bool:
        """Whether somebody is in it whom the viewer does not see: its name says so to all."""
        return len(self.people) < len(self.record["people"])

    @property
    def hands(self) -> list[RevealedHand]:
        """Everybody's cards, as they were listed."""
        if self.outcome is None:
            return []
        people = {person.id: person for person in self.people}
        ended = {one.id: one.status for one in self.outcome.statuses}
        critical = {one.id: one.by for one in self.outcome.criticals}
        return [
            RevealedHand(
                who=people[hand.id],
                cards=hand.cards,
                value=hand.value,
                is_lowest=hand.count == "lowest",
                is_top=hand.id in self.outcome.top_by,
                status=ended.get(hand.id, ""),
                critical=critical.get(hand.id, ()),
                is_fumble=hand.id in self.outcome.fumbles,
                special=tuple(one.card for one in self.outcome.specials if one.id == hand.id),
            )
            for hand in self.outcome.hands
            if hand.id in people
        ]

    @property
    def sides(self) -> list[tuple[str, list[RevealedHand]]]:
        """The hands of each side, as they were listed."""
        found: dict[str, list[RevealedHand]] = {}
        for hand in self.hands:
            found.setdefault(str(self.record.fields[f"side.{hand.who.id}"]), []).append(hand)
        return list(found.items())

    @property
    def own(self) -> set[str]:
        """The viewer's own people in it."""
        return {person.id for person in self.people if person.owner == self.viewer}

    @property
    def standing(self) -> str:
        """How it ended for the viewer's own people: `won`, `lost`, or nothing where none of them, or all, are in it."""
        winner = self.outcome.winner if self.outcome else None
        mine_won = {self.record.fields[f"side.{one}"] == winner for one in self.own}
        if not winner or self.awaits_choice or len(mine_won) != 1:
            return ""
        return "won" if True in mine_won else "lost"

    @property
    def landed(self) -> list[tuple[Member | None, list[Member]]]:
        """Whose attack hit whom."""
        people = {person.id: person for person in self.people}
        return [
            (people.get(attack.by), [people[target] for target in attack.targets if target in people])
            for attack in (self.outcome.attacks if self.outcome else ())
        ]

    @property
    def maneuvers(self) -> Member | None:
        """Who performs a maneuver by a chase, of those whom this viewer sees (DEC-CLASH-29)."""
        by = self.outcome.maneuver if self.outcome else None
        return next((person for person in self.people if person.id == by), None)

    @property
    def leads_on(self) -> list[tuple[Member, list[Member]]]:
        """Whose action succeeded that is no attack, and at whom it was aimed: what follows is the Host's to say."""
        people, did = {person.id: person for person in self.people}, self._succeeded("other")
        return [(people[one.id], [people[aim] for aim in one.targets if aim in people]) for one in did]

    @property
    def got_away(self) -> list[Member]:
        """Whoever escaped, or moved through those who attacked them (DEC-CLASH-34)."""
        away = {one.id for one in self._succeeded("escape", "move")}
        return [person for person in self.people if person.id in away]

    def _succeeded(self, *kinds: str) -> list[MetAction]:
        statuses = self.outcome.statuses if self.outcome else ()
        succeeded = {one.id for one in statuses if one.status == "succeeded"}
        return [one for one in self.actions if one.id in succeeded and one.kind in kinds]

    @property
    def action(self) -> str:
        """What flips it."""
        return CHASE if self.is_chase else CLASH


def meetings_of(
    current: Member, seen: Mapping[str, Member], told: Sequence[ShownEntry], viewer: str
) -> Iterator[Clash]:
    """The Clashes of a round by who is first in its order, and then the chase; `told` shows what came of them.

    `seen` has them oldest first: those of the newest round are made after it.
    """
    order = {one: place for place, one in enumerate(current["order"])}
    later = dropwhile(lambda one: one.id != current.id, seen.values())
    found = [one for one in later if one.kind in (CLASH, CHASE) and one["people"]]
    flipped = {record: (shown.seq, step) for shown, record, step in _flips(told)}
    by_hand = {record for shown, record, _step in _flips(told) if _is_by_hand(shown)}
    ruled = _ruled(told)
    newest = max((entry.seq for entry in told), default=0)
    for record in sorted(found, key=lambda one: _place(one, order)):
        people = tuple(seen[who] for who in record["people"] if who in seen)
        seq, flip = flipped.get(record.id, (0, None))
        yield Clash(
            record=record,
            actions=tuple(_action(record, who) for who in people),
            people=people,
            is_open=record["state"] == "open",
            is_chase=record.kind == CHASE,
            outcome=convert(flip["outcome"], FlipOutcome) if flip else None,
            flipped_at=seq,
            is_newest=flip is not None and seq == newest,
            is_by_hand=record.id in by_hand,
            rulings=ruled.get(record.id, ()),
            viewer=viewer,
        )


def _place(record: Member, order: Mapping[str, int]) -> tuple[bool, int]:
    first = next(iter(record["people"]), None)
    return record.kind == CHASE, order.get(first, len(order)) if first else len(order)


def _action(record: Member, who: Member) -> MetAction:
    return MetAction(who.id, side=record.fields[f"side.{who.id}"], kind=who["deed"], targets=who["aims"])


def _flips(told: Iterable[ShownEntry]) -> Iterator[tuple[ShownEntry, str, Step]]:
    """The step that turned over the cards of each Clash and chase, the newest last."""
    for shown in told:
        for action, about in ((CLASH, "clash"), (CHASE, "chase")):
            for step in steps_of([shown], action):
                yield shown, id_in(step["input"], about), step


def _ruled(told: Iterable[ShownEntry]) -> dict[str, list[Value | Hidden]]:
    """The words of the rulings that stand, by what they are about, the oldest first."""
    found: dict[str, list[Value | Hidden]] = {}
    for step in steps_of((entry for entry in told if entry.undone_by is None), RULING):
        for record in as_list(step["input"]["about"]):
            found.setdefault(as_text(record), []).append(step["input"]["words"])
    return found


def _is_by_hand(shown: ShownEntry) -> bool:
    """Allies who tie choose among cards that lie there: theirs are those of the flip before."""
    document = shown.document if shown.undone_by is None else None
    return document is not None and document["from"].get("by") == "hand"


def id_in(given: Values, about: str) -> str:
    """The id of what an input names under this key."""
    return as_text(as_values(given[about])["id"])


def steps_of(told: Iterable[ShownEntry], action: str) -> Iterator[Step]:
    """The steps of an action, in the order of the entries."""
    return (step for entry in told for step in entry.steps if step["action"] == action)
