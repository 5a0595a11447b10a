import pytest

from rules.kernel.values import Value, as_list, as_text, as_values, as_whole


def test_a_value_of_the_kind_that_is_known_is_handed_on() -> None:
    assert as_text("Mara") == "Mara"
    assert as_whole(3) == 3
    assert as_values({"id": "mara"}) == {"id": "mara"}
    assert as_list(["mara", 3]) == ["mara", 3]


@pytest.mark.parametrize("value", [None, 3, ["Mara"]])
def test_text_is_nothing_else(value: Value) -> None:
    with pytest.raises(TypeError, match="text expected"):
        as_text(value)


@pytest.mark.parametrize("value", [None, "3", 3.5])
def test_a_whole_number_is_nothing_else(value: Value) -> None:
    with pytest.raises(TypeError, match="whole number expected"):
        as_whole(value)


@pytest.mark.parametrize("value", [None, "Mara", ["Mara"]])
def test_values_by_name_are_nothing_else(value: Value) -> None:
    with pytest.raises(TypeError, match="values by name expected"):
        as_values(value)


@pytest.mark.parametrize("value", [None, "Mara", {"id": "mara"}])
def test_a_list_is_nothing_else(value: Value) -> None:
    with pytest.raises(TypeError, match="list expected"):
        as_list(value)
