"""Creating a sorcerer: a sheet is checked as a whole (SOR-CREATE, SOR-DESC, SOR-PRICE)."""

from collections.abc import Iterator
from typing import Annotated, Final, Literal

from msgspec import Meta

from rules.kernel.draws import Draws
from rules.kernel.effects import set_to
from rules.kernel.origins import GM, PLAYER, TEXT, by, record
from rules.kernel.result import Result, cite
from rules.kernel.types import Id, Input, OptionalText, Outcome, Text
from rules.kernel.values import Value
from rules.sorcerer.types import BindingScore, Score, Settings, SorcererInput

POINTS: Final = 10
SCORES: Final[tuple[BindingScore, ...]] = ("stamina", "will", "lore")

DESCRIPTORS: Final[dict[str, tuple[str, ...]]] = {  # SOR-DESC-02
    "stamina": (
        "Athletic",
        "Chemically Heightened",
        "Clean Living",
        "Military Regimen",
        "Natural Vigor",
        "Scrapper",
        "Special Combat Training",
    ),
    "will": (
        "Belief System",
        "High Self-Esteem",
        "Rageful/Vengeful",
        "Social Competence",
        "User/Manipulator",
        "Zest for Life",
    ),
    "lore": ("Apprentice", "Coven Member", "Lone Adept", "Mad", "Naïve"),
}

PRICES: Final = (
    "Lame",
    "Paranoid",
    "Arrogant",
    "In Denial",
    "Sheltered",
    "Scarred",
    "Cynical",
)  # SOR-PRICE-02

DERIVING: Final = ("SOR-CREATE-03", "SOR-CREATE-04", "SOR-DESC-01")
"""The clauses of the numbers that follow from the three scores."""

Area = Literal["lore", "price", "cover", "kicker"]
AREAS: Final[tuple[Area, ...]] = ("lore", "price", "cover", "kicker")


class Descriptors(Input):
    stamina: Annotated[tuple[Text, ...], TEXT] = ()
    will: Annotated[tuple[Text, ...], TEXT] = ()
    lore: Annotated[tuple[Text, ...], TEXT] = ()

    def of(self, score: str) -> tuple[str, ...]:
        """The Descriptors of a score."""
        return {"stamina": self.stamina, "will": self.will, "lore": self.lore}[score]


class Cover(Input):
    name: Annotated[OptionalText, TEXT]
    score: Annotated[Literal["stamina", "will"], PLAYER]
    dice: Annotated[Score | None, PLAYER] = None


class Price(Input):
    name: Annotated[OptionalText, TEXT]
    dice: Annotated[int, Meta(ge=-10, le=10), PLAYER]
    approved: Annotated[bool, GM, by("SOR-PRICE-03")] = False


class Background(Input):
    area: Annotated[Area, PLAYER]
    text: Annotated[Text, TEXT]


class CharacterSheet(Input):
    id: Id
    stamina: Annotated[Score, PLAYER, by("SOR-CREATE-01")]
    will: Annotated[Score, PLAYER, by("SOR-CREATE-01")]
    lore: Annotated[Score, PLAYER, by("SOR-CREATE-01")]
    humanity: Annotated[Score | None, PLAYER, by("SOR-CREATE-03")] = None
    descriptors: Annotated[Descriptors, PLAYER, by("SOR-DESC-02")]
    cover: Annotated[Cover, PLAYER, by("SOR-CREATE-04")]
    starting_demon: Annotated[Id | None, record("demon"), by("SOR-CREATE-05")] = None
    telltale: Annotated[OptionalText, TEXT, by("SOR-CREATE-06")] = ""
    price: Annotated[Price, PLAYER, by("SOR-CREATE-07")]
    kicker: Annotated[str, Meta(max_length=2000), TEXT, by("SOR-CREATE-08")] = ""
    background: Annotated[tuple[Background, ...], PLAYER, by("SOR-CREATE-09")] = ()

    def score(self, name: str) -> int:
        """One of the three scores."""
        return {"stamina": self.stamina, "will": self.will, "lore": self.lore}[name]


class CreateCharacterInput(SorcererInput):
    character: Annotated[CharacterSheet, record("character")]


class Problem(Outcome):
    """A fault of a sheet: the clause it breaks, and where it stands in the input."""

    clause: str
    field: str


class DescriptorCounts(Outcome):
    stamina: int
    will: int
    lore: int


class CharacterNumbers(Outcome):
    """The numbers that the sheet has to have."""

    humanity: int
    cover: int
    descriptors: DescriptorCounts


class CreateCharacterOutcome(Outcome):
    valid: bool
    problems: tuple[Problem, ...]
    derived: CharacterNumbers
    background_gaps: tuple[Area, ...]


def create_character(given: CreateCharacterInput, draws: Draws) -> Result:
    """Check a sheet and report every fault at once; a sound one sets the scores (SOR-CREATE-11)."""
    sheet = given.character
    problems = tuple(
        Problem(clause=clause, field=f"input.character.{field}")
        for clause, field in _problems(sheet, given.settings)
    )
    areas = {element.area for element in sheet.background}
    outcome = CreateCharacterOutcome(
        valid=not problems,
        problems=problems,
        derived=derive(sheet),
        background_gaps=tuple(area for area in AREAS if area not in areas),  # SOR-CREATE-09
    )
    effects = tuple(set_to(sheet.id, field, value) for field, value in _stored(sheet, outcome))
    faults = (problem.clause for problem in problems)
    gaps = "SOR-CREATE-09" if outcome.background_gaps else None
    clauses = cite("SOR-CREATE-11", *DERIVING, *faults, gaps)
    return Result(outcome, effects, clauses)


def derive(sheet: CharacterSheet) -> CharacterNumbers:
    """The numbers that follow from the three scores."""
    return CharacterNumbers(
        humanity=max(sheet.stamina, sheet.will),  # SOR-CREATE-03
        cover=sheet.score(sheet.cover.score),  # SOR-CREATE-04
        descriptors=DescriptorCounts(**{score: _descriptor_count(sheet.score(score)) for score in SCORES}),
    )


def _descriptor_count(score: int) -> int:
    return 2 if score >= 5 else 1  # SOR-DESC-01


def _stored(sheet: CharacterSheet, outcome: CreateCharacterOutcome) -> Iterator[tuple[str, Value]]:
    if not outcome.valid:
        return
    for score in SCORES:
        yield score, sheet.score(score)
    yield "humanity", outcome.derived.humanity
    yield "cover", outcome.derived.cover
    yield "price", sheet.price.dice
    yield "state", "active"


def _problems(sheet: CharacterSheet, settings: Settings) -> Iterator[tuple[str, str]]:
    """The faults of a sheet in the contract's order: clause and field."""
    if sheet.stamina + sheet.will + sheet.lore != POINTS:
        yield "SOR-CREATE-01", "stamina"
    for score in SCORES:
        if sheet.score(score) == 0:
            yield "SOR-CREATE-02", score
    yield from _descriptor_problems(sheet.descriptors, sheet, settings)
    yield from _cover_problems(sheet)
    if sheet.starting_demon is None:
        yield "SOR-CREATE-05", "starting_demon"
    if not sheet.telltale:
        yield "SOR-CREATE-06", "telltale"
    if sheet.price.dice != -1:
        yield "SOR-CREATE-07", "price.dice"
    if not sheet.price.name or (sheet.price.name not in PRICES and not sheet.price.approved):
        yield "SOR-PRICE-03", "price.name"
    if not sheet.kicker:
        yield "SOR-CREATE-08", "kicker"


def _descriptor_problems(
    named: Descriptors, sheet: CharacterSheet, settings: Settings
) -> Iterator[tuple[str, str]]:
    for score in SCORES:
        if len(named.of(score)) != _descriptor_count(sheet.score(score)):
            yield "SOR-DESC-01", f"descriptors.{score}"
    for score in SCORES:
        known = DESCRIPTORS[score] + getattr(settings.extra_descriptors, score)  # SOR-DESC-05
        for place, name in enumerate(named.of(score)):
            if name not in known:
                yield "SOR-DESC-02", f"descriptors.{score}.{place}"
    for score in SCORES:
        for place, name in enumerate(named.of(score)):
            if name in named.of(score)[:place]:
                yield "SOR-DESC-06", f"descriptors.{score}.{place}"


def _cover_problems(sheet: CharacterSheet) -> Iterator[tuple[str, str]]:
    derived = derive(sheet)
    if sheet.humanity is not None and sheet.humanity != derived.humanity:
        yield "SOR-CREATE-03", "humanity"
    if not sheet.cover.name:
        yield "SOR-CREATE-04", "cover.name"
    if sheet.cover.dice is not None and sheet.cover.dice != derived.cover:
        yield "SOR-CREATE-04", "cover.dice"
