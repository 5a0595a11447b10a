"""What the rules see of a round of Action besides the records that an act names."""

from msgspec import structs

from campaigns.models import Campaign
from campaigns.queries.stored_state import questions_of
from campaigns.state import rows
from rules.kernel.procedure import RecordState, State


def with_what_waits(campaign: Campaign, state: State) -> State:
    """The state with every open question: damage of the last round waits whoever is in the next one (DEC-CLASH-21)."""
    return structs.replace(state, pending=questions_of(campaign))


def with_face_down(campaign: Campaign, state: State) -> State:
    """The state with the Clashes and chases, of which nothing that is thrown in a round names any (DEC-CALM-05)."""
    found = rows.of_kinds(campaign, "demon_city.clash", "demon_city.chase")
    open_ones = (one for one in found if one["state"] == "open")
    records = {one.id: RecordState(one.kind.name.partition(".")[2], dict(one.fields)) for one in open_ones}
    return structs.replace(state, records={**records, **state.records})
