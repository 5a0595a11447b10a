"""NPCs in one line: a word, a number of them, a name."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from campaigns.access import MemberRequest, gms_only
from campaigns.forms.npcs import NpcLineForm
from campaigns.forms.templates import by_name
from campaigns.queries.creation import characters_made, names_known
from campaigns.queries.games import games_of
from campaigns.queries.templates import templates_of
from campaigns.services.characters import make_several
from campaigns.views.page_context import page_context
from campaigns.views.refusals import answering_refusals


@gms_only
@require_http_methods(["GET", "HEAD", "POST"])
@answering_refusals
def make_npcs(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """One of them or a group, numbered, in one act."""
    played = games_of(request.viewer).in_order()
    if request.method != "POST":
        return _page(request, NpcLineForm(played))
    own = [] if request.is_viewing_as else templates_of(request.user, played)
    form = NpcLineForm(played, request.POST, own=by_name(own))
    if not form.is_valid():
        return _page(request, form, status=422)
    given = form.cleaned_data
    asked = [given["line"], form.system, given["is_hidden"]]
    act = make_several(
        actor=request.member,
        choose=lambda: form.made(names_known(request.member)),
        asked=asked,
        key=given["key"],
    )
    names = characters_made(campaign_id, act.entry.seq)
    told = ngettext("%(names)s is in play.", "%(names)s are in play.", len(names))
    messages.success(request, told % {"names": ", ".join(names)})
    return redirect(f"{reverse('campaign_home', args=[campaign_id])}#cast")


def _page(request: MemberRequest, form: NpcLineForm, status: int = 200) -> HttpResponse:
    context = page_context(request, here="cast") | {"npc_form": form}
    return render(request, "characters/npcs.html", context, status=status)
