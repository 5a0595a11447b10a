"""A campaign brought in from a file."""

from django import forms
from django.utils.translation import gettext_lazy as _


class ImportForm(forms.Form):
    file = forms.FileField(
        label=_("File"),
        help_text=_("The whole campaign as exported by its GM: a .zip, .jsonl or .jsonl.gz file."),
        max_length=200,
        widget=forms.FileInput(attrs={"class": "input", "accept": ".zip,.jsonl,.gz"}),
    )
