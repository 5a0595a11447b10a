"""A human whose Stamina has come down to 0 rolls Will where Stamina is called for (SOR-ROLL-13)."""

from typing import Any

import pytest

from campaigns.games.sorcerer.conflict.reading import find_round
from campaigns.games.sorcerer.quick_roll.rollers import rollers
from campaigns.models import Campaign
from campaigns.policy import Rights
from campaigns.queries import cast
from campaigns.viewing import Viewer
from tests.campaigns.spine import Game, new_game

pytestmark = pytest.mark.django_db


def human(game: Game, name: str, **fields: Any) -> str:
    scores = {"stamina": 3, "will": 2, "lore": 3, "humanity": 4, "state": "active"}
    return game.make("character", name, owner=game.player, **{**scores, **fields})


def dice_in_defense(game: Game, target: str, *draws: int) -> int:
    attacker = human(game, "Otto", turn="pending", faces=[9])
    given = {"attacker": attacker, "target": target, "response": "defend"}
    outcome: Any = game.act("sorcerer.resolve_attack", given, hand=draws).result.outcome
    return int(outcome.contest.opposing.raw)


@pytest.mark.clause("SOR-ROLL-13")
@pytest.mark.parametrize(("stamina", "dice"), [(0, 2), (1, 1)])
def test_a_human_without_stamina_defends_with_will(stamina: int, dice: int) -> None:
    game = new_game()

    assert dice_in_defense(game, human(game, "Mara", stamina=stamina), *[5] * dice) == dice


@pytest.mark.clause("SOR-ROLL-13")
def test_a_human_without_stamina_rolls_will_wherever_stamina_is_chosen() -> None:
    game = new_game()
    mara = human(game, "Mara", stamina=0, will=3)
    chosen = {"id": mara, "score": "stamina"}

    roll = {"acting": chosen, "opposing": {"score": "difficulty", "dice": 1}}
    outcome: Any = game.act("sorcerer.roll", roll, hand=(9, 8, 7, 1)).result.outcome
    assert outcome.contest.acting.raw == 3

    announced, rolled = _offered(game, mara)
    assert (announced, rolled) == (3, 3), "and the pages say so beforehand"
    game.act("sorcerer.conflict_round", {"combatants": [{**chosen, "action": "act"}]}, hand=(9, 8, 7))
    assert game.sheet(mara)["faces"] == [9, 8, 7]


def _offered(game: Game, who: str) -> tuple[int | None, int]:
    """The dice that the announcement of a round and the quick roll of the table tell for Stamina."""
    campaign, viewer = Campaign.objects.get(pk=game.campaign.pk), Viewer.of(game.gm)
    rights = Rights(game.gm, {})
    (seen,) = rollers(cast.of_kind(campaign, viewer, "character"), rights)
    fighter = find_round(campaign, viewer, rights).fighters[who]
    return fighter.dice_with("stamina"), {score.name: score.dice for score in seen.scores}["stamina"]


def test_a_demon_without_stamina_has_none_to_roll() -> None:
    game = new_game()
    demon = game.make("demon", "Ash", type="object", stamina=0, will=3, state="present")

    assert dice_in_defense(game, demon, 5, 6) == 0
