"""Controls that stand beside the act's own: draws by hand, what is kept back from players, and the seal."""

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.forms.action.hand_draws import hand_field, places_field
from campaigns.forms.action.hiding import HIDE, hide_field, hideable
from campaigns.game import TABLE, game_of
from campaigns.models import Campaign
from campaigns.policy import Rights
from rules import catalogue


def kept_controls(
    campaign: Campaign, rights: Rights, action: str, *, may_ask: bool
) -> dict[str, forms.Field]:
    """Those that this member has in the form of an action, by name."""
    found: dict[str, forms.Field] = {}
    system = action.partition(".")[0]
    if system == TABLE:
        return found
    playing = game_of(action).playing
    # Of a deck that is kept here nobody writes cards down.
    is_thrown = catalogue.find(action).may_draw and not playing.keeps_draws(campaign, action)
    if rights.agreed("hand_dice") and is_thrown:
        found["hand"] = places_field() if action in playing.draws_places else hand_field(system)
    if may_ask and (may_hide := hideable(action, rights.member)):
        found[HIDE] = hide_field(system, may_hide[0], is_asking=False)
    if rights.may_seal(action):
        label = _("Seal it: only the GM can read this until it is revealed")
        found["seal"] = forms.BooleanField(label=label, required=False)
    return found
