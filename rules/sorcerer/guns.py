"""Getting a gun ready: what goes before a shot (SOR-GUN)."""

from collections.abc import Iterator
from typing import Annotated, Literal

from rules.kernel.draws import Draws
from rules.kernel.effects import set_to
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import PLAYER, by, record
from rules.kernel.parsing import wrong
from rules.kernel.procedure import State
from rules.kernel.result import Result
from rules.kernel.types import Id, Input, Outcome
from rules.sorcerer.procedures.conflict import order_of
from rules.sorcerer.rounds import Combatant, ConflictRoundInput
from rules.sorcerer.state import stored
from rules.sorcerer.types import SorcererInput

GunRow = Literal["small_gun", "heavy_gun", "automatic"]
"""The row of the chart by which a gun's hits are read off (SOR-DAMAGE-02)."""


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


def gun_to(action: str, state: State, holder: str, target: str | None = None) -> str | None:
    """The gun with which somebody draws, aims or shoots: of several the one that is aimed there already."""
    is_drawn = action != "draw"
    held = [gun for gun in _held_by(state, holder) if bool(stored(state, gun, "drawn")) == is_drawn]
    aimed = (gun for gun in held if target is not None and stored(state, gun, "aimed_at") == target)
    return next(aimed, None) or next(iter(held), None)


def unready(given: ConflictRoundInput, state: State) -> RuleViolation | None:
    """Why somebody does not aim or shoot in this round: what they hold says what is drawn and aimed."""
    for place, one in enumerate(given.combatants):
        refused = _unready(one, f"input.combatants.{place}", state)
        if refused is not None:
            return refused
    return None


def takes_a_round(given: ReadyGunInput, state: State) -> RuleViolation | None:
    """While a round runs, drawing and aiming are announced as its action (SOR-GUN-01, SOR-GUN-02)."""
    is_on = bool(order_of(state))
    if given.step == "lose_aim" or not is_on:
        return None
    clause = {"draw": "SOR-GUN-01", "aim": "SOR-GUN-02"}[given.step]
    return RuleViolation(f"to {given.step} takes a round: announce it", field="input.step", clause=clause)


def _unready(one: Combatant, path: str, state: State) -> RuleViolation | None:
    if one.action not in ("aim", "shoot"):
        return None
    gun = gun_to(one.action, state, one.id, one.target)
    if gun is None:
        clause = "SOR-GUN-01" if one.action == "shoot" else "SOR-GUN-02"
        return RuleViolation("no gun in their hands is drawn", field=f"{path}.action", clause=clause)
    if one.gun is not None and one.gun.aimed_at != stored(state, gun, "aimed_at"):
        told = "the gun is aimed as its record says"
        return RuleViolation(told, field=f"{path}.gun.aimed_at", clause="SOR-GUN-02")
    return None


def _held_by(state: State, holder: str) -> Iterator[str]:
    return (
        ident for ident, one in state.records.items() if one.kind == "gun" and one.fields["holder"] == holder
    )


def _refuse(given: ReadyGunInput) -> None:
    gun = given.gun
    if given.step == "draw" and gun.drawn:
        raise RuleViolation("this gun is already drawn", field="input.gun.drawn", clause="SOR-GUN-01")
    if given.step == "aim" and not gun.drawn:
        told = "this gun is not drawn"
        raise RuleViolation(told, field="input.gun.drawn", clause="SOR-GUN-02", otherwise=True)
    if given.step == "aim" and gun.aimed_at == given.target:
        raise RuleViolation("this gun is already aimed there", field="input.target", clause="SOR-GUN-02")
    if given.step == "lose_aim" and gun.aimed_at is None:
        raise RuleViolation("this gun is not aimed", field="input.gun.aimed_at", clause="SOR-GUN-02")
