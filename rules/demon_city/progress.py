"""How far a round of Action has come: what an act leaves on its people and its Clashes.

What somebody announced, on whose side they stand, how many cards were counted and how far they have come stands on
their own record and is said anew by each act. A Clash knows its people and their sides. Nothing names the round but
announcements, so that nothing else depends on its beginning.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import msgspec
from msgspec import Struct

from rules.demon_city.allowed import CHASE, CLASH, DAMAGE, ORDER, is_over, open_questions, stage_of
from rules.demon_city.announcing import AnnounceInput, AnnounceOrderInput
from rules.demon_city.chase import ChaseInput, ChaseOpen, ChaseOutcome
from rules.demon_city.clash_input import ClashInput, Participant
from rules.demon_city.clash_outcome import ClashOpen, ClashOutcome
from rules.demon_city.contestants import Contestant, Side
from rules.demon_city.counting import ThrowCount, ThrowCountInput
from rules.demon_city.decks import Decks
from rules.demon_city.health import Damage, DamageInput
from rules.demon_city.recovering import Calm, CalmInput, RecoverInput
from rules.demon_city.sorting import SortClashesInput, SortedClashes
from rules.demon_city.static_throw import StaticThrow, StaticThrowInput
from rules.demon_city.types import Cards
from rules.demon_city.worked_out import AUTOMATIC
from rules.kernel.effects import Effect, set_to
from rules.kernel.procedure import FollowUp, RecordState, State
from rules.kernel.types import Input
from rules.kernel.values import Values

ANNOUNCE: Final = "demon_city.announce"
COUNT: Final = "demon_city.throw_count"
SORT: Final = "demon_city.sort_clashes"
STATIC: Final = "demon_city.static_throw"
GET_UP: Final = "demon_city.recover_toughness"
CALM: Final = "demon_city.calm"
HOW: Final = {"attacks_by": "approach", "shot_skill": "skill", "power_stat": "stat", "power_resist": "resist"}
"""How somebody attacks, by the field that keeps it: what the announcement calls it."""
NEXT_ROUND: Final[Values] = {
    "deed": None,
    "deed_came": None,
    "aims": [],
    **dict.fromkeys(HOW),
    "counted_from": None,
    "counted_throws": None,
    "counted_as": None,
    "tried_up": False,
    "tried_calm": False,
}
"""What a new round begins with: who announces the same again says something new by it."""
CLAUSES: Final = {
    ORDER: "DEC-ROUND-05",
    ANNOUNCE: "DEC-ROUND-10",
    COUNT: "DEC-ROUND-17",
    SORT: "DEC-CLASH-03",
    STATIC: "DEC-ROUND-19",
    CLASH: "DEC-CLASH-07",
    CHASE: "DEC-CLASH-29",
    DAMAGE: "DEC-DMG-09",
    GET_UP: "DEC-DMG-08",
    CALM: "DEC-CALM-05",
}
LEAVES_MARKS: Final = frozenset(CLAUSES) - {DAMAGE}
"""The actions that leave anything by what their steps say: of harm these do not say whose it was."""
THROWN_FOR: Final = frozenset({"escape", "other"})
"""What may need a throw of its own where it is in nobody's way: moving alone does not (DEC-ROUND-12)."""

Came = ClashOpen | ClashOutcome | ChaseOpen | ChaseOutcome
"""What a flip came to."""


class WaitingFlip(Input):
    """A flip whose cards lie in view while allies who tie say who comes first (DEC-CLASH-08)."""

    cards: Cards
    sides: tuple[Side, ...]
    participants: tuple[Participant, ...] = ()
    drivers: tuple[Contestant, ...] = ()
    decks: Decks = Decks()
    """As they were before it."""


def progress(action: str, given: Struct, outcome: Struct | None, state: State) -> tuple[FollowUp, ...]:
    """What an act leaves of the round, under the clause that counts on it later."""
    effects = tuple(_left(given, outcome, state))
    return (FollowUp(CLAUSES[action], effects),) if effects else ()


def at_action_end(state: State) -> tuple[FollowUp, ...]:
    """The round under way is over with the Action that it belongs to: nobody is at any stage of it (DEC-ROUND-21).

    Nor does anybody throw any more for what they announced against somebody who did nothing.
    """
    people = ((who, one) for who, one in state.records.items() if one.kind == "demon_city.character")
    attacks = (one for one in state.pending if one.question == STATIC and one.data.get("target") is not None)
    effects = (
        *(set_to(who, "stage", None) for who, one in people if one.fields.get("stage")),
        *(set_to(one.id, "state", "struck") for one in attacks),
    )
    return (FollowUp("DEC-ROUND-21", effects),) if effects else ()


def _left(given: Struct, outcome: Struct | None, state: State) -> Iterator[Effect]:
    match given, outcome:
        case AnnounceOrderInput(), _:
            return _by_order(given, state)
        case AnnounceInput(), _:
            return _by_announcing(given, state)
        case ThrowCountInput(), ThrowCount():
            return _by_counting(given, outcome, state)
        case SortClashesInput(), SortedClashes():
            return _by_sorting(given, outcome, state)
        case StaticThrowInput(), StaticThrow():
            return _by_throwing(given, outcome, state)
        case ClashInput() | ChaseInput(), ClashOpen() | ClashOutcome() | ChaseOpen() | ChaseOutcome():
            return _by_flipping(given, outcome, state)
        case DamageInput(), Damage():
            return _by_harm(given.target.id, outcome, state)
        case RecoverInput(), _:
            return _by_getting_up(given, state)
        case CalmInput(), Calm(panicked=True):
            return _by_losing_calm(given.character.id, state)
    return iter(())


def _by_order(given: AnnounceOrderInput, state: State) -> Iterator[Effect]:
    for one in given.characters:
        stands = state.records.get(one.id)
        goes_on = stands is not None and stands.fields.get("stage") is not None
        last = stands.fields.get("counted_from") if stands and goes_on else None
        yield from _changed(state, one.id, {"last_count": last, **NEXT_ROUND})
        yield from _said(one.id, {"stage": "announcing"})


def _by_announcing(given: AnnounceInput, state: State) -> Iterator[Effect]:
    how: Values = {kept: getattr(given, said) for kept, said in HOW.items()}
    yield from _said(given.character.id, {"deed": given.kind, "aims": list(given.targets)})
    yield from _changed(state, given.character.id, how)
    for who in _counted_too_early(given.character.id, given.targets, state):
        yield from _changed(state, who, {"counted_throws": None, "counted_as": None})


def _counted_too_early(announcer: str, targets: Sequence[str], state: State) -> Iterator[str]:
    """Whose number an announcement may change: whom it is aimed at, and who aims at whoever makes it (DEC-ROUND-17)."""
    for who, one in state.records.items():
        is_counted = one.kind == "character" and one.fields.get("counted_throws") is not None
        if is_counted and (who in targets or announcer in one.fields.get("aims", ())):
            yield who


def _by_counting(given: ThrowCountInput, outcome: ThrowCount, state: State) -> Iterator[Effect]:
    if given.context == "action" and _under_way(state):
        yield from _said(outcome.id, {"counted_throws": outcome.throws, "counted_as": outcome.count})
        yield from _said(outcome.id, {"counted_from": _remembered(given, outcome, state)})


def _remembered(given: ThrowCountInput, outcome: ThrowCount, state: State) -> Values:
    """What the number was made of, as `Remembered`; of the same again what it was made of before (DEC-ROUND-18)."""
    stands = state.records.get(outcome.id, RecordState("", {})).fields
    last = stands.get("last_count") if given.previous is not None else None
    found = [one.source for one in given.thrower.modifiers if one.source in AUTOMATIC]
    return {
        "deed": given.kind,
        "targets": list(stands.get("aims", ())),
        "stat": given.thrower.stat,
        "versus": given.versus,
        "sources": last["sources"] if last else found,
        "injured": given.thrower.injured,
        "again": outcome.again,
    }


def _by_sorting(given: SortClashesInput, outcome: SortedClashes, state: State) -> Iterator[Effect]:
    """The Clashes and the chase that were made for this sorting are told their people, in the order of the groups."""
    sides = {action.id: action.side for action in given.actions}
    for action in given.actions:
        yield from _changed(state, action.id, {"deed": action.kind, "aims": list(action.targets)})
        yield from _said(action.id, {"side": action.side})
    if _under_way(state) is None:
        return
    for action in given.actions:
        stage = "settled" if action.id in outcome.uncontested else "face_down"
        yield from _said(action.id, {"stage": stage})
    chases = [outcome.drivers] if outcome.drivers else []
    for kind, groups in (("clash", outcome.clashes), ("chase", chases)):
        for made, people in zip(_made_for_it(state, kind), groups, strict=False):
            yield from _people(state, made, people, sides)


def _by_throwing(given: StaticThrowInput, outcome: StaticThrow, state: State) -> Iterator[Effect]:
    """Whoever announced what is in nobody's way throws for it once; any more is the Host's to say (DEC-THROW-09)."""
    who = state.records.get(given.thrower.id, RecordState("", {})).fields
    if given.target is None and who.get("stage") and who.get("deed") in THROWN_FOR:
        came = "success" if outcome.success else "failure"
        yield from _said(given.thrower.id, {"deed_came": came if outcome.grade == "plain" else outcome.grade})


def _by_flipping(given: ClashInput | ChaseInput, outcome: Came, state: State) -> Iterator[Effect]:
    flipped = given.clash.id if isinstance(given, ClashInput) else given.chase.id
    people = given.participants if isinstance(given, ClashInput) else given.drivers
    sides = {one.id: one.side for one in people}
    yield from _people(state, flipped, list(sides), sides)
    if isinstance(outcome, ClashOpen | ChaseOpen):
        yield set_to(flipped, "state", outcome.result)
        yield set_to(flipped, "waiting", _waiting(given, outcome))
        return
    if isinstance(outcome, ChaseOutcome):  # a Clash says so by itself
        yield set_to(flipped, "state", outcome.result)
    yield from _changed(state, flipped, {"waiting": None})
    for who in sides:
        if stage_of(state, who) == "face_down":
            yield from _said(who, {"stage": "settled"})
    if isinstance(outcome, ClashOutcome):
        yield from _hit(outcome, state)


def _waiting(given: ClashInput | ChaseInput, outcome: ClashOpen | ChaseOpen) -> Values:
    told: Values = msgspec.to_builtins(given)
    kept = {name: told[name] for name in WaitingFlip.__struct_fields__ if name in told}
    return {"cards": [card for hand in outcome.hands for card in hand.cards], **kept}


def _hit(outcome: ClashOutcome, state: State) -> Iterator[Effect]:
    """Whoever is hit remembers by whom: getting up again is as hard as that attack was severe (DEC-DMG-09)."""
    for attack in outcome.attacks:
        for target in attack.targets:
            if _kind(state, target) == "character":
                yield from _said(target, {"hit_by": attack.by})


def _by_harm(who: str, outcome: Damage, state: State) -> Iterator[Effect]:
    """Harm that was asked for is its attacker's; of any other nobody is known, so no old one counts (DEC-DMG-09)."""
    asked = (one.data.get("attacker") for one in open_questions(state, DAMAGE) if one.who == who)
    if outcome.damage != 0:
        yield from _changed(state, who, {"hit_by": next(asked, None)})


def _by_getting_up(given: RecoverInput, state: State) -> Iterator[Effect]:
    if _under_way(state):
        yield from _said(given.character.id, {"tried_up": True})


def _by_losing_calm(who: str, state: State) -> Iterator[Effect]:
    if _under_way(state):
        yield from _said(who, {"tried_calm": True})
    yield from _by_panic(who, state)


def _by_panic(who: str, state: State) -> Iterator[Effect]:
    """Whoever fails Calm has no action this round: they leave the Clash whose cards still lie face down.

    Whom it leaves without a foe, it leaves without a Clash.
    """
    for record, left in clashes_without(who, state):
        is_over = not left
        stands = {"state": "tied"} if is_over else {"people": left}
        yield from _changed(state, record, stands)
        for other in (who, *(state.records[record].fields["people"] if is_over else ())):
            yield from _said(other, {"stage": "settled"})
        yield from _said(who, {"deed": None, "aims": []})


def clashes_without(who: str, state: State) -> Iterator[tuple[str, list[str]]]:
    """The Clash or chase that lies face down and has somebody in it, with whom it has besides: nobody of one side."""
    if stage_of(state, who) != "face_down":
        return
    for record, one in state.records.items():
        people = list(one.fields.get("people", ()))
        if one.kind in ("clash", "chase") and one.fields.get("state") == "open" and who in people:
            left = [other for other in people if other != who]
            sides = {one.fields.get(f"side.{other}") for other in left}
            yield record, left if len(sides) > 1 else []


def _people(state: State, record: str, people: Sequence[str], sides: Mapping[str, str]) -> Iterator[Effect]:
    stands = {f"side.{one}": sides[one] for one in people}
    return _changed(state, record, {"people": list(people), **stands})


def _made_for_it(state: State, kind: str) -> list[str]:
    """The records of a kind that nobody is in yet, in the order in which they were made."""
    found = state.records.items()
    return [record for record, one in found if one.kind == kind and not one.fields.get("people")]


def _under_way(state: State) -> str | None:
    """The newest round, unless it is over."""
    rounds = [(record, one) for record, one in state.records.items() if one.kind == "round"]
    return rounds[-1][0] if rounds and not is_over(state, rounds[-1][1]) else None


def _said(record: str, marks: Values) -> Iterator[Effect]:
    """Marks, said even where they stand so already: an undo of what said so before leaves them then."""
    return (set_to(record, name, value) for name, value in marks.items())


def _changed(state: State, record: str, values: Values) -> Iterator[Effect]:
    """What is otherwise than stored; a record that the state does not hold is told all of it."""
    stored = state.records.get(record, RecordState("", {})).fields
    for name, value in values.items():
        if name not in stored or stored[name] != value:
            yield set_to(record, name, value)


def _kind(state: State, record: str) -> str | None:
    return state.records[record].kind if record in state.records else None
