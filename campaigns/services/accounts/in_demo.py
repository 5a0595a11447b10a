"""What there is none of in a demo of one's own: a link by which somebody else comes in."""

from django.utils.translation import gettext as _

from campaigns.models import Campaign
from campaigns.policy import NotAllowed


def refuse_in_demo(campaign: Campaign) -> None:
    """Raise `NotAllowed` where a link would let somebody into a demo, which is one person's alone."""
    if campaign.demo_of_id is not None:
        raise NotAllowed(
            _("Nobody else can come into a demo."), _("Create a campaign of your own and invite them there.")
        )
