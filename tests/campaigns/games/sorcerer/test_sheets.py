"""Sheets of characters and demons: what they tell, to whom, and a GM's corrections."""

import uuid
from typing import Any

import pytest
from django.urls import reverse

from campaigns.games.sorcerer.sheet.reading import ValueChange
from campaigns.models import Campaign, Entry, Membership, Record
from campaigns.templatetags.sheets import history
from tests.campaigns.spine import Game, browser, looking_as, new_game
from tests.campaigns.test_query_counts import queries_of

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

NEED = "to be sung to at noon"
CHARACTER_QUERIES, DEMON_QUERIES = 23, 26


def page(game: Game, member: Membership, name: str, record: str) -> str:
    response = browser(member).get(reverse(name, args=[game.campaign.pk, record]))
    assert response.status_code == 200
    return response.content.decode()


def send(
    game: Game, member: Membership, name: str, record: str, words: dict[str, Any] | None = None, /
) -> Any:
    data = {"key": uuid.uuid4().hex, **(words or {})}
    return browser(member).post(reverse(name, args=[game.campaign.pk, record]), data)


def mara(game: Game) -> str:
    scores: dict[str, Any] = {"stamina": 3, "will": 5, "lore": 2, "humanity": 5, "state": "active"}
    return game.make("character", "Mara", owner=game.player, **scores)


def vesh(game: Game, **fields: Any) -> str:
    sheet = {"type": "parasite", "state": "present", "power": 8, "need": NEED, "complete": True, **fields}
    return game.make("demon", "Vesh", **sheet)


@pytest.mark.parametrize("state", ["present", "beyond"])
def test_demon_to_begin_with_leads_to_its_binding(state: str) -> None:
    game = new_game()
    demon = vesh(game, state=state)
    scores: dict[str, Any] = {"stamina": 3, "will": 5, "lore": 2, "humanity": 5, "state": "active"}
    sorcerer = game.make("character", "Mara", owner=game.player, starting_demon=demon, **scores)

    ritual = reverse("ritual", args=[game.campaign.pk, sorcerer, demon])
    assert (ritual in page(game, game.player, "character", sorcerer)) == (state == "present")


def test_demons_own_acts_are_offered_to_whoever_speaks_for_it() -> None:
    game = new_game()
    demon = vesh(game)
    ability = reverse("play_action", args=[game.campaign.pk, "sorcerer.use_ability"])
    binding = reverse("play_action", args=[game.campaign.pk, "sorcerer.bind"])

    seen_by_gm, seen_by_player = (
        page(game, membership, "demon", demon) for membership in (game.gm, game.player)
    )
    assert ability in seen_by_gm and binding in seen_by_gm
    assert ability not in seen_by_player and binding in seen_by_player


def test_contact_is_told_with_whether_the_gm_has_to_answer() -> None:
    game = new_game()
    sorcerer, demon = mara(game), vesh(game, state="beyond", abilities=["Big"], desire="Ruin", power=2)
    given = {"sorcerer": sorcerer, "demon": demon}
    game.act("sorcerer.contact", given, known={"contact_id": "new"}, hand=(11, 5, 9, 9))

    shown = page(game, game.gm, "demon", demon)
    assert "1 hour, 1 victory." in shown
    assert "Waiting for the GM" in shown
    contact = Record.objects.get(campaign=game.campaign, kind="contact")
    game.act("sorcerer.alter_contact", {"contact": str(contact.pk), "demon": demon})
    assert "Waiting for the GM" not in page(game, game.gm, "demon", demon)


def bound(game: Game, sorcerer: str, demon: str) -> str:
    tie: dict[str, Any] = {
        "sorcerer": sorcerer,
        "demon": demon,
        "score": "will",
        "strength": 3,
        "favor": "sorcerer",
    }
    return game.make("binding", "", **tie, state="active")


def test_sheet_shows_scores_and_what_is_bound() -> None:
    game = new_game()
    sorcerer, demon = mara(game), vesh(game)
    bound(game, sorcerer, demon)

    for name, record in (("character", sorcerer), ("demon", demon)):
        told = page(game, game.observer, name, record)
        assert "Binding 3, in favour of Mara" in told
        assert NEED not in told


def test_need_is_the_gms_alone() -> None:
    game = new_game()
    demon = vesh(game)

    assert NEED in page(game, game.gm, "demon", demon)
    assert NEED not in page(game, game.player, "demon", demon)
    seen_as = reverse("demon", args=[game.campaign.pk, demon])
    assert NEED not in looking_as(game.gm, game.player).get(seen_as).content.decode()


def test_page_does_not_change_with_the_need() -> None:
    game = new_game()
    demon = vesh(game)
    game.edit(demon, need="one thing")
    first = page(game, game.player, "demon", demon)
    game.undo(Entry.objects.filter(campaign=game.campaign).latest("seq").seq)
    game.edit(demon, need="quite another")

    assert "one thing" not in first
    assert "quite another" not in page(game, game.player, "demon", demon)


def test_humanity_is_told_over_time() -> None:
    game = new_game()
    sorcerer = mara(game)
    game.edit(sorcerer, humanity=4)
    game.edit(sorcerer, humanity=3)

    told = page(game, game.player, "character", sorcerer)

    assert "Humanity over time" in told
    assert "Humanity, entry by entry" in told, "what the graph shows, and along what"
    assert told.count("<tr><td>") == 3


def test_line_of_a_number_rises_and_falls_with_it() -> None:
    drawn = history([ValueChange(1, 5), ValueChange(2, 10)], "Humanity", Campaign())

    assert drawn["path"] == "M18.0 48.0H160.0V18.0H302.0"


def test_forbidden_act_is_greyed_with_its_clause() -> None:
    game = new_game()
    sorcerer = mara(game)
    demon = game.make("demon", "Ash", type="object", abilities=["Big"], desire="Ruin", power=1)
    game.act(
        "sorcerer.contact",
        {"sorcerer": sorcerer, "demon": demon, "contact_id": "new"},
        by=game.player,
        hand=(12, 11, 1),
    )

    told = page(game, game.player, "character", sorcerer)

    assert "SOR-HUMANITY-17" in told
    assert 'aria-disabled="true">Contact a demon' in told


def test_others_find_no_buttons_on_a_sheet() -> None:
    game = new_game()
    sorcerer = mara(game)

    assert 'id="deeds-title"' in page(game, game.player, "character", sorcerer)
    assert 'id="deeds-title"' not in page(game, game.other_player, "character", sorcerer)
    assert 'id="deeds-title"' not in page(game, game.observer, "character", sorcerer)


def test_gm_corrects_a_field_with_a_reason() -> None:
    game = new_game()
    sorcerer = mara(game)
    sheet = browser(game.gm).get(reverse("edit_record", args=[game.campaign.pk, sorcerer])).context["form"]
    typed = {name: _typed(sheet[name].value()) for name in sheet.fields if name != "key"}
    words = {**typed, "reason": "counted wrong", "field.wounds": "2", "name": "Mara Vance"}

    assert send(game, game.gm, "edit_record", sorcerer, words).status_code == 302

    corrected = game.sheet(sorcerer)
    assert (corrected["wounds"], corrected.name, corrected["will"]) == (2, "Mara Vance", 5)
    assert game.verified().faults == []


def _typed(value: Any) -> Any:
    return "on" if value is True else "off" if value is False else "" if value is None else value


FAULTY = [
    {"field.stamina": "31"},
    {"field.stamina": "three"},
    {"field.descriptors": '{"stamina": 3}'},
    {"field.descriptors": "[[["},
    {"field.state": "asleep"},
    {"field.starting_demon": "3f0d0f6e-5c1b-4f0a-9d53-2f6f4f1f0a11"},
    {"name": "a\u202eb"},
    {"reason": ""},
    {"field.background": "[1.5]"},
]


@pytest.mark.parametrize("words", FAULTY, ids=[f"{one}" for one in FAULTY])
def test_faulty_correction_is_told_at_its_field_and_writes_nothing(words: dict[str, str]) -> None:
    game = new_game()
    sorcerer = mara(game)
    before = Entry.objects.count()

    response = send(game, game.gm, "edit_record", sorcerer, {"reason": "because", "name": "Mara", **words})

    assert response.status_code == 422
    assert Entry.objects.count() == before


def test_nothing_different_is_no_correction() -> None:
    game = new_game()
    sorcerer = mara(game)

    assert send(game, game.gm, "edit_record", sorcerer, {"reason": "why", "name": "Mara"}).status_code == 422


def test_gm_shows_and_hides_a_record() -> None:
    game = new_game()
    demon = vesh(game)
    address = reverse("demon", args=[game.campaign.pk, demon])

    assert send(game, game.gm, "show_or_hide", demon, {"visibility": "gm"}).status_code == 302
    assert browser(game.player).get(address).status_code == 404
    assert send(game, game.gm, "show_or_hide", demon, {"visibility": "table"}).status_code == 302
    assert browser(game.player).get(address).status_code == 200


def test_whoever_is_hidden_takes_what_they_carry_along() -> None:
    game = new_game()
    lurker = game.make("fallen.character", "Lurker", state="active")
    carried = (
        game.make("fallen.weapon", "Rifle", holder=lurker),
        game.make("fallen.armor", "Coat", wearer=lurker),
    )
    other = game.make("fallen.weapon", "Club")

    def seen() -> list[bool]:
        rows = Record.objects.in_bulk(field_name="pk")
        return [rows[uuid.UUID(one)].visibility == "table" for one in (lurker, *carried, other)]

    send(game, game.gm, "show_or_hide", lurker, {"visibility": "gm"})
    assert seen() == [False, False, False, True]
    send(game, game.gm, "show_or_hide", lurker, {"visibility": "table"})
    assert seen() == [True, True, True, True]


@pytest.mark.clause("SOR-NEED-13")
def test_fed_demon_counts_its_days_anew() -> None:
    game = new_game()
    demon = vesh(game, need_unmet_days=3)
    assert "3 days unfed" in page(game, game.player, "demon", demon)

    assert send(game, game.gm, "need_was_met", demon).status_code == 302
    assert "Fed today" in page(game, game.player, "demon", demon)


@pytest.mark.parametrize("name", ["edit_record", "show_or_hide", "need_was_met", "complete_demon"])
def test_corrections_are_the_gms(name: str) -> None:
    game = new_game()

    assert send(game, game.player, name, vesh(game), {"visibility": "gm"}).status_code == 403


@pytest.mark.parametrize("name", ["character", "demon", "edit_record", "complete_demon"])
def test_record_of_another_campaign_is_not_there(name: str) -> None:
    game, other = new_game(), new_game()
    record = mara(other) if name == "character" else vesh(other)

    assert browser(game.gm).get(reverse(name, args=[game.campaign.pk, record])).status_code == 404


def test_character_has_no_demons_page() -> None:
    game = new_game()

    assert browser(game.gm).get(reverse("demon", args=[game.campaign.pk, mara(game)])).status_code == 404


@pytest.mark.parametrize(("name", "queries"), [("character", CHARACTER_QUERIES), ("demon", DEMON_QUERIES)])
def test_sheet_takes_as_many_queries_for_many_demons_as_for_one(name: str, queries: int) -> None:
    for number in (1, 6):
        game = new_game()
        sorcerer = mara(game)
        for place in range(number):
            bound(game, sorcerer, game.make("demon", f"Demon {place}", type="object", state="present"))
        record = sorcerer if name == "character" else vesh(game)
        address = reverse(name, args=[game.campaign.pk, record])

        assert queries_of(browser(game.player), address) == queries


@pytest.mark.parametrize(("penalties", "clause"), [(3, ""), (4, "SOR-WILL-01"), (7, "SOR-WILL-02")])
def test_sheet_of_whoever_cannot_act_says_so_and_offers_no_contact(penalties: int, clause: str) -> None:
    game = new_game()
    sorcerer = mara(game)
    game.edit(sorcerer, temporary=penalties)
    rituals = f'button-wide" href="{reverse("rituals", args=[game.campaign.pk])}"'

    for member in (game.gm, game.player):
        shown = page(game, member, "character", sorcerer)
        assert ("Incapacitated" in shown) == bool(clause)
        assert clause in shown
        assert (rituals in shown) == (not clause), "the Contact leads to its page"
