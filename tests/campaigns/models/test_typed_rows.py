"""What follows from the type of a stored field."""

from typing import Annotated, Any, Literal

import pytest
from django.db import models
from msgspec import Meta, Struct

from campaigns.models import FallenCondition, FallenSheet, FallenTurn, Record
from campaigns.models.columns import column, has_check
from campaigns.models.typed_rows import Moment, TypedRow, TypedRowBase, stored
from campaigns.state.fields import Column, Map, Ref, fields_of
from rules.fallen.declarations import ActionPlan
from rules.fallen.types import Grip, Opponents

Small = Annotated[int, Meta(ge=0, le=30)]
Balance = Annotated[int, Meta(ge=-10, le=10)]
Text = Annotated[str, Meta(max_length=500)]


class Plan(Struct):
    """Something that is kept as JSON."""


@pytest.mark.parametrize(
    ("kind", "default", "made", "said", "checked"),
    [
        (Small, 0, models.PositiveSmallIntegerField, {"null": False, "default": 0}, True),
        (Small | None, None, models.PositiveSmallIntegerField, {"null": True, "default": None}, True),
        (Balance, 0, models.SmallIntegerField, {"default": 0}, True),
        (Annotated[int, Meta(ge=0, le=10**5)], 0, models.PositiveIntegerField, {"default": 0}, True),
        (Moment | None, None, models.BigIntegerField, {"null": True, "default": None}, False),
        (bool, False, models.BooleanField, {"default": False}, False),
        (Literal["a", "b"], "a", models.CharField, {"max_length": 10, "default": "a"}, True),
        (Literal["eleven chars"] | None, None, models.CharField, {"max_length": 15, "null": True}, True),
        (Text, "", models.CharField, {"max_length": 500, "blank": True}, False),
        (Text | None, None, models.CharField, {"null": True, "blank": False}, False),
        (list[str], [], models.JSONField, {"default": list}, False),
        (Plan | None, None, models.JSONField, {"null": True, "default": None}, False),
        (Small | Literal["scene"] | None, None, models.JSONField, {"null": True}, False),
    ],
)
def test_a_type_says_its_column(
    kind: Any, default: Any, made: type, said: dict[str, Any], checked: bool
) -> None:
    found = column(kind, default, {})

    assert type(found) is made
    assert {name: getattr(found, name) for name in said} == said
    assert has_check(kind) is checked


def test_a_declaration_is_the_contract_field() -> None:
    condition, turn = fields_of(FallenCondition, "dazed"), fields_of(FallenTurn)

    assert "dazed" not in condition
    assert condition["opponents"] == Column(FallenCondition, "opponents", Opponents, 1)
    assert condition["grip"] == Column(FallenCondition, "grip", Grip | None, None)
    assert condition["held_by"] == Ref(FallenCondition, "held_by", ("character",))
    assert turn["plan"] == Column(FallenTurn, "plan", list[ActionPlan], [], is_mark=True)
    assert fields_of(FallenSheet)["traits"] == Map(FallenSheet, "traits")


def test_a_row_is_named_for_its_class() -> None:
    row = FallenTurn._meta

    assert row.get_field("record").remote_field.get_accessor_name() == "fallen_turn"
    assert {one.name for one in row.constraints} >= {"fallen_turn_moved_ok", "fallen_turn_initiative_ok"}


@pytest.mark.parametrize(
    ("kind", "given", "wrong"),
    [
        (int, ..., r"no column for <class 'int'>: say its bounds, or the `kind`"),
        (Any, stored(None), r"no column for typing.Any"),
        (Annotated[int, Meta(ge=0)], ..., r"a number needs both bounds"),
        (Literal["a", "b"], ..., r"needs a default to begin with"),
        (Annotated[int, Meta(ge=1, le=5)], ..., r"it cannot begin as 0: Expected `int` >= 1"),
        (Small, None, r"it cannot begin as None: Expected `int`, got `null`"),
        (Record, ..., r"a record may name none: `Record \| None`"),
        (Record | None, ..., r"it does not say records of which kinds it may name"),
    ],
)
def test_what_cannot_be_stored_so_is_refused_by_name(kind: Any, given: Any, wrong: str) -> None:
    attrs = {"__module__": __name__, "__annotations__": {"strength": kind}}
    if given is not ...:
        attrs["strength"] = given

    with pytest.raises(TypeError, match=rf"^Sheet\.strength: .*{wrong}"):
        TypedRowBase("Sheet", (TypedRow,), attrs)
