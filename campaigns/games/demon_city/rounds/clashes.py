"""The Clashes and the chase of a round in `demon_city`: who is in each, and what came of it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from campaigns.queries.cast import Member
from campaigns.queries.timeline import ShownEntry

CLASH, CHASE, SORT = (f"demon_city.{name}" for name in ("clash", "chase", "sort_clashes"))


@dataclass(frozen=True)
class RevealedHand:
    """Somebody's cards after the flip, and what became of their action; no status where nobody decided it."""

    who: Member
    cards: tuple[str, ...]
    value: int
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


@dataclass(frozen=True)
class Clash:
    """A Clash or a chase of the round: its record, who is in it, and what came of it once its cards were flipped."""

    record: Member
    actions: tuple[Mapping[str, Any], ...]
    people: tuple[Member, ...]
    is_open: bool
    is_chase: bool
    outcome: Mapping[str, Any] | None = None
    is_newest: bool = False
    """Whether nothing has happened since the flip."""
    sides: Mapping[str, str] = field(default_factory=dict)
    """Whose side everybody was on in the flip, by id."""
    viewer: str = ""
    """The member who looks at it."""

    @property
    def awaits_choice(self) -> bool:
        """Whether its cards lie in view and allies who tie have still to say who comes first."""
        return self.outcome is not None and self.outcome["result"] == "choice_needed"

    @property
    def hands(self) -> list[RevealedHand]:
        """Everybody's cards, as they were listed."""
        if self.outcome is None:
            return []
        people = {person.id: person for person in self.people}
        ended = {status["id"]: status["status"] for status in self.outcome.get("statuses", ())}
        critical = {one["id"]: tuple(one["by"]) for one in self.outcome.get("criticals", ())}
        special = self.outcome.get("specials", ())
        return [
            RevealedHand(
                who=people[hand["id"]],
                cards=tuple(hand["cards"]),
                value=hand["value"],
                is_top=hand["id"] in self.outcome["top_by"],
                status=ended.get(hand["id"], ""),
                critical=critical.get(hand["id"], ()),
                is_fumble=hand["id"] in self.outcome["fumbles"],
                special=tuple(one["card"] for one in special if one["id"] == hand["id"]),
            )
            for hand in self.outcome["hands"]
            if hand["id"] in people
        ]

    @property
    def standing(self) -> str:
        """How it ended for the viewer's own people: `won`, `lost`, or nothing where none of them, or all, are in it."""
        winner = (self.outcome or {}).get("winner")
        mine = {person.id for person in self.people if person.owner == self.viewer}
        mine_won = {self.sides.get(one) == winner for one in mine}
        if not winner or self.awaits_choice or len(mine_won) != 1:
            return ""
        return "won" if True in mine_won else "lost"

    @property
    def landed(self) -> list[tuple[Member | None, list[Member]]]:
        """Whose attack hit whom."""
        people = {person.id: person for person in self.people}
        attacks = (self.outcome or {}).get("attacks", ())
        return [
            (people.get(attack["by"]), [people[target] for target in attack["targets"] if target in people])
            for attack in attacks
        ]

    @property
    def action(self) -> str:
        """What flips it."""
        return CHASE if self.is_chase else CLASH


def meetings_of(
    seen: Mapping[str, Member], told: Sequence[ShownEntry], sorting: ShownEntry | None, viewer: str
) -> Iterator[Clash]:
    """The Clashes and the chase that were made with the sorting, each with those whom it found in it."""
    if sorting is None:
        return
    sort = next(steps_of([sorting], SORT))
    actions = {action["id"]: action for action in sort["input"]["actions"]}
    groups = {CLASH: list(sort["outcome"]["clashes"]), CHASE: [sort["outcome"]["drivers"]]}
    flipped = {record: (shown.seq, step) for shown, record, step in _flips(told)}
    newest = max((entry.seq for entry in told), default=0)
    for step in steps_of([sorting], "table.create"):
        record, kind = seen.get(step["input"]["id"]), step["input"]["about"]["kind"]
        if record is None or not groups.get(kind):
            continue
        people = groups[kind].pop(0)
        seq, flip = flipped.get(record.id, (0, None))
        yield Clash(
            record=record,
            actions=tuple(actions[who] for who in people),
            people=tuple(seen[who] for who in people if who in seen),
            is_open=record.id not in flipped and record.fields.get("state", "open") == "open",
            is_chase=kind == CHASE,
            outcome=flip["outcome"] if flip else None,
            is_newest=flip is not None and seq == newest,
            sides=_sides_of(flip["input"]) if flip else {},
            viewer=viewer,
        )


def _sides_of(given: Mapping[str, Any]) -> dict[str, str]:
    """Who stood on which side in a flip."""
    contestants = (*given.get("participants", ()), *given.get("drivers", ()))
    return {
        contestant["id"]: contestant["side"]
        for contestant in contestants
        if isinstance(contestant["side"], str)
    }


def _flips(told: Iterable[ShownEntry]) -> Iterator[tuple[ShownEntry, str, Mapping[str, Any]]]:
    """The step that turned over the cards of each Clash and chase, the newest last."""
    for shown in told:
        for action, about in ((CLASH, "clash"), (CHASE, "chase")):
            for step in steps_of([shown], action):
                yield shown, step["input"][about]["id"], step


def steps_of(told: Iterable[ShownEntry], action: str) -> Iterator[dict[str, Any]]:
    """The steps of an action, in the order of the entries."""
    return (step for entry in told for step in entry.steps if step["action"] == action)
