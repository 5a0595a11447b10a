"""What all hosts of a game have to have in common."""

import secrets

from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from campaigns.models import Installation


def here() -> Installation:
    """The row of this game's database, made the first time."""
    return Installation.objects.get_or_create(pk=1, defaults={"seed": secrets.token_hex(32)})[0]


def key_notice() -> str:
    """What the terminal says where the SECRET_KEY is not that of the last start; it is from now on."""
    found = here()
    mark = salted_hmac("pactbook.key", found.seed, algorithm="sha256").hexdigest()
    before, found.key_mark = found.key_mark, mark
    if before == mark:
        return ""
    found.save(update_fields=["key_mark"])
    if not before:
        return ""
    return _(
        "The SECRET_KEY has changed since the last start, so everyone has to log in again.\nIf several "
        "hosts serve this game, set the same SECRET_KEY on each."
    )
