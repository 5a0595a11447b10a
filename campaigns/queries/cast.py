"""Who and what is in play, as one viewer sees it."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from campaigns.log.projector import read_record, sight
from campaigns.models import Campaign, Record
from campaigns.models.kept_reads import is_kept, kept
from campaigns.state import kept_sheets, rows
from campaigns.state.kinds import kind
from campaigns.state.unit_of_work import Sheet, UnitOfWork, is_in_hand
from campaigns.viewing import GM, Viewer

WORKED_OUT = ("penalties", "bindings")
"""Traits that are worked out and not stored, of the records that have them."""


@dataclass(frozen=True)
class Member:
    """A record as a viewer sees it: `fields` holds stored contract fields, hidden ones as `Hidden`."""

    id: str
    kind: str
    name: str
    owner: str | None
    visibility: str
    fields: dict[str, Any]
    traits: dict[str, Any] = field(default_factory=dict)

    def __getitem__(self, name: str) -> Any:
        return self.fields[name] if name in self.fields else self.traits[name]

    @cached_property
    def maps(self) -> Mapping[str, Mapping[str, Any]]:
        """The keys of each map among its fields, such as the stats of a character, with their values."""
        found: defaultdict[str, dict[str, Any]] = defaultdict(dict)
        for name, value in self.fields.items():
            end = name.find(".")
            while end >= 0:
                found[name[:end]][name[end + 1 :]] = value
                end = name.find(".", end + 1)
        return found

    @property
    def is_hidden(self) -> bool:
        """Whether the table knows nothing of it."""
        return self.visibility == GM

    @property
    def marked_name(self) -> str:
        """What it is called where it is chosen."""
        return marked(self.name, is_hidden=self.is_hidden)

    @property
    def in_hand(self) -> bool:
        return is_in_hand(self.fields)


def marked(name: str, *, is_hidden: bool) -> str:
    """A name where one is chosen: whom the table does not know is marked."""
    return _("%(name)s (hidden from the table)") % {"name": name} if is_hidden else name


def campaign_sheet(campaign: Campaign) -> Sheet:
    """The campaign's own record: game time, session, scene, settings, policies."""
    (sheet,) = rows.of_kinds(campaign, "campaign")
    return sheet


def of_kind(campaign: Campaign, viewer: Viewer, *kinds: str) -> list[Member]:
    """The records of these kinds that exist for this viewer, oldest first."""
    return kept(
        (of_kind, kinds, sight(viewer, kinds)),
        lambda: as_seen(campaign, viewer, sheets_of_kind(campaign, *kinds)),
    )


def sheets_of_kind(campaign: Campaign, *kinds: str) -> list[Sheet]:
    """The records of these kinds as they are, oldest first."""
    # A page reads only what changed since; an act may have written something just now.
    read = kept_sheets.of_kinds if is_kept() else rows.of_kinds
    return read(campaign, *kinds)


def member(campaign: Campaign, viewer: Viewer, record: Record) -> Member | None:
    """One record as this viewer sees it."""
    found = as_seen(campaign, viewer, [rows.read_sheet(record)])
    return found[0] if found else None


def as_seen(campaign: Campaign, viewer: Viewer, sheets: Collection[Sheet]) -> list[Member]:
    """Records as this viewer sees them, without those that do not exist for them; a fixed number of queries."""
    # What a trait is derived from is read a kind at a time, so that it needs no query for each record.
    working = UnitOfWork(rows.Gathered(campaign, sheets, by_kind=True), kind)
    seen = (_member(working, viewer, sheet) for sheet in sheets)
    return [one for one in seen if one is not None]


def _member(working: UnitOfWork, viewer: Viewer, sheet: Sheet) -> Member | None:
    fields = read_record(viewer, sheet)
    if fields is None:
        return None
    traits = {name: working.trait(sheet, name) for name in WORKED_OUT if name in sheet.kind.fields}
    about = sheet.about
    return Member(sheet.id, sheet.kind.name, sheet.name, about["owner"], about["visibility"], fields, traits)
