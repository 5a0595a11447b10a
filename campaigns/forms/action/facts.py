"""What a form tells instead of asking: what a procedure knows, and what the GM settled."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from msgspec import UNSET, UnsetType

from campaigns.forms.action.settled import OfGM
from campaigns.state.ids import ids_in
from rules import words
from rules.kernel.values import Value, Values

NUMBERS_TOLD, NOTHING = ("intensity",), "none"


@dataclass(frozen=True)
class ToldRefusal:
    """What a rule has against an act: its clause, what that says, and what would make it legal."""

    clause: str | None
    url: str
    title: str
    text: str
    remedy: str
    field: str | None
    way: str = ""
    """The page on which it is put right, where that is another one."""
    way_words: str = ""
    known: str = ""
    """What the application knows in its place."""
    may_override: bool = False
    why: str = ""
    """What is wrong in this very case."""


def facts(
    system: str, known: Values, of_gm: OfGM, names: Mapping[str, str], *, is_gm: bool = False
) -> list[dict[str, str]]:
    """Each with the label of its field, in words. `names` has the records that the reader may know, by id.

    The GM reads what they may override as well: numbers, and whether something is so.
    """
    told = [
        {"label": words.field_words(system, name)[0], "words": said}
        for name, value in known.items()
        if (said := _told(system, name, value, names, is_settled=is_gm))
    ]
    told += [one for name, value in of_gm.told.items() if (one := _settled(system, name, value, names))]
    kept_back = ", ".join(words.field_words(system, name)[0] for name in of_gm.kept_back)
    return told + ([{"label": kept_back, "words": _("hidden until it is played")}] if kept_back else [])


def known_words(system: str, value: Value | UnsetType, names: Mapping[str, str]) -> str:
    """One value as people read it; empty for none."""
    if value is UNSET or value is None:
        return ""
    if isinstance(value, list | tuple):
        return ", ".join(known_words(system, one, names) for one in value)
    return _told(system, "", value, names, is_settled=True)


def _settled(system: str, name: str, value: Value, names: Mapping[str, str]) -> dict[str, str] | None:
    """All that was settled of one thing: whose side it is, who stands on it and with what; None for nothing."""
    who = names.get(str(value.get("id")), "") if isinstance(value, Mapping) else ""
    rest = ", ".join(_parts(system, value, names))
    sentence = words.told_words(system, name)
    if sentence and rest and (who or "%(who)s" not in sentence):
        what = f"{who}, {rest}" if who and "%(who)s" not in sentence else rest
        return {"label": "", "words": _(sentence) % {"who": who, "what": what}}
    said = ", ".join(filter(None, (who, rest)))
    return {"label": words.field_words(system, name)[0], "words": said} if said else None


def _parts(system: str, value: Value, names: Mapping[str, str]) -> Iterator[str]:
    """What is said of one thing besides who it is, in its order; dice stand behind what they are of."""
    if isinstance(value, list | tuple):
        for one in _summed(value):
            who = names.get(str(one.get("id")), "") if isinstance(one, Mapping) else ""
            yield from filter(None, (who, ", ".join(_parts(system, one, names))))
    elif not isinstance(value, Mapping):
        if said := _plain(system, "", value, names):
            yield said
    else:
        given = {name: one for name, one in value.items() if name != "id"}
        dice = given.pop("dice", None) if {"score", "name", "source"} & given.keys() else None
        words_first = sorted(given.items(), key=lambda pair: isinstance(pair[1], int))
        for number, (name, one) in enumerate(words_first):
            if isinstance(one, Mapping | list | tuple):
                yield from _parts(system, one, names)
            elif said := _plain(system, name, one, names):
                yield f"{said} {dice}" if dice and not number else said


def _summed(rows: Iterable[Value]) -> list[Value]:
    """Dice of the same source and for the same reason stand there once, all together."""
    found: list[Value] = []
    for row in rows:
        dice = row.get("dice") if isinstance(row, Mapping) else None
        for place, other in enumerate(found):
            if isinstance(row, Mapping) and isinstance(other, Mapping) and isinstance(dice, int):
                before = other.get("dice")
                if isinstance(before, int) and {**other, "dice": dice} == row:
                    found[place] = {**row, "dice": before + dice}
                    break
        else:
            found.append(row)
    return found


def _plain(system: str, name: str, value: Value, names: Mapping[str, str]) -> str:
    """A word, or what a number or a yes is of; a no is not told there; what nobody may know by name is left out."""
    label = words.field_words(system, name)[0] if name else ""
    if isinstance(value, bool):
        if label:  # a box of somebody's part that nobody ticked tells nothing
            return f"{label} {_('yes')}" if value else ""
        return _("yes") if value else _("no")
    if isinstance(value, int):
        return (f"{label} {value}" if label else str(value)) if value else ""
    text = str(value or "")
    if text in ("", NOTHING) or text in names or any(ids_in(text)):
        return names.get(text, "")
    is_word = re.fullmatch(r"[a-z_]+", text) is not None
    return words.choice_of(system, name, text) if is_word else text


def _told(system: str, name: str, value: Value, names: Mapping[str, str], *, is_settled: bool) -> str:
    """A word or a number, or that it is so; nothing where it is that nothing of the kind was chosen."""
    if name in NUMBERS_TOLD or (is_settled and type(value) is int):
        return str(value)
    if is_settled and isinstance(value, bool):
        return _("yes") if value else _("no")
    return "" if value == NOTHING else names.get(str(value), "") or words.known_choice(system, value)
