"""Answers about what is nobody's are compared without what the clock changes, and say in which lines they differ."""

from itertools import chain, repeat
from time import time
from types import SimpleNamespace

import pytest

from campaigns.views import own_acts
from tests import people
from tests.campaigns.everybody import make_matrix, unhurried
from tests.campaigns.world import World, act
from tests.factories import make_character

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

MINUTES = 3 * 60
"""Longer than an act is offered to be undone on every page."""


def sent_slowly(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is wrong where minutes pass after the first answer to a player who has just acted."""
    table = people.make_table()
    make_character(table.player, "Mara")
    act(table.player, "table.note", {"words": "It rains."})
    matrix = make_matrix(World(table, {}), ["conflict/"], ["announce_action"])
    times = chain([time()], repeat(time() + MINUTES))
    monkeypatch.setattr(own_acts, "time", SimpleNamespace(time=lambda: next(times)))
    wrong, told = matrix.sent_about_others()
    assert told["sent"]
    return wrong


def test_answers_do_not_differ_by_how_long_they_take(monkeypatch: pytest.MonkeyPatch) -> None:
    with unhurried():
        wrong = sent_slowly(monkeypatch)

    assert wrong == [], "\n".join(wrong)


def test_answers_that_differ_say_in_which_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    (wrong,) = sent_slowly(monkeypatch)

    assert "announce_action" in wrong
    assert "/undo/now/" in wrong
    assert "Round of conflict" not in wrong, "what is alike is left out"
