"""What the GM may keep back of an act that they put to a player, until it is played (DEC-INTENS-10)."""

from typing import TYPE_CHECKING

from django import forms
from django.utils.translation import gettext as _

from campaigns.game import game_of
from rules import words

if TYPE_CHECKING:
    from campaigns.forms.action.form import ActionForm

HIDE = "keep_hidden"


def hideable(form: "ActionForm") -> tuple[str, ...]:
    """The fields that are kept back together; empty where nothing may be."""
    return game_of(form.action).waiting.may_hide.get(form.action, ()) if form.member.is_gm else ()


def hide_field(form: "ActionForm") -> forms.Field:
    label = _("Keep it hidden until the throw: %(what)s") % {
        "what": words.field_words(form.system, hideable(form)[0])[0]
    }
    told = "" if form.is_asking else _("Where their player is asked.")
    return forms.BooleanField(label=label, help_text=told, required=False)


def kept_back(form: "ActionForm") -> tuple[str, ...]:
    """What is kept back of what is settled in a form that was sent."""
    return hideable(form) if form.cleaned_data.get(HIDE) else ()
