"""The moment that travels with what an open page is sent: it is no part of the page."""

from typing import Final

from django.http import HttpResponse
from django.template.loader import render_to_string

from campaigns.access import MemberRequest
from campaigns.queries import moments
from campaigns.queries.moments import Staged
from campaigns.templatetags.telling_steps import ToldStep
from campaigns.viewing import Viewer

MOMENT: Final = "X-Moment"
"""The number of the entry whose moment an answer brings."""


def bring_moment(request: MemberRequest, answer: HttpResponse, after: int) -> HttpResponse:
    """The answer to an open page, with the newest moment after an entry, where there is one for this viewer."""
    campaign, viewer = request.member.campaign, Viewer.of(request.viewer)
    found = moments.newest(campaign, viewer, request.member, after)
    if found is None:
        return answer
    if isinstance(found.told, Staged):
        one = found.told
        given = {"staged": one, "told_step": ToldStep(one.step, one.shown)}
        answer.write(render_to_string("components/_moment.html", given))
    else:
        answer.write(render_to_string("components/_moment_shadow.html"))
    answer[MOMENT] = str(found.seq)
    return answer
