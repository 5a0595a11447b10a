"""A human of the GM's, brought into play by name and scores alone."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from campaigns.access import MemberRequest, gms_only
from campaigns.games.sorcerer.sheet.bystander_form import SCORES, BystanderForm
from campaigns.services.characters import NewCharacter, make_character
from campaigns.viewing import GM, TABLE
from campaigns.views.page_context import page_context
from campaigns.views.refusals import answering_refusals

CONFLICT = "conflict"


@gms_only
@require_http_methods(["GET", "HEAD", "POST"])
@answering_refusals
def make_bystander(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """Somebody who needs no Price, no Kicker and no demon. Who comes from a round of conflict goes back to it."""
    if request.method != "POST":
        return _page(request, BystanderForm(), request.GET.get("back", ""))
    form, back = BystanderForm(request.POST), request.POST.get("back", "")
    if not form.is_valid():
        return _page(request, form, back, status=422)
    given = form.cleaned_data
    fields = {name: given[name] for name in SCORES} | {"state": "active"}
    seen_by = GM if given["is_hidden"] else TABLE
    made = NewCharacter("character", given["name"], fields, owner=None, visibility=seen_by)
    _played, record = make_character(actor=request.member, character=made, key=given["key"])
    messages.success(request, _("%(name)s is in play.") % {"name": given["name"]})
    if back == CONFLICT:
        return redirect(f"{reverse('conflict', args=[campaign_id])}?who={record}#now")
    return redirect("character", campaign_id, record)


def _page(request: MemberRequest, form: BystanderForm, back: str, status: int = 200) -> HttpResponse:
    context = page_context(request, here="cast") | {"form": form, "back": back if back == CONFLICT else ""}
    return render(request, "games/sorcerer/sheet/bystander.html", context, status=status)
