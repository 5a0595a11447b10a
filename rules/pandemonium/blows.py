"""A blow that carries a spell, one roll at a time: it is struck, defended against, and its spell resisted.

What it comes to is what `touch` says of it in one piece (PAN-CONSEQ-10 to PAN-CONSEQ-12). Whoever is struck rolls to
defend; what of the spell gets across they then resist as any spell that is brought to bear, with the Potency left.
"""

from collections.abc import Iterator
from typing import Annotated, Final, Literal

from msgspec import Struct

from rules.kernel.action import Chances
from rules.kernel.chances import share
from rules.kernel.draws import Draws
from rules.kernel.effects import Effect, set_to
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import GM, PLAYER, RESULT, by, record, side_of
from rules.kernel.parsing import wrong
from rules.kernel.procedure import OpenQuestion, Question, State
from rules.kernel.result import Result, cite
from rules.kernel.types import Id, Outcome
from rules.kernel.values import Values, as_values
from rules.pandemonium import damage, odds, pools, targets
from rules.pandemonium.aspects import ASPECTS
from rules.pandemonium.bringing import (
    ACT_OF,
    DEFEND,
    NEEDED,
    BroughtMerit,
    BroughtSpell,
    asked_of,
    brought,
    said_of,
)
from rules.pandemonium.damage import DamageInput, DamageOutcome, Toll
from rules.pandemonium.odds import spread
from rules.pandemonium.pools import Boost, NamedPoolInput, Plan, Pool
from rules.pandemonium.resisting import Resist, Side, plan_side, roll_side
from rules.pandemonium.targets import SpellInUse
from rules.pandemonium.touch import TouchedCharacter
from rules.pandemonium.types import (
    Aspect,
    CampaignSettings,
    Character,
    Kind,
    Name,
    PandemoniumInput,
    PoolTraits,
    Settings,
    SpellState,
    Stakes,
    Subject,
    Successes,
    Wound,
)

CARRIED: Final = ("control", "investigation", "plunder", "drain", "other")
"""Kinds of spells that a blow carries; one that does harm itself overlaps with the blow (PAN-MULTI-04)."""
ACROSS: Final = "PAN-CONSEQ-11"


class BlowSpell(BroughtSpell):
    aspect: Aspect

    def __post_init__(self) -> None:
        if self.kind not in CARRIED:
            raise wrong("kind", "a spell that does harm itself is brought to bear beside the blow, not by it")


class BlowDamageInput(DamageInput):
    """The wounds of the blow itself, whatever its spell deals; whoever strikes says with what they do."""

    kind: Annotated[Wound, PLAYER, by("PAN-CONSEQ-12")] = "bashing"


class StrikeInput(PandemoniumInput):
    """A blow, and all that is settled of its spell before anybody defends or resists."""

    attacker: Annotated[Character, record("character")]
    spell: Annotated[BlowSpell, record("spell"), by("PAN-CONSEQ-10")]
    target: Annotated[Subject, record("character"), by("PAN-CONSEQ-10")]
    pool: NamedPoolInput
    damage: BlowDamageInput = BlowDamageInput()
    compare: Annotated[Name | None, GM, by("PAN-CONSEQ-05")] = None
    resisted_by: Annotated[PoolTraits | None, GM, by("PAN-CONSEQ-07")] = None
    means: Annotated[Literal["physical", "magical"] | None, GM, by("PAN-CTRL-02")] = None
    stakes: Annotated[Stakes, GM, by("PAN-CONSEQ-03")] = "dramatic"
    aim: Annotated[Literal["watch", "learn"] | None, PLAYER, by("PAN-INVEST-03")] = None
    of: Annotated[Literal["item", "merit"] | None, PLAYER, by("PAN-PLUNDER-01")] = None
    merit: BroughtMerit | None = None
    resource: Annotated[Name | None, PLAYER, by("PAN-DRAIN-01")] = None
    recipient: Annotated[Id | None, record("character"), PLAYER, by("PAN-DRAIN-03")] = None

    def __post_init__(self) -> None:
        for kind, field in NEEDED.items():
            if (getattr(self, field) is None) == (self.spell.kind == kind):
                told = "say this" if self.spell.kind == kind else "leave this empty"
                raise wrong(field, f"{told}: it goes with {kind} alone")
        if (self.merit is not None) != (self.of == "merit"):
            raise wrong("merit", "name a Merit when one is plundered, and only then")


class StrikeOutcome(Outcome):
    pool: Pool
    attack: int


class TouchingSpell(SpellInUse):
    aspect: Aspect
    kind: Kind
    state: SpellState = "active"


class DefendInput(PandemoniumInput):
    """What whoever is struck sets against the blow; of the blow itself all is known."""

    spell: Annotated[TouchingSpell, record("spell"), by("PAN-CONSEQ-10")]
    target: Annotated[TouchedCharacter, record("character"), by("PAN-CONSEQ-10")]
    attack: Annotated[Successes, RESULT, by(ACROSS)]
    defense: Annotated[Resist, side_of("target")]
    damage: DamageInput
    settings: CampaignSettings = Settings()

    @property
    def is_spent(self) -> bool:
        """Whether the spell may not be tried on them again: the blow does its ordinary damage (PAN-CONSEQ-17)."""
        renewed = self.spell.applied == "refreshed" and self.spell.kind == "drain"  # PAN-DRAIN-05
        return self.spell.applied in targets.KEPT_UP and not renewed and self.target.hold != "none"

    def across(self, attack: int, defense: int) -> int:
        """The Potency that gets across (PAN-CONSEQ-11)."""
        if (
            self.is_spent or self.spell.state != "active"
        ):  # what ended meanwhile carries nothing: PAN-TRACK-06
            return 0
        carried = min(attack, ASPECTS[self.spell.aspect].minimum)
        return min(self.spell.potency, max(0, carried - defense))


class DefendOutcome(DamageOutcome):
    attack: int
    defense_pool: Pool | None
    defense: int
    wounds: int
    transmitted: int
    spent: bool


def strike(given: StrikeInput, draws: Draws) -> Result:
    """Strike with a blow that carries a spell, which boosts it (PAN-CONSEQ-10)."""
    planned = plan_strike(given)
    fallen = pools.roll(planned, draws)
    outcome = StrikeOutcome(pool=fallen, attack=fallen.successes)
    return Result(outcome, pools.spend(planned), cite(*pools.clauses_of(fallen), "PAN-CONSEQ-10"))


def strike_odds(given: StrikeInput) -> Chances:
    """The chances of each number of successes, which wound, and of as many of them as carry the spell."""
    most, struck = ASPECTS[given.spell.aspect].minimum, odds.Tally(plan_strike(given))
    found = spread(struck, most)
    ways = [*(found.ways[number] for number in range(most)), found.from_(most)]
    told = {
        "exactly": odds.successes(struck)["exactly"],
        "carried": [share(way, found.total) for way in ways],
    }
    return Chances(told, cite("PAN-POOL-11", ACROSS, "PAN-CONSEQ-12"))


def plan_strike(given: StrikeInput) -> Plan:
    """The pool of the blow before the dice; its own spell comes first among what boosts it."""
    boosts = (Boost(id=given.spell.id, aspect=given.spell.aspect), *given.pool.boosts)
    plan = pools.plan(given.attacker, given.pool, owner="input.attacker", boosts=boosts)
    pools.permit(plan)
    return plan


def defend(given: DefendInput, draws: Draws) -> Result:
    """Defend against a blow: its wounds, and how much of its spell gets across (PAN-CONSEQ-11)."""
    side = plan_defense(given)
    rolled = roll_side(side, draws)
    full = Toll(given.damage.kind, max(0, given.attack - rolled.successes))
    toll, dealt = damage.overlapping(given.target.health, given.target.hurt, given.damage, full)
    outcome = DefendOutcome(
        attack=given.attack,
        defense_pool=rolled.pool,
        defense=rolled.successes,
        wounds=full.wounds,
        transmitted=given.across(given.attack, rolled.successes),
        spent=given.is_spent,
        **damage.described(given.damage, toll, dealt),
    )
    effects = (
        *pools.spend(side.plan),
        *damage.effects_of(given.target.id, given.target.health, given.damage, toll, dealt, given.spell.id),
        *_missed(given, outcome),
    )
    clauses = cite(
        *pools.clauses_of(rolled.pool),
        *damage.clauses_of(given.damage, dealt),
        ACROSS,
        "PAN-CONSEQ-17" if outcome.spent else None,
    )
    return Result(outcome, effects, clauses)


def defense_odds(given: DefendInput) -> Chances:
    """The chances of being hurt at all, of not being hurt, and of each Potency that gets across."""
    most = given.attack
    against = spread(plan_defense(given).tally, most)
    cases = [*against.ways[:most], against.from_(most)]
    ways = [0] * (ASPECTS[given.spell.aspect].minimum + 1)
    for defense, way in enumerate(cases):
        ways[given.across(given.attack, defense)] += way
    none = share(cases[most], against.total)
    told = {
        "hit": share(sum(cases[:most]), against.total),
        "none": none,
        "transmitted": [share(way, against.total) for way in ways],
    }
    return Chances(told, cite("PAN-POOL-11", ACROSS))


def plan_defense(given: DefendInput) -> Side:
    """Who defends, and with what, before the dice."""
    side = plan_side(given.defense, given.target, given.settings.defense_pool, at="input.defense")
    pools.permit(side.plan)
    return side


def refuse_again(given: StrikeInput, state: State) -> RuleViolation | None:
    """Nobody is struck with a spell that they have yet to resist, or while they have yet to defend."""
    if not any(brought(state, given.spell.id, given.target.id)):
        return None
    told = "they have yet to answer for this spell: wait for them"
    return RuleViolation(told, field="input.target", clause="PAN-RESIST-01")


def asks(given: StrikeInput | DefendInput, outcome: Struct, state: State) -> Iterator[Question]:
    """Whoever is struck defends; then they resist what of the spell gets across (PAN-CONSEQ-12)."""
    if isinstance(given, StrikeInput) and isinstance(outcome, StrikeOutcome) and outcome.attack:
        harm, said = given.damage, said_of(given, given.spell, state)
        blow: Values = {
            "spell": {"id": given.spell.id},
            "attack": outcome.attack,
            "damage": {"kind": harm.kind, "resistant": harm.resistant, "temporary": harm.temporary},
            "then": {name: value for name, value in said.items() if value is not None},
        }
        yield asked_of(DEFEND, given.target.id, blow, ACROSS)
    if isinstance(given, DefendInput) and isinstance(outcome, DefendOutcome) and outcome.transmitted:
        for asked in answered(given, state):
            spell: Values = {"id": given.spell.id, "potency": outcome.transmitted}
            told: Values = {**as_values(asked.data["then"]), "spell": spell}
            yield asked_of(ACT_OF[given.spell.kind], given.target.id, told)


def answered(given: DefendInput, state: State) -> Iterator[OpenQuestion]:
    """The blow that somebody defends against."""
    asked = brought(state, given.spell.id, given.target.id)
    return (one for one in asked if one.question == DEFEND)


def _missed(given: DefendInput, outcome: DefendOutcome) -> tuple[Effect, ...]:
    """Of a spell that did not get across, too, the try was made."""
    if not is_missed(given, outcome):
        return ()
    hold = targets.hold_after(given.spell.applied, given.target.hold, "none")
    return (set_to(given.target.id, f"hold.{given.spell.id}", hold),)


def is_missed(given: DefendInput, outcome: DefendOutcome) -> bool:
    """Whether a spell was tried and did not get across."""
    return not outcome.transmitted and not outcome.spent and given.spell.state == "active"
