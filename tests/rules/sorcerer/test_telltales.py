"""Spotting telltales."""

from typing import Any

import pytest

from tests.rules.sorcerer.asking import odds, play, refusal


def _given(target: dict[str, Any], **over: Any) -> dict[str, Any]:
    return {"spotter": {"id": "mara", "lore": 1}, "target": {"id": "t", **target}, **over}


@pytest.mark.parametrize(
    ("target", "against", "part"),
    [
        ({"cover": 1, "lore": 1}, None, {"source": "cover", "dice": 1}),
        ({"lore": 1}, None, {"source": "lore", "dice": 1}),
        ({"cover": 3, "lore": 1}, "lore", {"source": "lore", "dice": 1}),
        ({"kind": "demon", "power": 1}, "power", {"source": "power", "dice": 1}),
        ({"kind": "demon", "power": 4}, None, {"source": "none", "dice": 1}),
        ({"kind": "demon", "power": 4, "penalties": 3}, "cover", {"source": "none", "dice": 1}),
    ],
)
def test_what_a_telltale_hides_behind(
    target: dict[str, Any], against: str | None, part: dict[str, Any]
) -> None:
    answer = play("spot_telltale", _given(target, against=against), [8, 2])

    assert answer["outcome"]["contest"]["opposing"]["parts"] == [part]
    assert answer["outcome"]["against"] == part["source"]
    assert answer["outcome"]["identified"] is True


def test_damage_cuts_a_cover() -> None:
    answer = play("spot_telltale", _given({"cover": 3, "penalties": 2}), [8, 2])

    assert answer["outcome"]["contest"]["opposing"]["raw"] == 1


@pytest.mark.parametrize(
    ("given", "refused"),
    [
        (
            {"spotter": {"id": "m", "lore": 0}, "target": {"id": "t", "cover": 1}, "against": "power"},
            "SOR-TELL-06",
        ),
        (_given({"cover": 1}, against="power"), "SOR-TELL-03"),
        (_given({"lore": 1}, against="cover"), "SOR-TELL-03"),
        (_given({}), "invalid_input"),
        (_given({"kind": "demon"}, against="lore"), "invalid_input"),
        (_given({"kind": "demon"}, against="power"), "invalid_input"),
    ],
)
def test_who_spots_nothing(given: dict[str, Any], refused: str) -> None:
    assert refusal("spot_telltale", given)[0] == refused


def test_a_missing_score_is_named_by_its_path() -> None:
    assert refusal("spot_telltale", _given({})) == ("invalid_input", "input.target.lore")


def test_a_demon_without_lore_may_look() -> None:
    spotter = {"id": "d", "kind": "demon", "lore": 0}

    found = odds("spot_telltale", {**_given({"cover": 1}), "spotter": spotter})

    assert found["victories"].keys() == {"1"}
