"""Exact odds of what follows a hit, counted over damage and soak successes and divided once at the end.

What happens hangs on the damage alone or on the levels that get through alone: each is counted by itself, and the two
meet only where the dead are not stunned as well.
"""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from itertools import accumulate, chain, repeat
from operator import mul

from rules.fallen.defences import extra_successes
from rules.fallen.harm import HarmCase, disarms, plan_blow, plan_soaking, stuns_from
from rules.fallen.health import ends_at
from rules.fallen.odds import PoolChances, as_list, chances, mean, mixed
from rules.fallen.pool import SIDES
from rules.fallen.pool import total as total_of
from rules.fallen.soak import breaks
from rules.fallen.types import Settings
from rules.kernel import budget
from rules.kernel.chances import share

EVENTS = ("armor_destroyed", "dazed", "unconscious", "disarmed", "incapacitated", "dead")


def extra_of(net: Sequence[int], settings: Settings) -> dict[int, int]:
    """The hits among the cases of an exchange by their extra successes; `net[n]` cases leave n, and 0 is no hit."""
    return {extra_successes(left, settings): ways for left, ways in enumerate(net) if left and ways}


def odds_of_harm(case: HarmCase, extra: Mapping[int, int], total: int) -> dict[str, float | list[float]]:
    """The odds of what a blow does: `extra[n]` of its `total` cases hit with n extra successes, the rest miss."""
    struck, cases = ([total], total) if case.blow.deals == "nothing" else _struck(case, extra, total)
    soaked = chances(plan_soaking(case)) if case.blow.deals == "wounds" else PoolChances((1,), 0, 1)
    total = cases * soaked.total
    levels = _levels(struck, soaked, total) if case.blow.deals == "wounds" else [total]
    events = {
        "armor_destroyed": _broken(case, struck, levels, soaked),
        "disarmed": _disarmed(case, struck) * soaked.total,
        **_ends(case, struck, levels, soaked),
    }
    return {
        "levels": as_list(levels, total),
        "mean": mean(levels, total),
        **{event: share(events[event], total) for event in EVENTS},
    }


def _struck(case: HarmCase, extra: Mapping[int, int], total: int) -> tuple[list[int], int]:
    """Damage successes over all hits, misses under 0, on one denominator for damage pools of all sizes.

    These pools differ in nothing but their dice, of which there is at least one (FAL-DAMAGE-06).
    """
    one = plan_blow(case, 0)
    others = total_of((*case.blow.base, *case.blow.after))
    by_dice: dict[int, int] = {}
    for successes, ways in extra.items():
        dice = max(1, others + successes)
        by_dice[dice] = by_dice.get(dice, 0) + ways
    weight = SIDES ** max(by_dice, default=0)
    struck = mixed(one, by_dice)
    struck[0] += (total - sum(extra.values())) * weight
    return struck, total * weight


def _levels(struck: Sequence[int], soaked: PoolChances, total: int) -> list[int]:
    """The cases by the levels that get through."""
    products = len(struck) * min(len(struck), len(soaked.successes))
    budget.spend(products * (1 + max(struck).bit_length() * soaked.total.bit_length() // 8192))
    through = [sum(map(mul, struck[left:], soaked.successes)) for left in range(1, len(struck))]
    return [total - sum(through), *through]


def _disarmed(case: HarmCase, struck: Sequence[int]) -> int:
    if case.blow.deals != "disarm":
        return 0
    return sum(struck[bisect_left(range(len(struck)), True, key=lambda damage: disarms(case, damage)) :])


def _broken(case: HarmCase, struck: Sequence[int], levels: Sequence[int], soaked: PoolChances) -> int:
    """The cases in which a blow that did damage destroys the armor."""
    if case.blow.deals != "wounds" or case.armor is None:
        return 0
    if case.settings.armor_break_on == "rolled":
        counted = [0, *(ways * soaked.total for ways in struck[1:])]
    else:
        counted = [levels[0] - struck[0] * soaked.total, *levels[1:]]
    return sum(ways for at, ways in enumerate(counted) if breaks(case.armor, at, at, case.settings))


def _ends(
    case: HarmCase, struck: Sequence[int], levels: Sequence[int], soaked: PoolChances
) -> dict[str, int]:
    """The cases by what becomes of the victim; the dead are nothing else besides."""
    felled, fatal = ends_at(case.victim, case.blow.kind, case.settings)
    dazing, felling = stuns_from(case)
    alive: Sequence[int] = ()
    if case.blow.deals == "wounds" and fatal:
        by_levels = case.settings.daze_on == "after_soak"
        alive = levels[:fatal] if by_levels else _survived(struck, soaked, fatal)
    return {
        "dazed": sum(alive[dazing:felling]),
        "unconscious": sum(alive[felling:]),
        "incapacitated": sum(levels[felled:fatal]),
        "dead": sum(levels[fatal:]),
    }


def _survived(struck: Sequence[int], soaked: PoolChances, fatal: int) -> list[int]:
    """By damage successes, the cases in which fewer than the `fatal` levels get through."""
    deadly = chain(repeat(0, fatal), accumulate(soaked.successes), repeat(soaked.total))
    return [ways * (soaked.total - killed) for ways, killed in zip(struck, deadly, strict=False)]
