"""Counts in words, as the page of statistics shows them."""

from campaigns.templatetags import counts
from rules import catalogue


def test_acts_of_one_name_are_told_apart_by_their_systems() -> None:
    names = counts.action_names([("pandemonium.roll", 3), ("fallen.roll", 2)])

    assert names == ["Pandemonium: Roll a pool", "Fallen: Roll a pool"]


def test_an_act_whose_name_stands_alone_needs_no_system() -> None:
    assert counts.action_names([("pandemonium.roll", 3), ("table.create", 2)]) == [
        "Roll a pool",
        "Create a record",
    ]


def test_no_two_kinds_of_acts_read_alike() -> None:
    names = counts.action_names([(action, 1) for action in catalogue.ACTIONS])

    assert len(set(names)) == len(names)
