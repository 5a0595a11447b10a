"""Things that several games draw alike: tracks of wounds, odds."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import template
from django.utils.translation import gettext

from campaigns.templatetags.look import share

register = template.Library()

BAR = 1000  # the odds bar's own units


@register.inclusion_tag("components/_health_track.html")
def health_track(boxes: Sequence[Mapping[str, Any]], name: str = "") -> dict[str, Any]:
    """Boxes of {mark: none|bashing|lethal|aggravated, resistant, penalty}, worst first."""
    return {"boxes": boxes, "name": name or gettext("Health")}


@register.inclusion_tag("components/_odds.html")
def odds_bar(
    odds: Mapping[str, Any] | None,
    acting: str = "",
    opposing: str = "",
    known: bool = True,
    brief: bool = False,
) -> dict[str, Any]:
    """success, tie and failure as one bar; `brief` leaves out how many victories. Without odds, who knows them."""
    if odds is None or not known:
        return {"known": False}
    names = {"success": acting or gettext("Success"), "failure": opposing or gettext("Failure")}
    if "tie" in odds:
        names = {"success": names["success"], "tie": gettext("Tie"), "failure": names["failure"]}
    shares, start = [], 0.0
    for kind, name in names.items():
        width = BAR * float(odds.get(kind, 0))
        shares.append(
            {"kind": kind, "name": name, "share": share(odds.get(kind, 0))}
            | {"x": f"{start:.2f}", "width": f"{width:.2f}"}
        )
        start += width
    by_number = [] if brief else sorted((int(n), chance) for n, chance in odds.get("victories", {}).items())
    victories = [(str(number), share(chance)) for number, chance in by_number]
    total = share(odds["total"]) if victories and "total" in odds else None
    return {"known": True, "shares": shares, "total": total, "victories": victories}
