"""One's own account: signing in, the password, the sessions; and a new password by a GM's link."""

from allauth.account import views as allauth_views
from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns import known_browsers
from campaigns.access import UserRequest, anyone, signed_in
from campaigns.accounts import address_of, network_of, sign_in
from campaigns.forms.people import AccountForm, LinkForForm, NewPasswordForm
from campaigns.services.accounts import notices, reset_links
from campaigns.services.accounts.new_accounts import NameTaken, is_guest, keep_account
from campaigns.services.hosting import first_run
from campaigns.services.limits import LOG_IN, LOG_IN_ANYWHERE, RESET, UNKNOWN_LINK
from campaigns.views.refusals import answering_refusals
from campaigns.views.resetting import shown_link


@anyone
@sensitive_post_parameters()
@answering_refusals
def log_in(request: HttpRequest) -> HttpResponse:
    """By name and password."""
    name = request.POST.get("login", "").strip().casefold()
    counted = _count_try(request, name) if request.method == "POST" and name else ""
    show = allauth_views.LoginView.as_view(extra_context={"is_first_run": not first_run.is_done()})
    response = _answered(request, show(request))
    # Whoever was signed in already is sent on without a password, and clears nobody else's count.
    if request.user.is_authenticated and request.user.get_username().casefold() == name:
        LOG_IN.forget(counted)
    return response


def _count_try(request: HttpRequest, name: str) -> str:
    """One try of a name, counted so that nobody uses up another's: the key of the count that it went to.

    A browser that signed in by that name before has a count of its own. The others share one for each address, and
    one for all addresses together that makes guessing from many of them slow.
    """
    browser = known_browsers.read(request.COOKIES.items())
    if browser is not None and browser.knows(name):
        LOG_IN.take(known := f"{browser.id} {name}")
        return known
    LOG_IN.take(here := f"{network_of(request)} {name}")
    LOG_IN_ANYWHERE.take(name)
    return here


@signed_in
@sensitive_post_parameters()
def change_password(request: UserRequest) -> HttpResponse:
    """A new password. Sessions under the old one end; this one goes on. Whoever has none yet chooses a name, too."""
    if is_guest(request.user):
        return _set_first_password(request)
    return _answered(request, allauth_views.password_change(request))


def _set_first_password(request: UserRequest) -> HttpResponse:
    form = AccountForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        try:
            is_kept = keep_account(
                guest=request.user, username=given["username"], password=given["password1"]
            )
        except NameTaken:
            form.add_error("username", _("That username was just taken. Choose another."))
        else:
            if is_kept:
                sign_in(request, User.objects.get(pk=request.user.pk))
                messages.success(request, _("Your password is set. Log in with it on any device."))
            return redirect("account_home")
    status = 422 if request.method == "POST" else 200
    return render(request, "account/first_password.html", {"form": form}, status=status)


@anyone
@require_safe
def forgotten_password(request: HttpRequest) -> HttpResponse:
    """This table sends no mail: the way to a new password is a link made by the GM."""
    return render(request, "account/forgotten.html")


@anyone
@require_safe
def make_account(request: HttpRequest) -> HttpResponse:
    """Where allauth's own sign-up would be: accounts begin at an invitation or at the setup code."""
    return render(request, "account/signup_closed.html", {"is_first_run": not first_run.is_done()})


@anyone
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
@answering_refusals
def set_new_password(request: HttpRequest, token: str) -> HttpResponse:
    """Where a GM's link leads."""
    RESET.take(token)
    try:
        person = reset_links.find_person(token)
        form = NewPasswordForm(request.POST or None, person=person)
        if request.method != "POST" or not form.is_valid():
            context = {"form": form, "person": person}
            status = 422 if request.method == "POST" else 200
            return render(request, "account/set_new_password.html", context, status=status)
        reset_links.set_new_password(token=token, password=form.cleaned_data["password1"])
    except reset_links.LinkClosed:
        UNKNOWN_LINK.take(address_of(request))
        return render(request, "account/link_closed.html", status=410)
    # Whoever forgot a password has used up their tries.
    LOG_IN.forget(f"{network_of(request)} {person.get_username().casefold()}")
    messages.success(request, _("Your password was changed. Log in with it."))
    return redirect("account_login")


@signed_in
@require_safe
def account_home(request: UserRequest) -> HttpResponse:
    return _home(request, LinkForForm())


@signed_in
@require_POST
@answering_refusals
def make_owners_link(request: UserRequest) -> HttpResponse:
    """A link for a new password by whoever made the first account here, for somebody who has no other way."""
    reset_links.refuse_all_but_owner(request.user)
    form = LinkForForm(request.POST)
    if form.is_valid():
        try:
            person, token = reset_links.make_owners_link(owner=request.user, **form.cleaned_data)
        except reset_links.NobodyOfThatName:
            form.add_error("username", _("There is no account with that username."))
        else:
            name, back = person.get_username(), reverse("account_home")
            return shown_link(request, token, name, back)
    return _home(request, form, status=422)


@signed_in
@require_POST
def end_session_of_mine(request: UserRequest, session_id: int) -> HttpResponse:
    """End one of one's own sessions, on a device left somewhere."""
    session = UserSession.objects.filter(user=request.user, pk=session_id).first()
    if session is None:
        raise Http404
    session.end()
    messages.success(request, _("That session is over."))
    return redirect("account_home")


def _home(request: UserRequest, form: LinkForForm, status: int = 200) -> HttpResponse:
    sessions = sorted(UserSession.objects.purge_and_list(request.user), key=lambda one: one.created_at)
    context = {
        "is_guest": is_guest(request.user),
        "sessions": sessions,
        "history": notices.history_of(request.user),
        "link_form": form if request.user.is_staff else None,
    }
    return render(request, "account/home.html", context, status=status)


def _answered(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """allauth shows a faulty form again with 200; here that is 422."""
    if request.method == "POST" and response.status_code == 200:
        response.status_code = 422
    return response
