"""What waits for somebody in Pandemonium, and where a spell is resisted."""

from django.utils.translation import gettext_lazy

from campaigns.game import Place, Waits
from campaigns.models import Campaign
from campaigns.queries.waiting import Waiting
from rules.pandemonium.bringing import DEFEND, RESISTED, is_resisted
from rules.pandemonium.offering import BEAR


def _page_of(_campaign: Campaign, asked: Waiting, _is_called: bool) -> Place | None:
    is_answered_there = asked.question == BEAR or is_resisted(asked.question, asked.data)
    return Place("spells", fragment="resist") if is_answered_there else None


WAITING = Waits(
    titles={
        **dict.fromkeys(RESISTED, gettext_lazy("%(who)s: resist %(what)s")),
        DEFEND: gettext_lazy("%(who)s: defend against a blow with %(what)s"),
    },
    names=dict.fromkeys((*RESISTED, DEFEND), "brought"),
    unnamed=gettext_lazy("a spell"),
    page_of=_page_of,
    asked_most=("pandemonium.roll", "pandemonium.resist"),
)
