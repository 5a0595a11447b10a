"""Counts made ready for plots: names in words, and what was drawn apart from what was thrown."""

from collections import Counter

from django import template
from django.utils.translation import gettext as _

from campaigns.queries.clauses import systems
from campaigns.queries.review.statistics import Faces, Track
from campaigns.templatetags import telling_words
from campaigns.templatetags.plots import Line
from rules.reference import UnknownClause, find_clause

register = template.Library()
Counts = list[tuple[str, int]]
Lines = list[Line]


@register.filter
def firsts(counts: Counts) -> list[str]:
    return [name for name, _times in counts]


@register.filter
def action_names(counts: Counts) -> list[str]:
    """Each kind of act, with its system where another of them is called the same: several have a "Roll a pool"."""
    named = [
        (systems()[action.partition(".")[0]], telling_words.action_label(action)) for action, _n in counts
    ]
    often = Counter(act for _system, act in named)
    return [
        _("%(system)s: %(act)s") % {"system": system, "act": act} if often[act] > 1 else act
        for system, act in named
    ]


@register.filter
def counted(counts: Counts) -> Lines:
    return [{"name": _("Times"), "values": [times for _name, times in counts]}]


@register.filter
def by_origin(faces: Faces) -> Lines:
    """Each way of making faces that was used, with what each face may expect."""
    made = ((_("Drawn"), faces.drawn), (_("Rolled by hand"), faces.thrown))
    return [
        {"name": name, "values": counts, "expected": [sum(counts) / faces.sides] * faces.sides}
        for name, counts in made
        if sum(counts)
    ]


@register.filter
def labelled_lines(track: Track) -> Lines:
    return [{"name": telling_words.label_of(line["name"]), "values": line["values"]} for line in track.lines]


@register.filter
def clause_says(clause: str) -> str:
    """What a clause is called; nothing for one that is no more."""
    try:
        return find_clause(clause).title
    except UnknownClause:
        return ""
