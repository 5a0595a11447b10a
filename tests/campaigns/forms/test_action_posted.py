from django.http import QueryDict

from campaigns.forms.action.posted import Typed, change_rows, flat, rows_of, typed, unsaid, without_blank_rows
from rules.kernel.values import Values


def posted(query: str) -> Typed:
    return typed(QueryDict(query), ["key"])


def test_rows_are_numbered_without_gaps() -> None:
    found = posted("m.7.dice=2&m.2.dice=1&m.2.note=a&key=x")

    assert dict(found.lists()) == {"m.1.dice": ["2"], "m.0.dice": ["1"], "m.0.note": ["a"]}
    assert rows_of(found, "m") == 2


def test_rows_in_rows_are_numbered_each_in_their_own() -> None:
    found = posted("h.3.m.5.dice=1&h.1.m.2.dice=2&h.1.m.9.dice=3&h.1.id=x")

    assert dict(found.lists()) == {
        "h.1.m.0.dice": ["1"],
        "h.0.m.0.dice": ["2"],
        "h.0.m.1.dice": ["3"],
        "h.0.id": ["x"],
    }


def test_blank_rows_do_not_count() -> None:
    found = without_blank_rows(posted("m.0.dice=&m.0.flag=off&m.1.dice=3&other="))

    assert dict(found.lists()) == {"m.0.dice": ["3"], "other": [""]}


def test_controls_that_nobody_sent_are_found_by_name_or_by_row() -> None:
    controls, data = ["m.0.dice", "m.0.flag", "m.1.dice", "other"], posted("m.0.dice=3")

    assert unsaid(controls, data, by_row=False) == ["m.0.flag", "m.1.dice"]
    assert unsaid(controls, data, by_row=True) == ["m.1.dice"]


def test_row_is_added_behind_the_others() -> None:
    found = change_rows(posted("m.0.dice=1"), "add m", "source")

    assert found["m.1.source"] == ""


def test_row_in_the_middle_is_taken_out() -> None:
    found = change_rows(posted("m.0.dice=1&m.1.dice=2&m.2.dice=3"), "remove m.1", "")

    assert dict(found.lists()) == {"m.0.dice": ["1"], "m.1.dice": ["3"]}


def test_rows_have_an_end() -> None:
    full = posted("&".join(f"m.{row}.dice=1" for row in range(100)))

    assert rows_of(change_rows(full, "add m", "dice"), "m") == 100


def test_nested_values_lie_under_their_paths() -> None:
    nested: Values = {"acting": {"id": "x"}, "modifiers": [{"dice": 1}, {"dice": 2}], "scores": ["will"]}

    assert flat(nested) == {
        "acting.id": "x",
        "modifiers.0.dice": 1,
        "modifiers.1.dice": 2,
        "scores": ["will"],
    }
