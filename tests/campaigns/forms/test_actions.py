from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse

from campaigns.forms.action.controls import _mixed_words
from campaigns.forms.action.errors import add_engine_error, why
from campaigns.forms.action.form import ActionForm
from campaigns.forms.action.questions import Ask
from campaigns.models import Record
from rules.kernel.errors import InvalidInput, RuleViolation
from rules.kernel.values import Values, as_values
from tests.factories import make_character, make_demon, make_record
from tests.people import Table


@pytest.fixture
def mara(table: Table) -> Record:
    return make_character(table.player, "Mara")


def sent(table: Table, action: str, words: dict[str, Any], **more: Any) -> ActionForm:
    form = ActionForm(action, member=table.gm, data={"key": "k", **words}, **more)
    form.is_valid()
    return form


def test_values_are_nested_as_the_contract_has_them(table: Table, mara: Record) -> None:
    words = {
        "acting.id": str(mara.pk),
        "acting.score": "other",
        "acting.dice": "4",
        "opposing.score": "difficulty",
    }

    form = sent(table, "sorcerer.roll", {**words, "opposing.dice": "3"})

    assert form.errors == {}
    assert form.request().given == {
        "acting": {"id": str(mara.pk), "score": "other", "dice": 4},
        "opposing": {"score": "difficulty", "dice": 3},
    }


def test_dice_of_a_score_on_the_sheet_are_never_taken_from_a_person(table: Table, mara: Record) -> None:
    words = {"acting.id": str(mara.pk), "acting.score": "will", "acting.dice": "30", "opposing.dice": "3"}

    assert "dice" not in as_values(sent(table, "sorcerer.roll", words).request().given["acting"])


def test_box_that_was_not_on_the_page_says_nothing(table: Table, mara: Record) -> None:
    demon = make_demon(table.gm)
    words = {"sorcerer.id": str(mara.pk), "demon.id": str(demon.pk), "snapshot": "off"}

    given = sent(table, "sorcerer.contact", words).request().given

    assert given["snapshot"] is False
    assert "by_name" not in given


def test_new_record_is_made_where_none_is_named(table: Table, mara: Record) -> None:
    demon = make_demon(table.gm)
    words = {"sorcerer.id": str(mara.pk), "demon.id": str(demon.pk)}

    assert sent(table, "sorcerer.contact", words).request().known == {"contact_id": "new"}


def test_what_a_procedure_knows_is_not_asked(table: Table, mara: Record) -> None:
    known = {"character": str(mara.pk), "basis": "thematic"}

    form = sent(table, "sorcerer.humanity_check", {"change": "loss", "chosen": "on"}, known=known)

    assert form.errors == {}
    assert not {"character.id", "basis"} & set(form.fields)
    assert form.request().known == known
    assert form.on_behalf_of == str(table.player.pk)


def test_gm_acts_for_nobody_where_several_people_act(table: Table) -> None:
    owners = (table.player, table.other_player)
    fighters = [
        make_record(table.gm, "fallen.character", "One of them", owner=membership) for membership in owners
    ]
    both = {f"fighters.{number}.id": str(one.pk) for number, one in enumerate(fighters)}

    assert sent(table, "fallen.initiative", both).on_behalf_of is None
    assert sent(table, "fallen.initiative", {"fighters.0.id": str(fighters[0].pk)}).on_behalf_of == str(
        table.player.pk
    )


def test_preset_fills_controls(table: Table, mara: Record) -> None:
    preset: Values = {"acting": str(mara.pk), "modifiers": [{"source": "price", "dice": -1}]}

    form = ActionForm("sorcerer.roll", member=table.gm, preset=preset)

    assert form["acting.id"].value() == str(mara.pk)
    assert form["modifiers.0.dice"].value() == -1


def test_every_source_tells_its_range(table: Table) -> None:
    form = ActionForm("sorcerer.roll", member=table.gm, preset={"modifiers": [{"dice": 1}]})

    assert "Price (−10 to −1)" in str(form["modifiers.0.source"])


@pytest.mark.parametrize(
    ("field", "control"),
    [
        ("input.modifiers.0.dice", "modifiers.0.dice"),
        ("input.acting.penalties", "acting.id"),
        ("input.opposing", "opposing.id"),
        ("input.nothing", "__all__"),
        ("draws.2", "hand"),
        (None, "__all__"),
    ],
)
def test_engine_fault_lands_on_the_nearest_control(
    field: str | None, control: str, table: Table, mara: Record
) -> None:
    words = {"acting.id": str(mara.pk), "acting.score": "will", "opposing.dice": "3"}
    form = sent(table, "sorcerer.roll", {**words, "modifiers.0.source": "price", "modifiers.0.dice": "-1"})

    add_engine_error(form, InvalidInput("wrong", field=field))

    assert list(form.errors) == [control]


def test_broken_clause_says_what_would_be_legal(table: Table, mara: Record) -> None:
    form = sent(
        table, "sorcerer.roll", {"acting.id": str(mara.pk), "acting.score": "will", "opposing.dice": "3"}
    )

    add_engine_error(form, RuleViolation("no", clause="SOR-ROLL-02", field="input.opposing.dice"))

    assert form.refusal is not None
    assert form.refusal.clause == "SOR-ROLL-02"
    assert form.refusal.remedy == "Roll against at least one die, or do it without a roll."


@pytest.mark.parametrize(
    ("message", "is_gm", "told"),
    [
        ("{mara} has no Lore", False, "Mara has no Lore."),
        ("{other} holds it", False, "Someone holds it."),
        ("its Power of 7 is too high", False, ""),
        ("its Power of 7 is too high", True, "Its Power of 7 is too high."),
    ],
)
def test_what_is_wrong_is_told_in_names_and_without_what_may_be_secret(
    message: str, is_gm: bool, told: str
) -> None:
    mara, other = str(uuid4()), str(uuid4())
    error = RuleViolation(message.format(mara=mara, other=other), clause="SOR-ROLL-02", field="input.target")

    assert why(error, {mara: "Mara"}, is_gm=is_gm) == told


def test_throw_without_decks_says_how_they_are_made(table: Table) -> None:
    form = sent(table, "demon_city.c10", {"deck": "players"})

    add_engine_error(form, RuleViolation("no", clause="DEC-DECK-01", field="input.decks"))

    assert form.refusal is not None
    assert "lays out both decks" in form.refusal.remedy
    assert form.refusal.way == reverse("decks", args=[table.campaign.pk])


def test_kinds_of_records_are_called_with_their_game(table: Table) -> None:
    form = ActionForm("table.create", member=table.gm)

    assert "Deck, Demon City" in str(form["about.kind"])


def test_what_was_not_chosen_is_no_fact(table: Table) -> None:
    form = ActionForm("fallen.hit", member=table.gm, known={"location": "none"})

    assert form.facts == []


def test_intensity_that_a_question_knows_is_told(table: Table) -> None:
    form = ActionForm("demon_city.static_throw", member=table.gm, known={"intensity": 4})

    assert form.facts == [{"label": "Intensity", "words": "4"}]


def test_number_or_word_says_what_to_enter(table: Table) -> None:
    ask = Ask("turns", "mixed", "player", required=False, values=("scene",))

    assert _mixed_words(ask) == "Enter a whole number such as 5, or the word “scene”."
