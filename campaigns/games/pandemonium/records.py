"""What Pandemonium's kinds of records are to the table."""

from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy
from msgspec import structs

from campaigns.game import Records
from campaigns.games.pandemonium.carried_over import carried_over
from campaigns.games.pandemonium.saved import SAVED
from campaigns.games.pandemonium.sheet_page import LAYOUTS
from campaigns.models import Campaign, Record
from campaigns.models.prepared import prepared
from rules.kernel.procedure import RecordState, State
from rules.pandemonium.turns import ASKS_WHAT_HOLDS, HIDDEN

SPELLBOUND = (
    "pandemonium.character",
    "pandemonium.thing",
    "pandemonium.place",
    "pandemonium.spell",
)
"""What a spell holds, and the spells."""


def _knowing_what_is_hidden(campaign: Campaign, state: State) -> State:
    """Of each spell whether its victims know of it: none refuses anything by which they would learn of it."""
    hidden = {str(one) for one in _hidden_spells(campaign.pk)} & state.records.keys()
    told = {one: RecordState("spell", {**state.records[one].fields, HIDDEN: True}) for one in hidden}
    return structs.replace(state, records={**state.records, **told})


@prepared
def _hidden_spells(campaign: UUID) -> QuerySet[Record, UUID]:
    spells = Record.objects.filter(campaign=campaign, kind="pandemonium.spell").exclude(visibility="table")
    return spells.values_list("pk", flat=True)


RECORDS = Records(
    state_for=dict.fromkeys(ASKS_WHAT_HOLDS, _knowing_what_is_hidden),
    living=SPELLBOUND,
    clocked=(*SPELLBOUND, "pandemonium.connection"),
    always_seen=SPELLBOUND,
    at_work=("pandemonium.spell",),
    kinds_called={
        "pandemonium.spell": gettext_lazy("cast"),
        "pandemonium.known_spell": gettext_lazy("spell book"),
    },
    layouts=LAYOUTS,
    saved=SAVED,
    carried_over=carried_over,
)
