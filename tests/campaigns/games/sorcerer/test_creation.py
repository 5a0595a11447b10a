"""Guided creation: every fault at once, drafts, one act, and the demon that waits for the GM."""

import uuid
from random import Random
from typing import Any

import pytest
from django.urls import reverse

from campaigns.games.sorcerer.ready_made import TABLE, make
from campaigns.models import Draft, Entry, Membership, Pending, Record
from tests.campaigns.form_filling import Form
from tests.campaigns.spine import Game, browser, new_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

MARA: dict[str, Any] = {
    "name": "Mara",
    "character.stamina": "3",
    "character.will": "5",
    "character.lore": "2",
    "character.descriptors.stamina": ["Scrapper"],
    "character.descriptors.will": ["Belief System", "Zest for Life"],
    "character.descriptors.lore": ["Apprentice"],
    "character.cover.name": "Auctioneer",
    "character.cover.score": "will",
    "character.telltale": "casts two shadows",
    "character.price.name": "Arrogant",
    "character.kicker": "A stranger bids on her house.",
    "character.background.lore": "an uncle's notebooks\nthe cellar",
    "demon.name": "Vesh",
    "demon.type": "parasite",
    "demon.telltale": "warm to the touch",
    "demon.stamina": "5",
    "demon.desire": "Power",
    "demon.abilities.0.name": "Boost",
    "demon.abilities.0.user": "host",
    "demon.abilities.0.target": "the host",
    "demon.abilities.0.effect": "strength beyond measure",
    "demon.abilities.2.name": "Vitality",
    "demon.abilities.2.user": "host",
    "demon.abilities.2.target": "the host",
    "demon.abilities.2.effect": "wounds close",
}
NEED = {"demon.need": "a drop of the host's blood at dusk", "demon.power": "8"}


def send(
    game: Game, member: Membership, words: dict[str, Any] | None = None, /, *, follow: bool = False
) -> Any:
    """The form as `MARA` has it, but for `words`; one that is None is left out."""
    data = {"key": uuid.uuid4().hex, **MARA, **(words or {})}
    data = {name: value for name, value in data.items() if value is not None}
    address = reverse("make_character", args=[game.campaign.pk, "sorcerer"])
    return browser(member).post(address, data, follow=follow)


def page(game: Game, member: Membership, name: str, *args: Any) -> str:
    response = browser(member).get(reverse(name, args=[game.campaign.pk, *args]))
    assert response.status_code == 200
    return response.content.decode()


def the(game: Game, kind: str) -> str:
    return str(Record.objects.get(campaign=game.campaign, kind=kind).pk)


def complete(game: Game, member: Membership, words: dict[str, Any] | None = None, /) -> Any:
    demon = {name: value for name, value in MARA.items() if name.startswith("demon.")}
    data = {"key": uuid.uuid4().hex, **demon, **NEED, **(words or {})}
    return browser(member).post(reverse("complete_demon", args=[game.campaign.pk, the(game, "demon")]), data)


def test_player_makes_sorcerer_and_demon_in_one_entry() -> None:
    game = new_game()
    before = Entry.objects.count()

    response = send(game, game.player)

    character, demon = game.sheet(the(game, "character")), game.sheet(the(game, "demon"))
    assert response.status_code == 302
    assert Entry.objects.count() == before + 1
    assert character.about["owner"] == str(game.player.pk)
    assert (character["state"], character["humanity"], character["cover"]) == ("active", 5, 5)
    assert [one["text"] for one in character["background"]] == ["an uncle's notebooks", "the cellar"]
    assert character["starting_demon"] == demon.id
    assert demon["abilities"] == ["Boost", "Vitality"]
    assert (demon["complete"], demon["need"]) == (False, "")
    assert game.verified().faults == []


def test_sorcerer_and_demon_are_undone_and_redone_together() -> None:
    game = new_game()
    before = game.state()
    send(game, game.player)
    made, seq = game.state(), Entry.objects.latest("seq").seq

    undone = game.undo_all(seq)
    assert game.state() == before
    game.undo_all(undone.entry.seq)

    assert game.state() == made
    assert game.verified().faults == []


def test_demon_waits_for_the_gm_and_is_completed_with_its_need() -> None:
    game = new_game()
    send(game, game.player)
    waiting = Pending.objects.get(record__campaign=game.campaign, question="sorcerer.create_demon")
    assert (waiting.for_role, waiting.clause, str(waiting.who_id)) == (
        "gm",
        "SOR-DEMON-06",
        the(game, "demon"),
    )
    asked = page(game, game.gm, "complete_demon", the(game, "demon"))
    assert all(word in asked for word in ("wounds close", "warm to the touch", "Vitality"))

    assert complete(game, game.gm).status_code == 302

    demon = game.sheet(the(game, "demon"))
    waiting.refresh_from_db()
    assert waiting.state == "answered"
    assert (demon["complete"], demon["power"], demon["state"]) == (True, 8, "present")
    assert demon["summoned_by"] == the(game, "character")
    assert game.verified().faults == []


def test_a_demon_made_by_concept_has_a_need_proposed_to_the_gm_who_goes_on_to_its_binding() -> None:
    game = new_game()
    made = make(Random(5), "boxer", ())
    del made["demon.need"]
    (telltale,) = made["demon.telltale"]
    needs = next(one.needs for one in TABLE.demon if telltale in one.telltales)
    answer = browser(game.player).post(
        reverse("make_character", args=[game.campaign.pk, "sorcerer"]), {**made, "key": "made"}
    )
    assert answer.status_code == 302

    proposed = Form(page(game, game.gm, "complete_demon", the(game, "demon")), "demon-form")
    (need,) = proposed.controls["demon.need"].values
    assert need in needs
    answer = browser(game.gm).post(proposed.action, proposed.sent)

    assert (answer.status_code, game.sheet(the(game, "demon"))["need"]) == (302, need)
    of_two = [game.campaign.pk, the(game, "character"), the(game, "demon")]
    assert answer["Location"] == reverse("ritual", args=of_two)


def test_a_demon_that_somebody_has_thought_up_has_no_need_proposed() -> None:
    game = new_game()
    send(game, game.player)

    asked = Form(page(game, game.gm, "complete_demon", the(game, "demon")), "demon-form")

    assert asked.controls["demon.need"].values in ([], [""])


def test_need_is_never_sent_to_a_player() -> None:
    game = new_game()
    send(game, game.player)
    complete(game, game.gm)

    for name, record in (("demon", "demon"), ("character", "character")):
        assert NEED["demon.need"] not in page(game, game.player, name, the(game, record))
    assert NEED["demon.need"].replace("'", "&#x27;") in page(game, game.gm, "demon", the(game, "demon"))
    address = reverse("complete_demon", args=[game.campaign.pk, the(game, "demon")])
    assert browser(game.player).get(address).status_code == 403


def test_every_fault_is_told_at_once_with_its_clause() -> None:
    game = new_game()
    before = Entry.objects.count()
    faulty = {
        "character.stamina": "4",
        "character.cover.name": "",
        "character.telltale": "",
        "character.kicker": "",
        "character.price.name": "",
        "character.descriptors.will": ["Belief System"],
        "demon.name": "",
        "demon.desire": "",
        "demon.abilities.0.user": "",
    }

    response = send(game, game.player, faulty)

    told = response.content.decode()
    clauses = ["CREATE-01", "CREATE-04", "CREATE-06", "CREATE-08", "PRICE-03"]
    clauses += ["DESC-01", "DEMON-09", "DEMON-06", "ABIL-01"]
    assert response.status_code == 422
    assert [clause for clause in clauses if f"SOR-{clause}</span>" not in told] == []
    assert told.count('class="field-error"') >= len(clauses)
    assert "strength beyond measure" in told
    assert Entry.objects.count() == before
    assert not Record.objects.filter(campaign=game.campaign, kind__in=("character", "demon")).exists()


def test_fault_in_a_later_row_lands_on_that_row() -> None:
    game = new_game()

    response = send(game, game.player, {"demon.abilities.2.effect": ""})

    faults = {fault.field: fault.control for fault in response.context["form"].faults}
    assert faults == {"demon.abilities.2.effect": "id_demon.abilities.2.effect"}
    name = response.context["form"].cleaned_data["demon.abilities.2.name"]
    assert [fault.text for fault in response.context["form"].faults] == [f"{name}: say what it does."]


def test_first_blank_page_says_nothing_of_faults() -> None:
    game = new_game()

    told = page(game, game.player, "make_character", "sorcerer")

    assert "field-error" not in told
    assert 'name="demon.need"' not in told


def test_player_cannot_set_a_need() -> None:
    game = new_game()

    assert send(game, game.player, NEED).status_code == 302
    demon = game.sheet(the(game, "demon"))
    assert (demon["need"], demon["complete"]) == ("", False)


def test_price_of_ones_own_needs_the_gms_word() -> None:
    game = new_game()
    own = {"character.price.name": "own", "character.price.own": "Owes the river"}

    assert send(game, game.player, own).status_code == 422
    assert send(game, game.player, {**own, "character.price.approved": "on"}).status_code == 302
    assert game.sheet(the(game, "character"))["price_name"] == "Owes the river"


def test_draft_is_kept_and_taken_up_again() -> None:
    game = new_game()
    half = {"demon.name": None, "character.kicker": "Half a", "character.will": "many", "command": "save"}

    assert send(game, game.player, half).status_code == 302
    told = page(game, game.player, "make_character", "sorcerer")

    assert "Half a" in told
    assert 'value="many"' in told
    assert "field-error" not in told
    assert "Half a" not in page(game, game.other_player, "make_character", "sorcerer")
    assert send(game, game.player).status_code == 302
    assert not Draft.objects.filter(member=game.player).exists()


def test_draft_is_thrown_away() -> None:
    game = new_game()
    send(game, game.player, {"command": "save"})

    assert send(game, game.player, {"command": "discard"}).status_code == 302
    assert not Draft.objects.exists()


def test_another_row_keeps_what_was_typed() -> None:
    game = new_game()

    response = send(game, game.player, {"command": "more", "character.kicker": "Half a"}, follow=True)

    told = response.content.decode()
    assert response.status_code == 200
    assert 'name="demon.abilities.3.name"' in told
    assert "Half a" in told
    assert "field-error" not in told


def test_same_sheet_sent_twice_is_made_once() -> None:
    game = new_game()

    first, again = send(game, game.player, {"key": "one"}), send(game, game.player, {"key": "one"})

    assert first.status_code == again.status_code == 302
    assert first["Location"] == again["Location"]
    assert Record.objects.filter(campaign=game.campaign, kind="character").count() == 1


def test_gm_makes_all_of_it_for_a_player() -> None:
    game = new_game()

    assert send(game, game.gm, {"owner": str(game.player.pk), **NEED}).status_code == 302

    assert game.sheet(the(game, "demon"))["complete"] is True
    assert game.sheet(the(game, "character")).about["owner"] == str(game.player.pk)
    still_open = Pending.objects.filter(record__campaign=game.campaign, state="open")
    assert [pending.question for pending in still_open] == [
        "sorcerer.bind"
    ]  # the Need at its Binding is the GM's to say
    assert game.verified().faults == []


def test_gms_own_may_stay_hidden() -> None:
    game = new_game()

    send(game, game.gm, {"owner": "", "hidden": "on"})

    character = the(game, "character")
    assert game.sheet(character)["control"] == "gm"
    for name, record in (("character", character), ("demon", the(game, "demon"))):
        address = reverse(name, args=[game.campaign.pk, record])
        assert browser(game.player).get(address).status_code == 404


def test_what_waits_for_a_hidden_demon_is_not_told_to_the_table() -> None:
    game = new_game()
    send(game, game.gm, {"owner": "", "hidden": "on", "demon.name": "Vesh the Unseen"})

    told = {
        one: page(game, member, "campaign_home") for one, member in (("gm", game.gm), ("pl", game.player))
    }

    assert "Vesh the Unseen: Check a demon" in told["gm"]
    assert "Vesh" not in told["pl"]
    assert "Check a demon" not in told["pl"]


def test_observer_makes_nobody() -> None:
    game = new_game()

    assert send(game, game.observer).status_code == 403


HOSTILE: list[dict[str, Any]] = [
    {"character.stamina": "9" * 30},
    {"character.will": "5; drop"},
    {"demon.type": "dragon"},
    {"demon.abilities.0.user": "nobody"},
    {"character.descriptors.lore": ["Invented"]},
    {"name": "a\u202eb"},
    {"name": "\x00"},
    {"character.kicker": "x" * 2001},
    {"character.background.lore": "\n".join(["x"] * 40)},
    {"demon.abilities.99999.name": "far off"},
    {"key": "../../etc"},
]


@pytest.mark.parametrize("words", HOSTILE, ids=[next(iter(one)) for one in HOSTILE])
def test_hostile_words_are_answered_and_nothing_is_written(words: dict[str, Any]) -> None:
    game = new_game()
    before = Entry.objects.count()

    response = send(game, game.player, words)

    if "demon.abilities.99999.name" in words:
        assert response.status_code == 302
        return
    assert response.status_code == 422
    assert "Auctioneer" in response.content.decode()
    assert Entry.objects.count() == before


def test_completing_tells_every_fault_at_once() -> None:
    game = new_game()
    send(game, game.player)

    response = complete(game, game.gm, {"demon.need": "", "demon.power": "2", "demon.name": ""})

    told = response.content.decode()
    assert response.status_code == 422
    assert all(f"SOR-DEMON-{one}</span>" in told for one in ("05", "06", "09"))


def test_finished_demon_is_not_completed_again() -> None:
    game = new_game()
    send(game, game.player)
    complete(game, game.gm)

    response = complete(game, game.gm)

    assert response.status_code == 422
    assert "SOR-DEMON-25" in response.content.decode()
