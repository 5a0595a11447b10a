"""The deck follows from who throws, and a question is answered only by the act that it asked for."""

from typing import Any

import pytest

from campaigns.models import Pending
from campaigns.policy import NotAllowed
from tests.campaigns.form_filling import first_form, told_faults
from tests.campaigns.games.demon_city.answering import answered
from tests.campaigns.games.demon_city.stacked import stack
from tests.campaigns.spine import Game, browser

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

DAMAGE, STATIC = "demon_city.damage", "demon_city.static_throw"
STATS: dict[str, Any] = {"stats.toughness": 3, "stats.hand_to_hand": 4, "toughness": 3, "state": "active"}


def hit(game: Game, attacker: str, target: str) -> str:
    """An attack that landed, whatever the cards; the question that asks for its damage."""
    is_horrors = game.sheet(attacker)["control"] == "gm"
    stack(*(("cups-1", "pentacles-9") if is_horrors else ("cups-9", "pentacles-1")))
    act = {"kind": "attack", "targets": [{"id": target, "beat": 0}], "throws": 1, "side": "us"}
    foe = {"kind": "other", "targets": [], "throws": 1, "side": "them", "id": target}
    sides = [{"id": "us", "by": "players"}, {"id": "them", "by": "host"}]
    clash = {"id": game.make("demon_city.clash", "The stairs")}
    people = [{"id": attacker, **act}, foe]
    game.act("demon_city.clash", {"clash": clash, "sides": sides, "participants": people})
    return str(Pending.objects.get(question=DAMAGE, state="open").pk)


def piles_of(game: Game) -> list[Any]:
    decks = (fields for _about, fields in game.state().values() if "discard" in fields)
    return [(deck["deck"], deck["draw"], deck["table"]) for deck in decks]


@pytest.mark.parametrize("deck", ["horror", "players"])
def test_no_player_throws_damage_that_nobody_asked_for(deck: str, game: Game, ann: str) -> None:
    before = piles_of(game)

    with pytest.raises(NotAllowed):
        game.act(DAMAGE, {"target": {"id": ann}, "deck": deck}, by=game.player)

    assert piles_of(game) == before
    assert browser(game.player).get(f"/campaigns/{game.campaign.pk}/play/{DAMAGE}/").status_code == 404


@pytest.mark.clause("DEC-DECK-17")
def test_damage_comes_from_the_deck_of_whoever_hit(game: Game, ann: str, ghoul: str) -> None:
    hit(game, ann, ghoul)

    played = answered(game, DAMAGE, {"target": {"id": ghoul}, "deck": "horror"})

    assert next(step for step in played.steps if step.action == DAMAGE).input["deck"] == "players"


def test_damage_asked_for_hits_nobody_else(game: Game, ann: str, ghoul: str) -> None:
    hit(game, ann, ghoul)

    with pytest.raises(NotAllowed):
        answered(game, DAMAGE, {"target": {"id": ann}})


@pytest.mark.clause("DEC-DECK-08")
def test_a_player_throws_from_no_horrors_deck(game: Game, ann: str, ghoul: str) -> None:
    hit(game, ghoul, ann)

    with pytest.raises(NotAllowed):
        game.act(DAMAGE, {"target": {"id": ann}}, by=game.player)


@pytest.mark.clause("DEC-DECK-17")
def test_an_ally_whom_the_host_runs_throws_from_the_horrors_deck(game: Game, ann: str, ghoul: str) -> None:
    ally = game.make("demon_city.character", "The watchman", control="gm", **STATS)
    sides = [{"id": "us", "by": "players"}, {"id": "them", "by": "host"}]
    clash = {"id": game.make("demon_city.clash", "The stairs")}
    people = [
        {"id": who, "side": side, "kind": "defend", "throws": 1, "targets": []}
        for who, side in ((ann, "us"), (ally, "us"), (ghoul, "them"))
    ]

    played = game.act("demon_city.clash", {"clash": clash, "sides": sides, "participants": people})

    inputs: list[Any] = [step.input for step in played.steps]
    counts = {given["deck"]["id"]: given["count"] for given in inputs if "count" in given}
    assert {str(game.sheet(one)["deck"]): count for one, count in counts.items()} == {
        "players": 1,
        "horror": 2,
    }


def passive(game: Game, attacker: str, target: str) -> str:
    """An attack on somebody who does nothing; the question that asks for its throw."""
    action = {"id": attacker, "side": "us", "kind": "attack", "targets": [target]}
    game.act("demon_city.sort_clashes", {"actions": [action]})
    return str(Pending.objects.get(question=STATIC, state="open").pk)


@pytest.mark.clause("DEC-ROUND-26")
def test_no_other_throw_of_the_attacker_answers_the_attack(game: Game, ann: str, ghoul: str) -> None:
    asked = passive(game, ann, ghoul)
    lock = game.make("demon_city.task", "Pick the lock")
    given = {"task": {"id": lock}, "thrower": {"id": ann, "stat_name": "hand_to_hand"}, "intensity": 0}

    game.act(STATIC, given, by=game.player)

    assert Pending.objects.get(record__pk=asked).state == "open"
    assert not Pending.objects.filter(question=DAMAGE, state="open").exists()
    assert game.sheet(ann)["reposition"] == 0


@pytest.mark.clause("DEC-ROUND-26")
def test_the_throw_at_somebody_passive_is_against_what_resists_it(game: Game, ann: str, ghoul: str) -> None:
    asked, client = passive(game, ann, ghoul), browser(game.player)

    form = first_form(client, f"/campaigns/{game.campaign.pk}/play/waiting/{asked}/")
    sent = client.post(form.action, {**form.sent, "thrower.stat_name": "hand_to_hand"})

    assert "intensity" not in form.controls
    assert sent.status_code == 302, told_faults(sent)
    assert Pending.objects.get(record__pk=asked).state == "answered"


def test_a_player_says_no_number_that_the_damage_has_not_thrown(game: Game, ann: str, ghoul: str) -> None:
    asked = hit(game, ann, ghoul)
    page = first_form(browser(game.player), f"/campaigns/{game.campaign.pk}/play/waiting/{asked}/")

    with pytest.raises(NotAllowed):
        answered(game, DAMAGE, {"target": {"id": ghoul}, "amount": 99})

    assert "amount" not in page.controls
    assert game.sheet(ghoul)["toughness"] == 3


def test_the_host_says_what_a_hit_does_as_a_ruling(game: Game, ann: str, ghoul: str) -> None:
    hit(game, ann, ghoul)

    game.act(DAMAGE, {"target": {"id": ghoul}, "amount": 2})

    assert game.sheet(ghoul)["toughness"] == 1
