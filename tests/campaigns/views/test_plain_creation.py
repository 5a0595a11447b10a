"""Guided creation for the systems without a sorcerer: what is needed, one act, drafts, hostile words."""

import re
import uuid
from typing import Any
from urllib.parse import urlencode

import pytest
from django.urls import reverse

from campaigns.forms.creation_layouts.parts import AskedField, CreationLayout, NamedEntries
from campaigns.game import games
from campaigns.games.pandemonium.sheet_page import POOLS
from campaigns.models import Draft, Entry, Membership, Record
from campaigns.policy import players_make
from campaigns.queries.games import CHARACTERS
from campaigns.state.kinds import KINDS
from rules import words
from tests.campaigns.pages import faults_of
from tests.campaigns.spine import Game, browser, new_game
from tests.campaigns.test_hostile_input import HOSTILE
from tests.factories import make_record

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

ATTRIBUTES = (
    *("intelligence", "wits", "resolve", "strength", "dexterity", "stamina"),
    *("presence", "manipulation", "composure"),
)
WHOLE: dict[str, dict[str, Any]] = {
    "pandemonium": {
        "name": "Ilse",
        **{f"character.traits.{attribute}": "2" for attribute in ATTRIBUTES},
        "character.traits.stamina": "3",
        "character.size": "5",
        "character.traits.defense": "2",
        "character.traits.power": "3",
        "character.willpower": "5",
        "character.most.willpower": "6",
        "character.mana": "8",
        "character.traits.forces": "3",
        "listed.traits.0.name": "Stealth",
        "listed.traits.0.value": "2",
        "listed.traits.1.name": "Animal Ken",
        "listed.traits.1.value": "1",
        "listed.merits.1.name": "Allies",
        "listed.merits.1.value": "2",
    },
    "demon_city": {
        "name": "Odile",
        "character.stats.agility": "4",
        "character.stats.toughness": "3",
        "character.stats.calm": "2",
        "character.stats.cash": "0",
        "listed.stats.0.name": "Hand To Hand",
        "listed.stats.0.value": "5",
    },
    "fallen": {
        "name": "Ahrimal",
        "character.kind": "demon",
        **{f"character.{one}": "3" for one in ("strength", "dexterity", "stamina", "perception", "wits")},
        "character.melee": "2",
        "character.faith": "4",
        "character.willpower": "6",
        "listed.traits.0.name": "Manipulation",
        "listed.traits.0.value": "2",
        "carried.weapon.1.name": "Sabre",
        "carried.weapon.1.dice": "4",
        "carried.weapon.1.kind": "lethal",
        "carried.weapon.1.strength": ["off", "on"],
        "carried.weapon.1.automatic": "off",
        "carried.armor.0.name": "Leather coat",
        "carried.armor.0.rating": "1",
    },
}
LAYOUTS = {
    code: game.pages.creation
    for code, game in games().items()
    if isinstance(game.pages.creation, CreationLayout)
}
SYSTEMS = tuple(WHOLE)


def send(
    game: Game,
    member: Membership,
    system: str,
    words: dict[str, Any] | None = None,
    /,
    *,
    follow: bool = False,
) -> Any:
    """The form as `WHOLE` has it, but for `words`; one that is None is left out."""
    data = {"key": uuid.uuid4().hex, **WHOLE[system], **(words or {})}
    data = {name: value for name, value in data.items() if value is not None}
    return browser(member).post(
        reverse("make_character", args=[game.campaign.pk, system]), data, follow=follow
    )


def page(game: Game, member: Membership, system: str) -> str:
    response = browser(member).get(reverse("make_character", args=[game.campaign.pk, system]))
    assert response.status_code == 200
    return response.content.decode()


def made(game: Game, system: str, noun: str = "character") -> Any:
    return game.sheet(str(Record.objects.get(campaign=game.campaign, kind=f"{system}.{noun}").pk))


def test_somebody_can_be_made_for_every_system() -> None:
    assert set(LAYOUTS) | {"sorcerer"} == set(CHARACTERS)


@pytest.mark.parametrize("system", SYSTEMS)
def test_player_makes_a_character_in_one_entry_that_verifies(system: str) -> None:
    game = new_game()
    before = Entry.objects.count()

    assert send(game, game.player, system).status_code == 302

    sheet = made(game, system)
    assert Entry.objects.count() == before + 1
    assert sheet.about["owner"] == str(game.player.pk)
    assert (sheet.name, sheet["state"], sheet["control"]) == (WHOLE[system]["name"], "active", "player")
    assert game.verified().faults == []


@pytest.mark.clause("PAN-HEALTH-01")
@pytest.mark.parametrize(("size", "boxes"), [("5", 8), ("2", 5)])
def test_health_track_has_size_and_stamina_boxes(size: str, boxes: int) -> None:
    game = new_game()

    send(game, game.player, "pandemonium", {"character.size": size})

    unhurt = dict.fromkeys(("bashing", "lethal", "aggravated"), 0)
    assert made(game, "pandemonium")["health"] == {"boxes": boxes, **unhurt, "resistant": unhurt}


def test_mage_has_traits_by_the_names_that_rolls_ask_for() -> None:
    game = new_game()

    send(game, game.player, "pandemonium")

    sheet = made(game, "pandemonium")
    assert sheet.under("traits") == {
        **dict.fromkeys(ATTRIBUTES, 2),
        "stamina": 3,
        "size": 5,
        "defense": 2,
        "power": 3,
        "forces": 3,
        "stealth": 2,
        "animal_ken": 1,
    }
    assert sheet.under("merits") == {"allies": 2}
    assert (sheet["willpower"], sheet["mana"], sheet["wisdom"]) == (5, 8, None)
    assert sheet["health"]["boxes"] == 8


def test_toughness_starts_full_and_skills_are_stats() -> None:
    game = new_game()

    send(game, game.player, "demon_city")

    sheet = made(game, "demon_city")
    assert sheet["toughness"] == 3
    assert sheet.under("stats") == {"agility": 4, "toughness": 3, "calm": 2, "cash": 0, "hand_to_hand": 5}


def test_weapons_and_armor_are_records_in_the_same_entry() -> None:
    game = new_game()

    send(game, game.player, "fallen")

    sheet, sabre, coat = (made(game, "fallen", noun) for noun in ("character", "weapon", "armor"))
    assert (sheet["kind"], sheet["strength"], sheet["melee"], sheet["brawl"]) == ("demon", 3, 2, 0)
    assert sheet.under("traits") == {"manipulation": 2}
    assert (sabre.name, sabre["holder"], sabre["dice"], sabre["kind"]) == ("Sabre", sheet.id, 4, "lethal")
    assert (sabre["strength"], sabre["automatic"], sabre["ammo"]) == (True, False, None)
    assert (coat.name, coat["wearer"], coat["rating"]) == ("Leather coat", sheet.id, 1)
    assert sabre.about["owner"] == str(game.player.pk)


NEEDED = {
    "pandemonium": {f"character.traits.{attribute}": "PAN-POOL-01" for attribute in ATTRIBUTES}
    | {"character.traits.defense": "PAN-RESIST-13", "character.size": "PAN-HEALTH-01"},
    "demon_city": {
        "character.stats.agility": "DEC-ROUND-05",
        "character.stats.toughness": "DEC-DMG-02",
        "character.stats.calm": "DEC-CALM-02",
    },
    "fallen": {"character.kind": "FAL-TYPE-06"}
    | {
        f"character.{one}": "FAL-POOL-01"
        for one in ("strength", "dexterity", "stamina", "perception", "wits")
    },
}


@pytest.mark.parametrize("system", SYSTEMS)
def test_all_that_is_needed_is_told_at_once_with_its_clause(system: str) -> None:
    game = new_game()
    before = Entry.objects.count()

    response = send(game, game.player, system, dict.fromkeys(NEEDED[system], ""))

    told = {fault.field: fault.clause for fault in response.context["form"].faults}
    assert response.status_code == 422
    assert told == NEEDED[system]
    assert all(f'id="id_{name}_error"' in response.content.decode() for name in told)
    assert Entry.objects.count() == before


@pytest.mark.parametrize("system", SYSTEMS)
def test_first_page_marks_what_is_needed_and_says_nothing_of_faults(system: str) -> None:
    game = new_game()

    told = page(game, game.player, system)

    assert "field-error" not in told
    assert told.count("data-needed") >= len(NEEDED[system])
    assert "data-missing" in told


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_players_are_asked_is_theirs_to_give(system: str) -> None:
    layout = LAYOUTS[system]
    kind = KINDS[layout.kind]
    asked = {
        kind.find(asked_field.field)[0] if isinstance(asked_field, AskedField) else asked_field.field
        for part in layout.parts
        for asked_field in part.holds
        if isinstance(asked_field, AskedField | NamedEntries)
    }

    assert asked <= (players_make(layout.kind) or set())


ROWS = [
    ("pandemonium", {"listed.traits.0.name": "Strength"}, "listed.traits.0.name"),
    ("pandemonium", {"listed.traits.0.name": "Mana"}, "listed.traits.0.name"),
    ("pandemonium", {"listed.traits.1.name": "stealth"}, "listed.traits.1.name"),
    ("pandemonium", {"listed.traits.1.name": "7 seals"}, "listed.traits.1.name"),
    ("pandemonium", {"listed.traits.0.value": ""}, "listed.traits.0.value"),
    ("pandemonium", {"listed.merits.1.name": ""}, "listed.merits.1.name"),
    ("pandemonium", {"listed.merits.1.value": "31"}, "listed.merits.1.value"),
    ("demon_city", {"listed.stats.0.name": "Calm"}, "listed.stats.0.name"),
    ("demon_city", {"listed.stats.0.value": "10"}, "listed.stats.0.value"),
    ("demon_city", {"character.stats.calm": "10"}, "character.stats.calm"),
    ("pandemonium", {"character.most.willpower": "4"}, "character.willpower"),
    ("fallen", {"listed.traits.0.name": "Strength"}, "listed.traits.0.name"),
    ("fallen", {"listed.traits.0.value": "11"}, "listed.traits.0.value"),
    ("fallen", {"carried.weapon.1.name": ""}, "carried.weapon.1.name"),
    ("fallen", {"carried.weapon.1.dice": "21"}, "carried.weapon.1.dice"),
    ("fallen", {"carried.armor.0.rating": "11"}, "carried.armor.0.rating"),
]


@pytest.mark.parametrize(("system", "words", "control"), ROWS, ids=[f"{row[1]}" for row in ROWS])
def test_fault_lands_on_its_control_and_writes_nothing(
    system: str, words: dict[str, str], control: str
) -> None:
    game = new_game()
    before = Entry.objects.count()

    response = send(game, game.player, system, words)

    assert response.status_code == 422
    assert list(response.context["form"].errors) == [control]
    assert WHOLE[system]["name"] in response.content.decode()
    assert Entry.objects.count() == before


def test_only_a_gm_lets_somebody_go_beyond_nine() -> None:
    game = new_game()
    beyond = {"character.stats.toughness": "14", "character.supernatural": ["off", "on"]}

    assert send(game, game.player, "demon_city", beyond).status_code == 422
    assert send(game, game.gm, "demon_city", {**beyond, "owner": ""}).status_code == 302
    sheet = made(game, "demon_city")
    assert (sheet["toughness"], sheet["control"]) == (14, "gm")


@pytest.mark.parametrize("system", CHARACTERS)
def test_gm_says_in_the_same_words_everywhere_whom_players_do_not_know_yet(system: str) -> None:
    game = new_game()

    assert "Hidden from the players for now" in page(game, game.gm, system)
    assert "Hidden from the players for now" not in page(game, game.player, system)


@pytest.mark.parametrize("system", SYSTEMS)
def test_gms_hidden_character_is_not_there_for_players(system: str) -> None:
    game = new_game()

    assert send(game, game.gm, system, {"owner": "", "hidden": "on"}).status_code == 302

    hidden = Record.objects.filter(campaign=game.campaign, visibility="gm")
    assert hidden.filter(kind__startswith=f"{system}.").count() == (3 if system == "fallen" else 1)
    told = browser(game.player).get(reverse("new_character", args=[game.campaign.pk])).content.decode()
    assert "Played at this table" not in told


@pytest.mark.parametrize("system", SYSTEMS)
def test_draft_of_each_system_is_its_own(system: str) -> None:
    game = new_game()
    half = {"name": "Half a", "command": "save", **dict.fromkeys(NEEDED[system], "many")}

    assert send(game, game.player, system, half).status_code == 302

    told = page(game, game.player, system)
    assert "Half a" in told
    assert "field-error" not in told
    assert "Half a" not in page(game, game.player, next(one for one in SYSTEMS if one != system))
    assert "Half a" not in page(game, game.other_player, system)
    assert "You have a draft" in _chooser(game, game.player)
    assert "You have a draft" not in _chooser(game, game.other_player)
    assert send(game, game.player, system).status_code == 302
    assert not Draft.objects.exists()


def _chooser(game: Game, member: Membership) -> str:
    return browser(member).get(reverse("new_character", args=[game.campaign.pk])).content.decode()


def test_another_row_keeps_what_was_typed() -> None:
    game = new_game()

    row = {"command": "more carried.weapon", "character.wits": ""}
    response = send(game, game.player, "fallen", row, follow=True)

    told = response.content.decode()
    assert response.status_code == 200
    assert 'name="carried.weapon.2.name"' in told
    assert 'value="Sabre"' in told
    assert "field-error" not in told


def test_skills_have_rows_for_a_usual_mage_and_the_names_that_rolls_ask_for() -> None:
    game = new_game()

    page = browser(game.player).get(reverse("make_character", args=[game.campaign.pk, "pandemonium"]))

    told = page.content.decode()
    assert len(re.findall(r'name="listed\.traits\.\d+\.name"', told)) == 6
    asked = {words.spelled_out(skill) for _attribute, skill in POOLS} - {"Composure"}
    assert asked <= set(re.findall(r'<option value="([^"]*)"', told))


def test_another_row_is_what_the_page_comes_back_to() -> None:
    game = new_game()

    told = send(game, game.player, "fallen", {"command": "more carried.weapon"}, follow=True).content.decode()

    leads_to = re.search(r'value="more carried\.weapon" formaction="#([^"]*)"', told)
    assert leads_to is not None
    row = told.split(f'id="{leads_to[1]}"')[1].split("</fieldset>")[0]
    assert 'name="carried.weapon.2.name"' in row


@pytest.mark.parametrize("system", SYSTEMS)
def test_same_sheet_sent_twice_is_made_once(system: str) -> None:
    game = new_game()

    first, again = (send(game, game.player, system, {"key": "one"}) for _time in range(2))

    assert (first.status_code, first["Location"]) == (302, again["Location"])
    assert Record.objects.filter(campaign=game.campaign, kind=f"{system}.character").count() == 1


def test_every_system_is_offered_and_those_in_play_come_first() -> None:
    game = new_game()
    make_record(game.gm, "fallen.character", "Ahrimal")

    told = _chooser(game, game.player)

    places = [told.index(f"characters/new/{system}/") for system in ("fallen", "sorcerer", *SYSTEMS[:2])]
    assert places == sorted(places)
    assert told.count("Played at this table") == 1


@pytest.mark.parametrize("system", ["chess", "table"])
def test_unknown_system_is_not_there(system: str) -> None:
    game = new_game()
    address = reverse("make_character", args=[game.campaign.pk, system])

    assert browser(game.player).get(address).status_code == 404


TYPED = [
    {"name": "a\u202eb"},
    {"name": "\x00"},
    {"name": ""},
    {"character.traits.wits": "9" * 400},
    {"character.traits.wits": "-1"},
    {"character.traits.wits": "1e3"},
    {"character.size": "0"},
    {"listed.traits.0.name": "a\udc80b"},
    {"listed.traits.0.name": "</textarea><script>alert(1)</script>"},
    {"listed.traits.0.name": "record"},
    {"listed.traits.0.name": "x" * 5000},
    {"key": "../../etc"},
    {"character.willpower": '{"$gt": 1}'},
]


@pytest.mark.parametrize("words", TYPED, ids=[f"{one}"[:40] for one in TYPED])
def test_hostile_words_are_answered_and_nothing_is_broken(words: dict[str, str]) -> None:
    game = new_game()
    words = {name: value.encode(errors="replace").decode() for name, value in words.items()}

    response = send(game, game.player, "pandemonium", words)

    assert response.status_code == (302 if "record" in words.values() else 422)
    assert faults_of(response) == []
    assert "<script>alert" not in response.content.decode()
    assert game.verified().faults == []


def test_rows_far_off_are_left_out() -> None:
    game = new_game()

    far = {"carried.weapon.999.name": "Far", "listed.traits.-1.name": "Low", "character.dead": "on"}
    assert send(game, game.player, "fallen", far).status_code == 302
    assert Record.objects.filter(campaign=game.campaign, kind="fallen.weapon").count() == 1
    assert made(game, "fallen")["dead"] is False


def test_player_gives_nothing_that_is_the_gms() -> None:
    game = new_game()
    words = {"owner": str(game.other_player.pk), "hidden": "on", "character.control": "gm"}

    assert send(game, game.player, "demon_city", words).status_code == 302
    sheet = made(game, "demon_city")
    assert (sheet.about["owner"], sheet.about["visibility"]) == (str(game.player.pk), "table")
    assert sheet["control"] == "player"


def test_observer_makes_nobody() -> None:
    game = new_game()

    assert send(game, game.observer, "fallen").status_code == 403


@pytest.mark.parametrize("system", SYSTEMS)
def test_whoever_was_made_is_on_the_next_page(system: str) -> None:
    game = new_game()

    address = send(game, game.player, system)["Location"]

    answer = browser(game.player).get(address)
    assert answer.status_code == 200
    assert WHOLE[system]["name"] in answer.content.decode()


@pytest.mark.parametrize("system", SYSTEMS)
def test_hostile_values_in_every_control_are_answered_and_write_nothing(system: str) -> None:
    game = new_game()
    address = reverse("make_character", args=[game.campaign.pk, system])
    names = [name for name in browser(game.gm).get(address).context["form"].fields if name != "key"]
    before = Entry.objects.count()

    for value in HOSTILE.values():
        body = urlencode(dict.fromkeys(names, value) | {"key": "one"}, errors="surrogatepass")
        answer = browser(game.gm).post(address, body, content_type="application/x-www-form-urlencoded")
        assert answer.status_code in (400, 422)
        assert faults_of(answer) == []
    assert Entry.objects.count() == before
