"""The shock of meeting a demon (SOR-DCONF-03 to SOR-DCONF-06)."""

from typing import Annotated, Literal

from rules.kernel.action import Chances
from rules.kernel.draws import Draws
from rules.kernel.effects import set_to
from rules.kernel.origins import GM, by, record
from rules.kernel.result import Result, cite
from rules.kernel.types import Id, Input
from rules.sorcerer import contest as contests
from rules.sorcerer.contest import ContestOutcome, Pools
from rules.sorcerer.modifiers import Base
from rules.sorcerer.odds import contest_chances
from rules.sorcerer.types import Penalties, Score, SorcererInput


class SeenDemon(Input):
    id: Id
    power: Score
    penalties: Penalties = 0


class Onlooker(Input):
    id: Id
    will: Score
    strain_will: Score = 0
    penalties: Penalties = 0


class FirstSightInput(SorcererInput):
    demon: Annotated[SeenDemon, record("demon")]
    character: Annotated[Onlooker, record("character"), by("SOR-DCONF-04")]
    occasion: Annotated[Literal["first_demon", "new_type", "unexpected"], GM, by("SOR-DCONF-04")]
    reduce: Annotated[Score, GM, by("SOR-DCONF-06")] = 0
    modifiers: Annotated[Base, GM] = ()
    opposing_modifiers: Annotated[Base, GM] = ()


class FirstSightOutcome(ContestOutcome):
    """`shock`: penalties of the character; `lasts`: how long, by the setting."""

    shock: int
    lasts: Literal["scene", "first_action", "fade", "roll"]


def first_sight(given: FirstSightInput, draws: Draws) -> Result:
    """The demon's Power against the character's Will: its victories are a shock (SOR-DCONF-04, SOR-DCONF-05)."""
    rolled = contests.roll(first_sight_pools(given), given.settings.die, draws)
    victories = contests.acting_victories(rolled)
    outcome = FirstSightOutcome(
        contest=rolled,
        success=rolled.winner == "acting",
        victories=victories,
        shock=max(0, victories - given.reduce),
        lasts=given.settings.shock,
    )
    effects = (set_to(given.character.id, "shock", outcome.shock),) if outcome.shock else ()
    shocked = ("SOR-DCONF-05", "SOR-DCONF-06") if outcome.success else ()
    return Result(outcome, effects, cite("SOR-DCONF-04", *contests.clauses_of(rolled), *shocked))


def first_sight_odds(given: FirstSightInput) -> Chances:
    """The odds of the contest."""
    return contest_chances(first_sight_pools(given), given.settings.die, ("SOR-DCONF-04",))


def first_sight_pools(given: FirstSightInput) -> Pools:
    """Both pools of a first meeting."""
    demon, character = given.demon, given.character
    acting = (
        contests.score_part("power", demon.power),
        *contests.other_parts(("penalties", -demon.penalties)),
    )
    opposing = (
        contests.score_part("will", character.will),
        *contests.other_parts(("strain", -character.strain_will), ("penalties", -character.penalties)),
    )
    return contests.build_pools(
        (*acting, *contests.awarded(given.modifiers)),
        (*opposing, *contests.awarded(given.opposing_modifiers)),
    )
