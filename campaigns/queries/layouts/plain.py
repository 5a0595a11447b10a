"""The layout of a record whose kind has none of its own: every stored field that has a value, in its declared order."""

from functools import cache

from django.utils.translation import gettext_lazy

from campaigns.game import OF_TABLE, games
from campaigns.queries.layouts.parts import Facts, Ratings, RecordLayout
from campaigns.state.fields import Map, Stack, Whole
from campaigns.state.kinds import KINDS

CHARACTERS = tuple(name for name, kind in KINDS.items() if kind.noun == "character")
"""The kinds of whoever is played, one for each system."""


def page_of(kind: str) -> str:
    """The name of the URL under which records of a kind have their page; empty where they have none."""
    if kind in CHARACTERS:
        return "character"
    own = next((game.records.pages[kind] for game in games().values() if kind in game.records.pages), "")
    if own:
        return own
    return "" if kind in OF_TABLE or kind not in KINDS else "record"


@cache
def layout_of(kind: str) -> RecordLayout:
    """How records of a kind are laid out."""
    own = (game.records.layouts for game in games().values())
    return next((layouts[kind] for layouts in own if kind in layouts), None) or plain_layout(kind)


def plain_layout(kind: str) -> RecordLayout:
    """Every stored field of a kind that has a value, in its declared order."""
    stored = KINDS[kind].stored()
    single = tuple(name for name, one in stored.items() if not isinstance(one, Map | Whole))
    maps = [name for name, one in stored.items() if isinstance(one, Map) and not isinstance(one, Stack)]
    facts = Facts("facts", gettext_lazy("What is known"), single, gettext_lazy("Nothing else is known."))
    return RecordLayout(parts=(facts, *(Ratings(name, name, name) for name in maps if name != "*")))
