"""What a spell leaves on whom it met for the acts after it: Resistant wounds, what it keeps from them, its own end."""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct, structs, to_builtins

from rules.kernel.effects import Effect, change_by, set_to
from rules.kernel.parsing import convert
from rules.kernel.procedure import FollowUp, RecordState, State, changed
from rules.kernel.types import Input
from rules.kernel.values import Value
from rules.pandemonium.added import AddedDamageInput
from rules.pandemonium.aftereffects import DecayInput, DecayOutcome, LostTraitInput
from rules.pandemonium.blows import DefendInput, DefendOutcome
from rules.pandemonium.damage import ApplyDamageInput, DamageOutcome, Hurt
from rules.pandemonium.drain import ReapInput, ReapOutcome
from rules.pandemonium.moments import HURT, at_spell_end, on_turn
from rules.pandemonium.ongoing import OngoingRecord, OngoingTickInput, OngoingTickOutcome
from rules.pandemonium.plunder import PlunderInput, PlunderOutcome
from rules.pandemonium.striking import AttackInput, DirectInput
from rules.pandemonium.touch import BoostedAttackInput, BoostedAttackOutcome
from rules.pandemonium.types import Name, Points

GRIPS: Final = ("control", "plunder", "other")
"""Kinds of spells whose consequence lasts while they hold somebody; all others are settled at once."""


Harming = AttackInput | DirectInput | AddedDamageInput | BoostedAttackInput | DefendInput
"""What the acts are given by which a mage's spell or blow wounds somebody at once."""


class DotsForAScene(Input):
    """Dots that a Merit has not until the scene or the spell is over (PAN-PLUNDER-06)."""

    merit: Name
    dots: Points


class Plundered(Input):
    """What a spell keeps from somebody as long as it lasts: the use of a thing or of Merits, and dots of them."""

    item: bool = False
    merits: tuple[Name, ...] = ()
    lost: tuple[DotsForAScene, ...] = ()


def left(given: Struct, outcome: Struct, state: State) -> tuple[FollowUp, ...]:
    """What an act leaves besides what its engine says: Resistant wounds (PAN-REAP-04), what is plundered or lost."""
    match given, outcome:
        case ReapInput(), ReapOutcome(gained=gained) if gained:
            return (
                FollowUp("PAN-REAP-04", (change_by(given.target.id, f"taken.{given.spell.id}", gained),)),
            )
        case PlunderInput(), PlunderOutcome(severity="severe") | PlunderOutcome(until_scene_end=True):
            plundered = FollowUp("PAN-PLUNDER-07", (_plundered(given, outcome, state),))
            if given.merit is None or outcome.until_scene_end:
                return (plundered,)
            return (plundered, *_lost(given.target.id, given.merit.name, outcome.dots_lost))
        case OngoingTickInput(ongoing=OngoingRecord(resistant=True)), OngoingTickOutcome(change=change):
            return _resistant(given.spell.id, given.target.id, change.marked)
        case DecayInput(threat=threat), DecayOutcome(loses=True):
            lost = _lost(given.target.id, threat.trait, 1) if threat.trait else ()
            return (*lost, *_worn(given.target.id, threat.trait or str(threat.label), state))
        case LostTraitInput(), _:
            kept = state.records[given.target.id].fields if given.target.id in state.records else {}
            return _lost(given.target.id, given.trait, -min(given.lost, kept.get(f"lost.{given.trait}") or 0))
    if isinstance(outcome, DamageOutcome) and outcome.damage.resistant and not outcome.damage.temporary:
        spell = given.spell if isinstance(given, ApplyDamageInput) else _id_of(given, "spell")
        return _resistant(spell, _id_of(given, "target"), outcome.change.marked)
    return ()


def hurt(given: Struct, outcome: Struct, state: State) -> tuple[FollowUp, ...]:
    """What a mage has done to somebody in this turn, where turns are counted: more of it is not summed (PAN-POT-11)."""
    if not isinstance(given, Harming) or not isinstance(outcome, DamageOutcome) or on_turn(state) is None:
        return ()
    caster = state.records[given.spell.id].fields.get("caster") if given.spell.id in state.records else None
    if not caster or not outcome.damage.wounds:
        return ()
    now = (given.target.hurt or Hurt()).after(outcome.damage.kind, outcome.damage.wounds)
    return (FollowUp("PAN-POT-11", (set_to(given.target.id, f"{HURT}{caster}", to_builtins(now)),)),)


def settled(effects: Iterable[Effect], outcome: Struct, state: State) -> tuple[FollowUp, ...]:
    """The end of each instant spell whose consequence an act with these effects has settled (PAN-TRACK-08)."""
    if isinstance(outcome, BoostedAttackOutcome | DefendOutcome) and not outcome.transmitted:
        return ()  # what the blow was to carry is carried by the next one
    effects = tuple(effects)
    touched = dict.fromkeys(
        one.field.partition(".")[2] for one in effects if one.field.startswith(("hold.", "came_to."))
    )
    after = changed(state, effects)
    return tuple(
        found
        for spell in touched
        if spell in after.records and _is_settled(spell, after)
        for found in (
            FollowUp("PAN-TRACK-08", (set_to(spell, "state", "ended"),)),
            *at_spell_end(after, spell),
        )
    )


def _is_settled(spell: str, state: State) -> bool:
    """Whether an instant spell was tried on everybody it was made for, and nothing of it is still to come."""
    own = state.records[spell].fields
    made = own.get("made")
    if own.get("duration") != "instant" or own.get("state") != "active" or not made:
        return False
    on = {ident: one for ident, one in state.records.items() if f"came_to.{spell}" in one.fields}
    meant = [ident for ident in own.get("targets") or () if ident in state.records] or list(on)
    tried = {ident for ident, one in on.items() if one.fields[f"came_to.{spell}"]["making"] >= made["number"]}
    is_tried = tried.issuperset(meant)
    is_asked = any(one.data.get("brought") == spell and one.who not in tried for one in state.pending)
    still = any(_lasts(spell, own.get("kind"), one) for one in state.records.values())
    return is_tried and not is_asked and not still


def _lasts(spell: str, kind: Value, one: RecordState) -> bool:
    """Whether a spell holds somebody, or has wounds to come for them."""
    ongoing = one.fields.get(f"ongoing.{spell}")
    is_held = kind in GRIPS and one.fields.get(f"hold.{spell}") in ("normal", "severe")
    return is_held or bool(ongoing and ongoing["left"])


def _plundered(given: PlunderInput, outcome: PlunderOutcome, state: State) -> Effect:
    """What the spell keeps from them now, with what it kept before."""
    on, name = given.target.id, f"plundered.{given.spell.id}"
    kept = state.records[on].fields.get(name) if on in state.records else None
    before = convert(kept or {}, Plundered)
    merit, is_banned = given.merit.name if given.merit else None, outcome.severity == "severe"
    now = structs.replace(before, item=before.item or (is_banned and not merit))
    if merit and is_banned:
        now = structs.replace(now, merits=tuple(dict.fromkeys((*before.merits, merit))))
    if merit and outcome.until_scene_end:
        now = structs.replace(now, lost=(*before.lost, DotsForAScene(merit=merit, dots=outcome.dots_lost)))
    return set_to(on, name, to_builtins(now))


def _resistant(spell: str | None, target: str, wounds: int) -> tuple[FollowUp, ...]:
    if not spell or not wounds:
        return ()
    return (FollowUp("PAN-REAP-04", (change_by(target, f"dealt.{spell}", wounds),)),)


def _lost(target: str, trait: str, dots: int) -> tuple[FollowUp, ...]:
    """What spells took of a trait for good, until its experience is given back (PAN-AFTER-02)."""
    return (FollowUp("PAN-AFTER-02", (change_by(target, f"lost.{trait}", dots),)),) if dots else ()


def _worn(target: str, name: str, state: State) -> tuple[FollowUp, ...]:
    """What wears a trait or pool away has taken one more point of it (PAN-AFTER-13)."""
    field = f"decay.{name}"
    kept = state.records[target].fields.get(field) if target in state.records else None
    if not kept:
        return ()
    return (FollowUp("PAN-AFTER-13", (set_to(target, field, {**kept, "took": kept.get("took", 0) + 1}),)),)


def _id_of(given: Struct, name: str) -> str:
    return str(getattr(getattr(given, name, None), "id", ""))
