"""What a viewer is in the middle of: whom they play, and which demons those are calling."""

from dataclasses import dataclass

from campaigns.log import standing
from campaigns.log.projector import Viewer
from campaigns.models import Campaign, Record, Tag
from campaigns.policy import Rights
from campaigns.state.rows import read_sheet


@dataclass(frozen=True)
class Calling:
    """A sorcerer's business with a demon, by name."""

    sorcerer: str
    sorcerer_name: str
    demon: str
    demon_name: str
    state: str


def played_by(campaign: Campaign, rights: Rights) -> list[Record]:
    """The active characters that this member speaks for, those of their own first."""
    found = Record.objects.filter(campaign=campaign, kind="character", character__state="active")
    mine = [row for row in found.order_by("born", "pk") if rights.plays(read_sheet(row))]
    return sorted(mine, key=lambda row: str(row.owner_id) != rights.id)


def callings(campaign: Campaign, viewer: Viewer, sorcerers: list[Record]) -> list[Calling]:
    """Demons that these sorcerers have acted on and that are not here yet or not Bound, newest first."""
    demons = Record.objects.filter(
        campaign=campaign, kind="demon", demon__state__in=("beyond", "contacted", "present")
    )
    if not viewer.is_gm:
        demons = demons.filter(visibility="table")
    unbound = demons.exclude(bindings__state="active").select_related("demon").order_by("-born", "pk")
    return [
        Calling(str(one.pk), one.name, str(demon.pk), demon.name, demon.demon.state)
        for demon in unbound
        for one in sorcerers
        if shared_entries(campaign, one, demon)
    ]


def shared_entries(campaign: Campaign, sorcerer: Record, demon: Record) -> list[int]:
    """The standing entries that are about both, oldest first."""
    tags = Tag.objects.filter(campaign=campaign, kind="record")
    about = set(tags.filter(value=str(sorcerer.pk)).values_list("seq", flat=True))
    about &= set(tags.filter(value=str(demon.pk)).values_list("seq", flat=True))
    return sorted(about - standing.neutral(campaign, 0))
