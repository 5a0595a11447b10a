"""Victories that are carried: by whoever won them or by a comrade, once, and while the scene lasts."""

from typing import Any

import pytest
from django.urls import reverse

from campaigns.services.sessions import begin_scene, begin_session, end_scene
from rules.kernel.errors import InvalidInput, RuleViolation
from tests.campaigns.form_filling import Form
from tests.campaigns.games.sorcerer.circle import Circle, clause_of, lost, new_circle, won
from tests.campaigns.spine import BY_OVERRIDE, browser

pytestmark = pytest.mark.django_db


@pytest.fixture
def circle() -> Circle:
    return new_circle()


def roll(
    circle: Circle, who: str, *carried: dict[str, Any], hand: tuple[int, ...] | None = None, **more: Any
) -> Any:
    awards = [{"source": "rollover", "note": "what went before", **one} for one in carried]
    dice = 2 + sum(one["dice"] for one in carried)
    given = {"acting": {"id": who, "score": "will"}, "opposing": {"score": "difficulty", "dice": 1}}
    return circle.game.act(
        "sorcerer.roll", {**given, "modifiers": awards}, hand=hand or lost(dice, 1), **more
    )


def to_carry(circle: Circle, who: str) -> int:
    return int(circle.game.sheet(who)["rollover"])


@pytest.mark.clause("SOR-BONUS-05")
def test_a_comrades_victories_are_carried_once(circle: Circle) -> None:
    game, mara, otto = circle.game, circle.mara, circle.otto
    handed = {"dice": 1, "won_by": mara}
    assert clause_of(roll, circle, otto, handed, by=game.other_player) == "SOR-BONUS-05", "nobody has won any"
    roll(circle, mara, hand=won(2, 1))
    assert to_carry(circle, mara) == 1

    assert clause_of(roll, circle, otto, {**handed, "dice": 2}) == "SOR-BONUS-05", "more than were won"
    assert clause_of(roll, circle, otto, handed, handed) == "SOR-BONUS-05", "the same twice in one roll"
    assert clause_of(roll, circle, otto, {"dice": 1}, by=game.other_player) == "SOR-BONUS-05", (
        "none of Otto's own"
    )
    carried = roll(circle, otto, handed, by=game.other_player)

    assert carried.result.outcome.contest.acting.raw == 3
    assert to_carry(circle, mara) == 0
    assert clause_of(roll, circle, otto, handed) == "SOR-BONUS-05", "they are carried once"
    game.undo(carried.entry.seq)
    assert to_carry(circle, mara) == 1


def test_ones_own_are_carried_into_a_rite(circle: Circle) -> None:
    ash = circle.demon()
    rolled_over: dict[str, Any] = {"modifiers": [{"source": "rollover", "dice": 1}]}
    roll(circle, circle.mara, hand=won(2, 1))

    circle.rite("banish", ash, **rolled_over, hand=lost(5, 5), by=circle.game.player)

    assert to_carry(circle, circle.mara) == 0
    assert clause_of(circle.rite, "banish", ash, **rolled_over, by=circle.game.player) == "SOR-BONUS-05"


@pytest.mark.clause("SOR-BONUS-05")
def test_nobody_carries_the_victories_of_whoever_rolls_against_them(circle: Circle) -> None:
    mara, otto = circle.mara, circle.otto
    roll(circle, otto, hand=won(2, 1))
    foe = {"acting": {"id": mara, "score": "will"}, "opposing": {"id": otto, "score": "will"}}
    his = {"source": "rollover", "dice": 1, "won_by": otto}

    with pytest.raises(RuleViolation, match="the other side of this roll"):
        circle.game.act("sorcerer.roll", {**foe, "modifiers": [his]}, by=circle.game.player, hand=lost(3, 2))

    assert to_carry(circle, otto) == 1
    circle.game.act("sorcerer.roll", {**foe, "opposing_modifiers": [his]}, hand=lost(2, 3))


def test_what_opposes_carries_its_own(circle: Circle) -> None:
    mara, otto = circle.mara, circle.otto
    against = {"acting": {"id": mara, "score": "will"}, "opposing": {"id": otto, "score": "will"}}
    award = [{"source": "rollover", "dice": 1}]
    circle.game.act("sorcerer.roll", against, hand=(1, 1, 12, 1))
    assert (to_carry(circle, mara), to_carry(circle, otto)) == (0, 1)

    more = {**against, "opposing_modifiers": award}
    circle.game.act("sorcerer.roll", more, hand=won(2, 3), by=circle.game.player)

    assert (to_carry(circle, mara), to_carry(circle, otto)) == (1, 0)
    assert clause_of(circle.game.act, "sorcerer.roll", more, by=circle.game.player) == "SOR-BONUS-05"


def test_they_are_gone_with_the_next_roll_and_with_the_scene(circle: Circle) -> None:
    game, mara = circle.game, circle.mara
    begin_session(actor=game.gm, name="One", key="session")
    begin_scene(actor=game.gm, name="The house", key="scene")
    roll(circle, mara, hand=won(2, 1))
    roll(circle, mara)
    assert to_carry(circle, mara) == 0

    roll(circle, mara, hand=won(2, 1))
    end_scene(actor=game.gm, key="end")

    assert to_carry(circle, mara) == 0


@pytest.mark.clause("SOR-BONUS-05")
def test_what_no_roll_left_the_gm_gives_by_override_alone(circle: Circle) -> None:
    assert clause_of(roll, circle, circle.otto, {"dice": 2}) == "SOR-BONUS-05"

    given = roll(circle, circle.otto, {"dice": 2}, override=BY_OVERRIDE)

    assert given.result.outcome.contest.acting.raw == 4


def test_only_rollover_dice_are_somebodys(circle: Circle) -> None:
    with pytest.raises(InvalidInput, match="only roll-over dice"):
        roll(circle, circle.otto, {"source": "situation", "dice": 2, "won_by": circle.mara})


def test_the_page_says_how_many_there_are_and_takes_whose_they_are(circle: Circle) -> None:
    game, mara, otto = circle.game, circle.mara, circle.otto
    client, page = browser(game.gm), reverse("play_action", args=[game.campaign.pk, "sorcerer.roll"])
    form = Form(client.get(page).content.decode(), "action-form")
    award = {"modifiers.0.source": "rollover", "modifiers.0.dice": "1", "modifiers.0.won_by": mara}
    who = {"acting.id": otto, "acting.score": "will", "opposing.score": "difficulty", "opposing.dice": "1"}
    sent = {**form.sent, **who, **award}

    refused = client.post(page, sent)

    assert refused.status_code == 422
    assert "0 roll-over dice are there to carry, not 1" in refused.content.decode()
    roll(circle, mara, hand=won(2, 1))
    assert client.post(page, sent).status_code == 302
    assert to_carry(circle, mara) == 0
