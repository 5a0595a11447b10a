"""What an act of the system brings along in the same act, whom it asks, and which questions it answers."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

import msgspec
from msgspec import Struct

from rules.kernel.effects import Effect, set_to
from rules.kernel.procedure import FollowUp, Question, State
from rules.kernel.procedures import Procedures
from rules.kernel.result import Result
from rules.kernel.values import Value
from rules.sorcerer.allowed import ANSWER, BANISH, BIND, CHECK, COMPLETE, RECOVER, SHEET, allowed, waits_for
from rules.sorcerer.alter_contact import AlterContactInput
from rules.sorcerer.attacks import ResolveAttackInput
from rules.sorcerer.attempts import Came, left_by
from rules.sorcerer.banish import BanishInput
from rules.sorcerer.bind import BindInput
from rules.sorcerer.characters import CreateCharacterInput, CreateCharacterOutcome
from rules.sorcerer.contact import ContactInput, ContactOutcome
from rules.sorcerer.contradicts import contradicts, is_that_check
from rules.sorcerer.demons import CreateDemonInput, CreateDemonOutcome
from rules.sorcerer.due import due, running
from rules.sorcerer.helping import answered_by, asks_helpers
from rules.sorcerer.humanity import HumanityCheckInput
from rules.sorcerer.incapacity import spent_override
from rules.sorcerer.modifiers import RANGES
from rules.sorcerer.moot import GONE, moot
from rules.sorcerer.possession import PossessInput
from rules.sorcerer.progress import progress
from rules.sorcerer.recovery import RecoverInput
from rules.sorcerer.resting import after_rest, as_conflict_begins
from rules.sorcerer.rollover import left_to_carry
from rules.sorcerer.round_abilities import abilities_used
from rules.sorcerer.rounds import ConflictRoundInput
from rules.sorcerer.scene_end import at_scene_end
from rules.sorcerer.state import asked, stored
from rules.sorcerer.summon import SummonInput, SummonOutcome
from rules.sorcerer.turns import turns_pass
from rules.sorcerer.unrest import asked_of_gm, body_returned, body_taken, no_longer_asked

LEFT_BEHIND: Final = (
    "uses",
    "withdrawal_days",
    "need_unmet_days",
    "temporary",
    "lasting",
    "incoming_temporary",
    "incoming_lasting",
    "wounds",
)
"""What a demon is rid of as it leaves this reality (SOR-BANISH-12)."""

Texts = Mapping[str, Value | Struct | Sequence[Struct]]
"""Fields of a sheet as its input has them."""

CHECK_CLAUSES: Final = {
    "sorcerer.contact": "SOR-CONTACT-13",
    "sorcerer.summon": "SOR-SUMMON-10",
    "sorcerer.bind": "SOR-BIND-12",
    "sorcerer.banish": "SOR-BANISH-10",
    "sorcerer.demon_death": "SOR-DEATH-04",
}


def follows(action: str, given: Struct, result: Result, state: State) -> tuple[FollowUp, ...]:
    """The changes that clauses make the application carry out after a result, in order.

    `state` is the one before the act; `given` is the typed input of `action`.
    """
    return (
        *filter(None, (_own(given, result, state),)),
        *_afterwards(given, result, state),
        *progress(action, given, result.outcome, state),
        *turns_pass(action, given, result, state),
        *spent_override(given, state),
        *(one for effect in result.effects if _is_departure(effect) for one in _departure(effect, state)),
        *left_to_carry(given, result.outcome, state),
        *left_by(action, given, Came.of(result.outcome), state),
    )


def asks(action: str, given: Struct, result: Result, state: State) -> tuple[Question, ...]:
    """The questions that a result raises: what the GM has to answer or to say, checks that are due."""
    return (
        *_answer(given, result),
        *_checks(action, result, state),
        *_first_demon(given, result, state),
        *_need(given, result, state),
        *asked_of_gm(given, result, state),
        *asks_helpers(given, state),
    )


def answers(action: str, given: Struct, result: Result, state: State) -> tuple[str, ...]:
    """The ids of the open questions that an act answers, or that ask nothing any more after it."""
    return (
        *_answered(given, result, state),
        *_bound_or_gone(given, result, state),
        *no_longer_asked(given, result, state),
        *dict.fromkeys(answered_by(given, result.effects, state)),
    )


def need_asked(state: State, sorcerer: str, demon: str) -> bool:
    """Whether the GM is asked now whether a Binding of these two meets the demon's Need (SOR-DEMON-06)."""
    return any(
        question.who == sorcerer and question.data.get("demon") == demon for question in asked(state, BIND)
    )


def resistance_asked(state: State, sorcerer: str, demon: str) -> bool:
    """Whether the GM is asked now whether a demon that this sorcerer Banishes resists (SOR-BANISH-11)."""
    return any(
        question.who == sorcerer and question.data.get("demon") == demon for question in asked(state, BANISH)
    )


def _own(given: Struct, result: Result, state: State) -> FollowUp | None:
    """What an action brings that no other does."""
    match given:
        case CreateCharacterInput():
            return _character_texts(given, result)
        case CreateDemonInput():
            return _demon_texts(given, result)
        case AlterContactInput():
            return _unfinished_abilities(given, result, state)
        case BindInput():
            return _shared_binding(given)
        case ConflictRoundInput():
            return abilities_used(given, state)
    return None


def _afterwards(given: Struct, result: Result, state: State) -> Iterator[FollowUp]:
    if isinstance(given, RecoverInput):
        yield from after_rest(given, result, state)
    if isinstance(given, ConflictRoundInput | ResolveAttackInput):
        yield from as_conflict_begins(state)
    if isinstance(given, PossessInput) and getattr(result.outcome, "possessed", False):
        yield from filter(None, (*_earlier_host(given, state), body_taken(given, state)))


def _answered(given: Struct, result: Result, state: State) -> tuple[str, ...]:
    if isinstance(given, HumanityCheckInput):
        return _checks_answered(given, result, state)
    if isinstance(given, CreateDemonInput) and _is_valid(result):
        return tuple(
            question.id for question in asked(state, COMPLETE) if question.data.get("demon") == given.demon.id
        )
    if isinstance(given, CreateCharacterInput) and _is_valid(result):  # SOR-PRICE-03
        return tuple(one.id for one in asked(state, SHEET) if one.who == given.character.id)
    if isinstance(given, RecoverInput):
        return tuple(one.id for one in asked(state, RECOVER) if one.who == given.character.id)
    if isinstance(given, AlterContactInput | SummonInput):
        ends_it = isinstance(given, AlterContactInput) or Came.of(result.outcome).success
        open_ones = asked(state, ANSWER) if ends_it else ()
        return tuple(one.id for one in open_ones if one.data.get("contact") == given.contact.id)
    return ()


PROCEDURES: Final = Procedures(
    allowed=allowed,
    contradicts=contradicts,
    follows=follows,
    asks=asks,
    answers=answers,
    due=due,
    running=running,
    scene_ends=at_scene_end,
    waits_for=waits_for,
    moot=moot,
    ranges=RANGES,
)
"""What the system says around its actions."""


def _checks_answered(given: HumanityCheckInput, result: Result, state: State) -> tuple[str, ...]:
    """The oldest check that is just so; with no Humanity left none can be made any more (SOR-HUMANITY-13)."""
    if getattr(result.outcome, "zeroed", False):
        return tuple(question.id for question in asked(state, CHECK) if question.who == given.character.id)
    return tuple(question.id for question in asked(state, CHECK) if is_that_check(question, given))[:1]


def _is_departure(effect: Effect) -> bool:
    return effect.field == "state" and effect.set in GONE


def _departure(effect: Effect, state: State) -> Iterator[FollowUp]:
    """What tied a demon to this place ends with its stay (SOR-BANISH-12)."""
    demon = effect.on
    host = stored(state, demon, "host")
    freed = (set_to(host, "possessed_by", None),) if host is not None else ()
    cleared = (set_to(demon, name, 0) for name in LEFT_BEHIND)
    yield FollowUp("SOR-BANISH-12", (set_to(demon, "host", None), *freed, *cleared))
    returned = body_returned(state, host) if host is not None else None
    if returned is not None:
        yield returned


def _character_texts(given: CreateCharacterInput, result: Result) -> FollowUp | None:
    """A valid sheet's texts are stored as given (SOR-CREATE-11)."""
    if not _is_valid(result):
        return None
    sheet = given.character
    texts: Texts = {
        "descriptors": sheet.descriptors,
        "cover_name": sheet.cover.name,
        "cover_score": sheet.cover.score,
        "telltale": sheet.telltale,
        "price_name": sheet.price.name,
        "kicker": sheet.kicker,
        "background": sheet.background,
        "starting_demon": sheet.starting_demon,
    }
    return FollowUp("SOR-CREATE-11", tuple(set_to(sheet.id, name, value) for name, value in _plain(texts)))


def _demon_texts(given: CreateDemonInput, result: Result) -> FollowUp | None:
    """A valid sheet completes the demon (SOR-DEMON-25)."""
    if not _is_valid(result):
        return None
    sheet = given.demon
    details = {
        ability.name: {"user": ability.user, "target": ability.target, "effect": ability.effect}
        for ability in sheet.abilities
    }
    texts: Texts = {
        "name": sheet.name,
        "type": sheet.type,
        "telltale": sheet.telltale,
        "abilities": [ability.name for ability in sheet.abilities],
        "ability_details": details,
        "need": sheet.need,
        "desire": sheet.desire,
        "complete": True,
    }
    return FollowUp("SOR-DEMON-25", tuple(set_to(sheet.id, name, value) for name, value in _plain(texts)))


def _unfinished_abilities(given: AlterContactInput, result: Result, state: State) -> FollowUp | None:
    """An Ability that was swapped in still lacks user, target and effects (SOR-DEMON-25)."""
    swapped = any(effect.field == "abilities" for effect in result.effects)
    if not swapped or not stored(state, given.demon.id, "complete", False):
        return None
    return FollowUp("SOR-DEMON-25", (set_to(given.demon.id, "complete", False),))


def _shared_binding(given: BindInput) -> FollowUp | None:
    """Where masters may share a demon, no Binding claims it alone (SOR-BIND-10)."""
    if not given.settings.shared_binding:
        return None
    return FollowUp("SOR-BIND-10", (set_to(given.binding_id, "sole", False),))


def _earlier_host(given: PossessInput, state: State) -> tuple[FollowUp | None, ...]:
    """A Possessor that moves on leaves the body that it had (SOR-DEMON-23)."""
    host = stored(state, given.demon.id, "host")
    if host in (None, given.target.id):
        return ()
    return FollowUp("SOR-DEMON-23", (set_to(host, "possessed_by", None),)), body_returned(state, host)


def _answer(given: Struct, result: Result) -> Iterator[Question]:
    """The GM may answer a Contact with another demon than the one described (SOR-CONTACT-04)."""
    outcome = result.outcome
    if not isinstance(given, ContactInput) or not isinstance(outcome, ContactOutcome):
        return
    if outcome.changes or outcome.power_raise:
        yield Question(
            question=ANSWER,
            for_role="gm",
            who=given.sorcerer.id,
            clause="SOR-CONTACT-04",
            optional=False,
            data={
                "contact": given.contact_id,
                "demon": given.demon.id,
                "changes": outcome.changes,
                "power_raise": outcome.power_raise,
            },
        )


def _checks(action: str, result: Result, state: State) -> Iterator[Question]:
    """The checks that are due; with no Humanity left none can be made (SOR-HUMANITY-13)."""
    for check in getattr(result.outcome, "due", ()):
        if stored(state, check.who, "humanity", 1) == 0:
            continue
        yield Question(
            question=check.action,
            for_role="player",
            who=check.who,
            clause="SOR-RITUAL-10" if check.basis == "thematic" else CHECK_CLAUSES[action],
            optional=check.optional,
            data={"change": check.change, "basis": check.basis, "demon": check.demon, "after": action},
        )


def _first_demon(given: Struct, result: Result, state: State) -> Iterator[Question]:
    """The demon that a character begins with gets its Need, and so its whole sheet, from the GM (SOR-DEMON-06)."""
    if not isinstance(given, CreateCharacterInput) or not _is_valid(result):
        return
    demon = given.character.starting_demon
    if demon is not None and not stored(state, demon, "complete", False):
        yield Question(
            question=COMPLETE,
            for_role="gm",
            who=demon,
            clause="SOR-DEMON-06",
            optional=False,
            data={"demon": demon, "starting_for": given.character.id},
        )


def _need(given: Struct, result: Result, state: State) -> Iterator[Question]:
    """Of a demon that is here to be Bound, the GM says whether its Need and Desire are met (SOR-DEMON-06)."""
    match given, result.outcome:
        case SummonInput(), SummonOutcome(success=True, bound=False):
            sorcerer: str | None = given.sorcerer.id
        case CreateDemonInput(), CreateDemonOutcome(valid=True):
            sorcerer = given.starting_for
        case _:
            return
    if sorcerer is not None and not need_asked(state, sorcerer, given.demon.id):
        yield Question(
            question=BIND,
            for_role="gm",
            who=sorcerer,
            clause="SOR-DEMON-06",
            optional=False,
            data={"demon": given.demon.id},
        )


def _bound_or_gone(given: Struct, result: Result, state: State) -> Iterator[str]:
    """What the GM is asked of a Binding ends with that Binding, with another's, and with the demon's stay.

    What is asked of a Banishing ends with it.
    """
    gone = {effect.on for effect in result.effects if _is_departure(effect)}
    for question in asked(state, BANISH):
        demon = question.data.get("demon")
        tried = isinstance(given, BanishInput) and (given.sorcerer.id, given.demon.id) == (
            question.who,
            demon,
        )
        if demon in gone or tried:
            yield question.id
    for question in asked(state, BIND):
        demon = question.data.get("demon")
        is_bound = isinstance(given, BindInput) and _is_bound(given, question.who, str(demon))
        if demon in gone or is_bound:
            yield question.id


def _is_bound(given: BindInput, sorcerer: str | None, demon: str | None) -> bool:
    is_theirs = given.sorcerer.id == sorcerer or not given.settings.shared_binding  # SOR-BIND-10
    return given.demon.id == demon and is_theirs


def _is_valid(result: Result) -> bool:
    """Whether a sheet was found sound."""
    outcome = result.outcome
    return isinstance(outcome, CreateCharacterOutcome | CreateDemonOutcome) and outcome.valid


def _plain(texts: Texts) -> Iterable[tuple[str, Value]]:
    """Fields and values in plain JSON: lists for tuples, mappings for Structs."""
    plain: dict[str, Value] = msgspec.json.decode(msgspec.json.encode(texts))
    return plain.items()
