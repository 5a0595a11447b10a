from collections.abc import Callable

import pytest
from django import forms

from campaigns.templatetags import look


class DemonForm(forms.Form):
    power = forms.IntegerField(min_value=1, max_value=100)
    shift = forms.IntegerField(min_value=-3)
    name = forms.CharField()
    chosen = forms.BooleanField()
    side = forms.ChoiceField(choices=[("a", "A")], widget=forms.RadioSelect)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (lambda: look.words("high_die"), "High die"),
        (lambda: look.words(None), ""),
        (lambda: look.signed(2), "+2"),
        (lambda: look.signed(-2), "−2"),
        (lambda: look.signed(0), "0"),
        (lambda: look.minus(-1), "−1"),
        (lambda: look.slug_id("demon.abilities[0]"), "demon-abilities-0"),
        (lambda: look.game_time(11 * 86400 + 23 * 3600 + 40 * 60 + 59), "Day 12, 23:40"),
        (lambda: look.game_time(0), "Day 1, 00:00"),
    ],
)
def test_codes_and_numbers_become_words(asked: Callable[[], str], told: str) -> None:
    assert asked() == told


@pytest.mark.parametrize(
    ("probability", "told"),
    [(0.0, "0%"), (0.002, "under 1%"), (0.508, "51%"), (0.998, "over 99%"), (1.0, "100%")],
)
def test_share_claims_no_false_certainty(probability: float, told: str) -> None:
    assert look.share(probability) == told


class Stored(forms.Form):
    no = forms.IntegerField(min_value=1, max_value=10**9)


def test_bounds_come_from_the_field_unless_given() -> None:
    form = DemonForm()

    assert look.bounds_of(form["power"]) == "From 1 to 100."
    assert look.bounds_of(form["shift"]) == "−3 or more."
    assert look.bounds_of(form["name"]) == ""
    assert look.bounds_of(Stored()["no"]) == "1 or more.", "the most is what can be stored"
    assert look.bounds_of(form["power"], "As the GM says.") == "As the GM says."


def test_field_kind_follows_the_widget() -> None:
    form = DemonForm()

    assert [look.field_kind(form[name]) for name in ("name", "chosen", "side")] == [
        "control",
        "choice",
        "choices",
    ]


def test_icon_is_hidden_from_readers() -> None:
    assert 'aria-hidden="true"' in look.icon("skull")
    assert "style=" not in look.icon("skull")


def test_count_says_in_words_what_waits() -> None:
    assert ", 2 waiting<" in look.count(2)
    assert ", 1 waiting<" in look.count(1)


def test_control_names_the_words_beneath_it() -> None:
    power = DemonForm({"power": "0"})["power"]

    assert 'aria-describedby="id_power_helptext id_power_error"' in look.control(power, "From 1 to 100.")
    assert "helptext" not in look.control(DemonForm()["name"])
