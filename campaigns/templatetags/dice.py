"""A contest of dice, laid out so that the eye finds what decided it."""

from collections.abc import Mapping, Sequence
from typing import Literal, NotRequired, TypedDict

from django import template
from django.utils.translation import gettext, ngettext

from rules.kernel.values import Value

register = template.Library()


Winner = Literal["acting", "opposing", "none"]


class Pool(TypedDict):
    """One side's dice as the outcome has them."""

    parts: Sequence[Value]
    raw: int
    size: int
    faces: Sequence[int]


class Contest(TypedDict):
    """An opposed roll as the outcome has it."""

    acting: Pool
    opposing: Pool
    die: int
    shift: int
    cancelled: Sequence[int]
    winner: Winner
    victories: int
    target: int | None
    total: bool
    decided: str
    hand_thrown: NotRequired[bool]


class Victory(TypedDict):
    face: int
    decides: bool


class Loser(TypedDict):
    face: int
    line: bool


class Side(TypedDict):
    """One side as `components/_contest.html` takes it."""

    role: str
    name: str
    colour: str
    won: bool
    parts: Sequence[Value]
    raw: int
    size: int
    shift: int
    cancelled: list[int]
    above: list[Victory]
    below: list[Loser]


class Board(TypedDict):
    """What `components/_contest.html` takes."""

    sides: list[Side]
    target: int | None
    verdict: str
    reason: str
    fresh: bool
    die: int
    hand_thrown: bool


@register.inclusion_tag("components/_contest.html")
def contest(
    told: Contest,
    acting: str = "",
    opposing: str = "",
    fresh: bool = False,
    acting_colour: str = "",
    opposing_colour: str = "",
) -> Board:
    """The `contest` of an outcome: both pools high to low, the line to beat, victories above it."""
    names = {"acting": acting or gettext("Acting side"), "opposing": opposing or gettext("Opposing side")}
    return {
        "sides": [
            side(told, "acting", names["acting"], acting_colour),
            side(told, "opposing", names["opposing"], opposing_colour),
        ],
        "target": told["target"],
        "verdict": verdict(told, names),
        "reason": reason(told),
        "fresh": fresh,
        "die": told["die"],
        "hand_thrown": told.get("hand_thrown", False),
    }


def side(told: Contest, role: Literal["acting", "opposing"], name: str, colour: str = "") -> Side:
    pool = told[role]
    cancelled, left = split(pool["faces"], len(told["cancelled"]))
    above = victorious(told, left) if told["winner"] == role else []
    below = left[len(above) :]
    is_line = told["target"] is not None and told["winner"] != role
    return {
        "role": role,
        "name": name,
        "colour": colour,
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


def victorious(told: Contest, left: Sequence[int]) -> list[int]:
    if (line := told["target"]) is None:  # decided by a die to spare: one victory, whatever is left
        return list(left[:1])
    return [face for face in left if face > line]


def verdict(told: Contest, names: Mapping[str, str]) -> str:
    if told["winner"] == "none":
        return gettext("No one wins")
    won = ngettext(
        "%(name)s wins with %(n)d victory", "%(name)s wins with %(n)d victories", told["victories"]
    )
    return won % {"name": names[told["winner"]], "n": told["victories"]}


def reason(told: Contest) -> str:
    if told["decided"] == "dead_tie":
        return gettext("Every die cancels.")
    if told["decided"] == "spare_dice":
        return gettext("All other dice cancel. A spare die decides.")
    if told["total"]:
        return gettext("Total victory: every die beats %(target)d.") % {"target": told["target"]}
    return gettext("Value to beat: %(target)d.") % {"target": told["target"]}
