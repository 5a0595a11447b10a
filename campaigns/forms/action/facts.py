"""What a form tells instead of asking: what a procedure knows, and what the GM settled."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from msgspec import UNSET, UnsetType

from campaigns.forms.action.posted import flat
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


def facts(
    system: str, known: Values, settled: Values, names: Mapping[str, str], *, is_gm: bool = False
) -> list[dict[str, str]]:
    """Each with the label of its field, in words. `names` has the records that the reader may know, by id.

    The GM reads what they may override as well: numbers, and whether something is so.
    """
    return [
        {"label": words.field_words(system, name)[0], "words": told}
        for name, value in (*known.items(), *_one_by_one(settled))
        if (told := _told(system, name, value, names, is_settled=is_gm or name not in known))
    ]


def known_words(system: str, value: Value | UnsetType, names: Mapping[str, str]) -> str:
    """One value as people read it; empty for none."""
    if value is UNSET or value is None:
        return ""
    if isinstance(value, list | tuple):
        return ", ".join(known_words(system, one, names) for one in value)
    return _told(system, "", value, names, is_settled=True)


def _one_by_one(settled: Values) -> Iterator[tuple[str, Value]]:
    for path, value in flat(settled).items():
        if value is False or value not in (None, "", [], 0):
            yield re.sub(r"(\.\d+)?(\.id)?$", "", path).rpartition(".")[2], value


def _told(system: str, name: str, value: Value, names: Mapping[str, str], *, is_settled: bool) -> str:
    """A word or a number, or that it is so; nothing where it is that nothing of the kind was chosen."""
    if name in NUMBERS_TOLD or (is_settled and type(value) is int):
        return str(value)
    if is_settled and isinstance(value, bool):
        return _("yes") if value else _("no")
    return "" if value == NOTHING else names.get(str(value), "") or words.known_choice(system, value)
