"""What the Host does to somebody of Demon City in a tap."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.queries.layouts.parts import QuickAct, QuickGroup, RecordContext
from campaigns.queries.layouts.quick import edit, in_amounts, switches
from rules.kernel.values import Values

CONDITIONS = (
    ("out", gettext_lazy("Out of the fight")),
    ("injured", gettext_lazy("Injured")),
    ("panicked", gettext_lazy("In a panic")),
)


def quick(reading: RecordContext) -> Iterator[QuickGroup]:
    """Damage off the Toughness or thrown with cards, Toughness regained, and what a fight does to somebody."""
    who: Values = {"id": reading.member.id}
    toughness = reading.value("toughness")
    throw = QuickAct("throw", gettext_lazy("Throw cards"), "demon_city.damage", {"target": who})
    lost = [
        edit(reading, f"damage-{n}", str(n), {"toughness": toughness - n}, _("Damage %(n)s") % {"n": n})
        for n in (1, 2, 3)
        if isinstance(toughness, int)
    ]
    yield QuickGroup(gettext_lazy("Damage"), (*lost, throw))
    given = ((n, {"character": who, "amount": n}) for n in (1, 2, 3))
    yield QuickGroup(gettext_lazy("Regain Toughness"), tuple(in_amounts("heal", "demon_city.heal", given)))
    yield QuickGroup(gettext_lazy("Conditions"), tuple(switches(reading, *CONDITIONS)))
