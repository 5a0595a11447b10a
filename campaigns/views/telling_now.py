"""Whispers, and what is shown now: how they are sent, and how what came is put away."""

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.access import (
    MemberRequest,
    get_image_to_see,
    gms_only,
    members_and_stages,
    members_only,
    players_only,
)
from campaigns.forms.fields import Posted
from campaigns.forms.settings import WHISPERS
from campaigns.forms.telling_now import NOTHING, ShowForm, ShowPictureForm, WhisperForm
from campaigns.models import Membership
from campaigns.policy import NotAllowed, Rights, whispers_of
from campaigns.queries.deliveries import delivered
from campaigns.queries.palette import members_here
from campaigns.services import limits, telling_now
from campaigns.services.images import storing
from campaigns.services.images.uploads import MEGABYTE, ImageRefused, made_of
from campaigns.viewing import Viewer
from campaigns.views.absolute_urls import own_address
from campaigns.views.htmx import is_htmx
from campaigns.views.page_context import page_context
from campaigns.views.portraits import image_answer
from campaigns.views.refusals import answering_refusals


class Reader(TypedDict):
    """Somebody to whom this member may whisper, and who else reads it."""

    id: str
    name: str
    read_by: str


@players_only
@require_http_methods(["GET", "HEAD", "POST"])
@answering_refusals
def whisper(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """Words for some alone: whose they are is said where they are sent."""
    frame = page_context(request, "whisper")
    others = _others(request)
    readers = [one for one in others if _may_whisper(frame["rights"], one)]
    form = WhisperForm(readers, _sent(request), chosen=request.GET.getlist("to"))
    if request.method == "POST" and form.is_valid():
        try:
            _send(request, form.cleaned_data, readers)
        except telling_now.AgreedOtherwise as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, _("Your whisper was sent."))
            return redirect("table", campaign_id)
    policy = whispers_of(frame["rights"].policies)
    context: Mapping[str, Any] = {
        **frame,
        "form": form,
        "policy_now": policy,
        "agreed": WHISPERS[policy],
        "readers": [_reader(frame["rights"], one) for one in readers],
    }
    status = 422 if form.is_bound else 200
    return render(request, "telling/whisper.html", context, status=status)


def _send(request: MemberRequest, given: Mapping[str, Any], readers: Sequence[Membership]) -> None:
    to, key, agreed = given["to"], given["key"], given["agreed"]
    telling_now.whisper(actor=request.member, to=to, words=given["words"], key=key, agreed=agreed)
    rest = [str(one.pk) for one in readers if str(one.pk) not in to]
    if request.member.is_gm and given["decoy"] and rest:
        telling_now.whisper(actor=request.member, to=rest, words=str(NOTHING), key=f"{key}-nod")


@gms_only
@require_http_methods(["GET", "HEAD", "POST"])
@answering_refusals
def show_text(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """A text that comes onto the pages of everyone, or of some, at once."""
    form = ShowForm(_others(request), _sent(request), chosen=request.GET.getlist("to"))
    if request.method == "POST" and form.is_valid():
        telling_now.show_text(actor=request.member, **form.cleaned_data)
        messages.success(request, _("The text is on their pages now."))
        return redirect("table", campaign_id)
    context = page_context(request, "show") | {"form": form}
    return render(request, "telling/show.html", context, status=422 if form.is_bound else 200)


@gms_only
@require_http_methods(["GET", "HEAD", "POST"])
@answering_refusals
def show_picture(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """A picture, in the same way."""
    chosen = request.GET.getlist("to")
    form = ShowPictureForm(_others(request), _sent(request), request.FILES or None, chosen=chosen)
    if request.method == "POST" and form.is_valid():
        limits.UPLOAD.take(str(request.user.pk))
        given = form.cleaned_data
        try:
            images = made_of(given.pop("image").read())
            telling_now.show_picture(actor=request.member, images=images, **given)
        except ImageRefused as error:
            form.add_error("image", str(error))
        else:
            messages.success(request, _("The picture is on their pages now."))
            return redirect("table", campaign_id)
    quota: Mapping[str, Any] = {
        "form": form,
        "used": f"{round(storing.used(campaign_id) / MEGABYTE, 1):g}",
        "most": settings.IMAGES_MB,
    }
    context = {**page_context(request, "show"), **quota}
    return render(request, "telling/show_picture.html", context, status=422 if form.is_bound else 200)


@members_and_stages
@require_safe
def shown_picture(
    request: HttpRequest, viewer: Viewer, campaign_id: UUID, seq: int, size: int
) -> HttpResponse:
    """One size of the picture that an entry shows; 404 for whoever does not read it, also if they have its address."""
    return image_answer(request, get_image_to_see(viewer, campaign_id, seq, size), f"{seq}-{size}")


@members_only
@require_POST
def put_away(request: MemberRequest, campaign_id: UUID, seq: int) -> HttpResponse:
    """It was read: it stands on this member's pages no more."""
    telling_now.put_away(request.member, seq)
    if is_htmx(request):
        left = {"deliveries": delivered(request.member), "campaign": request.member.campaign}
        return render(request, "components/_deliveries.html", left)
    came_from = own_address(request, request.headers.get("Referer", ""))
    return redirect(came_from or reverse("campaign_home", args=[campaign_id]))


def _sent(request: MemberRequest) -> Posted | None:
    return request.POST if request.method == "POST" else None


def _others(request: MemberRequest) -> list[Membership]:
    return [one for one in members_here(request.member.campaign) if one.pk != request.viewer.pk]


def _may_whisper(rights: Rights, to: Membership) -> bool:
    try:
        telling_now.check_whisper(rights, [to])
    except NotAllowed:
        return False
    return True


def _reader(rights: Rights, to: Membership) -> Reader:
    if to.is_gm or not telling_now.gm_reads(rights, [to]):
        read_by = _("Read by %(name)s and you") % {"name": to.name}
    else:
        read_by = _("Read by %(name)s, you and the GM") % {"name": to.name}
    return {"id": str(to.pk), "name": to.name, "read_by": read_by}
