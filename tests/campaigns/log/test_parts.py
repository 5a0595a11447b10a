"""What is lifted out of an entry, and that it comes back, whatever people wrote."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from campaigns.log.parts import Path, Secret, lift, restore

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.sampled_from(["", "$", "salt", "gm"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["$", "$$", "a", "need"]), inner, max_size=3)
    ),
    max_leaves=12,
)


def lifted(
    document: Any, secrets: dict[Path, Secret] | None = None, words: set[str] | None = None
) -> tuple[Any, list[Any]]:
    return lift(document, secrets or {}, lambda _path, value: value in (words or set()), "table")


def together(document: Any, out: list[Any]) -> Any:
    return restore(document, lambda position: out[position - 1][2])


def test_words_become_a_part_of_their_own() -> None:
    document, out = lifted({"note": "hello", "again": "hello", "more": "x"}, words={"hello"})

    assert document == {"note": {"$": 1}, "again": {"$": 1}, "more": "x"}
    assert out == [("table", "text", "hello")]


def test_secret_goes_to_its_own_audience() -> None:
    document, out = lifted({"need": "salt"}, {("need",): Secret("gm", "d/need")}, {"salt"})

    assert document == {"need": {"$": 1}}
    assert out == [("gm", "text", "salt")]


def test_empty_secret_is_hidden_too() -> None:
    places: dict[Path, Secret] = {("need",): Secret("gm", "d/need")}

    assert lifted({"need": ""}, places)[0] == lifted({"need": "salt"}, places)[0]


def test_equal_secrets_of_two_fields_do_not_show() -> None:
    places: dict[Path, Secret] = {("a",): Secret("gm", "d/a"), ("b",): Secret("gm", "d/b")}

    assert lifted({"a": "x", "b": "x"}, places)[0] == lifted({"a": "x", "b": "y"}, places)[0]


def test_a_value_that_looks_like_a_marker_stays_what_it_is() -> None:
    hostile = {"a": {"$": 1}, "b": {"$$": {"$": "salt"}}, "c": "salt"}

    document, out = lifted(hostile, words={"salt"})

    assert together(document, out) == hostile
    assert document["a"] == {"$$": 1}


@given(PLAIN, st.sets(st.sampled_from(["salt", "gm", "$"])))
def test_whatever_is_lifted_comes_back(document: Any, words: set[str]) -> None:
    assert together(*lifted(document, words=words)) == document
