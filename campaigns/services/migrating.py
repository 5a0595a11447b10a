"""What a new release of the software changes in the stored records of a campaign: an entry like any other."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from django.db import transaction

from campaigns.models import Campaign, CampaignState, Membership
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, Played, play
from rules.kernel.effects import Effect, set_to

STOOD_UNSAID = {
    "player_rulings": True,
    "hand_dice": True,
    "player_undo": True,
    "gm_may_consent": True,
    "sealed_rolls": False,
    "overrides": True,
}
"""What was in force where no entry told of a policy, before the first entry told all of them."""


def migrate(campaign: Campaign, name: str, effects: Sequence[Effect]) -> Played | None:
    """Play a change of stored records (TAB-RECORD-04) once, in the name of the campaign's owner; None if there is none.

    `name` tells the change from every other one, so that it is played once however often it is asked for.
    """
    if not effects:
        return None
    owner = Membership.objects.get(campaign=campaign, user=campaign.owner)
    known = {"name": name, "effects": msgspec.to_builtins(tuple(effects))}
    return play(owner, ActRequest(f"migrate/{name}", (Request("table.migrate", {}, known=known),)))


def write_all_policies() -> None:
    """Have every campaign's log tell all its policies; most do already."""
    told = CampaignState.objects.values_list("pk", "policy")
    lacking = [pk for pk, policy in told.iterator() if _unsaid(policy)]
    for campaign in Campaign.objects.filter(pk__in=lacking):
        write_policies(campaign)


def write_policies(campaign: Campaign) -> Played | None:
    """Write down the policies that are in force in a campaign and that its log does not tell, if there are any."""
    with transaction.atomic():
        campaign = Campaign.objects.select_for_update().get(pk=campaign.pk)
        unsaid = _unsaid(CampaignState.objects.get(pk=campaign.pk).policy)
        effects = [set_to(str(campaign.pk), f"policy.{one}", STOOD_UNSAID[one]) for one in unsaid]
        return migrate(campaign, f"policies/{campaign.head_seq}", effects)


def _unsaid(policy: Mapping[str, Any]) -> list[str]:
    return [one for one in STOOD_UNSAID if policy.get(one) is None]
