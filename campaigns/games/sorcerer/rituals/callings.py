"""Who calls which demons: the sorcerers of this viewer, and the demons that are not Bound yet."""

from dataclasses import dataclass
from uuid import UUID

from campaigns.models import Campaign, Pending, Record, SorcererSheet
from campaigns.policy import Rights
from campaigns.state.ids import ids_in
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
    """Demons that these sorcerers call and that are not here yet or not Bound, newest first (three queries)."""
    demons = Record.objects.filter(
        campaign=campaign, kind="demon", demon__state__in=("beyond", "contacted", "present")
    )
    if not viewer.is_gm:
        demons = demons.filter(visibility="table")
    unbound = demons.exclude(bindings__state="active").select_related("demon").order_by("-born", "pk")
    seen = [sorcerer for sorcerer in sorcerers if viewer.sees(sorcerer.visibility)]
    begins_with = dict(
        SorcererSheet.objects.filter(record__in=[one.pk for one in seen]).values_list(
            "record", "starting_demon"
        )
    )
    asked = _asked(campaign, viewer, seen)
    return [
        OngoingRitual(str(record.pk), record.name, str(demon.pk), demon.name, demon.demon.state)
        for demon in unbound
        for record in seen
        if str(record.pk) in demon.demon.callers
        or begins_with.get(record.pk) == demon.pk
        or (record.pk, str(demon.pk)) in asked
    ]


def demons_here(campaign: Campaign, viewer: Viewer, sorcerers: list[Record]) -> list[OngoingRitual]:
    """Each of these sorcerers with each demon that is here, whosever it is (SOR-RITUAL-13)."""
    demons = Record.objects.filter(campaign=campaign, kind="demon", demon__state="present").order_by(
        "name", "pk"
    )
    return [
        OngoingRitual(str(record.pk), record.name, str(demon.pk), demon.name, "present")
        for demon in demons
        if viewer.sees(demon.visibility)
        for record in sorcerers
    ]


def _asked(campaign: Campaign, viewer: Viewer, sorcerers: list[Record]) -> set[tuple[UUID, str]]:
    """Of whom something is asked, and what it is about: a Binding that the GM calls for, say."""
    found = Pending.objects.filter(record__campaign=campaign, state="open", who__in=sorcerers)
    if not viewer.is_gm:
        found = found.filter(record__visibility="table")
    return {(who, about) for who, data in found.values_list("who", "data") for about in ids_in(data)}
