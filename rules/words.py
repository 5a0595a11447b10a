"""What forms say about actions, fields and choices: the words.toml of each system, with plain fallbacks."""

from collections.abc import Mapping
from functools import lru_cache
from typing import TypedDict

from rules import catalogue
from rules.kernel.tables import read_table

KEPT = 4096
"""So many words are found without looking them up: a page of many people asks for the same few again and again."""


class Words(TypedDict, total=False):
    """What the words.toml of a system says of an action, a field or a setting."""

    label: str
    help: str
    clause: str
    switch: str
    one: str
    parts: Mapping[str, str]
    fields: Mapping[str, "Words"]


@lru_cache(KEPT)
def action_words(action: str) -> tuple[str, str]:
    """Label and help of an action such as `sorcerer.contact`."""
    system, _, verb = action.partition(".")
    found = _words(system, "actions").get(verb, {})
    return found.get("label", spelled_out(verb)), found.get("help", "")


def field_of(action: str, path: str) -> tuple[str, str] | None:
    """Label and help of a field, by its path without rows, that means something else in this action than in others.

    None where it has no words of its own there.
    """
    system, _, verb = action.partition(".")
    found = _words(system, "actions").get(verb, {}).get("fields", {}).get(path)
    return (found.get("label", ""), found.get("help", "")) if found else None


@lru_cache(KEPT)
def field_words(system: str, name: str) -> tuple[str, str]:
    """Label and help of an input field by its contract name."""
    found = _words(system, "fields").get(name, {})
    return found.get("label", spelled_out(name)), found.get("help", "")


def switch_words(system: str, name: str) -> str:
    """What the box says by which a part of an act is there or not; empty where it has no words of its own."""
    return _words(system, "fields").get(name, {}).get("switch", "")


def one_of(system: str, name: str) -> str:
    """What a single row of a list is called, such as "target" of targets; empty where it has no word of its own."""
    return _words(system, "fields").get(name, {}).get("one", "")


def stored_words(system: str, noun: str, name: str) -> tuple[str, str]:
    """Label and help of a stored field of a kind, where it means something else than the input field of its name."""
    stored = _words(system, "stored")
    found = stored.get(f"{noun}.{name}") or stored.get(name)
    if found is None:
        return field_words(system, name)
    return found.get("label", spelled_out(name)), found.get("help", "")


def known_field(system: str, place: str) -> tuple[str, str] | None:
    """Label and help that a field has in one place only, such as `sides.id`; None where it has none of its own."""
    found = _words(system, "places").get(place)
    return (found.get("label", ""), found.get("help", "")) if found else None


def choice_words(system: str, value: object) -> str:
    """What a value of a vocabulary is called."""
    return _names(system, "choices").get(str(value), spelled_out(value))


def known_choice(system: str, value: object) -> str:
    """The words of a value that its vocabulary has; empty for any other."""
    return _names(system, "choices").get(str(value), "")


def choice_of(system: str, field: str, value: object) -> str:
    """What a value of a vocabulary is called in one field, where that has words of its own for it."""
    return _names(system, "choices_of").get(f"{field}.{value}") or choice_words(system, value)


def told_words(system: str, field: str) -> str:
    """The sentence in which a settled field is told: `%(what)s`, and `%(who)s` does it; empty where it has none."""
    return _names(system, "told").get(field, "")


def kept_words(system: str, field: str) -> str:
    """What a stored field with keys below it is called, such as `round.hit`; empty where it has no words of its own."""
    return _names(system, "kept").get(field, "")


def due_words(step: str) -> str:
    """What falls due by game time, such as `fallen.heal`, in plain words."""
    system, _, name = step.partition(".")
    return _names(system, "due").get(name, spelled_out(name))


def setting_words(system: str, name: str) -> tuple[str, str, str]:
    """Label, help and clause of a campaign's setting."""
    found = _words(system, "settings").get(name, {})
    return found.get("label", spelled_out(name)), found.get("help", ""), found.get("clause", "")


def setting_part_words(system: str, name: str, part: str) -> str:
    """What one part of a setting is called, such as the Descriptors of one score."""
    found = _words(system, "settings").get(name, {})
    return found.get("parts", {}).get(part, spelled_out(part))


def range_of(system: str, source: str) -> tuple[int, int] | None:
    """The dice that a source may give or take; None where the system sets no range for it."""
    procedures = catalogue.PROCEDURES.get(system)
    return procedures.ranges.get(source) if procedures else None


def spelled_out(name: object) -> str:
    """`opposing_modifiers` as "Opposing modifiers"."""
    text = str(name).replace("_", " ").replace("-", " ").strip()
    return text[:1].upper() + text[1:]


def _words(system: str, part: str) -> Mapping[str, Words]:
    if system not in catalogue.PACKAGES:
        return {}
    words: Mapping[str, Words] = read_table(catalogue.PACKAGES[system], "words.toml").get(part, {})
    return words


def _names(system: str, part: str) -> Mapping[str, str]:
    """Of a part in which each word has a name and nothing else."""
    if system not in catalogue.PACKAGES:
        return {}
    names: Mapping[str, str] = read_table(catalogue.PACKAGES[system], "words.toml").get(part, {})
    return names
