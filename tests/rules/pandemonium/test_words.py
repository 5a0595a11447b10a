"""The words of the forms are there for whatever an input can ask."""

from collections.abc import Iterator

from msgspec import inspect

from rules.kernel.tables import read_table
from rules.pandemonium.actions import ACTIONS
from rules.pandemonium.types import Settings

WORDS = read_table("rules.pandemonium", "words.toml")
CLAUSES = {clause["id"] for clause in read_table("rules.pandemonium", "clauses.toml")["clause"]}


def _asked(kind: inspect.Type) -> Iterator[tuple[str, str]]:
    """Every field name and choice below a type, as ("fields", name) and ("choices", value)."""
    match kind:
        case inspect.Metadata():
            yield from _asked(kind.type)
        case inspect.StructType() if kind.cls is not Settings:
            for field in kind.fields:
                yield "fields", field.encode_name
                yield from _asked(field.type)
        case inspect.UnionType():
            for member in kind.types:
                yield from _asked(member)
        case inspect.VarTupleType():
            yield from _asked(kind.item_type)
        case inspect.LiteralType():
            yield from (("choices", str(value)) for value in kind.values)


def _choices_of_settings() -> Iterator[tuple[str, str]]:
    settings = inspect.type_info(Settings)
    assert isinstance(settings, inspect.StructType)
    for field in settings.fields:
        yield from _asked(field.type)


def test_every_action_has_its_words() -> None:
    assert WORDS["actions"].keys() == {action.verb for action in ACTIONS}
    assert all(words["label"] and words["help"] for words in WORDS["actions"].values())


def test_every_field_and_choice_has_its_words() -> None:
    asked = {entry for action in ACTIONS for entry in _asked(inspect.type_info(action.input_type))}
    known = {(part, name) for part in ("fields", "choices") for name in WORDS[part]}

    assert asked - known == set()


def test_no_words_are_left_over() -> None:
    asked = {entry for action in ACTIONS for entry in _asked(inspect.type_info(action.input_type))}
    asked |= set(_choices_of_settings())

    assert {(part, name) for part in ("fields", "choices") for name in WORDS[part]} - asked == set()


def test_every_setting_has_its_words_and_its_clause() -> None:
    assert WORDS["settings"].keys() == set(Settings.__struct_fields__)
    assert {words["clause"] for words in WORDS["settings"].values()} <= CLAUSES


def test_actions_read_settings_that_exist() -> None:
    assert {key for action in ACTIONS for key in action.settings} <= set(Settings.__struct_fields__)


def test_a_choice_with_words_of_its_own_is_one_of_its_field() -> None:
    asked = {entry for action in ACTIONS for entry in _asked(inspect.type_info(action.input_type))}

    for name in WORDS["choices_of"]:
        field, _dot, value = name.partition(".")
        assert {("fields", field), ("choices", value)} <= asked
