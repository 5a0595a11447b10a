"""What the board of spells says of an act that is forbidden now."""

from django import template
from django.utils.translation import gettext

from campaigns.forms.spell_remedies import SPELLS

register = template.Library()


@register.filter
def remedy(clause: str) -> str:
    """What would make legal what a clause forbids; empty where that says itself."""
    found = SPELLS.get(clause)
    return gettext(found) if found else ""
