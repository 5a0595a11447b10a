"""What the GM does to somebody of Fallen in a tap."""

from collections.abc import Iterator

from django.utils.translation import gettext_lazy

from campaigns.queries.layouts.parts import QuickAct, QuickGroup, RecordContext
from campaigns.queries.layouts.quick import edit, in_amounts, switches
from rules.kernel.values import Values

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
CONDITIONS = (
    ("dazed", gettext_lazy("Dazed")),
    ("prone", gettext_lazy("On the ground")),
    ("unconscious", gettext_lazy("Unconscious")),
    ("disarmed", gettext_lazy("Disarmed")),
    ("blind", gettext_lazy("Cannot see")),
)


def quick(reading: RecordContext) -> Iterator[QuickGroup]:
    """Damage and healing by levels, what hinders in a fight, and who is held."""
    who: Values = {"id": reading.member.id}
    for kind, title in DAMAGE:
        given = ((n, {"target": who, "levels": n, "damage_kind": kind}) for n in (1, 2, 3))
        yield QuickGroup(title, tuple(in_amounts(kind, "fallen.apply_damage", given)))
    yield QuickGroup(HEAL, tuple(_healing(reading)), "fallen.heal", {"patient": reading.member.id})
    yield QuickGroup(gettext_lazy("Conditions"), (*switches(reading, *CONDITIONS), _held(reading)))


def _healing(reading: RecordContext) -> Iterator[QuickAct]:
    for kind, label in HEALED:
        if marks := reading.value(kind):
            yield edit(reading, f"heal-{kind}", label, {kind: marks - 1}, f"{HEAL}: {label}")


def _held(reading: RecordContext) -> QuickAct:
    is_held = reading.value("restraint") in ("held", "helpless")
    label = gettext_lazy("Held")
    if is_held:
        free: Values = {"restraint": "free", "held_by": None, "grip": None}
        return edit(reading, "held-off", label, free, gettext_lazy("Held no longer"), is_on=True)
    return edit(reading, "held-on", label, {"restraint": "held"})
