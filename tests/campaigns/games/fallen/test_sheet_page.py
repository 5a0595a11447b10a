"""What a character of Fallen shows of herself: how hurt she is, and what she rolls most."""

from typing import Any

from campaigns.games.fallen.sheet_page import level_words, levels_of, rolls_of
from campaigns.queries.cast import Member
from campaigns.queries.layouts.parts import RecordContext

TRAITS: dict[str, Any] = {"dexterity": 3, "stamina": 2, "stealth": 2, "martial_arts": 1}


def reading(**fields: Any) -> RecordContext:
    known = {"bashing": 0, "lethal": 0, "aggravated": 0, "dead": False, **TRAITS, **fields}
    return RecordContext(Member("ana", "fallen.character", "Ana", None, "table", known), {})


def test_level_that_takes_no_dice_says_nothing_of_pools() -> None:
    assert level_words(reading(), 1) == "Bruised"
    assert level_words(reading(), 2) == "Hurt, −1 to every pool"


def test_track_has_seven_levels_with_the_worst_marks_first() -> None:
    track = levels_of(reading(bashing=1, lethal=1))

    assert [box.mark for box in track.boxes] == ["lethal", "bashing", *["none"] * 5]


def test_usual_rolls_name_traits_as_people_do() -> None:
    stealthy = next(roll for roll in rolls_of(reading()) if roll.label == "Dexterity + Stealth")

    assert stealthy.dice == 5
    assert [stealthy.given["traits.0.name"], stealthy.given["traits.1.name"]] == ["Dexterity", "Stealth"]


def test_traits_of_her_own_are_among_the_usual_rolls_less_wounds() -> None:
    rolls = {roll.label: roll.dice for roll in rolls_of(reading(lethal=2, **{"traits.lore_of_flame": 3}))}

    assert rolls["Lore of flame"] == 2
