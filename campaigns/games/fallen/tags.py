"""What templates of Fallen call."""

from django import template
from django.utils.translation import gettext as _

from campaigns.templatetags import telling_words

register = template.Library()


@register.filter
def maneuver_called(code: str) -> str:
    """A maneuver in a sentence; one that the table made up has no name of its own."""
    return _("a custom maneuver") if code == "custom" else telling_words.choice(code, "fallen").lower()
