"""Where the buttons and links of a fight's page lead, and whether this viewer may press them."""

from collections.abc import Mapping, Sequence

from django.urls import reverse
from django.utils.http import urlencode

from campaigns.access import MemberRequest
from campaigns.games.fallen.fights.reading import FightView
from campaigns.games.fallen.fights.shown import Press
from campaigns.policy import Rights
from campaigns.queries.at_hand import speaks_for
from campaigns.queries.cast import Member
from campaigns.queries.layouts.parts import Roll
from rules import words
from rules.fallen.types import Settings

PRESSED = {
    "fallen.order_actions": "fighters.{}.id",
    "fallen.new_turn": "fighters.{}.id",
    "fallen.take_turn": "fighter.id",
    "fallen.end_turn": "fighter.id",
}
"""Acts that need no more than a press: the names under which they take their fighters."""


class FightLinks:
    """A viewer before a fight: what they may do there, and the addresses of it."""

    def __init__(
        self, request: MemberRequest, rights: Rights, found: FightView, settings: Settings, page_url: str
    ) -> None:
        self.rights, self.found, self.settings = rights, found, settings
        self.campaign, self.page_url = request.member.campaign, page_url
        self.acts = rights.member.role != "observer" and not request.is_viewing_as

    @property
    def leads(self) -> bool:
        """Whether this viewer may do what the GM does."""
        return self.acts and self.rights.member.is_gm

    def plays(self, one: Member) -> bool:
        return self.acts and speaks_for(one, self.rights)

    def is_elsewhere(self, one: Member) -> bool:
        """Whether somebody else answers for a fighter: for the GM, the player in whose hands she is."""
        in_hand = one.fields.get("control", "player") == "player"
        return not self.plays(one) or (in_hand and one.owner not in (None, self.rights.id))

    def post(self, action: str) -> str:
        return reverse("play_action", args=[self.campaign.pk, action])

    def form(self, action: str, given: Mapping[str, str]) -> str:
        """The form of an action that begins with these values and leads back here."""
        return self.back(self.post(action), given)

    def back(self, url: str, given: Mapping[str, str] | None = None) -> str:
        return f"{url}?{urlencode({**(given or {}), 'next': self.page_url})}"

    def own(self, name: str, *args: str) -> str:
        """An act of this page's own."""
        return reverse(name, args=[self.campaign.pk, *args])

    def pick(self, pick: Roll) -> str:
        return self.form(pick.action, pick.given)

    def press(self, action: str, who: Sequence[str]) -> Press:
        name = PRESSED[action]
        given = [(name.format(number), one) for number, one in enumerate(who)]
        return Press(self.post(action), words.action_words(action)[0], given)
