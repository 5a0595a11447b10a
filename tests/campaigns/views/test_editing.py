"""The GM's correction of any record of any system: every field has a control, and only what is changed is written."""

import re
import uuid
from collections.abc import Iterator
from html import unescape
from typing import Any
from urllib.parse import urlencode

import pytest
from django.forms import BooleanField, BoundField, MultipleChoiceField
from django.urls import reverse

from campaigns.forms.values.edit_sections import Section, sections_of
from campaigns.forms.values.edits import EditForm
from campaigns.forms.values.shapes import worked_out
from campaigns.models import Campaign, Entry, Record
from campaigns.state.fields import Column, Map, Ref, Whole
from campaigns.state.kinds import KINDS
from campaigns.views.characters import EDITED
from tests.campaigns.pages import faults_of
from tests.campaigns.spine import Game, browser, document, new_game
from tests.campaigns.test_hostile_input import HOSTILE
from tests.factories import make_record

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

ONGOING = {"kind": "lethal", "resistant": False, "interval": "day", "left": 3, "dealt": 1, "limit": 2}
DAMAGE = {"type": "damage", "kind": "lethal", "resistant": False, "marked": 2}


def form_of(game: Game, record: str) -> EditForm:
    return EditForm(game.sheet(record), Campaign.objects.get(pk=game.campaign.pk))


def as_it_stands(game: Game, record: str) -> dict[str, Any]:
    """What a browser sends of the page when nothing was typed."""
    form = form_of(game, record)
    shown = {name: form[name].field.prepare_value(form[name].value()) for name in form.fields}
    boxes = {name for name in shown if isinstance(form[name].field, BooleanField | MultipleChoiceField)}
    sent = {name: _posted(value) for name, value in shown.items() if value or name not in boxes}
    return {**sent, "seen": str(form.shown_with)}


def _posted(value: Any) -> Any:
    if isinstance(value, bool):
        return "on" if value else "off"
    return "" if value is None else value


def send(game: Game, record: str, words: dict[str, Any] | None = None, /, **more: Any) -> Any:
    """The page as it stands with a reason, but for `words`."""
    data = {**as_it_stands(game, record), "reason": "counted wrong", "key": uuid.uuid4().hex}
    address = reverse("edit_record", args=[game.campaign.pk, record])
    return browser(more.get("member", game.gm)).post(address, {**data, **(words or {})})


def changed(game: Game, record: str, words: dict[str, Any]) -> dict[str, Any]:
    """The fields of a correction as the log has them, each of which then stands on the sheet."""
    answer = send(game, record, words)
    assert answer.status_code == 302, answer.context["form"].errors
    assert game.verified().faults == []
    entry = Entry.objects.filter(campaign=game.campaign).latest("seq")
    found = {change["field"]: change["set"] for change in document(entry)["steps"][0]["input"]["changes"]}
    sheet = game.sheet(record)
    assert {name: sheet.fields.get(name) for name in found} == found
    return found


def mage(game: Game, **fields: Any) -> str:
    fields = {"traits.stamina": 3, "traits.animal_ken": 1, "merits.allies": 2, **fields}
    return str(make_record(game.gm, "pandemonium.character", "Ilse", **fields).pk)


def every_part(section: Section) -> Iterator[BoundField]:
    return (control for group in section.groups for part in group.parts for control in part.every())


@pytest.mark.parametrize("kind", EDITED)
def test_every_field_of_every_kind_has_a_control(kind: str) -> None:
    game = new_game()
    record = str(make_record(game.gm, kind, "Something").pk)
    for name in ("Spell", "character"):
        make_record(game.gm, f"pandemonium.{name.lower()}", name)

    form = form_of(game, record)

    shown = {
        control.name
        for section in sections_of(form)
        for group in section.groups
        for control in group.controls
    }
    shown |= {control.name for section in sections_of(form) for control in every_part(section)}
    rows = {rows.prefix for rows in form.maps.values() if rows.rows}
    for name, declared in KINDS[kind].stored().items():
        if isinstance(declared, Column | Ref):
            assert any(one == f"field.{name}" or one.startswith(f"field.{name}.") for one in shown)
        elif isinstance(declared, Whole):
            parts = {part: f"field.{name}.{part}" for part in declared.columns}
            follows = {parts[part] for part in worked_out(kind, name)}
            assert shown & {*parts.values()} == {*parts.values()} - follows
        elif isinstance(declared, Map):
            assert name in rows


@pytest.mark.parametrize("kind", EDITED)
def test_page_sent_as_it_stands_changes_nothing(kind: str) -> None:
    game = new_game()
    record = str(make_record(game.gm, kind, "Something").pk)
    before = Entry.objects.count()

    response = send(game, record)

    assert response.status_code == 422
    assert "Nothing has changed yet" in response.content.decode()
    assert Entry.objects.count() == before


def test_what_a_round_keeps_of_somebody_is_folded_until_it_is_at_fault() -> None:
    """Who corrects a wound in a round does not scroll past the nine things that the round remembers."""
    game = new_game()
    marks = {"deed": "attack", "side": "players", "counted_throws": 2}
    record = str(make_record(game.gm, "demon_city.character", "Odile", **marks).pk)

    of_round = next(one for one in sections_of(form_of(game, record)) if one.title == "This round")
    answer = send(game, record, {"field.counted_throws": "500"})

    assert [one.title for one in sections_of(form_of(game, record))].index("This round") > 0
    assert of_round.is_folded
    shown = {control.name for group in of_round.groups for control in group.controls}
    assert {"field.deed", "field.counted_throws", "field.side"} <= shown
    assert answer.status_code == 422
    [at_fault] = [one for one in answer.context["sections"] if one.title == "This round"]
    assert not at_fault.is_folded


def test_the_page_says_who_will_read_what_is_saved() -> None:
    game = new_game()
    record = game.make("character", "Mara")
    address = reverse("edit_record", args=[game.campaign.pk, record])
    told = browser(game.gm).get(address).content.decode()
    hiding = {"key": uuid.uuid4().hex, "visibility": "gm"}
    browser(game.gm).post(reverse("show_or_hide", args=[game.campaign.pk, record]), hiding)

    assert "Everyone sees it, except what is only the GM’s." in told
    assert "Only the GM sees it." in browser(game.gm).get(address).content.decode()


@pytest.mark.parametrize("kind", [kind for kind in EDITED if KINDS[kind].fields])
def test_page_of_each_kind_is_sound_and_the_gms_alone(kind: str) -> None:
    game = new_game()
    record = make_record(game.gm, kind, "Something").pk
    address = reverse("edit_record", args=[game.campaign.pk, record])

    answer = browser(game.gm).get(address)

    assert answer.status_code == 200
    assert faults_of(answer) == []
    assert browser(game.player).get(address).status_code == 403


def full_mage(game: Game) -> str:
    """Somebody of whom everything is stored that can be."""
    spell = str(make_record(game.gm, "pandemonium.spell", "The silver cord").pk)
    fields = {
        f"hold.{spell}": "severe",
        f"turn.hindrance.{spell}": "overcome",
        "turn.over": True,
        f"round.hit.{spell}": True,
        f"scene.tries.{spell}": 2,
        "scene.merits.allies": 1,
        f"ongoing.{spell}": ONGOING,
        f"temporary.{spell}": [DAMAGE],
        f"aftereffect.{spell}": {"days": 3},
        "willpower": 4,
        "mana": 3,
        "essence": 2,
        "most.mana": 9,
        "xp.free": 3,
        "pools.sanity": -1,
        "decay.stamina": {"interval": "week"},
        "ending": {"route": "kill"},
        "wisdom": 7,
        "health": track(boxes=8, lethal=1),
    }
    return mage(game, **fields)


def track(**counts: int) -> dict[str, Any]:
    none = dict.fromkeys(("bashing", "lethal", "aggravated"), 0)
    return {**none, **counts, "resistant": none}


def test_everything_stored_of_a_mage_is_shown_and_sent_back_alike() -> None:
    game = new_game()
    record = full_mage(game)

    assert "Nothing has changed yet" in send(game, record).content.decode()
    told = browser(game.gm).get(reverse("edit_record", args=[game.campaign.pk, record])).content.decode()
    (kept,) = re.findall(r"<summary>The silver cord</summary>.*?</details>", told, re.DOTALL)
    assert "Hindered this turn" in kept


def test_no_id_is_asked_of_what_a_spell_last_came_to() -> None:
    game = new_game()
    spell, scene = (str(make_record(game.gm, kind, "One").pk) for kind in ("pandemonium.spell", "scene"))
    came_to = {"making": 1, "tries": 1, "net": 2, "scene": scene}
    record = mage(game, **{f"came_to.{spell}": came_to})
    page = browser(game.gm).get(reverse("edit_record", args=[game.campaign.pk, record])).content.decode()

    assert f'name="field.came_to.{spell}.net"' in page
    assert scene not in page

    came = changed(game, record, {f"field.came_to.{spell}.net": "3"})[f"came_to.{spell}"]
    assert (came["net"], came["scene"]) == (3, scene)


def test_entries_of_maps_are_changed_added_and_taken_out() -> None:
    game = new_game()
    record = mage(game)
    words = {
        "field.traits.stamina": "4",
        "field.traits.animal_ken": "",
        "new.traits.0.key": "Drive",
        "new.traits.0.value": "2",
        "new.any.0.key": "Essence",
        "new.any.0.value": "5",
    }

    found = changed(game, record, words)

    assert found == {"traits.stamina": 4, "traits.animal_ken": None, "traits.drive": 2, "essence": 5}


def test_health_track_is_one_change_and_its_boxes_are_nobodys_to_type() -> None:
    game = new_game()
    record = mage(game)

    found = changed(game, record, {"field.health.boxes": "9", "field.health.lethal": "2"})

    assert found == {"health": track(boxes=7, lethal=2)}


def test_wounds_that_are_emptied_are_none() -> None:
    game = new_game()
    record = mage(game, health=track(boxes=8, bashing=1, lethal=2))

    found = changed(game, record, {"field.health.lethal": ""})

    assert found == {"health": track(boxes=8, bashing=1)}


def test_what_spells_do_is_corrected_by_the_names_of_spells() -> None:
    game = new_game()
    record = full_mage(game)
    spell = str(Record.objects.get(name="The silver cord").pk)
    other = str(make_record(game.gm, "pandemonium.spell", "Rust").pk)
    words = {
        f"field.hold.{spell}": "escaped",
        f"field.turn.hindrance.{spell}": "",
        f"field.ongoing.{spell}.left": "1",
        "new.hold.0.key": other,
        "new.hold.0.value": "normal",
        "new.turn.0.key": f"hindrance.{other}",
        "new.turn.0.value": "yes",
        f"field.temporary.{spell}.0.out": "on",
    }

    found = changed(game, record, words)

    assert found == {
        f"hold.{spell}": "escaped",
        f"hold.{other}": "normal",
        f"turn.hindrance.{spell}": None,
        f"turn.hindrance.{other}": True,
        f"ongoing.{spell}": {**game.sheet(record)[f"ongoing.{spell}"], "left": 1},
        f"temporary.{spell}": None,
    }


def test_slow_damage_is_added_and_taken_out_as_a_whole() -> None:
    game = new_game()
    record = full_mage(game)
    spell = str(Record.objects.get(name="The silver cord").pk)
    other = str(make_record(game.gm, "pandemonium.spell", "Rust").pk)
    new = {f"new.ongoing.0.value.{name}": _posted(value) for name, value in ONGOING.items()}

    found = changed(game, record, {f"drop.ongoing.{spell}": "on", "new.ongoing.0.key": other, **new})

    assert found[f"ongoing.{spell}"] is None
    assert found[f"ongoing.{other}"].items() >= ONGOING.items()


def test_orders_of_records_are_typed_by_name() -> None:
    game = new_game()
    first, second = (
        str(make_record(game.gm, "demon_city.character", name).pk) for name in ("Odile", "Bruno")
    )
    record = str(make_record(game.gm, "demon_city.round", "Round 1", order=[first]).pk)

    assert changed(game, record, {"field.order": "bruno\nOdile"}) == {"order": [second, first]}


def test_records_of_a_list_without_order_are_chosen_by_name() -> None:
    game = new_game()
    first, second = (
        str(make_record(game.gm, "demon_city.character", name).pk) for name in ("Odile", "Bruno")
    )
    counted = {"deed": "attack", "targets": [first], "again": 2}
    made = make_record(game.gm, "demon_city.character", "Marta", aims=[first], counted_from=counted)
    record = str(made.pk)
    page = browser(game.gm).get(reverse("edit_record", args=[game.campaign.pk, record])).content.decode()
    stands = as_it_stands(game, record)

    assert re.search(rf'type="checkbox" name="field\.aims" value="{first}"[^>]* checked', page)
    assert re.search(
        rf'type="checkbox" name="field\.counted_from\.targets" value="{first}"[^>]* checked', page
    )
    assert not re.search(r"<textarea[^>]*name=.field\.(counted_from|aims|power_)", page)
    assert first not in re.sub(r'(value|id|for)="[^"]*"', "", page)
    assert stands["field.aims"] == [first]

    both = {"field.aims": [second, first], "field.counted_from.targets": [second]}
    assert changed(game, record, both) == {
        "aims": [first, second],
        "counted_from": {**game.sheet(record)["counted_from"], "targets": [second]},
    }
    assert changed(game, record, {"field.aims": []}) == {"aims": []}


def test_cards_of_a_pile_are_typed_by_name() -> None:
    game = new_game()
    record = str(make_record(game.gm, "demon_city.deck", "Deck", draw=["fool", "cups-3"]).pk)
    shown = as_it_stands(game, record)["field.draw"].splitlines()

    found = changed(game, record, {"field.draw": "\n".join([*shown, "swords-2"])})

    assert found == {"draw": ["cups-3", "fool", "swords-2"]}


def test_fighter_is_corrected_in_columns_references_and_moments() -> None:
    game = new_game()
    holder = str(make_record(game.gm, "fallen.character", "Ahrimal").pk)
    record = str(make_record(game.gm, "fallen.character", "Ines", unconscious_for=3).pk)
    words = {
        "field.kind": "mortal",
        "field.lethal": "2",
        "field.dazed": "on",
        "field.held_by": holder,
        "field.unconscious_for": "scene",
        "field.initiative": "-3",
        "new.traits.0.key": "Manipulation",
        "new.traits.0.value": "3",
    }

    found = changed(game, record, words)

    assert found == {
        "kind": "mortal",
        "lethal": 2,
        "dazed": True,
        "held_by": holder,
        "unconscious_for": "scene",
        "initiative": -3,
        "traits.manipulation": 3,
    }
    assert changed(
        game, record, {"field.held_by": "", "field.initiative": "", "field.unconscious_for": ""}
    ) == {
        "held_by": None,
        "initiative": None,
        "unconscious_for": None,
    }


FAULTY: list[tuple[str, dict[str, Any], str]] = [
    ("pandemonium.character", {"field.health.lethal": "9"}, "field.health.lethal"),
    ("pandemonium.character", {"field.health.lethal": "-1"}, "field.health.lethal"),
    ("pandemonium.character", {"field.health.resistant.lethal": "1"}, "field.health.resistant.lethal"),
    ("pandemonium.character", {"field.health.boxes": ""}, "__all__"),  # no control: nothing has changed
    ("pandemonium.character", {"field.willpower": "21"}, "field.willpower"),
    ("pandemonium.character", {"new.traits.0.key": "Drive"}, "new.traits.0.value"),
    ("pandemonium.character", {"new.traits.0.value": "2"}, "new.traits.0.key"),
    ("pandemonium.character", {"new.traits.0.key": "7", "new.traits.0.value": "2"}, "new.traits.0.key"),
    ("pandemonium.character", {"new.any.0.key": "mana", "new.any.0.value": "2"}, "new.any.0.key"),
    ("pandemonium.character", {"new.any.0.key": "record", "new.any.0.value": "2"}, "new.any.0.key"),
    ("pandemonium.character", {"new.any.0.key": "hold", "new.any.0.value": "2"}, "new.any.0.key"),
    ("pandemonium.character", {"new.merits.0.key": "x" * 61, "new.merits.0.value": "2"}, "new.merits.0.key"),
    (
        "pandemonium.character",
        {"new.traits.0.key": "Drive", "new.traits.0.value": "31"},
        "new.traits.0.value",
    ),
    ("pandemonium.character", {"field.ending.spell": "nobody"}, "field.ending.spell"),
    ("pandemonium.connection", {"field.rating": "4"}, "field.rating"),
    ("demon_city.character", {"field.special_cards": "The Ace of Nothing"}, "field.special_cards"),
    ("demon_city.deck", {"field.discard": "fool\nfool"}, "field.discard"),
    ("demon_city.round", {"field.order": "Nobody"}, "field.order"),
    ("demon_city.task", {"field.state": ""}, "field.state"),
    ("fallen.character", {"field.bashing": "4", "field.lethal": "4"}, "field.bashing"),
    ("fallen.character", {"field.unconscious_for": "for ever"}, "field.unconscious_for"),
    ("fallen.character", {"field.held_by": "5a6b958c-8432-4365-bacd-fa61b9c00001"}, "field.held_by"),
    ("fallen.weapon", {"field.dice": "9" * 300}, "field.dice"),
]


@pytest.mark.parametrize(("kind", "words", "control"), FAULTY, ids=[f"{one[1]}"[:50] for one in FAULTY])
def test_fault_is_told_at_its_control_and_writes_nothing(
    kind: str, words: dict[str, Any], control: str
) -> None:
    game = new_game()
    record = str(make_record(game.gm, kind, "Something").pk)
    before = Entry.objects.count()

    response = send(game, record, words)

    assert response.status_code == 422
    assert list(response.context["form"].errors) == [control]
    assert faults_of(response) == []
    assert Entry.objects.count() == before


def test_another_row_keeps_what_was_typed_and_judges_nothing() -> None:
    game = new_game()
    record = mage(game)
    words = {"command": "more new.traits", "new.traits.0.key": "Drive", "reason": ""}

    response = send(game, record, words)

    told = response.content.decode()
    assert response.status_code == 200
    assert 'name="new.traits.1.key"' in told
    assert 'value="Drive"' in told
    assert "field-error" not in told


def test_what_the_table_keeps_itself_is_not_corrected_by_hand() -> None:
    game = new_game()
    address = reverse("edit_record", args=[game.campaign.pk, game.campaign.pk])

    assert browser(game.gm).get(address).status_code == 404


def test_decay_is_added_with_the_spell_behind_it_chosen_by_name() -> None:
    game = new_game()
    record = full_mage(game)
    spell = str(Record.objects.get(name="The silver cord").pk)
    words = {
        "new.decay.0.key": "nerve",
        "new.decay.0.value.pool": "resolve\ncomposure",
        "new.decay.0.value.interval": "day",
        "new.decay.0.value.spell": spell,
        f"field.began.ongoing.{spell}": "60",
    }

    found = changed(game, record, words)

    decay = {"interval": "day", "spell": spell, "pool": ["resolve", "composure"], "took": 0}
    assert found == {"decay.nerve": decay, f"began.ongoing.{spell}": 60}


MANY = ("pandemonium.character", "pandemonium.spell", "demon_city.deck", "fallen.character", "fallen.weapon")


@pytest.mark.parametrize("kind", MANY)
def test_hostile_values_in_every_control_are_answered_and_write_nothing(kind: str) -> None:
    game = new_game()
    record = str(make_record(game.gm, kind, "Something").pk)
    names = [name for name in form_of(game, record).fields if name != "key"]
    address = reverse("edit_record", args=[game.campaign.pk, record])
    before = Entry.objects.count()

    for value in HOSTILE.values():
        body = urlencode(dict.fromkeys(names, value) | {"key": "one"}, errors="surrogatepass")
        answer = browser(game.gm).post(address, body, content_type="application/x-www-form-urlencoded")
        assert answer.status_code in (400, 422)
        assert faults_of(answer) == []
    assert Entry.objects.count() == before


def test_what_was_played_since_the_page_was_opened_stays() -> None:
    game = new_game()
    record, spell = (
        mage(game, willpower=6, mana=9),
        str(make_record(game.gm, "pandemonium.spell", "Leash").pk),
    )
    game.edit(record, **{f"hold.{spell}": "severe"})
    opened = {**as_it_stands(game, record), "reason": "miscounted", "key": uuid.uuid4().hex}
    game.edit(record, willpower=5, health=track(boxes=7, lethal=2), **{f"hold.{spell}": "none"})

    address = reverse("edit_record", args=[game.campaign.pk, record])
    answer = browser(game.gm).post(address, {**opened, "field.mana": "4"})

    assert answer.status_code == 302
    kept = game.sheet(record).fields
    assert (kept["mana"], kept["willpower"], kept[f"hold.{spell}"], kept["health"]["lethal"]) == (
        4,
        5,
        "none",
        2,
    )


def test_what_two_want_otherwise_is_told_before_the_later_one_has_it() -> None:
    game = new_game()
    record = mage(game, willpower=6, mana=9)
    address = reverse("edit_record", args=[game.campaign.pk, record])
    opened = {**as_it_stands(game, record), "reason": "miscounted", "key": uuid.uuid4().hex}
    game.edit(record, willpower=5)

    answer = browser(game.gm).post(address, {**opened, "field.willpower": "3", "field.mana": "4"})

    page = answer.content.decode()
    assert answer.status_code == 422
    assert "It was changed meanwhile, to 5. Save again to set what you entered." in page
    assert game.sheet(record).fields["willpower"] == 5

    now = unescape(re.findall(r'name="seen" value="([^"]*)"', page)[0])
    again = browser(game.gm).post(address, {**opened, "field.willpower": "3", "field.mana": "4", "seen": now})

    assert again.status_code == 302
    kept = game.sheet(record).fields
    assert (kept["willpower"], kept["mana"]) == (3, 4)


def test_what_was_removed_meanwhile_is_told_to_whoever_changes_it_and_stays_typed() -> None:
    game = new_game()
    record = mage(game, **{"traits.occult": 2, "traits.stealth": 3}, mana=9)
    address = reverse("edit_record", args=[game.campaign.pk, record])
    opened = {**as_it_stands(game, record), "reason": "miscounted", "key": uuid.uuid4().hex}
    send(game, record, {"field.traits.occult": ""})
    send(game, record, {"field.traits.stealth": ""})

    page = browser(game.gm).post(address, {**opened, "field.traits.occult": "9"}).content.decode()

    assert "It was removed meanwhile. Save again to set what you entered." in page
    assert re.search(
        r'name="field.traits.occult"[^>]*value="9"|value="9"[^>]*name="field.traits.occult"', page
    )
    now = unescape(re.findall(r'name="seen" value="([^"]*)"', page)[0])
    browser(game.gm).post(address, {**opened, "field.traits.occult": "9", "seen": now})
    kept = game.sheet(record).fields
    assert (kept["traits.occult"], "traits.stealth" in kept) == (9, False)


def test_parts_of_one_value_that_two_change_are_both_kept_and_the_same_part_is_told() -> None:
    game = new_game()
    record = mage(game, health=track(boxes=7, lethal=3))
    address = reverse("edit_record", args=[game.campaign.pk, record])
    opened = {**as_it_stands(game, record), "reason": "miscounted", "key": uuid.uuid4().hex}
    game.edit(record, health=track(boxes=7, lethal=3, bashing=1))

    assert browser(game.gm).post(address, {**opened, "field.health.lethal": "1"}).status_code == 302
    assert {**game.sheet(record).fields["health"]} == track(boxes=7, lethal=1, bashing=1)

    later = {**opened, "key": uuid.uuid4().hex, "field.health.bashing": "2"}
    page = browser(game.gm).post(address, later).content.decode()
    assert "It was changed meanwhile, to 1. Save again to set what you entered." in page
    assert {**game.sheet(record).fields["health"]} == track(boxes=7, lethal=1, bashing=1)


def test_what_came_about_since_the_page_was_opened_is_not_taken_away() -> None:
    game = new_game()
    record = mage(game, mana=9)
    address = reverse("edit_record", args=[game.campaign.pk, record])
    opened = {**as_it_stands(game, record), "reason": "miscounted", "key": uuid.uuid4().hex}
    spell = str(make_record(game.gm, "pandemonium.spell", "Rot").pk)
    game.edit(record, **{f"ongoing.{spell}": ONGOING})

    assert browser(game.gm).post(address, {**opened, "field.mana": "4"}).status_code == 302
    kept = game.sheet(record).fields
    assert (kept["mana"], kept[f"ongoing.{spell}"]) == (4, ONGOING)


def saved(game: Game, address: str, data: dict[str, Any]) -> tuple[int, str]:
    """What comes of sending a page of corrections, and what the page after it says."""
    client = browser(game.gm)
    answer = client.post(address, data)
    page = client.get(answer["Location"]).content.decode() if answer.status_code == 302 else ""
    return answer.status_code, " ".join(re.findall(r"toast-[^>]*>.*?<p>(.*?)</p>", page, re.DOTALL))


def test_what_was_filled_in_since_the_page_was_opened_is_not_asked_for_and_told() -> None:
    """A contain without a scope: its controls were on the page, and empty."""
    game = new_game()
    record = str(make_record(game.gm, "contain", "The ring", strength=4).pk)
    address = reverse("edit_record", args=[game.campaign.pk, record])
    opened = {**as_it_stands(game, record), "reason": "miscounted", "key": uuid.uuid4().hex}
    assert opened["field.scope.kind"] == "", "what this test is about"
    scope = {"kind": "all"}
    game.edit(record, scope=scope)

    status, told = saved(game, address, {**opened, "field.strength": "3"})

    kept = game.sheet(record).fields
    assert (status, kept["strength"], kept["scope"]) == (302, 3, scope)
    assert "Changed meanwhile by others, and left as it is now: " in told


def test_whoever_saves_alone_is_told_of_nobody_else() -> None:
    game = new_game()
    record = mage(game, mana=9, health=track(boxes=7, lethal=3))
    address = reverse("edit_record", args=[game.campaign.pk, record])
    opened = {**as_it_stands(game, record), "reason": "miscounted", "key": uuid.uuid4().hex}

    assert saved(game, address, {**opened, "field.mana": "4"}) == (302, "Saved. Your reason is in the log.")


def test_what_two_make_of_one_list_is_told_in_full() -> None:
    """It said that the list was changed, and not to what."""
    game = new_game()
    record = str(make_record(game.gm, "pandemonium.spell", "Leash", resisted_by=["resolve"]).pk)
    address = reverse("edit_record", args=[game.campaign.pk, record])
    opened = {**as_it_stands(game, record), "reason": "miscounted", "key": uuid.uuid4().hex}
    ann, ben = (str(make_record(game.gm, "pandemonium.character", name).pk) for name in ("Ann", "Ben"))
    game.edit(record, targets=[ann])

    page = browser(game.gm).post(address, {**opened, "field.targets": [ben]}).content.decode()

    assert "It was changed meanwhile. It is now: Ann. You entered: Ben." in unescape(page)


def test_a_name_that_was_changed_meanwhile_stays() -> None:
    game = new_game()
    record = mage(game, mana=9)
    address = reverse("edit_record", args=[game.campaign.pk, record])
    opened = {**as_it_stands(game, record), "reason": "miscounted", "key": uuid.uuid4().hex}
    send(game, record, {"name": "Marta"})

    browser(game.gm).post(address, {**opened, "field.mana": "4"})

    assert (game.sheet(record).name, game.sheet(record).fields["mana"]) == ("Marta", 4)


@pytest.mark.parametrize(
    "seen", ["{", "[]", '{"mana": 3}', '{"mana": "0"}', '{"nothing.of": "0", "traits.": "0"}', "x" * 50_000]
)
def test_marks_that_no_page_of_ours_sent_do_no_harm(seen: str) -> None:
    game = new_game()
    record = mage(game, mana=9)

    answer = send(game, record, {"field.mana": "4", "seen": seen})

    assert answer.status_code in (302, 422)
