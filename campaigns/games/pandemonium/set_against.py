"""What is set against a spell now, and with what it was resisted first: read from its record and its targets'."""

from collections.abc import Mapping

from msgspec import UNSET, UnsetType

from campaigns.game import Deriver, Given
from campaigns.state.unit_of_work import Sheet, UnitOfWork
from rules.kernel.values import Value, as_whole
from rules.pandemonium.bringing import first_resisted_by

HELPED = (
    *("control", "attack", "direct", "investigate", "plunder", "drain"),
    *("added_damage", "ongoing_start", "boosted_attack"),
)
"""Acts whose target resists with the help of whoever attacks the spell."""


def _aid(working: UnitOfWork, sheet: Sheet, given: Given, whole: Given) -> Value | UnsetType:
    """The best that others have set against the spell, where a pool is rolled (PAN-ASSAIL-04)."""
    best = _best(spell_of(working, whole), id_of(whole.get("target")))
    return best if best and given.get("pool") is not None else UNSET


def _aid_of(who: str) -> Deriver:
    """The best that others than whoever stands in this field have set against the spell, whatever they roll."""
    return lambda working, sheet, given, whole: _best(spell_of(working, whole), id_of(whole.get(who)))


def _aid_of_a_recipient(working: UnitOfWork, sheet: Sheet, given: Given, whole: Given) -> Value | UnsetType:
    """As `_aid`, for each of those who are to bear wounds: `sheet` is theirs (PAN-TRANSFER-04)."""
    best = _best(spell_of(working, whole), sheet.id)
    return best if best and given.get("pool") is not None else UNSET


def _aid_in_a_contest(working: UnitOfWork, sheet: Sheet, given: Given, whole: Given) -> Value | UnsetType:
    """What others have set against each of the sources that one roll opposes: against some alone it is no help."""
    named = whole.get("sources")
    sources = [one for one in named if isinstance(one, Mapping)] if isinstance(named, list | tuple) else []
    opposed = [id_of(one) for one in sources if one.get("contest") == given.get("name")]
    best = min((_best(working.find(one), id_of(whole.get("target"))) for one in opposed), default=0)
    return best if best and given.get("pool") is not None else UNSET


def _no_aid(working: UnitOfWork, sheet: Sheet, given: Given, whole: Given) -> UnsetType:
    """A blow is no spell: what others have set against the spell that it carries helps to resist that one alone."""
    return UNSET


def _aid_in_a_struggle(working: UnitOfWork, sheet: Sheet, given: Given, whole: Given) -> int:
    return _best(sheet, id_of(whole.get("actor")))


def _best(spell: Sheet | None, but: str) -> int:
    """The most that anybody else has set against a spell until their next turn."""
    opposed = spell.under("opposed") if spell is not None else {}
    return max((as_whole(value) for who, value in opposed.items() if who != but), default=0)


def _guard(working: UnitOfWork, sheet: Sheet, given: Given, whole: Given) -> int:
    """What a reflexive Shaping has just added to its Tenacity (PAN-TEN-08)."""
    return int(sheet.fields.get("guard") or 0)


def _first_resisted(working: UnitOfWork, sheet: Sheet, given: Given, whole: Given) -> list[str]:
    """The pool that first resisted a spell, or would usually have (PAN-STRUGGLE-02)."""
    actor = working.find(id_of(whole.get("actor")))
    came_to = actor.fields.get(f"came_to.{sheet.id}") if actor is not None else None
    return first_resisted_by(sheet.fields, came_to)


def spell_of(working: UnitOfWork, whole: Given) -> Sheet | None:
    """The spell that the action names."""
    return working.find(id_of(whole.get("spell")))


def id_of(named: Value) -> str:
    """The id of what an input names: as a record with traits, or bare."""
    return str(named.get("id")) if isinstance(named, Mapping) else str(named)


SET_AGAINST: Mapping[tuple[str, str], Deriver] = {
    **{(f"pandemonium.{verb}", "input.resist.aid"): _aid for verb in HELPED},
    **{(f"pandemonium.{verb}", "input.defense.aid"): _no_aid for verb in ("boosted_attack", "defend")},
    ("pandemonium.multi_source_damage", "input.contests.aid"): _aid_in_a_contest,
    ("pandemonium.transfer", "input.recipients.resist.aid"): _aid_of_a_recipient,
    ("pandemonium.resist", "input.aid"): _aid_of("target"),
    ("pandemonium.bear_wounds", "input.aid"): _aid_of("bearer"),
    ("pandemonium.assail", "input.spell.shaped"): _guard,
    ("pandemonium.struggle", "input.spells.shaped"): _guard,
    ("pandemonium.struggle", "input.spells.aid"): _aid_in_a_struggle,
    ("pandemonium.struggle", "input.spells.traits"): _first_resisted,
}
"""By action and path."""
