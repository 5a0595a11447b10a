"""The recap of a session, in the group's own words."""

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.forms.fields import WordsField
from campaigns.models import Recap


class RecapForm(forms.Form):
    """The text, and which text it was written from."""

    text = WordsField(
        label=_("Recap"),
        max_length=Recap.LONGEST,
        help_text=_(
            "Write it in your own words. Each line is a paragraph, a line starting with ## is a "
            "heading, and [12] links to entry 12."
        ),
        widget=forms.Textarea(attrs={"rows": 20, "class": "recap-text"}),
    )
    revision = forms.IntegerField(min_value=0, max_value=10**6, widget=forms.HiddenInput)
