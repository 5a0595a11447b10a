"""A fight of `fallen` on stored fighters: whose turn it is, what an attack leaves to answer, and who answers."""

from typing import Any

import pytest

from campaigns.log.projector import Viewer
from campaigns.queries import palette
from campaigns.queries.waiting import Waiting, open_questions
from campaigns.services.playing import ActRequest, play
from campaigns.services.subjects import Request
from rules.kernel.errors import RuleViolation
from tests.campaigns.spine import Game, folded, new_game

pytestmark = pytest.mark.django_db


def fighter(game: Game, name: str, **fields: Any) -> str:
    traits = {"kind": "mortal", "strength": 3, "dexterity": 3, "stamina": 2, "wits": 2, "brawl": 2}
    return game.make("fallen.character", name, owner=game.player, **{**traits, **fields})


def asked(game: Game) -> dict[str, Waiting]:
    return {one.question: one for one in open_questions(game.campaign, Viewer.of(game.gm))}


def strike(game: Game, attacker: str, target: str) -> None:
    given = {"attacker": {"id": attacker}, "target": {"id": target}, "maneuver": "strike"}
    game.act("fallen.attack", given, hand=(8, 8, 7, 3, 2))


def test_whoever_comes_later_in_the_order_waits_though_nobody_else_is_named() -> None:
    game = new_game()
    place = {"in_combat": True, "initiative": 9, "initiative_rating": 5}
    first = fighter(game, "Ana", **place, initiative_rank=1, turn_order=1)
    later = fighter(game, "Bo", **place, initiative_rank=2, turn_order=2)

    with pytest.raises(RuleViolation) as refused:
        game.act("fallen.take_turn", {"fighter": {"id": later}})
    assert refused.value.clause == "FAL-INIT-04"

    game.act("fallen.take_turn", {"fighter": {"id": first}})
    game.act("fallen.end_turn", {"fighter": {"id": first}})
    game.act("fallen.take_turn", {"fighter": {"id": later}})


def test_a_question_knows_what_its_answer_needs() -> None:
    game = new_game()
    ana, bo = fighter(game, "Ana"), fighter(game, "Bo")
    strike(game, ana, bo)

    known = palette.known_of(asked(game)["fallen.defend"])
    assert known == {"defender": bo, "against": 3, "ranged": False}

    game.act("fallen.defend", {"maneuver": "dodge"}, known=known, by=game.player, hand=(8, 2, 3, 4, 5))
    waiting = asked(game)
    assert "fallen.defend" not in waiting
    assert waiting["fallen.hit"].data["net"] == 2


def test_armor_is_its_wearers_and_breaks_as_itself() -> None:
    game = new_game()
    bo = fighter(game, "Bo")
    vest = game.make("fallen.armor", "Vest", wearer=bo, rating=1)

    played = game.act(
        "fallen.soak",
        {"target": {"id": bo}, "damage": 5, "damage_kind": "lethal"},
        hand=(2,),
    )

    assert played.steps[0].input["target"]["armor"] == {"id": vest, "rating": 1, "destroyed": False}
    assert game.sheet(vest)["destroyed"] is True
    assert game.state() == folded(game.campaign)
    game.undo(played.entry.seq)
    assert game.sheet(vest)["destroyed"] is False


def test_a_trait_of_any_name_is_rolled_from_the_sheet() -> None:
    game = new_game()
    ana = fighter(game, "Ana", **{"traits.occult": 4})
    traits = [{"name": "wits"}, {"name": "occult"}]

    played = game.act("fallen.roll", {"roller": {"id": ana}, "traits": traits}, hand=(6, 2, 3, 4, 5, 7))

    assert [one["dice"] for one in played.steps[0].input["traits"]] == [2, 4]


def test_ruling_on_a_botch_settles_what_was_asked() -> None:
    game = new_game()
    ana, bo = fighter(game, "Ana"), fighter(game, "Bo")
    sides = {"attacker": {"id": ana}, "target": {"id": bo}, "maneuver": "strike"}
    game.act("fallen.attack", sides, hand=(1, 1, 2, 3, 4))
    question = asked(game)["table.ruling"]

    ruling = Request("table.ruling", {"words": "The knife is gone."})
    played = play(game.gm, ActRequest("a" * 32, (ruling,), answers=question.id))

    assert "table.ruling" not in asked(game)
    assert game.state() == folded(game.campaign)
    game.undo(played.entry.seq)
    assert "table.ruling" in asked(game)
