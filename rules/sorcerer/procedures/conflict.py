"""A round of conflict: from what everybody announces, over the order of the rolls, to what is left to write down."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, Literal

from msgspec import Struct

from rules.kernel.procedure import State
from rules.sorcerer.attacks import Response, Turn
from rules.sorcerer.rounds import RoundAction
from rules.sorcerer.state import stored

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
UNDER: Final = "hits."
"""What the field is called in which a hit on somebody is stored, before their id."""


class Announced(Struct, frozen=True):
    """What somebody says that they do, and whether they are content with it."""

    who: str
    action: RoundAction
    target: str | None = None
    content: bool = False


class Place(Struct, frozen=True):
    """Where somebody stands in the order, and what they do."""

    who: str
    status: Status
    action: RoundAction = "act"
    target: str | None = None


class Course(Struct, frozen=True):
    """Where a round stands: the order, and whose turn it is."""

    phase: Phase
    places: tuple[Place, ...] = ()
    acting: str | None = None

    def place_of(self, who: str | None) -> Place | None:
        """Where somebody stands, if they are in the round."""
        return next((place for place in self.places if place.who == who), None)


class Hit(Struct, frozen=True):
    """An action that got through to somebody."""

    attacker: str
    target: str
    victories: int


def forbids_roll(announced: Sequence[Announced]) -> str | None:
    """The clause that keeps the dice from being rolled, or None."""
    if not announced:
        return "SOR-CONFLICT-06"
    if len({one.who for one in announced}) < len(announced):
        return "SOR-CONFLICT-04"
    return None if all(one.content for one in announced) else "SOR-CONFLICT-03"


def course(state: State) -> Course:
    """Where the round stands, by what is stored of everybody in it."""
    rolled = order_of(state)
    if not rolled:
        return Course("announce")
    acting = next((who for who in rolled if _turn(state, who) == "pending"), None)  # SOR-CONFLICT-16
    places = tuple(_place(state, who, is_next=who == acting) for who in rolled)
    return Course("end" if acting is None else "resolve", places, acting)  # SOR-CONFLICT-02, SOR-CONFLICT-22


def order_of(state: State) -> list[str]:
    """Everybody in the round: the highest roll first, equal ones as they were listed (SOR-CONFLICT-15)."""
    rolled = (who for who in state.records if _turn(state, who) != "none")
    listed = sorted(rolled, key=lambda who: int(stored(state, who, "round_place", None) or 0))
    return sorted(listed, key=lambda who: list(stored(state, who, "faces", ())), reverse=True)


def responses(action: RoundAction, target: Turn | None, *, on_guard: bool = False) -> tuple[Response, ...]:
    """How a target may meet an action, the choice of its player; `none` where nobody opposes it."""
    if target is None or action in WHOLE_ROUND:
        return ("none",)
    if on_guard:  # SOR-CONFLICT-12
        return ("full_defense",)
    met: tuple[Response, ...] = ("abort", "maintain") if target == "pending" else ("defend",)
    return met if action in HITS else (*met, "none")  # SOR-CONFLICT-17 to SOR-CONFLICT-19


def hits_of(state: State, who: str) -> dict[str, int]:
    """Whom somebody's action of this round hit, and with how many victories."""
    one = state.records.get(who)
    fields = one.fields.items() if one is not None else ()
    return {name.removeprefix(UNDER): int(value) for name, value in fields if name.startswith(UNDER)}


def hits_left(state: State) -> list[Hit]:
    """Hits that the chart was not asked about yet (SOR-DAMAGE-01); what was read off are the first on each target."""
    read = Counter({who: int(stored(state, who, "hits_read", 0)) for who in state.records})
    found = []
    for who in (one for one in order_of(state) if _turn(state, one) == "resolved"):
        for target, victories in hits_of(state, who).items():
            if read[target]:
                read[target] -= 1
            else:
                found.append(Hit(who, target, victories))
    return found


def _place(state: State, who: str, *, is_next: bool) -> Place:
    status = _status(_turn(state, who), is_next=is_next)
    said = {name: stored(state, who, f"round_{name}", None) for name in ("action", "target")}
    return Place(who, status, said["action"] or "act", said["target"])


def _turn(state: State, who: str) -> Turn:
    turn: Turn = stored(state, who, "turn", "none")
    return turn


def _status(turn: Turn, *, is_next: bool) -> Status:
    if turn == "pending":
        return "acts" if is_next else "waits"
    return "gave_up" if turn == "aborted" else "done"
