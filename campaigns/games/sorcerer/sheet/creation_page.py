"""The page on which a sorcerer is made, and the demon that they begin with."""

from django.contrib import messages
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _

from campaigns.access import MemberRequest, rights_of
from campaigns.game import Creation
from campaigns.games.sorcerer.sheet import acts as creating
from campaigns.games.sorcerer.sheet.creation_form import CreationForm
from campaigns.games.sorcerer.sheet.demon_form import rows_in
from campaigns.games.sorcerer.sheet.faults import tell
from campaigns.games.sorcerer.sheet.from_template import typed_by
from rules.reference import Clause, find_clause

MARGINS = {
    "scores": (
        "SOR-CREATE-01",
        "SOR-CREATE-02",
        "SOR-CREATE-03",
        "SOR-DESC-01",
        "SOR-DESC-03",
        "SOR-DESC-04",
    ),
    "cover": ("SOR-CREATE-04", "SOR-CREATE-06", "SOR-CREATE-07", "SOR-PRICE-01", "SOR-PRICE-03"),
    "story": ("SOR-CREATE-08", "SOR-CREATE-09", "SOR-CREATE-10"),
    "demon": ("SOR-CREATE-05", "SOR-DEMON-02", "SOR-DEMON-04", "SOR-DEMON-05", "SOR-DEMON-06", "SOR-ABIL-01"),
    "types": ("SOR-DEMON-13", "SOR-DEMON-14", "SOR-DEMON-15", "SOR-DEMON-16", "SOR-DEMON-17"),
}
"""The rules that stand beside each part of a sorcerer's page."""


def margins() -> dict[str, dict[str, list[Clause]]]:
    """The clauses that stand beside each part."""
    return {"margins": {part: [find_clause(one) for one in ids] for part, ids in MARGINS.items()}}


def _form(request: MemberRequest, data: MultiValueDict[str, str] | None, more: str) -> CreationForm:
    viewer = request.viewer
    may_approve = rights_of(viewer).gives_rulings
    count = rows_in(data or {}, bool(more))
    return CreationForm(request.member.campaign, viewer, data, rows=count, may_approve=may_approve)


def _make_sorcerer(request: MemberRequest, form: CreationForm) -> str | None:
    """The sorcerer's id; None where the rules found a fault after all, which then stands in the form."""
    key = form.cleaned_data["key"]
    try:
        _played, made = creating.make_sorcerer(actor=request.member, sorcerer=form.sorcerer(), key=key)
    except creating.Unsound as error:
        form.faults += tell(form, error.problems)
        return None
    if form.sorcerer().waits:
        messages.success(
            request, _("The GM is asked about your Price. The sorcerer is ready once they agree.")
        )
    elif form.demon().get("need"):
        messages.success(request, _("The sorcerer and the demon have been created."))
    else:
        messages.success(request, _("The sorcerer has been created. The GM completes the demon next."))
    return made


CREATION = Creation("games/sorcerer/sheet/new.html", _form, _make_sorcerer, margins, typed_by)
