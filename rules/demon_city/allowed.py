"""What the order of play forbids and no single action can see (the `procedure` clauses)."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from rules.kernel.procedure import Pending, Record, State

DAMAGE: Final = "demon_city.damage"
CLASH: Final = "demon_city.clash"
CHASE: Final = "demon_city.chase"
PILES: Final = ("draw", "discard", "table")

FROM_A_DECK: Final = frozenset(
    f"demon_city.{verb}"
    for verb in (
        "draw",
        "static_throw",
        "opposed_throw",
        "c10",
        "c100",
        "clash",
        "chase",
        "damage",
        "recover_toughness",
        "calm",
    )
)


def allowed(state: State, action: str, subjects: Sequence[str], *, sealed: bool = False) -> str | None:
    """The clause that forbids this action on these records now, or None.

    `subjects` are the ids of the input's records in its order. What an engine refuses by itself is not repeated here.
    """
    if action in FROM_A_DECK and not all(_is_built(deck) for deck in _of_kind(state, "deck")):
        return "DEC-DECK-01"
    if action == CLASH:
        return _clash(state, subjects)
    if action == CHASE:
        return "DEC-ROUND-15" if any(waiting_for(state, one) for one in _of_kind(state, "round")) else None
    if action in ("demon_city.announce_order", "demon_city.announce"):
        return _round(state, subjects)
    return None


def open_questions(state: State, question: str) -> list[Pending]:
    """The open questions that an action answers, oldest first."""
    return [one for one in state.pending if one.question == question]


def waiting_for(state: State, current: Record) -> list[str]:
    """Who of a round's order is able to act and has not announced, slowest first (DEC-ROUND-15)."""
    announced = current.fields.get("announced", ())
    return [one for one in current.fields.get("order", ()) if one not in announced and _is_able(state, one)]


def _clash(state: State, subjects: Sequence[str]) -> str | None:
    """Nobody flips before all have announced, and a Clash is flipped once a round (DEC-ROUND-15, DEC-ROUND-24)."""
    if any(waiting_for(state, one) for one in _of_kind(state, "round")):
        return "DEC-ROUND-15"
    flipped = any(_field(state, one, "state", "open") != "open" for one in _named(state, subjects, "clash"))
    return "DEC-ROUND-24" if flipped else None


def _round(state: State, subjects: Sequence[str]) -> str | None:
    """Damage of the last round is thrown before anybody in the next one acts (DEC-CLASH-21)."""
    hurt = {one.who for one in open_questions(state, DAMAGE)}
    return "DEC-CLASH-21" if hurt & set(subjects) else None


def _is_built(deck: Record) -> bool:
    return any(deck.fields.get(pile) for pile in PILES)


def _is_able(state: State, character: str) -> bool:
    return not (_field(state, character, "out", False) or _field(state, character, "panicked", False))


def _of_kind(state: State, kind: str) -> Iterable[Record]:
    return (one for one in state.records.values() if one.kind == kind)


def _named(state: State, subjects: Iterable[str], kind: str) -> list[str]:
    return [one for one in subjects if one in state.records and state.records[one].kind == kind]


def _field(state: State, record: str, name: str, default: Any) -> Any:
    found = state.records.get(record)
    return default if found is None else found.fields.get(name, default)
