"""An account made, though two requests may ask for the same name at once."""

import secrets

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction


class NameTaken(Exception):
    """Somebody else took the name a moment ago."""


def new_account(*, username: str, password: str) -> User:
    """An account of this table; `NameTaken` where another request was faster."""
    try:
        with transaction.atomic():
            return User.objects.create_user(username, password=password)
    except IntegrityError:
        raise NameTaken from None


def new_guest() -> User:
    """An account without a password: nobody logs in by it, and the session that begins now is all there is of it."""
    return User.objects.create_user(f"guest-{secrets.token_hex(8)}")


def is_guest(user: User) -> bool:
    """Whether an account has no password yet."""
    return not user.has_usable_password()


def keep_account(*, guest: User, username: str, password: str) -> bool:
    """A name and a password for an account that has none; `NameTaken` where another request took the name.

    False where the account was given them a moment ago: those stay.
    """
    try:
        with transaction.atomic():
            user = User.objects.select_for_update().get(pk=guest.pk)
            if not is_guest(user):
                return False
            user.username = username
            user.set_password(password)
            user.save(update_fields=["username", "password"])
    except IntegrityError:
        raise NameTaken from None
    return True
