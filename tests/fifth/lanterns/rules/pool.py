"""A pool of six-sided dice (LAN-POOL)."""

from math import comb

from rules.kernel.chances import share
from rules.kernel.draws import Draws
from rules.kernel.errors import RuleViolation
from rules.kernel.types import Outcome
from tests.fifth.lanterns.rules.types import Bearer

SIDES = 6


class Part(Outcome):
    name: str
    dice: int


class Pool(Outcome):
    parts: tuple[Part, ...]
    success_from: int
    faces: tuple[int, ...]
    successes: int


def parts_of(bearer: Bearer, *, turned_up: bool = False) -> tuple[Part, ...]:
    """What a pool is made of; refuses who has no Nerve (LAN-POOL-01)."""
    if bearer.nerve == 0:
        raise RuleViolation("has no Nerve to roll", field="input.bearer", clause="LAN-POOL-01")
    flame = (Part(name="flame", dice=1),) if turned_up else ()
    return (Part(name="nerve", dice=bearer.nerve), *flame)


def roll(parts: tuple[Part, ...], success_from: int, draws: Draws) -> Pool:
    """Roll the dice and count successes (LAN-POOL-02)."""
    faces = tuple(draws.die(SIDES) for part in parts for _die in range(part.dice))
    successes = sum(face >= success_from for face in faces)
    return Pool(parts=parts, success_from=success_from, faces=faces, successes=successes)


def chances(parts: tuple[Part, ...], success_from: int) -> list[float]:
    """The chance of each number of successes, from none."""
    dice, good = sum(part.dice for part in parts), SIDES + 1 - success_from
    ways = (comb(dice, hits) * good**hits * (SIDES - good) ** (dice - hits) for hits in range(dice + 1))
    return [share(count, SIDES**dice) for count in ways]
