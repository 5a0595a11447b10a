"""The fonts of the pages: the Latin part of each, as browsers load it quickest, under family names of our own.

Whoever changes a font under the SIL Open Font License may not call it by the name that its authors reserve. Their
licences are published beside, and what each font says of its authors stays in it.
"""

import logging
from functools import cache
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock

from fontTools import subset, version
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

LATIN = (
    "U+0020-007E,U+00A0-00FF,U+0131,U+0152-0153,U+02C6,U+02DA,U+02DC,U+2009-200A,U+2010-2015,U+2018-201E,"
    "U+2020-2022,U+2026,U+202F,U+2030,U+2032-2033,U+2039-203A,U+2044,U+20AC,U+2122,U+2190-2193,U+2212,U+2260,U+2264-2265"
)
"""The letters of western Europe, and what is set between words and figures."""
EXTENDED = "U+0100-0130,U+0132-0151,U+0154-017F,U+0192,U+0218-021B,U+1E9E"
"""Those of its other languages that are written in Latin letters: a file of its own, which a page with them loads."""
FEATURES = ("ccmp", "locl", "kern", "mark", "mkmk", "liga", "case", "onum", "lnum", "pnum", "tnum")
"""What the stylesheets ask for, and what every browser does by itself."""
SMALL_CAPITALS = {"SemiBold": ("smcp", "c2sc")}
"""Labels are set in them, and nothing else: other styles are lighter by a fifth without."""
WEIGHT = 600
"""Of a font that has all weights, the one that is used."""
NAMES = {1: "{family}", 3: "{family} {style}", 4: "{family} {style}", 6: "{family}-{style}", 16: "{family}"}
"""By its number in the table of a font's names each that holds the family's."""
NAMED_FOR_OTHERS = (7, 18, 19, 20, 21, 22, 25)
"""Names that say the family's once more, which no browser asks for."""

PLACING = Lock()
"""Held while a file is placed: of two folders made at once one goes at once, and a file may be half there."""


def recipe() -> bytes:
    """What all of them are made by: with another, others come of the same files."""
    return str(version).encode() + Path(__file__).read_bytes()


@cache
def made(source: Path, family: str, letters: str = LATIN) -> bytes:
    """A font's Latin part as WOFF2, under a family name of our own."""
    logging.getLogger("fontTools").setLevel(logging.ERROR)
    options = subset.Options()
    style = source.stem.rpartition("-")[2]
    options.layout_features = [*FEATURES, *SMALL_CAPITALS.get(style, ())]
    options.flavor, options.hinting, options.name_IDs = "woff2", False, ["*"]
    font = TTFont(source)
    if "fvar" in font:
        font = instancer.instantiateVariableFont(font, {"wght": WEIGHT})
    chosen = subset.Subsetter(options)
    chosen.populate(unicodes=subset.parse_unicodes(letters))
    chosen.subset(font)
    _rename(font, family)
    font.flavor = "woff2"
    written = BytesIO()
    font.save(written)
    return written.getvalue()


def letters_of(name: str) -> str:
    """Which letters a file of that name has."""
    return EXTENDED if Path(name).stem.endswith("-extended") else LATIN


def _rename(font: TTFont, family: str) -> None:
    names = font["name"]
    style = str(names.getBestSubFamilyName() or "Regular").replace(" ", "")
    for row in list(names.names):
        if row.nameID in NAMED_FOR_OTHERS:
            names.names.remove(row)
        elif row.nameID in NAMES:
            told = NAMES[row.nameID].format(family=family, style=style)
            row.string = told.replace(" ", "") if row.nameID == 6 else told


@cache
def _folder() -> TemporaryDirectory[str]:
    return TemporaryDirectory(prefix="pactbook-fonts-")


def place(source: Path, name: str, family: str) -> Path:
    """A file with it, for whoever serves files where they are found; it goes when this process ends."""
    with PLACING:
        path = Path(_folder().name) / Path(name).name
        if not path.exists():
            path.write_bytes(made(source, family, letters_of(name)))
    return path
