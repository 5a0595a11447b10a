"""Invitations: made and closed by a GM, used by whoever holds the link."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.models import User
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from campaigns.access import MemberRequest, anyone, gms_only
from campaigns.accounts import address_of, sign_in
from campaigns.forms.fields import Posted
from campaigns.forms.people import AccountForm, InvitationForm, JoinForm
from campaigns.models import Invitation, Membership
from campaigns.queries import home
from campaigns.queries.games import games_of
from campaigns.services.accounts import invitations as services
from campaigns.services.accounts.in_demo import refuse_in_demo
from campaigns.services.accounts.new_accounts import NameTaken
from campaigns.services.limits import JOIN, UNKNOWN_LINK
from campaigns.views.absolute_urls import address_for_others, home_of, only_here
from campaigns.views.live_page import live_page, render_page
from campaigns.views.page_context import page_context
from campaigns.views.qr import qr_code
from campaigns.views.refusals import answering_refusals


@gms_only
@require_http_methods(["GET", "HEAD", "POST"])
@answering_refusals
@live_page
def invitations(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """The open invitations, and a new one. Its link is shown in this one answer and never again."""
    refuse_in_demo(request.member.campaign)
    form = InvitationForm(request.POST or None)
    link, status = "", 200
    if request.method == "POST":
        if form.is_valid():
            link, status = _new_link(request, form)
            form = InvitationForm()
        else:
            status = 422
    opened = Invitation.objects.filter(campaign=campaign_id, revoked=False, uses_left__gt=0)
    context = {
        "form": form,
        "people": home.people(request.member.campaign),
        "open_invitations": opened.filter(expires__gt=timezone.now()).order_by("expires"),
        "link": link,
        "qr": qr_code(link) if link else "",
        "only_here": only_here(link),
    }
    return render_page(request, "people/invitations.html", page_context(request) | context, status=status)


def _new_link(request: MemberRequest, form: InvitationForm) -> tuple[str, int]:
    """The link of a new invitation, and the answer's status; none for a form that came before."""
    try:
        _made, token = services.invite(actor=request.member, **form.cleaned_data)
    except services.AlreadyMade:
        told = _(
            "This link was already created and is shown only once. If you don't have it, revoke "
            "it and create another."
        )
        messages.error(request, told)
        return "", 409
    return address_for_others(request, reverse("join_campaign", args=[token])), 200


@gms_only
@require_POST
def revoke_invitation(request: MemberRequest, campaign_id: UUID, invitation_id: int) -> HttpResponse:
    if not services.revoke(actor=request.member, invitation_id=invitation_id):
        raise Http404
    messages.success(request, _("That link no longer works."))
    return redirect("invitations", campaign_id)


@anyone
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
@answering_refusals
def join_campaign(request: HttpRequest, token: str) -> HttpResponse:
    """Where an invitation leads: what it is for, then a name at the table, and an account where there is none."""
    try:
        invitation = services.find_open(token)
        member = invitation.campaign.memberships.filter(user=request.user.pk, left=None).first()
        if member is not None:
            raise services.AlreadyMember(member)
        if request.method != "POST":
            return _join_page(request, invitation, _forms(request, None))
        JOIN.take(token)
        forms = _forms(request, request.POST)
        if not _wants_password(request, invitation):
            del forms[1:]
        # A list and not a generator: each form has to find its faults.
        if not all([form.is_valid() for form in forms]):  # noqa: C419  # every form is asked, so that all faults show
            return _join_page(request, invitation, forms, status=422)
        member = _join(request, token, forms)
    except NameTaken:
        forms[-1].add_error("username", _("That username was just taken. Choose another."))
        return _join_page(request, invitation, forms, status=422)
    except services.AlreadyMember as already:
        messages.info(request, _("You are already a member, as %(name)s.") % {"name": already.member.name})
        return redirect(home_of(already.member.campaign))
    except services.InvitationClosed as closed:
        UNKNOWN_LINK.take(address_of(request))
        status = 404 if closed.why == "unknown" else 410
        return render(request, "people/join_closed.html", {"why": closed.why}, status=status)
    messages.success(request, _("You have joined %(campaign)s.") % {"campaign": member.campaign.name})
    known = games_of(member)
    if member.role == "player" and len(known.here) == 1 and not known.own:
        return redirect("make_character", member.campaign_id, *known.here)  # there is nothing else to choose
    return redirect(home_of(member.campaign))


def _forms(request: HttpRequest, data: Posted | None) -> list[Form]:
    name = request.user.get_username()
    forms: list[Form] = [JoinForm(data, initial={"name": name})]
    if not request.user.is_authenticated:
        forms.append(AccountForm(data))
    return forms


def _wants_password(request: HttpRequest, invitation: Invitation) -> bool:
    """Whether a new account gets a name and a password at once: a GM's always, else where one of them was typed."""
    return invitation.role == "gm" or any(request.POST.get(name) for name in AccountForm.base_fields)


def _join(request: HttpRequest, token: str, forms: list[Form]) -> Membership:
    name = forms[0].cleaned_data["name"]
    if isinstance(request.user, User):
        return services.join(user=request.user, token=token, name=name)
    if len(forms) > 1:
        values = forms[1].cleaned_data
        member = services.join_with_new_account(
            username=values["username"], password=values["password1"], token=token, name=name
        )
    else:
        member = services.join_by_name(token=token, name=name)
    sign_in(request, member.user)
    return member


def _join_page(
    request: HttpRequest, invitation: Invitation, forms: list[Form], status: int = 200
) -> HttpResponse:
    if not request.user.is_authenticated and len(forms) < 2:
        forms = [*forms, AccountForm()]
    context = {
        "invitation": invitation,
        "forms": forms,
        "account_form": forms[1] if len(forms) > 1 else None,
        "needs_password": invitation.role == "gm",
        "login_url": f"{reverse('account_login')}?next={request.path}",
    }
    return render(request, "people/join.html", context, status=status)
