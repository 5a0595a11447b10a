"""What members say of themselves while a page is open: that they are back, or away; and which calls they saw."""

from collections.abc import Collection

from django.db import transaction
from django.db.models.functions import Now

from campaigns.live import hub
from campaigns.models import Membership, Presence, Seen

MOST_KEPT = 60
"""So many calls are remembered of each member; those that are older have been answered long since."""


def say(member: Membership, *, is_away: bool | None) -> None:
    """They do something just now; where it is said, they go away, or are back. Nothing is kept of who is not there."""
    own = Presence.objects.filter(pk=member.pk)
    with transaction.atomic():
        own.update(active=Now())
        if is_away is None:
            changed = own.filter(state="quiet").update(state="here")
        else:
            state = "away" if is_away and not member.is_gm else "here"
            changed = own.exclude(state=state).update(state=state)
        if changed:
            hub.stir(member.campaign_id)


def see(member: Membership, calls: Collection[str]) -> None:
    """A page that they look at shows these calls. The GMs hear of it; said again, nothing happens."""
    with transaction.atomic():
        known = Seen.objects.filter(member=member)
        new = set(calls) - set(known.filter(call__in=calls).values_list("call", flat=True))
        if not new:
            return
        # Two pages may say so at once.
        Seen.objects.bulk_create([Seen(member=member, call=one) for one in new], ignore_conflicts=True)
        kept = known.order_by("-pk").values_list("pk", flat=True)[MOST_KEPT - 1 : MOST_KEPT].first()
        if kept is not None:
            known.filter(pk__lt=kept).delete()
        hub.stir_gms(member.campaign_id)
