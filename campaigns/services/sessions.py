"""Sessions and scenes begin and end; with a session ends the period of draws."""

from django.utils.translation import gettext as _

from campaigns.models import DrawPeriod, Membership
from campaigns.services import founding, letting_go, stages
from campaigns.services.images import storing
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.fair_draws import new_period
from campaigns.services.play.playing import ActRequest, Played, play, together


def begin_session(*, actor: Membership, name: str, key: str) -> Played:
    """Open a session (TAB-TIME-01)."""
    return play(actor, ActRequest(key, (Request("table.begin_session", {"name": name}),)))


def end_session(*, actor: Membership, key: str) -> Played:
    """Close the open session, show the secret of its draws and commit to the next (TAB-TIME-02, TAB-DRAWS-01).

    What undone acts left is let go of before (TAB-DRAWS-03).
    """
    steps = (Request("table.end_session", {}), Request("table.open_draws", {}))
    with together(actor, ActRequest(key, steps)) as (campaign, earlier):
        if earlier is not None:
            return earlier
        closed = DrawPeriod.objects.get(campaign=campaign, is_open=True)
        # Before the new one is made, as the database allows one open period.
        DrawPeriod.objects.filter(pk=closed.pk).update(is_open=False)
        period = new_period(campaign, closed.number + 1)
        reason = _("The session ended before it was done again.")
        first = letting_go.before_closing(actor, closed, reason, key)
        opened = (steps[0], founding.opening(period, closed))
        ended = play(actor, ActRequest(key, opened, first=first))
        stages.end_stages(campaign)
        storing.forget_former(campaign.pk)
        return ended


def begin_scene(*, actor: Membership, name: str, key: str) -> Played:
    """Open a scene in the open session (TAB-TIME-03)."""
    return play(actor, ActRequest(key, (Request("table.begin_scene", {"name": name}),)))


def end_scene(*, actor: Membership, key: str) -> Played:
    """Close the open scene, with what each system ends with a scene (TAB-TIME-04)."""
    return play(actor, ActRequest(key, (Request("table.end_scene", {}),)))
