"""The odds of each action with a contest against every roll of the action itself, with dice of few faces."""

import json
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from rules import service
from rules.kernel.draws import GivenDraws
from rules.kernel.fair import FairDraws

VECTORS = Path(__file__).parent.parent / "vectors" / "sorcerer.json"
CASES = {case["id"]: case for case in json.loads(VECTORS.read_text(encoding="utf-8"))}
CONTESTS = [
    "SOR-P-65-banish-snapshot-again",
    "SOR-P-59-bind-tied",
    "SOR-P-63-break",
    "SOR-P-50-first-time",
    "SOR-P-52-contain",
    "SOR-P-87-first-sight",
    "SOR-P-25-zeroed",
    "SOR-P-28-perceived",
    "SOR-P-69-possess",
    "SOR-P-67-punish-anothers",
    "SOR-P-62-rebel",
    "SOR-P-68-recover-power",
    "SOR-P-13-d10",
    "SOR-P-29-telltale-no-cover",
    "SOR-P-55-summon-snapshot",
    "SOR-P-53-contain-held",
    "SOR-P-35-tenth-use",
    "SOR-P-83-override",
]
SCORES = ("lore", "power")
MOST_ROLLS = 3_000


def _with_small_scores(value: Any) -> Any:
    """An input in which nobody has more than two dice in a score."""
    if isinstance(value, dict):
        return {
            name: min(inner, 2) if name in SCORES else _with_small_scores(inner)
            for name, inner in value.items()
        }
    return [_with_small_scores(one) for one in value] if isinstance(value, list) else value


def _with_small_dice(case: dict[str, Any]) -> tuple[dict[str, Any], int]:
    """The input with dice of as many faces as still leave few rolls, and how many dice it rolls."""
    given = {**_with_small_scores(case["input"]), "settings": {**case["input"].get("settings", {}), "die": 2}}
    draws = FairDraws(b"secret", 1, "seed", "")
    service.perform(case["action"], service.read(case["action"], given), draws)
    dice = len(draws.taken)
    given["settings"]["die"] = max((die for die in (2, 3, 4, 5) if die**dice < MOST_ROLLS), default=2)
    return given, dice


def _outcomes(action: str, given: dict[str, Any], dice: int) -> Iterator[Any]:
    typed = service.read(action, given)
    for faces in product(range(1, given["settings"]["die"] + 1), repeat=dice):
        yield service.perform(action, typed, GivenDraws(faces)).outcome


def _law(counts: Counter[Any]) -> dict[str, float]:
    return {str(value): count / counts.total() for value, count in counts.items() if value is not None}


@pytest.mark.parametrize("case", CONTESTS)
def test_the_odds_of_a_contest_are_those_of_every_roll(case: str) -> None:
    action = CASES[case]["action"]
    given, dice = _with_small_dice(CASES[case])

    found = service.odds(action, service.read(action, given)).odds

    ends: Counter[str] = Counter()
    mine: Counter[int | None] = Counter()
    theirs: Counter[int | None] = Counter()
    for outcome in _outcomes(action, given, dice):
        contest = outcome.contest
        ends[contest.winner] += 1
        ends["total"] += contest.total and contest.winner == "acting"
        ends["success"] += getattr(outcome, "success", contest.winner == "acting")
        mine[contest.victories if contest.winner == "acting" else None] += 1
        theirs[contest.victories if contest.winner == "opposing" else None] += 1
    rolls = mine.total()
    assert found["success"] == pytest.approx(ends["success"] / rolls, abs=1e-9)
    assert found["failure"] == pytest.approx((rolls - ends["success"] - ends["none"]) / rolls, abs=1e-9)
    assert found["tie"] == pytest.approx(ends["none"] / rolls, abs=1e-9)
    assert found["total"] == pytest.approx(ends["total"] / rolls, abs=1e-9)
    assert found["victories"] == pytest.approx(_law(mine), abs=1e-9)
    assert found["opposing_victories"] == pytest.approx(_law(theirs), abs=1e-9)


def test_the_change_of_humanity_is_that_of_every_roll() -> None:
    given, dice = _with_small_dice(CASES["SOR-P-25-zeroed"])

    found = service.odds("sorcerer.humanity_check", service.read("sorcerer.humanity_check", given)).odds

    law = _law(Counter(outcome.delta for outcome in _outcomes("sorcerer.humanity_check", given, dice)))
    assert found["delta"] == pytest.approx(law, abs=1e-9)


def test_a_mind_is_lost_as_often_as_in_every_roll() -> None:
    given, dice = _with_small_dice(CASES["SOR-P-69-possess"])

    found = service.odds("sorcerer.possess", service.read("sorcerer.possess", given)).odds

    minds = [outcome.personality for outcome in _outcomes("sorcerer.possess", given, dice)]
    assert found["lost"] == pytest.approx(minds.count("lost") / len(minds), abs=1e-9)
