"""What the board of spells says of an act that is forbidden now, and the log of one who lets go."""

from collections.abc import Iterator, Mapping
from typing import Any

from django import template

from campaigns.forms.action_errors import known_remedy
from campaigns.queries.timeline import Shown

register = template.Library()


@register.filter
def remedy(clause: str) -> str:
    """What would make legal what a clause forbids; empty where that says itself."""
    return known_remedy(clause)


@register.filter
def lets_go(shown: Shown) -> bool:
    """Whether the note of an entry is that of somebody who lets go of a spell (PAN-TRACK-08)."""
    return any(given["clause"] == "PAN-TRACK-08" for given in _brought(shown))


@register.filter
def spells_ended(shown: Shown) -> list[str]:
    """The spells that end with an entry's act, as far as they exist for the viewer (PAN-TRACK-04)."""
    effects = [
        one for given in _brought(shown) if given["clause"] == "PAN-TRACK-04" for one in given["effects"]
    ]
    ended = [one["on"] for one in effects if (one["field"], one.get("set")) == ("state", "ended")]
    return [one for one in ended if one in shown.things]


def _brought(shown: Shown) -> Iterator[Mapping[str, Any]]:
    """What the rules brought with an entry's act."""
    steps = shown.document["steps"] if shown.document else ()
    return (step["input"] for step in steps if step["action"] == "table.carry_out")
