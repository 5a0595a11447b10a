"""Bonuses: proposed by players, granted by the GM, taken by one roll, and never once a face is known."""

from typing import Any

import pytest

from campaigns.models import Pending
from campaigns.policy import NotAllowed
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, AlreadyAnswered, Played, play
from rules.kernel.errors import RuleViolation
from tests.campaigns.spine import Game, input_of, new_game

pytestmark = pytest.mark.django_db

TRAITS: dict[str, Any] = {f"traits.{name}": 3 for name in ("wits", "resolve", "strength")}


@pytest.fixture
def game() -> Game:
    game = new_game()
    agree(game, "propose")
    return game


def agree(game: Game, rulings: object) -> None:
    game.act("table.change_policy", {"values": {"player_rulings": rulings}})


@pytest.fixture
def mara(game: Game) -> str:
    return game.make("pandemonium.character", "Mara", owner=game.player, **TRAITS)


def grant(game: Game, who: str, dice: int = 1, **known: Any) -> str:
    given = {"who": {"id": who}, "dice": dice, "words": "a good plan"}
    played = game.act("table.grant", given, known=known)
    return str(played.steps[0].input["bonus_id"])


def rolled(game: Game, who: str, *rows: Any) -> Played:
    pool = {"traits": ["wits", "resolve"], "modifiers": list(rows)}
    return game.act("pandemonium.roll", {"actor": {"id": who}, "pool": pool}, by=game.player)


def propose(game: Game, who: str, by: Any = None, **known: Any) -> str:
    game.act("table.propose", {"who": {"id": who}, "dice": 1}, by=by or game.player, known=known)
    return str(Pending.objects.filter(question="table.grant").latest("record__born").pk)


def state(game: Game, record: str) -> object:
    return game.sheet(record)["state"]


@pytest.mark.clause("TAB-GRANT-04")
def test_a_bonus_counts_in_one_roll_and_is_used_up_in_its_entry(game: Game, mara: str) -> None:
    bonus = grant(game, mara, 2)

    played = rolled(game, mara, {"bonus": bonus})

    (row,) = input_of(played)["pool"]["modifiers"]
    assert row == {"source": "situation", "dice": 2, "note": "a good plan"}
    assert state(game, bonus) == "spent"
    with pytest.raises(RuleViolation, match="used already") as told:
        rolled(game, mara, {"bonus": bonus})
    assert told.value.clause == "TAB-GRANT-04"
    game.undo(played.entry.seq)
    assert state(game, bonus) == "open"


def test_nobody_takes_what_is_not_there_for_them(game: Game, mara: str) -> None:
    iris = game.make("pandemonium.character", "Iris", owner=game.other_player, **TRAITS)
    own, taken_back = grant(game, mara), grant(game, mara)
    other, elsewhere = grant(game, iris), grant(game, mara, action="pandemonium.struggle")
    game.act("table.take_back", {"bonus": {"id": taken_back}})

    for rows, why in (
        ([{"bonus": taken_back}], "took this bonus back"),
        ([{"bonus": other}], "someone else"),
        ([{"bonus": elsewhere}], "another action"),
        ([{"bonus": own}, {"bonus": own}], "counts once"),
    ):
        with pytest.raises(RuleViolation, match=why):
            rolled(game, mara, *rows)

    assert state(game, own) == state(game, elsewhere) == "open"


@pytest.mark.parametrize("rulings", ["propose", "gm"])
def test_a_player_enters_no_dice_that_nobody_granted(game: Game, mara: str, rulings: str) -> None:
    agree(game, rulings)

    with pytest.raises(RuleViolation) as told:
        rolled(game, mara, {"source": "situation", "dice": 1})

    assert (told.value.clause, told.value.field) == ("PAN-POOL-01", "input.pool.modifiers.0")
    assert ("Ask for +1" in told.value.message) == (rulings == "propose")


def test_who_may_propose_and_grant(game: Game, mara: str) -> None:
    with pytest.raises(NotAllowed):
        propose(game, mara, by=game.other_player)
    with pytest.raises(NotAllowed):
        game.act("table.grant", {"who": {"id": mara}, "dice": 1}, by=game.player)
    bonus = grant(game, mara)
    with pytest.raises(NotAllowed):
        game.act("table.take_back", {"bonus": {"id": bonus}}, by=game.player)
    for rulings in ("gm", "players"):
        agree(game, rulings)
        with pytest.raises(NotAllowed):
            propose(game, mara)
    assert rolled(game, mara, {"source": "situation", "dice": 1}).result.outcome


@pytest.mark.clause("TAB-GRANT-05")
def test_a_proposal_waits_for_nobody_and_is_too_late_with_the_roll(game: Game, mara: str) -> None:
    first = propose(game, mara)
    asked = propose(game, mara, action="pandemonium.roll")
    other = grant_answers(game, mara)

    assert state(game, first) == "answered", "the newer one takes its place"
    assert state(game, asked) == "answered", "it was granted"
    asked = propose(game, mara)
    rolled(game, mara, {"bonus": other})

    assert state(game, asked) == "struck"
    with pytest.raises(AlreadyAnswered):
        late = Request("table.grant", {"who": {"id": mara}, "dice": 1})
        play(game.gm, ActRequest("late", (late,), answers=asked))


def grant_answers(game: Game, who: str) -> str:
    asked = Pending.objects.get(question="table.grant", state="open")
    request = Request("table.grant", {"who": {"id": who}, "dice": 2})
    played = play(game.gm, ActRequest(game.key(), (request,), answers=str(asked.pk)))
    return str(played.steps[0].input["bonus_id"])


def test_a_proposal_for_another_action_stays(game: Game, mara: str) -> None:
    asked = propose(game, mara, action="pandemonium.struggle")

    rolled(game, mara)

    assert state(game, asked) == "open"


def test_an_old_log_says_yes_or_no(game: Game, mara: str) -> None:
    agree(game, True)
    assert rolled(game, mara, {"source": "situation", "dice": 1})
    agree(game, False)
    with pytest.raises(RuleViolation):
        rolled(game, mara, {"source": "situation", "dice": 1})
    assert game.verified().holds
