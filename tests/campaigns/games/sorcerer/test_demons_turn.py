"""A demon kept in Need: the clock asks the GM whether it turns on its master, and what is done about it answers."""

from typing import Any
from uuid import uuid4

import pytest

from campaigns.models import Pending
from campaigns.policy import NotAllowed
from campaigns.services.clock import advance
from campaigns.services.play.follow_ups import asking, carry_out
from rules.kernel.clock import DAY
from rules.kernel.procedure import Question
from tests.campaigns.games.sorcerer.circle import Circle, clause_of, new_circle
from tests.campaigns.spine import Game

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

REBEL, BREAK, DEATH = (f"sorcerer.{verb}" for verb in ("rebel", "break_binding", "demon_death"))


def bound(circle: Circle, **fields: Any) -> tuple[str, str]:
    """A demon that is Bound to Mara, and the Binding."""
    demon = circle.demon(**{"power": 9, **fields})
    tie: dict[str, Any] = {
        "demon": demon,
        "sorcerer": circle.mara,
        "score": "will",
        "strength": 1,
        "favor": "sorcerer",
    }
    return demon, circle.game.make("binding", **tie, state="active")


def pass_days(game: Game, days: int) -> None:
    assert advance(actor=game.gm, seconds=days * DAY, key=game.key()).finished


def asked(name: str) -> list[dict[str, Any]]:
    return list(Pending.objects.filter(question=name, state="open").values_list("data", flat=True))


@pytest.mark.clause("SOR-REBEL-03", "SOR-NEED-13")
def test_days_in_need_ask_the_gm_once_whether_a_demon_turns_on_its_master() -> None:
    circle = new_circle()
    game, (demon, binding) = circle.game, bound(circle)
    free = circle.demon("Fog", power=20)
    game.act(
        "table.change_settings", {"system": "sorcerer", "values": {"need_days": 7, "need_bonus_days": 2}}
    )

    pass_days(game, 7)
    assert asked(REBEL) == [], "one day in withdrawal is no die yet"
    pass_days(game, 5)

    assert asked(REBEL) == [{"demon": demon, "sorcerer": circle.mara, "binding": binding}]
    assert game.sheet(free)["withdrawal_days"] == 12, "it withers, and has no master to turn on"
    gives_in = {"demon": demon, "sorcerer": circle.mara, "command": "Fetch"}
    game.act(REBEL, gives_in, hand=(1,) * 5 + (12, 11, 10))
    assert asked(REBEL) == []
    pass_days(game, 1)
    assert asked(REBEL) == [], "no new die today"
    pass_days(game, 1)
    assert len(asked(REBEL)) == 1


@pytest.mark.clause("SOR-BREAK-01")
@pytest.mark.parametrize("how", ["breaks free", "is fed", "is banished"])
def test_nothing_is_asked_any_more_of_a_demon_that_is_free_fed_or_gone(how: str) -> None:
    circle = new_circle()
    game, (demon, binding) = circle.game, bound(circle)
    pass_days(game, 2)
    assert len(asked(REBEL)) == 1

    if how == "breaks free":
        game.act(BREAK, {"demon": demon, "sorcerer": circle.mara}, hand=(12,) * 9 + (1,) * 3)
        assert game.sheet(binding)["state"] == "broken"
    elif how == "is fed":
        game.edit(demon, need_unmet_days=0)
        game.act("table.change_settings", {"system": "sorcerer", "values": {"need_days": 3}})
        pass_days(game, 1)
    else:
        circle.rite("banish", demon, hand=(12,) * 4 + (1,) * 10)

    assert asked(REBEL) == []
    assert game.verified().holds


@pytest.mark.clause("SOR-CONTACT-14", "SOR-ABIL-10")
@pytest.mark.parametrize(
    ("state", "clause"),
    [("contacted", "SOR-CONTACT-14"), ("beyond", "SOR-ABIL-10"), ("banished", "SOR-ABIL-10")],
)
def test_a_demon_that_is_not_here_touches_nothing_and_nothing_touches_it(state: str, clause: str) -> None:
    circle = new_circle()
    game, (demon, _binding) = circle.game, bound(circle, state=state)
    mara = {"id": circle.mara, "score": "will"}
    rolls = {
        "sorcerer.roll": {"acting": {"id": demon, "score": "power"}, "opposing": mara},
        "sorcerer.first_sight": {"demon": demon, "character": circle.mara, "occasion": "unexpected"},
        "sorcerer.damage": {"target": demon, "weapon": "fists", "victories": 2},
        "sorcerer.spot_telltale": {"spotter": circle.mara, "target": demon},
        "sorcerer.perceive_humanity": {"sorcerer": demon, "target": circle.mara},
        REBEL: {"demon": demon, "sorcerer": circle.mara, "command": "Stay"},
    }

    assert {action: clause_of(game.act, action, given) for action, given in rolls.items()} == dict.fromkeys(
        rolls, clause
    )


@pytest.mark.clause("SOR-DEMON-25")
def test_a_demon_whose_sheet_the_gm_still_owes_neither_acts_nor_is_bound() -> None:
    circle = new_circle()
    game, demon = circle.game, circle.demon(complete=False)
    question = Question(
        "sorcerer.create_demon", "gm", demon, "SOR-DEMON-06", optional=False, data={"demon": demon}
    )
    name, known = carry_out("SOR-DEMON-06", asking(str(uuid4()), question, "table"))
    game.act(name, known=known)
    bind = {"sorcerer": circle.mara, "demon": demon, "willing": True, "scores": ["will"]}
    acts: dict[str, dict[str, Any]] = {
        "sorcerer.bind": {**bind, "need_met": True, "desire_met": True},
        "sorcerer.use_ability": {"demon": demon, "ability": "Big"},
        "sorcerer.roll": {
            "acting": {"id": circle.mara, "score": "will"},
            "opposing": {"id": demon, "score": "power"},
        },
    }

    assert {clause_of(game.act, action, given) for action, given in acts.items()} == {"SOR-DEMON-25"}


@pytest.mark.clause("SOR-DEMON-17", "SOR-DEMON-20")
@pytest.mark.parametrize("how", ["is banished", "withers", "moves on"])
def test_a_possessed_body_is_the_gms_until_the_demon_is_out_of_it(how: str) -> None:
    circle = new_circle()
    game, demon = circle.game, circle.demon(type="possessor")
    game.act("sorcerer.possess", {"demon": demon, "target": circle.mara}, hand=(12, 11, 1, 2, 1))
    assert (game.sheet(circle.mara)["possessed_by"], game.sheet(circle.mara)["control"]) == (
        demon,
        "gm_temporary",
    )
    with pytest.raises(NotAllowed):
        game.act("sorcerer.contact", {"sorcerer": circle.mara, "demon": demon}, by=game.player)

    if how == "is banished":
        circle.rite("banish", demon, who=circle.otto, hand=(12,) * 4 + (1,) * 5)
    elif how == "withers":
        game.edit(demon, power=0, stamina=1)
        game.act("sorcerer.withdrawal_day", {"demon": demon}, hand=(1, 12, 12))
    else:
        game.act("sorcerer.possess", {"demon": demon, "target": circle.otto}, hand=(12, 11, 1, 2, 1))
        assert game.sheet(circle.otto)["control"] == "gm_temporary"

    assert (game.sheet(circle.mara)["possessed_by"], game.sheet(circle.mara)["control"]) == (None, "player")
    assert game.verified().holds


@pytest.mark.clause("SOR-DEMON-19")
def test_a_mind_that_is_put_out_stays_with_the_gm() -> None:
    circle = new_circle()
    game, demon = circle.game, circle.demon(type="possessor", power=5)
    game.edit(circle.mara, humanity=1)
    game.act("sorcerer.possess", {"demon": demon, "target": circle.mara}, hand=(12,) * 5 + (1, 1))

    assert (game.sheet(circle.mara)["state"], game.sheet(circle.mara)["control"]) == ("lost", "gm_temporary")


@pytest.mark.clause("SOR-DEATH-01", "SOR-DEATH-02", "SOR-DEATH-04")
def test_the_end_of_a_round_asks_for_the_death_of_a_demon_and_knows_who_killed_it() -> None:
    circle = new_circle()
    game, demon = circle.game, circle.demon(summoned_by=circle.otto)
    in_round = {"turn": "resolved", "faces": [9], "round_place": 1, "round_action": "attack"}
    game.edit(circle.mara, **in_round, round_target=demon, **{f"hits.{demon}": 5})
    game.edit(demon, turn="resolved", faces=[1], round_place=2, hits_read=1, incoming_lasting=4)
    end = {"combatants": [{"id": circle.mara}, {"id": demon}]}
    game.act("sorcerer.end_round", end)
    assert asked(DEATH) == [], "twice its Stamina is not more than twice its Stamina"
    game.edit(circle.mara, **in_round, round_target=demon, **{f"hits.{demon}": 5})
    game.edit(demon, turn="resolved", faces=[1], round_place=2, hits_read=1, incoming_lasting=1)

    ended = game.act("sorcerer.end_round", end)

    assert asked(DEATH) == [{"demon": demon, "killer": circle.mara}]
    assert clause_of(game.act, DEATH, {"demon": demon, "killer": circle.otto}) == "SOR-DEATH-04"
    died = game.act(DEATH, {"demon": demon, "killer": circle.mara})
    assert game.sheet(demon)["state"] == "banished"
    assert asked(DEATH) == []
    game.undo(died.entry.seq)
    game.undo(ended.entry.seq)
    assert asked(DEATH) == []
    game.act("table.change_settings", {"system": "sorcerer", "values": {"demons_can_die": False}})
    game.act("sorcerer.end_round", end)
    assert asked(DEATH) == [], "in this setting demons do not die"
