"""Attacks before their roll: what a maneuver needs, who may make it, its pool (FAL-ATTACK, FAL-MANEUV, FAL-RANGED)."""

from typing import Annotated, Literal, TypeVar

from msgspec import UNSET, Meta, Struct, UnsetType

from rules.fallen import pool as pools
from rules.fallen.defences import ChosenDefence, Defender, beset, plan_defence, refuse_no_defence
from rules.fallen.maneuvers import (
    BrawlOrMelee,
    Custom,
    Maneuver,
    ManeuverRow,
    attribute_of,
    check_ability,
    check_maneuver,
    row_of,
)
from rules.fallen.modifiers import (
    DiceModifier,
    Modifier,
    RolledInput,
    dice_terms,
    difficulty_terms,
    on_the_move,
    refuse_no_willpower,
)
from rules.fallen.pool import PoolPlan, Term, base_difficulty, refuse_empty, trait
from rules.fallen.rolls import multiple_actions, wounds
from rules.fallen.subjects import (
    Acting,
    is_helpless,
    multiple_actions_penalty,
    refuse_dead,
    refuse_same,
    refuse_undeclared,
    refuse_unfit_to_attack,
    require,
)
from rules.fallen.types import (
    Attribute,
    Beset,
    BlindDifficulty,
    Location,
    MoveDifficulty,
    Opponents,
    Position,
    Settings,
    Trait,
    Weapon,
    dots,
)
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import GM, OWN, PLAYER, by, record, side_of
from rules.kernel.parsing import check_distinct, wrong
from rules.kernel.types import Input

M = TypeVar("M", Modifier, DiceModifier)

LOCATIONS: dict[Location, tuple[int, int, str | None]] = {
    "none": (0, 0, None),
    "medium": (1, 0, "FAL-LOCATE-02"),
    "small": (2, 1, "FAL-LOCATE-03"),
    "precise": (3, 2, "FAL-LOCATE-04"),
}
"""By location: what it adds to the difficulty, what to the damage dice, and its clause."""

POSITIONS: dict[Position, tuple[int, str | None]] = {
    "front": (0, None),
    "flank": (1, "FAL-FLANK-01"),
    "rear": (2, "FAL-FLANK-02"),
}


class Attacker(Acting):
    strength: Attribute = UNSET
    dexterity: Attribute = UNSET
    brawl: Trait = 0
    melee: Trait = 0
    firearms: Trait = 0
    athletics: Trait = 0
    martial_arts: Trait = 0
    blind: bool = False
    opponents: Opponents = 1
    beset: Beset = 0
    move_difficulty: MoveDifficulty = 0
    willpower: Trait = 0


class FreeAttack(Input):
    """What an ambush left to its one free attack (FAL-AMBUSH-03 to -05)."""

    result: Literal["surprise", "tie"]
    extra: Annotated[int, Meta(ge=0, le=20)] = 0

    def __post_init__(self) -> None:
        if self.result == "tie" and self.extra:
            raise wrong("extra", "a tie leaves no extra successes")


class AttackInput(RolledInput):
    attacker: Annotated[Attacker, record("character")]
    target: Annotated[Defender, record("character"), by("FAL-ATTACK-01")]
    maneuver: Annotated[Maneuver, PLAYER, by("FAL-ATTACK-01")]
    ability: Annotated[BrawlOrMelee | UnsetType, PLAYER, by("FAL-MANEUV-06")] = UNSET
    custom: Annotated[Custom | None, GM, by("FAL-MANEUV-24")] = None
    weapon: Annotated[Weapon | None, record("weapon"), by("FAL-ATTACK-06")] = None
    off_hand: Annotated[bool, PLAYER, by("FAL-RANGED-05")] = False
    position: Annotated[Position, GM, by("FAL-FLANK-03")] = "front"
    location: Annotated[Location, PLAYER, by("FAL-LOCATE-01")] = "none"
    bypass: Annotated[tuple[Literal["armor", "cover"], ...], GM, by("FAL-LOCATE-05")] = ()
    blind_difficulty: Annotated[BlindDifficulty, GM, by("FAL-BLIND-01")] = 2
    ambush: Annotated[FreeAttack | None, GM, by("FAL-AMBUSH-03", "FAL-AMBUSH-05")] = None
    defence: Annotated[ChosenDefence | None, PLAYER, side_of("target"), OWN, by("FAL-DEFEND-01")] = None

    def __post_init__(self) -> None:
        refuse_same("target", self.attacker, self.target)
        check_maneuver(self.maneuver, self.custom, self.weapon)
        check_ability(self.maneuver, self.ability)
        check_distinct("bypass", self.bypass)
        if self.off_hand and self.maneuver != "two_weapons":
            raise wrong("off_hand", "only Two Weapons has an off-hand shot")
        require("attacker", self.attacker, attribute_of(row_of(self.maneuver, self.custom), self.settings))
        if self.defence is not None:
            require("target", self.target, "dexterity")


class AttackPlan(Struct, frozen=True):
    """An attack that may be made: its row, its pool and the pool of the defence that answers it."""

    row: ManeuverRow
    attack: PoolPlan
    defence: PoolPlan | None
    automatic_hit: bool


def plan_attack(given: AttackInput) -> AttackPlan:
    """The pools of an attack and its defence, or the first clause that forbids them, in the contract's order."""
    row = row_of(given.maneuver, given.custom)
    refuse_unfit_to_attack(given.attacker, "input.attacker", free=given.ambush is not None)
    refuse_dead(given.target, "input.target")
    if row.multiple and not given.attacker.multiple:
        raise RuleViolation(
            f"{row.id} needs several declared actions",
            field="input.attacker.multiple",
            clause="FAL-RANGED-10",
        )
    refuse_weapon(row, given.weapon)
    if given.bypass and given.location == "none":
        raise RuleViolation(
            "only an aimed attack can bypass armor or cover", field="input.bypass", clause="FAL-LOCATE-05"
        )
    _refuse_blind_shot(given, row)
    _refuse_defence(given, row)
    _refuse_willpower(given)
    if given.ambush is None:
        refuse_undeclared(given.attacker, "input.attacker")
    attack = _plan_pool(given, row)
    return AttackPlan(row, attack, _plan_answer(given), automatic_hit=is_helpless(given.target))


def refuse_weapon(row: ManeuverRow, weapon: Weapon | None) -> None:
    """A weapon has to fire that way (FAL-RANGED-07) and hold the rounds for it (FAL-RANGED-08)."""
    if weapon is None:
        return
    if row.automatic and not weapon.automatic:
        raise RuleViolation(
            f"{weapon.id} does not fire automatically", field="input.weapon.automatic", clause="FAL-RANGED-07"
        )
    if weapon.ammo is not None and weapon.ammo < rounds_needed(row):
        raise RuleViolation(
            f"{weapon.ammo} rounds are not enough", field="input.weapon.ammo", clause="FAL-RANGED-08"
        )


def rounds_needed(row: ManeuverRow) -> int:
    """The counted rounds without which there is no shot; 0 for maneuvers that spend none (FAL-RANGED-08)."""
    return {"": 0, "1": 1, "3": 3, "all": 1}[row.rounds]


def uncovered(modifiers: tuple[M, ...], bypass: tuple[str, ...]) -> tuple[M, ...]:
    """The modifiers that apply: an attack that passes by cover leaves out those of cover (FAL-LOCATE-05)."""
    return tuple(entry for entry in modifiers if entry.source != "cover" or "cover" not in bypass)


def blind_term(attacker: Attacker, rise: int) -> Term:
    """What an attack by one who cannot see is harder by (FAL-BLIND-01)."""
    return Term("blind", rise if attacker.blind else 0, "FAL-BLIND-01")


def accuracy_term(row: ManeuverRow, attacker: Attacker) -> Term:
    """A maneuver's accuracy (FAL-MANEUV-04), which a blind shot lacks (FAL-BLIND-02)."""
    blind_shot = row.is_ranged and attacker.blind
    return Term("accuracy", 0 if blind_shot else row.accuracy, "FAL-MANEUV-04")


def refuse_forbidden_blind_shot(attacker: Attacker, settings: Settings) -> None:
    """A campaign may rule out shots by the blind (FAL-BLIND-02)."""
    if attacker.blind and settings.blind_ranged == "forbidden":
        raise RuleViolation(
            f"{attacker.id} cannot see to shoot", field="input.attacker.blind", clause="FAL-BLIND-02"
        )


def _refuse_blind_shot(given: AttackInput, row: ManeuverRow) -> None:
    if not row.is_ranged:
        return
    refuse_forbidden_blind_shot(given.attacker, given.settings)
    if given.attacker.blind and given.location != "none":
        raise RuleViolation("a blind shot can't be aimed", field="input.location", clause="FAL-BLIND-02")


def _refuse_defence(given: AttackInput, row: ManeuverRow) -> None:
    if given.defence is None:
        return
    if given.ambush is not None and given.ambush.result == "surprise":
        raise RuleViolation("the target is surprised", field="input.defence", clause="FAL-AMBUSH-03")
    refuse_no_defence(
        given.target,
        given.defence.maneuver,
        given.settings,
        at="input.target",
        chosen_at="input.defence.maneuver",
        ranged=row.is_ranged,
    )


def _refuse_willpower(given: AttackInput) -> None:
    refuse_no_willpower(given.willpower, given.attacker.willpower, given.settings, "input.willpower")
    if given.defence is not None:
        refuse_no_willpower(
            given.defence.willpower, given.target.willpower, given.settings, "input.defence.willpower"
        )


def _plan_pool(given: AttackInput, row: ManeuverRow) -> PoolPlan:
    extra = given.ambush.extra if given.ambush else 0
    adds_dice = given.settings.ambush_bonus == "dice"  # FAL-AMBUSH-04
    modifiers = uncovered(given.modifiers, given.bypass)
    terms = (
        *_traits(given, row),
        accuracy_term(row, given.attacker),
        *_openings(given),
        Term("ambush", extra if adds_dice else 0, "FAL-AMBUSH-04"),
        *dice_terms(modifiers),
        wounds(given.attacker),
        multiple_actions(0 if given.ambush else multiple_actions_penalty(given.attacker)),
    )
    refuse_empty(terms, "input")
    return pools.plan(
        terms,
        (*_difficulty(given, row), *difficulty_terms(modifiers)),
        given.settings,
        specialty=given.specialty,
        willpower=given.willpower,
        sure=0 if adds_dice else extra,
    )


def _traits(given: AttackInput, row: ManeuverRow) -> tuple[Term, Term]:
    attribute = attribute_of(row, given.settings)
    ability = row.abilities[0] if isinstance(given.ability, UnsetType) else given.ability
    return (
        trait(attribute, dots(getattr(given.attacker, attribute))),
        trait(ability, getattr(given.attacker, ability)),
    )


def _openings(given: AttackInput) -> tuple[Term, ...]:
    """The dice that the target's plight gives: position, blindness, a grip (FAL-FLANK, FAL-BLIND-03, FAL-IMMOB-01)."""
    dice, clause = POSITIONS[given.position]
    struggles = given.target.restraint == "held" and not is_helpless(given.target)
    return (
        Term(given.position, dice, clause),
        Term("target_blind", 2 if given.target.blind else 0, "FAL-BLIND-03"),
        Term("target_held", 2 if struggles else 0, "FAL-IMMOB-01"),
    )


def _difficulty(given: AttackInput, row: ManeuverRow) -> tuple[Term, ...]:
    rise, _, clause = LOCATIONS[given.location]
    return (
        base_difficulty(),
        Term("maneuver", row.difficulty, "FAL-MANEUV-02"),
        Term("off_hand", row.off_hand_difficulty if given.off_hand else 0, "FAL-RANGED-11"),
        Term("location", rise, clause),
        blind_term(given.attacker, given.blind_difficulty),
        beset(given.attacker),
        on_the_move(given.attacker.move_difficulty),
    )


def _plan_answer(given: AttackInput) -> PoolPlan | None:
    if given.defence is None:
        return None
    modifiers = uncovered(given.defence.modifiers, given.bypass)
    return plan_defence(given.target, given.defence.maneuver, given.defence, modifiers, given.settings)
