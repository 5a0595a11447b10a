"""Parts that several systems draw alike, and the acts of a record written by their names alone."""

from campaigns.queries.layouts.parts import Drawn, Make, Text


def health(title: Text, make: Make) -> Drawn:
    """How hurt somebody is, in the game's own marks."""
    return Drawn("health", title, "records/_track.html", make)


def lines(name: str, title: Text, make: Make, empty: Text = "") -> Drawn:
    """What something is called and what it is, a line each."""
    return Drawn(name, title, "records/_lines.html", make, empty)


def cards(name: str, title: Text, make: Make, empty: Text = "") -> Drawn:
    """Cards side by side."""
    return Drawn(name, title, "records/_cards.html", make, empty)


def deeds_of(system: str, **fields: str) -> tuple[tuple[str, str], ...]:
    """Actions of a system, each with the field of its input that the record goes into."""
    return tuple((f"{system}.{verb}", field) for verb, field in fields.items())
