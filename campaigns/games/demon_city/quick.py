"""What the Host does to somebody of Demon City in a tap."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.queries.layouts.parts import QuickAct, QuickGroup, RecordContext
from campaigns.queries.layouts.quick import EDIT, edit, in_amounts, switches
from rules.kernel.values import Values

CONDITIONS = (
    ("out", gettext_lazy("Out of the fight")),
    ("injured", gettext_lazy("Injured")),
    ("panicked", gettext_lazy("In a panic")),
    ("never_acts", gettext_lazy("Never acts again")),
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
    if below := _below(reading):
        given: list[tuple[int, Values]] = [
            (n, {"character": who, "amount": n}) for n in range(1, min(below, 3) + 1)
        ]
        yield QuickGroup(
            gettext_lazy("Regain Toughness"), tuple(in_amounts("heal", "demon_city.heal", given))
        )
    yield QuickGroup(
        gettext_lazy("Conditions"), (*switches(reading, *CONDITIONS), *_counted_out_of_round(reading))
    )


def _below(reading: RecordContext) -> int:
    """How far somebody is below the Toughness of their sheet."""
    whole, now = reading.under("stats").get("toughness"), reading.value("toughness")
    return max(0, whole - now) if isinstance(whole, int) and isinstance(now, int) else 0


def _counted_out_of_round(reading: RecordContext) -> Iterator[QuickAct]:
    """Whoever has no action in the round that is on, though nothing on the sheet says so (DEC-CALM-05)."""
    who = reading.member.id
    rounds = [
        one for one in reading.others.values() if one.kind == "demon_city.round" and who in one["order"]
    ]
    if not rounds or not reading.value("stage"):
        return
    out = list(rounds[-1]["counted_out"])
    is_out = who in out
    told = _("No action this round: %(who)s") % {"who": reading.member.name}
    now = [one for one in out if one != who] if is_out else [*out, who]
    given: Values = {
        "record": {"id": rounds[-1].id},
        "reason": _("At the table: %(what)s") % {"what": told},
        "changes": [{"field": "counted_out", "set": now}],
    }
    code = "counted-in" if is_out else "counted-out"
    yield QuickAct(code, gettext_lazy("No action this round"), EDIT, given, is_out)
