"""What each spell among several means of harm does: as it was made, and as it bears on their target (PAN-MULTI-04)."""

from collections.abc import Mapping

from msgspec import UNSET, UnsetType

from campaigns.game import Deriver, Given
from campaigns.state.unit_of_work import Sheet, UnitOfWork
from rules.kernel.values import Value
from rules.pandemonium.progress import bears_now


def _successes(spell: Sheet, target: Sheet) -> Value | UnsetType:
    """Its Potency counts as so many (PAN-POT-03), the newest casting or Shaping of it where that was not used yet."""
    now = bears_now(spell.id, spell.fields, target.id, target.fields)
    return spell["potency"] if now is None or now.potency is None else now.potency


def _kind(spell: Sheet, target: Sheet) -> Value | UnsetType:
    return UNSET if spell["wound"] is None else spell["wound"]


def _resistant(spell: Sheet, target: Sheet) -> Value | UnsetType:
    return UNSET if spell["wound"] is None else spell["resistant"]


def _effect(spell: Sheet, target: Sheet) -> Value | UnsetType:
    return "direct" if spell["kind"] == "direct" else "attack"


def _is_spell(spell: Sheet, target: Sheet) -> Value | UnsetType:
    return True


def _hit_this_round(spell: Sheet, target: Sheet) -> Value | UnsetType:
    return bool(target.fields.get(f"round.hit.{spell.id}"))


def _applied(spell: Sheet, target: Sheet) -> Value | UnsetType:
    """How it comes to bear, which counts of direct damage alone (PAN-DIRECT-07)."""
    now = bears_now(spell.id, spell.fields, target.id, target.fields)
    return UNSET if spell["kind"] != "direct" or now is None else now.applied


def _hold(spell: Sheet, target: Sheet) -> Value | UnsetType:
    return target.fields.get(f"hold.{spell.id}", UNSET) if spell["kind"] == "direct" else UNSET


READ = {
    "successes": _successes,
    "kind": _kind,
    "resistant": _resistant,
    "effect": _effect,
    "spell": _is_spell,
    "hit_this_round": _hit_this_round,
    "applied": _applied,
    "hold": _hold,
}
"""What a source's own record tells of it, by field."""


def _of_a_spell(name: str) -> Deriver:
    def derive(working: UnitOfWork, sheet: Sheet, given: Given, whole: Given) -> Value | UnsetType:
        named = whole.get("target")
        target = working.find(str(named.get("id") if isinstance(named, Mapping) else named))
        return UNSET if target is None else READ[name](sheet, target)

    return derive


OF_A_SOURCE: Mapping[tuple[str, str], Deriver] = {
    ("pandemonium.multi_source_damage", f"input.sources.{name}"): _of_a_spell(name) for name in READ
}
"""By action and path."""
