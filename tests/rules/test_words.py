"""The words of the forms are there for whatever an input can ask, in every system."""

import re
from collections.abc import Iterator
from importlib.resources import files
from typing import Any, get_args

import pytest
from msgspec import Struct, inspect

from rules.catalogue import SETTINGS, SYSTEMS
from rules.demon_city.types import Stage
from rules.fallen.types import WeaponRange
from rules.kernel.tables import read_table

pytestmark = pytest.mark.parametrize("system", SETTINGS)


def words_of(system: str) -> dict[str, Any]:
    return read_table(f"rules.{system}", "words.toml")


def known(system: str) -> set[tuple[str, str]]:
    words = words_of(system)
    return {(part, name) for part in ("fields", "choices") for name in words[part]}


def asked(system: str) -> set[tuple[str, str]]:
    """What all inputs of a system ask, their settings left out."""
    types = [inspect.type_info(action.input_type) for action in SYSTEMS[system]]
    return {entry for one in types for entry in _asked(one, SETTINGS[system])}


def _asked(kind: inspect.Type, settings: type[Struct] | None) -> Iterator[tuple[str, str]]:
    """Every field name and choice below a type, as ("fields", name) and ("choices", value)."""
    match kind:
        case inspect.Metadata():
            yield from _asked(kind.type, settings)
        case inspect.StructType() if kind.cls is not settings:
            for field in kind.fields:
                yield "fields", field.encode_name
                yield from _asked(field.type, settings)
        case inspect.UnionType():
            for member in kind.types:
                yield from _asked(member, settings)
        case inspect.VarTupleType():
            yield from _asked(kind.item_type, settings)
        case inspect.LiteralType():
            yield from (("choices", str(value)) for value in kind.values)


RESULTS = ("high_card", "significator")
COUNTED = ("base", "previous", "high_stat", "injury", "minimum", "from_opponent", "maneuvers", "cap")
WRITTEN = ("fields", "consequence")
TOLD = {
    "demon_city": {WRITTEN, *(("choices", one) for one in (*RESULTS, *COUNTED, *get_args(Stage)))},
    "fallen": {("choices", one) for one in get_args(WeaponRange)},
}
"""By what results, parts of a count and stages of a round are told, and what people write on a record: no action asks
for it."""


def test_every_action_has_a_label_and_a_line_of_help(system: str) -> None:
    actions = words_of(system)["actions"]

    assert actions.keys() == {action.verb for action in SYSTEMS[system]}
    assert [
        name for name, one in actions.items() if not (one["label"] and one["help"].endswith((".", "?")))
    ] == []


def test_every_field_and_choice_has_its_words(system: str) -> None:
    assert asked(system) - known(system) - {("fields", "settings")} == set()


def test_no_words_are_left_over(system: str) -> None:
    settings = inspect.type_info(SETTINGS[system])
    assert isinstance(settings, inspect.StructType)
    chosen = {entry for field in settings.fields for entry in _asked(field.type, None)}

    assert known(system) - asked(system) - chosen == TOLD.get(system, set())


def test_a_choice_with_words_of_its_own_is_one_of_its_field(system: str) -> None:
    for name in words_of(system).get("choices_of", ()):
        field, _dot, value = name.partition(".")
        assert {("fields", field), ("choices", value)} <= asked(system)


def test_words_of_one_action_are_of_what_it_asks(system: str) -> None:
    inputs = {action.verb: action.input_type.__struct_encode_fields__ for action in SYSTEMS[system]}
    own = {verb: one["fields"] for verb, one in words_of(system)["actions"].items() if "fields" in one}

    assert [
        (verb, path) for verb in own for path in own[verb] if path.partition(".")[0] not in inputs[verb]
    ] == []


def test_every_setting_has_its_words_and_its_clause(system: str) -> None:
    settings = words_of(system)["settings"]
    clauses = {clause["id"] for clause in read_table(f"rules.{system}", "clauses.toml")["clause"]}

    assert settings.keys() == set(SETTINGS[system].__struct_fields__)
    assert {setting["clause"] for setting in settings.values()} <= clauses


def test_actions_read_settings_that_exist(system: str) -> None:
    read = {key for action in SYSTEMS[system] for key in action.settings}

    assert read <= set(SETTINGS[system].__struct_fields__)


def test_forms_speak_plain_english(system: str) -> None:
    words = (files("rules") / system / "words.toml").read_text()
    assert re.findall(r"\b(?i:anew|somebody|everybody|anybody|whoever|at once)\b", words) == []
