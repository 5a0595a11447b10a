"""Words for people's places, and their colours."""

from collections.abc import Mapping

from django import template
from django.utils.translation import gettext

register = template.Library()

BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
DEVICES = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
)
"""Marks in what browsers say of themselves: nearly all say that they are those further down as well."""
LONGEST = 70


@register.filter
def role_words(role: str) -> str:
    """`gm` as "GM"."""
    words = {"gm": gettext("GM"), "player": gettext("Player"), "observer": gettext("Observer")}
    return words.get(role, role)


@register.filter
def colour_words(colour: str) -> str:
    """`b` as "Blue"."""
    words = {
        "b": gettext("Blue"),
        "a": gettext("Amber"),
        "r": gettext("Rose"),
        "t": gettext("Teal"),
        "v": gettext("Violet"),
        "o": gettext("Olive"),
        "c": gettext("Crimson"),
        "j": gettext("Jade"),
    }
    return words.get(colour, "")


@register.filter
def colour_of(record: str, colours: Mapping[str, str]) -> str:
    """The colour of whoever plays a record, by its letter; empty where nobody does."""
    return colours.get(record, "")


@register.filter
def browser_words(agent: str) -> str:
    """What a browser says of itself as "Firefox on Android"; as it stands where nothing of that is known."""
    browser = next((name for mark, name in BROWSERS if mark in agent), "")
    device = next((name for mark, name in DEVICES if mark in agent), "")
    if not browser or not device:
        return agent[:LONGEST] or gettext("unknown")
    return gettext("%(browser)s on %(device)s") % {"browser": browser, "device": device}
