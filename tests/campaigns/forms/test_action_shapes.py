from collections.abc import Iterator

import pytest

from campaigns.forms.action.form import RESERVED
from campaigns.forms.action.questions import Ask, asks_of
from rules.catalogue import ACTIONS, find
from rules.kernel.inputs import slots_of
from rules.kernel.origins import New

pytestmark = pytest.mark.slow


def every(asks: tuple[Ask, ...], prefix: str = "") -> Iterator[tuple[str, Ask]]:
    for ask in asks:
        yield f"{prefix}{ask.name}", ask
        yield from every(ask.children, f"{prefix}{ask.name}.")


def asked(action: str) -> dict[str, Ask]:
    return dict(every(asks_of(find(action).input_type)))


@pytest.mark.parametrize("action", sorted(ACTIONS))
def test_nobody_is_asked_what_follows_from_elsewhere(action: str) -> None:
    elsewhere = {
        slot.name
        for slot in slots_of(find(action).input_type).values()
        if slot.given_by in ("procedure", "setting") or slot.mark(New) is not None
    }

    assert not elsewhere & {ask.name for ask in asks_of(find(action).input_type)}


@pytest.mark.parametrize("action", sorted(ACTIONS))
def test_no_question_has_the_name_of_a_field_of_the_form(action: str) -> None:
    assert not set(RESERVED) & set(asked(action))


def test_traits_of_a_record_are_not_asked() -> None:
    assert set(asked("sorcerer.contact")) == {
        "sorcerer",
        "demon",
        "contact",
        "sacrifice",
        "snapshot",
        *(
            f"{side}{part}"
            for side in ("modifiers", "opposing_modifiers")
            for part in ("", ".source", ".dice", ".note", ".won_by")
        ),
    }


def test_peoples_words_in_a_record_are_asked() -> None:
    assert {"demon.need", "demon.telltale", "demon.abilities.name"} <= set(asked("sorcerer.create_demon"))


def test_difficulty_may_stand_in_place_of_a_record() -> None:
    opposing = asked("sorcerer.roll")["opposing"]

    assert (opposing.form, opposing.may_be_none) == ("record", True)
    assert "difficulty" in asked("sorcerer.roll")["opposing.score"].values


def test_bounds_come_from_the_type() -> None:
    dice = asked("sorcerer.will_override")["dice"]

    assert (dice.form, dice.least, dice.most, dice.required) == ("number", 1, 30, True)


@pytest.mark.parametrize(
    ("action", "path", "form"),
    [
        ("sorcerer.bind", "scores", "choices"),
        ("sorcerer.bind", "willing", "flag"),
        ("sorcerer.contain", "scope", "group"),
        ("sorcerer.contain", "scope.demons", "records"),
        ("sorcerer.conflict_round", "combatants", "rows"),
        ("sorcerer.group_ritual", "helpers.modifiers", "rows"),
        ("sorcerer.create_character", "character.descriptors.will", "lines"),
        ("sorcerer.alter_contact", "changes.from", "text"),
        ("table.create", "about.owner", "member"),
        ("table.edit", "changes.set", "value"),
        ("fallen.blackout", "duration", "mixed"),
        ("demon_city.static_throw", "degrees", "numbers"),
    ],
)
def test_type_decides_how_it_is_asked(action: str, path: str, form: str) -> None:
    assert asked(action)[path].form == form


def test_gm_gives_what_is_the_gms() -> None:
    questions = asked("sorcerer.bind")

    assert (questions["scores"].by, questions["willing"].by) == ("gm", "player")
    assert questions["need_met"].by == "gm_alone"
    assert asked("sorcerer.recover_power")["days_since"].by == "gm_alone"
