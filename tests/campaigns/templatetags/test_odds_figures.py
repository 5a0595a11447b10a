"""The odds of an act in figures: chances, means, and how a number is spread."""

from campaigns.forms.action.odds import Preview
from campaigns.queries.palette import NameableRecord
from campaigns.templatetags.odds_figures import in_figures


def test_chances_stand_apart_from_means() -> None:
    figures = in_figures(Preview(True, {"hit": 0.5, "mean": 1.25}), [])

    assert [told for _name, told in figures.single] == ["50%", "1.25"]
    assert figures.single[1][0] == "on average"


def test_what_cannot_happen_is_left_out() -> None:
    figures = in_figures(Preview(True, {"hit": 0.001, "avoided": 0}), [])

    assert [told for _name, told in figures.single] == ["under 1%"]


def test_spread_of_a_number_tells_together_what_is_rare() -> None:
    figures = in_figures(Preview(True, {"levels": [0.6, 0.397, 0.003]}), [])

    assert figures.spreads[0][1] == [("0", "60%"), ("1", "40%"), ("any other", "less than 1% each")]


def test_odds_by_record_are_told_by_name() -> None:
    ana = NameableRecord("1b", "fallen.character", "Ana", None, True)

    figures = in_figures(Preview(True, {"first": {"1b": 0.75}}), [ana])

    assert figures.spreads[0][1] == [("Ana", "75%")]


def test_numbers_found_by_cards_begin_at_one() -> None:
    figures = in_figures(Preview(True, {"values": [0.25, 0.75]}), [])

    assert figures.spreads[0][1] == [("1", "25%"), ("2", "75%")]


def test_damage_by_cards_begins_at_one() -> None:
    figures = in_figures(Preview(True, {"damage": [0.25, 0.75]}), [])

    assert figures.spreads[0][1] == [("1", "25%"), ("2", "75%")]


def test_what_has_no_chance_of_its_own_has_no_heading() -> None:
    assert in_figures(Preview(True, {"limits": {"1b": [1.0]}}), []).spreads == []


def test_nothing_for_certain_is_left_out() -> None:
    assert in_figures(Preview(True, {"exactly": [1.0], "at_least": [1.0]}), []).spreads == []


def test_what_is_sure_of_a_number_is_left_out() -> None:
    figures = in_figures(Preview(True, {"at_least": [1.0, 0.6, 0.2]}), [])

    assert figures.spreads[0][1] == [("1", "60%"), ("2", "20%")]


def test_degrees_are_told_by_their_intensities() -> None:
    figures = in_figures(Preview(True, {"degrees": [0.5, 0.25]}, intensities=(4, 7)), [])

    assert figures.spreads[0][1] == [("4", "50%"), ("7", "25%")]
