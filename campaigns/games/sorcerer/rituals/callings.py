"""Who calls which demons: the sorcerers of this viewer, and the demons that are not Bound yet."""

from dataclasses import dataclass

from campaigns.log import undo_graph
from campaigns.log.projector import Viewer
from campaigns.models import Campaign, Record, Tag
from campaigns.policy import Rights
from campaigns.state.rows import read_sheets


@dataclass(frozen=True)
class OngoingRitual:
    """A sorcerer's business with a demon, by name."""

    sorcerer: str
    sorcerer_name: str
    demon: str
    demon_name: str
    state: str


def played_by(campaign: Campaign, rights: Rights) -> list[Record]:
    """The active characters that this member speaks for, those of their own first."""
    found = Record.objects.filter(campaign=campaign, kind="character", character__state="active")
    rows = list(found.order_by("born", "pk"))
    mine = [row for row, sheet in zip(rows, read_sheets(rows), strict=True) if rights.plays(sheet)]
    return sorted(mine, key=lambda row: str(row.owner_id) != rights.id)


def callings(campaign: Campaign, viewer: Viewer, sorcerers: list[Record]) -> list[OngoingRitual]:
    """Demons that these sorcerers have acted on and that are not here yet or not Bound, newest first."""
    demons = Record.objects.filter(
        campaign=campaign, kind="demon", demon__state__in=("beyond", "contacted", "present")
    )
    if not viewer.is_gm:
        demons = demons.filter(visibility="table")
    unbound = list(demons.exclude(bindings__state="active").select_related("demon").order_by("-born", "pk"))
    seen = [sorcerer for sorcerer in sorcerers if viewer.sees({"visibility": sorcerer.visibility})]
    about = entries_about(campaign, viewer, [*seen, *unbound])
    return [
        OngoingRitual(str(record.pk), record.name, str(demon.pk), demon.name, demon.demon.state)
        for demon in unbound
        for record in seen
        if about[str(record.pk)] & about[str(demon.pk)]
    ]


def entries_about(campaign: Campaign, viewer: Viewer, records: list[Record]) -> dict[str, set[int]]:
    """The standing entries about each of these records that this viewer may read (three queries)."""
    about: dict[str, set[int]] = {str(record.pk): set() for record in records}
    tags = Tag.objects.filter(campaign=campaign, kind="record", audience__in=viewer.audiences)
    neutral = undo_graph.ineffective_seqs(campaign, 0)
    for value, seq in tags.filter(value__in=about).values_list("value", "seq"):
        if seq not in neutral:
            about[value].add(seq)
    return about
