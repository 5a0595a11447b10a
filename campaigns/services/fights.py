"""What whoever plays a fighter does in a fight without an action of the rules: wait, let go, reload, not defend."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec
from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.log.projector import Viewer
from campaigns.models import Act, Campaign, Entry, Membership
from campaigns.queries.fight_moments import holding_back
from campaigns.queries.fights import fight_of
from campaigns.services.playing import ActRequest, Played, play
from campaigns.services.subjects import Request
from rules.kernel.effects import Effect, set_to
from rules.kernel.errors import RuleViolation

ORDER: Final = "fallen.order_actions"


def hold_back(*, actor: Membership, who: str, before: str | None, key: str) -> Played:
    """Set the turn's order anew with somebody waiting: ahead of `before`, or at the turn's end (FAL-YIELD-01, -02).

    Whoever waits already still does. Raises `RuleViolation` where that moment cannot be named, or there is no order.
    """
    with transaction.atomic():
        Campaign.objects.select_for_update().get(pk=actor.campaign_id)
        earlier = Act.objects.filter(campaign=actor.campaign_id, member=actor, key=key).first()
        if earlier is not None:
            entry = Entry.objects.get(campaign=actor.campaign_id, seq=earlier.last_seq)
            return Played(entry, again=True)
        given = _order_with(actor, who, before)
        return play(actor, ActRequest(key, (Request(ORDER, given),), is_vouched=True))


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


def _order_with(actor: Membership, who: str, before: str | None) -> dict[str, Any]:
    found = fight_of(actor.campaign, Viewer.of(actor), ())
    placed = [one for one in found.fighters if one.place is not None]
    if who not in {one.id for one in placed if not one.is_done}:
        raise RuleViolation("there is no turn of hers to come in this order", clause="FAL-YIELD-01")
    still = {one.id for one in holding_back(found)} - {who}
    kept = [{"id": one["id"], "before": one.get("before")} for one in found.delays if one["id"] in still]
    return {"fighters": [{"id": one.id} for one in placed], "delays": [*kept, {"id": who, "before": before}]}


def _carried_out(
    actor: Membership, key: str, told: str, about: list[str], clause: str, effects: Iterable[Effect]
) -> Played:
    note = Request("table.note", {"words": told, "about": about})
    known = {"clause": clause, "effects": [msgspec.to_builtins(one) for one in effects]}
    return play(actor, ActRequest(key, (note, Request("table.carry_out", {}, known=known))))
