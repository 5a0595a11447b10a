"""How accounts work here: names and passwords of this table alone, no mail, sign-up by invitation or setup code."""

from threading import BoundedSemaphore
from typing import Any

import segno
from allauth.account.adapter import DefaultAccountAdapter, get_adapter
from allauth.account.signals import user_logged_in
from allauth.mfa.adapter import DefaultMFAAdapter
from django.contrib.auth import login
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.contrib.auth.models import User
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

BACKEND = "allauth.account.auth_backends.AuthenticationBackend"


class Adapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Accounts are made on the page of an invitation or with the setup code, never here."""
        return False


class MfaAdapter(DefaultMFAAdapter):  # type: ignore[misc]  # allauth has no types
    def build_totp_svg(self, url: str) -> str:
        """Inline SVG without style: the page's policy allows neither data addresses nor inline styles."""
        drawn: str = segno.make(url, micro=False).svg_inline(omitsize=True, border=0)
        return drawn


class CalmArgon2(Argon2PasswordHasher):
    """Argon2, two at a time: each takes 100 MB and a core, and the game has to go on while everybody signs in."""

    _turns = BoundedSemaphore(2)

    def encode(self, password: str, salt: str) -> str:
        with self._turns:
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        with self._turns:
            return super().verify(password, encoded)


def sign_in(request: HttpRequest, user: User) -> None:
    """Begin a session for somebody who just made their account. The session's id is a new one."""
    login(request, user, backend=BACKEND)
    # The list of one's own sessions listens to this signal, not to Django's.
    user_logged_in.send(sender=User, request=request, response=None, user=user)


def address_of(request: HttpRequest) -> str:
    """The address that a request came from, seen through as many proxies as are trusted."""
    return str(get_adapter().get_client_ip(request))


def account_links(request: HttpRequest) -> dict[str, Any]:
    """For the menu on every page."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return {"account_links": [{"label": _("Sign in"), "url": reverse("account_login")}]}
    named = (
        (_("Your campaigns"), "campaigns_list"),
        (_("Your account"), "account_home"),
        (_("Can my phone reach this?"), "can_reach"),
        (_("Sign out"), "account_logout"),
    )
    return {"account_links": [{"label": label, "url": reverse(name)} for label, name in named]}
