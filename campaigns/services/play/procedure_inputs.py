"""What a system's pure functions need to know before an act: its state, and what a procedure knows of the input."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from msgspec import structs

from campaigns.game import Preparing, game_of
from campaigns.models import Campaign, Session
from campaigns.queries.stored_state import living_state
from campaigns.services.play.action_inputs import Request
from campaigns.state.unit_of_work import UnitOfWork
from rules import catalogue, service
from rules.kernel.errors import InvalidInput, RuleViolation
from rules.kernel.parsing import parse
from rules.kernel.procedure import State
from rules.kernel.values import Value, Values, as_values

ENDS = frozenset({"table.end_round", "table.end_fight"})
"""Moments of the table that may be those of one game."""


def prepare(preparing: Preparing) -> Request:
    """The request with what the application itself knows: the campaign, the next session's number, valid settings."""
    planned, campaign = preparing.request, preparing.campaign
    known = _with_more(planned.known, game_of(planned.action).playing.known(preparing))
    if planned.action.startswith("table.") and "campaign" in service.fields(planned.action):
        known["campaign"] = str(campaign.pk)
    if planned.action == "table.begin_session":
        known["number"] = Session.objects.filter(record__campaign=campaign).count() + 1
    if planned.action in ENDS:
        known |= _of_ending(preparing)
    if planned.action == "table.change_settings":
        _refuse_bad_settings(preparing.working, campaign, planned.given)
    return replace(planned, known=known)


def _with_more(known: Values, more: Values) -> dict[str, Value]:
    """What a question knows with what the state tells besides: of a record that it names, too."""
    both = {**more, **known}
    for name in known.keys() & more.keys():
        ones = known[name], more[name]
        if all(isinstance(one, Mapping) for one in ones):
            both[name] = {**as_values(ones[1]), **as_values(ones[0])}
    return both


def _of_ending(preparing: Preparing) -> Values:
    """Whether the turns that the table counts are those of another game than that whose fight ends (TAB-TURN-04)."""
    action, game = preparing.action, preparing.given.get("game")
    if game is None:
        return {}
    if game not in service.ending(action):
        raise InvalidInput(f"no game {game!r} ends anything here; leave it out", field="input.game")
    if action != "table.end_fight":
        return {}
    counting = {*service.counting_by_the_table(living_state(preparing.campaign))}
    return {"goes_on": bool(counting - {game})} if game not in counting else {}


def forbidden(
    action: str,
    subjects: list[str],
    state: State,
    given: Values,
    *,
    helpers: Sequence[str] = (),
    by_hand: bool = False,
) -> RuleViolation | None:
    """The refusal of an action that a procedure's clause forbids now, or None; the buttons ask the same."""
    state = structs.replace(state, helpers=tuple(helpers), by_hand=by_hand)
    game = str(given["game"]) if action in ENDS and given.get("game") else None
    clause = service.forbidden(action, tuple(subjects), state, game=game)
    return RuleViolation(f"{action} has to wait", clause=clause, field="action") if clause else None


def _refuse_bad_settings(working: UnitOfWork, campaign: Campaign, given: Values) -> None:
    system = given.get("system")
    settings = catalogue.SETTINGS.get(system) if isinstance(system, str) else None
    if settings is None:
        raise InvalidInput(f"there are no settings for a system {system!r}", field="input.system")
    table = working.get(str(campaign.pk))
    values = given.get("values")
    chosen = {**table.under(f"settings.{system}"), **(values if isinstance(values, Mapping) else {})}
    parse(settings, {name: value for name, value in chosen.items() if value is not None})
