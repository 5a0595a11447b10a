"""What templates of Sorcerer call: its Bindings, Needs and penalties, drawn."""

from typing import TypedDict

from django import template
from django.utils.translation import gettext, ngettext

register = template.Library()

LINKS_DRAWN = 12  # a longer chain is told by its number
BOXES_DRAWN = 24
NOTCHES, NOTCH, FOOT = 10, 5, 66  # of a candle: how many, how far apart, and where it stands
STEP = 17  # from link to link, each 26 wide, so that neighbours reach into one another


class BindingMark(TypedDict):
    """A Binding as a chain of `links`; the end of each link lies `over` the next."""

    strength: int
    favours: str
    favoured: str
    sorcerer: str
    demon: str
    links: list[dict[str, str]]
    width: int
    over: str


class CandleMark(TypedDict):
    """A candle: where it begins, how much is left of it, and where its notches are."""

    top: int
    height: int
    notches: list[int]


class PenaltyBox(TypedDict):
    """One penalty, or room for one; `ends` where Stamina or twice Stamina does."""

    mark: str
    ends: bool


class PenaltiesMark(TypedDict):
    """All boxes, and what they say in words."""

    boxes: list[PenaltyBox]
    total: int
    temporary: int
    lasting: int
    condition: str
    name: str


@register.inclusion_tag("games/sorcerer/marks/_binding.html")
def binding(strength: int, favours: str, sorcerer: str, demon: str) -> BindingMark:
    """A chain of as many links as the Binding's strength; `favours` is sorcerer, demon or none."""
    lean = {"sorcerer": -1, "demon": 1}.get(favours, 0)
    drawn = min(strength, LINKS_DRAWN)
    width = 21 + STEP * max(drawn, 2)
    slope = min(3.0, 20 / max(drawn, 1)) * lean
    links = [{"x": f"{6 + STEP * i}", "y": f"{16 + slope * (i - (drawn - 1) / 2):.1f}"} for i in range(drawn)]
    favoured = {"sorcerer": sorcerer, "demon": demon}.get(favours, "")
    return {
        "strength": strength,
        "favours": favours,
        "favoured": favoured,
        "sorcerer": sorcerer,
        "demon": demon,
        "links": links,
        "width": width,
        # The upper end of the link before lies over this one, so that they hold.
        "over": f"M{14 - STEP} {-7 - slope:.1f}h5a7 7 0 0 1 7 7",
    }


@register.inclusion_tag("games/sorcerer/marks/_need.html")
def need(days: int, limit: int = 1, what: str = "") -> dict[str, str]:
    """Days since a Need was met, in words first; past `limit` days the demon is in withdrawal."""
    if days == 0:
        return {"state": "fed", "words": gettext("Fed today"), "what": what}
    words = ngettext("%(n)d day unfed", "%(n)d days unfed", days) % {"n": days}
    return {"state": "hungry" if days < limit else "starved", "words": words, "what": what}


@register.inclusion_tag("games/sorcerer/marks/_candle.html")
def candle(humanity: int) -> CandleMark:
    """Humanity as a candle that burns down from notch to notch; its number stands among the scores."""
    left = max(0, min(humanity, NOTCHES))
    return {
        "top": FOOT - NOTCH * left,
        "height": NOTCH * left,
        "notches": [FOOT - NOTCH * (number + 1) for number in range(NOTCHES)],
    }


@register.inclusion_tag("games/sorcerer/marks/_penalties.html")
def penalties(
    temporary: int, lasting: int, stamina: int, condition: str = "none", name: str = ""
) -> PenaltiesMark:
    """Penalties against Stamina: lasting first, with a bar where Stamina and twice Stamina end."""
    total = lasting + temporary
    count = min(max(2 * stamina, total, 1), BOXES_DRAWN)
    boxes: list[PenaltyBox] = [
        {
            "mark": "lethal" if place < lasting else "bashing" if place < total else "none",
            "ends": place + 1 in (stamina, 2 * stamina) and place + 1 < count,
        }
        for place in range(count)
    ]
    return {
        "boxes": boxes,
        "total": total,
        "temporary": temporary,
        "lasting": lasting,
        "condition": condition,
        "name": name or gettext("Penalties"),
    }
