"""What a stage shows: where one is, who is there, and the newest thing that happened before everybody's eyes."""

from functools import cache
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet

from campaigns.game import games
from campaigns.models import Campaign, Tag, Undone
from campaigns.models.prepared import LARGEST, prepared
from campaigns.queries import home, timeline
from campaigns.queries.home import Glance
from campaigns.queries.news import NO_ACTS
from campaigns.queries.timeline import ShownEntry
from campaigns.viewing import TABLE, StageViewer
from rules.kernel.values import Values

ASIDE = NO_ACTS | {
    *("table.ask", "table.edit", "table.grant", "table.propose", "table.ruling", "table.take_back"),
    *("table.override", "table.undo"),
}
"""What is about the table rather than the story; each game adds its own."""


def moment(campaign: Campaign, until: int | None = None) -> ShownEntry | None:
    """The newest act, up to an entry, that everybody may read and that stands. What is sealed does not count."""
    seqs = list(_newest(campaign.pk, LARGEST if until is None else until, _aside()))
    shown = timeline.some_entries(campaign, StageViewer(), seqs)
    return shown[0] if shown and shown[0].document is not None else None


def cast(campaign: Campaign, settings: Values) -> list[Glance]:
    """Those who are in play and whom everybody knows."""
    found = home.glances(campaign, StageViewer(), [], settings)
    return [one for one in found if not one.is_gone]


@cache
def _aside() -> tuple[str, ...]:
    return tuple(sorted(ASIDE.union(*(game.telling.no_news for game in games().values()))))


@prepared
def _newest(campaign: UUID, until: int, aside: tuple[str, ...]) -> QuerySet[Tag, int]:
    acts = Tag.objects.filter(campaign=campaign, kind="action", audience=TABLE, seq__lte=until)
    undone = Undone.objects.filter(campaign=campaign, seq=OuterRef("seq"))
    stand = acts.exclude(value__in=aside).exclude(Exists(undone))
    return stand.order_by("-seq").values_list("seq", flat=True)[:1]
