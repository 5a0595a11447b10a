"""What a demon is tied to and no act on it names: the Bindings that hold it, the body that it has."""

from django.db.models import Q
from msgspec import structs

from campaigns.models import Campaign, Record
from campaigns.state import rows
from rules.kernel.procedure import RecordState, State


def with_ties(campaign: Campaign, state: State) -> State:
    """The state with the Bindings and the hosts of the demons in it (one query where there is a demon)."""
    demons = [ident for ident, one in state.records.items() if one.kind == "demon"]
    hosts = [host for one in demons if (host := state.records[one].fields.get("host"))]
    wanted = Q(pk__in=hosts) | Q(binding__demon__in=demons, binding__state="active")
    found = Record.objects.filter(wanted, campaign=campaign).order_by("born", "pk") if demons else ()
    around = {one.id: RecordState(one.kind.name, dict(one.fields)) for one in rows.read_sheets(found)}
    return structs.replace(state, records={**around, **state.records})
