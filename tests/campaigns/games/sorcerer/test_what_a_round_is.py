"""What a round of conflict is: everybody does a single thing, all of it rolled, resolved in order and written down."""

from dataclasses import dataclass
from typing import Any

import pytest

from campaigns.games.sorcerer.conflict.reading import Round, find_round
from campaigns.models import Campaign, Membership, Pending
from campaigns.policy import NotAllowed, Rights
from campaigns.viewing import Viewer
from rules.kernel.errors import InvalidInput, RuleViolation
from tests.campaigns.spine import Game, browser, new_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@dataclass
class Scene:
    """Two players' sorcerers and a demon of the GM's, each with two dice of Stamina and of Will."""

    game: Game
    mara: str
    shelly: str
    vesh: str

    @property
    def everybody(self) -> tuple[str, str, str]:
        return self.mara, self.shelly, self.vesh

    def roll(self, *said: dict[str, Any], hand: tuple[int, ...]) -> Any:
        return self.game.act("sorcerer.conflict_round", {"combatants": said}, hand=hand).result.outcome

    def resolve(
        self,
        who: str,
        target: str | None = None,
        response: str = "none",
        hand: tuple[int, ...] = (),
        **more: Any,
    ) -> Any:
        given = {"attacker": who, "target": target, "response": response, **more}
        return self.game.act("sorcerer.resolve_attack", given, hand=hand or None).result.outcome

    def damage(self, who: str, by: Membership | None = None) -> None:
        given = {"target": who, "weapon": "edged", "victories": 2}
        self.game.act("sorcerer.damage", given, by=by)

    def end(self) -> None:
        self.game.act("sorcerer.end_round", {"combatants": self.everybody})

    def turns(self) -> list[str]:
        return [self.game.sheet(who)["turn"] for who in self.everybody]

    def as_read(self) -> Round:
        campaign = Campaign.objects.get(pk=self.game.campaign.pk)
        return find_round(campaign, Viewer.of(self.game.gm), Rights(self.game.gm, {}))


@pytest.fixture
def scene() -> Scene:
    game = new_game()
    scores: dict[str, Any] = {"stamina": 2, "will": 2, "lore": 2}
    human = {**scores, "humanity": 3, "state": "active"}
    return Scene(
        game,
        game.make("character", "Mara", owner=game.player, **human),
        game.make("character", "Shelly", owner=game.other_player, **human),
        game.make("demon", "Vesh", state="present", power=2, type="passing", **scores),
    )


def says(who: str, action: str = "act", target: str | None = None, **more: Any) -> dict[str, Any]:
    return {"id": who, "score": "will", "action": action, "target": target, **more}


IN_ORDER = (12, 11, 9, 8, 5, 4)


def refused(play: Any) -> str | None:
    with pytest.raises(RuleViolation) as refusal:
        play()
    return refusal.value.clause


@pytest.mark.clause("SOR-CONFLICT-01", "SOR-CONFLICT-06")
def test_whatever_anybody_is_up_to_is_rolled_with_the_rest(scene: Scene) -> None:
    mara, shelly, vesh = scene.everybody

    outcome = scene.roll(says(mara), says(shelly, "act", mara), says(vesh, "command"), hand=IN_ORDER)

    assert outcome.order == (mara, shelly, vesh)
    assert [len(scene.game.sheet(who)["faces"]) for who in scene.everybody] == [2, 2, 2]
    assert [scene.game.sheet(who)["round_place"] for who in scene.everybody] == [1, 2, 3]


@pytest.mark.clause("SOR-CONFLICT-04")
def test_nobody_does_two_things_in_a_round(scene: Scene) -> None:
    with pytest.raises(InvalidInput):
        scene.roll(says(scene.mara), says(scene.mara, "wait"), hand=IN_ORDER)

    scene.roll(says(scene.mara), hand=IN_ORDER[:2])
    scene.resolve(scene.mara, difficulty=0)

    assert refused(lambda: scene.resolve(scene.mara, difficulty=0)) == "SOR-CONFLICT-16"


@pytest.mark.clause("SOR-CONFLICT-02")
def test_a_round_is_over_when_everybody_has_done_a_single_thing(scene: Scene) -> None:
    mara, shelly, vesh = scene.everybody
    scene.roll(says(mara), says(shelly), says(vesh), hand=IN_ORDER)
    phases = []

    for who in scene.everybody:
        phases.append((scene.as_read().course.phase, scene.as_read().course.acting))
        scene.resolve(who, difficulty=0)

    assert phases == [("resolve", mara), ("resolve", shelly), ("resolve", vesh)]
    assert scene.as_read().course.phase == "end"


@pytest.mark.clause("SOR-CONFLICT-05", "SOR-CONFLICT-07")
@pytest.mark.parametrize("action", ["wait", "command"])
def test_waiting_and_commanding_fill_the_round(scene: Scene, action: str) -> None:
    mara, shelly, _vesh = scene.everybody
    scene.roll(says(mara, action, shelly), says(shelly), hand=IN_ORDER[:4])

    assert scene.as_read().responses == ("none",), "there is nothing to meet"
    assert refused(lambda: scene.roll(says(mara, "attack", shelly), hand=(1, 1))) == "SOR-CONFLICT-14"
    if action == "wait":
        scene.resolve(mara, shelly, difficulty=0)
    assert scene.as_read().course.acting == shelly, "a command leaves nothing to decide"
    assert refused(lambda: scene.resolve(mara, shelly, difficulty=0)) == "SOR-CONFLICT-16"


@pytest.mark.clause("SOR-CONFLICT-05")
def test_a_roll_that_the_gm_grants_whoever_waits_helps_in_the_next_round(scene: Scene) -> None:
    mara = scene.mara
    scene.roll(says(mara, "wait"), hand=IN_ORDER[:2])
    study = {"acting": {"id": mara, "score": "will"}, "opposing": {"score": "difficulty", "dice": 1}}
    won: Any = scene.game.act("sorcerer.roll", study, hand=(9, 8, 3)).result.outcome
    scene.resolve(mara, difficulty=0)
    scene.end()
    carried = {"source": "rollover", "dice": won.rollover.dice, "note": "she has watched him"}
    attack = says(mara, "attack", scene.shelly, modifiers=[carried])

    scene.roll(attack, hand=(9, 8, 7, 6))

    assert (won.rollover.side, won.rollover.dice) == ("acting", 2)
    assert scene.game.sheet(mara)["faces"] == [9, 8, 7, 6]


@pytest.mark.clause("SOR-CONFLICT-11")
def test_a_simple_action_that_nobody_opposes_succeeds_by_itself(scene: Scene) -> None:
    scene.roll(says(scene.mara), hand=(1, 1))

    outcome = scene.resolve(scene.mara, difficulty=0)

    assert (outcome.automatic, outcome.success, outcome.contest) == (True, True, None)
    assert scene.game.sheet(scene.mara)["turn"] == "resolved"


@pytest.mark.clause("SOR-CONFLICT-14")
def test_what_was_rolled_is_given_up_and_never_changed(scene: Scene) -> None:
    mara, shelly, _vesh = scene.everybody
    scene.roll(says(mara, "attack", shelly), says(shelly, "attack", mara), hand=IN_ORDER[:4])

    assert refused(lambda: scene.roll(says(shelly, "full_defense"), hand=(1, 1, 1, 1))) == "SOR-CONFLICT-14"
    scene.resolve(mara, shelly, "abort", hand=(3, 2))

    assert scene.turns()[:2] == ["resolved", "aborted"]
    assert refused(lambda: scene.resolve(shelly, mara)) == "SOR-CONFLICT-16"


@pytest.mark.clause("SOR-CONFLICT-15")
def test_equal_rolls_act_as_they_were_listed(scene: Scene) -> None:
    mara, shelly, vesh = scene.everybody

    outcome = scene.roll(says(vesh), says(shelly), says(mara), hand=(7, 3, 7, 3, 12, 1))

    assert outcome.order == (mara, vesh, shelly)
    assert outcome.ties == ((vesh, shelly),)
    scene.resolve(mara, difficulty=0)
    assert refused(lambda: scene.resolve(shelly, difficulty=0)) == "SOR-CONFLICT-15"
    scene.resolve(vesh, difficulty=0)
    scene.resolve(shelly, difficulty=0)


@pytest.mark.clause("SOR-DCONF-02")
def test_a_quick_demon_has_acted_before_it_hears_its_order(scene: Scene) -> None:
    mara, shelly, vesh = scene.everybody
    scene.roll(says(mara, "command", vesh), says(vesh, "attack", shelly), hand=(5, 4, 12, 11))

    assert refused(lambda: scene.resolve(mara, vesh, difficulty=0)) == "SOR-CONFLICT-16"
    scene.resolve(vesh, shelly, hand=(3,))

    assert scene.turns()[0] == "resolved", "the order is given when its turn comes"
    assert refused(lambda: scene.resolve(vesh, shelly)) == "SOR-CONFLICT-16", (
        "it does nothing else this round"
    )


@pytest.mark.clause("SOR-DCONF-07")
def test_an_ability_in_a_round_is_one_more_use_and_tires_as_any_other(scene: Scene) -> None:
    game, vesh = scene.game, scene.vesh
    strikes = {"id": vesh, "score": "ability", "action": "attack", "target": scene.mara}
    game.edit(vesh, uses=1)

    scene.roll(strikes, hand=(12, 11))
    scene.end()
    assert game.sheet(vesh)["uses"] == 2
    assert refused(lambda: scene.roll(strikes, hand=(12, 11))) == "SOR-DCONF-07", (
        "a third use of two tires it"
    )
    scene.roll({**strikes, "modifiers": [{"source": "fatigue", "dice": -1}]}, hand=(12,))
    game.undo(game.campaign.entries.latest("seq").seq)
    assert game.sheet(vesh)["uses"] == 2
    game.edit(vesh, uses=4)
    assert refused(lambda: scene.roll(strikes, hand=(12, 11))) == "SOR-ABIL-05", "it has to rest"


@pytest.mark.clause("SOR-DAMAGE-01")
def test_damage_is_read_off_by_the_gm_and_counts_when_the_round_ends(scene: Scene) -> None:
    mara, shelly, _vesh = scene.everybody
    scene.roll(says(mara, "attack", shelly), hand=(12, 11))
    scene.resolve(mara, shelly, hand=(3,))
    assert [(hit.target, hit.victories) for hit in scene.as_read().hits] == [(shelly, 2)]

    with pytest.raises(NotAllowed):
        scene.damage(shelly, by=scene.game.player)
    scene.damage(shelly)

    assert scene.as_read().hits == ()
    assert scene.game.sheet(shelly)["temporary"] == 0
    scene.end()
    assert scene.game.sheet(shelly)["temporary"] > 0


@pytest.mark.clause("SOR-DAMAGE-09")
def test_a_victory_that_the_gm_does_not_read_off_does_no_damage(scene: Scene) -> None:
    mara, shelly, _vesh = scene.everybody
    scene.roll(says(mara, "attack", shelly), hand=(12, 11))
    scene.resolve(mara, shelly, hand=(3,))

    scene.end()

    assert scene.as_read().hits == ()
    hurt = scene.game.sheet(shelly)
    assert [hurt[name] for name in ("temporary", "lasting", "incoming_temporary", "incoming_lasting")] == [
        0
    ] * 4


@pytest.mark.clause("SOR-MAP-02")
def test_anybody_notes_what_may_come_into_play(scene: Scene) -> None:
    scene.roll(says(scene.mara, "attack", scene.shelly), hand=(12, 11))
    note = {"words": "The boy stands behind Shelly", "about": [scene.shelly]}

    scene.game.act("table.note", note, by=scene.game.other_player)

    log = browser(scene.game.player).get(f"/campaigns/{scene.game.campaign.pk}/log/").content.decode()
    assert "The boy stands behind Shelly" in log
    assert scene.as_read().course.acting == scene.mara


@pytest.mark.clause("SOR-WILL-07")
def test_the_override_takes_no_turn(scene: Scene) -> None:
    mara = scene.mara
    scene.game.edit(mara, temporary=3)
    attack = {**says(mara, "attack", scene.shelly), "score": "stamina"}
    assert refused(lambda: scene.roll(attack, hand=(12, 11))) == "SOR-WILL-01"

    given = {"character": mara, "dice": 2}
    scene.game.act("sorcerer.will_override", given, by=scene.game.player, hand=(12, 11, 2, 1))
    assert scene.game.sheet(mara)["turn"] == "none"
    scene.roll(attack, hand=(12, 11))

    assert scene.turns()[0] == "pending"


@pytest.mark.clause("SOR-RECOVER-01", "SOR-RECOVER-05", "SOR-RECOVER-06")
def test_an_injury_outlasts_the_scene_and_forces_nothing(scene: Scene) -> None:
    game, mara = scene.game, scene.mara
    game.act("table.begin_session")
    game.act("table.begin_scene")
    game.edit(mara, lasting=2, incoming_lasting=1, temporary=1)

    game.act("table.end_scene")

    hurt = game.sheet(mara)
    assert [hurt[name] for name in ("wounds", "lasting", "incoming_lasting", "temporary")] == [3, 0, 0, 0]
    assert not Pending.objects.exists(), "nobody is asked what to do about it"
    assert scene.roll(says(mara), hand=(12, 11)).rolls[0].raw == 2, "and it takes no dice"
    assert (
        refused(lambda: game.act("sorcerer.recover", {"character": mara, "rested": True})) == "SOR-RECOVER-01"
    )
    scene.end()
    game.act("sorcerer.recover", {"character": mara, "rested": True})
    assert game.sheet(mara)["wounds"] == 1
