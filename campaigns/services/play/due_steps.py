"""Moments of the table and of game time inside an act: what comes just before it, and which clocks it sets going.

Then what it leaves nobody to answer any more.
"""

from collections.abc import Iterator, Mapping

from campaigns.models import Campaign, CampaignState
from campaigns.queries.clock import due_between
from campaigns.queries.stored_state import asked_about, whole_state
from campaigns.services.play import follow_ups
from campaigns.services.play.action_inputs import Request
from campaigns.state.unit_of_work import Sheet, UnitOfWork
from rules import catalogue, service
from rules.kernel.clock import Due
from rules.kernel.effects import set_to
from rules.kernel.errors import RuleViolation
from rules.kernel.inputs import slots_of
from rules.kernel.origins import FromRecord
from rules.kernel.procedure import FollowUp, RecordState, State
from rules.kernel.values import Value, Values


def with_what_is_due(campaign: Campaign, steps: tuple[Request, ...], *, by_clock: bool) -> Iterator[Request]:
    """The steps of an act, each after what falls due with it.

    Raises `RuleViolation` where game time would pass over something that falls due: the clock's own service lets it
    pass step by step (`by_clock`).
    """
    for planned in steps:
        if planned.action in service.MOMENTS:
            for due in service.due_at(planned.action, whole_state(campaign), _id(planned.given.get("who"))):
                yield from requests(due)
        if planned.action == "table.advance_clock" and not by_clock:
            _refuse_passing_over(campaign, planned.given)
        yield planned


def requests(due: Due) -> Iterator[Request]:
    """The steps of something that is due: its effects, its clock begins anew, and its action."""
    # From when the step should have come and not from now: a step that comes late neither repeats nor skips the next.
    anew = (set_to(due.record, due.begins, due.since),) if due.begins is not None else ()
    if due.effects or anew:
        yield carrying_out(FollowUp(due.clause, (*due.effects, *anew)))
    if due.action is not None:
        slots = slots_of(catalogue.find(due.action).input_type)
        named = {name: value for name, value in due.given.items() if slots[name].mark(FromRecord)}
        # All else is known to whatever fell due: by now the clock that told it has begun anew.
        known = {name: value for name, value in due.given.items() if name not in named}
        yield Request(due.action, named, known=known)


def carrying_out(follow_up: FollowUp) -> Request:
    """The step that carries out what a clause brings."""
    name, known = follow_ups.carry_out(follow_up.clause, follow_up.effects)
    return Request(name, {}, known=known)


def brought_about(working: UnitOfWork, campaign: Campaign, *, is_undo: bool) -> Iterator[follow_ups.Planned]:
    """What an act's changes begin and stop at its end, as steps of its own, then what they leave nobody to answer.

    An undo puts clocks and questions back by itself, among the changes that it reverses; but it may take from under a
    later question what that asks about.
    """
    if not is_undo:
        yield from _set_going(working, campaign)
    yield from _no_longer_asked(working, campaign)


def _set_going(working: UnitOfWork, campaign: Campaign) -> Iterator[follow_ups.Planned]:
    """The clocks that an act's changes set going or stopped."""
    earlier: dict[str, dict[str, list[Value]]] = {}
    for record, name, before, _after in working.changes():
        earlier.setdefault(record, {})[name] = before
    touched = [sheet for sheet in working.touched() if sheet.id in earlier]
    after = {sheet.id: RecordState(sheet.kind.name, sheet.fields) for sheet in touched}
    # Without what was born in this act: nothing of it ran before.
    known = [sheet for sheet in touched if earlier[sheet.id].get("record") != []]
    before_them = {sheet.id: _as_it_was(sheet, earlier[sheet.id]) for sheet in known}
    now = working.get(str(campaign.pk))["now"]
    for found in service.set_going(State(before_them), State(after), now):
        yield follow_ups.carry_out(found.clause, found.effects)


def _no_longer_asked(working: UnitOfWork, campaign: Campaign) -> Iterator[follow_ups.Planned]:
    """What waits for nobody any more, whoever has brought that about."""
    changed = {record for record, *_values in working.changes()}
    for found in service.moot(asked_about(working, campaign, changed)):
        yield follow_ups.carry_out(found.clause, found.effects)


def _as_it_was(sheet: Sheet, earlier: Mapping[str, list[Value]]) -> RecordState:
    fields = {name: value for name, value in sheet.fields.items() if name not in earlier}
    fields |= {name: before[0] for name, before in earlier.items() if before and name != "record"}
    return RecordState(sheet.kind.name, fields)


def _refuse_passing_over(campaign: Campaign, given: Values) -> None:
    seconds = given.get("seconds")
    now = CampaignState.objects.values_list("now", flat=True).get(pk=campaign.pk)
    if isinstance(seconds, int) and next(due_between(campaign, now, now + seconds), None) is not None:
        raise RuleViolation(
            "something happens before then: advance the clock instead",
            clause="TAB-TIME-06",
            field="input.seconds",
        )


def _id(named: Value) -> str | None:
    found = named.get("id") if isinstance(named, Mapping) else named
    return str(found) if found else None
