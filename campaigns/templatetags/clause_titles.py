"""What a clause is called, for a sentence that names it."""

from django import template

from campaigns.viewing import Hidden
from rules.kernel.values import Value
from rules.reference import UnknownClause, find_clause

register = template.Library()


@register.filter
def clause_title(clause: Value | Hidden) -> str:
    """The title of a clause; empty where the reference does not know it."""
    try:
        return find_clause(str(clause)).title
    except UnknownClause:
        return ""
