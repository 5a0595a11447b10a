"""The one page of Lanterns: who still has Light."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaigns.access import MemberRequest, members_only
from campaigns.queries import records
from campaigns.viewing import Viewer
from campaigns.views.page_context import page_context


@members_only
@require_safe
def lanterns(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """Everybody with a lantern whom this viewer sees, by how much Light is left."""
    seen = records.around(request.member.campaign, Viewer.of(request.viewer), "lanterns.character")
    bearers = sorted(seen.values(), key=lambda one: one.fields["light"], reverse=True)
    return render(
        request, "games/lanterns/lanterns.html", page_context(request, here="table") | {"bearers": bearers}
    )
