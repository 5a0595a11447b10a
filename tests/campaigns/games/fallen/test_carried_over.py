"""A fight that a version began which stored nothing of its turn goes on where it was."""

from typing import Any

import pytest

from campaigns.models import Entry
from campaigns.models.fallen import FallenTurn
from campaigns.services.migrating import bring_up_to_date
from rules.fallen.progress import NEXT_TURN
from rules.kernel.errors import RuleViolation
from tests.campaigns.games.fallen.test_fights import fighter
from tests.campaigns.games.fallen.test_turns_undone import one, two_turns
from tests.campaigns.services.test_importing import moved
from tests.campaigns.spine import Game, document, folded, new_game

pytestmark = [pytest.mark.django_db, pytest.mark.postgres, pytest.mark.slow]

BLANK: dict[str, Any] = {**NEXT_TURN, "turns_past": 0}


@pytest.fixture
def old() -> tuple[Game, list[str]]:
    """A fight in its second turn, as the rows of an older version have it."""
    game = new_game()
    fighters = [fighter(game, name) for name in ("Ana", "Bo", "Cy")]
    two_turns(game, fighters)
    FallenTurn.objects.update(**BLANK)
    return game, fighters


def turns(game: Game) -> list[tuple[object, ...]]:
    rows = FallenTurn.objects.filter(record__campaign=game.campaign).order_by("record__born", "record__name")
    return list(rows.values_list("record__name", *BLANK))


def test_what_the_log_alone_told_of_a_turn_is_stored() -> None:
    game = new_game()
    fighters = [fighter(game, name) for name in ("Ana", "Bo", "Cy")]
    two_turns(game, fighters)
    before = turns(game)
    FallenTurn.objects.update(**BLANK)

    bring_up_to_date()

    assert turns(game) == before
    newest = Entry.objects.filter(campaign=game.campaign).latest("seq")
    assert [step["action"] for step in document(newest)["steps"]] == ["table.migrate"]


def test_the_fight_goes_on_at_the_same_point(old: tuple[Game, list[str]]) -> None:
    game, (ana, bo, _cy) = old
    bring_up_to_date()

    with pytest.raises(RuleViolation) as refused:
        game.act("fallen.hold_back", {"fighter": ana})  # she has attacked in this turn
    assert refused.value.clause == "FAL-YIELD-01"
    game.act("fallen.end_turn", one(ana))
    game.act("fallen.take_turn", one(bo))


def test_nothing_is_written_twice_or_where_nobody_fights(old: tuple[Game, list[str]]) -> None:
    game, _fighters = old
    bring_up_to_date()
    heads = Entry.objects.filter(campaign=game.campaign).count()

    bring_up_to_date()
    assert Entry.objects.filter(campaign=game.campaign).count() == heads

    game.act("table.begin_session", {})
    game.act("table.begin_scene", {})
    game.act("table.end_fight", {})
    heads = Entry.objects.filter(campaign=game.campaign).count()
    bring_up_to_date()
    assert Entry.objects.filter(campaign=game.campaign).count() == heads


def test_a_fight_of_this_version_comes_from_a_file_as_it_is() -> None:
    game = new_game()
    two_turns(game, [fighter(game, name) for name in ("Ana", "Bo", "Cy")])
    before = turns(game)
    stood = game.state()

    campaign = moved(game)

    rows = FallenTurn.objects.filter(record__campaign=campaign)
    assert sorted(rows.values_list("record__name", "acted")) == sorted((row[0], row[4]) for row in before)
    assert folded(campaign).keys() == stood.keys()
