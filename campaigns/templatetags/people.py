"""Words for people's places."""

from django import template
from django.utils.translation import gettext

register = template.Library()


@register.filter
def role_words(role: str) -> str:
    """`gm` as "GM"."""
    words = {"gm": gettext("GM"), "player": gettext("Player"), "observer": gettext("Observer")}
    return words.get(role, role)
