"""Who calls which demons: the sorcerers of this viewer, and the demons that are not Bound yet."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from uuid import UUID

from django.db.models import QuerySet

from campaigns.models import Campaign, Pending, Record, SorcererSheet
from campaigns.models.kept_reads import kept_read
from campaigns.models.prepared import prepared
from campaigns.policy import Rights
from campaigns.queries.cast import sheets_of_kind
from campaigns.state.ids import ids_in
from campaigns.state.unit_of_work import Sheet
from campaigns.viewing import Viewer
from rules.kernel.values import Values


@dataclass(frozen=True)
class OngoingRitual:
    """A sorcerer's business with a demon, by name."""

    sorcerer: str
    sorcerer_name: str
    demon: str
    demon_name: str
    state: str


def active(campaign: Campaign) -> list[Sheet]:
    """The characters who are in play, oldest first."""
    return [one for one in sheets_of_kind(campaign, "character") if one["state"] == "active"]


def played_by(characters: Iterable[Sheet], rights: Rights) -> list[Sheet]:
    """Those of these that this member speaks for, those of their own first."""
    mine = filter(rights.plays, characters)
    return sorted(mine, key=lambda one: one.about["owner"] != rights.id)


def callings(campaign: Campaign, viewer: Viewer, sorcerers: Mapping[UUID, str]) -> list[OngoingRitual]:
    """Demons that these sorcerers call and that are not here yet or not Bound, newest first (at most three queries).

    `sorcerers` are names by id, of those that exist for this viewer.
    """
    unbound = [demon for demon in _unbound(campaign.pk) if viewer.sees(demon.visibility)]
    if not (unbound and sorcerers):
        return []
    names = {str(who): name for who, name in sorcerers.items()}
    places = {who: place for place, who in enumerate(names)}
    concerned = {str(demon.pk): set(demon.demon.callers) for demon in unbound}
    begun = ((who, demon) for who, demon in _begins_with([*sorcerers]) if demon is not None)
    for who, demon in (*begun, *_asked(campaign, viewer, sorcerers)):
        concerned.get(str(demon), set()).add(str(who))
    return [
        OngoingRitual(who, names[who], str(demon.pk), demon.name, demon.demon.state)
        for demon in unbound
        for who in sorted(concerned[str(demon.pk)] & names.keys(), key=places.__getitem__)
    ]


def demons_here(campaign: Campaign, viewer: Viewer, sorcerers: list[Sheet]) -> list[OngoingRitual]:
    """Each of these sorcerers with each demon that is here, whosever it is (SOR-RITUAL-13)."""
    demons = Record.objects.filter(campaign=campaign, kind="demon", demon__state="present").order_by(
        "name", "pk"
    )
    return [
        OngoingRitual(one.id, one.name, str(demon.pk), demon.name, "present")
        for demon in demons
        if viewer.sees(demon.visibility)
        for one in sorcerers
    ]


def _asked(campaign: Campaign, viewer: Viewer, sorcerers: Iterable[UUID]) -> set[tuple[UUID, str]]:
    """Of whom something is asked, and what it is about: a Binding that the GM calls for, say."""
    found = _open_to(campaign.pk, [*sorcerers])
    return {(who, about) for who, data, whom in found if who and viewer.sees(whom) for about in ids_in(data)}


@kept_read
@prepared
def _unbound(campaign: UUID) -> QuerySet[Record]:
    found = Record.objects.filter(
        campaign=campaign, kind="demon", demon__state__in=("beyond", "contacted", "present")
    )
    return found.exclude(bindings__state="active").select_related("demon").order_by("-born", "pk")


@prepared
def _begins_with(sorcerers: list[UUID]) -> QuerySet[SorcererSheet, tuple[UUID, UUID | None]]:
    return SorcererSheet.objects.filter(record__in=sorcerers).values_list("record", "starting_demon")


@prepared
def _open_to(campaign: UUID, whom: list[UUID]) -> QuerySet[Pending, tuple[UUID | None, Values, str]]:
    found = Pending.objects.filter(record__campaign=campaign, state="open", who__in=whom)
    return found.values_list("who", "data", "record__visibility")
