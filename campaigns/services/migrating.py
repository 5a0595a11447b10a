"""What a new release of the software changes in the stored records of a campaign: an entry like any other."""

from collections.abc import Sequence
from uuid import UUID

import msgspec
from django.db import transaction
from django.db.models import QuerySet

from campaigns.game import games
from campaigns.models import Campaign, CampaignState, Membership
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.locking import locked
from campaigns.services.play.playing import ActRequest, Played, play
from rules.kernel.effects import Effect, set_to
from rules.kernel.values import Values

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


def bring_up_to_date(campaigns: QuerySet[Campaign] | None = None) -> None:
    """Write down what older versions left untold in these campaigns, else in all: policies, and what is in play."""
    found = Campaign.objects.all() if campaigns is None else campaigns
    for campaign in found.filter(pk__in=_lacking_policies(found)):
        write_policies(campaign)
    for game in games().values():
        for carried in game.records.carried_over(found):
            migrate(carried.campaign, carried.name, carried.effects)


def _lacking_policies(campaigns: QuerySet[Campaign]) -> list[UUID]:
    told = CampaignState.objects.filter(pk__in=campaigns.values("pk")).values_list("pk", "policy")
    return [pk for pk, policy in told.iterator() if _unsaid(policy)]


def write_policies(campaign: Campaign) -> Played | None:
    """Write down the policies that are in force in a campaign and that its log does not tell, if there are any."""
    with transaction.atomic():
        campaign = locked(campaign.pk)
        unsaid = _unsaid(CampaignState.objects.get(pk=campaign.pk).policy)
        effects = [set_to(str(campaign.pk), f"policy.{one}", STOOD_UNSAID[one]) for one in unsaid]
        return migrate(campaign, f"policies/{campaign.head_seq}", effects)


def _unsaid(policy: Values) -> list[str]:
    return [one for one in STOOD_UNSAID if policy.get(one) is None]
