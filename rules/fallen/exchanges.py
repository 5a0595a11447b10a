"""Attack and defence as they are rolled and compared (FAL-ATTACK, FAL-DEFEND, FAL-BOTCH)."""

from typing import Literal

from msgspec import Struct

from rules.fallen import pool as pools
from rules.fallen.attacks import AttackInput, AttackPlan, plan_attack
from rules.fallen.defences import (
    DefenceNeed,
    beset_clauses,
    defence_clauses,
    defence_effects,
    extra_successes,
)
from rules.fallen.maneuvers import ManeuverRow
from rules.fallen.odds import as_list, chances
from rules.fallen.pool import Pool, PoolPlan
from rules.fallen.rolls import lead_counts, spent_willpower
from rules.fallen.types import Weapon
from rules.kernel.action import Chances
from rules.kernel.chances import share
from rules.kernel.draws import Draws
from rules.kernel.effects import Effect, change_by, set_to
from rules.kernel.result import Result, cite
from rules.kernel.types import Outcome

AttackResult = Literal["botch", "miss", "avoided", "hit"]
AttackNeed = Literal["botch_consequence"] | DefenceNeed


class ManeuverPool(Struct, frozen=True):
    maneuver: str
    pool: Pool


class AttackOutcome(Outcome):
    result: AttackResult
    hit: bool
    automatic_hit: bool
    net: int
    extra: int
    attack: ManeuverPool
    defence: ManeuverPool | None
    needs: tuple[AttackNeed, ...]


class Exchange(Struct, frozen=True):
    """The outcome of an attack and its defence, with all that it changed and the clauses that decided it."""

    outcome: AttackOutcome
    effects: tuple[Effect, ...]
    clauses: tuple[str, ...]


class NetChances(Struct, frozen=True):
    """The equally likely cases of an exchange; `net[n]` counts those that leave n successes, 0 being no hit."""

    net: list[int]
    miss: int
    avoided: int
    botch: int
    total: int


def attack(given: AttackInput, draws: Draws) -> Result:
    """An attack and, where one was chosen and needed, the defence against it (FAL-ATTACK, FAL-DEFEND)."""
    played = exchange(given, plan_attack(given), draws)
    return Result(played.outcome, played.effects, played.clauses)


def odds_of_attack(given: AttackInput) -> Chances:
    """The odds of `fallen.attack`: hit, miss, avoided, botch, and the net successes."""
    planned = plan_attack(given)
    return Chances(exchange_odds(net_chances(planned)), _planned_clauses(planned))


def exchange(given: AttackInput, planned: AttackPlan, draws: Draws) -> Exchange:
    """Roll the attack, then the defence if there is a success to defend against (FAL-DEFEND-03)."""
    rolled = pools.roll(planned.attack, draws)
    successes = max(rolled.successes, planned.automatic_hit)  # FAL-IMMOB-02
    answer = pools.roll(planned.defence, draws) if planned.defence is not None and successes else None
    net = max(0, successes - (answer.successes if answer else 0))  # FAL-ATTACK-03, FAL-ATTACK-04
    botched = rolled.botch and not planned.automatic_hit
    result: AttackResult = "hit" if net else "avoided" if successes else "botch" if botched else "miss"
    outcome = AttackOutcome(
        result=result,
        hit=net > 0,
        automatic_hit=planned.automatic_hit,
        net=net,
        extra=extra_successes(net, given.settings),
        attack=ManeuverPool(given.maneuver, rolled),
        defence=ManeuverPool(given.defence.maneuver, answer) if given.defence and answer else None,
        needs=_needs(botched, answer),
    )
    return Exchange(outcome, _effects(given, planned.row, answer), _clauses(given, planned, outcome))


def net_chances(planned: AttackPlan) -> NetChances:
    """The net successes of an attack against its defence, counted."""
    rolled = chances(planned.attack)
    successes, botch = rolled.successes, rolled.botch
    if planned.automatic_hit:  # FAL-IMMOB-02
        successes, botch = (0, sum(successes[:2]), *successes[2:]), 0
    if planned.defence is None:
        return NetChances(list(successes), successes[0] - botch, 0, botch, rolled.total)
    answer = chances(planned.defence)
    leads = lead_counts((0, *successes[1:]), answer.successes)
    avoided = leads.behind + leads.tied
    return NetChances(
        net=[avoided + successes[0] * answer.total, *leads.ahead[1:]],
        miss=(successes[0] - botch) * answer.total,
        avoided=avoided,
        botch=botch * answer.total,
        total=rolled.total * answer.total,
    )


def exchange_odds(counted: NetChances) -> dict[str, float | list[float]]:
    """Those chances under the names of `fallen.attack`."""
    return {
        "hit": share(counted.total - counted.net[0], counted.total),
        "miss": share(counted.miss, counted.total),
        "avoided": share(counted.avoided, counted.total),
        "botch": share(counted.botch, counted.total),
        "net": as_list(counted.net, counted.total),
    }


def spent_rounds(row: ManeuverRow, weapon: Weapon | None) -> tuple[Effect, ...]:
    """What an attack takes out of a counted magazine (FAL-RANGED-08)."""
    if weapon is None or weapon.ammo is None or not row.rounds:
        return ()
    if row.rounds == "all":
        return (set_to(weapon.id, "ammo", 0),)
    return (change_by(weapon.id, "ammo", -int(row.rounds)),)


def _needs(botched: bool, answer: Pool | None) -> tuple[AttackNeed, ...]:
    needs: list[AttackNeed] = []
    if botched:
        needs.append("botch_consequence")
    if answer and answer.botch:
        needs.append("defence_botch_consequence")
    return tuple(needs)


def _effects(given: AttackInput, row: ManeuverRow, answer: Pool | None) -> tuple[Effect, ...]:
    free = given.ambush is not None  # FAL-AMBUSH-09
    return (
        *spent_willpower(given.attacker.id, given.willpower),
        *spent_rounds(row, given.weapon),
        *(() if free else (change_by(given.attacker.id, "actions_taken", 1),)),
        *(defence_effects(given.target.id, given.defence) if given.defence and answer else ()),
    )


def _clauses(given: AttackInput, planned: AttackPlan, outcome: AttackOutcome) -> tuple[str, ...]:
    answered = outcome.defence is not None and planned.defence is not None
    return cite(
        "FAL-AMBUSH-09" if given.ambush else None,
        "FAL-AMBUSH-04" if given.ambush and given.ambush.extra else None,
        "FAL-ATTACK-01",
        "FAL-MANEUV-01",
        planned.row.clause,
        _ability_clause(given),
        "FAL-RANGED-10" if planned.row.multiple else None,
        "FAL-LOCATE-05" if given.bypass else None,
        "FAL-MANEUV-03" if any(isinstance(entry.difficulty, int) for entry in given.modifiers) else None,
        *pools.clauses_of(planned.attack, outcome.attack.pool),
        *beset_clauses(outcome.attack.pool),
        *_helpless_clauses(given, outcome),
        *(
            defence_clauses(given.defence.maneuver, planned.defence, outcome.defence.pool)
            if given.defence and outcome.defence is not None and planned.defence is not None
            else ()
        ),
        *_verdict_clauses(outcome, answered=answered),
        "FAL-RANGED-08" if spent_rounds(planned.row, given.weapon) else None,
    )


def _ability_clause(given: AttackInput) -> str | None:
    return "FAL-MANEUV-06" if given.maneuver in {"disarm", "sweep"} else None


def _helpless_clauses(given: AttackInput, outcome: AttackOutcome) -> tuple[str, ...]:
    if not outcome.automatic_hit:
        return ()
    return ("FAL-IMMOB-02",) if given.target.restraint == "helpless" else ("FAL-IMMOB-04", "FAL-IMMOB-02")


def _verdict_clauses(outcome: AttackOutcome, *, answered: bool) -> tuple[str, ...]:
    if outcome.result == "botch":
        return ("FAL-ATTACK-02", "FAL-BOTCH-01")
    if outcome.result == "miss":
        return ("FAL-ATTACK-02",)
    return cite("FAL-ATTACK-03" if answered else None, "FAL-ATTACK-04" if outcome.hit else None)


def _planned_clauses(planned: AttackPlan) -> tuple[str, ...]:
    answer: PoolPlan | None = planned.defence
    return cite(planned.row.clause, *planned.attack.clauses, *(answer.clauses if answer else ()))
