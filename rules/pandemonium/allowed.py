"""What the order of play forbids and no single action can see (the `procedure` clauses)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from rules.kernel.procedure import OpenQuestion, State
from rules.kernel.values import Value
from rules.pandemonium.chosen import MADE_FOR, is_for_another_end
from rules.pandemonium.lingering import END
from rules.pandemonium.moments import CASTERS_OWN, CHARACTER, HAD_A_TURN

LET_GO: Final = "pandemonium.let_go"
STRUGGLE_FIRST: Final = "PAN-HELPLESS-08"
STRUGGLE: Final = "pandemonium.struggle"
NEEDS_A_SPELL: Final = frozenset(
    f"pandemonium.{verb}"
    for verb in (
        "roll",
        "shape",
        "bring",
        "resist",
        "act_against_hindrance",
        "control",
        "attack",
        "direct",
        "heal",
        "investigate",
        "plunder",
        "drain",
        "transfer",
        "offer_wounds",
        "added_damage",
        "boosted_attack",
        "strike",
        "ongoing_start",
        "assail",
        "helpless",
        "let_go",
        "multi_source_damage",
        "refresh",
    )
)
"""Actions of or against a spell that is in force."""

REACHES_LATENT: Final = frozenset(
    f"pandemonium.{verb}"
    for verb in ("shape", "bring", "resist", "attack", "direct", "ongoing_start", "assail", "let_go")
)
"""What may be done with a delayed spell that has not been triggered."""

INTERRUPTS: Final = frozenset(
    (
        *MADE_FOR,
        *(
            f"pandemonium.{verb}"
            for verb in ("added_damage", "multi_source_damage", "strike", "boosted_attack")
        ),
    )
)
"""What others do to somebody, none of which comes between a point that they regain and their struggle."""

TAKES_INSTANT: Final[Mapping[str, str]] = {"pandemonium.assail": "PAN-ASSAIL-02", STRUGGLE: "PAN-STRUGGLE-02"}
"""Acts that take the instant action of a turn, by the clause that says so."""


def allowed(state: State, action: str, subjects: Sequence[str]) -> str | None:
    """The clause that forbids this action on these records now, or None.

    `subjects` are the ids of the input's records in its order. What an engine refuses by itself is not repeated here.
    """
    out_of_force = _out_of_force(state, action, subjects)
    if out_of_force is not None:
        return out_of_force
    if _is_spent(state, action, subjects):
        return spent_by(state, _actor(state, subjects), TAKES_INSTANT[action])
    if is_for_another_end(state, action, subjects):
        return "PAN-CONSEQ-13"
    if _interrupts(state, action, subjects):
        return STRUGGLE_FIRST
    own = OF_ONE_ACTION.get(action)
    return own(state, subjects) if own is not None else None


def _is_spent(state: State, action: str, subjects: Sequence[str]) -> bool:
    """Whether the turn has no instant action left for it; a moment of one's own takes none (PAN-HELPLESS-08)."""
    if action not in TAKES_INSTANT or not subjects:
        return False
    actor = _actor(state, subjects)
    at_once = action == STRUGGLE and actor in struggling(state)
    return bool(_stored(state, actor, "turn.over")) and not at_once


def spent_by(state: State, who: str, clause: str) -> str:
    """Why somebody's turn has no instant action any more: a hindrance wasted it, or else the act's own clause."""
    fields = state.records[who].fields if who in state.records else {}
    hindered = (kept for name, kept in fields.items() if name.startswith("turn.hindrance."))
    return "PAN-HIND-11" if "failed" in hindered else clause


def _out_of_force(state: State, action: str, subjects: Sequence[str]) -> str | None:
    """A spell that has ended does nothing more, nor boosts; one that still waits for its trigger is only reached."""
    helping = {_stored(state, helper, "state") for helper in state.helpers}
    used = {_stored(state, subject, "state") for subject in subjects if _is_spell(state, subject)}
    used = used if action in NEEDS_A_SPELL else set()
    if "ended" in helping | used:
        return "PAN-TRACK-06"
    reached = used if action not in REACHES_LATENT else set()
    return "PAN-DELAY-03" if "latent" in helping | reached else None


def _interrupts(state: State, action: str, subjects: Sequence[str]) -> bool:
    """Whether somebody who may at once struggle free would be kept from it: their moment comes before any turn."""
    if action == "table.begin_turn":
        is_own = any(one in state.records and state.records[one].kind == CHARACTER for one in subjects)
        return is_own and turn_waits(state)
    return action in INTERRUPTS and any(one in subjects for one in struggling(state))


def turn_waits(state: State) -> bool:
    """Whether nobody begins a turn, since somebody may at once struggle free."""
    return bool(struggling(state))


def waits_for(asked: OpenQuestion, pending: Sequence[OpenQuestion]) -> OpenQuestion | None:
    """Whoever may at once struggle free does so, or not, before anything else comes to them (PAN-HELPLESS-08)."""
    first = (one for one in pending if one.question == STRUGGLE and one.who == asked.who)
    return next(first, None) if asked.question in INTERRUPTS else None


def struggling(state: State) -> list[str]:
    """Those who may at once struggle free with a point that they regained (PAN-HELPLESS-08)."""
    return [one.who for one in state.pending if one.question == STRUGGLE and one.who is not None]


def _nothing_holds(state: State, subjects: Sequence[str]) -> str | None:
    """Only who is held has something to break free of (PAN-STRUGGLE-01): by no spell that has ended (PAN-TRACK-06)."""
    actor = _actor(state, subjects)
    spells = [subject for subject in subjects if _is_spell(state, subject)]
    free_of = [
        one for one in spells if _stored(state, actor, f"hold.{one}") in ("none", "resisted", "escaped")
    ]
    if any(_stored(state, one, "state") == "ended" for one in free_of):
        return "PAN-TRACK-06"
    return "PAN-STRUGGLE-01" if free_of else None


def _anothers_spell(state: State, subjects: Sequence[str]) -> str | None:
    """A spell that is cast again, under its own id, is cast by the same mage (PAN-TRACK-07)."""
    caster = _actor(state, subjects)
    again = [subject for subject in subjects if _is_spell(state, subject)]
    return "PAN-TRACK-07" if any(_stored(state, one, "caster") != caster for one in again) else None


def _in_anothers_book(state: State, subjects: Sequence[str]) -> str | None:
    """What stands in a book is written anew for the same mage (PAN-TRACK-09)."""
    again = [one for one in subjects if one in state.records and state.records[one].kind == "known_spell"]
    writers = [one for one in subjects if one not in again]
    return "PAN-TRACK-09" if any(_stored(state, one, "caster") not in writers for one in again) else None


def _shaped_by_another(state: State, subjects: Sequence[str]) -> str | None:
    """A spell acts with the effort of its own caster (PAN-TIME-01); while nobody is named yet, nobody else is."""
    actor = _actor(state, subjects)
    casters = [_stored(state, subject, "caster") for subject in subjects if _is_spell(state, subject)]
    return "PAN-TIME-01" if actor and any(caster not in (None, actor) for caster in casters) else None


def _lasts_by_itself(state: State, subjects: Sequence[str]) -> str | None:
    """What lasts without its caster ends by the Storyteller's word alone: the clause itself says so (PAN-TRACK-08)."""
    spells = [subject for subject in subjects if _is_spell(state, subject)]
    is_own = all(_stored(state, spell, "duration") in CASTERS_OWN for spell in spells)
    return None if state.by_gm or is_own else "PAN-TRACK-08"


def _nothing_lingers(state: State, subjects: Sequence[str]) -> str | None:
    """Only what a spell has left behind, and is not over yet, can be dealt with (PAN-AFTER-13)."""
    bearer = _actor(state, subjects)
    spells = [subject for subject in subjects if _is_spell(state, subject)]
    left = [_stored(state, bearer, f"aftereffect.{spell}") for spell in spells]
    return None if not bearer or all(left) else "PAN-AFTER-13"


def _had_a_turn(state: State, subjects: Sequence[str]) -> str | None:
    """Nobody has two turns in a round."""
    found = (state.records[subject].fields for subject in subjects if subject in state.records)
    kept = (value for fields in found for name, value in fields.items() if name.startswith(HAD_A_TURN))
    return "PAN-TIME-02" if any(kept) else None


def _actor(state: State, subjects: Sequence[str]) -> str:
    return next((subject for subject in subjects if not _is_spell(state, subject)), "")


def _is_spell(state: State, record: str) -> bool:
    return record in state.records and state.records[record].kind == "spell"


def _stored(state: State, record: str, name: str) -> Value:
    found = state.records.get(record)
    value: Value = None if found is None else found.fields.get(name)
    return value


OF_ONE_ACTION: Final[Mapping[str, Callable[[State, Sequence[str]], str | None]]] = {
    "table.begin_turn": _had_a_turn,
    "pandemonium.cast": _anothers_spell,
    "pandemonium.write_spell": _in_anothers_book,
    "pandemonium.shape": _shaped_by_another,
    "pandemonium.refresh": _shaped_by_another,
    LET_GO: _lasts_by_itself,
    END: _nothing_lingers,
    STRUGGLE: _nothing_holds,
}
"""What forbids one action alone."""
