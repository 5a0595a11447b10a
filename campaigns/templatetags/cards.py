"""Tarot cards drawn in lines: a face for each of the 78 codes, a back for each deck."""

import tomllib
from collections.abc import Sequence
from importlib.resources import files
from typing import NotRequired, TypedDict

from django import template
from django.utils.translation import gettext

from campaigns.templatetags.telling_pools import ToldHand

register = template.Library()

DRAWN = tomllib.loads(files(__package__).joinpath("card_drawings.toml").read_text(encoding="utf-8"))
SUITS, COURTS, MAJORS, BUST = DRAWN["suits"], DRAWN["courts"], DRAWN["majors"], DRAWN["figure"]["bust"]
SKIES, GROUNDS = DRAWN["skies"], DRAWN["grounds"]
TENS, ONES = ("", "X", "XX"), ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
COURT_LETTERS = {"page": "P", "knight": "Kn", "queen": "Q", "king": "K"}

# Where the pips of each number stand, in columns (-1, 0, 1) and units from the middle.
PIPS = {
    1: [(0, 0)],
    2: [(0, -34), (0, 34)],
    3: [(0, -42), (0, 0), (0, 42)],
    4: [(-1, -34), (1, -34), (-1, 34), (1, 34)],
    5: [(-1, -38), (1, -38), (0, 0), (-1, 38), (1, 38)],
    6: [(-1, -42), (1, -42), (-1, 0), (1, 0), (-1, 42), (1, 42)],
    7: [(-1, -44), (1, -44), (-1, 0), (0, -22), (1, 0), (-1, 44), (1, 44)],
    8: [(-1, -44), (1, -44), (0, -22), (-1, 0), (1, 0), (0, 22), (-1, 44), (1, 44)],
    9: [(-1, -46), (1, -46), (-1, -16), (1, -16), (0, 0), (-1, 16), (1, 16), (-1, 46), (1, 46)],
    10: [(-1, -46), (1, -46), (0, -31), (-1, -16), (1, -16), (-1, 16), (1, 16), (0, 31), (-1, 46), (1, 46)],
}


class Pip(TypedDict):
    x: int
    y: int


class Face(TypedDict):
    """What is drawn on a card: a picture, or the pips of its number."""

    kind: str
    corner: str
    name: str
    drawing: NotRequired[str]
    pips: NotRequired[list[Pip]]
    pip_scale: NotRequired[str]
    suit: NotRequired[str]
    ground: NotRequired[str]
    sky: NotRequired[str]


class DrawnCard(Face):
    """What `components/_card.html` takes."""

    owner: bool
    fresh: bool
    named: bool


@register.inclusion_tag("components/_card.html")
def card(code: str, owner: bool = False, fresh: bool = False, named: bool = False) -> DrawnCard:
    """The face of a card by its code; `owner` marks a Significator in its owner's hand.

    One that is `named` beside it is drawn for those alone who see it.
    """
    face = major(code) if code in MAJORS else minor(code)
    return {**face, "owner": owner, "fresh": fresh, "named": named}


@register.inclusion_tag("components/_moment_grand.html")
def grand_card(hands: Sequence[ToldHand]) -> dict[str, object]:
    """The card that counts for most of these hands, where it is a major or somebody's Significator; else none."""
    counted = (hand for hand in hands if hand.counts and (hand.is_top or len(hands) == 1))
    grand = next((one for one in counted if one.counts in MAJORS or one.counts in one.owned), None)
    if grand is None:
        return {}
    code = grand.counts
    return {
        "code": code,
        "name": (major if code in MAJORS else minor)(code)["name"],
        "owner": code in grand.owned,
    }


@register.inclusion_tag("components/_card_back.html")
def card_back(deck: str) -> dict[str, str]:
    """The back of a card of the `players` or the `horror` deck: it tells the deck and no more."""
    names = {"players": gettext("A card of the Players' Deck, face down")}
    return {"deck": deck, "alt": names.get(deck, gettext("A card of the Horror's Deck, face down"))}


def major(code: str) -> Face:
    number = list(MAJORS).index(code)
    name = code.replace("-", " ").title().replace(" Of ", " of ")
    plain = {"justice", "strength", "death", "temperance", "judgement"}
    return {
        "kind": "major",
        "corner": TENS[number // 10] + ONES[number % 10] or "0",
        "name": name if code in plain else f"The {name}".replace("The Wheel", "Wheel"),
        "drawing": MAJORS[code],
        "ground": GROUNDS[code][0],
        "sky": SKIES[GROUNDS[code][1]],
    }


def minor(code: str) -> Face:
    suit, _, rank = code.partition("-")
    if rank in COURTS:
        return {
            "kind": suit,
            "corner": COURT_LETTERS[rank],
            "name": f"{rank} of {suit}".title().replace(" Of ", " of "),
            "drawing": BUST + COURTS[rank],
            "suit": SUITS[suit],
        }
    number = int(rank)
    return {
        "kind": suit,
        "corner": "A" if number == 1 else str(number),
        "name": f"{'Ace' if number == 1 else number} of {suit.title()}",
        "pips": [{"x": 60 + 24 * column, "y": 92 + height} for column, height in PIPS[number]],
        "pip_scale": "3" if number == 1 else "1.15",
        "suit": SUITS[suit],
    }
