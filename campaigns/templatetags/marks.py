"""Things that several games draw alike: tracks of wounds, odds."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Required, TypedDict

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from campaigns.queries.layouts.parts import Box
from campaigns.templatetags.look import share
from rules.kernel.values import Values, as_number, as_values

register = template.Library()

BAR = 1000  # the odds bar's own units


class BarShare(TypedDict):
    """One part of the bar: where it lies, and what it says."""

    kind: str
    name: str
    share: str
    x: str
    width: str


class OddsBar(TypedDict, total=False):
    """What `components/_odds.html` takes; `known` alone where the rest is not for everybody."""

    known: Required[bool]
    shares: list[BarShare]
    total: str | None
    victories: list[tuple[str, str]]


@register.simple_tag
def health_track(boxes: Sequence[Box], name: str = "") -> SafeString:
    """Boxes, worst first."""
    return drawn_track(tuple(boxes), name or gettext("Health"))


@lru_cache(maxsize=512)
def drawn_track(boxes: tuple[Box, ...], name: str) -> SafeString:
    """The same boxes look the same on every card and page: they are drawn once."""
    return render_to_string("components/_health_track.html", {"boxes": boxes, "name": name})


@register.inclusion_tag("components/_odds.html")
def odds_bar(
    odds: Values | None,
    acting: str = "",
    opposing: str = "",
    known: bool = True,
    brief: bool = False,
) -> OddsBar:
    """success, tie and failure as one bar; `brief` leaves out how many victories. Without odds, who knows them."""
    if odds is None or not known:
        return {"known": False}
    names = {"success": acting or gettext("Success"), "failure": opposing or gettext("Failure")}
    if "tie" in odds:
        names = {"success": names["success"], "tie": gettext("Tie"), "failure": names["failure"]}
    shares: list[BarShare] = []
    start = 0.0
    for kind, name in names.items():
        chance = as_number(odds.get(kind, 0))
        x, width = f"{start:.2f}", f"{BAR * chance:.2f}"
        shares.append({"kind": kind, "name": name, "share": share(chance), "x": x, "width": width})
        start += BAR * chance
    counted = {} if brief else as_values(odds.get("victories", {}))
    by_number = sorted((int(number), as_number(chance)) for number, chance in counted.items())
    victories = [(str(number), share(chance)) for number, chance in by_number]
    total = share(as_number(odds["total"])) if victories and "total" in odds else None
    return {"known": True, "shares": shares, "total": total, "victories": victories}
