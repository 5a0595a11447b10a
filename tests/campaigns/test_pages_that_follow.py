"""Over evenings made up from a seed, a page that stays open comes to be what it would be if it were opened anew."""

import os
from random import Random

import pytest
from django.urls import reverse

from campaigns.models import Campaign, Membership, kept_reads
from campaigns.state import kept_sheets
from tests.campaigns.evenings.casts import OFFERS
from tests.campaigns.evenings.playing import Evening, same_dice
from tests.campaigns.open_pages import OpenPage, contents
from tests.campaigns.spine import browser

__all__ = ["same_dice"]

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

SEED = int(os.environ.get("TEST_CHANCE", "1"))
ROUNDS, ACTS = 2, 7
"""How often everybody looks, and how much is played in between."""
OF_ALL = ("campaign_home", "table", "log")
OF_GAMES = {
    "sorcerer": ("conflict",),
    "fallen": ("fight",),
    "demon_city": ("action_round", "decks"),
    "pandemonium": ("spells", "spell_book"),
}


@pytest.mark.parametrize("system", list(OFFERS))
def test_a_page_that_was_patched_is_the_page_opened_anew(system: str) -> None:
    played, chance = Evening(system), Random(f"followed {system} {SEED}")
    game = played.game
    game.act("table.begin_session")
    opened = [
        (who, OpenPage(browser(who), address))
        for who in (game.gm, game.player, game.other_player, game.observer)
        for address in addresses(game.campaign, played, who)
    ]

    for _look in range(ROUNDS):
        for _act in range(ACTS):
            played.play_any(chance)
        for who, page in opened:
            page.ask()
            kept_reads._kept.clear()  # so that it is held against what is in the database
            kept_sheets._kept.clear()
            fresh = contents(page.client.get(page.address).content.decode())
            assert followed(page.text, fresh) == fresh, (who.role, page.address)


def followed(text: str, fresh: dict[str, str]) -> dict[str, str]:
    """The parts of an open page that are the page's; of rows that grow, as many as a new page begins with."""
    found = contents(text)
    if "log-rows" in fresh:
        found["log-rows"] = found["log-rows"][-len(fresh["log-rows"]) :]
    return {name: found[name] for name in fresh if name in found}


def addresses(campaign: Campaign, played: Evening, who: Membership) -> list[str]:
    names = (*OF_ALL, *OF_GAMES[played.system])
    found = [reverse(name, args=[campaign.pk]) for name in names]
    return [*found, reverse("character", args=[campaign.pk, played.ids["ana"]])]
