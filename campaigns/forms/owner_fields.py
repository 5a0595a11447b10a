"""Whose a new character is, which the GM says."""

from django import forms
from django.utils.translation import gettext as _

from campaigns.models import Campaign, Membership


def owner_fields(campaign: Campaign) -> dict[str, forms.Field]:
    """Whose a character is, and whether the table sees it: the GM's to say."""
    players = Membership.objects.filter(campaign=campaign, left=None, role__in=("gm", "player"))
    named = [(str(membership.pk), membership.name) for membership in players.order_by("name")]
    return {
        "owner": forms.ChoiceField(
            label=_("Player"),
            choices=[("", _("none (GM character)")), *named],
            required=False,
        ),
        "hidden": forms.BooleanField(
            label=_("Hidden from the players for now"),
            required=False,
            help_text=_("You can reveal them from their page."),
        ),
    }
