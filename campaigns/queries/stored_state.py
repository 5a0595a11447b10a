"""The stored state that a system's pure functions see: records that were looked at, and open questions about them."""

from collections.abc import Collection, Iterator
from typing import Literal
from uuid import UUID

from django.db.models import QuerySet

from campaigns.game import game_of, games
from campaigns.models import Campaign, Pending, Record
from campaigns.models.prepared import prepared
from campaigns.policy import ASKED_BY_GM, ASKED_OF_GM, PROPOSED
from campaigns.queries.waiting import as_asked
from campaigns.state import kinds, rows
from campaigns.state.ids import ids_in
from campaigns.state.unit_of_work import Sheet, UnitOfWork
from rules import service
from rules.kernel.procedure import OpenQuestion, RecordState, State

OF_PEOPLE = (ASKED_BY_GM, ASKED_OF_GM, PROPOSED)
"""The clauses of what no act raised."""


def state_for(working: UnitOfWork, campaign: Campaign, action: str, subjects: list[str]) -> State:
    """What a system's pure functions see around an action: records, and the open questions about its subjects."""
    sheets = {sheet.id: sheet for sheet in _around(campaign, action)}
    asked = [*subjects, *sheets] if action in service.MOMENTS else subjects
    state = state_of(working, campaign, asked, action.partition(".")[0], sheets)
    more = game_of(action).records.state_for.get(action)
    return more(campaign, state) if more is not None else state


def whole_state(campaign: Campaign) -> State:
    """Every record that game time touches, kinds by their whole names, and every open question."""
    return State(_records(campaign, "clocked"), questions_of(campaign))


def living_state(campaign: Campaign) -> State:
    """Every record that a moment of the table touches, kinds by their whole names."""
    return State(_records(campaign, "living"))


def _records(campaign: Campaign, what: Literal["living", "clocked"]) -> dict[str, RecordState]:
    found = Record.objects.filter(campaign=campaign, kind__in=["campaign", *_kinds(what)])
    sheets = rows.read_sheets(found.order_by("born", "pk"))
    return {sheet.id: RecordState(sheet.kind.name, sheet.fields) for sheet in sheets}


def asked_about(working: UnitOfWork, campaign: Campaign, changed: Collection[str]) -> State:
    """The open questions about records that an act has changed, what people ask one another among them.

    Where there are any, with every record that a moment of the table touches, as the act has left it; else nothing.
    """
    found = [
        row
        for row in working.read_once(_open, campaign.pk)
        if not {str(row.who_id), *ids_in(row.data)}.isdisjoint(changed)
    ]
    # An undo may have taken the question back altogether.
    sheets_of = (working.find(str(row.pk)) for row in found)
    asked = [sheet for sheet in sheets_of if sheet is not None and sheet["state"] == "open"]
    if not asked:
        return State({})
    around = {sheet.id: sheet for sheet in rows.of_kinds(campaign, *_kinds("living"))}
    sheets = {**around, **{sheet.id: sheet for sheet in working.loaded()}}
    records = {one.id: RecordState(one.kind.name, dict(one.fields)) for one in sheets.values()}
    return State(records, tuple(map(_as_open, asked)))


def questions_of(campaign: Campaign) -> tuple[OpenQuestion, ...]:
    """Every open question of a campaign that an act raised, oldest first."""
    return tuple(as_asked(row) for row in _raised(campaign.pk))


def asked_by_people(working: UnitOfWork, campaign: Campaign) -> list[Pending]:
    """The open questions that no act raised, oldest first: what the GM asked of players, and they proposed."""
    return [row for row in working.read_once(_open, campaign.pk) if row.clause in OF_PEOPLE]


@prepared
def _open(campaign: UUID) -> QuerySet[Pending]:
    found = Pending.objects.filter(record__campaign=campaign, state="open")
    return found.order_by("record__born", "pk")


@prepared
def _raised(campaign: UUID) -> QuerySet[Pending]:
    """Open questions that an act raised, oldest first: what people ask one another is no step of a procedure."""
    found = Pending.objects.filter(record__campaign=campaign, state="open")
    found = found.exclude(clause__in=OF_PEOPLE)
    return found.order_by("record__born", "pk")


def state_of(
    working: UnitOfWork,
    campaign: Campaign,
    subjects: list[str],
    system: str = "",
    around: dict[str, Sheet] | None = None,
) -> State:
    """The records that were looked at so far and those around them, and the open questions about these subjects."""
    questions = _open_questions(working, campaign, subjects)
    # What was looked at comes last: it has the changes of this act, the rows around it have not.
    sheets = {**(around or {}), **{sheet.id: sheet for sheet in working.loaded()}}
    records = {
        one.id: RecordState(kinds.as_seen(one.kind.name, system), dict(one.fields)) for one in sheets.values()
    }
    return State(records=records, pending=tuple(questions))


def _around(campaign: Campaign, action: str) -> Iterator[Sheet]:
    """Records that no input names and procedures ask about all the same. They count as seen by nobody."""
    own = game_of(action).records
    whole = _kinds("living") if action in service.MOMENTS else own.seen_in.get(action, own.always_seen)
    if whole:
        yield from rows.of_kinds(campaign, *whole)
    if own.newest_seen:
        yield from rows.read_sheets(_newest(campaign.pk, own.newest_seen))


@prepared
def _newest(campaign: UUID, kind: str) -> QuerySet[Record]:
    return Record.objects.filter(campaign=campaign, kind=kind).order_by("-born")[:1]


def _kinds(what: Literal["living", "clocked"]) -> tuple[str, ...]:
    """Kinds of records of every game that a moment of the table touches."""
    return tuple(kind for game in games().values() for kind in getattr(game.records, what))


def _open_questions(working: UnitOfWork, campaign: Campaign, subjects: list[str]) -> list[OpenQuestion]:
    named = set(subjects)
    about = [
        row.pk
        for row in working.read_once(_open, campaign.pk)
        if row.clause not in OF_PEOPLE and {str(row.who_id), *map(str, row.data.values())} & named
    ]
    sheets = [working.get(str(key)) for key in about]
    return [_as_open(sheet) for sheet in sheets if sheet["state"] == "open"]


def _as_open(sheet: Sheet) -> OpenQuestion:
    return OpenQuestion(
        id=sheet.id,
        question=sheet["question"],
        who=sheet["who"],
        optional=sheet["optional"],
        data=sheet["data"],
    )
