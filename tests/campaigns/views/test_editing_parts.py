"""Values with parts, as a GM corrects them: every part has a control of its own, and nobody types a notation."""

from typing import Any

import pytest
from django.urls import reverse

from campaigns.forms.values.kind_controls import ask_of
from campaigns.forms.values.stored import leaves_of
from campaigns.models import Record
from campaigns.state.fields import Ref
from campaigns.state.kinds import KINDS
from campaigns.views.characters import EDITED
from tests.campaigns.pages import faults_of
from tests.campaigns.spine import Game, browser, new_game
from tests.campaigns.views.test_editing import as_it_stands, changed, form_of, full_mage, mage, send
from tests.factories import make_record

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

BACKGROUND = [{"area": "lore", "text": "A drowned library"}, {"area": "cover", "text": "The bindery"}]
LARCENY: dict[str, Any] = {"traits.larceny": 2}
DETAIL = {"user": "demon", "target": "whom it touches", "effect": ""}


def someone(game: Game, **fields: Any) -> str:
    return str(make_record(game.gm, "character", "Mara", **fields).pk)


def spell_of(name: str) -> str:
    return str(Record.objects.get(name=name).pk)


@pytest.mark.parametrize("kind", EDITED)
def test_every_part_of_every_field_has_a_control_of_its_type(kind: str) -> None:
    stored = {name: one for name, one in KINDS[kind].stored().items() if not isinstance(one, Ref)}

    forms = {
        f"{name} {leaf.path}": leaf.ask.form
        for name, one in stored.items()
        for leaf in leaves_of(ask_of(kind, name), one, lambda _path: 1)
    }

    assert [name for name, form in forms.items() if form == "value"] == []


def test_background_is_changed_taken_out_and_added_row_by_row() -> None:
    game = new_game()
    record = someone(game, background=BACKGROUND)
    words = {
        "field.background.0.out": "on",
        "field.background.1.text": "The old bindery",
        "field.background.2.area": "kicker",
        "field.background.2.text": "A letter with no stamp",
    }

    found = changed(game, record, words)

    assert found == {
        "background": [
            {"area": "cover", "text": "The old bindery"},
            {"area": "kicker", "text": "A letter with no stamp"},
        ]
    }


def test_row_without_what_it_needs_is_told_at_its_control() -> None:
    game = new_game()
    record = someone(game, background=BACKGROUND)

    response = send(game, record, {"field.background.2.area": "price"})

    assert response.status_code == 422
    assert list(response.context["form"].errors) == ["field.background.2.text"]
    assert faults_of(response) == []


def test_fault_in_a_row_lands_there_whatever_is_blank_before() -> None:
    game = new_game()
    record = someone(game, background=BACKGROUND)
    words = {"field.background.0.out": "on", "field.background.1.text": ""}

    response = send(game, record, words)

    assert list(response.context["form"].errors) == ["field.background.1.text"]


def test_descriptors_are_lines_for_each_score() -> None:
    game = new_game()
    record = someone(game, descriptors={"will": ["Angry"], "lore": ["Mad"]})

    found = changed(game, record, {"field.descriptors.will": "Angry\nZest for Life"})

    assert found == {"descriptors": {"will": ["Angry", "Zest for Life"], "lore": ["Mad"], "stamina": []}}


def test_details_stand_under_the_names_of_abilities() -> None:
    game = new_game()
    stored = {"Cover": DETAIL}
    record = str(make_record(game.gm, "demon", "Vesh", abilities=["Cover"], ability_details=stored).pk)
    words = {"field.ability_details.0.effect": "Nobody looks twice.", "field.ability_details.1.name": "Fast"}

    found = changed(game, record, words)

    assert found["ability_details"] == {
        "Cover": {**DETAIL, "effect": "Nobody looks twice."},
        "Fast": {"user": None, "target": "", "effect": ""},
    }


def test_two_rows_for_one_ability_are_told_apart() -> None:
    game = new_game()
    record = str(make_record(game.gm, "demon", "Vesh", ability_details={"Cover": DETAIL}).pk)

    response = send(game, record, {"field.ability_details.1.name": "Cover"})

    assert list(response.context["form"].errors) == ["field.ability_details.1.name"]


def test_scope_of_a_contain_is_ticked() -> None:
    game = new_game()
    vesh = str(make_record(game.gm, "demon", "Vesh").pk)
    record = str(make_record(game.gm, "contain", "Chalk", scope={"kind": "all"}).pk)

    found = changed(game, record, {"field.scope.kind": "demon", "field.scope.demons": [vesh]})

    assert found == {"scope": {"kind": "demon", "demons": [vesh]}}
    assert changed(game, record, {"field.scope.kind": "all", "field.scope.demons": []}) == {
        "scope": {"kind": "all"}
    }


def test_scope_that_names_nobody_says_so() -> None:
    game = new_game()
    record = str(make_record(game.gm, "contain", "Chalk", scope={"kind": "all"}).pk)

    response = send(game, record, {"field.scope.kind": "demon"})

    assert list(response.context["form"].errors) == ["field.scope.demons"]


def test_fate_is_written_and_taken_away() -> None:
    game = new_game()
    record = mage(game)
    spell = str(make_record(game.gm, "pandemonium.spell", "Rust").pk)
    fate = {"fate": "turned to salt", "spell": spell}

    assert changed(game, record, {f"field.ending.{one}": said for one, said in fate.items()}) == {
        "ending": fate
    }
    assert changed(game, record, {"field.ending.fate": "", "field.ending.spell": ""}) == {"ending": None}


def test_aftereffect_lasts_for_a_time_or_without_end() -> None:
    game = new_game()
    record = mage(game)
    spell = str(make_record(game.gm, "pandemonium.spell", "Rust").pk)
    new = {"new.aftereffect.0.key": spell, "new.aftereffect.0.value.duration.weeks": "2"}
    both = {**new, "new.aftereffect.0.value.indefinite": "on"}

    refused = send(game, record, both)
    found = changed(game, record, new)

    assert list(refused.context["form"].errors) == ["new.aftereffect.0.value.indefinite"]
    length = {"years": 0, "months": 0, "weeks": 2, "days": 0}
    assert found == {f"aftereffect.{spell}": {"indefinite": False, "duration": length}}


def test_aftereffect_of_no_time_at_all_has_no_end_only_when_that_is_said() -> None:
    game = new_game()
    spell = str(make_record(game.gm, "pandemonium.spell", "Rust").pk)
    none = {"years": 0, "months": 0, "weeks": 0, "days": 0}
    record = mage(game, **{f"aftereffect.{spell}": {"indefinite": False, "duration": {**none, "days": 3}}})
    at = f"field.aftereffect.{spell}"

    refused = send(game, record, {f"{at}.duration.days": "0"})
    found = changed(game, record, {f"{at}.duration.days": "0", f"{at}.indefinite": "on"})

    assert list(refused.context["form"].errors) == [f"{at}.indefinite"]
    assert found == {f"aftereffect.{spell}": {"indefinite": True, "duration": None}}


def test_wounds_for_a_while_are_added_to_those_of_the_spell() -> None:
    game = new_game()
    record = full_mage(game)
    spell = spell_of("The silver cord")
    stood = game.sheet(record)[f"temporary.{spell}"]
    at = f"field.temporary.{spell}.1"
    words = {
        f"{at}.type": "healing",
        f"{at}.downgraded.0.from": "lethal",
        f"{at}.downgraded.0.to": "bashing",
        f"{at}.downgraded.0.count": "2",
    }

    found = changed(game, record, words)

    healing = {"type": "healing", "downgraded": [{"from": "lethal", "to": "bashing", "count": 2}]}
    assert found == {f"temporary.{spell}": [*stood, healing]}


def test_button_adds_a_row_within_a_row() -> None:
    game = new_game()
    record = full_mage(game)
    at = f"field.temporary.{spell_of('The silver cord')}"

    response = send(game, record, {"command": f"more {at}", f"{at}.1.type": "healing", "reason": ""})

    assert response.status_code == 200
    assert f'name="{at}.2.type"' in response.content.decode()
    assert f'value="more {at}.1.downgraded"' in response.content.decode()


def test_healing_is_not_asked_what_damage_is() -> None:
    game = new_game()
    spell = str(make_record(game.gm, "pandemonium.spell", "Rust").pk)
    healing = {"type": "healing", "downgraded": [{"from": "lethal", "to": "none", "count": 1}]}
    record = mage(game, **{f"temporary.{spell}": [healing]})

    shown = [name for name in form_of(game, record).fields if name.startswith(f"field.temporary.{spell}.0.")]

    parts = {name.removeprefix(f"field.temporary.{spell}.0.") for name in shown}
    assert parts == {"type", "out", *(f"downgraded.0.{one}" for one in ("from", "to", "count", "out"))}


def test_part_that_no_control_shows_stays() -> None:
    game = new_game()
    record = mage(game, ending={"route": "kill"})

    assert "Nothing has changed yet" in send(game, record).content.decode()
    assert changed(game, record, {"field.willpower": "3"}) == {"willpower": 3}


def test_names_of_new_entries_are_offered_from_all_sheets() -> None:
    game = new_game()
    make_record(game.gm, "pandemonium.character", "Otto", **LARCENY)
    address = reverse("edit_record", args=[game.campaign.pk, mage(game)])

    page = browser(game.gm).get(address).content.decode()

    assert 'list="known-traits"' in page
    assert '<option value="Larceny">' in page


def test_cards_inside_a_value_are_typed_in_their_order() -> None:
    game = new_game()
    waiting = {
        "cards": ["fool", "cups-1"],
        "sides": [{"id": "us", "by": "players"}, {"id": "them", "by": "host"}],
    }
    clash = str(make_record(game.gm, "demon_city.clash", "Ann, the ghoul", waiting=waiting).pk)

    assert as_it_stands(game, clash)["field.waiting.cards"] == "The Fool\nAce of Cups"
    found = changed(game, clash, {"field.waiting.cards": "Ace of Cups\nThe Fool"})

    assert found["waiting"]["cards"] == ["cups-1", "fool"]


def test_what_a_spell_is_compared_with_is_offered_where_it_is_corrected() -> None:
    game = new_game()
    spell = str(make_record(game.gm, "pandemonium.known_spell", "Cold hand", compared="stamina").pk)
    form = form_of(game, spell)

    offered = form.suggestions[form.fields["field.compared"].widget.attrs["list"]]

    assert {"Stamina", "Resolve"} <= set(offered)
    assert changed(game, spell, {"field.compared": "Resolve"}) == {"compared": "resolve"}
