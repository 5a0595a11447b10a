"""What whoever plays a fighter does in a fight without an action of the rules: wait, let go, reload, not defend."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.games.fallen.fights.reading import fighters_of
from campaigns.games.fallen.fights.turns import ORDER, turn_of
from campaigns.models import Act, Campaign, Membership
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, Played, play
from rules.fallen.allowed import has_a_place
from rules.kernel.effects import Effect, set_to
from rules.kernel.errors import RuleViolation
from rules.kernel.procedure import RecordState, State


def hold_back(*, actor: Membership, who: str, before: str | None, key: str) -> Played:
    """Set the turn's order anew with somebody waiting: ahead of `before`, or at the turn's end (FAL-YIELD-01, -02).

    Whoever waits already still does, and everybody has their place, whether the member sees them or not. Raises
    `RuleViolation` where that moment cannot be named, or there is no turn to wait with.
    """
    with transaction.atomic():
        campaign = Campaign.objects.select_for_update().get(pk=actor.campaign_id)
        asked = {"id": who, "before": before}
        known: dict[str, Any] = {}
        # A repetition would be refused here, since she waits already; play() answers it.
        if not Act.objects.filter(campaign=campaign, member=actor, key=key).exists():
            known = _order_with(campaign, asked)
        step = Request(ORDER, {"delays": [asked]}, known=known)
        # The order names everybody in the fight, those whom the member does not see as well.
        return play(actor, ActRequest(key, (step,), permission_checked_by_service=True))


def let_go(*, actor: Membership, prisoner: str, holder: str | None, key: str) -> Played:
    """Whoever holds somebody lets go (FAL-MANEUV-22)."""
    free = {"restraint": "free", "held_by": None, "grip": None}
    effects = (set_to(prisoner, field, value) for field, value in free.items())
    about = [one for one in (holder, prisoner) if one]
    return _carried_out(actor, key, _("The grip is let go."), about, "FAL-MANEUV-22", effects)


def reload(*, actor: Membership, weapon: str, rounds: int, key: str) -> Played:
    """A weapon whose rounds are counted has so many in its magazine (FAL-RANGED-08)."""
    effects = (set_to(weapon, "ammo", rounds),)
    told = _("Reloaded: %(n)d rounds.") % {"n": rounds}
    return _carried_out(actor, key, told, [weapon], "FAL-RANGED-08", effects)


def set_conditions(*, actor: Membership, who: str, changes: Mapping[str, Any], told: str, key: str) -> Played:
    """How a fighter stands, which no action decides: the GM sets it."""
    rows = [{"field": field, "set": value} for field, value in changes.items()]
    given = {"record": {"id": who}, "changes": rows, "reason": told}
    return play(actor, ActRequest(key, (Request("table.edit", given),)))


def let_through(*, actor: Membership, pending: str, name: str, key: str) -> Played:
    """Whoever is attacked, called `name`, does not defend (FAL-DEFEND-03)."""
    reason = _("%(name)s does not defend.") % {"name": name}
    given = {"pending": {"id": pending}, "how": "waived", "reason": reason}
    return play(actor, ActRequest(key, (Request("table.settle", given),)))


def _order_with(campaign: Campaign, asked: Mapping[str, Any]) -> dict[str, Any]:
    """The order that stands, of everybody who has a place in it, with one more who waits."""
    who = asked["id"]
    sheets = {fighter.id: fighter for fighter in fighters_of(campaign) if fighter["in_combat"]}
    turn = turn_of(campaign, sheets)
    state = State({sheet.id: RecordState(sheet.kind.name, sheet.fields) for sheet in sheets.values()})
    placed = [sheet for sheet in sheets if sheet in turn.order and has_a_place(state, sheet)]
    if who not in placed or sheets[who]["turn_done"] or who in turn.acted:
        raise RuleViolation("she has no turn left in this order", clause="FAL-YIELD-01")
    kept = [
        {"id": delay["id"], "before": delay.get("before") if delay.get("before") in placed else None}
        for delay in turn.delays
        if delay["id"] in placed and delay["id"] != who and not sheets[delay["id"]]["turn_done"]
    ]
    return {"fighters": [{"id": one} for one in placed], "delays": [*kept, asked]}


def _carried_out(
    actor: Membership, key: str, told: str, about: list[str], clause: str, effects: Iterable[Effect]
) -> Played:
    note = Request("table.note", {"words": told, "about": about})
    known = {"clause": clause, "effects": [msgspec.to_builtins(effect) for effect in effects]}
    return play(actor, ActRequest(key, (note, Request("table.carry_out", {}, known=known))))
