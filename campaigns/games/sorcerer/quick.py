"""What the GM does to a sorcerer or a demon in a tap."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.queries.layouts.parts import QuickAct, QuickGroup, RecordContext
from campaigns.queries.layouts.quick import by_one, in_amounts
from rules import words
from rules.kernel.values import Values

HUMANITY = gettext_lazy("Humanity")
WEAPONS = ("fists", "edged", "small_gun", "heavy_gun", "automatic")
PENALTIES = (
    ("temporary", gettext_lazy("Temporary penalties")),
    ("lasting", gettext_lazy("Lasting penalties")),
)


def quick(reading: RecordContext) -> Iterator[QuickGroup]:
    """Damage read off the chart by weapon and victories, penalties by the die, a rest, Humanity."""
    who: Values = {"id": reading.member.id}
    for weapon in WEAPONS:
        given = ((n, {"target": who, "weapon": weapon, "victories": n}) for n in (1, 2, 3))
        title = _("%(weapon)s, victories") % {"weapon": words.choice_words("sorcerer", weapon)}
        yield QuickGroup(title, tuple(in_amounts(weapon, "sorcerer.damage", given)))
    yield QuickGroup(gettext_lazy("Damage"), (), "sorcerer.damage", {"target": reading.member.id})
    for name, called in PENALTIES:
        yield QuickGroup(called, tuple(by_one(reading, name, called)))
    yield QuickGroup(gettext_lazy("Recover"), tuple(_recovery(reading)))
    if isinstance(reading.value("humanity"), int):
        yield QuickGroup(HUMANITY, tuple(by_one(reading, "humanity", HUMANITY)))


def _recovery(reading: RecordContext) -> Iterator[QuickAct]:
    rests: Values = {"character": {"id": reading.member.id}, "rested": True}
    yield QuickAct("rest", gettext_lazy("After a rest"), "sorcerer.recover", rests)
    yield QuickAct("heal", gettext_lazy("Healed completely"), "sorcerer.recover", {**rests, "healed": True})
