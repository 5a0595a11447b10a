"""Getting a gun ready: what goes before a shot (SOR-GUN)."""

from typing import Annotated, Literal

from rules.kernel.draws import Draws
from rules.kernel.effects import set_to
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import PLAYER, by, record
from rules.kernel.parsing import wrong
from rules.kernel.result import Result
from rules.kernel.types import Id, Input, Outcome
from rules.sorcerer.types import SorcererInput


class HeldGun(Input):
    id: Id
    drawn: bool
    aimed_at: Id | None = None


class ReadyGunInput(SorcererInput):
    character: Annotated[Id, record("character", "demon")]
    gun: Annotated[HeldGun, record("gun"), by("SOR-GUN-01")]
    step: Annotated[Literal["draw", "aim", "lose_aim"], PLAYER, by("SOR-GUN-01", "SOR-GUN-02")]
    target: Annotated[Id | None, record("character", "demon", "thing"), by("SOR-GUN-02")] = None

    def __post_init__(self) -> None:
        if (self.target is not None) != (self.step == "aim"):
            raise wrong("target", "name a target when aiming, and only then")


class ReadyGunOutcome(Outcome):
    """`rounds` it takes, and the gun afterwards."""

    rounds: int
    drawn: bool
    aimed_at: Id | None


def ready_gun(given: ReadyGunInput, draws: Draws) -> Result:
    """Draw a gun, aim it or lose the aim (SOR-GUN-01, SOR-GUN-02)."""
    _refuse(given)
    gun = given.gun
    if given.step == "draw":
        drawn = ReadyGunOutcome(rounds=1, drawn=True, aimed_at=None)
        return Result(drawn, (set_to(gun.id, "drawn", True),), ("SOR-GUN-01",))
    aimed = ReadyGunOutcome(rounds=1 if given.step == "aim" else 0, drawn=gun.drawn, aimed_at=given.target)
    return Result(aimed, (set_to(gun.id, "aimed_at", given.target),), ("SOR-GUN-02",))


def _refuse(given: ReadyGunInput) -> None:
    gun = given.gun
    if given.step == "draw" and gun.drawn:
        raise RuleViolation("this gun is already drawn", field="input.gun.drawn", clause="SOR-GUN-01")
    if given.step == "aim" and not gun.drawn:
        raise RuleViolation("this gun is not drawn", field="input.gun.drawn", clause="SOR-GUN-02")
    if given.step == "aim" and gun.aimed_at == given.target:
        raise RuleViolation("this gun is already aimed there", field="input.target", clause="SOR-GUN-02")
    if given.step == "lose_aim" and gun.aimed_at is None:
        raise RuleViolation("this gun is not aimed", field="input.gun.aimed_at", clause="SOR-GUN-02")
