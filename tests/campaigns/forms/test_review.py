"""The log's filters as controls."""

import re

from django import forms

from campaigns.forms.review import LongSelect

CHOICES = [("", "Any"), ("a&b", "<Mara>"), ("Fallen", [("fallen.roll", "Roll a pool"), ("x", 'Say "no"')])]


def tight(html: str) -> str:
    return re.sub(r">\s+<", "><", html.strip())


def test_long_select_is_written_as_django_writes_one() -> None:
    for value in ("", "a&b", "fallen.roll", "nothing"):
        long, usual = (kind(choices=CHOICES) for kind in (LongSelect, forms.Select))

        shown, expected = (select.render("what", value, {"id": "find-what"}) for select in (long, usual))

        assert sorted(tight(shown).replace(">", " ").split()) == sorted(
            tight(expected).replace(">", " ").split()
        )
        assert re.findall("<option[^>]*>[^<]*", shown) == re.findall("<option[^>]*>[^<]*", expected)
