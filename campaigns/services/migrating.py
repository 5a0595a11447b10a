"""What a new release of the software changes in the stored records of a campaign: an entry like any other."""

from collections.abc import Sequence

import msgspec

from campaigns.models import Campaign, Membership
from campaigns.services.playing import ActRequest, Played, play
from campaigns.services.subjects import Request
from rules.kernel.effects import Effect


def migrate(campaign: Campaign, name: str, effects: Sequence[Effect]) -> Played | None:
    """Play a change of stored records (TAB-RECORD-04) once, in the name of the campaign's owner; None if there is none.

    `name` tells the change from every other one, so that it is played once however often it is asked for.
    """
    if not effects:
        return None
    owner = Membership.objects.get(campaign=campaign, user=campaign.owner)
    known = {"name": name, "effects": msgspec.to_builtins(tuple(effects))}
    return play(owner, ActRequest(f"migrate/{name}", (Request("table.migrate", {}, known=known),)))
