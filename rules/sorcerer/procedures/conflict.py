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

PASSES: Final = frozenset(WHOLE_ROUND) - {"wait"}
"""What leaves nothing to decide when its turn comes; of waiting, the GM says whether a roll is granted."""

HITS: Final = ("attack", "shoot")
UNDER: Final = "hits."
"""What the field is called in which a hit on somebody is stored, before their id."""
TAKEN: Final = "hits_taken."
"""What the field is called in which a hit that was read off the chart is stored, before whose it was."""


class Announced(Struct, frozen=True):
    """What somebody says that they do, and whether they are content with it."""

    who: str
    action: RoundAction
    target: str | None = None
    content: bool = False


class Place(Struct, frozen=True):
    """Where somebody stands in the order, and what they do; `is_astray` once it goes on against another."""

    who: str
    status: Status
    action: RoundAction = "act"
    target: str | None = None
    is_astray: bool = False


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
    astray = (who for who in rolled if stored(state, who, "round_stray"))  # SOR-CONFLICT-24
    waiting = (who for who in rolled if _turn(state, who) == "pending")  # SOR-CONFLICT-16
    acting = next(astray, None) or next(waiting, None)
    places = tuple(_place(state, who, is_next=who == acting) for who in rolled)
    return Course("end" if acting is None else "resolve", places, acting)  # SOR-CONFLICT-02, SOR-CONFLICT-22


def order_of(state: State) -> list[str]:
    """Everybody in the round: the highest roll first, equal ones as they were listed (SOR-CONFLICT-15)."""
    people = (who for who, one in state.records.items() if "faces" in one.fields)
    rolled = (who for who in people if _turn(state, who) != "none")
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


def met_by(state: State, who: str) -> tuple[Response, ...]:
    """How the action of somebody in the round may be met, whoever decides it."""
    place = course(state).place_of(who)
    if place is None or place.target is None:
        return ("none",)
    turn = stored(state, place.target, "turn", None) if place.target in state.records else None
    on_guard = stored(state, place.target, "round_action") == "full_defense" and turn != "none"
    return responses(place.action, turn, on_guard=on_guard)


def answered(state: State, who: str) -> Response | None:
    """How the target of somebody's action has said that they meet it (SOR-CONFLICT-18, SOR-CONFLICT-19)."""
    place = course(state).place_of(who)
    if place is None or stored(state, place.target, "answer_to") != who:
        return None
    found: Response | None = stored(state, place.target, "answer")
    return found


def hits_of(state: State, who: str) -> dict[str, int]:
    """Whom somebody's action of this round hit, and with how many victories."""
    return {target: victories for target, victories in _met(state, who).items() if victories}


def reached(state: State, who: str) -> set[str]:
    """Whom somebody's action of this round has met: its target, and whoever it went on against (SOR-CONFLICT-24)."""
    targets = (stored(state, who, "round_target"), stored(state, who, "round_stray"))
    return {*_met(state, who), *(target for target in targets if target is not None)}


def _met(state: State, who: str) -> dict[str, int]:
    one = state.records.get(who)
    fields = one.fields.items() if one is not None else ()
    return {name.removeprefix(UNDER): int(value) for name, value in fields if name.startswith(UNDER)}


def hits_left(state: State) -> list[Hit]:
    """Hits that the chart was not asked about yet (SOR-DAMAGE-01); what was read off are the first on each target."""
    read = Counter({who: int(stored(state, who, "hits_read", 0)) for who in state.records})
    found = []
    for who in (one for one in order_of(state) if _turn(state, one) == "resolved"):
        for target, victories in hits_of(state, who).items():
            if stored(state, target, f"{TAKEN}{who}") is not None:
                continue
            if read[target]:  # of a round in which an older version read hits off, whosever they were
                read[target] -= 1
            else:
                found.append(Hit(who, target, victories))
    return found


def _place(state: State, who: str, *, is_next: bool) -> Place:
    status = _status(_turn(state, who), is_next=is_next)
    said = {name: stored(state, who, f"round_{name}", None) for name in ("action", "target", "stray")}
    target = said["stray"] or said["target"]
    return Place(who, status, said["action"] or "act", target, is_astray=said["stray"] is not None)


def _turn(state: State, who: str) -> Turn:
    turn: Turn = stored(state, who, "turn", "none")
    return turn


def _status(turn: Turn, *, is_next: bool) -> Status:
    if is_next:
        return "acts"
    if turn == "pending":
        return "waits"
    return "gave_up" if turn == "aborted" else "done"
