"""Cards that people write down themselves: none where a deck is kept here, and no refusal tells the next one."""

import re
from html import unescape
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from campaigns.forms.action.hand_draws import hand_field
from campaigns.games.demon_city.decks.acts import lay_out_decks
from campaigns.models import Campaign, Membership
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, play
from rules.demon_city.cards import PACK
from rules.kernel.errors import RuleViolation
from rules.words import choice_words
from tests.campaigns.form_filling import first_form
from tests.campaigns.spine import Game, browser, new_game
from tests.campaigns.world import rolled_back

pytestmark = pytest.mark.django_db

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="[^"]+"|&quot;X-CSRFToken&quot;: &quot;[^&]+&quot;')
ONE_CARD = "That card was already thrown, or is not in this deck."


@pytest.fixture
def game() -> Game:
    return new_game()


def url_of(game: Game, action: str, part: str = "") -> str:
    return f"/campaigns/{game.campaign.pk}/play/{part}{action}/"


def throws_of(game: Game) -> dict[str, tuple[Membership, dict[str, str]]]:
    """Throws with whoever may make them, as their forms are filled in."""
    ann = game.make("demon_city.character", "Ann", owner=game.player, state="active", **{"stats.agility": 4})
    ghoul = game.make("demon_city.character", "Ghoul", control="gm", state="active")
    return {
        "demon_city.static_throw": (game.player, {"thrower.id": ann, "intensity": "3"}),
        "demon_city.opposed_throw": (game.gm, {"actor.id": ann, "opponent.id": ghoul}),
        "demon_city.c10": (game.player, {"deck": "players"}),
        "demon_city.c100": (game.player, {}),
    }


def said(client: Client, url: str, words: dict[str, str]) -> tuple[int, str]:
    answer = client.post(url, words)
    return answer.status_code, TOKEN.sub("", answer.content.decode())


@pytest.mark.slow
def test_no_guess_at_the_next_card_is_answered_otherwise_than_another(game: Game) -> None:
    throws = throws_of(game)
    lay_out_decks(actor=game.gm, key="decks")
    head = Campaign.objects.get(pk=game.campaign.pk).head_seq

    for action, (member, words) in throws.items():
        client = browser(member)
        for page in (url_of(game, action), url_of(game, action, "odds/")):
            told = {said(client, page, {**words, "key": "k", "hand": f"{card} fool"}) for card in PACK}
            assert len(told) == 1, page
        assert Campaign.objects.get(pk=game.campaign.pk).head_seq == head, action
        with rolled_back():
            status, shown = said(client, url_of(game, action), {**words, "key": "k", "hand": ""})
            assert status == 302, f"{action} is refused for the cards and for nothing else: {shown}"


def test_no_card_is_taken_from_anybody_where_a_deck_is_kept(game: Game) -> None:
    ann = game.make("demon_city.character", "Ann", owner=game.player)
    lay_out_decks(actor=game.gm, key="decks")
    step = Request("demon_city.static_throw", {"thrower": {"id": ann, "stat": 4}, "intensity": 3})
    told = set()

    for member in (game.player, game.gm):
        for card in PACK:
            with pytest.raises(RuleViolation) as refused:
                play(member, ActRequest("k", (step,), hand=(card,)))
            told.add((refused.value.clause, refused.value.field, refused.value.message))

    assert [(clause, field) for clause, field, _message in told] == [("DEC-DECK-12", "draws")]


def test_own_cards_are_asked_for_only_where_no_deck_is_kept(game: Game) -> None:
    url, client = url_of(game, "demon_city.c10"), browser(game.player)
    before = client.get(url).content.decode()

    lay_out_decks(actor=game.gm, key="decks")

    assert '<details class="fold" open><summary>Use your own cards' in before
    assert "Use your own cards" not in client.get(url).content.decode()


def test_a_form_opened_before_the_decks_were_laid_out_still_plays(game: Game) -> None:
    client, url = browser(game.player), url_of(game, "demon_city.c10")
    form = first_form(client, url)

    lay_out_decks(actor=game.gm, key="decks")

    assert form.sent["hand"] == [""]
    assert client.post(url, form.sent).status_code == 302


def test_how_many_cards_are_thrown_is_said_though_nobody_knows_their_odds(game: Game) -> None:
    ann = game.make("demon_city.character", "Ann", owner=game.player, **{"stats.stealth": 6})
    client = browser(game.player)
    url = f"{url_of(game, 'demon_city.static_throw')}?thrower={ann}&thrower.stat_name=stealth&intensity=5"
    sent = first_form(client, url).sent

    told = client.post(url_of(game, "demon_city.static_throw", "odds/"), sent).content.decode()

    assert "2 cards" in told
    assert "Higher stat +1" in told
    assert "The odds are known where decks are laid out." in told


def test_a_hundred_numbers_that_are_all_as_likely_are_told_in_a_line(game: Game) -> None:
    lay_out_decks(actor=game.gm, key="decks")

    told = browser(game.player).post(url_of(game, "demon_city.c100", "odds/"), {"key": "k"}).content.decode()

    assert "<b>1 to 100</b>: 1% each" in told


@pytest.mark.parametrize(
    ("cards", "told"),
    [
        ("cups-4 cups-4", ONE_CARD),
        ("cups-4 spades-3", "“spades-3” is not a card. Write each card by its name"),
        ("cups-4", "You entered 1 of 2 cards. Enter every card thrown."),
        ("cups-4 cups-5 cups-6", "You entered 3 cards instead of 2. Remove the extra ones."),
    ],
)
def test_what_is_wrong_with_own_cards_is_said_of_cards(cards: str, told: str, game: Game) -> None:
    words: dict[str, Any] = {"key": "k", "hand": cards}

    status, page = said(browser(game.player), url_of(game, "demon_city.c100"), words)

    assert (status, told in unescape(page)) == (422, True)
    assert "dice" not in page.partition('id="id_hand_error"')[2].partition("</p>")[0]


@pytest.mark.parametrize(
    "typed",
    ["4 of Cups, queen of  wands the fool", "cups-4 wands-queen fool", "FOUR OF CUPS;Queen of Wands;Fool"],
)
def test_own_cards_are_taken_by_their_names_and_by_their_codes(typed: str) -> None:
    assert hand_field("demon_city").clean(typed) == ["cups-4", "wands-queen", "fool"]


def test_places_of_a_shuffle_are_taken_in_numbers_and_no_place_beside_a_card() -> None:
    assert hand_field("demon_city").clean("0, 0 12;3") == [0, 0, 12, 3]
    with pytest.raises(ValidationError, match="“3” is not a card"):
        hand_field("demon_city").clean("3 4 of Cups")


def test_suits_may_be_called_as_other_packs_call_them() -> None:
    typed = "4 of Coins, Ace of Discs, Queen of Staves, 10 of Rods, Two of Chalices, coins-9"
    meant = ["pentacles-4", "pentacles-1", "wands-queen", "wands-10", "cups-2", "pentacles-9"]

    assert hand_field("demon_city").clean(typed) == meant


def test_who_puts_a_card_into_a_deck_is_asked_for_places_and_for_no_cards(game: Game) -> None:
    game.act("table.change_policy", {"values": {"hand_dice": True}})

    award, throw = (
        browser(game.gm).get(url_of(game, f"demon_city.{verb}")) for verb in ("award_significator", "c10")
    )

    assert award.context["form"].fields["hand"].clean("3 0") == [3, 0]
    told = "Use your own cards"
    assert (told in award.content.decode(), told in throw.content.decode()) == (False, True)


def test_every_card_is_taken_by_the_name_that_pages_tell_it_by() -> None:
    told = [choice_words("demon_city", code) for code in PACK]

    assert hand_field("demon_city").clean(", ".join(told)) == list(PACK)


def test_what_is_no_card_is_told_with_names_that_would_be_right_and_stays_typed(game: Game) -> None:
    shown = browser(game.player).post(
        url_of(game, "demon_city.c10"), {"key": "k", "deck": "players", "hand": "4 of Bells, The Fool"}
    )

    told = unescape(shown.content.decode())
    assert "“4 of Bells” is not a card. Write each card by its name, such as 4 of Cups" in told
    assert 'value="4 of Bells, The Fool"' in told
