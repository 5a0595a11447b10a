"""The GM's answer to a Contact: what comes may differ from what was asked for (SOR-CONTACT-04)."""

from collections.abc import Iterator
from typing import Annotated, Literal, get_args

import msgspec

from rules.kernel.draws import Draws
from rules.kernel.effects import Effect, change_by, set_to
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import GM, TEXT, by, record
from rules.kernel.parsing import check_distinct, wrong
from rules.kernel.result import Result, cite
from rules.kernel.types import Id, Input, Outcome, Text
from rules.sorcerer.contact import AbilityName, ContactState
from rules.sorcerer.types import Count, DemonType, Score, SorcererInput

Detail = Literal["type", "ability", "desire"]


class AnsweredContact(Input):
    """An open Contact with what the GM may still change."""

    id: Id
    state: ContactState
    changes: Count
    power_raise: Count


class AskedDemon(Input):
    id: Id
    type: DemonType
    abilities: tuple[AbilityName, ...]
    desire: Text
    power: Score

    def __post_init__(self) -> None:
        check_distinct("abilities", self.abilities)


class Change(Input):
    """One detail changed: an Ability `from` which another takes its place, the Type or the Desire."""

    detail: Annotated[Detail, GM]
    from_: Annotated[Text | None, GM] = msgspec.field(name="from", default=None)
    to: Annotated[Text, GM, TEXT]

    def __post_init__(self) -> None:
        if (self.from_ is not None) != (self.detail == "ability"):
            raise wrong("from", "name the Ability to replace when changing an Ability, and only then")
        if self.detail == "type" and self.to not in get_args(DemonType):
            raise wrong("to", f"{self.to!r} is not a Type of demon")


class AlterContactInput(SorcererInput):
    contact: Annotated[AnsweredContact, record("contact")]
    demon: Annotated[AskedDemon, record("demon"), by("SOR-CONTACT-04")]
    changes: Annotated[tuple[Change, ...], GM, by("SOR-CONTACT-06")] = ()
    power_raise: Annotated[Count, GM, by("SOR-CONTACT-07")] = 0


class AlterContactOutcome(Outcome):
    """The demon that came, and what the GM could still change."""

    type: str
    abilities: tuple[str, ...]
    desire: str
    power: int
    changes_left: int
    raise_left: int


def alter_contact(given: AlterContactInput, draws: Draws) -> Result:
    """Change details of the demon that answered, and raise its Power (SOR-CONTACT-06, SOR-CONTACT-07)."""
    _refuse(given)
    abilities, demon_type, desire = list(given.demon.abilities), str(given.demon.type), given.demon.desire
    for place, change in enumerate(given.changes):
        _refuse_change(given, place, abilities)
        if change.detail == "ability":
            abilities[abilities.index(str(change.from_))] = change.to
        elif change.detail == "type":
            demon_type = change.to
        else:
            desire = change.to
    outcome = AlterContactOutcome(
        type=demon_type,
        abilities=tuple(abilities),
        desire=desire,
        power=given.demon.power + given.power_raise,
        changes_left=given.contact.changes - len(given.changes),
        raise_left=given.contact.power_raise - given.power_raise,
    )
    clauses = (
        "SOR-CONTACT-04",
        "SOR-CONTACT-06" if given.changes else None,
        "SOR-CONTACT-07" if given.power_raise else None,
    )
    return Result(outcome, tuple(_effects(given, outcome)), cite(*clauses))


def _refuse(given: AlterContactInput) -> None:
    if given.contact.state != "open":
        raise RuleViolation("this Contact is closed", field="input.contact.state", clause="SOR-CONTACT-09")
    if len(given.changes) > given.contact.changes:
        raise RuleViolation(
            f"{len(given.changes)} changes are more than the {given.contact.changes} allowed",
            field="input.changes",
            clause="SOR-CONTACT-06",
        )
    if given.power_raise > given.contact.power_raise:
        raise RuleViolation(
            f"a raise of {given.power_raise} is more than the {given.contact.power_raise} allowed",
            field="input.power_raise",
            clause="SOR-CONTACT-07",
        )


def _refuse_change(given: AlterContactInput, place: int, abilities: list[str]) -> None:
    """Each detail is changed once, to something that the demon has not by then (SOR-CONTACT-06)."""
    change = given.changes[place]
    before = {(earlier.detail, earlier.from_) for earlier in given.changes[:place]}
    if (change.detail, change.from_) in before:
        raise _no_change(place, "detail", "this detail has already been changed")
    if change.detail == "ability" and change.from_ not in given.demon.abilities:
        raise _no_change(place, "from", f"the demon has no Ability {change.from_!r}")
    has = {"ability": tuple(abilities), "type": (given.demon.type,), "desire": (given.demon.desire,)}
    if change.to in has[change.detail]:
        raise _no_change(place, "to", f"the demon already has {change.to!r}")


def _no_change(place: int, field: str, message: str) -> RuleViolation:
    return RuleViolation(message, field=f"input.changes.{place}.{field}", clause="SOR-CONTACT-06")


def _effects(given: AlterContactInput, outcome: AlterContactOutcome) -> Iterator[Effect]:
    demon, contact = given.demon, given.contact
    if outcome.type != demon.type:
        yield set_to(demon.id, "type", outcome.type)
    if outcome.abilities != demon.abilities:
        yield set_to(demon.id, "abilities", list(outcome.abilities))
    if outcome.desire != demon.desire:
        yield set_to(demon.id, "desire", outcome.desire)
    if given.power_raise:
        yield change_by(demon.id, "power", given.power_raise)
    if given.changes:
        yield change_by(contact.id, "changes", -len(given.changes))
    if given.power_raise:
        yield change_by(contact.id, "power_raise", -given.power_raise)
