"""A spell gets at what somebody holds, guards or owns (PAN-PLUNDER)."""

from typing import Annotated, Literal

from msgspec import Meta

from rules.kernel.action import Chances
from rules.kernel.draws import Draws
from rules.kernel.effects import change_by
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import DERIVED, GM, PLAYER, by, record
from rules.kernel.parsing import wrong
from rules.kernel.result import Result, cite
from rules.kernel.types import Input
from rules.pandemonium import consequences, pools
from rules.pandemonium.aspects import ASPECTS, Boosting, boost_of
from rules.pandemonium.consequences import Measured, Planned, SpellReach
from rules.pandemonium.resisting import roll_side
from rules.pandemonium.targets import Compared, FarSpell, HeldTarget, MayCompare
from rules.pandemonium.types import Aspect, CampaignSettings, Name, Settings, Stakes


class PlunderingSpell(FarSpell):
    aspect: Aspect


class Merit(Input):
    """A Merit under attack; only one that lies outside the character can be plundered."""

    name: Annotated[Name, PLAYER, by("PAN-PLUNDER-01")]
    dots: Annotated[int, Meta(ge=1, le=10), DERIVED, by("PAN-PLUNDER-05")]
    external: Annotated[bool, GM, by("PAN-PLUNDER-01")] = True


class PlunderInput(MayCompare):
    spell: Annotated[PlunderingSpell, record("spell"), by("PAN-PLUNDER-01")]
    target: Annotated[HeldTarget, record("character", "thing", "place")]
    of: Annotated[Literal["item", "merit"], PLAYER, by("PAN-PLUNDER-01")]
    merit: Merit | None = None
    normal_choice: Annotated[Literal["hinder", "merit"], PLAYER, by("PAN-PLUNDER-06")] = "hinder"
    stakes: Annotated[Stakes, GM, by("PAN-CONSEQ-03")] = "dramatic"
    settings: CampaignSettings = Settings()

    @property
    def usual(self) -> tuple[str, ...]:
        return ("strength", "dexterity") if self.of == "item" else super().usual  # PAN-PLUNDER-02

    def __post_init__(self) -> None:
        super().__post_init__()
        if (self.merit is not None) != (self.of == "merit"):
            raise wrong("merit", "describe a Merit when one is plundered, and only then")


class PlunderOutcome(Measured):
    achieved: bool
    access_lost: bool
    dots_lost: int
    until_scene_end: bool
    hindrance: int
    boost: Boosting | None


def plunder(given: PlunderInput, draws: Draws) -> Result:
    """Take a thing or a Merit away, or the use of it (PAN-PLUNDER-01 to PAN-PLUNDER-08)."""
    planned = plan_plunder(given)
    rolled = roll_side(planned.side, draws)
    bearing = consequences.bear(given.spell.potency, rolled, planned.compared, given.stakes)
    normal, severe = bearing.severity == "normal", bearing.severity == "severe"
    lost, by = _dots_lost(given, bearing)
    hampers = normal and given.normal_choice == "hinder" and given.stakes == "dramatic"  # PAN-PLUNDER-06
    outcome = PlunderOutcome(
        **consequences.measured(given.spell, planned, rolled, bearing),
        achieved=bearing.achieved,
        access_lost=severe and given.of == "merit",
        dots_lost=lost,
        until_scene_end=normal and given.normal_choice == "merit",
        hindrance=ASPECTS[given.spell.aspect].hindrance if hampers else 0,
        boost=boost_of(given.spell.aspect) if hampers else None,
    )
    on = given.target.id
    merits = "scene.merits" if outcome.until_scene_end else "merits"
    effects = (
        *pools.spend(planned.side.plan),
        *([change_by(on, f"{merits}.{given.merit.name}", -lost)] if given.merit and lost else []),
        consequences.hold_on(given, given.spell, bearing.severity),
    )
    measured = consequences.clauses_of(given, rolled, bearing)
    came_to = ("PAN-PLUNDER-04" if severe else None, by, "PAN-PLUNDER-06" if hampers else None)
    return Result(outcome, effects, cite("PAN-PLUNDER-02", "PAN-PLUNDER-03", *measured, *came_to))


def plunder_odds(given: PlunderInput) -> Chances:
    """The chances of each net and severity."""
    return consequences.chances(given.spell.potency, plan_plunder(given), given.stakes)


def _dots_lost(given: PlunderInput, bearing: SpellReach) -> tuple[int, str | None]:
    """The dots of a Merit that are lost, and by which clause."""
    if given.merit and bearing.severity == "severe":
        return min(given.merit.dots, 1 + max(0, bearing.net - given.merit.dots)), "PAN-PLUNDER-05"
    if given.merit and bearing.severity == "normal" and given.normal_choice == "merit":
        return 1, "PAN-PLUNDER-06"
    return 0, None


def plan_plunder(given: PlunderInput) -> Planned:
    """Both sides before the dice; refuses what the rules do not allow (PAN-CONSEQ-17)."""
    planned = consequences.read(given)
    _refuse(given)
    consequences.refuse_again(given, given.spell, "PAN-PLUNDER-08")
    pools.permit(planned.side.plan)
    if given.merit and given.merit.dots > planned.compared.dots:  # PAN-PLUNDER-03
        return Planned(planned.side, Compared(name=given.merit.name, dots=given.merit.dots))
    return planned


def _refuse(given: PlunderInput) -> None:
    if given.merit is None and given.normal_choice == "merit":
        raise RuleViolation(
            "a thing has no dots to lose", field="input.normal_choice", clause="PAN-PLUNDER-06"
        )
    if given.merit and not given.merit.external:
        raise RuleViolation(
            "this Merit lies within the character, so it cannot be plundered",
            field="input.merit.external",
            clause="PAN-PLUNDER-01",
        )
    if given.merit and given.stakes == "ordinary":
        raise RuleViolation(
            "a Merit is more than an ordinary stake", field="input.stakes", clause="PAN-CONSEQ-03"
        )
