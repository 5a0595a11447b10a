"""Numbers that an address gives, such as that of an entry."""

from django.core.exceptions import BadRequest
from django.http import HttpRequest
from django.utils.translation import gettext as _

LARGEST = 2**31 - 1


def number_in(request: HttpRequest, name: str) -> int | None:
    """The whole number that an address gives under this name, or None; `BadRequest` for anything else."""
    text = request.GET.get(name, "")
    if not text:
        return None
    # Its length comes first: Python refuses to turn endless digits into a number.
    if not (text.isascii() and text.isdecimal()) or len(text) > len(str(LARGEST)) or int(text) > LARGEST:
        raise BadRequest(
            _("%(name)s must be a whole number of at most %(most)s.") % {"name": name, "most": LARGEST}
        )
    return int(text)
