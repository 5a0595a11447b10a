"""The stored state that a system's pure functions see: records that were looked at, and open questions about them."""

from campaigns.models import Campaign, Pending, Record
from campaigns.state.working import Working
from rules.kernel.procedure import Pending as OpenQuestion
from rules.kernel.procedure import Record as StoredRecord
from rules.kernel.procedure import State

LIVING = ("character", "demon")
"""Kinds of records that a scene's end touches."""


def state_for(working: Working, campaign: Campaign, action: str, subjects: list[str]) -> State:
    """The records read so far and the open questions that ask about them, as a system's pure functions see them."""
    if action == "table.end_scene":
        for key in Record.objects.filter(campaign=campaign, kind__in=LIVING).values_list("pk", flat=True):
            working.get(str(key))
    return state_of(working, campaign, subjects)


def state_of(working: Working, campaign: Campaign, subjects: list[str]) -> State:
    """The records that were looked at so far, and the open questions about these subjects."""
    questions = _open_questions(working, campaign, subjects)
    records = {sheet.id: StoredRecord(sheet.kind.name, dict(sheet.fields)) for sheet in working.loaded()}
    return State(records=records, pending=tuple(questions))


def _open_questions(working: Working, campaign: Campaign, subjects: list[str]) -> list[OpenQuestion]:
    rows = Pending.objects.filter(record__campaign=campaign, state="open").order_by("record__born", "pk")
    named = set(subjects)
    about = [row for row in rows if {str(row.who_id), *map(str, row.data.values())} & named]
    sheets = [working.get(str(row.pk)) for row in about]
    return [
        OpenQuestion(
            id=sheet.id,
            question=sheet["question"],
            who=sheet["who"],
            optional=sheet["optional"],
            data=sheet["data"],
        )
        for sheet in sheets
        if sheet["state"] == "open"
    ]
