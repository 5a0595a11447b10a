"""What a step brings with it in the same act: follow-ups by clause, answered questions, and new ones."""

from collections.abc import Callable, Iterable, Iterator
from uuid import UUID

import msgspec
from msgspec import Struct

from campaigns.models import Pending
from campaigns.policy import ASKED_BY_GM, ASKED_OF_GM
from campaigns.state.ids import ids_in
from campaigns.state.unit_of_work import Sheet
from rules import service
from rules.kernel.effects import Effect, set_to
from rules.kernel.procedure import Question, State
from rules.kernel.result import Result
from rules.kernel.values import Values, as_list, as_text, as_values

Planned = tuple[str, Values]


def of(
    action: str,
    given: Struct,
    result: Result,
    state: State,
    new_id: Callable[[str], str],
    question_audience: Callable[[Question], str],
) -> Iterator[Planned]:
    """Steps of `table.carry_out` that follow from a step, in order: its clauses, what it answers, what it asks.

    `question_audience` says for whom a question exists.
    """
    ends = service.ends_with(action, given, state)
    for follow_up in (*service.follows(action, given, result, state), *ends):
        yield carry_out(follow_up.clause, follow_up.effects)
    answered = service.answers(action, given, result, state)
    if answered:
        yield carry_out("TAB-ASK-01", tuple(set_to(one, "state", "answered") for one in answered))
    for number, question in enumerate(service.asks(action, given, result, state)):
        record = new_id(f"ask/{action}/{number}")
        yield carry_out(question.clause, asking(record, question, question_audience(question)))


def answered_by_hand(action: str, asked: Iterable[Sheet], *, is_overridden: bool) -> Iterator[Planned]:
    """Open questions that no system settles: what the table answers, such as a ruling, and what the GM asked.

    One that is answered with other values than it knows is answered all the same.
    """
    for sheet in asked:
        is_nobodys = action.startswith("table.") or sheet["clause"] in (ASKED_BY_GM, ASKED_OF_GM)
        is_open = sheet["question"] == action and sheet["state"] == "open"
        if is_open and (is_nobodys or is_overridden):  # TAB-ASK-01
            yield carry_out("TAB-ASK-01", (set_to(sheet.id, "state", "answered"),))


def asked_for(action: str, given: Values) -> str:
    """The act that a step is about: of asking the GM (TAB-ASK-05) the one that they are asked for."""
    return as_text(given["action"]) if action == "table.ask" else action


def done_unasked(campaign: UUID, asked: Iterable[Pending], action: str, given: Values) -> Iterator[str]:
    """The open questions that an act answers though it was not given for them."""
    yield from _done_as_asked(asked, action, given)
    if action == "table.edit":
        yield from _written_down(campaign, given)


def _done_as_asked(asked: Iterable[Pending], action: str, given: Values) -> Iterator[str]:
    """What the GM asked of a player and this act does, whoever plays it: by the same one, about the same records.

    What was asked about nobody else, such as a roll, may be meant for another moment, and stays.
    """
    named = {*ids_in(given)}
    for pending in asked:
        about = {str(pending.who_id), *ids_in(pending.data)}
        is_this = pending.clause == ASKED_BY_GM and pending.question == action
        if is_this and len(about) > 1 and about <= named:
            yield str(pending.pk)


def _written_down(campaign: UUID, raw: Values) -> Iterator[str]:
    """Questions that ask to write down a field of a record: an edit of it answers them, on whatever page it is made."""
    rows = map(as_values, as_list(raw.get("changes", ())))
    fields = {row["field"] for row in rows if row.get("set")}
    record = UUID(as_text(as_values(raw["record"])["id"]))
    asked = Pending.objects.filter(record__campaign=campaign, state="open", question="table.edit", who=record)
    yield from (str(one.pk) for one in asked if one.data.get("field") in fields)


def asking(record_id: str, question: Question, visibility: str) -> tuple[Effect, ...]:
    """What makes the record of a question."""
    about = {"kind": "pending", "name": "", "owner": None, "visibility": visibility}
    return (
        set_to(record_id, "record", about),
        set_to(record_id, "question", question.question),
        set_to(record_id, "for_role", question.for_role),
        set_to(record_id, "who", question.who),
        set_to(record_id, "clause", question.clause),
        set_to(record_id, "optional", question.optional),
        set_to(record_id, "data", dict(question.data)),
    )


def carry_out(clause: str, effects: tuple[Effect, ...]) -> Planned:
    """The step that carries out what a clause brings."""
    return "table.carry_out", {"clause": clause, "effects": msgspec.to_builtins(effects)}
