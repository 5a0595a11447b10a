"""Exact odds of what follows a hit, counted over damage and soak successes and divided once at the end."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from rules.fallen.defences import extra_successes
from rules.fallen.harm import HarmCase, disarms, plan_blow, plan_soaking, stun
from rules.fallen.health import Health, mark_levels
from rules.fallen.odds import PoolChances, as_list, chances, mean, spread
from rules.fallen.pool import SIDES
from rules.fallen.soak import breaks
from rules.fallen.types import Settings
from rules.kernel.chances import share

EVENTS = ("armor_destroyed", "dazed", "unconscious", "disarmed", "incapacitated", "dead")


class Tally(Struct):
    """Cases by levels of harm and by event, out of `total`."""

    total: int
    levels: dict[int, int]
    events: dict[str, int]


def extra_of(net: Mapping[int, int], settings: Settings) -> dict[int, int]:
    """The hits among the cases of an exchange by their extra successes; `net[n]` cases leave n, and 0 is no hit."""
    return {extra_successes(left, settings): ways for left, ways in net.items() if left and ways}


def odds_of_harm(case: HarmCase, extra: Mapping[int, int], total: int) -> dict[str, Any]:
    """The odds of what a blow does: `extra[n]` of its `total` cases hit with n extra successes, the rest miss."""
    tally = _tally(case, extra, total)
    levels = spread(tally.levels)
    return {
        "levels": as_list(levels, tally.total),
        "mean": mean(levels, tally.total),
        **{event: share(tally.events[event], tally.total) for event in EVENTS},
    }


def _tally(case: HarmCase, extra: Mapping[int, int], total: int) -> Tally:
    if case.blow.deals == "nothing":
        tally = Tally(total, {}, dict.fromkeys(EVENTS, 0))
        _count(
            tally,
            case,
            total,
            damage=0,
            levels=0,
            health=mark_levels(case.victim, 0, "bashing", case.settings),
        )
        return tally
    struck, cases = _struck(case, extra, total)
    soaked = chances(plan_soaking(case)) if case.blow.deals == "wounds" else PoolChances((1,), 0, 1)
    tally = Tally(cases * soaked.total, {}, dict.fromkeys(EVENTS, 0))
    _count_all(tally, case, struck, soaked)
    return tally


def _struck(case: HarmCase, extra: Mapping[int, int], total: int) -> tuple[list[int], int]:
    """Damage successes over all hits, misses under 0, on one denominator for damage pools of all sizes."""
    pools = {successes: plan_blow(case, successes) for successes in extra}
    most = max((planned.dice for planned in pools.values()), default=0)
    struck = [0] * (most + 1)
    struck[0] = (total - sum(extra.values())) * SIDES**most
    for successes, planned in pools.items():
        weight = extra[successes] * SIDES ** (most - planned.dice)
        for damage, ways in enumerate(chances(planned).successes):
            struck[damage] += weight * ways
    return struck, total * SIDES**most


def _count_all(tally: Tally, case: HarmCase, struck: list[int], soaked: PoolChances) -> None:
    healths = [
        mark_levels(case.victim, levels if case.blow.deals == "wounds" else 0, case.blow.kind, case.settings)
        for levels in range(len(struck))
    ]
    _count(tally, case, struck[0] * soaked.total, damage=0, levels=0, health=healths[0])
    for damage, ways in enumerate(struck[1:], start=1):
        if case.blow.deals == "disarm":
            _count(tally, case, ways, damage=damage, levels=0, health=healths[0])
            continue
        if not ways:
            continue
        got_through = soaked.successes[:damage]
        all_soaked = soaked.total - sum(got_through)
        _count(tally, case, ways * all_soaked, damage=damage, levels=0, health=healths[0])
        for soak, soak_ways in enumerate(got_through):
            left = damage - soak
            _count(tally, case, ways * soak_ways, damage=damage, levels=left, health=healths[left])


def _count(tally: Tally, case: HarmCase, ways: int, *, damage: int, levels: int, health: Health) -> None:
    tally.levels[levels] = tally.levels.get(levels, 0) + ways
    wounds = case.blow.deals == "wounds"
    if wounds and damage and breaks(case.armor, damage, levels, case.settings):
        tally.events["armor_destroyed"] += ways
    if disarms(case, damage):
        tally.events["disarmed"] += ways
    if health.dead:
        tally.events["dead"] += ways
        return
    if health.incapacitated:
        tally.events["incapacitated"] += ways
    stunned = stun(case, damage, levels)
    if stunned:
        tally.events[stunned] += ways
