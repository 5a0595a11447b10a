"""Portraits: the image itself, for whoever may see whose it is, and the page on which one is set or removed."""

from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.access import (
    MemberRequest,
    get_image_to_see,
    get_record_of_ones_own,
    members_and_stages,
    players_only,
)
from campaigns.forms.images import PortraitForm
from campaigns.forms.people import new_key, sent_key
from campaigns.models import Record
from campaigns.models.images import StoredImage
from campaigns.queries import cast
from campaigns.queries.faces import face_of
from campaigns.queries.layouts.plain import page_of
from campaigns.services import limits
from campaigns.services.images import portraits, storing
from campaigns.services.images.uploads import MEGABYTE, ImageRefused, made_of
from campaigns.state.unit_of_work import Sheet
from campaigns.viewing import Viewer
from campaigns.views.faces import portrayed
from campaigns.views.page_context import page_context
from campaigns.views.refusals import answering_refusals

ASKED_EACH_TIME = "private, no-cache"
"""A browser may keep an image, and asks each time whether it is still to be seen."""


@members_and_stages
@require_safe
def portrait_image(
    request: HttpRequest, viewer: Viewer, campaign_id: UUID, portrait_id: UUID, size: int
) -> HttpResponse:
    """One size of a portrait; 404 for whoever may not see whose it is, also if they have its address."""
    image = get_image_to_see(viewer, campaign_id, portrait_id, size)
    return image_answer(request, image, f"{portrait_id}-{size}")


def image_answer(request: HttpRequest, image: StoredImage, use: str) -> HttpResponse:
    """An image, known again by what it is used for: a hash would tell who has the same file."""
    etag = f'"{use}"'
    whole = HttpResponse(bytes(image.data), content_type="image/webp")
    for name, value in (
        ("ETag", etag),
        ("Cache-Control", ASKED_EACH_TIME),
        ("Content-Disposition", "inline"),
    ):
        whole[name] = value
    return get_conditional_response(request, etag=etag, response=whole) or whole


@players_only
@require_http_methods(["GET", "HEAD", "POST"])
@answering_refusals
def portrait(request: MemberRequest, campaign_id: UUID, record_id: UUID) -> HttpResponse:
    """Set somebody's portrait, or another in its place: for their player, and for the GM."""
    sheet = get_record_of_ones_own(request.viewer, record_id, portrayed())
    form = PortraitForm(request.POST, request.FILES) if request.method == "POST" else PortraitForm()
    if form.is_valid():
        limits.UPLOAD.take(str(request.user.pk))
        try:
            images = made_of(form.cleaned_data["image"].read())
            key = form.cleaned_data["key"]
            portraits.set_portrait(actor=request.member, record_id=sheet.id, images=images, key=key)
        except ImageRefused as error:
            form.add_error("image", str(error))
        else:
            messages.success(request, _("The portrait of %(name)s was set.") % {"name": sheet.name})
            return redirect(_page(campaign_id, sheet))
    return _form_page(request, sheet, form)


@players_only
@require_POST
@answering_refusals
def remove_portrait(request: MemberRequest, campaign_id: UUID, record_id: UUID) -> HttpResponse:
    """The sigil stands there again, in one tap."""
    sheet = get_record_of_ones_own(request.viewer, record_id, portrayed())
    key = sent_key(request.POST)
    portraits.remove_portrait(actor=request.member, record_id=sheet.id, key=key)
    messages.success(request, _("The portrait of %(name)s was removed.") % {"name": sheet.name})
    return redirect(_page(campaign_id, sheet))


def _form_page(request: MemberRequest, sheet: Sheet, form: PortraitForm) -> HttpResponse:
    campaign = request.member.campaign
    seen = cast.member(campaign, Viewer.of(request.viewer), Record.objects.get(pk=UUID(sheet.id)))
    context = page_context(request, here="cast") | {
        "form": form,
        "name": sheet.name,
        "record_id": sheet.id,
        "face": face_of(campaign, seen) if seen else None,
        "key": new_key(),
        "back_url": _page(campaign.pk, sheet),
        "used": f"{round(storing.used(campaign.pk) / MEGABYTE, 1):g}",
        "most": settings.IMAGES_MB,
    }
    return render(request, "characters/portrait.html", context, status=422 if form.errors else 200)


def _page(campaign_id: UUID, sheet: Sheet) -> str:
    return reverse(page_of(sheet.kind.name), args=[campaign_id, sheet.id])
