"""An account made, though two requests may ask for the same name at once."""

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
