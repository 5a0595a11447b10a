"""Who calls which demons: the sorcerers of this viewer, and the demons that are not Bound yet."""

from dataclasses import dataclass

from campaigns.models import Campaign, Record, SorcererSheet
from campaigns.policy import Rights
from campaigns.state.rows import read_sheets
from campaigns.viewing import Viewer


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
    """Demons that these sorcerers call and that are not here yet or not Bound, newest first (two queries)."""
    demons = Record.objects.filter(
        campaign=campaign, kind="demon", demon__state__in=("beyond", "contacted", "present")
    )
    if not viewer.is_gm:
        demons = demons.filter(visibility="table")
    unbound = demons.exclude(bindings__state="active").select_related("demon").order_by("-born", "pk")
    seen = [sorcerer for sorcerer in sorcerers if viewer.sees({"visibility": sorcerer.visibility})]
    begins_with = dict(
        SorcererSheet.objects.filter(record__in=[one.pk for one in seen]).values_list(
            "record", "starting_demon"
        )
    )
    return [
        OngoingRitual(str(record.pk), record.name, str(demon.pk), demon.name, demon.demon.state)
        for demon in unbound
        for record in seen
        if str(record.pk) in demon.demon.callers or begins_with.get(record.pk) == demon.pk
    ]
