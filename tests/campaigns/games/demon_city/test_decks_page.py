"""The page of the two decks, and the one press that lays them out."""

import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.forms.people import new_key
from campaigns.models import Entry, Record
from campaigns.state.rows import read_sheet
from rules.demon_city.cards import PACK, is_number_card
from rules.kernel.errors import RuleViolation
from tests.campaigns.conftest import SignIn
from tests.campaigns.form_filling import Form, posted_forms
from tests.campaigns.spine import document
from tests.campaigns.world import act
from tests.factories import make_record
from tests.people import Table

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

LAY_OUT = "Lay out the standard decks"


def shown(client: Client, table: Table, name: str = "decks") -> str:
    answer = client.get(reverse(name, args=[table.campaign.pk]))
    assert answer.status_code == 200
    return answer.content.decode()


def laid_out(client: Client, table: Table) -> str:
    url = reverse("lay_out_decks", args=[table.campaign.pk])
    answer = client.post(url, {"key": new_key()}, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def a_thrower(table: Table) -> str:
    made = make_record(table.gm, "demon_city.character", "Ann", owner=table.player, state="active")
    return str(made.pk)


def test_the_gm_lays_out_both_decks_with_one_press(table: Table, signed_in: SignIn) -> None:
    client = signed_in(table.gm)
    assert LAY_OUT in shown(client, table)

    page = laid_out(client, table)

    assert "Everyone can throw." in page
    assert "31 cards, face down" in page
    assert "10 cards, face down" in page
    assert page.count("The discard pile is empty") == 2
    assert LAY_OUT not in page


def test_who_lays_them_out_from_the_table_stays_there(table: Table, signed_in: SignIn) -> None:
    make_record(table.gm, "demon_city.character", "Ghoul", control="gm", state="active")
    client, at_table = signed_in(table.gm), reverse("table", args=[table.campaign.pk])
    url = reverse("lay_out_decks", args=[table.campaign.pk])
    form = next(
        one for one in posted_forms(client.get(at_table).content.decode(), at_table) if one.action == url
    )

    assert client.post(form.action, form.sent)["Location"] == at_table


@pytest.mark.parametrize("is_agreed", [True, False])
def test_cards_of_ones_own_are_told_of_where_they_are_taken(
    table: Table, signed_in: SignIn, *, is_agreed: bool
) -> None:
    """Else the GM reads where the table agrees on them, and players nothing."""
    act(table.gm, "table.change_policy", {"values": {"hand_dice": is_agreed}})
    enter, allow = "You don’t need decks here", "Allow physical dice under"

    pages = [shown(signed_in(who), table) for who in (table.gm, table.player)]

    assert [enter in page for page in pages] == [is_agreed, is_agreed]
    assert ["Nobody can throw yet" in page for page in pages] == [not is_agreed, not is_agreed]
    assert [allow in page for page in pages] == [not is_agreed, False]


def test_a_second_press_changes_nothing_and_says_so(table: Table, signed_in: SignIn) -> None:
    client = signed_in(table.gm)
    laid_out(client, table)

    assert "Both decks are already laid out." in laid_out(client, table)


def test_players_learn_whom_the_decks_wait_for(table: Table, signed_in: SignIn) -> None:
    page = shown(signed_in(table.player), table)

    assert LAY_OUT not in page
    assert "The GM lays out the Players&#x27; Deck" in page.replace("'", "&#x27;")


def make_anew(client: Client, table: Table, deck: str, **more: str) -> None:
    """Send the form to which the page leads, as it begins."""
    begun = horrors_form(client, table).sent if deck == "horror" else _players_begun(client, table)
    url = reverse("play_action", args=[table.campaign.pk, f"demon_city.build_{deck}_deck"])
    answer = client.post(url, {**begun, "key": new_key(), **more})
    assert answer.status_code == 302, answer.content.decode()


def _players_begun(client: Client, table: Table) -> dict[str, list[str]]:
    page = unescape(shown(client, table))
    url = next(one for one in re.findall(r'href="([^"]+)"', page) if "build_players_deck" in one)
    begun = parse_qs(urlsplit(url).query)
    begun["deck.id"] = begun.pop("deck")
    assert begun.pop("form.hide") == ["deck"]
    return begun


def horrors_form(client: Client, table: Table) -> Form:
    """The pack from which the GM picks the Horror's cards, to which the page leads."""
    url = reverse("choose_horrors", args=[table.campaign.pk])
    assert url in shown(client, table)
    return Form(client.get(url).content.decode(), "horrors-cards")


@pytest.mark.parametrize("goes", ["off", "on"])
def test_a_fool_that_changes_decks_is_put_right_from_the_page(
    goes: str, table: Table, signed_in: SignIn
) -> None:
    client = signed_in(table.gm)
    laid_out(client, table)
    if goes == "on":  # back to the players
        make_anew(client, table, "players", fool="off")
        make_anew(client, table, "horror")
    make_anew(client, table, "players", fool=goes)
    with pytest.raises(RuleViolation) as refused:
        act(table.gm, "demon_city.c10", {})
    assert refused.value.clause == "DEC-DECK-09"
    assert "Nobody can throw until you rebuild" in shown(client, table)

    make_anew(client, table, "horror")

    assert "Nobody can throw until you rebuild" not in shown(client, table)
    act(table.gm, "demon_city.c10", {})


@pytest.mark.clause("DEC-DECK-09", "DEC-DECK-11")
@pytest.mark.parametrize("fool", ["on", "off"])
def test_the_spread_takes_no_card_that_would_be_refused(fool: str, table: Table, signed_in: SignIn) -> None:
    client = signed_in(table.gm)
    laid_out(client, table)
    if fool == "off":
        make_anew(client, table, "players", fool="off")
    page = client.get(reverse("choose_horrors", args=[table.campaign.pk])).content.decode()

    boxes = {*re.findall(r'type="checkbox" name="cards" value="([^"]+)"', page)}
    always = re.findall(r'type="hidden" name="cards" value="([^"]+)"', page)

    assert {"wands-1", "fool"} & boxes == set()
    assert {"pentacles-1", "devil"} <= boxes
    assert always == ([] if fool == "on" else ["fool"])
    answer = client.post(
        reverse("play_action", args=[table.campaign.pk, "demon_city.build_horror_deck"]),
        {**Form(page, "horrors-cards").sent, "cards": [*boxes, *always]},
    )
    assert answer.status_code == 302


def test_a_card_that_the_players_have_is_named(table: Table, signed_in: SignIn) -> None:
    client = signed_in(table.gm)
    laid_out(client, table)
    horror = Record.objects.get(kind="demon_city.deck", demon_city_deck__deck="horror")
    url = reverse("play_action", args=[table.campaign.pk, "demon_city.build_horror_deck"])

    answer = client.post(url, {"key": new_key(), "deck.id": str(horror.pk), "cards": ["death", "cups-2"]})

    assert answer.status_code == 422
    assert "Leave out Two of Cups: it is in the other deck." in answer.content.decode()


def test_a_players_deck_without_the_fool_stays_without_it(table: Table, signed_in: SignIn) -> None:
    client = signed_in(table.gm)
    laid_out(client, table)
    make_anew(client, table, "players", fool="off")
    make_anew(client, table, "horror")

    make_anew(client, table, "players")

    act(table.gm, "demon_city.c10", {})


@pytest.mark.clause("DEC-DECK-18")
def test_players_know_what_is_left_of_their_own_pile_alone(table: Table, signed_in: SignIn) -> None:
    laid_out(signed_in(table.gm), table)

    page = shown(signed_in(table.player), table)

    assert page.count("Face down. Only the GM sees how many.") == 1
    assert "Show the 31 cards that are left, in no order" in page
    assert "All its cards" not in page


def test_the_table_offers_the_decks_before_the_first_throw(table: Table, signed_in: SignIn) -> None:
    a_thrower(table)
    client = signed_in(table.gm)
    assert LAY_OUT in shown(client, table, "table")

    laid_out(client, table)

    page = shown(client, table, "table")
    assert LAY_OUT not in page
    assert reverse("decks", args=[table.campaign.pk]) in page


def test_a_table_without_cards_hears_nothing_of_decks(table: Table, signed_in: SignIn) -> None:
    assert LAY_OUT not in shown(signed_in(table.gm), table, "table")


def test_a_sheet_says_why_nobody_throws_yet(table: Table, signed_in: SignIn) -> None:
    ann = a_thrower(table)
    client = signed_in(table.player)
    url = reverse("character", args=[table.campaign.pk, ann])
    before = client.get(url).content.decode()

    laid_out(signed_in(table.gm), table)

    throw = reverse("play_action", args=[table.campaign.pk, "demon_city.static_throw"])
    assert "DEC-DECK-01" in before
    assert throw not in before
    after = signed_in(table.player).get(url).content.decode()
    assert "DEC-DECK-01" not in after
    assert throw in after


def test_a_deck_is_made_up_anew_from_the_cards_that_it_holds(table: Table, signed_in: SignIn) -> None:
    client = signed_in(table.gm)
    laid_out(client, table)

    form = horrors_form(client, table)

    assert sorted(form.controls["cards"].values) == sorted(f"pentacles-{number}" for number in range(1, 11))
    url = reverse("choose_horrors", args=[table.campaign.pk])
    assert url not in shown(signed_in(table.player), table)
    assert signed_in(table.player).get(url).status_code == 403


def test_a_significator_goes_into_the_players_deck_without_asking(table: Table, signed_in: SignIn) -> None:
    client = signed_in(table.gm)
    laid_out(client, table)
    players = Record.objects.get(kind="demon_city.deck", demon_city_deck__deck="players")

    form = client.get(reverse("play_action", args=[table.campaign.pk, "demon_city.award_significator"]))

    assert f'<option value="{players.pk}" selected>' in form.content.decode()


def test_drawing_and_awarding_are_led_to_where_both_are_offered(table: Table, signed_in: SignIn) -> None:
    client = signed_in(table.gm)
    laid_out(client, table)

    [link] = re.findall(r'href="([^"]*)">Draw, or award a Significator', shown(client, table))
    page, _sharp, part = link.partition("#")
    [section] = re.findall(
        rf'<section aria-labelledby="{part}">.*?</section>', client.get(page).content.decode(), re.DOTALL
    )

    assert all(f"/play/demon_city.{act}/" in section for act in ("draw", "award_significator"))


@pytest.mark.clause("DEC-DECK-20")
def test_a_reward_is_offered_for_players_characters_alone(table: Table, signed_in: SignIn) -> None:
    client = signed_in(table.gm)
    laid_out(client, table)
    people = {
        a_thrower(table): True,
        str(
            make_record(table.gm, "demon_city.character", "The ghoul", state="active", control="gm").pk
        ): False,
    }

    for who, is_offered in people.items():
        shown = client.get(reverse("character", args=[table.campaign.pk, who])).content.decode()
        assert ("/play/demon_city.award_significator/" in shown) is is_offered


def cards_offered(client: Client, table: Table, action: str) -> str:
    form = client.get(reverse("play_action", args=[table.campaign.pk, f"demon_city.{action}"]))
    asked = re.search(r'<select name="card".*?</select>', form.content.decode(), re.DOTALL)
    assert asked is not None
    return asked[0]


def test_only_what_may_be_a_significator_is_offered_and_in_groups(table: Table, signed_in: SignIn) -> None:
    client = signed_in(table.gm)
    laid_out(client, table)

    asked = cards_offered(client, table, "award_significator")

    offered = re.findall(r'value="([^"]+)"', asked)
    assert sorted(offered) == sorted(card for card in PACK if not is_number_card(card))
    groups = re.findall(r'<optgroup label="([^"]+)"', asked)
    assert groups == ["Majors", "Wands", "Cups", "Swords", "Pentacles"]


def test_what_somebody_holds_is_offered_to_be_spent_and_nothing_else(table: Table, signed_in: SignIn) -> None:
    client = signed_in(table.gm)
    laid_out(client, table)
    deck = {"id": str(Record.objects.get(kind="demon_city.deck", demon_city_deck__deck="players").pk)}
    won = {"character": {"id": a_thrower(table)}, "card": "cups-queen", "deck": deck}
    act(table.gm, "demon_city.award_significator", won)

    asked = cards_offered(client, table, "spend_significator")

    assert re.findall(r'value="([^"]+)"', asked) == ["cups-queen"]


def test_a_court_card_is_awarded_from_the_form(table: Table, signed_in: SignIn) -> None:
    client = signed_in(table.gm)
    laid_out(client, table)
    ann = a_thrower(table)
    make_record(table.gm, "demon_city.character", "The ghoul", state="active", control="gm")
    url = reverse("play_action", args=[table.campaign.pk, "demon_city.award_significator"])
    form = Form(client.get(url).content.decode(), "action-form")
    deck = str(Record.objects.get(kind="demon_city.deck", demon_city_deck__deck="players").pk)
    assert [form.controls[name].options for name in ("character.id", "deck.id")] == [["", ann], ["", deck]]

    answer = client.post(url, {**form.sent, "character.id": ann, "card": "cups-queen"})

    assert answer.status_code == 302
    assert read_sheet(Record.objects.get(pk=ann))["significators"] == ["cups-queen"]
    assert document(Entry.objects.latest("seq"))["for"] is None, "the GM rewards, and acts for nobody"


@pytest.mark.parametrize(("deck", "is_told"), [("players", True), ("horror", False)])
@pytest.mark.clause("DEC-DECK-18")
def test_odds_that_read_the_horrors_deck_are_for_the_gm(
    table: Table, signed_in: SignIn, deck: str, is_told: bool
) -> None:
    laid_out(signed_in(table.gm), table)
    url = reverse("preview_odds", args=[table.campaign.pk, "demon_city.c10"])
    words = {"key": new_key(), "deck": deck}

    asked = {
        membership.name: signed_in(membership).post(url, words).content.decode()
        for membership in (table.player, table.gm)
    }

    assert ("%" in asked[table.player.name]) == is_told
    assert ("That one is the GM's." in unescape(asked[table.player.name])) != is_told
    assert "10%" in asked[table.gm.name]
