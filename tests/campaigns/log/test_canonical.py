"""The canonical text: our own vectors, which follow RFC 8785 wherever both have an answer."""

from typing import Any

import pytest

from campaigns.log import canonical
from rules.kernel.values import Value

VECTORS = [
    (None, "null"),
    (True, "true"),
    (0, "0"),
    (-17, "-17"),
    (2**53 - 1, "9007199254740991"),
    ("", '""'),
    ("Mára", '"Mára"'),
    ('tab\tline\nquote"back\\slash/', r'"tab\tline\nquote\"back\\slash/"'),
    ("\x00\x1f\x7f", '"\\u0000\\u001f\x7f"'),
    ("\b\f\r", r'"\b\f\r"'),
    ("€ and 𝄞", '"€ and 𝄞"'),
    ("\u2028", '"\u2028"'),
    ("e\u0301", '"\u00e9"'),
    ([], "[]"),
    ({}, "{}"),
    ([1, [2, None], "3"], '[1,[2,null],"3"]'),
    ({"b": 1, "a": {"d": [], "c": False}}, '{"a":{"c":false,"d":[]},"b":1}'),
    ({"10": 1, "9": 2, "": 3, "é": 4, "z": 5}, '{"":3,"10":1,"9":2,"z":5,"é":4}'),
    ({"\ue000": 1, "𝄞": 2}, '{"\ue000":1,"𝄞":2}'),
]


@pytest.mark.parametrize(("value", "text"), VECTORS)
def test_a_value_has_one_text(value: Value, text: str) -> None:
    assert canonical.encode(value) == text
    assert canonical.encode(canonical.decode(text)) == text


@pytest.mark.parametrize(
    "value", [1.0, float("nan"), {1: 2}, 2**53, -(2**53), "\ud800", b"x", {"a": object()}]
)
def test_what_has_no_text_is_refused(value: Any) -> None:
    with pytest.raises(canonical.NotCanonical):
        canonical.encode(value)


def test_order_of_keys_does_not_matter() -> None:
    assert canonical.encode({"a": 1, "b": 2}) == canonical.encode({"b": 2, "a": 1})
