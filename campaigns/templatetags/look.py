"""The small marks of a page: icons, words for codes, signs, shares, game time."""

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from io import BytesIO
from zipfile import ZipFile

from django import template
from django.forms import BoundField, CheckboxInput, CheckboxSelectMultiple, RadioSelect
from django.forms.boundfield import BoundWidget
from django.forms.utils import flatatt
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from campaigns.game import of_all
from campaigns.queries.clock import in_words
from campaigns.viewing import Hidden
from rules.kernel.values import Value

register = template.Library()

MESSAGE_ICONS = {
    "success": "circle-check",
    "warning": "triangle-alert",
    "error": "octagon-alert",
}


STORABLE = 10**6
"""From here on a number's most is only what can be stored, which tells people nothing."""

ROOT = '<svg viewBox="0 0 24 24" class="icon" aria-hidden="true">'
STROKES = re.compile(r' (?:fill="none"|stroke="currentColor"|stroke-(?:width|linecap|linejoin)="[^"]*")|\n *')


@cache
def _icons() -> ZipFile:
    # Opened once: the tag of the package reads the list of all icons anew for each, which held up the first pages.
    return ZipFile(BytesIO(files("lucide").joinpath("lucide.zip").read_bytes()))


@cache
def drawn_icon(name: str) -> str:
    """The icon without how its strokes are drawn, which the stylesheet says for all of them."""
    _root, _, inside = _icons().read(f"{name}.svg").decode().partition(">")
    return ROOT + STROKES.sub("", inside).replace(" />", "/>")


@register.simple_tag
def icon(name: str) -> SafeString:
    """A Lucide icon as decoration: words always stand beside it."""
    return SafeString(drawn_icon(name))


@register.simple_tag
def count(number: int) -> SafeString:
    """How many wait, as a mark with its words for those who listen."""
    words = gettext("%(n)d waiting") % {"n": number}
    return format_html(
        '<span class="count"><span aria-hidden="true">{}</span>'
        '<span class="visually-hidden">, {}</span></span>',
        number,
        words,
    )


@register.filter
def words(code: Value | Hidden) -> str:
    """`high_die` as "High die": the fallback for a code that has no words of its own."""
    text = str(code if code is not None else "").replace("_", " ").replace("-", " ").strip()
    return text[:1].upper() + text[1:]


@register.filter
def source_called(code: Value | Hidden) -> str:
    """What a part of a pool is called by where its dice come from."""
    return of_all(lambda game: game.telling.codes).get(f"source.{code}") or words(code)


@register.filter
def signed(number: int) -> str:
    """A number with its sign, the minus as wide as the plus."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"


@register.filter
def minus(number: int) -> str:
    """A number, with a true minus where it is negative."""
    return str(number) if number >= 0 else f"−{-number}"


@register.filter
def share(probability: float) -> str:
    """A probability in words that never claim a certainty which is not there."""
    if probability <= 0 or probability >= 1:
        return "0%" if probability <= 0 else "100%"
    percent = round(probability * 100)
    if percent == 0:
        return gettext("under 1%")
    return gettext("over 99%") if percent == 100 else f"{percent}%"


@register.filter
def game_time(seconds: int) -> str:
    """Game seconds as day and time of day; the first day is day 1."""
    return in_words(int(seconds))


@register.filter
def long_time(lasts: Mapping[str, int] | None) -> str:
    """A stretch of game time in the units that the rules count it in, the longest first."""
    named = {
        "years": lambda n: ngettext("%(n)d year", "%(n)d years", n),
        "months": lambda n: ngettext("%(n)d month", "%(n)d months", n),
        "weeks": lambda n: ngettext("%(n)d week", "%(n)d weeks", n),
        "days": lambda n: ngettext("%(n)d day", "%(n)d days", n),
    }
    numbers = {unit: (lasts or {}).get(unit) for unit in named}
    return ", ".join(named[unit](n) % {"n": n} for unit, n in numbers.items() if n)


@register.filter
def slug_id(path: str) -> str:
    """A control's name, such as `demon.abilities.0`, as an id that a link can name."""
    return re.sub(r"[^a-zA-Z0-9]+", "-", str(path)).strip("-").lower()


@register.filter
def message_icon(level: str | None) -> str:
    return MESSAGE_ICONS.get(level or "", "info")


@register.filter
def field_kind(field: BoundField) -> str:
    """Which way a field is set: `choice` (one box), `choices` (a group of them) or `control`."""
    widget = field.field.widget
    if isinstance(widget, RadioSelect | CheckboxSelectMultiple):
        return "choices"
    return "choice" if isinstance(widget, CheckboxInput) else "control"


@register.simple_tag
def bounds_of(field: BoundField, given: str | None = "") -> str:
    """What a field takes, in words: those given, else from its own least and most."""
    least, most = (
        getattr(field.field, "min_value", None),
        getattr(field.field, "max_value", None),
    )
    if given:
        return given
    if most is not None and most >= STORABLE:
        most = None  # what can be stored tells nobody anything
    if least is not None and most is not None:
        return gettext("From %(least)s to %(most)s.") % {
            "least": minus(least),
            "most": minus(most),
        }
    if least is not None:
        return gettext("%(least)s or more.") % {"least": minus(least)}
    return gettext("%(most)s or less.") % {"most": minus(most)} if most is not None else ""


@register.filter
def tick(option: BoundWidget) -> SafeString:
    """The box or the radio of one choice: Django renders a template for each, and a page may have a hundred."""
    told = option.data
    named = (told["type"], told["name"], told["value"], flatatt(told["attrs"]))
    return format_html('<input type="{}" name="{}" value="{}"{}>', *named)


@register.simple_tag
def control(field: BoundField, told: str = "") -> SafeString:
    """A field's control, tied to the words beneath it: `told` is its help or bounds, if there are any."""
    beneath = [f"{field.auto_id}_helptext"] if told else []
    if field.errors:
        beneath.append(f"{field.auto_id}_error")
    return field.as_widget(attrs={"aria-describedby": " ".join(beneath)} if beneath else {})
