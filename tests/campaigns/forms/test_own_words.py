"""What a form says of limits: in the words of the house, with the limit, and never in those of a library."""

from typing import Any

import pytest
from django import forms
from django.core.exceptions import ValidationError

from campaigns.forms.action.controls import field_for, labelled, offered_by, switch
from campaigns.forms.action.facts import facts
from campaigns.forms.action.lacking import quoted
from campaigns.forms.action.questions import Ask
from campaigns.forms.action.settled import OfGM
from campaigns.forms.own_words import UNFIT, plainly

SCENE = Ask("unconscious_for", "mixed", "gm", required=True, values=("scene",))


@pytest.mark.parametrize(
    ("field", "typed", "told"),
    [
        (forms.CharField(), "", "Fill this in."),
        (forms.ChoiceField(choices=[("a", "A")]), "", "Choose one."),
        (forms.MultipleChoiceField(choices=[("a", "A")]), [], "Choose one or more."),
        (forms.IntegerField(max_value=50), "99", "Enter 50 at most."),
        (forms.IntegerField(min_value=1), "0", "Enter 1 at least."),
        (forms.CharField(max_length=3), "four", "Shorten this to 3 characters at most."),
        (forms.ChoiceField(choices=[("a", "A")]), "b", "“b” is not one of the choices here."),
        (forms.MultipleChoiceField(choices=[("a", "A")]), ["b"], "“b” is not one of the choices here."),
    ],
)
def test_a_field_says_its_limit_in_our_words(field: forms.Field, typed: Any, told: str) -> None:
    with pytest.raises(ValidationError) as refused:
        field.clean(typed)

    assert refused.value.messages[0].startswith(told)


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("Object missing required field `reason`", "Fill this in."),
        ("Expected `int`, got `null`", "Fill this in."),
        ("Expected `int` <= 60", "Enter 60 at most."),
        ("Expected `int` >= 0", "Enter 0 at least."),
        ("Expected `str` of length <= 80", "Shorten this to 80 characters at most."),
        ("Expected `array` of length >= 1", "Give 1 of them at least."),
        ("Expected `int`, got `str`", str(UNFIT)),
        ("Invalid enum value 'x'", str(UNFIT)),
        ("say this: it goes with plunder alone", "Say this: it goes with plunder alone."),
    ],
)
def test_what_the_rules_say_is_told_as_a_sentence(message: str, told: str) -> None:
    assert plainly(message) == told


def test_a_word_beside_numbers_is_taken_in_any_case_and_named_where_it_is_none() -> None:
    field = field_for(SCENE, "fallen", [], [], required=True)

    assert [field.clean(typed) for typed in ("Scene", " SCENE ", "5")] == ["scene", "scene", 5]
    for typed in ("soon", "5.5"):
        with pytest.raises(ValidationError) as refused:
            field.clean(typed)
        told = f"“{typed}” is not possible here. Enter a whole number such as 5, or the word “scene”."
        assert refused.value.messages == [told]


def test_what_is_wrong_with_a_part_is_told_by_its_name() -> None:
    group = Ask("resist", "group", "player", required=False)

    assert labelled(made := switch(group, "sorcerer", "Resisting side")) == "Resisting side"
    assert made.label == "Include resisting side", "below the name of the part"
    assert labelled(forms.CharField(label="Name")) == "Name"


def test_a_part_has_words_of_its_own_for_whether_it_is_there() -> None:
    assert switch(Ask("damage", "group", "player", required=False), "pandemonium", "Damage").label == (
        "It deals wounds"
    )


@pytest.mark.parametrize(
    ("required", "default", "blank"), [(False, None, True), (False, "table", False), (True, None, False)]
)
def test_nothing_is_a_choice_only_where_nothing_is_meant_otherwise(
    required: bool, default: str | None, blank: bool
) -> None:
    audience = Ask("audience", "choice", "player", required, default=default, values=("table", "gm"))
    flag = Ask("dealt_with", "yes_no", "gm", required, default=default)
    for ask, system in ((audience, "table"), (flag, "pandemonium")):
        field = field_for(ask, system, [], [], required=required)
        assert isinstance(field, forms.ChoiceField)
        assert ("" in dict(offered_by(field))) is blank


def test_labels_stand_in_a_sentence_as_what_they_are() -> None:
    assert quoted(["Cost"]) == "“Cost”"
    assert quoted(["Cost", "Aim", "Scene"]) == "“Cost”, “Aim” and “Scene”"


def test_dice_of_one_source_are_told_once_with_their_sum() -> None:
    advantage: dict[str, Any] = {"source": "situation", "dice": 1}
    of_gm = OfGM({"thrower": {"id": "x", "modifiers": [advantage, advantage, {**advantage, "note": "high"}]}})

    told = facts("demon_city", {}, of_gm, {"x": "Ann"})[0]["words"]

    assert told.startswith("Ann, ")
    assert len(told.split(", ")) == 4, told
    assert told.split(", ")[1].endswith(" 2")


def test_game_time_is_typed_as_people_write_it() -> None:
    seconds = Ask("seconds", "length_of_time", "gm", required=True, least=1, most=10**9)
    field = field_for(seconds, "table", [], [], required=True)

    assert [field.clean(one) for one in ("90", "30 min", "1 d 2 h", "1 Day, 2 hours 5s")] == [
        90,
        1800,
        93_600,
        93_605,
    ]
    for typed in ("soon", "5 x", "-3", "h"):
        with pytest.raises(ValidationError, match="Enter a length of time"):
            field.clean(typed)
