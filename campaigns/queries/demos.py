"""A demo of one's own: which it is, and the places in it."""

from django.contrib.auth.models import User

from campaigns.models import Campaign, Membership


def own_demo(user: User) -> Campaign | None:
    """The copy that somebody looks around in."""
    return Campaign.objects.filter(demo_of=user).first()


def places(campaign: Campaign, taken: Membership) -> list[Membership]:
    """The places that whoever has taken one may take next: first the GM's, or for the GM a player's."""
    found = Membership.objects.filter(campaign=campaign, left=None).exclude(pk=taken.pk)
    return [*found.order_by("joined")]
