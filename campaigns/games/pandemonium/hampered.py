"""What a spell in the way makes of a plain roll (PAN-HIND)."""

from django.utils.translation import gettext as _

from campaigns.game import Rather
from campaigns.games.pandemonium.spell_page import despite, hampering
from campaigns.models import Campaign
from campaigns.queries import records
from campaigns.queries.layouts.parts import RecordContext
from campaigns.viewing import Viewer


def act_despite(campaign: Campaign, viewer: Viewer, who: str) -> Rather | None:
    """Whoever spells hamper acts despite them all, unless it is reflexive or to the spells' own end (PAN-HIND-07)."""
    seen = records.around(campaign, viewer, "pandemonium.spell")
    in_the_way = hampering(RecordContext(seen[who], seen)) if who in seen else []
    if not in_the_way:
        return None
    told = {
        "who": seen[who].name,
        "spells": ", ".join(one.name or _("an unnamed spell") for one in in_the_way),
    }
    return Rather(
        why=_("In the way of what %(who)s does, unless it is reflexive: %(spells)s.") % told,
        clause="PAN-HIND-07",
        label=_("Act despite %(spells)s") % told,
        action="pandemonium.act_against_hindrance",
        begins={"actor": who, **despite(in_the_way)},
        keeps=("pool.traits", "pool.boosts.help", "pool.willpower"),
    )
