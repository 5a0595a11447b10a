"""Creating a demon: its sheet is checked as a whole (SOR-DEMON, SOR-ABIL-01)."""

from collections.abc import Iterator
from typing import Annotated, Literal

from rules.kernel.draws import Draws
from rules.kernel.effects import set_to
from rules.kernel.origins import DERIVED, GM, PLAYER, TEXT, by, record
from rules.kernel.result import Result, cite
from rules.kernel.types import Id, Input, OptionalText, Outcome
from rules.kernel.values import Value
from rules.sorcerer.characters import Problem
from rules.sorcerer.contact import AbilityName
from rules.sorcerer.types import DemonType, Score, Settings, SorcererInput

AbilityUser = Literal["demon", "host", "sorcerer", "other"]
NeedOf = Literal["need", "binding", "host"]


class SheetAbility(Input):
    """An Ability as it stands on a sheet (SOR-ABIL-01)."""

    name: Annotated[AbilityName, TEXT, by("SOR-ABIL-01")]
    user: Annotated[AbilityUser | None, PLAYER, by("SOR-ABIL-01")] = None
    target: Annotated[OptionalText, TEXT, by("SOR-ABIL-01")] = ""
    effect: Annotated[OptionalText, TEXT, by("SOR-ABIL-01")] = ""


class DemonSheet(Input):
    id: Id
    name: Annotated[OptionalText, TEXT, by("SOR-DEMON-09")] = ""
    type: Annotated[DemonType, GM, by("SOR-DEMON-11")]
    telltale: Annotated[OptionalText, TEXT, by("SOR-TELL-02")] = ""
    abilities: Annotated[tuple[SheetAbility, ...], GM, by("SOR-DEMON-01")]
    stamina: Annotated[Score, GM, by("SOR-DEMON-03")]
    lore: Annotated[Score | None, GM, by("SOR-DEMON-02")] = None
    will: Annotated[Score | None, GM, by("SOR-DEMON-04")] = None
    power: Annotated[Score | None, GM, by("SOR-DEMON-05")] = None
    need: Annotated[OptionalText, TEXT, by("SOR-DEMON-06")] = ""
    desire: Annotated[OptionalText, TEXT, by("SOR-DEMON-06")] = ""
    state: Annotated[Literal["beyond", "contacted", "present"], DERIVED] = "beyond"


class CreateDemonInput(SorcererInput):
    demon: Annotated[DemonSheet, record("demon")]
    starting_for: Annotated[Id | None, record("character"), by("SOR-DEMON-08")] = None


class DemonNumbers(Outcome):
    """The numbers that the sheet has to have, and its standing needs (SOR-DEMON-23)."""

    lore: int
    will: int
    power_minimum: int
    power: int
    needs: tuple[NeedOf, ...]


class CreateDemonOutcome(Outcome):
    valid: bool
    problems: tuple[Problem, ...]
    warnings: tuple[Problem, ...]
    derived: DemonNumbers


def create_demon(given: CreateDemonInput, draws: Draws) -> Result:
    """Check a demon's sheet and report every fault at once; a sound one sets the scores (SOR-DEMON-01)."""
    sheet, derived = given.demon, derive(given.demon, given.settings)
    problems = _listed(_problems(sheet, derived))
    warnings = _listed(_warnings(sheet))
    outcome = CreateDemonOutcome(valid=not problems, problems=problems, warnings=warnings, derived=derived)
    effects = tuple(set_to(sheet.id, field, value) for field, value in _stored(given, outcome))
    clauses = cite(
        "SOR-DEMON-01",
        "SOR-DEMON-08" if given.starting_for else "SOR-DEMON-25",
        "SOR-DEMON-02",
        "SOR-DEMON-04",
        "SOR-DEMON-10" if given.settings.power_minimum == "abilities" else "SOR-DEMON-05",
        *(problem.clause for problem in problems + warnings),
        "SOR-DEMON-23" if "host" in derived.needs else None,
        None if problems else "SOR-DEMON-24",
    )
    return Result(outcome, effects, clauses)


def derive(sheet: DemonSheet, settings: Settings) -> DemonNumbers:
    """The numbers that follow from Stamina and the Abilities."""
    lore = len(sheet.abilities)  # SOR-DEMON-02
    will = max(sheet.stamina, lore) + 1  # SOR-DEMON-04
    minimum = will if settings.power_minimum == "will" else lore  # SOR-DEMON-05, SOR-DEMON-10
    hosted: tuple[NeedOf, ...] = ("host",) if sheet.type in ("parasite", "possessor") else ()
    return DemonNumbers(
        lore=lore,
        will=will,
        power_minimum=minimum,
        power=sheet.power if sheet.power is not None else max(will, minimum),
        needs=("need", "binding", *hosted),
    )


def _stored(given: CreateDemonInput, outcome: CreateDemonOutcome) -> Iterator[tuple[str, Value]]:
    if not outcome.valid:
        return
    yield "stamina", given.demon.stamina
    yield "will", outcome.derived.will
    yield "lore", outcome.derived.lore
    yield "power", outcome.derived.power
    yield "state", "present" if given.starting_for else given.demon.state  # SOR-DEMON-08
    if given.starting_for:
        yield "summoned_by", given.starting_for


def _listed(faults: Iterator[tuple[str, str]]) -> tuple[Problem, ...]:
    return tuple(Problem(clause=clause, field=f"input.demon.{field}") for clause, field in faults)


def _problems(sheet: DemonSheet, derived: DemonNumbers) -> Iterator[tuple[str, str]]:
    """The faults of a sheet in the contract's order: clause and field."""
    if not sheet.telltale:
        yield "SOR-DEMON-01", "telltale"
    if not sheet.abilities:
        yield "SOR-DEMON-02", "abilities"
    names = [ability.name for ability in sheet.abilities]
    for place, name in enumerate(names):
        if name in names[:place]:
            yield "SOR-DEMON-02", f"abilities.{place}.name"
    yield from _score_problems(sheet, derived)
    if not sheet.need:
        yield "SOR-DEMON-06", "need"
    if not sheet.desire:
        yield "SOR-DEMON-06", "desire"
    if not sheet.name:
        yield "SOR-DEMON-09", "name"
    yield from _ability_problems(sheet)


def _score_problems(sheet: DemonSheet, derived: DemonNumbers) -> Iterator[tuple[str, str]]:
    if sheet.lore is not None and sheet.lore != derived.lore:
        yield "SOR-DEMON-02", "lore"
    if sheet.stamina == 0:
        yield "SOR-DEMON-03", "stamina"
    if sheet.will is not None and sheet.will != derived.will:
        yield "SOR-DEMON-04", "will"
    if derived.power < derived.power_minimum:
        yield "SOR-DEMON-05", "power"


def _ability_problems(sheet: DemonSheet) -> Iterator[tuple[str, str]]:
    for place, ability in enumerate(sheet.abilities):
        if ability.user is None:
            yield "SOR-ABIL-01", f"abilities.{place}.user"
        if not ability.target:
            yield "SOR-ABIL-01", f"abilities.{place}.target"
        if not ability.effect:
            yield "SOR-ABIL-01", f"abilities.{place}.effect"
    if sheet.type == "possessor":
        for place in _used_by_others(sheet, "demon"):
            yield "SOR-DEMON-21", f"abilities.{place}.user"


def _warnings(sheet: DemonSheet) -> Iterator[tuple[str, str]]:
    """What is unusual for the Type, but allowed."""
    if sheet.type == "parasite":
        for place in _used_by_others(sheet, "host"):
            yield "SOR-DEMON-15", f"abilities.{place}.user"
    if sheet.type == "passing":
        for place in _used_by_others(sheet, "demon"):
            yield "SOR-DEMON-16", f"abilities.{place}.user"
        if all(ability.name != "Cover" for ability in sheet.abilities):
            yield "SOR-DEMON-16", "abilities"


def _used_by_others(sheet: DemonSheet, usual: AbilityUser) -> list[int]:
    return [place for place, ability in enumerate(sheet.abilities) if ability.user not in (usual, None)]
