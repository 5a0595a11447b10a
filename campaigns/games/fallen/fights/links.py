"""Where the buttons and links of a fight's page lead, and whether this viewer may press them."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from django.urls import reverse
from django.utils.http import urlencode

from campaigns.access import MemberRequest
from campaigns.forms.action.bonuses import BonusControls
from campaigns.games.fallen.fights.reading import WEAPON, FightView
from campaigns.games.fallen.fights.shown import Press
from campaigns.policy import Rights
from campaigns.queries.at_hand import speaks_for
from campaigns.queries.bonuses import Bonuses
from campaigns.queries.cast import Member
from campaigns.queries.waiting import Waiting
from rules import words
from rules.fallen.allowed import HIT
from rules.fallen.modifiers import Modifier
from rules.fallen.types import Settings

PRESSED = {
    "fallen.initiative": "fighters.{}.id",
    "fallen.order_actions": "fighters.{}.id",
    "fallen.new_turn": "",
    "fallen.take_turn": "fighter.id",
    "fallen.end_turn": "fighter.id",
}
"""Acts that need no more than a press: the names under which they take their fighters, if they do not know them."""


class FightLinks:
    """A viewer before a fight: what they may do there, and the addresses of it."""

    def __init__(
        self,
        request: MemberRequest,
        rights: Rights,
        found: FightView,
        settings: Settings,
        questions: Sequence[Waiting] = (),
    ) -> None:
        self.rights, self.found, self.settings, self.questions = rights, found, settings, questions
        self._request, self.campaign = request, request.member.campaign
        self.page_url = reverse("fight", args=[self.campaign.pk])
        self.acts = rights.member.role != "observer" and not request.is_viewing_as

    @cached_property
    def _bonuses(self) -> Bonuses:
        return Bonuses(self.campaign.pk)

    def bonus(self, action: str, who: str) -> BonusControls | None:
        """What was granted for a roll, and chips to ask for more; None where there is neither."""
        campaign, sent = str(self.campaign.pk), self._request.POST or self._request.GET
        made = BonusControls(
            self.rights, campaign, action, "modifiers", who, "", sent, self._bonuses, by_command=False
        )
        return made if self.acts and (made.boxes or made.may_ask) else None

    def granted(self, action: str, who: str) -> tuple[Modifier, ...]:
        """The bonus dice that a roll has, if none is left out."""
        return tuple(Modifier(source="storyteller", dice=one.dice) for one in self._bonuses.of(who, action))

    @property
    def leads(self) -> bool:
        """Whether this viewer may do what the GM does."""
        return self.acts and self.rights.member.is_gm

    @property
    def gives_rulings(self) -> bool:
        """Whether this viewer says what else a roll has: the GM, and players where they do."""
        return self.acts and self.rights.gives_rulings

    def plays(self, one: Member) -> bool:
        return self.acts and speaks_for(one, self.rights.member)

    def is_elsewhere(self, one: Member) -> bool:
        """Whether somebody else answers for a fighter: for the GM, the player in whose hands she is."""
        return not self.plays(one) or (one.in_hand and one.owner not in (None, self.rights.id))

    def weapons_of(self, one: Member) -> list[Member]:
        """The weapons in somebody's hands, oldest first."""
        weapons = (other for other in self.found.seen.values() if other.kind == WEAPON)
        return [weapon for weapon in weapons if weapon.fields.get("holder") == one.id]

    def blow_of(self, asked: Waiting) -> Waiting | None:
        """The hit that waits for a defence, as far as whoever defends answers it themselves."""
        return next((one for one in self.questions if is_blow_of(one, asked)), None)

    def here(self, *said: tuple[str, str]) -> str:
        """This page with something chosen on it."""
        return f"{self.page_url}?{urlencode(said)}#fight-now" if said else f"{self.page_url}#fight-now"

    @property
    def plain_url(self) -> str:
        """This page with nothing chosen."""
        return self.here()

    def declare_url(self, fighter: str) -> str:
        """Where several actions are picked, one after the other."""
        return self.here(("declare", fighter))

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

    def press(self, action: str, who: Sequence[str], label: str = "") -> Press:
        name = PRESSED[action]
        given = [(name.format(number), one) for number, one in enumerate(who) if name]
        return Press(self.post(action), label or words.action_words(action)[0], given)


def is_blow_of(blow: Waiting, asked: Waiting) -> bool:
    """Whether a hit is the one that a question of a defence is about, and its damage the defender's to settle."""
    said = {
        "answered_by": asked.who,
        "target": asked.who,
        "net": asked.data.get("against"),
    }
    is_strikers = blow.who == asked.data.get("striker")
    return (
        blow.question == HIT and is_strikers and all(blow.data.get(name) == one for name, one in said.items())
    )
