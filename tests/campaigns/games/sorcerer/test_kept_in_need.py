"""A demon kept in Need has dice to rebel with; one that lacks nothing has none, whatever it went without before."""

from typing import Any

import pytest

from tests.campaigns.spine import Game, new_game

pytestmark = pytest.mark.django_db

IN_WITHDRAWAL: dict[str, Any] = {"stamina": 2, "will": 1, "state": "present", "withdrawal_days": 3}


def bound(game: Game, **fields: Any) -> dict[str, Any]:
    scores: dict[str, Any] = {"stamina": 3, "will": 1, "lore": 3, "humanity": 4, "state": "active"}
    named: dict[str, Any] = {
        "sorcerer": game.make("character", "Mara", owner=game.player, **scores),
        "demon": game.make("demon", "Ash", **IN_WITHDRAWAL, **fields),
    }
    tie: dict[str, Any] = {"score": "will", "strength": 0, "favor": "none", "state": "active"}
    game.make("binding", **named, **tie)
    return named


def need_dice(game: Game, named: dict[str, Any], dice: int) -> int:
    """The dice that its Need gives a demon of Will 1 against Will 1; `dice` are at hand for it."""
    given = {**named, "command": "Fetch"}
    outcome: Any = game.act("sorcerer.rebel", given, hand=(1,) * (2 + dice)).result.outcome
    return sum(part.dice for part in outcome.contest.acting.parts if part.source == "need")


@pytest.mark.parametrize(
    ("fields", "dice"),
    [
        ({"type": "object", "need_unmet_days": 1}, 3),
        ({"type": "object", "need_unmet_days": 0}, 0),
        ({"type": "parasite", "need_unmet_days": 0}, 3),
    ],
)
def test_the_days_count_while_something_keeps_a_demon_in_withdrawal(
    fields: dict[str, Any], dice: int
) -> None:
    game = new_game()

    assert need_dice(game, bound(game, **fields), dice) == dice


def test_a_patient_need_is_none_yet() -> None:
    game = new_game()
    game.act("table.change_settings", {"system": "sorcerer", "values": {"need_days": 7}})

    assert need_dice(game, bound(game, type="object", need_unmet_days=6), 0) == 0
