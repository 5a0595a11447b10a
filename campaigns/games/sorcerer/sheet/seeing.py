"""Who sees a demon: the GM taps whom and why, and each of them rolls on their own page (SOR-DCONF-04, SOR-TELL-03)."""

from collections.abc import Sequence
from typing import Final

from django import forms
from django.http import QueryDict
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.forms.asking import may_be_asked
from campaigns.forms.fields import choice_field
from campaigns.forms.people import ActForm
from campaigns.models import Campaign, Membership
from campaigns.queries.cast import Member
from campaigns.services.asking import ask_players
from campaigns.services.play.playing import Played
from campaigns.viewing import Viewer
from rules import words
from rules.kernel.errors import RuleViolation
from rules.kernel.values import Values

SIGHT: Final = "sorcerer.first_sight"
TELLTALE: Final = "sorcerer.spot_telltale"
OCCASIONS: Final = ("first_demon", "new_type", "unexpected")


class SeenForm(ActForm):
    """Those who see a demon, and what it is to them."""

    who = forms.MultipleChoiceField(
        label=gettext_lazy("Who sees it"),
        error_messages={"required": gettext_lazy("Choose who sees it.")},
    )
    how = forms.ChoiceField()

    def __init__(self, data: QueryDict | None = None, *, people: Sequence[Member]) -> None:
        super().__init__(data)
        choice_field(self, "who").choices = [(one.id, one.name) for one in people]
        choice_field(self, "how").choices = ways()


def ways() -> list[tuple[str, str]]:
    """What it may be to them: an occasion of a shock, or a telltale to spot."""
    shocks = [(one, words.choice_words("sorcerer", one)) for one in OCCASIONS]
    return [*shocks, (TELLTALE, words.action_words(TELLTALE)[0])]


def rolled_by_gm(campaign: Campaign, demon: str) -> list[tuple[str, str]]:
    """The same of a demon that no player may be asked about: its name in a question would tell of it."""
    telltale = _form(campaign, TELLTALE, target=demon)
    shocks = {way: _form(campaign, SIGHT, demon=demon, occasion=way) for way in OCCASIONS}
    return [(label, shocks.get(way, telltale)) for way, label in ways()]


def _form(campaign: Campaign, action: str, **given: str) -> str:
    return f"{reverse('play_action', args=[campaign.pk, action])}?{urlencode(given)}"


def onlookers(campaign: Campaign, viewer: Viewer) -> list[Member]:
    """Players' characters in play and in their hands."""
    return [one for one, _player in may_be_asked(campaign, viewer, "character")]


def ask_who_sees(*, actor: Membership, demon: str, who: Sequence[Member], how: str, key: str) -> Played:
    """Ask each of them to roll. `RuleViolation` where somebody without Lore would spot a telltale (SOR-TELL-06)."""
    if how == TELLTALE:
        if blind := next((one for one in who if not one["lore"]), None):
            told = _("%(name)s has no Lore: only sorcerers recognize a telltale.") % {"name": blind.name}
            raise RuleViolation(told, clause="SOR-TELL-06")
        settled: dict[str, Values] = {
            one.id: {"spotter": {"id": one.id}, "target": {"id": demon}} for one in who
        }
        return ask_players(actor=actor, action=TELLTALE, settled=settled, key=key)
    about: Values = {"demon": {"id": demon}, "occasion": how}
    settled = {one.id: {**about, "character": {"id": one.id}} for one in who}
    return ask_players(actor=actor, action=SIGHT, settled=settled, key=key)
