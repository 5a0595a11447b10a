"""What the order of play forbids and no single action can see (the `procedure` clauses)."""

from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import Final

from rules.demon_city.cards import FOOL
from rules.kernel.procedure import OpenQuestion, RecordState, State
from rules.kernel.values import Value, Values

DAMAGE: Final = "demon_city.damage"
CLASH: Final = "demon_city.clash"
CHASE: Final = "demon_city.chase"
ORDER: Final = "demon_city.announce_order"
ENDS: Final = frozenset({"table.end_fight", "table.end_scene", "table.end_session"})
"""What Action ends with (DEC-ROUND-21)."""
UNDECIDED: Final = ("open", "choice_needed")
"""What a Clash is before its flip is settled: face down, or waiting for who among allies comes first."""
PILES: Final = ("draw", "discard", "table")
DECKS: Final = frozenset({"players", "horror"})
BUILT: Final = {"demon_city.build_players_deck": "players", "demon_city.build_horror_deck": "horror"}
"""Which deck a record is made up as."""

WHOSE_PILE: Final = {"players": "DEC-DECK-05", "horror": "DEC-DECK-08"}
"""The clause by which there is one pile of each, and nothing else is put into it."""

PLAYERS_PILE: Final = {
    "demon_city.award_significator": "DEC-DECK-04",
    "demon_city.spend_significator": "DEC-DECK-21",
}
"""What puts a card into the Players' Deck or takes it out, and the clause that says so."""

FROM_A_DECK: Final = frozenset(
    f"demon_city.{verb}"
    for verb in (
        "static_throw",
        "opposed_throw",
        "c10",
        "c100",
        "clash",
        "chase",
        "recover_toughness",
        "calm",
    )
)
"""Throws. Damage is not among them: the Host's own figure takes no card (DEC-DMG-01)."""


def allowed(state: State, action: str, subjects: Sequence[str]) -> str | None:
    """The clause that forbids this action on these records now, or None.

    `subjects` are the ids of the input's records in its order. What an engine refuses by itself is not repeated here.
    """
    if action in FROM_A_DECK:
        return _throw(state) or _flip(state, action, subjects)
    if action in BUILT:
        return _other_pile(state, BUILT[action], subjects)
    if action in PLAYERS_PILE:
        return PLAYERS_PILE[action] if "horror" in _decks_named(state, subjects) else None
    if action == ORDER or action in ENDS:
        return _unthrown(state) or _left_face_down(state)
    if action == "demon_city.announce":
        return _unthrown(state, subjects) or _before_a_try(state, subjects)
    return None


def open_questions(state: State, question: str) -> list[OpenQuestion]:
    """The open questions that an action answers, oldest first."""
    return [one for one in state.pending if one.question == question]


def waiting_for(state: State, current: RecordState) -> list[str]:
    """Who of a round's order is able to act and has not announced, slowest first (DEC-ROUND-15).

    Nobody waits for those whom the Host counts out (DEC-ROUND-14).
    """
    passed = {*current.fields.get("announced", ()), *current.fields.get("counted_out", ())}
    return [one for one in current.fields.get("order", ()) if one not in passed and _is_able(state, one)]


def has_a_try(fields: Values) -> bool:
    """Whether somebody who is out of the fight, or in a panic, has not thrown to end it this round (DEC-ROUND-14).

    Whoever panics in the midst of a round has no action in it, and nobody waits for them (DEC-CALM-05).
    """
    if fields.get("never_acts"):
        return False
    if fields.get("out"):  # first of the two: Calm alone brings nobody back
        return not fields.get("tried_up")
    return bool(fields.get("panicked")) and not fields.get("tried_calm")


def stage_of(state: State, who: str) -> Value:
    """How far somebody has come in their round; None once Action is over."""
    return _field(state, who, "stage", "announcing")


def is_over(state: State, current: RecordState) -> bool:
    """Whether Action has ended for all who were ordered in a round."""
    order = current.fields.get("order", ())
    return bool(order) and all(stage_of(state, one) is None for one in order)


def _throw(state: State) -> str | None:
    """Nobody throws before both decks stand, and while The Fool lies in both or in neither (DEC-DECK-09).

    Between its two decks being made anew it may: the players' comes first, and then the Host's is checked against it.
    Where no deck is kept here, the cards on the players' own table do.
    """
    if state.by_hand and not any(True for _deck in _of_kind(state, "deck")):
        return None
    if _built(state) != DECKS:
        return "DEC-DECK-01"
    return None if _fools(state) == 1 else "DEC-DECK-09"


def _flip(state: State, action: str, subjects: Sequence[str]) -> str | None:
    """Nobody flips before all have announced, and what was flipped once is not again (DEC-ROUND-15, DEC-ROUND-24)."""
    if action not in (CLASH, CHASE):
        return None
    rounds = _of_kind(state, "round")
    if any(waiting_for(state, record) for record in rounds if not is_over(state, record)):
        return "DEC-ROUND-15"
    meetings = (*_named(state, subjects, "clash"), *_named(state, subjects, "chase"))
    flipped = any(_field(state, one, "state", "open") not in UNDECIDED for one in meetings)
    return "DEC-ROUND-24" if flipped else None


def _unthrown(state: State, subjects: Sequence[str] | None = None) -> str | None:
    """Damage is thrown before the next round begins or Action ends, and before whoever was hit acts (DEC-CLASH-21)."""
    hurt = {question.who for question in open_questions(state, DAMAGE)}
    return "DEC-CLASH-21" if (hurt if subjects is None else hurt & set(subjects)) else None


def _before_a_try(state: State, subjects: Sequence[str]) -> str | None:
    """Somebody slower who is out or in a panic first tries to end it, and announces then if they do (DEC-ROUND-14)."""
    for current in (state.records[one].fields for one in _named(state, subjects, "round")):
        passed = {*current.get("announced", ()), *current.get("counted_out", ())}
        slower = takewhile(lambda one: one not in subjects, current.get("order", ()))
        waiting = (state.records.get(one) for one in slower if one not in passed)
        if any(one is not None and has_a_try(one.fields) for one in waiting):
            return "DEC-ROUND-08"
    return None


def _left_face_down(state: State) -> str | None:
    """All Clashes of a round are resolved before the next one begins or Action ends (DEC-CLASH-28)."""
    lies = any(record.fields.get("stage") == "face_down" for record in state.records.values())
    return "DEC-CLASH-28" if lies else None


def _fools(state: State) -> int:
    """How many of the decks that are made up hold The Fool."""
    decks = (record for record in _of_kind(state, "deck") if record.fields.get("deck") in DECKS)
    return sum(any(FOOL in deck.fields.get(pile, ()) for pile in PILES) for deck in decks)


def _built(state: State) -> set[str]:
    """The decks that are made up, by what they are."""
    decks = _of_kind(state, "deck")
    return {str(deck.fields.get("deck")) for deck in decks if _has_cards(deck)} & DECKS


def _other_pile(state: State, wanted: str, subjects: Sequence[str]) -> str | None:
    """The players' pile and the Host's are two, and there is one of each (DEC-DECK-05, DEC-DECK-08).

    Making a deck up again is done on its own record, not on the other deck's nor on a third one.
    """
    for deck in _decks_named(state, subjects):
        if deck in DECKS - {wanted}:
            return WHOSE_PILE[deck]
        if deck != wanted and wanted in _built(state):
            return WHOSE_PILE[wanted]
    return None


def _decks_named(state: State, subjects: Sequence[str]) -> list[str]:
    """What the decks among the subjects were made up as; "None" where one was not made up yet."""
    return [str(state.records[one].fields.get("deck")) for one in _named(state, subjects, "deck")]


def _has_cards(deck: RecordState) -> bool:
    return any(deck.fields.get(pile) for pile in PILES)


def _is_able(state: State, character: str) -> bool:
    return not any(_field(state, character, one, False) for one in ("out", "panicked", "never_acts"))


def _of_kind(state: State, kind: str) -> Iterable[RecordState]:
    return (record for record in state.records.values() if record.kind == kind)


def _named(state: State, subjects: Iterable[str], kind: str) -> list[str]:
    return [
        subject for subject in subjects if subject in state.records and state.records[subject].kind == kind
    ]


def _field(state: State, record: str, name: str, default: Value) -> Value:
    found = state.records.get(record)
    value: Value = default if found is None else found.fields.get(name, default)
    return value
