"""What an act of the system brings along in the same act, and the one thing that it asks afterwards."""

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct

from rules.kernel.clock import Due, now_of
from rules.kernel.effects import Effect, set_to
from rules.kernel.procedure import FollowUp, Question, RecordState, State
from rules.kernel.procedures import Procedures
from rules.kernel.result import Result
from rules.kernel.values import as_whole
from rules.pandemonium import blows, free_tries, helping, lasting, offering, sympathy, turns
from rules.pandemonium.added import AddedDamageInput
from rules.pandemonium.aftereffects import AftereffectInput, AftereffectOutcome, Duration
from rules.pandemonium.allowed import STRUGGLE, allowed, waits_for
from rules.pandemonium.assail import AssailInput
from rules.pandemonium.bearing import contradicts
from rules.pandemonium.blows import DefendInput, StrikeInput
from rules.pandemonium.bringing import (
    RESISTED,
    BringInput,
    added_as_said,
    asked_by_casting,
    brought,
    in_place_of,
    nothing_to_resist,
)
from rules.pandemonium.bringing import asks as asks_to_resist
from rules.pandemonium.casting import CastInput, CastOutcome
from rules.pandemonium.chosen import chosen
from rules.pandemonium.due import due, due_at_scene_end, due_on_turn, running, temporary_of
from rules.pandemonium.health import WOUNDS
from rules.pandemonium.helpless import HelplessRestInput, HelplessRestOutcome, is_held, rested
from rules.pandemonium.lingering import ends_with
from rules.pandemonium.moments import (
    CAST_NOW,
    at_fight_end,
    at_round_end,
    at_scene_end,
    at_spell_end,
    at_turn_start,
    in_fight,
    on_turn,
)
from rules.pandemonium.moot import moot
from rules.pandemonium.offering import BearInput, OfferInput
from rules.pandemonium.ongoing import OngoingTickInput, OngoingTickOutcome
from rules.pandemonium.progress import Bearing, Came, kept, progress
from rules.pandemonium.release import LetGoInput
from rules.pandemonium.shaping import ShapeInput, ShapeOutcome
from rules.pandemonium.struggle import StruggleInput
from rules.pandemonium.sympathy import SympathyInput, TapInput
from rules.pandemonium.transfer import TransferInput

NOTHING_LEFT: Final = {"left": 0}


def follows(action: str, given: Struct, result: Result, state: State) -> tuple[FollowUp, ...]:
    """What goes when a spell ends, or is cast again (PAN-TRACK-06, PAN-TRACK-07), and what an act leaves of its spell.

    `state` is the one before the act; a hold that the act itself set ends with its spell too.
    """
    ended = [effect.on for effect in result.effects if effect.field == "state" and effect.set == "ended"]
    recast = [
        effect.on for effect in result.effects if effect.field == "record" and effect.on in state.records
    ]
    after = _with_holds(state, result)
    own = _own(given, result, state)
    remains = frozenset(given.remains) if isinstance(given, LetGoInput) else frozenset()
    gone = (found for spell in (*ended, *recast) for found in at_spell_end(after, spell, remains=remains))
    made_anew = (found for spell in recast for found in nothing_to_resist(state, spell))
    unasked = (*made_anew, *in_place_of(given, state))
    came = Came.of(result.outcome)
    said = added_as_said(given, state)
    marks = (*said, *progress(given, came, state), *kept(given, came), *chosen(action, given, state))
    left = (
        *free_tries.counted(given, result.outcome, state),
        *lasting.left(given, result.outcome, state),
        *lasting.hurt(given, result.outcome, state),
        *ends_with(given, result.outcome, state),
    )
    effects = (*result.effects, *(effect for one in marks for effect in one.effects))
    over = lasting.settled(effects, result.outcome, state)
    return (*own, *gone, *unasked, *helping.shown(given, state), *marks, *left, *over)


def asks(_action: str, given: Struct, result: Result, state: State) -> tuple[Question, ...]:
    """Whoever a spell is brought to bear on resists it (PAN-RESIST-01).

    Whoever regains a point while something holds them may at once struggle free (PAN-HELPLESS-08).
    """
    outcome = result.outcome
    if isinstance(given, BringInput):
        return tuple(asks_to_resist(given, state))
    if isinstance(given, CastInput) and isinstance(outcome, CastOutcome):
        return tuple(_reached_for(given, outcome, state))
    if isinstance(given, OfferInput | BearInput):
        return tuple(offering.asks(given, outcome, state))
    if isinstance(given, TapInput):
        return tuple(sympathy.asks(given))
    if isinstance(given, StrikeInput | DefendInput):
        return tuple(blows.asks(given, outcome, state))
    if not isinstance(given, HelplessRestInput) or not isinstance(outcome, HelplessRestOutcome):
        return ()
    if not outcome.regained:
        return ()
    who = given.target.id
    return (Question(STRUGGLE, "player", who, "PAN-HELPLESS-08", True, {}),) if is_held(who, state) else ()


def _reached_for(given: CastInput, outcome: CastOutcome, state: State) -> Iterator[Question]:
    """Whom a casting asks; a free one nobody whom it was tried on in this scene (PAN-FREE-01)."""
    entry = given.book.id if given.book is not None else None
    for one in asked_by_casting(given, outcome, state):
        if given.paid.mana or not free_tries.is_spent(given.spell.id, one.who or "", state, entry):
            yield one


def answers(action: str, given: Struct, _result: Result, state: State) -> tuple[str, ...]:
    """The ids of the open questions that an act answers."""
    if action in RESISTED and isinstance(given, Bearing | AddedDamageInput):
        found = brought(state, given.spell.id, given.target.id)
        return tuple(one.id for one in found if one.question == action)
    if isinstance(given, DefendInput):
        return tuple(one.id for one in blows.answered(given, state))
    if isinstance(given, BearInput | TransferInput):
        return tuple(offering.answers(given, state))
    if isinstance(given, SympathyInput):
        return tuple(sympathy.answers(given, state))
    if not isinstance(given, StruggleInput):
        return ()
    return tuple(one.id for one in state.pending if one.question == STRUGGLE and one.who == given.actor.id)


def _own(given: Struct, result: Result, state: State) -> tuple[FollowUp, ...]:
    """What an action brings that no other does."""
    who, clause = turns.who_acts(given), turns.instant(given, state)
    spent = _spends_the_turn(clause, who, state) if who and clause else ()
    match given, result.outcome:
        case AssailInput(), _:
            return (*spent, *_guards_no_more((given.spell.id,), state))
        case StruggleInput(), _:
            return (*spent, *_guards_no_more([one.id for one in given.spells], state))
        case ShapeInput(timing="reflexive"), ShapeOutcome(raised="tenacity") as shaped:
            return (FollowUp("PAN-TEN-08", (set_to(given.spell.id, "guard", shaped.added or None),)),)
        case CastInput(), _:
            return _by_casting(given, state)
        case ShapeInput(), _:
            return _by_magic(given, state)
        case OngoingTickInput(), OngoingTickOutcome() as ticked:
            return _all_fallen(given, ticked, state)
        case TransferInput(), _:
            return offering.used(given, state)
        case HelplessRestInput(), HelplessRestOutcome() as one:
            return rested(given, one, state)
        case AftereffectInput(), AftereffectOutcome(duration=Duration()):
            return _lingers_from_now(given, state)
    return spent


def _guards_no_more(spells: Iterable[str], state: State) -> tuple[FollowUp, ...]:
    """A reflexive Shaping covers the one action that it answered (PAN-TEN-08)."""
    kept = [one for one in spells if one in state.records and state.records[one].fields.get("guard")]
    return (FollowUp("PAN-TEN-08", tuple(set_to(one, "guard", None) for one in kept)),) if kept else ()


def _all_fallen(given: OngoingTickInput, outcome: OngoingTickOutcome, state: State) -> tuple[FollowUp, ...]:
    """An instant spell is over once its last wound has fallen (PAN-TRACK-08)."""
    spell, target = given.spell.id, given.target.id
    kept = state.records.get(spell)
    left = [
        ident
        for ident, one in state.records.items()
        if ident != target and one.fields.get(f"ongoing.{spell}", NOTHING_LEFT)["left"]
    ]
    if not outcome.finished or left or kept is None or kept.fields.get("duration") != "instant":
        return ()
    if kept.fields["state"] != "active":
        return ()
    over = FollowUp("PAN-TRACK-08", (set_to(spell, "state", "ended"),))
    return (over, *at_spell_end(state, spell))


def _lingers_from_now(given: AftereffectInput, state: State) -> tuple[FollowUp, ...]:
    """An aftereffect lasts from now on, even where one of the same length stood there (PAN-AFTER-07)."""
    began = f"began.aftereffect.{given.spell.id}"
    return (FollowUp("PAN-AFTER-07", (set_to(given.target.id, began, now_of(state)),)),)


def _spends_the_turn(clause: str, who: str, state: State) -> tuple[FollowUp, ...]:
    """An instant action on one's own turn is the only one of it (PAN-TIME-02); where none is counted, none is spent."""
    spent = turns.spender(who, state)
    return (FollowUp(clause, (set_to(spent, "turn.over", True),)),) if spent else ()


def _by_casting(given: CastInput, state: State) -> tuple[FollowUp, ...]:
    """What goes on beside an earlier casting takes over its free tries (PAN-TRACK-07); the turn keeps what was cast."""
    counted = (
        set_to(ident, f"scene.tries.{given.spell.id}", one.fields[f"scene.tries.{given.beside}"])
        for ident, one in state.records.items()
        if f"scene.tries.{given.beside}" in one.fields
    )
    effects = tuple(counted) if given.beside is not None else ()
    taken_over = (FollowUp("PAN-TRACK-07", effects),) if effects else ()
    who = given.caster.id
    is_now = on_turn(state) == who
    now = (FollowUp("PAN-ADDED-02", (set_to(who, f"{CAST_NOW}{given.spell.id}", True),)),) if is_now else ()
    return (*taken_over, *now, *_by_magic(given, state))


def _by_magic(given: CastInput | ShapeInput, state: State) -> tuple[FollowUp, ...]:
    return _spends_the_turn("PAN-TIME-01", given.caster.id, state) if given.timing == "instant" else ()


def _in_order(order: list[str], has: dict[str, int], had: dict[str, int]) -> list[str]:
    """The order with what came at its end, and without the newest of what went."""
    for spell in {**had, **has}:
        more = has.get(spell, 0) - had.get(spell, 0)
        order = [*order, *[spell] * more]
        for _gone in range(min(-more, order.count(spell))):
            order = [*reversed(_without(spell, [*reversed(order)]))]
    return order


def _without(spell: str, order: list[str]) -> list[str]:
    at = order.index(spell)
    return [*order[:at], *order[at + 1 :]]


def _with_holds(state: State, result: Result) -> State:
    """The state with the holds that the act set."""
    records = dict(state.records)
    for effect in result.effects:
        if effect.field.startswith("hold.") and effect.on in records:
            one = records[effect.on]
            records[effect.on] = type(one)(one.kind, {**one.fields, effect.field: effect.set})
    return State(records, state.pending)


def due_at(action: str, state: State, who: str | None) -> tuple[Due, ...]:
    """What comes just before a turn of `who`, and before a scene is over."""
    now = now_of(state)
    if action == "table.begin_turn" and who is not None:
        return due_on_turn(state, who, now)
    return due_at_scene_end(state, now) if action == "table.end_scene" else ()


def set_going(before: State, after: State) -> tuple[FollowUp, ...]:
    """Temporary damage and healing are kept in their order, since the newest goes first (PAN-TEMP-01).

    A track has as many boxes as Size and Stamina say, whatever changed them (PAN-HEALTH-01).
    """
    boxes = tuple(found for ident, one in after.records.items() for found in _boxes(ident, one))
    return (*_ordered(before, after), *((FollowUp("PAN-HEALTH-01", boxes),) if boxes else ()))


def _boxes(ident: str, one: RecordState) -> Iterator[Effect]:
    fields = one.fields
    size, stamina, track = (fields.get(name) for name in ("traits.size", "traits.stamina", "health"))
    if not size or stamina is None or track is None:
        return
    # A box that a wound is marked in goes when the wound does.
    boxes = min(60, max(size + stamina, sum(as_whole(track[kind]) for kind in WOUNDS)))
    if boxes != track["boxes"]:
        yield set_to(ident, "health", {**track, "boxes": boxes})


def _ordered(before: State, after: State) -> tuple[FollowUp, ...]:
    effects = []
    for ident, one in after.records.items():
        was = before.records.get(ident)
        order = list(one.fields.get("temporary_order") or ())
        kept = _in_order(order, temporary_of(one), temporary_of(was) if was else {})
        if kept != order:
            effects.append(set_to(ident, "temporary_order", kept))
    return (FollowUp("PAN-TEMP-01", tuple(effects)),) if effects else ()


PROCEDURES: Final = Procedures(
    allowed=allowed,
    contradicts=contradicts,
    follows=follows,
    asks=asks,
    answers=answers,
    due=due,
    running=running,
    set_going=set_going,
    due_at=due_at,
    turn_begins=at_turn_start,
    round_ends=at_round_end,
    fight_ends=at_fight_end,
    scene_ends=at_scene_end,
    in_fight=in_fight,
    waits_for=waits_for,
    moot=moot,
)
"""What the system says around its actions."""
