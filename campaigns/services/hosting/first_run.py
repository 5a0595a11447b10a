"""The first account of an installation, made with a code that only the terminal shows."""

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.config import addresses
from campaigns.models import OneTimeCode
from campaigns.services.accounts import tokens
from campaigns.services.accounts.new_accounts import new_account
from campaigns.services.hosting import installation


class WrongCode(Exception):
    """Not the code that the terminal shows, or it was used already."""


def is_done() -> bool:
    """Whether the first account was made."""
    return OneTimeCode.objects.filter(purpose="setup").exclude(used=None).exists()


def setup_code() -> str:
    """The code for the first account, of which only the digest is kept.

    Every start finds the same one again, so that what another host or an earlier start printed stays right.
    """
    code = tokens.code_for("setup", installation.here().seed)
    OneTimeCode.objects.get_or_create(code_hash=tokens.code_digest(code), defaults={"purpose": "setup"})
    return code


def sign_in_notice() -> str:
    """What the terminal says about signing in."""
    if is_done():
        return _("Log in at %(url)s") % {"url": f"{addresses.local_url()}/accounts/login/"}
    lines = (
        _("You have no account of your own yet. Create the first one here:"),
        f"  {addresses.local_url()}/first-run/?code={setup_code()}",
        _("  Setup code: %(code)s") % {"code": setup_code()},
    )
    return "\n".join(lines)


def make_first_account(*, code: str, username: str, password: str) -> User:
    """The first account, for whoever has the code; `WrongCode` otherwise. The code works once."""
    codes = OneTimeCode.objects.filter(purpose="setup", code_hash=tokens.code_digest(code), used=None)
    with transaction.atomic():
        if is_done() or not _takes(codes):
            raise WrongCode
        user = new_account(username=username, password=password)
        user.is_staff = True  # the one who may found campaigns where not everybody may
        user.save(update_fields=["is_staff"])
        return user


def _takes(codes: QuerySet[OneTimeCode]) -> bool:
    """Mark the code as used; hosts with keys of their own have codes of their own, and the first that is used wins."""
    try:
        with transaction.atomic():
            return codes.update(used=timezone.now()) == 1
    except IntegrityError:
        return False
