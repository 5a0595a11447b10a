"""A sorcerer's sheet."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from campaigns.access import MemberRequest, get_record_to_see, gms_only
from campaigns.forms.people import new_key, sent_key
from campaigns.games.sorcerer.sheet import reading
from campaigns.services.asking import ask_player
from campaigns.state.unit_of_work import Sheet
from campaigns.viewing import Viewer
from campaigns.views.faces import shown_face
from campaigns.views.live_page import render_page
from campaigns.views.page_context import page_context
from campaigns.views.refusals import answering_refusals
from rules.kernel.values import Values
from rules.sorcerer.allowed import CHECK


def character_page(request: MemberRequest, sheet: Sheet) -> HttpResponse:
    """The page of a sorcerer who exists for this viewer."""
    frame = page_context(request, here="cast")
    viewer = Viewer.of(request.viewer)
    page = reading.character_page(
        request.member.campaign, viewer, frame["rights"], sheet.id, frame["questions"]
    )
    context = frame | {"page": page, **shown_face(request, page.member), "key": new_key()}
    return render_page(request, "games/sorcerer/sheet/character.html", context)


@gms_only
@require_POST
@answering_refusals
def ask_check(request: MemberRequest, campaign_id: UUID, record_id: UUID, change: str) -> HttpResponse:
    """The GM asks the player for a check of a decision, in one tap; to make it is theirs (SOR-HUMANITY-04)."""
    sheet = get_record_to_see(request.member, record_id, {"character"})
    key = sent_key(request.POST)
    settled: Values = {"character": {"id": sheet.id}, "change": change}
    ask_player(actor=request.member, action=CHECK, who=sheet.id, settled=settled, key=key)
    messages.success(request, _("%(name)s is asked for a Humanity check.") % {"name": sheet.name})
    return redirect("character", campaign_id, sheet.id)
