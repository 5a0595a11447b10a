"""What the GM does to somebody of Pandemonium in a tap."""

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext_lazy

from campaigns.queries.layouts.parts import QuickAct, QuickGroup, RecordContext
from campaigns.queries.layouts.quick import by_one, edit, in_amounts
from rules.kernel.values import Values, as_values, as_whole

DAMAGE = (
    ("bashing", gettext_lazy("Bashing damage")),
    ("lethal", gettext_lazy("Lethal damage")),
    ("aggravated", gettext_lazy("Aggravated damage")),
)
HEAL = gettext_lazy("Heal")
HEALED = (
    ("bashing", gettext_lazy("1 bashing")),
    ("lethal", gettext_lazy("1 lethal")),
    ("aggravated", gettext_lazy("1 aggravated")),
)


def quick(reading: RecordContext) -> Iterator[QuickGroup]:
    """Wounds by kind, a wound healed, Willpower and Mana."""
    who: Values = {"id": reading.member.id}
    for kind, title in DAMAGE:
        given = ((n, {"target": who, "damage": {"kind": kind, "wounds": n}}) for n in (1, 2, 3))
        yield QuickGroup(title, tuple(in_amounts(kind, "pandemonium.apply_damage", given)))
    if healing := tuple(_healing(reading)):
        yield QuickGroup(HEAL, healing)
    if points := tuple(_points(reading)):
        yield QuickGroup(gettext_lazy("Points"), points)


def _healing(reading: RecordContext) -> Iterator[QuickAct]:
    health = reading.value("health")
    if not isinstance(health, Mapping):
        return
    for kind, label in HEALED:
        # Resistant wounds heal by nothing that is so quick.
        if as_whole(health[kind]) > as_whole(as_values(health["resistant"])[kind]):
            healed = {**health, kind: as_whole(health[kind]) - 1}
            yield edit(reading, f"heal-{kind}", label, {"health": healed}, f"{HEAL}: {label}")


def _points(reading: RecordContext) -> Iterator[QuickAct]:
    for name in ("willpower", "mana"):
        if isinstance(reading.value(name), int):
            yield from by_one(reading, name, reading.label(name), reading.label(name))
