"""What a form offers of the records that its member sees: a sheet that is set by hand, names that stand on sheets."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from campaigns.game import Names, of_all
from campaigns.models import Campaign, Record
from campaigns.policy import Rights
from campaigns.queries.palette import NEVER_NAMED
from campaigns.state import kinds
from campaigns.state.fields import Column, Map
from campaigns.state.rows import read_sheets
from campaigns.state.unit_of_work import Sheet, blank_about, defaults
from rules.words import spelled_out


@cache
def all_names() -> Mapping[str, Names]:
    """The names that a form may ask for in a text, by what they are."""
    return of_all(lambda game: game.values.names)


def sheet_to_set(campaign: Campaign, rights: Rights, record_id: str) -> Sheet | None:
    """A record as a GM corrects it; None for anybody else, and where there is none of that id."""
    if not rights.member.is_gm:
        return None
    found = Record.objects.filter(campaign=campaign, pk=record_id).exclude(kind__in=NEVER_NAMED)
    return next(iter(read_sheets(found)), None)


def blank_sheet(kind: str) -> Sheet | None:
    """A record of a kind before anything is known of it."""
    known = kinds.KINDS.get(kind)
    return Sheet("", known, blank_about(kind), defaults(known)) if known is not None else None


def names_of(campaign: Campaign, what: str, *, is_gm: bool) -> list[str]:
    """What may be typed where such a name is asked for, as people write it: from the sheets that this member sees."""
    names = all_names()[what]
    found = {*names.besides}
    for kind, field in names.on_sheets:
        found |= {name for value in _stored(campaign, kind, field, is_gm=is_gm) for name in value}
    return sorted(map(as_written, found))


def as_written(name: str) -> str:
    """A name as people write it, where the rules read that as the same."""
    return spelled_out(name) if "_" in name or name.islower() else name


def _stored(campaign: Campaign, kind: str, field: str, *, is_gm: bool) -> Iterator[Iterable[str]]:
    declared = kinds.kind(kind).stored()[field]
    if not isinstance(declared, Column | Map) or (declared.secret is not None and not is_gm):
        return
    rows = declared.model._default_manager.filter(record__campaign=campaign, record__kind=kind)
    if not is_gm:
        rows = rows.filter(record__visibility="table")
    yield from rows.values_list(declared.attribute, flat=True)
