"""Who belongs to a campaign: roles, characters in hands, leaving; and whether a phone can reach the table."""

from uuid import UUID, uuid4

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.access import (
    MemberRequest,
    UserRequest,
    anyone,
    get_member_to_see,
    get_record_to_play,
    gms_as_themselves,
    gms_only,
    look_as,
    members_only,
    signed_in,
)
from campaigns.accounts import address_of
from campaigns.forms.fields import EXPIRED
from campaigns.forms.people import ActForm, HandOverForm, RoleForm
from campaigns.models import Membership, Record
from campaigns.models.people import COLOURS
from campaigns.queries.games import CHARACTERS
from campaigns.services import colours, limits
from campaigns.services import people as services
from campaigns.services.accounts import reset_links
from campaigns.services.hosting import addresses
from campaigns.views.absolute_urls import back_or, only_here
from campaigns.views.live_page import live_page, render_page
from campaigns.views.page_context import page_context
from campaigns.views.presence import presence_words
from campaigns.views.qr import qr_code
from campaigns.views.refusals import answering_refusals
from campaigns.views.resetting import shown_link


@members_only
@require_safe
@live_page
def people(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """Everybody who belongs, what is in their hands, and what a GM can change about it."""
    members = (
        Membership.objects.filter(campaign=campaign_id).select_related("user").order_by("left", "joined")
    )
    hands = Record.objects.filter(campaign=campaign_id, kind__in=CHARACTERS.values()).order_by("name")
    shown = hands if request.viewer.is_gm else hands.filter(visibility="table").exclude(owner=None)
    there = presence_words(request)
    rows = [
        {
            "member": member,
            "presence": there.get(str(member.pk)),
            "colours": colours.free(member) if member.pk == request.viewer.pk else (),
            "characters": [record for record in shown if record.owner_id == member.pk],
            "is_owner": member.user_id == request.member.campaign.owner_id,
            "is_self": member.pk == request.viewer.pk,
            "is_settled": member.pk == request.viewer.pk
            and member.user_id == request.member.campaign.owner_id,
            "form": RoleForm(initial={"role": member.role}, auto_id=f"role-{member.pk}-%s"),
        }
        for member in members
    ]
    context = {
        "rows": rows,
        "owns": request.user.pk == request.member.campaign.owner_id,
        "nobodys": [record for record in shown if record.owner_id is None],
        "is_gm": request.viewer.is_gm,
        "key": uuid4().hex,
    }
    return render_page(request, "people/people.html", page_context(request) | context)


@members_only
@require_POST
@answering_refusals
def choose_colour(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """Another colour for oneself."""
    wanted = request.POST.get("colour", "")
    if wanted not in COLOURS:
        raise BadRequest(EXPIRED)
    limits.SIGN.take(str(request.member.pk))
    colours.choose(member=request.member, colour=wanted)
    return redirect("people", campaign_id)


@gms_as_themselves
@require_POST
def look(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """See the pages as somebody else does, or with one's own eyes again."""
    look_as(request, request.POST.get("as", ""))
    return back_or(request, reverse("people", args=[campaign_id]))


@gms_only
@require_POST
@answering_refusals
def change_role(request: MemberRequest, campaign_id: UUID, member_id: UUID) -> HttpResponse:
    member, form = get_member_to_see(request.member, member_id), RoleForm(request.POST)
    if not form.is_valid():
        return _faulty(request, form)
    services.change_role(actor=request.member, member=member, **form.cleaned_data)
    messages.success(request, _("The role of %(name)s was changed.") % {"name": member.name})
    return redirect("people", campaign_id)


@gms_only
@require_POST
@answering_refusals
def remove_member(request: MemberRequest, campaign_id: UUID, member_id: UUID) -> HttpResponse:
    member, form = get_member_to_see(request.member, member_id), ActForm(request.POST)
    if not form.is_valid():
        return _faulty(request, form)
    services.remove_member(actor=request.member, member=member, key=form.cleaned_data["key"])
    messages.success(request, _("%(name)s was removed from the campaign.") % {"name": member.name})
    return redirect("people", campaign_id)


@members_only
@require_http_methods(["GET", "HEAD", "POST"])
@answering_refusals
def leave_campaign(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    if request.method != "POST":
        owns = request.member.campaign.owner_id == request.user.pk
        return render(request, "people/leave.html", page_context(request) | {"form": ActForm(), "owns": owns})
    form = ActForm(request.POST)
    if not form.is_valid():
        return _faulty(request, form)
    services.leave(actor=request.member, key=form.cleaned_data["key"])
    messages.success(request, _("You have left %(campaign)s.") % {"campaign": request.member.campaign.name})
    return redirect("campaigns_list")


@gms_only
@require_POST
@answering_refusals
def make_reset_link(request: MemberRequest, campaign_id: UUID, member_id: UUID) -> HttpResponse:
    """A link for somebody who forgot their password, shown in this one answer."""
    member = get_member_to_see(request.member, member_id)
    token = reset_links.make_reset_link(actor=request.member, member=member)
    back = reverse("people", args=[campaign_id])
    return shown_link(request, token, member.name, back, page_context(request))


@gms_only
@require_http_methods(["GET", "HEAD", "POST"])
@answering_refusals
def hand_over(request: MemberRequest, campaign_id: UUID, record_id: UUID) -> HttpResponse:
    """A character of any system into other hands."""
    character = get_record_to_play(request.member, record_id, kinds=CHARACTERS.values())
    data = request.POST if request.method == "POST" else None
    is_hidden = character.about["visibility"] != "table"
    owner = character.about["owner"]
    form = HandOverForm(data, campaign_id=campaign_id, owner=owner, is_hidden=is_hidden)
    if data is None or not form.is_valid():
        player = Membership.objects.filter(pk=owner).first() if owner else None
        context = page_context(request) | {"form": form, "character": character, "player": player}
        return render(request, "people/hand_over.html", context, status=200 if data is None else 422)
    services.hand_over(actor=request.member, record_id=character.id, **form.cleaned_data)
    messages.success(request, _("%(name)s has a new player.") % {"name": character.name})
    return redirect("people", campaign_id)


@signed_in
@require_safe
def can_reach(request: UserRequest) -> HttpResponse:
    """Can my phone reach this? The addresses to try, and who was seen."""
    urls = addresses.table_urls()
    link = f"{urls[0]}{reverse('reached')}"
    context = {"urls": urls, "link": link, "qr": qr_code(link), "devices": addresses.devices_seen()}
    context["only_here"] = only_here(link)
    return render(request, "people/can_reach.html", context)


@signed_in
@require_safe
def devices_seen(request: UserRequest) -> HttpResponse:
    """The part of the page above that is asked for again and again."""
    return render(request, "people/_devices_seen.html", {"devices": addresses.devices_seen()})


@anyone
@require_safe
def reached(request: HttpRequest) -> HttpResponse:
    """A device got here: that is all there is to prove."""
    addresses.note_device(address_of(request))
    return render(request, "people/reached.html")


def _faulty(request: MemberRequest, form: ActForm) -> HttpResponse:
    return render(request, "people/faulty.html", page_context(request) | {"form": form}, status=422)
