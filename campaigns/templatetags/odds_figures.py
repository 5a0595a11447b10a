"""The odds of an act that is no contest, in figures: what may come of it, and how a number is spread."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from django import template
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from campaigns.forms.action.odds import SIDES, Preview
from campaigns.queries.odds_before import FROM_ONE
from campaigns.queries.palette import NameableRecord
from campaigns.templatetags.look import share, words
from campaigns.templatetags.telling_words import chance_of, label_of, with_their_parts
from rules.kernel.values import Value, Values, as_list, as_number, as_values

register = template.Library()
TOO_RARE = 0.005
"""Of a number's many values those are told together that would read as under 1%."""
TOO_MANY = 40
"""More numbers are told by the first and the last, with the least and the most of their chances."""
MEAN = "mean"
DEGREES = "degrees"
DELTA = "delta"
BONUS = "bonus"
"""What helpers win for somebody else."""
FALLS_OR_RISES = {"-1": _("falls"), "0": _("stays"), "1": _("rises")}
"""What a check does to Humanity, by its `delta`."""


@dataclass
class Figures:
    """Chances and means under their names, and spreads: a name with what may come and its chance."""

    single: list[tuple[str, str]] = field(default_factory=list)
    spreads: list[tuple[str, list[tuple[str, str]]]] = field(default_factory=list)


@register.filter
def named_sides(preview: Preview, records: Iterable[NameableRecord]) -> dict[str, str]:
    """The names of both sides of a contest, as far as the act says whose they are."""
    names = {record.id: record.name for record in records}
    return {role: names[one] for role, one in preview.who.items() if one in names}


@register.filter
def hands_of(preview: Preview, records: Iterable[NameableRecord]) -> list[tuple[str, Values]]:
    """How many cards each throws, by name as far as the form knows it."""
    names = {record.id: record.name for record in records}
    return [(names.get(str(hand["id"]), _now("The other side")), hand) for hand in preview.hands]


@register.filter
def in_figures(preview: Preview, records: Iterable[NameableRecord]) -> Figures:
    """What a preview tells beside a contest's own odds. `records` are the form's, where odds are told by record."""
    names = {record.id: record.name for record in records}
    named = named_sides(preview, records) if len(preview.who) == len(SIDES) else {}
    acting, opposing = (named.get(role) or _now("The other side") for role in SIDES) if named else ("", "")
    found = Figures()
    for name in with_their_parts(preview.others):
        value = preview.odds[name]
        label = label_of(name)
        if name == MEAN:
            found.single.append((_now("on average"), f"{as_number(value):.2f}"))
        elif value == 0:
            continue
        elif isinstance(value, int | float):
            found.single.append((chance_of(name, acting, opposing), share(value)))
        elif name == DELTA:
            moves = [(str(FALLS_OR_RISES[key]), share(chance)) for key, chance in _flat(as_values(value))]
            found.spreads.append((label_of("humanity"), moves))
        elif name == BONUS:
            won = [
                (key if int(key) else _now("none"), share(chance)) for key, chance in _flat(as_values(value))
            ]
            found.spreads.append((_now("Dice for whoever is helped"), won))
        elif isinstance(value, Mapping):
            spread = [(names.get(key) or words(key), share(chance)) for key, chance in _flat(value)]
            found.spreads += [(label, spread)] if spread else []
        elif name == DEGREES:
            found.spreads.append((label, _degrees(preview.intensities, _chances(value))))
        else:
            told = _numbers(_chances(value), start=int(name in FROM_ONE))
            found.spreads += [(label, told)] if told else []
    return found


def _degrees(intensities: Sequence[int], chances: Sequence[float]) -> list[tuple[str, str]]:
    """The chance against each of several Intensities; of a single one the chance to win tells."""
    told = zip(intensities, chances, strict=True) if len(chances) > 1 else ()
    return [(str(one), share(chance)) for one, chance in told]


def _numbers(chances: Sequence[float], *, start: int) -> list[tuple[str, str]]:
    """How likely each number is; nothing of what comes for certain to nothing, which tells nobody anything."""
    some = [
        (number, one) for number, one in enumerate(chances, start=start) if one > 0 and (number or one < 1)
    ]
    if not some:
        return []
    least, most = (share(bound(one for _number, one in some)) for bound in (min, max))
    if len(some) > TOO_MANY:
        ends = {"first": some[0][0], "last": some[-1][0]}
        each = {"least": least, "most": most}
        # "Under 1% to 1%" tells no more than its end.
        is_rare = min(one for _number, one in some) < TOO_RARE
        told = _now("%(least)s to %(most)s each")
        if least == most or is_rare:
            told = _now("%(least)s each") if least == most else _now("at most %(most)s each")
        return [(_now("%(first)d to %(last)d") % ends, told % each)]
    rows = [(str(number), share(one)) for number, one in some if one >= TOO_RARE]
    is_more = len(rows) < len(some)
    return [*rows, (_now("any other"), _now("less than 1% each"))] if is_more else rows


def _chances(value: Value) -> list[float]:
    return [as_number(one) for one in as_list(value)]


def _flat(value: Values, path: str = "") -> Iterator[tuple[str, float]]:
    for key, inner in value.items():
        name = f"{path} {key}".strip()
        if isinstance(inner, Mapping):
            yield from _flat(inner, name)
        elif isinstance(inner, int | float):
            yield name, inner
