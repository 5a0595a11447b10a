"""Sealed rolls: the GM's alone, from a secret of their own, and where the table has agreed to them."""

import json
from dataclasses import replace
from typing import Any

import pytest

from campaigns.games.demon_city.decks.acts import lay_out_decks
from campaigns.log import export_lines
from campaigns.models import DrawPeriod, Membership, Record
from campaigns.policy import NotAllowed
from campaigns.queries.waiting import open_questions
from campaigns.services import seats, undoing
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, Played, play
from campaigns.viewing import Viewer
from rules.kernel.errors import RuleViolation
from tests.campaigns.spine import Game, document, new_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
FIGHTS: dict[str, Any] = {
    "kind": "mortal",
    "strength": 3,
    "dexterity": 3,
    "stamina": 2,
    "wits": 2,
    "brawl": 2,
}
DODGE: dict[str, Any] = {"maneuver": "dodge", "against": 3, "ranged": False}


@pytest.fixture
def game() -> Game:
    game = new_game()
    game.act("table.change_policy", {"values": {"sealed_rolls": True}})
    return game


def rolled(game: Game, *, by: Membership | None = None, sealed: bool = True, **other: Any) -> Played:
    fighter = game.make("fallen.character", "Bo", owner=game.player, dexterity=3, brawl=2)
    return again(game, fighter, by=by, sealed=sealed, **other)


def again(game: Game, fighter: str, *, by: Membership | None = None, sealed: bool = True) -> Played:
    traits = [{"name": "dexterity"}, {"name": "brawl"}]
    step = Request("fallen.roll", {"roller": {"id": fighter}, "traits": traits})
    return play(by or game.gm, ActRequest(game.key(), (step,), nonce="ab" * 16, sealed=sealed))


def told(game: Game, member: Membership) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(
        json.dumps(list(export_lines.lines(Viewer.of(member), game.campaign)))
    )
    return found


def test_a_sealed_roll_is_read_by_the_gm_alone(game: Game) -> None:
    seq = rolled(game).entry.seq

    by_player, by_gm = (told(game, membership)[seq - 1] for membership in (game.player, game.gm))
    assert by_player["parts"] == [{"why": "sealed"}] * len(by_gm["parts"])
    assert all("text" in part for part in by_gm["parts"])


def test_sealed_dice_come_from_the_sealed_secret(game: Game) -> None:
    played = rolled(game)

    assert document(played.entry)["from"]["of"] == "sealed"
    report = game.verified()
    assert report.holds
    assert (report.draws.derived, report.sealed_draws.derived) == (0, 5)


def test_a_sealed_roll_moves_no_open_draw(game: Game) -> None:
    before = DrawPeriod.objects.get(campaign=game.campaign)
    rolled(game)
    after = DrawPeriod.objects.get(campaign=game.campaign)

    assert (after.seed, after.next_slot) == (before.seed, before.next_slot)
    assert (after.sealed_seed, after.next_sealed_slot) != (before.sealed_seed, before.next_sealed_slot)


def test_undo_of_a_sealed_roll_is_no_reroll(game: Game) -> None:
    fighter = game.make("fallen.character", "Bo", owner=game.player, dexterity=3, brawl=2)
    first = again(game, fighter)
    game.undo(first.entry.seq)

    second = again(game, fighter)

    assert document(second.entry)["steps"][0]["draws"] == document(first.entry)["steps"][0]["draws"]
    assert game.verified().holds


def test_fresh_draws_of_a_sealed_roll_are_sealed(game: Game) -> None:
    fighter = game.make("fallen.character", "Bo", owner=game.player, dexterity=3, brawl=2)
    first = again(game, fighter)
    game.undo(first.entry.seq)

    dropped = undoing.fresh_draws(actor=game.gm, entry=first.entry.seq, reason="as agreed", key=game.key())

    assert told(game, game.player)[dropped.entry.seq - 1]["parts"][0] == {"why": "sealed"}
    assert document(again(game, fighter).entry)["from"]["slot"] == 2
    assert game.verified().holds


def test_a_seat_does_not_disturb_sealed_draws(game: Game) -> None:
    rolled(game)
    seats.take_seat(actor=game.player, word="lamplight", key=game.key())
    rolled(game)
    rolled(game, sealed=False)

    report = game.verified()
    assert (report.draws.derived, report.sealed_draws.derived) == (5, 10)


def test_a_player_seals_nothing(game: Game) -> None:
    with pytest.raises(NotAllowed, match="Only the GM"):
        rolled(game, by=game.player)


def test_nothing_is_sealed_where_the_table_has_not_agreed(game: Game) -> None:
    game.act("table.change_policy", {"values": {"sealed_rolls": False}})

    with pytest.raises(NotAllowed, match="settings allow sealed rolls"):
        rolled(game)


def test_sorcerer_allows_no_sealed_roll(game: Game) -> None:
    mara = game.make("character", "Mara", will=4, state="active")
    roll: dict[str, Any] = {
        "acting": {"id": mara, "score": "will"},
        "opposing": {"score": "difficulty", "dice": 3},
    }

    with pytest.raises(RuleViolation) as refused:
        play(game.gm, ActRequest(game.key(), (Request("sorcerer.roll", roll),), sealed=True))

    assert refused.value.clause == "SOR-ROLL-03"


THROWS = ("static_throw", "opposed_throw", "c10", "c100", "draw", "damage", "clash", "chase", "calm")


@pytest.mark.parametrize("verb", [*THROWS, "recover_toughness"])
def test_no_throw_of_cards_is_sealed_while_its_cards_lie_open(verb: str, game: Game) -> None:
    lay_out_decks(actor=game.gm, key="decks")
    stats: dict[str, Any] = {"stats.calm": 3, "stats.toughness": 3}
    ann, ghoul = (game.make("demon_city.character", one, **stats) for one in ("Ann", "Ghoul"))
    deck = str(Record.objects.filter(campaign=game.campaign, kind="demon_city.deck").first().pk)  # type: ignore[union-attr]  # laid out above
    sides = [{"id": "us", "by": "players"}, {"id": "it", "by": "host"}]
    meeting = game.make(f"demon_city.{verb}") if verb in ("clash", "chase") else ""
    two = [{"id": ann, "side": "us", "throws": 1}, {"id": ghoul, "side": "it", "throws": 1}]
    acts = [{**one, "kind": "defend"} for one in two]
    given: dict[str, dict[str, Any]] = {
        "static_throw": {"thrower": {"id": ann, "stat": 4}, "intensity": 3},
        "opposed_throw": {"actor": {"id": ann, "stat": 4}, "opponent": {"id": ghoul, "stat": 4}},
        "draw": {"deck": deck, "count": 1},
        "damage": {"target": {"id": ann}},
        "clash": {"clash": {"id": meeting}, "sides": sides, "participants": acts},
        "chase": {"chase": {"id": meeting}, "sides": sides, "drivers": two},
        "calm": {"character": {"id": ann}, "purpose": "check", "intensity": 3},
        "recover_toughness": {"character": {"id": ann}, "intensity": 3},
    }
    step, before = Request(f"demon_city.{verb}", given.get(verb, {})), game.state()

    with pytest.raises(RuleViolation) as refused:
        play(game.gm, ActRequest(game.key(), (step,), sealed=True))

    assert refused.value.clause == "DEC-DECK-13"
    assert game.state() == before


def test_cards_of_somebody_unseen_lie_open_without_a_name(game: Game) -> None:
    lay_out_decks(actor=game.gm, key="decks")
    about = {"kind": "demon_city.character", "name": "The tenant", "visibility": "gm"}
    hidden = {"about": about, "fields": [{"field": "control", "set": "gm"}]}
    tenant = str(game.act("table.create", hidden).steps[0].input["id"])

    played = game.act("demon_city.static_throw", {"thrower": {"id": tenant, "stat": 4}, "intensity": 3})

    whole = json.dumps(told(game, game.player)[played.entry.seq - 1])
    card = next(value for step in played.steps for asked, value in step.drawn if asked == "card")
    assert str(card) in whole
    assert "The tenant" not in whole


def test_the_same_key_open_and_sealed_are_two_requests(game: Game) -> None:
    act = ActRequest("once", (Request("table.note", {"words": "a"}),))

    assert act.digest() != replace(act, sealed=True).digest()


def blow(game: Game, target: str, *, sealed: bool = True) -> Played:
    """Somebody of the GM's hits a target, who may defend."""
    bully = game.make("fallen.character", "Torvald", control="gm", **FIGHTS)
    given: dict[str, Any] = {"attacker": {"id": bully}, "target": {"id": target}, "maneuver": "strike"}
    act = ActRequest(game.key(), (Request("fallen.attack", given),), hand=(8, 8, 7, 3, 2), sealed=sealed)
    return play(game.gm, act)


def asked(game: Game, member: Membership) -> set[str]:
    return {waiting.question for waiting in open_questions(game.campaign, Viewer.of(member))}


def test_what_a_sealed_act_asks_is_the_gms_alone(game: Game) -> None:
    blow(game, game.make("fallen.character", "The warden", control="gm", **FIGHTS))

    assert asked(game, game.gm) == {"fallen.defend", "fallen.hit"}
    assert asked(game, game.player) == set()
    assert game.verified().holds


def test_a_player_hears_what_a_sealed_act_asks_of_their_own_character(game: Game) -> None:
    blow(game, game.make("fallen.character", "Ana", owner=game.player, **FIGHTS))

    assert asked(game, game.player) == {"fallen.defend", "fallen.hit"}


def test_answering_for_oneself_is_no_sealed_act(game: Game) -> None:
    ana = game.make("fallen.character", "Ana", owner=game.player, **FIGHTS)
    blow(game, ana)

    known = {"defender": ana, "against": DODGE["against"]}
    given = {"maneuver": DODGE["maneuver"]}
    defence = game.act("fallen.defend", given, known=known, by=game.player, hand=(8, 8, 8, 4, 5))
    seq = defence.entry.seq

    assert asked(game, game.gm) == set()
    assert "text" in told(game, game.player)[seq - 1]["parts"][0]
    assert game.verified().holds
