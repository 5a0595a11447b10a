"""What templates of Fallen call."""

from django import template
from django.utils.translation import gettext as _

from campaigns.games.fallen.fights.deed_names import label_of
from campaigns.templatetags import telling_words

register = template.Library()


@register.filter
def maneuver_called(code: str) -> str:
    """A maneuver in a sentence; one that the table made up has no name of its own."""
    return _("a custom maneuver") if code == "custom" else telling_words.choice(code, "fallen").lower()


@register.filter
def deed_called(name: str) -> str:
    """An action of a turn by the name under which it was declared."""
    return label_of(name)
