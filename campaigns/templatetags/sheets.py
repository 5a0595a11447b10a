"""What sheets need of a form and of a number's past."""

from collections.abc import Sequence
from typing import Protocol, TypedDict

from django import template
from django.forms import BaseForm, BoundField

from campaigns.models import Campaign
from rules import words
from rules.kernel.values import Value

register = template.Library()

WIDTH, HEIGHT, EDGE = 320, 96, 18


class ChartPoint(Protocol):
    """A value that a number had from an entry on."""

    @property
    def seq(self) -> int: ...

    @property
    def value(self) -> int: ...


class History(TypedDict):
    """What `characters/_history.html` takes."""

    steps: Sequence[ChartPoint]
    name: str
    campaign: Campaign
    path: str
    top: int
    width: int
    height: int
    low: int
    edge: int
    end: int


@register.filter
def at(form: BaseForm, name: str) -> BoundField | str:
    """A form's control by its path; nothing where the form has none."""
    return form[name] if name in form.fields else ""


@register.filter
def called(value: Value, system: str) -> str:
    """A word of the rules' vocabulary as people say it."""
    return words.choice_words(system, value)


@register.filter
def field_called(name: str, system: str) -> str:
    """What a field of a sheet is called."""
    return words.field_words(system, name)[0]


@register.inclusion_tag("characters/_history.html")
def history(steps: Sequence[ChartPoint], name: str, campaign: Campaign) -> History:
    """A number over the log: a line in steps, and the same as a table."""
    top = max([10, *(step.value for step in steps)])
    across = (WIDTH - 2 * EDGE) / max(len(steps), 1)
    down = (HEIGHT - 2 * EDGE) / top
    path = ""
    for place, step in enumerate(steps):
        x, y = EDGE + place * across, HEIGHT - EDGE - step.value * down
        path += f"{'V' if path else f'M{x:.1f} '}{y:.1f}H{x + across:.1f}"
    return {
        "steps": steps,
        "name": name,
        "campaign": campaign,
        "path": path,
        "top": top,
        "width": WIDTH,
        "height": HEIGHT,
        "low": HEIGHT - EDGE,
        "edge": EDGE,
        "end": WIDTH - EDGE,
    }
