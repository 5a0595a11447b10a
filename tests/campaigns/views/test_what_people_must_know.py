"""What nothing stored can tell is a person's to know, and the page on which it is needed says it."""

from html import unescape

import pytest
from django.urls import reverse

from tests.campaigns.casts import make_demon_city, make_pandemonium
from tests.campaigns.spine import Game, browser, new_game
from tests.kept_rows import played_once

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def known(clause: str, place: str, said: str) -> object:
    """A clause, the page of its act or a page of the table, and what stands there."""
    return pytest.param(place, said, marks=pytest.mark.clause(clause), id=clause)


@played_once
def _two_games() -> Game:
    """A mage with a spell at work and one that has left something, and an investigator who throws cards."""
    game = new_game()
    cast = make_pandemonium(game.gm, game.player)
    game.edit(cast["spell"], state="ended")
    make_pandemonium(game.gm, game.player)
    make_demon_city(game.gm, game.player)
    return game


@pytest.mark.parametrize(
    ("place", "said"),
    [
        known("DEC-THROW-12", "table", "Say what you try. The GM asks for a throw"),
        known("DEC-LOST-01", "demon_city.static_throw", "What is harder from outside is a higher Intensity"),
        known("DEC-POS-02", "demon_city.announce", "to where you could move anyway"),
        known("DEC-POS-03", "demon_city.announce", "from where you two stood last"),
        known("PAN-BOOST-07", "pandemonium.roll", "and the pool stays the same"),
        known("PAN-BOOST-09", "pandemonium.roll", "gives an Edge or lifts a Difficulty"),
        known("PAN-BOOST-10", "pandemonium.roll", "Tick the one that helps directly and tangibly"),
        known("PAN-RESIST-10", "pandemonium.resist", "What it does beyond these nobody resists"),
        known("PAN-CONSEQ-05", "pandemonium.control", "the spell's description names it"),
        known("PAN-CONSEQ-16", "pandemonium.cast", "It says what the mage can inflict"),
        known("PAN-DIRECT-02", "pandemonium.direct", "by an order to stand still too"),
        known("PAN-SYMP-03", "pandemonium.cast", "unless a standing link such as an open portal joins them"),
        known("PAN-ASSAIL-10", "pandemonium.assail", "of magic that undoes magic the GM says so"),
        known("PAN-AFTER-04", "spells", "What these took is not bought back"),
        known("PAN-AFTER-13", "spells", "or regained while they last"),
    ],
)
def test_the_page_says_what_a_person_must_know(place: str, said: str) -> None:
    game = _two_games()
    campaign = game.campaign.pk
    url = reverse("play_action", args=[campaign, place]) if "." in place else reverse(place, args=[campaign])

    assert said in unescape(browser(game.player).get(url).content.decode())
