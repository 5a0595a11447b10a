"""A weapon whose rounds are counted is filled up again (FAL-RANGED-08)."""

from typing import Annotated

from msgspec import Meta

from rules.fallen.types import FallenInput, Id, Subject
from rules.kernel.draws import Draws
from rules.kernel.effects import set_to
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import PLAYER, by, record
from rules.kernel.result import Result
from rules.kernel.types import Outcome

MOST_ROUNDS = 1000

Loaded = Annotated[int, Meta(ge=0, le=MOST_ROUNDS)]


class CountedWeapon(Subject):
    holder: Id | None = None
    ammo: Loaded | None = None


class ReloadInput(FallenInput):
    """`holder` is who fills it: None where nobody has it in hand. `rounds` is what the magazine holds then."""

    holder: Annotated[Id | None, record("character")] = None
    weapon: Annotated[CountedWeapon, record("weapon"), by("FAL-RANGED-08")]
    rounds: Annotated[Loaded, PLAYER, by("FAL-RANGED-08")]


class ReloadOutcome(Outcome):
    rounds: int


def reload(given: ReloadInput, draws: Draws) -> Result:
    """Fill the magazine of a weapon that one holds. It takes no action of the turn: no clause says that it does."""
    weapon = given.weapon
    if weapon.ammo is None:
        raise RuleViolation(
            f"the rounds of {weapon.id} are not counted", field="input.weapon.ammo", clause="FAL-RANGED-08"
        )
    if weapon.holder != given.holder:
        raise RuleViolation(
            f"{weapon.id} is in somebody else's hands", field="input.weapon.holder", clause="FAL-RANGED-08"
        )
    filled = () if weapon.ammo == given.rounds else (set_to(weapon.id, "ammo", given.rounds),)
    return Result(ReloadOutcome(rounds=given.rounds), filled, ("FAL-RANGED-08",))
