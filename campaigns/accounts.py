"""How accounts work here: names and passwords of this table alone, no mail, sign-up by invitation or setup code."""

from collections.abc import Callable
from ipaddress import ip_network

import segno
from allauth.account.adapter import DefaultAccountAdapter, get_adapter
from allauth.account.signals import user_logged_in
from allauth.mfa.adapter import DefaultMFAAdapter
from django.contrib.auth import login
from django.contrib.auth.models import AnonymousUser, User
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from campaigns import known_browsers
from campaigns.game.terms import Text
from campaigns.models import Notice
from campaigns.services.accounts import notices
from campaigns.services.accounts.new_accounts import is_guest

BACKEND = "allauth.account.auth_backends.AuthenticationBackend"
SIGNED_IN = "pactbook.signed_in"


class Adapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "username_password_mismatch": _("Wrong username or password."),
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Accounts are made on the page of an invitation or with the setup code, never here."""
        return False

    def pre_authenticate(self, request: HttpRequest, **credentials: str) -> None:
        """Of a password given again by somebody who is signed in. Tries to sign in are counted by `views.accounts`:
        allauth's count by name alone would let anybody lock anybody out.
        """
        if request.user.is_authenticated:
            super().pre_authenticate(request, **credentials)


class MfaAdapter(DefaultMFAAdapter):  # type: ignore[misc]  # allauth has no types
    def build_totp_svg(self, url: str) -> str:
        """Inline SVG without style: the page's policy allows neither data addresses nor inline styles."""
        drawn: str = segno.make(url, micro=False).svg_inline(omitsize=True, border=0)
        return drawn


GUEST_SECONDS = 180 * 24 * 3600
"""How long the browser of somebody without a password keeps their place: there is no logging in again."""


def sign_in(request: HttpRequest, user: User) -> None:
    """Begin a session for somebody who just made their account. The session's id is a new one."""
    login(request, user, backend=BACKEND)
    if is_guest(user):
        request.session.set_expiry(GUEST_SECONDS)
    # The list of one's own sessions listens to this signal, not to Django's.
    user_logged_in.send(sender=User, request=request, response=None, user=user)


class RememberBrowser:
    """Middleware: the browser in which somebody signed in, by whichever way, is known from now on."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        name = request.META.get(SIGNED_IN)
        if name is not None:
            known_browsers.remember(response, known_browsers.read(request.COOKIES.items()), name)
        return response


@receiver(user_logged_in)
def _note_who_signed_in(request: HttpRequest, user: User, **_more: object) -> None:
    """After every step that there is to sign in, so that a password alone makes no browser known."""
    request.META[SIGNED_IN] = user.get_username()


def account_notices(request: HttpRequest) -> dict[str, Callable[[], list[Notice]]]:
    """For the top of every whole page; asked for only where a template shows them."""
    user = getattr(request, "user", None)
    return {"account_notices": lambda: notices.open_for(user) if isinstance(user, User) else []}


def address_of(request: HttpRequest) -> str:
    """The address that a request came from, seen through as many proxies as are trusted."""
    return str(get_adapter().get_client_ip(request))


def network_of(request: HttpRequest) -> str:
    """The address, or of IPv6 the network that one household has whole, by which tries are counted."""
    address = address_of(request)
    return str(ip_network(f"{address}/64", strict=False)) if ":" in address else address


def account_links(request: HttpRequest) -> dict[str, Callable[[], list[dict[str, Text]]]]:
    """For the menu on every whole page; made only where a template shows them."""
    return {"account_links": lambda: _links_of(getattr(request, "user", None))}


def _links_of(user: User | AnonymousUser | None) -> list[dict[str, Text]]:
    if user is None or not user.is_authenticated:
        return [{"label": _("Log in"), "url": reverse("account_login")}]
    named = (
        (_("Your campaigns"), "campaigns_list"),
        (_("Your account"), "account_home"),
        (_("Can my phone connect?"), "can_reach"),
        (_("Log out"), "account_logout"),
    )
    return [{"label": label, "url": reverse(name)} for label, name in named]
