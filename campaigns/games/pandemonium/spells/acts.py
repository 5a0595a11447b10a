"""A spell of `pandemonium` is let go of: what no action of the rules does, since they leave it to the table."""

from collections.abc import Collection
from typing import Any

import msgspec
from django.db import transaction

from campaigns.models import Act, Campaign, Membership
from campaigns.queries.stored_state import whole_state
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, Played, play
from rules.kernel.errors import RuleViolation
from rules.pandemonium.moments import CASTERS_OWN, let_go


def let_go_of(*, actor: Membership, spell: str, remains: Collection[str] = (), key: str) -> Played:
    """Whoever cast it ends a spell that is theirs to end, the GM any (PAN-TRACK-08).

    `remains` are those whom something ordinary still binds, as the GM says (PAN-TRACK-06). Raises `RuleViolation` where
    the spell is over, or lasts whatever its caster wants.
    """
    with transaction.atomic():
        Campaign.objects.select_for_update().get(pk=actor.campaign_id)
        is_repeated = Act.objects.filter(campaign=actor.campaign_id, member=actor, key=key).exists()
        effects = [] if is_repeated else _ending(actor, spell, frozenset(remains if actor.is_gm else ()))
        note = Request("table.note", {"words": "Lets go of the spell", "about": [spell]})
        ending = Request("table.carry_out", {}, known={"clause": "PAN-TRACK-08", "effects": effects})
        return play(actor, ActRequest(key, (note, ending)))


def _ending(actor: Membership, spell: str, remains: frozenset[str]) -> list[dict[str, Any]]:
    state = whole_state(actor.campaign)
    fields: Any = state.records[spell].fields
    if fields["state"] == "ended":
        raise RuleViolation("this spell has already ended", clause="PAN-TRACK-06")
    if not actor.is_gm and fields["duration"] not in CASTERS_OWN:
        raise RuleViolation(
            "this spell lasts without its caster: only the GM can end it", clause="PAN-TRACK-08"
        )
    ends = let_go(state, spell, remains=remains)
    return [effect for follow_up in ends for effect in msgspec.to_builtins(follow_up.effects)]
