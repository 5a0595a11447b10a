"""The page of any record: what it is, as far as this viewer may read it."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from campaigns.access import MemberRequest, get_record_to_see, members_only
from campaigns.forms.people import new_key
from campaigns.queries import records
from campaigns.queries.layouts.plain import page_of
from campaigns.state.kinds import KINDS
from campaigns.viewing import Viewer
from campaigns.views.faces import shown_face
from campaigns.views.live_page import live_page, render_page
from campaigns.views.page_context import page_context

SHOWN = tuple(name for name in KINDS if page_of(name))


@members_only
@require_safe
@live_page
def record(request: MemberRequest, campaign_id: UUID, record_id: UUID) -> HttpResponse:
    """A record's page; characters and demons have theirs under names of their own."""
    sheet = get_record_to_see(request.viewer, record_id, SHOWN)
    name = page_of(sheet.kind.name)
    if name != "record":
        return redirect(name, campaign_id, record_id)
    return render_record(request, sheet.id)


def render_record(request: MemberRequest, record_id: str) -> HttpResponse:
    """The page of a record that was checked to exist for this viewer."""
    context = page_context(request, here="cast")
    campaign, viewer, rights = request.member.campaign, Viewer.of(request.viewer), context["rights"]
    table, questions = context["state"], context["questions"]
    page = records.record_page(campaign, viewer, rights, record_id, table, questions)
    shown = {"page": page, **shown_face(request, page.member), "key": new_key()}
    return render_page(request, "records/record.html", context | shown)
