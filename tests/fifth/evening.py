"""A campaign in which somebody carries a lantern, and the ways in which a browser shows it."""

import html
import re
from dataclasses import dataclass

from campaigns.models import Membership
from campaigns.services.play.playing import Played
from tests.campaigns.form_filling import fill_in, first_form
from tests.campaigns.spine import Game, browser, new_game

GONE_WRONG, GONE_WELL = (3, 2, 1), (6, 5, 1)


@dataclass
class Evening:
    """A game, and Ilse, whom a player has: Nerve 3, Light 2."""

    game: Game
    ilse: str

    def delve(self, *hand: int, depth: int = 2, turn_up: bool = False) -> Played:
        given = {"bearer": {"id": self.ilse}, "depth": depth, "turn_up": turn_up}
        return self.game.act("lanterns.delve", given, hand=hand or None)

    def face(self, how: str, *hand: int, by: Membership | None = None) -> Played:
        given = {"bearer": {"id": self.ilse}, "how": how}
        return self.game.act("lanterns.face", given, hand=hand, by=by or self.game.player)

    def has(self) -> tuple[int, int]:
        """Her Nerve and her Light."""
        sheet = self.game.sheet(self.ilse)
        return sheet["nerve"], sheet["light"]

    def page(self, path: str, *, by: Membership | None = None) -> str:
        """The words of a page of the campaign."""
        shown = browser(by or self.game.player).get(f"/campaigns/{self.game.campaign.pk}/{path}")
        assert shown.status_code == 200, path
        return words_of(shown.content.decode())

    def fill_in(self, action: str, given: dict[str, object], *faces: int) -> None:
        """Play an action by its form, as the player would."""
        client = browser(self.game.player)
        url = f"/campaigns/{self.game.campaign.pk}/play/{action}/"
        form = fill_in(client, first_form(client, url), {"bearer.id": self.ilse, **given})
        form.fill("hand", list(faces))
        assert client.post(form.action, form.sent).status_code == 302


def begun() -> Evening:
    game = new_game()
    ilse = game.make("lanterns.character", "Ilse", owner=game.player, nerve=3, light=2, state="active")
    return Evening(game, ilse)


def words_of(page: str) -> str:
    """What a page says, without what it is made of."""
    shown = re.sub(r"<(script|style|svg|header id)\b.*?</\1>", " ", page, flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", shown)).split())
