"""Fields set by hand from the palette: the field is chosen, and its value is asked as its type has it."""

from typing import Any

import pytest

from campaigns.forms.action.questions import asks_of
from campaigns.models import Entry, Membership, Record
from campaigns.queries.obstacles import is_known
from rules import catalogue
from tests.campaigns import palette_cases
from tests.campaigns.form_filling import Form
from tests.campaigns.forms.test_action_shapes import every
from tests.campaigns.pages import faults_of
from tests.campaigns.spine import Game, browser, document, new_game
from tests.campaigns.views.test_editing import DAMAGE, mage, track
from tests.factories import make_record

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

TOUGH: dict[str, Any] = {"stats.toughness": 3}


def post(game: Game, action: str, words: dict[str, Any], member: Membership | None = None) -> Any:
    address = f"/campaigns/{game.campaign.pk}/play/{action}/"
    return browser(member or game.gm).post(address, {"key": game.key(), **words})


def asked(game: Game, action: str, words: dict[str, Any], member: Membership | None = None) -> Form:
    """The form after “Show what can be set”."""
    answer = post(game, action, {**words, "form.command": "show"}, member)
    assert answer.status_code == 200
    assert faults_of(answer) == []
    return Form(answer.content.decode(), "action-form")


def edited(game: Game, record: str, words: dict[str, Any]) -> dict[str, Any]:
    """What an edit sets, as the log has it, with the form filled in from how it is shown."""
    chosen = {"record.id": record, "reason": "misread", **words}
    form = asked(game, "table.edit", {name: said for name, said in chosen.items() if ".set" not in name})
    answer = post(game, "table.edit", {**form.sent, **chosen})
    assert answer.status_code == 302, answer.context["form"].errors
    entry = Entry.objects.filter(campaign=game.campaign).latest("seq")
    return {change["field"]: change["set"] for change in document(entry)["steps"][0]["input"]["changes"]}


def test_fields_of_the_chosen_record_are_offered_by_their_words() -> None:
    game = new_game()

    form = asked(game, "table.edit", {"record.id": mage(game)})

    offered = form.controls["changes.0.field"].options
    assert {"health", "willpower", "traits.stamina", "traits.", "hold."} <= set(offered)
    assert "object" not in offered  # follows from others


def test_control_is_the_fields_own_and_begins_with_what_is_stored() -> None:
    game = new_game()
    record = mage(game, willpower=4)

    number = asked(game, "table.edit", {"record.id": record, "changes.0.field": "willpower"})
    choice = asked(game, "table.edit", {"record.id": record, "changes.0.field": "state"})

    assert number.controls["changes.0.set"].values == ["4"]
    assert "active" in choice.controls["changes.0.set"].options


def test_parts_of_a_value_are_set_one_by_one() -> None:
    game = new_game()
    record = mage(game, health=track(boxes=8))

    found = edited(game, record, {"changes.0.field": "health", "changes.0.set.lethal": "2"})

    assert found == {"health": track(boxes=8, lethal=2)}


def test_parts_of_a_new_records_value_begin_with_what_holds_without_a_word() -> None:
    game = new_game()
    words = {
        "about.kind": "pandemonium.character",
        "about.name": "Ilse",
        "about.visibility": "table",
        "fields.0.field": "health",
        "fields.0.of": "health",
        "fields.0.set.lethal": "2",
    }

    answer = post(game, "table.create", words)

    assert answer.status_code == 302, answer.context["form"].errors
    made = game.sheet(str(Record.objects.get(name="Ilse").pk))
    assert made["health"] == track(boxes=7, lethal=2)


def test_rows_of_a_value_are_added_by_a_button() -> None:
    game = new_game()
    spell = str(make_record(game.gm, "pandemonium.spell", "Rust").pk)
    record = mage(game, **{f"temporary.{spell}": [DAMAGE]})
    chosen = {"record.id": record, "changes.0.field": f"temporary.{spell}"}
    shown = asked(game, "table.edit", chosen)

    answer = post(game, "table.edit", {**shown.sent, "form.command": "add changes.0.set"})

    grown = Form(answer.content.decode(), "action-form")
    assert grown.controls["changes.0.set.0.kind"].values == ["lethal"]
    assert "changes.0.set.1.kind" in grown.controls


def test_new_entry_has_a_name_of_its_own() -> None:
    game = new_game()
    record = mage(game)
    words = {"changes.0.field": "traits.", "changes.0.key": "Hand To Hand", "changes.0.set": "3"}

    assert edited(game, record, words) == {"traits.hand_to_hand": 3}


@pytest.mark.parametrize("name", ["traits.x.", "traits", "nothing.", ".", "*", "hold", "record"])
def test_name_that_is_no_field_is_told_there(name: str) -> None:
    game = new_game()
    words = {"record.id": mage(game), "reason": "why", "changes.0.field": name, "changes.0.set": "3"}

    assert list(post(game, "table.edit", words).context["form"].errors) == ["changes.0.field"]


def test_name_of_a_new_entry_is_offered_from_other_sheets() -> None:
    game = new_game()
    mage(game)

    address = f"/campaigns/{game.campaign.pk}/play/table.create/"
    words = {
        "about.kind": "pandemonium.character",
        "fields.0.field": "traits.",
        "key": "k",
        "form.command": "show",
    }
    page = browser(game.gm).post(address, words).content.decode()

    assert 'list="known-traits"' in page
    assert '<option value="Animal ken">' in page


def test_entry_that_is_there_is_not_made_anew() -> None:
    game = new_game()
    words = {"changes.0.field": "traits.", "changes.0.key": "stamina", "changes.0.set": "3"}

    answer = post(game, "table.edit", {"record.id": mage(game), "reason": "why", **words})

    assert list(answer.context["form"].errors) == ["changes.0.key"]


def test_emptied_entry_is_taken_out_and_emptied_reference_names_nobody() -> None:
    game = new_game()
    holder = str(make_record(game.gm, "character", "Mara").pk)
    gun = str(make_record(game.gm, "gun", "Revolver", holder=holder).pk)

    assert edited(game, mage(game), {"changes.0.field": "merits.allies", "changes.0.set": ""}) == {
        "merits.allies": None
    }
    assert edited(game, gun, {"changes.0.field": "holder", "changes.0.set": ""}) == {"holder": None}


def test_words_that_look_like_a_number_stay_words() -> None:
    game = new_game()
    record = str(make_record(game.gm, "demon", "Vesh").pk)

    assert edited(game, record, {"changes.0.field": "telltale", "changes.0.set": "7"}) == {"telltale": "7"}


def test_value_that_nobody_could_see_yet_is_asked_before_it_is_written() -> None:
    game = new_game()
    record = mage(game)
    before = Entry.objects.count()
    words = {"record.id": record, "reason": "why", "changes.0.field": "health", "changes.0.set": "9"}

    answer = post(game, "table.edit", words)

    form = Form(answer.content.decode(), "action-form")
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, ["changes.0.field"])
    assert form.controls["changes.0.set.lethal"].values == ["0"]
    assert "changes.0.set.boxes" not in form.controls  # they follow from Size and Stamina
    assert Entry.objects.count() == before


def test_other_field_brings_its_own_value() -> None:
    game = new_game()
    record = mage(game, willpower=4, mana=9)
    shown = asked(game, "table.edit", {"record.id": record, "changes.0.field": "willpower"})

    other = asked(game, "table.edit", {**shown.sent, "changes.0.field": "mana"})

    assert other.controls["changes.0.set"].values == ["9"]


def test_field_that_is_taken_back_leaves_no_row() -> None:
    game = new_game()
    shown = asked(game, "table.edit", {"record.id": mage(game), "changes.0.field": "willpower"})

    answer = post(game, "table.edit", {**shown.sent, "reason": "why", "changes.0.field": ""})

    assert "changes.0.field" not in answer.context["form"].errors


def test_what_does_not_go_together_is_told_at_the_rows_own_control() -> None:
    game = new_game()
    record = str(make_record(game.gm, "demon_city.character", "Odile", **TOUGH).pk)
    words = {"record.id": record, "reason": "why", "changes.0.field": "toughness", "changes.0.set": "5"}

    answer = post(game, "table.edit", words)

    assert list(answer.context["form"].errors) == ["changes.0.set"]


def test_player_is_offered_what_a_player_may_make() -> None:
    game = new_game()

    form = asked(game, "table.create", {"about.kind": "fallen.weapon"}, game.player)

    assert "pandemonium.spell" not in form.controls["about.kind"].options
    assert set(form.controls["fields.0.field"].options) - {""} == {
        *("holder", "dice", "kind", "range", "strength", "automatic", "ammo"),
    }


def test_reference_names_nobody_that_a_player_does_not_see() -> None:
    game = new_game()
    hidden = make_record(game.gm, "fallen.character", "The one below", visibility="gm")
    chosen = {"about.kind": "fallen.weapon", "fields.0.field": "holder"}

    form = asked(game, "table.create", chosen, game.player)

    assert Record.objects.get(pk=hidden.pk).visibility == "gm"
    assert str(hidden.pk) not in form.controls["fields.0.set"].options


def test_record_is_made_with_what_is_known_of_it() -> None:
    game = new_game()
    words = {
        "about.kind": "pandemonium.character",
        "about.name": "Ilse",
        "about.visibility": "table",
        "fields.0.field": "ending",
        "fields.0.of": "ending",
        "fields.0.set.fate": "turned to salt",
        "fields.1.field": "traits.",
        "fields.1.key": "stamina",
        "fields.1.set": "3",
    }

    answer = post(game, "table.create", words)

    assert answer.status_code == 302, answer.context["form"].errors
    made = game.sheet(str(Record.objects.get(name="Ilse").pk))
    assert (made["ending"], made["traits.stamina"]) == ({"fate": "turned to salt", "spell": None}, 3)


def test_what_the_table_has_acts_for_is_not_set_by_hand() -> None:
    game = new_game()

    form = asked(game, "table.edit", {"record.id": str(game.campaign.pk)})

    assert set(form.controls["changes.0.field"].options) - {""} == {"now", "round", "turn"}


def test_no_question_is_answered_in_a_notation() -> None:
    """But the value of a stored field, which has the controls of its own type."""
    asked_here = {
        f"{action} {path}"
        for action in palette_cases.played_actions()
        for path, one in every(asks_of(catalogue.find(action).input_type))
        if one.form == "value" and not path.endswith(".set") and not is_known(action, path)
    }

    assert asked_here == set()
