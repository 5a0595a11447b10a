"""What people announce before a round of conflict is rolled: drafts, no game state yet, and in no log."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db.models import QuerySet

from campaigns.models import Campaign, Draft, Record
from campaigns.models.kept_reads import kept_read
from campaigns.models.prepared import prepared
from campaigns.viewing import Viewer
from rules.kernel.values import Value, Values
from rules.sorcerer.procedures.conflict import Announced

PURPOSE: Final = "round "


@dataclass(frozen=True)
class Announcement:
    """What somebody does this round. `awards` are dice with source and note."""

    who: str
    action: str
    score: str
    target: str | None = None
    words: str = ""
    content: bool = False
    gun: tuple[str, ...] = ()
    """What the GM has said of a shot: that it is `close`, that the shooter is `untrained`."""
    awards: tuple[Values, ...] = ()
    left: tuple[str, ...] = ()
    """Bonuses that were granted and that they do not take."""
    ability: str = ""
    """Which of a demon's Abilities it acts by."""
    out: bool = False
    """Whether they take no part in this round, and nobody waits for them."""
    place: int = 0
    """Where it stands in the list: the order in which equal rolls act (SOR-CONFLICT-15)."""

    @property
    def as_announced(self) -> Announced:
        return Announced(self.who, self.action, self.target, self.content)  # type: ignore[arg-type]  # a code that the form checked

    def given(self) -> Values:
        """A combatant of the round, as the contract has it."""
        found: dict[str, Value] = {"id": self.who, "score": self.score, "action": self.action}
        found["modifiers"] = [dict(award) for award in self.awards]
        if self.target is not None:
            found["target"] = self.target
        if self.ability:
            found["ability"] = self.ability
        if self.action == "shoot":  # what is drawn and aimed, the gun says
            found["gun"] = {"proficient": "untrained" not in self.gun, "close": "close" in self.gun}
        return found


def announcements(campaign: Campaign) -> list[Announcement]:
    """What everybody has announced, as it was first said or as the GM has put it since (one query).

    Those who are `out` of the round are among them: they have said so.
    """
    return sorted(map(_read, _drafts(campaign.pk)), key=lambda one: one.place)


def said_at(campaign: Campaign) -> list[datetime]:
    """When each announcement was first made, in order (one query). To amend one leaves that as it was."""
    return sorted(row.updated for row in _drafts(campaign.pk))


@prepared
def _drafts(campaign: UUID) -> QuerySet[Draft]:
    return Draft.objects.filter(campaign=campaign, purpose__startswith=PURPOSE).order_by("pk")


def is_round_on(campaign: Campaign, viewer: Viewer) -> bool:
    """Whether somebody whom this viewer may know of is in a round (at most three queries)."""
    known = map(viewer.sees, _in_rolled(campaign.pk))
    return any(known) or bool(_who_announced(campaign, viewer))


def is_rolled(campaign: Campaign) -> bool:
    """Whether the dice of a round lie on the table (one query)."""
    return bool(_in_rolled(campaign.pk))


def open_round(campaign: Campaign, viewer: Viewer, listed: Sequence[Announcement]) -> dict[str, Announcement]:
    """What was said by whom in a round that waits to be rolled (two queries).

    It is empty before somebody whom this viewer may know of has announced.
    """
    said = {announcement.who: announcement for announcement in listed}
    taking_part = [UUID(who) for who, announcement in said.items() if not announcement.out]
    if not _known(campaign, viewer, taking_part):
        return {}
    return {} if is_rolled(campaign) else said


def _known(campaign: Campaign, viewer: Viewer, ids: list[UUID]) -> list[UUID]:
    return [pk for pk, visibility in _visibilities(campaign.pk, ids) if viewer.sees(visibility)]


@prepared
def _visibilities(campaign: UUID, ids: list[UUID]) -> QuerySet[Record, tuple[UUID, str]]:
    return Record.objects.filter(campaign=campaign, pk__in=ids).values_list("pk", "visibility")


@kept_read
@prepared
def _in_rolled(campaign: UUID) -> QuerySet[Record, str]:
    """Who may know of each of those that have a turn in a round that was rolled."""
    found = Record.objects.filter(campaign=campaign, sorcerer_turn__isnull=False)
    return found.exclude(sorcerer_turn__turn="none").values_list("visibility", flat=True)


def _who_announced(campaign: Campaign, viewer: Viewer) -> list[UUID]:
    said = [one for one in _drafts(campaign.pk) if one.data.get("out") is not True]
    return _known(campaign, viewer, [UUID(hex=one.purpose.removeprefix(PURPOSE)) for one in said])


def purpose_of(who: str) -> str:
    return f"{PURPOSE}{UUID(who).hex}"


def _read(row: Draft) -> Announcement:
    known = {field.name for field in fields(Announcement)}
    values = {name: one for name, one in row.data.items() if name in known}
    # Of fatigue a draft of an older version may tell; now it is taken off as the dice are rolled.
    awards = tuple(one for one in values.get("awards", ()) if one["source"] != "fatigue")
    lists = {name: tuple(values.get(name, ())) for name in ("gun", "left")}
    return Announcement(**{**values, **lists, "awards": awards})
