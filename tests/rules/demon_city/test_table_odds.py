"""The odds with replacement against every row of values."""

from itertools import product
from typing import Any

import pytest

from tests.rules.demon_city.asking import odds

PICKS: dict[str, Any] = {"highest": max, "lowest": min}


@pytest.mark.parametrize("count", PICKS)
def test_values_of_throws_are_those_of_every_row(count: str) -> None:
    found = odds("table_odds", {"throws": 3, "count": count, "intensity": 6})

    rows = [PICKS[count](row) for row in product(range(1, 11), repeat=3)]

    assert found["values"] == pytest.approx([rows.count(value) / 1000 for value in range(1, 11)], abs=1e-9)
    assert found["mean"] == pytest.approx(sum(rows) / 1000, abs=1e-9)
    assert found["win"] == pytest.approx(sum(value > 6 for value in rows) / 1000, abs=1e-9)


@pytest.mark.parametrize("ties", ["keep", "rethrow"])
@pytest.mark.parametrize(("count", "opposing"), [("highest", "lowest"), ("lowest", "highest")])
def test_two_throws_are_compared_in_every_row(count: str, opposing: str, ties: str) -> None:
    given = {"throws": 2, "count": count, "opposing": 3, "opposing_count": opposing, "ties": ties}

    found = odds("table_odds", given)

    pairs = [(PICKS[count](row[:2]), PICKS[opposing](row[2:])) for row in product(range(1, 11), repeat=5)]
    if ties == "rethrow":
        pairs = [pair for pair in pairs if pair[0] != pair[1]]
    won, lost = (sum(test(*pair) for pair in pairs) / len(pairs) for test in (int.__gt__, int.__lt__))
    assert [found["win"], found["lose"], found["tie"]] == pytest.approx([won, lost, 1 - won - lost], abs=1e-9)
