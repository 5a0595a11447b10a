"""Words for people's places, and their colours, which people with any colour vision tell apart."""

import itertools
import math
import re

import pytest
from django.conf import settings

from campaigns.models.people import COLOURS
from campaigns.templatetags.people import browser_words, colour_words


@pytest.mark.parametrize(
    ("agent", "told"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36", "Chrome on Linux"),
        ("Mozilla/5.0 (Android 14; Mobile; rv:127.0) Gecko/127.0 Firefox/127.0", "Firefox on Android"),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Safari/604.1",
            "Safari on iPhone",
        ),
        ("Mozilla/5.0 (Windows NT 10.0; Win64) Chrome/126.0 Safari/537.36 Edg/126.0", "Edge on Windows"),
        ("curl/8.5.0", "curl/8.5.0"),
        ("", "unknown"),
    ],
)
def test_a_browser_is_told_in_words(agent: str, told: str) -> None:
    assert browser_words(agent) == told


STYLE = (settings.BASE_DIR / "static" / "css" / "pactbook.css").read_text(encoding="utf-8")
GROUNDS = {"light": ("#f5efe3", "#fffaf0"), "dark": ("#14100d", "#1e1814")}
VISION = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "without red": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "without green": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "without blue": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""What is left of linear red, green and blue for people who lack one sort of cone (Machado and others, 2009)."""
FAR_ENOUGH = 0.1
"""In OKLab, in which 0.02 is a difference that is just seen."""


def linear(colour: str) -> list[float]:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def lightness(colour: str) -> float:
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((lightness(one), lightness(other)))
    return (light + 0.05) / (dark + 0.05)


def as_seen(colour: str, vision: str) -> tuple[float, ...]:
    """A colour in OKLab as such eyes see it."""
    seen = [
        min(1, max(0, sum(a * b for a, b in zip(row, linear(colour), strict=True)))) for row in VISION[vision]
    ]
    cones = (
        (0.4122214708, 0.5363325363, 0.0514459929),
        (0.2119034982, 0.6806995451, 0.1073969566),
        (0.0883024619, 0.2817188376, 0.6299787005),
    )
    roots = [sum(a * b for a, b in zip(row, seen, strict=True)) ** (1 / 3) for row in cones]
    lab = (
        (0.2104542553, 0.7936177850, -0.0040720468),
        (1.9779984951, -2.4285922050, 0.4505937099),
        (0.0259040371, 0.7827717662, -0.8086757660),
    )
    return tuple(sum(a * b for a, b in zip(row, roots, strict=True)) for row in lab)


def colours_in(theme: str) -> dict[str, str]:
    pairs = re.findall(r"--colour-(\w): light-dark\((#\w{6}), (#\w{6})\)", STYLE)
    return {letter: light if theme == "light" else dark for letter, light, dark in pairs}


@pytest.mark.parametrize("theme", GROUNDS)
@pytest.mark.parametrize("vision", VISION)
def test_any_two_colours_of_people_are_told_apart(theme: str, vision: str) -> None:
    colours = colours_in(theme)
    pairs = itertools.combinations(colours, 2)
    near = {
        (one, other): far
        for one, other in pairs
        if (far := math.dist(as_seen(colours[one], vision), as_seen(colours[other], vision))) < FAR_ENOUGH
    }

    assert set(colours) == set(COLOURS)
    assert near == {}


@pytest.mark.parametrize("theme", GROUNDS)
def test_a_colour_of_people_is_read_on_both_grounds(theme: str) -> None:
    colours = colours_in(theme).values()

    assert min(contrast(colour, ground) for colour in colours for ground in GROUNDS[theme]) >= 4.5


def test_each_colour_of_people_has_its_letter_and_its_words() -> None:
    told = {colour: colour_words(colour) for colour in COLOURS}

    assert all(words.lower().startswith(letter) for letter, words in told.items())
    assert colour_words("") == ""
