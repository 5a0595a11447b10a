"""What the GM does to somebody in a tap: the acts that a game has for it, or a correction with its reason."""

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _

from campaigns.queries.layouts.parts import QuickAct, RecordContext, Text
from rules.kernel.values import Values

EDIT = "table.edit"


def edit(
    reading: RecordContext, code: str, label: Text, fields: Values, why: Text = "", *, is_on: bool = False
) -> QuickAct:
    """Fields of a record set as it is said at the table, for what no act of the game does; `why` is the reason."""
    given: Values = {
        "record": {"id": reading.member.id},
        "reason": _("At the table: %(what)s") % {"what": why or label},
        "changes": [{"field": name, "set": value} for name, value in fields.items()],
    }
    return QuickAct(code, label, EDIT, given, is_on)


def switches(reading: RecordContext, *conditions: tuple[str, Text]) -> Iterator[QuickAct]:
    """Conditions that are there or not, each with the field that keeps it: a tap turns it round."""
    for name, label in conditions:
        stands = bool(reading.value(name))
        why = _("%(what)s no longer") % {"what": label} if stands else label
        code = f"{name}-{'off' if stands else 'on'}"
        yield edit(reading, code, label, {name: not stands}, why, is_on=stands)


def by_one(reading: RecordContext, name: str, title: Text, label: Text = "") -> Iterator[QuickAct]:
    """A number that goes up and down by one; `label` is what it is called where its group has another title."""
    now = reading.value(name) or 0
    for code, sign, value in (("less", "−1", now - 1), ("more", "+1", now + 1)):
        if value >= 0:
            told = f"{label} {sign}" if label else sign
            yield edit(reading, f"{name}-{code}", told, {name: value}, f"{title} {sign}")


def in_amounts(code: str, action: str, given: Iterable[tuple[int, Values]]) -> Iterator[QuickAct]:
    """The same act by amounts."""
    for amount, values in given:
        yield QuickAct(f"{code}-{amount}", str(amount), action, values)
