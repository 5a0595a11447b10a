"""What is drawn of Sorcerer: the chain of a Binding, a Need, penalties."""

import pytest
from django.template.loader import render_to_string

from campaigns.games.sorcerer.tags import LINKS_DRAWN, binding, need, penalties


def test_chain_has_as_many_links_as_strength() -> None:
    assert len(binding(3, "sorcerer", "Ilse", "Tallowmere")["links"]) == 3
    assert len(binding(40, "sorcerer", "Ilse", "Tallowmere")["links"]) == LINKS_DRAWN


@pytest.mark.parametrize(("favours", "lower"), [("sorcerer", "left"), ("demon", "right")])
def test_chain_hangs_down_to_whom_it_favours(favours: str, lower: str) -> None:
    heights = [float(link["y"]) for link in binding(4, favours, "Ilse", "Tallowmere")["links"]]

    assert (heights[0] > heights[-1]) == (lower == "left")


def test_binding_without_strength_says_so() -> None:
    html = render_to_string("games/sorcerer/marks/_binding.html", binding(0, "none", "Ilse", "Tallowmere"))

    assert "Binding 0, in nobody&#x27;s favour" in html or "Binding 0, in favour of neither" in html


@pytest.mark.parametrize(("days", "state"), [(0, "fed"), (2, "hungry"), (3, "starved"), (9, "starved")])
def test_need_goes_from_words_to_withdrawal(days: int, state: str) -> None:
    assert need(days, 3)["state"] == state


def test_lasting_penalties_come_before_temporary_ones() -> None:
    page = penalties(2, 1, 2, "incapacitated")

    assert [box["mark"] for box in page["boxes"]] == ["lethal", "bashing", "bashing", "none"]
    assert [box["ends"] for box in page["boxes"]] == [False, True, False, False]
