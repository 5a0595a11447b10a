"""Days in withdrawal."""

from itertools import product
from typing import Any

import pytest

from tests.rules.sorcerer.asking import effects, odds, play, refusal, without_draws


def _given(settings: dict[str, Any] | None = None, **over: Any) -> dict[str, Any]:
    demon = {
        "id": "d1",
        "type": "object",
        "stamina": 2,
        "power": 0,
        "state": "present",
        "bound": True,
        **over,
    }
    return {"demon": demon, "settings": settings or {}}


def test_a_day_without_any_lack_ends_the_count() -> None:
    assert effects(play("withdrawal_day", _given(withdrawal_days=3))) == [("d1", "withdrawal_days", 0)]
    assert play("withdrawal_day", _given())["effects"] == []


@pytest.mark.parametrize(
    ("over", "need_days", "sources"),
    [
        ({"need_unmet_days": 1}, 0, ["need"]),
        ({"need_unmet_days": 0}, 0, []),
        ({"need_unmet_days": 2}, 3, []),
        ({"type": "parasite"}, 1, ["host"]),
        ({"type": "possessor", "host": "otto"}, 1, []),
        ({"type": "possessor", "bound": False, "need_unmet_days": 5}, 5, ["need", "host", "binding"]),
    ],
)
def test_what_puts_a_demon_in_withdrawal(over: dict[str, Any], need_days: int, sources: list[str]) -> None:
    answer = play("withdrawal_day", _given({"need_days": need_days}, power=3, **over))

    assert answer["outcome"]["sources"] == sources
    assert answer["outcome"]["in_withdrawal"] is bool(sources)


def test_power_falls_first_and_nothing_is_rolled() -> None:
    answer = play("withdrawal_day", _given(power=1, bound=False))

    assert effects(answer) == [("d1", "withdrawal_days", "+1"), ("d1", "power", "-1")]
    assert answer["outcome"]["rolls"] == []


def test_one_roll_may_stand_for_every_source() -> None:
    given = _given({"withdrawal_rolls": "single"}, bound=False, need_unmet_days=1, stamina=3)
    answer = play("withdrawal_day", given, [4, 4, 4, 2, 1])

    (roll,) = answer["outcome"]["rolls"]
    assert (roll["sources"], roll["loss"]) == (["need", "binding"], 2)
    assert effects(answer)[1:] == [("d1", "stamina", "-2")]


def test_a_tie_does_not_save_it() -> None:
    answer = play("withdrawal_day", _given(bound=False, stamina=0 + 1), [5, 5, 1])

    assert answer["outcome"]["stamina"] == {"before": 1, "after": 0}


def test_stamina_stops_at_zero_and_all_sources_roll() -> None:
    given = _given(bound=False, need_unmet_days=1, stamina=1)
    answer = play("withdrawal_day", given, [1, 9, 9, 1, 9, 9])

    assert len(answer["outcome"]["rolls"]) == 2
    assert effects(answer)[1:] == [("d1", "stamina", "-1"), ("d1", "state", "banished")]


def test_who_withers_is_here_and_has_stamina() -> None:
    assert refusal("withdrawal_day", _given(state="banished", stamina=0))[0] == "SOR-NEED-05"
    assert refusal("withdrawal_day", _given(stamina=0))[0] == "SOR-NEED-11"


def test_a_sure_day_gives_its_result_without_draws() -> None:
    assert without_draws("withdrawal_day", _given(power=2, bound=False))["outcome"]["power"]["after"] == 1
    assert odds("withdrawal_day", _given()) == {"stamina_loss": {"0": 1.0}, "banished": 0.0}


@pytest.mark.parametrize("rolls", ["separate", "single"])
@pytest.mark.parametrize("stamina", [1, 2])
def test_the_odds_count_every_roll(stamina: int, rolls: str) -> None:
    settings = {"die": 2, "withdrawal_rolls": rolls}
    given = _given(settings, stamina=stamina, bound=False, need_unmet_days=1)
    dice = (stamina + 2) * (2 if rolls == "separate" else 1)
    losses = [
        stamina - play("withdrawal_day", given, list(roll))["outcome"]["stamina"]["after"]
        for roll in product((1, 2), repeat=dice)
    ]

    found = odds("withdrawal_day", given)

    assert found["stamina_loss"] == pytest.approx(
        {str(loss): losses.count(loss) / len(losses) for loss in sorted(set(losses))}
    )
    assert found["banished"] == pytest.approx(losses.count(stamina) / len(losses))
