"""Sessions and scenes begin and end; with a session ends the period of draws."""

from django.db import transaction

from campaigns.models import Campaign, DrawPeriod, Membership
from campaigns.services import founding
from campaigns.services.fair_draws import new_period
from campaigns.services.playing import ActRequest, Played, play
from campaigns.services.subjects import Request


def begin_session(*, actor: Membership, name: str, key: str) -> Played:
    """Open a session (TAB-TIME-01)."""
    return play(actor, ActRequest(key, (Request("table.begin_session", {"name": name}),)))


def end_session(*, actor: Membership, key: str) -> Played:
    """Close the open session, show the secret of its draws and commit to the next (TAB-TIME-02, TAB-DRAWS-01)."""
    with transaction.atomic():
        campaign = Campaign.objects.select_for_update().get(pk=actor.campaign_id)
        closed = DrawPeriod.objects.get(campaign=campaign, is_open=True)
        DrawPeriod.objects.filter(pk=closed.pk).update(is_open=False)
        period = new_period(campaign, closed.number + 1)
        steps = (Request("table.end_session", {}), founding.opening(period, closed))
        played = play(actor, ActRequest(key, steps))
        if played.again:
            transaction.set_rollback(True)
    return played


def begin_scene(*, actor: Membership, name: str, key: str) -> Played:
    """Open a scene in the open session (TAB-TIME-03)."""
    return play(actor, ActRequest(key, (Request("table.begin_scene", {"name": name}),)))


def end_scene(*, actor: Membership, key: str) -> Played:
    """Close the open scene, with what each system ends with a scene (TAB-TIME-04)."""
    return play(actor, ActRequest(key, (Request("table.end_scene", {}),)))
