"""What the games bring: rows about their own actions, under keys that no other game has."""

import json
from collections.abc import Callable, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from campaigns.forms.action.errors import known_remedy
from campaigns.game import Game, games
from campaigns.policy import is_gms
from rules.catalogue import ACTIONS
from rules.reference import all_clauses

Rows = Callable[[Game], Mapping[Any, Any]]

SHARED: dict[str, Rows] = {
    "questions": lambda game: game.odds.questions,
    "names": lambda game: game.values.names,
    "shapes": lambda game: game.values.shapes,
    "tracked": lambda game: game.values.tracked,
    "belongings": lambda game: game.values.belongings,
    "unnamed": lambda game: game.telling.unnamed,
    "codes": lambda game: game.telling.codes,
    "remedies": lambda game: game.telling.remedies,
    "ways": lambda game: game.telling.ways,
}
"""Tables that are asked of all games in one."""

BY_ACTION: dict[str, Callable[[Game], Any]] = {
    "events": lambda game: game.odds.events,
    "sides": lambda game: game.telling.sides,
    "no news": lambda game: game.telling.no_news,
    "choices": lambda game: [action for action, _control in game.values.choices],
    "questions": lambda game: [question.action for question in game.odds.questions.values()],
    "deals": lambda game: game.playing.deals,
}


def test_a_game_has_few_members() -> None:
    assert len(fields(Game)) <= 12


@pytest.mark.parametrize("table", SHARED)
def test_no_two_games_have_a_key_alike(table: str) -> None:
    keys = [key for game in games().values() for key in SHARED[table](game)]

    assert keys
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize("table", BY_ACTION)
def test_a_game_speaks_of_its_own_actions_alone(table: str) -> None:
    named = [(code, action) for code, game in games().items() for action in BY_ACTION[table](game)]

    assert named
    assert [one for one in named if one[1] not in ACTIONS or one[1].partition(".")[0] != one[0]] == []


def test_a_game_mends_what_its_own_clauses_forbid() -> None:
    of = {clause.id: clause.system for clause in all_clauses()}
    named = [(code, clause) for code, game in games().items() for clause in game.telling.remedies]

    assert [one for one in named if of[one[1]] != one[0]] == []
    assert all(set(game.telling.ways) <= set(game.telling.remedies) for game in games().values())


def test_what_players_are_refused_says_what_would_be_right() -> None:
    files = Path("tests/rules/vectors").glob("*.json")
    cases = [case for file in files for case in json.loads(file.read_text(encoding="utf-8"))]
    refused = {
        case["expect"]["error"]["clause"]
        for case in cases
        if case["expect"].get("error", {}).get("code") == "rule_violation"
        and not case["action"].startswith("table.")
        and not is_gms(case["action"])
    }

    assert refused
    assert sorted(clause for clause in refused if not known_remedy(clause)) == []


def test_what_is_asked_for_by_name_has_names() -> None:
    asked = [(game, what) for game in games().values() for what in game.values.asked.values()]

    assert [what for game, what in asked if what not in game.values.names] == []
