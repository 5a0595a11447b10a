"""A round of conflict: from what everybody announces, over the order of the rolls, to what is left to write down."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal

from msgspec import Struct

from rules.sorcerer.attacks import Response, Turn
from rules.sorcerer.rounds import RoundAction

Phase = Literal["announce", "resolve", "end"]
Status = Literal["acts", "waits", "done", "gave_up"]

WHOLE_ROUND: Final[Mapping[str, str]] = {
    "wait": "SOR-CONFLICT-05",
    "command": "SOR-CONFLICT-07",
    "draw": "SOR-GUN-01",
    "aim": "SOR-GUN-02",
    "full_defense": "SOR-CONFLICT-12",
}
"""Announcements that fill the round by themselves, by clause. Nothing opposes them when their turn comes.

A command is the commander's own announcement (SOR-DCONF-02): the demon acts by one of its own.
"""

HITS: Final = ("attack", "shoot")


class Announced(Struct, frozen=True):
    """What somebody says that they do, and whether they are content with it."""

    who: str
    action: RoundAction
    target: str | None = None
    content: bool = False


class Place(Struct, frozen=True):
    """Where somebody stands in the order."""

    who: str
    status: Status


class Course(Struct, frozen=True):
    """Where a round stands: the order, and whose turn it is."""

    phase: Phase
    places: tuple[Place, ...] = ()
    acting: str | None = None


class Hit(Struct, frozen=True):
    """An action that got through to somebody."""

    attacker: str
    target: str
    victories: int
    action: RoundAction


def forbids_roll(announced: Sequence[Announced]) -> str | None:
    """The clause that keeps the dice from being rolled, or None."""
    if not announced:
        return "SOR-CONFLICT-06"
    if len({one.who for one in announced}) < len(announced):
        return "SOR-CONFLICT-04"
    return None if all(one.content for one in announced) else "SOR-CONFLICT-03"


def course(order: Iterable[str], turns: Mapping[str, Turn]) -> Course:
    """Where the round stands, by the order of the rolls and everybody's turn as it is stored."""
    rolled = [one for one in order if turns.get(one, "none") != "none"]
    if not rolled:
        return Course("announce")
    pending = [one for one in rolled if turns[one] == "pending"]
    acting = pending[0] if pending else None  # SOR-CONFLICT-16
    places = tuple(Place(one, _status(turns[one], is_next=one == acting)) for one in rolled)
    return Course("resolve" if pending else "end", places, acting)  # SOR-CONFLICT-02, SOR-CONFLICT-22


def responses(action: RoundAction, target: Turn | None, *, on_guard: bool = False) -> tuple[Response, ...]:
    """How a target may meet an action, the choice of its player; `none` where nobody opposes it."""
    if target is None or action in WHOLE_ROUND:
        return ("none",)
    if on_guard:  # SOR-CONFLICT-12
        return ("full_defense",)
    met: tuple[Response, ...] = ("abort", "maintain") if target == "pending" else ("defend",)
    return met if action in HITS else (*met, "none")  # SOR-CONFLICT-17 to SOR-CONFLICT-19


def unrecorded(hits: Iterable[Hit], recorded: Iterable[str]) -> list[Hit]:
    """Hits that the chart was not asked about yet; `recorded` names the target of each damage (SOR-DAMAGE-01)."""
    left = Counter(recorded)
    found = []
    for hit in (one for one in hits if one.action in HITS):
        if left[hit.target]:
            left[hit.target] -= 1
        else:
            found.append(hit)
    return found


def _status(turn: Turn, *, is_next: bool) -> Status:
    if turn == "pending":
        return "acts" if is_next else "waits"
    return "gave_up" if turn == "aborted" else "done"
