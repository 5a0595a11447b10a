"""Calling a demon: the Contact and its prolonging (SOR-CONTACT)."""

from typing import Annotated, Literal

from msgspec import Meta

from rules.kernel.action import Chances
from rules.kernel.draws import Draws
from rules.kernel.effects import Effect, change_by, set_to
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import GM, PLAYER, PROCEDURE, New, by, record
from rules.kernel.parsing import check_distinct, wrong
from rules.kernel.result import Result, cite
from rules.kernel.types import Id, Input, Text
from rules.kernel.values import Value
from rules.sorcerer import contest as contests
from rules.sorcerer import rites
from rules.sorcerer.contest import Contest, ContestOutcome, PoolPart, Pools
from rules.sorcerer.modifiers import Base, Ritual
from rules.sorcerer.odds import contest_chances
from rules.sorcerer.types import Binding, Count, DemonState, DemonType, Score, SorcererInput

ContactState = Literal["open", "closed"]
AbilityName = Annotated[str, Meta(min_length=1, max_length=100)]


class Caller(rites.Performer):
    strain_lore: Score = 0


class CalledDemon(Input):
    """The demon as it is asked for, or as it is known."""

    id: Id
    type: DemonType
    abilities: tuple[AbilityName, ...]
    desire: Text
    power: Score
    state: DemonState
    bindings: tuple[Binding, ...] = ()

    def __post_init__(self) -> None:
        check_distinct("abilities", self.abilities)
        check_distinct("bindings", (binding.sorcerer for binding in self.bindings))


class ProlongedContact(Input):
    id: Id
    victories: Count
    state: ContactState


class ContactInput(SorcererInput):
    sorcerer: Annotated[Caller, record("character", "demon")]
    demon: Annotated[CalledDemon, record("demon"), by("SOR-CONTACT-01")]
    contact: Annotated[ProlongedContact | None, record("contact"), by("SOR-CONTACT-10")] = None
    contact_id: Annotated[Id | None, New("contact")] = None
    by_name: Annotated[bool, PROCEDURE] = False
    snapshot: Annotated[bool, PLAYER, by("SOR-RITUAL-06")] = False
    sacrifice: Annotated[bool, PLAYER, by("SOR-RITUAL-10")] = False
    retry: Annotated[bool, PROCEDURE] = False
    helped: Annotated[rites.Help, PROCEDURE] = 0
    modifiers: Annotated[Ritual, GM] = ()
    opposing_modifiers: Annotated[Base, GM] = ()

    def __post_init__(self) -> None:
        if self.contact is None and self.contact_id is None:
            raise wrong("contact_id", "a new Contact needs an id")
        if self.contact is not None and self.contact_id is not None:
            raise wrong("contact_id", "a prolonged Contact already has an id")


class ContactOutcome(ContestOutcome):
    """`prolonged`: an open Contact was kept open; `changes` and `power_raise`: how much the GM may change in answer."""

    prolonged: bool
    changes: int
    power_raise: int
    due: tuple[rites.DueCheck, ...]


def contact(given: ContactInput, draws: Draws) -> Result:
    """Call a demon, or keep a Contact open for longer (SOR-CONTACT, SOR-BIND-18)."""
    rolled = contests.roll(contact_pools(given), given.settings.die, draws)
    success = rolled.winner == "acting"
    called = success and given.contact is None
    changes, power_raise = _answer_allowed(given, rolled) if called else (0, 0)
    ritual = rites.ritual_due(given.sorcerer.id, given.demon.id) if called else ()  # SOR-CONTACT-13
    outcome = ContactOutcome(
        contest=rolled,
        success=success,
        victories=contests.acting_victories(rolled),
        prolonged=success and given.contact is not None,  # SOR-CONTACT-10
        changes=changes,
        power_raise=power_raise,
        due=(*rites.sacrifice_due(given.sorcerer.id, given.modifiers, brought=given.sacrifice), *ritual),
    )
    first = rites.begin(given.sorcerer, retry=given.retry, strains=("stamina", "lore"))  # SOR-CONTACT-05
    effects = (*first, *(_stored(given, outcome) if success else ()))
    return Result(
        outcome, effects, cite(*_roll_clauses(given), *contests.clauses_of(rolled), *_after(outcome))
    )


def contact_odds(given: ContactInput) -> Chances:
    """The odds of the contest."""
    return contest_chances(contact_pools(given), given.settings.die, cite(*_roll_clauses(given)))


def contact_pools(given: ContactInput) -> Pools:
    """Both pools of a Contact, or the first rule that forbids it."""
    _refuse(given)
    acting = caller_parts(
        rites.lore_of(given.sorcerer),
        strain=given.sorcerer.strain_lore + given.retry,  # SOR-CONTACT-05
        penalties=given.sorcerer.penalties,
        binding=rites.tie_of(given.demon.bindings, given.sorcerer.id),
        rollover=given.contact.victories if given.contact else 0,  # SOR-CONTACT-10
        snapshot=given.snapshot,
    )
    return contests.build_pools(
        (*acting, *rites.awards_of(given)),
        (contests.score_part("power", given.demon.power), *contests.awarded(given.opposing_modifiers)),
    )


def caller_parts(
    lore: int, *, strain: int, penalties: int, binding: int, snapshot: bool, rollover: int = 0
) -> tuple[PoolPart, ...]:
    """What stands for the caller in a Contact (SOR-CONTACT-02, SOR-CONTACT-12)."""
    return (
        contests.score_part("lore", rites.in_rite(lore, snapshot)),
        *contests.other_parts(
            ("strain", -strain), ("penalties", -penalties), ("binding", binding), ("rollover", rollover)
        ),
    )


def _refuse(given: ContactInput) -> None:
    demon, settings = given.demon, given.settings
    rites.refuse_rite(given)
    rites.refuse_two_masters(demon.bindings, settings)
    if demon.state == "annihilated":
        raise RuleViolation("this demon no longer exists", field="input.demon.state", clause="SOR-DEATH-05")
    if given.contact is None and demon.state == "contacted":
        raise RuleViolation(
            "this demon is already in Contact", field="input.demon.state", clause="SOR-CONTACT-09"
        )
    if given.contact is not None and given.contact.state != "open":
        raise RuleViolation(
            "only an open Contact can be prolonged", field="input.contact.state", clause="SOR-CONTACT-09"
        )
    if demon.state == "present" and not settings.contact_present:
        raise RuleViolation(
            "this demon is already here in the flesh", field="input.demon.state", clause="SOR-CONTACT-15"
        )
    described = given.contact is None and not given.by_name
    if described and demon.power < len(demon.abilities):
        raise RuleViolation(
            f"Power {demon.power} is less than the {len(demon.abilities)} Abilities asked for",
            field="input.demon.power",
            clause="SOR-CONTACT-03",
        )


def _answer_allowed(given: ContactInput, rolled: Contest) -> tuple[int, int]:
    if given.by_name and given.settings.named_contact == "exact":  # SOR-CONTACT-08
        return 0, 0
    lowest = rolled.acting.faces[-1]
    beating = sum(face > lowest for face in rolled.opposing.faces)  # SOR-CONTACT-06
    return min(beating, 2 + len(given.demon.abilities)), rolled.victories  # SOR-CONTACT-07


def _stored(given: ContactInput, outcome: ContactOutcome) -> tuple[Effect, ...]:
    hours = given.settings.contact_hours
    if given.contact is not None:
        ident = given.contact.id
        return (change_by(ident, "hours", hours), set_to(ident, "victories", outcome.victories))
    called = () if given.demon.state == "present" else (set_to(given.demon.id, "state", "contacted"),)
    fields: dict[str, Value] = {
        "sorcerer": given.sorcerer.id,
        "demon": given.demon.id,
        "state": "open",
        "victories": outcome.victories,
        "hours": hours,
        "changes": outcome.changes,
        "power_raise": outcome.power_raise,
    }
    ident = given.contact_id or ""
    return (*called, *(set_to(ident, name, value) for name, value in fields.items()))


def _roll_clauses(given: ContactInput) -> tuple[str | None, ...]:
    return (
        "SOR-CONTACT-02",
        "SOR-CONTACT-10" if given.contact else None,
        "SOR-CONTACT-08" if given.by_name else None,
        None if given.contact or given.by_name else "SOR-CONTACT-03",
        "SOR-CONTACT-12" if given.snapshot else None,
        "SOR-CONTACT-05" if given.retry else None,
        "SOR-BIND-18" if rites.tie_of(given.demon.bindings, given.sorcerer.id) else None,
        *rites.clauses_of(given),
    )


def _after(outcome: ContactOutcome) -> tuple[str | None, ...]:
    new = outcome.success and not outcome.prolonged
    return (
        "SOR-CONTACT-06" if outcome.changes else None,
        "SOR-CONTACT-07" if outcome.power_raise else None,
        "SOR-CONTACT-09" if outcome.success else None,
        "SOR-CONTACT-13" if new else None,
    )
