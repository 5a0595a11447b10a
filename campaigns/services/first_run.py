"""The first account of an installation, made with a code that only the terminal shows."""

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.config import addresses
from campaigns.models import OneTimeCode
from campaigns.services import tokens
from campaigns.services.new_accounts import new_account


class WrongCode(Exception):
    """Not the code that the terminal shows, or it was used already."""


def is_done() -> bool:
    """Whether the first account was made."""
    return OneTimeCode.objects.filter(purpose="setup").exclude(used=None).exists()


def new_setup_code() -> str:
    """A code for the first account. It replaces the one before, of which only the digest was kept."""
    code = tokens.new_code()
    with transaction.atomic():
        OneTimeCode.objects.filter(purpose="setup", used=None).delete()
        OneTimeCode.objects.create(purpose="setup", code_hash=tokens.code_digest(code))
    return code


def sign_in_notice() -> str:
    """What the terminal says about signing in."""
    if is_done():
        return _("Sign in at %(url)s") % {"url": f"{addresses.local_url()}/accounts/login/"}
    lines = (
        _("No account of your own yet. Make the first one here:"),
        f"  {addresses.local_url()}/first-run/",
        _("  Setup code: %(code)s") % {"code": new_setup_code()},
    )
    return "\n".join(lines)


def make_first_account(*, code: str, username: str, password: str) -> User:
    """The first account, for whoever has the code; `WrongCode` otherwise. The code works once."""
    with transaction.atomic():
        codes = OneTimeCode.objects.filter(purpose="setup", code_hash=tokens.code_digest(code), used=None)
        if is_done() or codes.update(used=timezone.now()) != 1:
            raise WrongCode
        user = new_account(username=username, password=password)
        user.is_staff = True  # the one who may found campaigns where not everybody may
        user.save(update_fields=["is_staff"])
        return user
