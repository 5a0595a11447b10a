"""Who wins which Significator, and what of the Host's own work nobody else reads or is asked for."""

from typing import Any

import pytest
from django.urls import reverse

from campaigns.forms.people import new_key
from campaigns.games.demon_city.decks.acts import lay_out_decks
from campaigns.games.demon_city.decks.reading import standing
from campaigns.games.demon_city.rounds import acts as rounds
from campaigns.models import Membership
from rules.kernel.values import as_list, as_values
from tests.campaigns.form_filling import first_form
from tests.campaigns.spine import Game, browser, new_game_by_default

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

AWARD, BUILD = "demon_city.award_significator", "demon_city.build_horror_deck"
STATIC = "demon_city.static_throw"
STATS: dict[str, Any] = {"stats.agility": 3, "stats.toughness": 3, "toughness": 3, "state": "active"}


def page(who: Membership, action: str, **given: str) -> str:
    url = reverse("play_action", args=[who.campaign_id, action])
    return browser(who).get(url, given).content.decode()


def award(game: Game, who: str, card: str) -> None:
    deck = standing(game.campaign)["players"]
    game.act(AWARD, {"character": {"id": who}, "card": card, "deck": {"id": deck}})


def cards_offered(game: Game, who: str) -> list[str]:
    url = reverse("play_action", args=[game.campaign.pk, AWARD])
    return first_form(browser(game.gm), f"{url}?character={who}").controls["card"].options


@pytest.mark.clause("DEC-DECK-20")
def test_only_free_cards_are_offered_as_a_reward(game: Game) -> None:
    ann = game.make("demon_city.character", "Ann", owner=game.player, **STATS)
    award(game, ann, "tower")
    horrors = ["devil", *(f"pentacles-{number}" for number in range(1, 11))]
    game.act(BUILD, {"deck": {"id": standing(game.campaign)["horror"]}, "cards": horrors})

    offered = cards_offered(game, ann)

    assert "star" in offered
    assert not {"tower", "devil", "wands-9"} & {*offered}
    game.act("table.change_settings", {"system": "demon_city", "values": {"single_pack": False}})
    assert "devil" in cards_offered(game, ann)


@pytest.mark.clause("DEC-DECK-01", "DEC-DECK-18")
def test_nobody_else_reads_how_many_cards_the_horrors_deck_holds(game: Game) -> None:
    deck = standing(game.campaign)["horror"]
    numbers = [f"pentacles-{number}" for number in range(1, 11)]
    few = game.act(BUILD, {"deck": {"id": deck}, "cards": numbers}).entry.seq
    more = game.act(BUILD, {"deck": {"id": deck}, "cards": [*numbers, "devil", "tower", "moon"]}).entry.seq

    told = {
        seq: browser(game.player).get(reverse("log_entry", args=[game.campaign.pk, seq])).content.decode()
        for seq in (few, more)
    }

    assert "built and shuffled" in told[few]
    for seq, number in ((few, "10 cards"), (more, "13 cards")):
        assert number not in told[seq]
        assert (
            number
            in browser(game.gm).get(reverse("log_entry", args=[game.campaign.pk, seq])).content.decode()
        )


@pytest.mark.clause("DEC-DECK-01")
def test_what_is_the_hosts_alone_is_put_to_no_player(game: Game) -> None:
    ann = game.make("demon_city.character", "Ann", owner=game.player, **STATS)
    for action, given in ((AWARD, {"character": ann}), (BUILD, {"deck": standing(game.campaign)["horror"]})):
        assert "Ask their player" not in page(game.gm, action, **given)
    assert "Ask their player" in page(game.gm, STATIC, thrower=ann)


@pytest.mark.clause("DEC-EXTRA-02", "DEC-EXTRA-03")
def test_two_extra_throws_are_two_advantages(game: Game) -> None:
    game = new_game_by_default()
    lay_out_decks(actor=game.gm, key=new_key())
    ann = game.make("demon_city.character", "Ann", owner=game.player, **STATS)
    game.act("table.grant", {"who": {"id": ann}, "dice": 2, "words": "she knows the house"})
    bonus = next(one for one, (about, _fields) in game.state().items() if about["kind"] == "bonus")
    thrower = {"id": ann, "modifiers": [{"bonus": bonus}]}

    played = game.act(STATIC, {"thrower": thrower, "intensity": 5})

    throw = next(one for one in played.steps if one.action == STATIC)
    modifiers = map(as_values, as_list(as_values(throw.input["thrower"])["modifiers"]))
    assert [(one["dice"], one["note"]) for one in modifiers] == [(1, "she knows the house")] * 2
    shown = page(game.player, STATIC, thrower=ann)
    assert "Extra throws" in shown
    assert "onus dice" not in shown


@pytest.mark.clause("DEC-THROW-03")
def test_any_player_may_draw_from_the_players_deck(game: Game) -> None:
    url = reverse("play_action", args=[game.campaign.pk, "demon_city.draw"])
    decks = standing(game.campaign)
    for who, may in ((game.player, ["players"]), (game.gm, ["players", "horror"])):
        client = browser(who)
        form = first_form(client, url)
        assert form.controls["deck.id"].values == [decks["players"]]
        assert "How many cards" in client.get(url).content.decode()
        assert {one for one in form.controls["deck.id"].options if one} == {decks[name] for name in may}
        pages = {
            name: client.get(reverse("record", args=[game.campaign.pk, one])) for name, one in decks.items()
        }
        assert sorted(name for name, page in pages.items() if url in page.content.decode()) == sorted(may)
    form = first_form(browser(game.player), url)

    browser(game.player).post(url, {**form.sent, "count": "1"})

    assert len(game.sheet(standing(game.campaign)["players"])["table"]) == 1


@pytest.mark.clause("DEC-DMG-09")
def test_whoever_nobody_is_known_to_have_hit_waits_for_the_hosts_word(game: Game) -> None:
    ann = game.make("demon_city.character", "Ann", owner=game.player, **STATS)
    game.act("demon_city.damage", {"target": {"id": ann}, "amount": 5})
    rounds.begin_round(actor=game.gm, name="One", who=[ann], previous=(), anew=False, key=new_key())
    url = reverse("action_round", args=[game.campaign.pk])
    game.act("table.change_policy", {"values": {"player_rulings": False}})

    mine, hosts = (browser(one).get(url).content.decode() for one in (game.player, game.gm))

    assert "Get back up" in hosts
    assert "“Get back up” asks them" in mine
    assert "is the GM’s to say" in mine


def test_whoever_wins_one_card_is_told_which(game: Game) -> None:
    ann = game.make("demon_city.character", "Ann", owner=game.player, **STATS)
    home = reverse("campaign_home", args=[game.campaign.pk])

    award(game, ann, "tower")
    assert "Significator: The Tower" in browser(game.player).get(home).content.decode()

    award(game, ann, "cups-king")
    assert "2 Significators" in browser(game.player).get(home).content.decode()
