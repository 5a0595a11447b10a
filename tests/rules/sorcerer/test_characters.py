"""Sheets of sorcerers."""

from typing import Any

import pytest

from tests.rules.sorcerer.asking import effects, play


def _sheet(**over: Any) -> dict[str, Any]:
    return {
        "id": "mara",
        "stamina": 3,
        "will": 5,
        "lore": 2,
        "descriptors": {"stamina": ["Scrapper"], "will": ["Belief System", "Zest for Life"], "lore": ["Mad"]},
        "cover": {"name": "Auctioneer", "score": "will"},
        "starting_demon": "d1",
        "telltale": "casts two shadows",
        "price": {"name": "Arrogant", "dice": -1},
        "kicker": "A stranger bids on her house.",
        **over,
    }


def _problems(sheet: dict[str, Any], **settings: Any) -> list[tuple[str, str]]:
    answer = play("create_character", {"character": sheet, "settings": settings})
    assert answer["outcome"]["valid"] is not bool(answer["outcome"]["problems"])
    return [
        (problem["clause"].removeprefix("SOR-"), problem["field"].removeprefix("input.character."))
        for problem in answer["outcome"]["problems"]
    ]


def test_a_sound_sheet_sets_its_scores() -> None:
    answer = play("create_character", {"character": _sheet()})

    assert effects(answer) == [
        ("mara", "stamina", 3),
        ("mara", "will", 5),
        ("mara", "lore", 2),
        ("mara", "humanity", 5),
        ("mara", "cover", 5),
        ("mara", "price", -1),
        ("mara", "state", "active"),
    ]
    assert answer["outcome"]["background_gaps"] == ["lore", "price", "cover", "kicker"]


def test_a_sheet_with_a_fault_stores_nothing() -> None:
    answer = play("create_character", {"character": _sheet(kicker="")})

    assert (answer["outcome"]["valid"], answer["effects"]) == (False, [])


@pytest.mark.parametrize(
    ("over", "problem"),
    [
        ({"stamina": 4}, ("CREATE-01", "stamina")),
        ({"humanity": 4}, ("CREATE-03", "humanity")),
        ({"cover": {"name": "", "score": "will"}}, ("CREATE-04", "cover.name")),
        ({"cover": {"name": "Guard", "score": "stamina", "dice": 5}}, ("CREATE-04", "cover.dice")),
        ({"starting_demon": None}, ("CREATE-05", "starting_demon")),
        ({"telltale": ""}, ("CREATE-06", "telltale")),
        ({"price": {"name": "Lame", "dice": -2}}, ("CREATE-07", "price.dice")),
        ({"price": {"name": "", "dice": -1, "approved": True}}, ("PRICE-03", "price.name")),
        ({"price": {"name": "Hunted", "dice": -1}}, ("PRICE-03", "price.name")),
        ({"kicker": ""}, ("CREATE-08", "kicker")),
    ],
)
def test_one_fault_is_found_alone(over: dict[str, Any], problem: tuple[str, str]) -> None:
    assert _problems(_sheet(**over)) == [problem]


def test_descriptors_are_counted_known_and_different() -> None:
    named = {"stamina": [], "will": ["Zest for Life", "Zest for Life"], "lore": ["Athletic"]}

    assert _problems(_sheet(descriptors=named)) == [
        ("DESC-01", "descriptors.stamina"),
        ("DESC-02", "descriptors.lore.0"),
        ("DESC-06", "descriptors.will.1"),
    ]


def test_a_campaign_adds_its_own_descriptors() -> None:
    named = {"stamina": ["Diver"], "will": ["Belief System", "Zest for Life"], "lore": ["Mad"]}
    sheet = _sheet(descriptors=named)

    assert _problems(sheet) == [("DESC-02", "descriptors.stamina.0")]
    assert _problems(sheet, extra_descriptors={"stamina": ["Diver"]}) == []


def test_a_price_of_ones_own_needs_approval() -> None:
    assert _problems(_sheet(price={"name": "Hunted", "dice": -1, "approved": True})) == []


def test_each_score_is_at_least_one() -> None:
    named = {"stamina": ["Scrapper", "Athletic"], "will": ["Belief System"], "lore": ["Mad"]}
    sheet = _sheet(stamina=10, will=0, lore=0, descriptors=named)

    assert _problems(sheet) == [("CREATE-02", "will"), ("CREATE-02", "lore")]


def test_a_sound_sheet_tells_what_its_numbers_follow_from() -> None:
    cited = play("create_character", {"character": _sheet()})["clauses"]

    assert {"SOR-CREATE-03", "SOR-CREATE-04", "SOR-DESC-01"} <= set(cited)
