"""The counted odds against every roll of small pools."""

import time
from collections import Counter
from itertools import product

import pytest

from rules.sorcerer.contest import Pools, compare
from rules.sorcerer.odds import contest_odds, victory_counts

pytestmark = pytest.mark.slow

Ending = tuple[str, int, bool]


def _pools(acting: int, opposing: int) -> Pools:
    return Pools((), (), 0, (acting, opposing))


def _every_roll(
    pools: Pools, die: int, acting_faces: tuple[int, ...] = (), opposing_faces: tuple[int, ...] = ()
) -> Counter[Ending]:
    """The endings of all rolls, each rolled and compared."""
    new = pools.sizes[0] - len(acting_faces)
    dice = new + pools.sizes[1] - len(opposing_faces)
    endings: Counter[Ending] = Counter()
    for roll in product(range(1, die + 1), repeat=dice):
        verdict = compare(
            sorted((*roll[:new], *acting_faces), reverse=True),
            sorted((*roll[new:], *opposing_faces), reverse=True),
        )
        endings[verdict.winner, verdict.victories, verdict.total] += 1
    return endings


@pytest.mark.parametrize("die", [2, 3, 5])
@pytest.mark.parametrize("acting", [1, 2, 3])
@pytest.mark.parametrize("opposing", [1, 2, 4])
def test_every_roll_of_small_pools_is_counted(acting: int, opposing: int, die: int) -> None:
    pools = _pools(acting, opposing)

    counted = victory_counts(pools, die)

    assert counted.counts == dict(_every_roll(pools, die))
    assert counted.cases == die ** (acting + opposing)


@pytest.mark.parametrize(
    ("sizes", "acting_faces", "opposing_faces"),
    [
        ((2, 3), (6,), ()),
        ((3, 2), (6, 4), ()),
        ((3, 3), (5, 5, 1), ()),
        ((2, 3), (), (6, 6, 2)),
        ((4, 3), (6, 3), (6, 3)),
        ((3, 4), (4,), (4, 4)),
        ((2, 2), (6, 5), (6, 5)),
        ((1, 3), (3,), (3, 3)),
        ((4, 4), (1, 1), (1, 6)),
    ],
)
def test_dice_that_lie_there_are_certain(
    sizes: tuple[int, int], acting_faces: tuple[int, ...], opposing_faces: tuple[int, ...]
) -> None:
    pools = _pools(*sizes)

    counted = victory_counts(pools, 6, acting_faces=acting_faces, opposing_faces=opposing_faces)

    assert counted.counts == dict(_every_roll(pools, 6, acting_faces, opposing_faces))


def test_a_die_against_a_die_of_twelve() -> None:
    found = contest_odds(_pools(1, 1), 12)

    assert found == {
        "success": 66 / 144,
        "failure": 66 / 144,
        "tie": 12 / 144,
        "total": 66 / 144,
        "victories": {"1": 66 / 144},
        "opposing_victories": {"1": 66 / 144},
    }


def test_spare_dice_win_once_and_never_totally() -> None:
    counted = victory_counts(_pools(2, 1), 6, acting_faces=(4, 4), opposing_faces=(4,))

    assert counted.counts == {("acting", 1, False): 1}


def test_dice_that_all_lie_there_leave_no_chance() -> None:
    found = contest_odds(_pools(2, 1), 12, acting_faces=(12, 9), opposing_faces=(3,))

    assert (found["success"], found["total"], found["victories"]) == (1.0, 1.0, {"2": 1.0})


@pytest.mark.parametrize("sizes", [(12, 12), (30, 4), (7, 60)])
def test_chances_of_large_pools_add_up(sizes: tuple[int, int]) -> None:
    found = contest_odds(_pools(*sizes), 12)

    assert found["success"] + found["failure"] + found["tie"] == pytest.approx(1, abs=1e-12)
    assert sum(found["victories"].values()) == pytest.approx(found["success"], abs=1e-12)
    assert sum(found["opposing_victories"].values()) == pytest.approx(found["failure"], abs=1e-12)


def test_the_sides_of_a_contest_mirror_each_other() -> None:
    there, back = victory_counts(_pools(5, 8), 10), victory_counts(_pools(8, 5), 10)

    assert there.victories_of("acting") == back.victories_of("opposing")
    assert there.total_of("opposing") == back.total_of("acting")


def test_common_pools_are_counted_at_once() -> None:
    contest_odds(_pools(12, 12), 12)

    started = time.process_time()
    contest_odds(_pools(12, 11), 12)

    assert time.process_time() - started < 0.1
