"""What a system's pure functions need to know before an act: its state, and what a procedure knows of the input."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from msgspec import structs

from campaigns.games.demon_city.decks import draws as cards
from campaigns.games.fallen.fights import turns as fight_turns
from campaigns.games.pandemonium.spells import bearing as spell_bearing
from campaigns.games.sorcerer.rituals import attempts
from campaigns.models import Campaign, Session
from campaigns.services.subjects import Request
from campaigns.state.working import Working
from rules import catalogue, service
from rules.kernel.errors import InvalidInput, RuleViolation
from rules.kernel.parsing import parse
from rules.kernel.procedure import State


def prepare(
    working: Working,
    campaign: Campaign,
    planned: Request,
    turned_up: Mapping[str, Sequence[str]] = MappingProxyType({}),
) -> Request:
    """The request with what the application itself knows: the campaign, the next session's number, valid settings.

    `turned_up` are the cards that the same act has drawn before this step, by deck.
    """
    table = working.find(str(campaign.pk))
    scene = table["scene"] if table else None
    known = {
        **attempts.known_for(campaign, planned.action, planned.given, scene),
        **spell_bearing.known_for(campaign, planned.action, planned.given),
        **cards.known_for(working, campaign, planned.action, {**planned.given, **planned.known}, turned_up),
        **planned.known,
    }
    if planned.action.startswith("table.") and "campaign" in service.fields(planned.action):
        known["campaign"] = str(campaign.pk)
    if planned.action == "table.begin_session":
        known["number"] = Session.objects.filter(record__campaign=campaign).count() + 1
    if planned.action == "fallen.order_actions":  # FAL-INIT-07
        chosen = table.under("settings") if table else {}
        known.setdefault("rolled_this_turn", fight_turns.rolls_each_turn(chosen))
    if planned.action == "fallen.movement" and _has_acted(working, campaign, planned.given):  # FAL-MOVE-08
        known["act"] = True
    if planned.action == "table.change_settings":
        _refuse_bad_settings(working, campaign, planned.given)
    return replace(planned, known=known)


def refuse_forbidden(
    action: str, subjects: list[str], state: State, *, helpers: Sequence[str] = (), by_hand: bool = False
) -> None:
    """Raise `RuleViolation` where a procedure's clause forbids the action now; the buttons ask the same function."""
    state = structs.replace(state, helpers=tuple(helpers), by_hand=by_hand)
    clause = service.forbidden(action, tuple(subjects), state)
    if clause is not None:
        raise RuleViolation(f"{action} has to wait", clause=clause, field="action")


def refuse_contradicted(action: str, given: Any, state: State) -> None:
    """Raise `RuleViolation` where an act answers what waits with other values than those that wait."""
    refusal = service.contradicted(action, given, state)
    if refusal is not None:
        raise refusal


def _has_acted(working: Working, campaign: Campaign, given: Any) -> bool:
    """Whether the fighter who moves has acted in this turn, defences aside."""
    named = given.get("fighter")
    who = str(named.get("id") if isinstance(named, dict) else named)
    sheet = working.find(who)
    if sheet is None or sheet.kind.name != "fallen.character":
        return False
    return bool(sheet["actions_taken"]) and fight_turns.has_acted(campaign, who)


def _refuse_bad_settings(working: Working, campaign: Campaign, given: Any) -> None:
    system = given.get("system")
    settings = catalogue.SETTINGS.get(system)
    if settings is None:
        raise InvalidInput(f"no system {system!r} has settings", field="input.system")
    table = working.get(str(campaign.pk))
    chosen = {**table.under(f"settings.{system}"), **given.get("values", {})}
    parse(settings, {name: value for name, value in chosen.items() if value is not None})
