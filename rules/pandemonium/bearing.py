"""When and how often a spell may be brought to bear, which depends on what is said of it and on whose turn it is."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from rules.kernel.errors import RuleViolation
from rules.kernel.procedure import OpenQuestion, State
from rules.pandemonium import blows, free_tries, sympathy, turns
from rules.pandemonium.added import AddedDamageInput
from rules.pandemonium.allowed import allowed
from rules.pandemonium.blows import StrikeInput
from rules.pandemonium.bringing import (
    ADDED,
    SLOW,
    BringInput,
    act_of,
    brought,
    refuse_again,
    refuse_unnamed,
    refuse_untriggered,
)
from rules.pandemonium.casting import CastInput
from rules.pandemonium.chosen import DEALS_DAMAGE
from rules.pandemonium.control import ControlInput
from rules.pandemonium.drain import DrainInput
from rules.pandemonium.healing import HealInput
from rules.pandemonium.helping import overdone
from rules.pandemonium.helpless import HelplessRestInput
from rules.pandemonium.helpless import refuse_again as refuse_again_today
from rules.pandemonium.investigation import InvestigateInput
from rules.pandemonium.moments import CAST_NOW, on_turn
from rules.pandemonium.offering import OfferInput, waits
from rules.pandemonium.plunder import PlunderInput
from rules.pandemonium.progress import Bearing, bears_now, is_fresh
from rules.pandemonium.release import RefreshInput
from rules.pandemonium.shaping import ShapeInput
from rules.pandemonium.striking import AttackInput, DirectInput
from rules.pandemonium.sympathy import TapInput
from rules.pandemonium.targets import KEPT_UP
from rules.pandemonium.transfer import TransferInput

KEPT_UP_ON_TURN: Final = {
    "pandemonium.attack": "PAN-ATTACK-04",
    "pandemonium.direct": "PAN-TIME-01",
    ADDED: "PAN-ADDED-01",
}
"""What goes on doing harm does so on its caster's turn, and the clause that says so."""
HARMS_AGAIN: Final = {"attack": "PAN-ATTACK-05", "direct": "PAN-DIRECT-06"}
"""What strikes somebody once a round, and the clause that says so."""
ONCE_ONLY: Final = {
    "control": "PAN-CTRL-06",
    "other": "PAN-CTRL-06",
    "direct": "PAN-DIRECT-07",
    "healing": "PAN-HEAL-08",
    "investigation": "PAN-INVEST-06",
    "plunder": "PAN-PLUNDER-08",
    "drain": "PAN-DRAIN-05",
}
"""Spells that try themselves on a target once, until they are Shaped or cast anew, and the clause that says so."""
AT_ONCE: Final = ("pandemonium.attack", "pandemonium.direct")
KeptUp = AttackInput | DirectInput | AddedDamageInput
"""What these acts are given."""
OnTurn = ControlInput | DrainInput | InvestigateInput | PlunderInput | HealInput
"""What its caster does with a spell; what harms says of itself when it may, and what rides on harm comes with it."""


def contradicts(action: str, given: Struct, state: State) -> RuleViolation | None:
    """Why a spell does not come to bear in this way, or now; None where it does."""
    if (refusal := overdone(action, given, state)) is not None:
        return refusal
    if (refusal := turns.refused(given, state)) is not None:
        return refusal
    if isinstance(given, HelplessRestInput):
        return refuse_again_today(given, state)
    if isinstance(given, OfferInput | TransferInput):
        return waits(given, state)
    if isinstance(given, TapInput):
        return sympathy.waits(given, state)
    if isinstance(given, CastInput | ShapeInput | RefreshInput):
        return _not_their_turn(given, state)
    if isinstance(given, StrikeInput):
        return blows.refuse_again(given, state)
    if isinstance(given, BringInput):
        return (
            refuse_again(given, state)
            or refuse_untriggered(given, state)
            or refuse_unnamed(given, state)
            or _not_now(given, state)
            or _tried_for_free(given, state)
        )
    return _not_to_bear(action, given, state)


def _not_to_bear(action: str, given: Struct, state: State) -> RuleViolation | None:
    if any(one.question == action for one in _brought(given, state)):
        return None  # it was brought to bear when it could be: whoever resists may take their time
    if isinstance(given, KeptUp) and _is_kept_up(given) and is_anothers_turn(given.spell.id, state):
        return _on_their_casters_turn(action)
    if isinstance(given, OnTurn) and _has_to_wait(given, state):
        return _out_of_turn()
    if isinstance(given, Bearing) and _is_used_up(given, state):
        return RuleViolation(
            f"it was not {_applied(given)} since it was last tried on them: say that it is sustained, "
            "or cast or Shape it again",
            field="input.spell.applied",
            clause="PAN-POT-15",
        )
    return free_tries.refused(given, state)


def _brought(given: Struct, state: State) -> Iterator[OpenQuestion]:
    """What the target of an act was asked of its spell."""
    if not isinstance(given, Bearing | AddedDamageInput):
        return iter(())
    return brought(state, given.spell.id, given.target.id)


def _not_now(given: BringInput, state: State) -> RuleViolation | None:
    """What forbids the act that would come of bringing a spell to bear."""
    act = act_of(given)
    for one in given.targets:
        if clause := allowed(state, act, (given.spell.id, one.id)):
            return RuleViolation(f"{act} has to wait", field="action", clause=clause)
        if given.way == "added":
            if clause := added_harm_waits(given.spell.id, one.id, state):
                return RuleViolation("it does them no harm now", field="input.targets", clause=clause)
            continue
        if refusal := _harms_otherwise(act, given.spell.id, one.id, state):
            return refusal
        if act != SLOW and (clause := tried_already(given.spell.id, one.id, state)):
            told = "it was tried on them already: wait for what lets it be tried again"
            return RuleViolation(told, field="input.targets", clause=clause)
        if (
            act in KEPT_UP_ON_TURN
            and not given.triggered
            and _waits_for_its_caster(given.spell.id, one.id, state)
        ):
            return _on_their_casters_turn(act)
        if not given.triggered and acts_out_of_turn(given.spell.id, one.id, state):
            return _out_of_turn()
    return None


def _harms_otherwise(act: str, spell: str, target: str, state: State) -> RuleViolation | None:
    """One casting harms somebody at once or piece by piece, never both (PAN-ONGOING-01)."""
    ongoing = state.records[target].fields.get(f"ongoing.{spell}") if target in state.records else None
    if act in AT_ONCE and ongoing:
        told = "its wounds fall piece by piece: cast or Shape it again for more"
        return RuleViolation(told, field="input.targets", clause="PAN-ONGOING-01")
    if act == SLOW and _bears(spell, target, state) in KEPT_UP:
        told = "it has been tried on them already: cast or Shape it again first"
        return RuleViolation(told, field="input.way", clause="PAN-POT-15")
    return None


def tried_already(spell: str, target: str, state: State) -> str | None:
    """The clause by which a spell that is only kept up is tried on somebody no more, or not in this round."""
    fields, on = (state.records[one].fields if one in state.records else {} for one in (spell, target))
    kind, hold = str(fields.get("kind")), on.get(f"hold.{spell}") or "none"
    if on.get(f"round.hit.{spell}"):
        return HARMS_AGAIN.get(kind)
    goes_on = kind == "direct" and hold not in ("resisted", "escaped")
    if hold == "none" or goes_on or _bears(spell, target, state) not in (None, *KEPT_UP):
        return None
    return ONCE_ONLY.get(kind)


def added_harm_waits(spell: str, target: str, state: State) -> str | None:
    """The clause by which a spell adds no damage to its hold on somebody now, before they are asked to resist it."""
    fields, on = (state.records[one].fields for one in (spell, target))
    caster = state.records.get(fields.get("caster") or "")
    if fields["aspect"] == "sensory":
        return "PAN-ADDED-03"
    if on.get(f"hold.{spell}") not in ("normal", "severe"):
        return "PAN-ADDED-04"
    if is_anothers_turn(spell, state):
        return KEPT_UP_ON_TURN[ADDED]
    is_new = caster is not None and caster.fields.get(f"{CAST_NOW}{spell}")
    return "PAN-ADDED-02" if is_new or on.get(f"round.hit.{spell}") else None


def _tried_for_free(given: BringInput, state: State) -> RuleViolation | None:
    """Why a spell that cost nothing does not reach for somebody again in this scene."""
    if given.way == "added" or not free_tries.is_limited(given.spell.id, given.settings.free_kinds, state):
        return None
    found = [one.id for one in given.targets if free_tries.is_spent(given.spell.id, one.id, state)]
    is_anew = any(_bears(given.spell.id, one, state) != "sustained" for one in found)
    return free_tries.refusal("input.targets") if is_anew else None


def _bears(spell: str, target: str, state: State) -> str | None:
    """How a spell would come to bear on somebody now; None where nobody knows how it was made."""
    fields = [state.records[one].fields for one in (spell, target) if one in state.records]
    now = bears_now(spell, fields[0], target, fields[1]) if len(fields) == 2 else None
    return now.applied if now is not None else None


def _waits_for_its_caster(spell: str, target: str, state: State) -> bool:
    """Whether a spell would only go on doing harm, in somebody else's turn."""
    return is_anothers_turn(spell, state) and _bears(spell, target, state) in KEPT_UP


def _on_their_casters_turn(act: str) -> RuleViolation:
    told = "it does harm on its caster's turn: wait for that"
    return RuleViolation(told, field="action", clause=KEPT_UP_ON_TURN[act])


def _out_of_turn() -> RuleViolation:
    told = "it acts on its caster's turn: wait for that, or cast it reflexively"
    return RuleViolation(told, field="action", clause="PAN-TIME-01")


def acts_out_of_turn(spell: str, target: str, state: State) -> bool:
    """Whether a spell would act in somebody else's turn, and not within what its caster does reflexively (PAN-TIME-01).

    `target` is whom it would reach; nobody where it is only kept up.
    """
    fields, now = state.records[spell].fields if spell in state.records else {}, on_turn(state)
    if not is_anothers_turn(spell, state) or now in turns.movers_of(str(fields["caster"]), state):
        return False
    is_at_once = fields.get("timing") == "reflexive" and _bears(spell, target, state) not in (None, *KEPT_UP)
    return not is_at_once


def _has_to_wait(given: OnTurn, state: State) -> bool:
    spell = given.spell.id
    rides_on_harm = spell in state.records and state.records[spell].fields.get("kind") in DEALS_DAMAGE
    return not rides_on_harm and acts_out_of_turn(spell, given.target.id, state)


def is_anothers_turn(spell: str, state: State) -> bool:
    """Whether somebody else than the caster of a spell has their turn."""
    kept = state.records.get(spell)
    caster = kept.fields.get("caster") if kept else None
    return caster is not None and on_turn(state) not in (None, caster)


def _not_their_turn(given: CastInput | ShapeInput | RefreshInput, state: State) -> RuleViolation | None:
    """Whoever acts takes an instant action on their own turn, and has one (PAN-TIME-01)."""
    if isinstance(given, RefreshInput):  # what it takes is the table's to know: PAN-TRACK-08
        return _out_of_turn() if acts_out_of_turn(given.spell.id, "", state) else None
    return lacks_instant(given.caster.id, state) if given.timing == "instant" else None


def lacks_instant(caster: str, state: State) -> RuleViolation | None:
    """Why somebody has no instant action for magic now; None where they have, or no turns are counted."""
    now = on_turn(state)
    if now is None:
        return None
    if now != caster and now not in turns.movers_of(caster, state):
        message = "it is somebody else's turn: wait for the caster's, or act reflexively"
        return RuleViolation(message, field="input.timing", clause="PAN-TIME-01")
    return _spent(now, state)


def _spent(now: str, state: State) -> RuleViolation | None:
    if not state.records[now].fields.get("turn.over"):
        return None
    message = "the instant action of this turn is spent: wait for the next turn, or act reflexively"
    return RuleViolation(message, field="input.timing", clause="PAN-TIME-01")


def _is_kept_up(given: KeptUp) -> bool:
    """Whether a spell only goes on doing harm; what is triggered strikes at that moment."""
    is_triggered = not isinstance(given, AddedDamageInput) and given.triggered
    return (_applied(given) or "sustained") in KEPT_UP and not is_triggered


def _is_used_up(given: Bearing, state: State) -> bool:
    """Whether the casting or Shaping that is named was used on this target (PAN-POT-15).

    Of a spell that nobody cast or Shaped here nothing is known.
    """
    how = _applied(given)
    stored = [state.records.get(one.id) for one in (given.spell, given.target)]
    spell, target = (one.fields if one else {} for one in stored)
    made = spell.get("made")
    if how is None or how in KEPT_UP or not made or not made["number"]:
        return False
    return made["how"] != how or not is_fresh(given.spell.id, spell, target)


def _applied(given: Bearing | KeptUp) -> str | None:
    """How the spell comes to bear, where its act says so."""
    found: str | None = getattr(given.spell, "applied", None)
    return found
