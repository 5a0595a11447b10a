"""The stylebook: every part of a page in sample states, to look at and to test against."""

import segno
from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from campaigns.access import anyone
from campaigns.views import stylebook_samples as samples
from campaigns.views.refusals import counting_strangers
from campaigns.views.stylebook_plots import plots

PAGES = {"parts": "stylebook.html", "table": "stylebook/table.html", "cover": "stylebook/cover.html"}


class SampleForm(forms.Form):
    """One field of every kind."""

    name = forms.CharField(label=_("True name"), max_length=80, help_text=_("As it is spoken in the circle."))
    power = forms.IntegerField(label=_("Power"), min_value=1, max_value=100)
    kind = forms.ChoiceField(label=_("Type"), choices=[("object", _("Object")), ("parasite", _("Parasite"))])
    favours = forms.ChoiceField(
        label=_("The Binding favours"),
        choices=[("sorcerer", _("The sorcerer")), ("demon", _("The demon"))],
        widget=forms.RadioSelect,
    )
    chosen = forms.BooleanField(label=_("This was my own choice"), required=False)
    desire = forms.CharField(label=_("What it desires"), widget=forms.Textarea, required=False)


@anyone
@require_safe
@counting_strangers
def stylebook(request: HttpRequest, page: str = "parts") -> HttpResponse:
    if page not in PAGES:
        raise Http404
    if page == "parts":
        messages.success(request, _("The demon is bound."))
        messages.error(
            request, _("That page was out of date. Your input is kept. Check it and send it again.")
        )
    context = {
        "campaign_name": _("The Tallow House"),
        "campaign_url": "#main",
        "scene": _("The cellar beneath St. Anne"),
        "clock": _("Day 12, 23:40"),
        "live": "open",
        "nav": samples.nav("#"),
        "here": "act",
        "contests": samples.contests(),
        "odds": samples.ODDS,
        "entries": samples.entries(),
        "cast": samples.cast(),
        "pendings": samples.pendings(),
        "tracks": samples.tracks(),
        "tabs": samples.tabs(),
        "refusal": samples.refusal(),
        "numbers": samples.NUMBERS,
        "majors": samples.MAJORS,
        "plots": plots(),
        "qr_sample": qr_code(samples.ADDRESS),
        "address": samples.ADDRESS,
        "form": SampleForm(),
        "faulty_form": SampleForm({"name": "", "power": "0"}),
    }
    return render(request, PAGES[page], context)


def qr_code(address: str) -> str:
    drawn = segno.make(address).svg_inline(omitsize=True, border=0)
    return mark_safe(drawn)  # noqa: S308  # drawn by segno from modules, the address is not in it
