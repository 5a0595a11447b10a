"""Every action, field, choice and setting of the system has its words."""

from collections.abc import Iterator

from msgspec import inspect

from rules.fallen.actions import ACTIONS
from rules.fallen.types import Settings
from rules.kernel.tables import read_table

WORDS = read_table("rules.fallen", "words.toml")
CLAUSES = {clause["id"] for clause in read_table("rules.fallen", "clauses.toml")["clause"]}


def _types(kind: inspect.Type) -> Iterator[inspect.Type]:
    yield kind
    match kind:
        case inspect.Metadata():
            yield from _types(kind.type)
        case inspect.StructType():
            for field in kind.fields:
                if field.name != "settings":
                    yield from _types(field.type)
        case inspect.UnionType():
            for member in kind.types:
                yield from _types(member)
        case inspect.VarTupleType():
            yield from _types(kind.item_type)


SEEN = [one for action in ACTIONS for one in _types(inspect.type_info(action.input_type))]
CHOSEN = [
    one for one in (*SEEN, *_types(inspect.type_info(Settings))) if isinstance(one, inspect.LiteralType)
]


def test_every_action_has_a_label_and_a_line_of_help() -> None:
    assert WORDS["actions"].keys() == {action.verb for action in ACTIONS}
    assert all(one["label"] and one["help"].endswith(".") for one in WORDS["actions"].values())


def test_every_field_has_its_words_and_no_other_does() -> None:
    structs = (one for one in SEEN if isinstance(one, inspect.StructType))
    names = {field.encode_name for one in structs for field in one.fields} - {"settings"}

    assert WORDS["fields"].keys() == names


def test_every_choice_has_its_words() -> None:
    values = {str(value) for one in CHOSEN for value in one.values}

    assert WORDS["choices"].keys() == values


def test_every_setting_names_its_clause() -> None:
    info = inspect.type_info(Settings)
    assert isinstance(info, inspect.StructType)

    assert WORDS["settings"].keys() == {field.name for field in info.fields}
    assert {one["clause"] for one in WORDS["settings"].values()} <= CLAUSES
