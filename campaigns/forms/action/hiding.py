"""What the GM may keep back of an act that they put to a player, until it is played (DEC-INTENS-10)."""

from collections.abc import Mapping

from django import forms
from django.utils.translation import gettext as _

from campaigns.game import game_of
from campaigns.models import Membership
from rules import words

HIDE = "keep_hidden"


def hideable(action: str, member: Membership) -> tuple[str, ...]:
    """The fields that are kept back together; empty where nothing may be."""
    return game_of(action).waiting.may_hide.get(action, ()) if member.is_gm else ()


def hide_field(system: str, name: str, *, is_asking: bool) -> forms.Field:
    label = _("Keep “%(what)s” hidden until the throw") % {"what": words.field_words(system, name)[0]}
    told = "" if is_asking else _("Only if you ask their player for it.")
    return forms.BooleanField(label=label, help_text=told, required=False)


def kept_back(action: str, member: Membership, sent: Mapping[str, object]) -> tuple[str, ...]:
    """What is kept back of what is settled in a form that was sent."""
    return hideable(action, member) if sent.get(HIDE) else ()
