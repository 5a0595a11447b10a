"""What the filters of the log can be set to, as far as it exists for a reader."""

from campaigns.game import Told, nameless_kinds
from campaigns.models import Campaign, Change, Record
from campaigns.models.log import CHANGED
from campaigns.queries.review import reviewing
from campaigns.queries.told_apart import Listed, told_apart
from campaigns.state.kinds import system_of
from campaigns.viewing import Viewer

Choices = list[tuple[str, str]]
MOST = 300
MOST_FIELDS = 60
OF_GAMES = "games"
"""Where the lists say of which game each record is."""


def lists(campaign: Campaign, viewer: Viewer, changes: str = "") -> dict[str, Choices]:
    """For each filter its choices; of sessions, scenes and records the newest (always the same queries)."""
    seen = Record.objects.filter(campaign=campaign)
    if not viewer.is_gm:
        seen = seen.filter(visibility="table")
    named = seen.exclude(kind__in=nameless_kinds()).exclude(name="").order_by("-born", "pk")
    newest = named.values_list("pk", "name", "kind", "born")[:MOST]
    found = [Listed(str(pk), name, kind, born) for pk, name, kind, born in newest]
    records = sorted(told_apart(found), key=lambda one: one[1].casefold())
    sessions = seen.filter(kind="session").order_by("-session__number")
    scenes = seen.filter(kind="scene").order_by("-born", "pk")
    numbered = sessions.values_list("pk", "session__number", "name")[:MOST]
    return {
        "person": reviewing.people(campaign),
        "record": records,
        "changes": list(records),
        OF_GAMES: [(one.id, system_of(one.kind)) for one in found],
        "session": [(str(pk), session_called(number, name)) for pk, number, name in numbered],
        "scene": [
            (str(pk), name or f"{born}") for pk, name, born in scenes.values_list("pk", "name", "born")[:MOST]
        ],
        "field": _fields(campaign, viewer, changes),
    }


def session_called(number: Told, name: str) -> str:
    """A session by its number, and what it is called: "2: Overdue"."""
    return f"{number}: {name}" if name else f"{number}"


def _fields(campaign: Campaign, viewer: Viewer, record: str) -> Choices:
    """The fields of a record that ever changed, as far as the viewer may know."""
    if not record:
        return []
    rows = Change.objects.filter(CHANGED, campaign=campaign, record=record, audience__in=viewer.audiences)
    found = rows.exclude(field="record").values_list("field", flat=True).distinct().order_by("field")
    return [(name, name) for name in found[:MOST_FIELDS]]
