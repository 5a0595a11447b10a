"""What waits for somebody in Pandemonium, and where a spell is resisted."""

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from campaigns.game import Place, Waits
from campaigns.games.pandemonium.spell_page import holding
from campaigns.models import Campaign
from campaigns.queries import records
from campaigns.queries.waiting import Waiting
from campaigns.viewing import Viewer
from rules import words
from rules.kernel.values import Value, Values, as_list, as_values, as_whole
from rules.pandemonium.allowed import STRUGGLE
from rules.pandemonium.bringing import DEFEND, RESISTED, is_resisted
from rules.pandemonium.lingering import END
from rules.pandemonium.offering import BEAR, TRANSFER
from rules.pandemonium.sympathy import SYMPATHY


def _page_of(_campaign: Campaign, asked: Waiting, _is_called: bool) -> Place | None:
    is_answered_there = asked.question == BEAR or is_resisted(asked.question, asked.data)
    return Place("spells", fragment="resist") if is_answered_there else None


def _answered_as(asked: Waiting) -> str:
    """Whoever a spell reaches for resists it: the act is called by what its caster does."""
    return _("Resist") if asked.question in RESISTED and is_resisted(asked.question, asked.data) else ""


def _tells(campaign: Campaign, viewer: Viewer, asked: Waiting) -> Iterator[str]:
    """Which wounds of whom go to whom, and what they said to it (PAN-TRANSFER-03, PAN-TRANSFER-04)."""
    if asked.question != TRANSFER or not asked.data.keys() >= {"donor", "recipients", "allot"}:
        return  # what a GM asks of a player may leave it to them whose wounds go to whom
    seen = records.around(campaign, viewer, "pandemonium.character")
    names = {one: member.name for one, member in seen.items()}
    bearers = {_id(one): as_values(one) for one in as_list(asked.data["recipients"])}
    donor = names.get(_id(asked.data["donor"]), _("someone"))
    for wish in map(as_values, as_list(asked.data["allot"])):
        who, n = str(wish["to"]), as_whole(wish["wounds"])
        told = {
            "n": n,
            "kind": words.choice_words("pandemonium", str(wish["kind"])),
            "donor": donor,
            "who": names.get(who, _("someone")),
        }
        moved = ngettext(
            "%(n)d %(kind)s wound of %(donor)s goes to %(who)s",
            "%(n)d %(kind)s wounds of %(donor)s go to %(who)s",
            n,
        )
        yield f"{moved % told}: {_answered(bearers[who])}."


def _id(named: Value) -> str:
    return (
        str(as_values(named)["id"]) if isinstance(named, Mapping) else str(named)
    )  # an older question has it bare


def _begins(campaign: Campaign, viewer: Viewer, asked: Waiting) -> Values:
    """Whoever may at once struggle free does so with the point they regained, from all that is known to hold them."""
    if asked.question != STRUGGLE or asked.who is None:
        return {}
    seen = records.around(campaign, viewer, "pandemonium.spell")
    held = holding(seen, seen[asked.who]) if asked.who in seen else []
    return {"spells": [{"id": one.id} for one in held], "bolster": "willpower"} if held else {}


def _answered(bearer: Values) -> str:
    if bearer["willing"]:
        return _("willing to bear them")
    n = as_whole(as_values(bearer["resist"])["successes"])
    told = ngettext(
        "unwilling, with %(n)d success against it", "unwilling, with %(n)d successes against it", n
    )
    return told % {"n": n}


WAITING = Waits(
    titles={
        **dict.fromkeys(RESISTED, gettext_lazy("%(who)s: resist %(what)s")),
        DEFEND: gettext_lazy("%(who)s: defend against a blow with %(what)s"),
        BEAR: gettext_lazy("%(who)s: bear the wounds that %(what)s would move, or resist"),
    },
    names={**dict.fromkeys((*RESISTED, DEFEND), "brought"), BEAR: "through", END: "spell", SYMPATHY: "mage"},
    unnamed=gettext_lazy("a spell"),
    answered_as=_answered_as,
    tells=_tells,
    begins=_begins,
    yes_or_no={
        END: ("dealt_with", gettext_lazy("%(who)s: is what %(what)s left behind dealt with?")),
        SYMPATHY: (
            "unwilling",
            gettext_lazy("%(what)s taps %(who)s: is it against the will of one of the two?"),
        ),
    },
    page_of=_page_of,
    asked_most=("pandemonium.roll", "pandemonium.resist"),
)
