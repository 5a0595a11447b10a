"""What waits for nobody any more, whatever act has brought that about."""

from collections.abc import Iterator, Mapping

from rules.kernel.procedure import OpenQuestion, State
from rules.kernel.values import Value, Values, as_list, as_values
from rules.pandemonium.allowed import STRUGGLE, STRUGGLE_FIRST
from rules.pandemonium.bringing import ADDED, DEFEND, is_resisted
from rules.pandemonium.helpless import is_held
from rules.pandemonium.lingering import END
from rules.pandemonium.moments import HOLDS
from rules.pandemonium.offering import BEAR, TRANSFER
from rules.pandemonium.sympathy import SYMPATHY


def moot(state: State) -> Iterator[tuple[str, OpenQuestion]]:
    """The open questions that ask for nothing any more in this state, each after the clause that says so."""
    for one in state.pending:
        clause = _clause(one, state)
        if clause is not None:
            yield clause, one


def _clause(one: OpenQuestion, state: State) -> str | None:
    if one.question == STRUGGLE:
        return None if one.who is None or _may_struggle(one.who, state) else STRUGGLE_FIRST
    if one.question == SYMPATHY:
        return "PAN-SYMP-08" if _fields(state, one.who).get("rating") == 0 else None
    if one.question == END:
        return None if _lingers(as_values(one.data.get("given", {})), state) else "PAN-AFTER-13"
    if one.question in (BEAR, TRANSFER):
        return _of_moved_wounds(one.data, state)
    return _of_a_spell(one, state)


def _may_struggle(who: str, state: State) -> bool:
    """Whether something still holds them, and the point that they regained is not gone (PAN-HELPLESS-08)."""
    return bool(_fields(state, who).get("willpower")) and is_held(who, state)


def _lingers(asked: Values, state: State) -> bool:
    """Whether what a spell left behind is still there to be dealt with (PAN-AFTER-13)."""
    bearer, spell = _named(asked.get("target")), _named(asked.get("spell"))
    is_known = bearer in state.records and spell in state.records
    return not is_known or bool(_fields(state, bearer).get(f"aftereffect.{spell}"))


def _of_moved_wounds(asked: Values, state: State) -> str | None:
    """A spell that is over moves no wounds, nor is there anything to move once they have healed (PAN-TRANSFER-02)."""
    if _is_over(asked.get("through"), state):
        return "PAN-TRACK-06"
    track = _fields(state, _named(asked.get("donor"))).get("health")
    kinds = [str(kind) for kind in as_list(asked.get("kinds") or ())]
    is_healed = track is not None and kinds and not any(as_values(track)[kind] for kind in kinds)
    return "PAN-TRANSFER-02" if is_healed else None


def _of_a_spell(one: OpenQuestion, state: State) -> str | None:
    """A spell that is over is resisted no more, though a blow falls all the same (PAN-TRACK-06).

    Whom a spell has let go of has none of its added damage to resist (PAN-ADDED-04).
    """
    spell = is_resisted(one.question, one.data)
    if spell is None or one.question == DEFEND:
        return None
    if _is_over(spell, state):
        return "PAN-TRACK-06"
    is_free = one.who in state.records and _fields(state, one.who).get(f"hold.{spell}") not in HOLDS
    return "PAN-ADDED-04" if one.question == ADDED and is_free else None


def _is_over(spell: Value, state: State) -> bool:
    return _fields(state, _named(spell)).get("state") == "ended"


def _named(record: Value) -> str:
    return str(record.get("id") if isinstance(record, Mapping) else record)


def _fields(state: State, record: str | None) -> Values:
    found = state.records.get(record or "")
    return found.fields if found is not None else {}
