"""A contest of dice, laid out so that the eye finds what decided it."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import template
from django.utils.translation import gettext, ngettext

register = template.Library()

Side = dict[str, Any]


@register.inclusion_tag("components/_contest.html")
def contest(
    told: Mapping[str, Any], acting: str = "", opposing: str = "", fresh: bool = False
) -> dict[str, Any]:
    """The `contest` of an outcome: both pools high to low, the line to beat, victories above it."""
    names = {"acting": acting or gettext("Acting side"), "opposing": opposing or gettext("Opposing side")}
    return {
        "sides": [side(told, role, names[role]) for role in ("acting", "opposing")],
        "target": told["target"],
        "verdict": verdict(told, names),
        "reason": reason(told),
        "fresh": fresh,
        "die": told["die"],
        "hand_thrown": told.get("hand_thrown", False),
    }


def side(told: Mapping[str, Any], role: str, name: str) -> Side:
    pool = told[role]
    cancelled, left = split(pool["faces"], len(told["cancelled"]))
    above = victorious(told, left) if told["winner"] == role else []
    below = left[len(above) :]
    is_line = told["target"] is not None and told["winner"] != role
    return {
        "role": role,
        "name": name,
        "won": told["winner"] == role,
        "parts": pool["parts"],
        "raw": pool["raw"],
        "size": pool["size"],
        "shift": told["shift"],
        "cancelled": cancelled,
        "above": [{"face": face, "decides": place == 0} for place, face in enumerate(above)],
        "below": [{"face": face, "line": is_line and place == 0} for place, face in enumerate(below)],
    }


def split(faces: Sequence[int], pairs: int) -> tuple[list[int], list[int]]:
    """Ties cancel from the top only, so the first dice of either side are the cancelled ones."""
    ordered = sorted(faces, reverse=True)
    return ordered[:pairs], ordered[pairs:]


def victorious(told: Mapping[str, Any], left: Sequence[int]) -> list[int]:
    if told["target"] is None:  # decided by a die to spare: one victory, whatever is left
        return list(left[:1])
    return [face for face in left if face > told["target"]]


def verdict(told: Mapping[str, Any], names: Mapping[str, str]) -> str:
    if told["winner"] == "none":
        return gettext("No one wins")
    won = ngettext(
        "%(name)s wins with %(n)d victory", "%(name)s wins with %(n)d victories", told["victories"]
    )
    return won % {"name": names[told["winner"]], "n": told["victories"]}


def reason(told: Mapping[str, Any]) -> str:
    if told["decided"] == "dead_tie":
        return gettext("Every die cancels.")
    if told["decided"] == "spare_dice":
        return gettext("All other dice cancel. A spare die decides.")
    if told["total"]:
        return gettext("Total victory: every die beats %(target)d.") % {"target": told["target"]}
    return gettext("Value to beat: %(target)d.") % {"target": told["target"]}
