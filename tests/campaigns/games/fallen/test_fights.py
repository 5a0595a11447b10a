"""A fight of `fallen` on stored fighters: whose turn it is, what an attack leaves to answer, and who answers."""

from typing import Any, Literal

import pytest

from campaigns.games.fallen.fights import settings
from campaigns.models import Membership
from campaigns.policy import NotAllowed
from campaigns.queries import palette
from campaigns.queries.waiting import Waiting, open_questions
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, Played, play
from campaigns.viewing import Viewer
from rules.fallen.types import Settings
from rules.kernel.errors import RuleViolation
from tests.campaigns.spine import Game, folded, input_of, new_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def fighter(game: Game, name: str, **fields: Any) -> str:
    traits = {"kind": "mortal", "strength": 3, "dexterity": 3, "stamina": 2, "wits": 2, "brawl": 2}
    return game.make("fallen.character", name, owner=game.player, **{**traits, **fields})


def asked(game: Game) -> dict[str, Waiting]:
    return {waiting.question: waiting for waiting in open_questions(game.campaign, Viewer.of(game.gm))}


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


def test_nobody_acts_or_ends_her_turn_before_her_place() -> None:
    game = new_game()
    place = {"in_combat": True, "initiative": 9, "initiative_rating": 5}
    first = fighter(game, "Ana", **place, initiative_rank=1, turn_order=1)
    later = fighter(game, "Bo", **place, initiative_rank=2, turn_order=2)
    sides = {"attacker": {"id": later}, "target": {"id": first}, "maneuver": "strike"}
    moved = {"fighter": {"id": later}, "gait": "walk", "yards": 3}

    for action, given in (
        ("fallen.attack", sides),
        ("fallen.strike", sides),
        ("fallen.movement", moved),
        ("fallen.end_turn", {"fighter": {"id": later}}),
    ):
        assert refused(game, action, given, game.player) == "FAL-TIME-03"

    game.act("fallen.end_turn", {"fighter": {"id": first}}, by=game.player)
    game.act("fallen.movement", moved, by=game.player)


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


NUMBERS = ("net", "against", "ambush")


def answered(game: Game, action: str, given: dict[str, Any], by: Membership, **more: Any) -> None:
    """Play what answers a question, with its numbers known as its page knows them."""
    names = (*NUMBERS, *(("maneuver", "location") if action == "fallen.hit" else ()))
    known = {name: given[name] for name in names if name in given}
    typed = {name: one for name, one in given.items() if name not in known}
    game.act(action, typed, known=known, by=by, **more)


def refused(game: Game, action: str, given: dict[str, Any], by: Membership, **more: Any) -> str:
    """The clause by which an act is refused, with nothing drawn, written or answered."""
    before, waiting = game.state(), asked(game)
    with pytest.raises(RuleViolation) as refusal:
        answered(game, action, given, by, **more)
    assert (game.state(), asked(game)) == (before, waiting)
    return str(refusal.value.clause)


@pytest.mark.clause("FAL-DEFEND-03")
def test_the_defence_comes_before_the_hit_for_everybody() -> None:
    game = new_game()
    ana, bo = fighter(game, "Ana"), fighter(game, "Bo")
    strike(game, ana, bo)
    hit = {"attacker": {"id": ana}, "target": {"id": bo}, "maneuver": "strike", "net": 3}

    assert {refused(game, "fallen.hit", hit, by) for by in (game.player, game.gm)} == {"FAL-DEFEND-03"}

    settled = {"pending": {"id": asked(game)["fallen.defend"].id}, "how": "waived", "reason": "Away."}
    game.act("table.settle", settled)
    answered(game, "fallen.hit", hit, game.player)
    assert not {"fallen.defend", "fallen.hit"} & set(asked(game))


def test_a_hit_has_its_attacks_numbers_and_nobody_elses() -> None:
    game = new_game()
    ana, bo = fighter(game, "Ana"), fighter(game, "Bo")
    hit = {"attacker": {"id": ana}, "target": {"id": bo}, "maneuver": "strike", "net": 60}
    assert {refused(game, "fallen.hit", hit, by) for by in (game.player, game.gm)} == {"FAL-DAMAGE-01"}

    strike(game, ana, bo)
    game.act(
        "table.settle", {"pending": {"id": asked(game)["fallen.defend"].id}, "how": "waived", "reason": "-"}
    )

    for wrong in ({"net": 60}, {"maneuver": "kick"}, {"location": "small"}):
        told = {**hit, "net": 3, **wrong}
        assert {refused(game, "fallen.hit", told, by) for by in (game.player, game.gm)} == {"FAL-DAMAGE-01"}


@pytest.mark.clause("FAL-DEFEND-03")
def test_a_miss_is_defended_against_by_nobody() -> None:
    game = new_game()
    ana, bo = fighter(game, "Ana"), fighter(game, "Bo")
    sides = {"attacker": {"id": ana}, "target": {"id": bo}, "maneuver": "strike"}
    game.act("fallen.attack", sides, hand=(2, 3, 4, 5, 5))
    dodge = {"defender": {"id": bo}, "maneuver": "dodge", "against": 1}

    assert {refused(game, "fallen.defend", dodge, by) for by in (game.player, game.gm)} == {"FAL-DEFEND-03"}

    strike(game, fighter(game, "Cy"), bo)
    assert refused(game, "fallen.defend", {**dodge, "against": 9}, game.gm) == "FAL-DEFEND-03"


def test_the_bonus_of_an_ambush_comes_from_one() -> None:
    game = new_game()
    ana, bo = fighter(game, "Ana", perception=2), fighter(game, "Bo", perception=2)
    free = {"attacker": {"id": ana}, "target": {"id": bo}, "maneuver": "strike"}
    surprise = {**free, "ambush": {"result": "surprise", "extra": 9}}

    for action in ("fallen.attack", "fallen.strike"):
        assert refused(game, action, surprise, game.player) == "FAL-AMBUSH-07"
    game.edit(bo, in_combat=True)
    for by in (game.player, game.gm):
        assert refused(game, "fallen.strike", surprise, by) == "FAL-AMBUSH-07"
    game.edit(bo, in_combat=False)

    game.act("fallen.ambush", {"attacker": {"id": ana}, "target": {"id": bo}}, hand=(9, 9, 9, 2, 2))
    assert refused(game, "fallen.strike", surprise, game.player) == "FAL-AMBUSH-07"
    left = asked(game)["fallen.strike"].data["ambush"]
    answered(game, "fallen.strike", {**free, "ambush": left}, game.player)
    assert "fallen.strike" not in asked(game)


@pytest.mark.clause("FAL-LOCATE-01")
def test_an_aim_is_harder_and_hurts_more_or_gets_around_armor() -> None:
    game = new_game()
    ana, bo = fighter(game, "Ana"), fighter(game, "Bo")
    game.make("fallen.armor", "Vest", wearer=bo, rating=3)
    sides = {"attacker": {"id": ana}, "target": {"id": bo}, "maneuver": "strike"}
    unaimed = {**sides, "bypass": ["armor"]}
    assert {refused(game, "fallen.attack", unaimed, by) for by in (game.player, game.gm)} == {"FAL-LOCATE-05"}

    aimed = game.act("fallen.attack", {**unaimed, "location": "small"}, hand=(8, 8, 8, 8, 8))
    harder = {part.name: part.value for part in pool_of(aimed, "attack").difficulty_parts}
    assert harder["location"] == 2
    left = asked(game)["fallen.hit"].data
    assert (left["location"], left["bypass_armor"]) == ("small", True)

    waived = {"pending": {"id": asked(game)["fallen.defend"].id}, "how": "waived", "reason": "-"}
    game.act("table.settle", waived)
    known = palette.known_of(asked(game)["fallen.hit"])
    hit = game.act("fallen.hit", {}, known=known, by=game.player, hand=(6,) * 10)
    assert {part.name: part.dice for part in pool_of(hit, "damage").parts}["location"] == 1
    assert "armor" not in [part.name for part in pool_of(hit, "soak").parts]


def pool_of(played: Played, name: str) -> Any:
    outcome: Any = played.steps[0].result.outcome
    return getattr(outcome, name).pool


@pytest.mark.clause("FAL-KNOCK-06")
def test_the_storyteller_alone_says_that_a_blow_knocks_down() -> None:
    game = new_game()
    ana, bo = fighter(game, "Ana"), fighter(game, "Bo", stamina=9)
    strike(game, ana, bo)
    waived = {"pending": {"id": asked(game)["fallen.defend"].id}, "how": "waived", "reason": "-"}
    game.act("table.settle", waived)
    known = palette.known_of(asked(game)["fallen.hit"])

    with pytest.raises(NotAllowed):
        game.act("fallen.hit", {"knockdown": True}, known=known, by=game.player)
    game.act("fallen.hit", {"knockdown": True}, known=known, hand=(6,) * 14)

    assert game.sheet(bo)["prone"] is True
    assert asked(game)["fallen.knockdown"].who == bo


def test_armor_is_its_wearers_and_breaks_as_itself() -> None:
    game = new_game()
    bo = fighter(game, "Bo")
    vest = game.make("fallen.armor", "Vest", wearer=bo, rating=1)

    played = game.act(
        "fallen.soak",
        {"target": {"id": bo}, "damage": 5, "damage_kind": "lethal"},
        hand=(2,),
    )

    assert input_of(played)["target"]["armor"] == {"id": vest, "rating": 1, "destroyed": False}
    assert game.sheet(vest)["destroyed"] is True
    assert game.state() == folded(game.campaign)
    game.undo(played.entry.seq)
    assert game.sheet(vest)["destroyed"] is False


def test_a_trait_of_any_name_is_rolled_from_the_sheet() -> None:
    game = new_game()
    ana = fighter(game, "Ana", **{"traits.occult": 4})
    traits = [{"name": "wits"}, {"name": "occult"}]

    played = game.act("fallen.roll", {"roller": {"id": ana}, "traits": traits}, hand=(6, 2, 3, 4, 5, 7))

    assert [trait["dice"] for trait in input_of(played)["traits"]] == [2, 4]


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


@pytest.mark.parametrize("usual", ["combat", "turn"])
def test_how_initiative_is_usually_rolled_is_said_by_the_rules_alone(
    usual: Literal["combat", "turn"], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Usually(Settings):
        initiative_rolled: Literal["combat", "turn"] = usual

    monkeypatch.setattr(settings, "Settings", Usually)
    game = new_game()
    ana = game.make("fallen.character", "Ana", state="active", kind="demon", dexterity=3, wits=3)
    game.act("fallen.initiative", {"fighters": [{"id": ana}]})

    played = game.act("fallen.order_actions", {"fighters": [{"id": ana}]})

    assert input_of(played)["rolled_this_turn"] == (usual == "turn")
