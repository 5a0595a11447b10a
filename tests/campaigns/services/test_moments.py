"""Turns, rounds, fights and scenes end what lasts until then, in all systems, by their clauses."""

from typing import Any

import pytest
from django.test import Client

from campaigns.models import Pending
from campaigns.queries import log_moments
from campaigns.queries.stored_state import living_state
from campaigns.services import clock
from campaigns.services.play.playing import Played
from campaigns.state.kinds import KINDS, fits
from rules import service
from rules.kernel.clock import HOUR
from rules.kernel.errors import RulesError, RuleViolation
from rules.table.moments import TAKE_TURNS
from tests.campaigns.spine import Game, document, folded, new_game_in_a_scene

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

SLOW = {"kind": "bashing", "resistant": False, "dealt": 0, "limit": None}
MARKED = {"type": "damage", "kind": "bashing", "marked": 1}


@pytest.fixture
def game() -> Game:
    return new_game_in_a_scene()


def cursed(game: Game, **fields: Any) -> str:
    return game.make("pandemonium.character", "Ann", **fields)


def spell(game: Game, caster: str | None = None, **fields: Any) -> str:
    return game.make("pandemonium.spell", "Grey rot", caster=caster, **fields)


def health(game: Game, who: str) -> dict[str, Any]:
    found: dict[str, Any] = game.sheet(who)["health"]
    return found


def clauses(played: Played) -> set[str]:
    return {clause for step in document(played.entry)["steps"] for clause in step["clauses"]}


@pytest.mark.clause("PAN-TRACK-03")
def test_a_turn_brings_its_casters_slow_wounds_and_ends_what_lasted_until_it(game: Game) -> None:
    mira = game.make("pandemonium.character", "Mira")
    ann = cursed(game)
    rot = spell(game, mira, **{f"opposed.{mira}": 2})
    game.edit(ann, **{f"ongoing.{rot}": {**SLOW, "interval": "turn", "left": 2}})
    game.edit(mira, **{"turn.over": True, f"turn.hindrance.{rot}": "failed"})

    turn = game.act("table.begin_turn", {"who": mira})

    assert game.sheet(str(game.campaign.pk))["turn"] == 1
    assert health(game, ann)["bashing"] == 1
    assert game.sheet(ann)[f"ongoing.{rot}"]["left"] == 1
    assert game.sheet(mira).under("turn") == {}
    assert game.sheet(rot).under("opposed") == {}
    assert {"PAN-ONGOING-02", "TAB-TURN-01", "PAN-TRACK-03"} <= clauses(turn)
    game.act("table.begin_turn", {"who": ann})
    assert health(game, ann)["bashing"] == 1
    assert game.state() == folded(game.campaign)


def test_whoever_is_played_has_turns_and_nothing_else(game: Game) -> None:
    played = {name for name in KINDS if name.rpartition(".")[2] in ("character", "demon")}
    rot = spell(game)

    with pytest.raises(RulesError):
        game.act("table.begin_turn", {"who": rot})
    assert {name for name in KINDS if fits(name, TAKE_TURNS, "table")} == played


@pytest.mark.clause("PAN-TRACK-03")
def test_a_round_lets_every_spell_strike_again(game: Game) -> None:
    ann = cursed(game, **{"round.hit.s": True, "turn.over": True})
    game.act("table.begin_turn", {"who": ann})

    game.act("table.end_round")

    table = game.sheet(str(game.campaign.pk))
    assert (table["round"], table["turn"]) == (1, 0)
    assert game.sheet(ann).under("round") == {}


def test_a_fight_ends_for_everybody_who_is_in_it(game: Game) -> None:
    bo = game.make("fallen.character", "Bo", in_combat=True, turn_done=True, initiative=9)
    cy = game.make("demon_city.character", "Cy", reposition=60)
    ann = cursed(game, **{"turn.over": True})
    game.act("table.end_round")

    ended = game.act("table.end_fight")

    fighter = game.sheet(bo)
    assert (fighter["in_combat"], fighter["turn_done"], fighter["initiative"]) == (False, False, None)
    assert game.sheet(cy)["reposition"] == 0
    assert game.sheet(ann).under("turn") == {}
    assert game.sheet(str(game.campaign.pk))["round"] == 0
    assert {"TAB-TURN-03", "FAL-TIME-02", "DEC-POS-05", "PAN-TRACK-03"} <= clauses(ended)


@pytest.mark.clause("TAB-TURN-04")
def test_a_fight_of_one_game_ends_and_those_of_others_go_on(game: Game) -> None:
    bo = game.make("fallen.character", "Bo", in_combat=True, turn_done=True, initiative=9)
    cy = game.make("demon_city.character", "Cy", reposition=60, stage="face_down")
    ann = cursed(game, **{"turn.over": True})
    game.act("table.begin_turn", {"who": ann})
    game.act("table.end_round", {"game": "pandemonium"})
    game.act("table.begin_turn", {"who": ann})
    state = living_state(game.campaign)
    assert service.fighting(state) == ("demon_city", "pandemonium", "fallen")

    fallen = game.act("table.end_fight", {"game": "fallen"})

    assert game.sheet(bo)["in_combat"] is False
    assert (game.sheet(cy)["stage"], game.sheet(cy)["reposition"]) == ("face_down", 60)
    table = game.sheet(str(game.campaign.pk))
    assert (table["round"], table["turn"], game.sheet(ann).under("round")) == (1, 1, {"turn.1": True})
    assert {"TAB-TURN-04", "FAL-TIME-02"} <= clauses(fallen)
    assert not {"DEC-ROUND-21", "PAN-TRACK-03"} & clauses(fallen)
    # What lies face down holds up the end of its own fight alone.
    with pytest.raises(RuleViolation) as refused:
        game.act("table.end_fight", {"game": "demon_city"})
    assert refused.value.clause == "DEC-CLASH-28"

    game.act("table.end_fight", {"game": "pandemonium"})

    table = game.sheet(str(game.campaign.pk))
    assert (table["round"], table["turn"], game.sheet(ann).under("round")) == (0, 0, {})
    assert service.fighting(living_state(game.campaign)) == ("demon_city",)
    assert log_moments.last_end(game.campaign, "fallen", ["table.end_fight"]) == fallen.entry.seq
    with pytest.raises(RulesError, match="no game 'chess'"):
        game.act("table.end_fight", {"game": "chess"})
    assert game.state() == folded(game.campaign)


def test_a_scene_undoes_temporary_wounds_the_newest_first(game: Game) -> None:
    ann, first, second = cursed(game), spell(game), spell(game)
    for one in (first, second, first):
        worse = {**health(game, ann), "bashing": health(game, ann)["bashing"] + 1}
        game.edit(ann, **{f"temporary.{one}": MARKED, "health": worse})
    assert game.sheet(ann)["temporary_order"] == [first, second, first]
    before = game.state()

    ended = game.act("table.end_scene")

    undone = [
        step for step in document(ended.entry)["steps"] if step["action"] == "pandemonium.temporary_expire"
    ]
    assert [one["input"]["spell"]["id"] for one in undone] == [first, second, first]
    assert health(game, ann)["bashing"] == 0
    assert game.sheet(ann)["temporary_order"] == []
    game.undo_all(ended.entry.seq)
    assert game.state() == before == folded(game.campaign)


def test_a_scene_ends_wounds_by_the_scene_its_spells_and_blackouts(game: Game) -> None:
    ann = cursed(game)
    rot = spell(game, duration="scene")
    game.edit(ann, **{f"ongoing.{rot}": {**SLOW, "interval": "scene", "left": 3}, f"hold.{rot}": "normal"})
    bo = game.make("fallen.character", "Bo", unconscious=True, unconscious_for="scene")

    game.act("table.end_scene")

    assert health(game, ann)["bashing"] == 1
    assert game.sheet(rot)["state"] == "ended"
    assert game.sheet(ann).under("ongoing") == {}
    assert game.sheet(bo)["unconscious"] is False
    assert game.verified().holds


def test_an_instant_spell_ends_with_its_last_wound(game: Game) -> None:
    ann, rot = cursed(game), spell(game, duration="instant")
    game.edit(ann, **{f"ongoing.{rot}": {**SLOW, "interval": "hour", "left": 2}, f"hold.{rot}": "normal"})

    clock.advance(actor=game.gm, seconds=HOUR, key="one")
    assert game.sheet(rot)["state"] == "active"
    clock.advance(actor=game.gm, seconds=HOUR, key="two")

    assert game.sheet(rot)["state"] == "ended"
    assert health(game, ann)["bashing"] == 2
    assert game.sheet(ann).under("began") == {}


@pytest.mark.clause("TAB-TIME-06")
def test_the_clock_waits_for_the_length_of_a_blackout(game: Game) -> None:
    """As a blow leaves it: she is out, and the Storyteller is asked for how long."""
    bo = game.make("fallen.character", "Bo", kind="mortal", stamina=1)
    game.edit(bo, unconscious=True)
    game.act("fallen.take_turn", {"fighter": {"id": bo}})

    stopped = clock.advance(actor=game.gm, seconds=HOUR, key="hour")

    asked = Pending.objects.get(question="fallen.blackout")
    assert (stopped.now, stopped.question, stopped.left) == (15, str(asked.pk), HOUR - 15)
    with pytest.raises(RuleViolation) as refused:
        clock.advance(actor=game.gm, seconds=HOUR, key="again")
    assert refused.value.clause == "TAB-TIME-06"

    game.act("fallen.blackout", {"fighter": {"id": bo}, "duration": 10})
    done = clock.advance(actor=game.gm, seconds=HOUR, key="rest")
    assert done.finished
    assert game.sheet(bo)["unconscious"] is False


def test_what_cannot_come_stops_the_clock_and_says_why(game: Game) -> None:
    ann = cursed(game, **{"ongoing.nobody": {**SLOW, "interval": "hour", "left": 2}})

    stopped = clock.advance(actor=game.gm, seconds=9 * HOUR, key="nine")

    assert stopped.now == HOUR
    assert stopped.trouble is not None and stopped.trouble.record == ann
    assert not stopped.finished and stopped.why
    game.edit(ann, **{"ongoing.nobody": None})
    assert clock.advance(actor=game.gm, seconds=stopped.left, key="rest").finished


@pytest.mark.clause("TAB-TIME-06")
def test_game_time_does_not_pass_over_what_falls_due(game: Game) -> None:
    game.make("fallen.character", "Bo", kind="mortal", bashing=1)

    with pytest.raises(RuleViolation) as refused:
        game.act("table.advance_clock", {"seconds": 2 * HOUR})
    assert refused.value.clause == "TAB-TIME-06"

    game.act("table.advance_clock", {"seconds": HOUR - 1})


def test_a_late_step_leaves_nothing_out(game: Game) -> None:
    """A demon goes on a first day and, once that is undone, has been there all along."""
    vesh = game.make("demon", "Vesh", type="object", state="present", stamina=3, power=9)
    gone = game.edit(vesh, state="beyond").entry.seq
    clock.advance(actor=game.gm, seconds=72 * HOUR, key="three-days")

    game.undo_all(gone)
    done = clock.advance(actor=game.gm, seconds=60, key="a-minute")

    assert (done.due, game.sheet(vesh)["need_unmet_days"], game.sheet(vesh)["day_began"]) == (3, 3, 72 * HOUR)


def test_the_log_names_the_pile_that_was_reshuffled(game: Game, client: Client) -> None:
    deck = game.make("demon_city.deck", "The Players' Deck", deck="players", draw=["cups-1", "cups-2"])
    game.act("table.reshuffle_pile", {"deck": {"id": deck}})
    client.force_login(game.gm.user)

    page = client.get(f"/campaigns/{game.campaign.pk}/log/").content.decode()

    assert "The Players&#x27; Deck</a> is reshuffled." in page


def test_a_clock_of_which_nobody_kept_the_beginning_runs_from_the_next_advance(game: Game) -> None:
    """Stored before clocks were kept: two half hours make the hour of a bruise."""
    bo = game.make("fallen.character", "Bo", kind="mortal", bashing=1)
    game.edit(bo, healed_from=None)

    clock.advance(actor=game.gm, seconds=HOUR // 2, key="half")
    assert (game.sheet(bo)["healed_from"], game.sheet(bo)["bashing"]) == (0, 1)
    clock.advance(actor=game.gm, seconds=HOUR // 2, key="whole")

    assert (game.sheet(bo)["healed_from"], game.sheet(bo)["bashing"]) == (None, 0)


def test_an_aftereffect_of_the_same_length_begins_anew(game: Game) -> None:
    ann, rot = cursed(game, **{"traits.wits": 1}), spell(game)
    linger = {"spell": {"id": rot}, "target": {"id": ann}, "net": 2, "compare": "wits"}
    game.act("pandemonium.aftereffect_duration", linger)
    kept = game.sheet(ann)[f"aftereffect.{rot}"]

    clock.advance(actor=game.gm, seconds=HOUR, key="hour")
    game.act("pandemonium.aftereffect_duration", linger)

    assert game.sheet(ann)[f"aftereffect.{rot}"] == kept
    assert game.sheet(ann)[f"began.aftereffect.{rot}"] == HOUR
