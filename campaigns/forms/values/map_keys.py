"""What the entries of a map may be called: names that a person types, or records and words that the rules expect."""

import re
from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _

from campaigns.forms.values.kind_controls import called, system_of
from campaigns.game import games
from campaigns.state.kinds import KINDS, named
from campaigns.state.unit_of_work import Sheet
from rules import words

NAME = re.compile("[a-z][a-z0-9_]*")
TYPED_LIKE_TRAITS = frozenset({"traits", "merits", "most", "stats", "*"})
"""Maps whose names rolls ask for, in small letters with underscores."""


def choices_for(
    sheet: Sheet, prefix: str, records: Iterable[tuple[str, str, str]]
) -> list[tuple[str, str]] | None:
    """The keys that a new entry may have, with their words; None where any name will do.

    `records` are ids, kinds and names.
    """
    system = system_of(sheet.kind)
    patterns = games()[system].values.keys.get(prefix)
    if patterns is None:
        return None
    known = list(records)
    names = {record: name for record, _kind, name in known}
    keys = []
    for pattern in patterns:
        start, _brace, slot = pattern.removesuffix("}").partition("{")
        if named(slot, system) in KINDS:
            own: Iterable[str] = [record for record, kind, _name in known if kind == named(slot, system)]
        else:
            own = sheet.under(slot) if slot else [""]
        keys += [f"{start}{one}" for one in own]
    return [(key, key_words(sheet, key, names)) for key in keys if f"{prefix}.{key}" not in sheet.fields]


def key_words(sheet: Sheet, key: str, names: Mapping[str, str]) -> str:
    """A key as a person reads it: names in place of ids."""
    system = system_of(sheet.kind)
    return ", ".join(names.get(step) or called(system, step) for step in key.split("."))


def of_whom(sheet: Sheet, name: str, names: Mapping[str, str]) -> str:
    """The other record that an entry is kept of, where all that is kept of it stands together; else nothing."""
    declared = sheet.kind.stored()[sheet.kind.find(name)[0]]
    last = name.rpartition(".")[2]
    is_together = declared.model.__name__ in games()[system_of(sheet.kind)].values.kept_of
    return last if is_together and names.get(last) else ""


def kept_as(sheet: Sheet, name: str, key: str, names: Mapping[str, str]) -> str:
    """What an entry is called: under the name of what it is kept of by what it says, else by its key."""
    if not of_whom(sheet, name, names):
        return key_words(sheet, key, names)
    system, what = system_of(sheet.kind), name.rpartition(".")[0]
    return words.kept_words(system, what) or words.stored_words(system, sheet.kind.noun, what)[0]


def key_fault(sheet: Sheet, prefix: str, key: str) -> str | None:
    """What is wrong with the name of a new entry, or None."""
    if prefix in TYPED_LIKE_TRAITS and not NAME.fullmatch(key):
        return _("Use only letters, digits and spaces, starting with an unaccented letter.")
    full = full_name(prefix, key)
    if full in sheet.fields:
        return _("This is already listed above. Change it there.")
    try:
        found = sheet.kind.find(full)
    except KeyError:
        found = ("", None)
    is_free = found == (prefix, key) and full != "record"  # which is what sets a record as a whole
    return None if is_free else _("Another field already has this name. Choose a different one.")


def full_name(prefix: str, key: str) -> str:
    """The contract's field of an entry."""
    return key if prefix == "*" else f"{prefix}.{key}"
