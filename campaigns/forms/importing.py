"""A campaign brought in from a file."""

from django import forms
from django.utils.translation import gettext_lazy as _


class ImportForm(forms.Form):
    file = forms.FileField(
        label=_("The file"),
        help_text=_("The whole campaign, as its GM took it: a name that ends in .jsonl or .jsonl.gz."),
        max_length=200,
        widget=forms.FileInput(attrs={"class": "input", "accept": ".jsonl,.gz"}),
    )
