"""What a clause is called, for a sentence that names it."""

from django import template

from rules.reference import UnknownClause, find_clause

register = template.Library()


@register.filter
def clause_title(clause: object) -> str:
    """The title of a clause; empty where the reference does not know it."""
    try:
        return find_clause(str(clause)).title
    except UnknownClause:
        return ""
