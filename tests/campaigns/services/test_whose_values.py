"""Whose a value is: what a roll decided, what somebody decides for themselves, what the record knows."""

from typing import Any

import pytest

from campaigns.policy import NotAllowed
from campaigns.state.errors import UnknownRecord
from rules.kernel.errors import InvalidInput, RuleViolation
from tests.campaigns.spine import BY_OVERRIDE, Game, input_of, new_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

TRAITS = {f"traits.{name}": 3 for name in ("wits", "resolve", "strength", "stamina", "composure", "power")}
FIGHTER = {
    "strength": 3,
    "dexterity": 3,
    "brawl": 2,
    "stamina": 2,
    "willpower": 5,
    "kind": "mortal",
    "state": "active",
}
HURT = {"boxes": 8, "bashing": 0, "lethal": 3, "aggravated": 0}
WELL = {"boxes": 8, "bashing": 0, "lethal": 0, "aggravated": 0}
UNRESISTANT = {"resistant": {"bashing": 0, "lethal": 0, "aggravated": 0}}


@pytest.fixture
def game() -> Game:
    return new_game()


@pytest.fixture
def mages(game: Game) -> dict[str, str]:
    """Pia's mage with a spell, and Otto's."""
    mira = _mage(game, "Mira", game.player, HURT)
    bob = _mage(game, "Bob", game.other_player, WELL)
    cast = {"caster": mira, "potency": 3, "tenacity": 1, "state": "active", "arcanum": "life"}
    cast |= {"timing": "ritual"}
    spell = game.make("pandemonium.spell", "Balm", owner=game.player, **cast)
    return {"mira": mira, "bob": bob, "spell": spell}


def _mage(game: Game, name: str, owner: Any, health: dict[str, Any]) -> str:
    sheet = {**TRAITS, "willpower": 4, "mana": 5, "health": health | UNRESISTANT, "state": "active"}
    return game.make("pandemonium.character", name, owner=owner, **sheet)


def _fighter(game: Game, name: str, owner: Any) -> str:
    return game.make("fallen.character", name, owner=owner, **FIGHTER)


def _transfer(mages: dict[str, str], **said: Any) -> dict[str, Any]:
    return {
        "spell": {"id": mages["spell"]},
        "donor": {"id": mages["mira"]},
        "kinds": ["lethal"],
        "recipients": [{"id": mages["bob"], **said}],
        "allot": [{"to": mages["bob"], "kind": "lethal", "wounds": 3}],
    }


@pytest.mark.parametrize("gm_may_consent", [True, False])
def test_player_says_of_nobody_elses_character_that_it_is_willing(
    game: Game, mages: dict[str, str], gm_may_consent: bool
) -> None:
    game.act("table.change_policy", {"values": {"gm_may_consent": gm_may_consent}})

    with pytest.raises(NotAllowed, match="agree"):
        game.act("pandemonium.transfer", _transfer(mages, willing=True), by=game.player)

    assert game.sheet(mages["bob"])["health"]["lethal"] == 0


@pytest.mark.clause("TAB-ACT-01")
def test_gm_agrees_for_a_player_only_where_the_table_said_so(game: Game, mages: dict[str, str]) -> None:
    game.act("table.change_policy", {"values": {"gm_may_consent": False}})
    with pytest.raises(NotAllowed, match="Bob's player"):
        game.act("pandemonium.transfer", _transfer(mages, willing=True))

    game.act("table.change_policy", {"values": {"gm_may_consent": True}})
    game.act("pandemonium.transfer", _transfer(mages, willing=True))

    assert game.sheet(mages["bob"])["health"]["lethal"] == 3


def test_wounds_are_taken_upon_oneself_by_whoever_plays_both(game: Game, mages: dict[str, str]) -> None:
    own = _mage(game, "Nan", game.player, WELL)
    given = _transfer({**mages, "bob": own}, willing=True)

    game.act("pandemonium.transfer", given, by=game.player)

    assert game.sheet(own)["health"]["lethal"] == 3


def test_resisting_willpower_is_spent_by_whoever_resists(game: Game, mages: dict[str, str]) -> None:
    resist = {"pool": {"traits": ["resolve", "power"], "willpower": True}}
    given = {
        "spell": {"id": mages["spell"]},
        "resource": "willpower",
        "target": {"id": mages["bob"]},
        "compare": "resolve",
        "resist": resist,
    }

    with pytest.raises(NotAllowed, match="Bob"):
        game.act("pandemonium.drain", given, by=game.player)

    assert game.sheet(mages["bob"])["willpower"] == 4


def test_player_does_not_say_what_somebody_else_rolled(game: Game, mages: dict[str, str]) -> None:
    given = {
        "spell": {"id": mages["spell"]},
        "target": {"id": mages["bob"]},
        "compare": "resolve",
        "resist": {"successes": 0},
    }

    with pytest.raises(NotAllowed, match="is asked to defend"):
        game.act("pandemonium.control", given, by=game.player)
    with pytest.raises(NotAllowed, match="Results of rolls"):
        game.act("pandemonium.control", given | {"target": {"id": mages["mira"]}}, by=game.player)


def test_potency_is_that_of_the_record(game: Game, mages: dict[str, str]) -> None:
    given = {"spell": {"id": mages["spell"]}, "target": {"id": mages["mira"]}, "kind": "lethal"}
    with pytest.raises(NotAllowed, match="record"):
        game.act("pandemonium.heal", given | {"spell": {"id": mages["spell"], "potency": 40}}, by=game.player)

    played = game.act("pandemonium.heal", given, by=game.player)

    assert played.result.outcome is not None
    assert input_of(played)["spell"]["potency"] == 3


def test_gm_may_say_another_potency(game: Game, mages: dict[str, str]) -> None:
    given = {"spell": {"id": mages["spell"], "potency": 5}, "target": {"id": mages["mira"]}, "kind": "lethal"}

    with pytest.raises(RuleViolation) as refused:
        game.act("pandemonium.heal", given)
    assert (refused.value.clause, refused.value.known) == ("TAB-OVERRIDE-01", 3)

    played = game.act("pandemonium.heal", given, override=BY_OVERRIDE)

    told = {"field": "spell.potency", "known": 3, "given": 5, "clause": None}
    assert input_of(played)["what"] == (told,)
    assert input_of(played, 1)["spell"]["potency"] == 5


def test_shaped_spell_bears_what_its_shaping_came_to_once(game: Game, mages: dict[str, str]) -> None:
    def taken_in_hand() -> int:
        given = {
            "spell": {"id": mages["spell"]},
            "target": {"id": mages["bob"]},
            "compare": "resolve",
            "resist": {"pool": {"traits": ["resolve", "power"]}},
        }
        played = game.act("pandemonium.control", given, override=BY_OVERRIDE)
        return int(input_of(played, 1)["spell"]["potency"])

    shaping = {
        "spell": {"id": mages["spell"]},
        "caster": {"id": mages["mira"]},
        "raise": "potency",
        "timing": "ritual",
        "shaping": {"pool": {"traits": ["power", "resolve"]}},
    }
    total = game.act("pandemonium.shape", shaping, by=game.player).result.outcome.total  # type: ignore[attr-defined]  # of a Shaping

    assert taken_in_hand() == total
    with pytest.raises(RuleViolation) as refused:
        taken_in_hand()
    assert refused.value.clause == "PAN-CTRL-06"  # nobody Shaped it since, so it is only kept up


def test_shaped_spell_is_told_what_it_did_to_its_target_before(game: Game, mages: dict[str, str]) -> None:
    shaping = {"spell": {"id": mages["spell"]}, "caster": {"id": mages["mira"]}, "raise": "potency"}
    game.edit(mages["bob"], **{f"round.hit.{mages['spell']}": True, f"hold.{mages['spell']}": "severe"})
    game.act("pandemonium.shape", {**shaping, "timing": "ritual", "shaping": {"successes": 1}})
    on = {"spell": {"id": mages["spell"], "applied": "shaped"}, "target": {"id": mages["bob"]}}

    with pytest.raises(RuleViolation) as refused:
        game.act("pandemonium.attack", {**on, "damage": {"kind": "lethal"}, "resist": {"successes": 0}})
    game.act(
        "pandemonium.control",
        {**on, "compare": "resolve", "resist": {"successes": 9}},
        override=BY_OVERRIDE,
    )

    assert refused.value.clause == "PAN-ATTACK-05"
    assert game.sheet(mages["bob"])[f"hold.{mages['spell']}"] == "severe", "a Shaping loosens no hold"


def test_roll_is_helped_by_a_spell_with_its_stored_potency(game: Game, mages: dict[str, str]) -> None:
    given = {"actor": {"id": mages["mira"]}, "spells": [{"id": mages["spell"], "potency": 40}]}

    with pytest.raises(NotAllowed, match="record"):
        game.act("pandemonium.roll", given, by=game.player)


def test_nobody_is_killed_by_typing_a_number(game: Game) -> None:
    ana, bo = _fighter(game, "Ana", game.player), _fighter(game, "Bo", game.other_player)
    given = {"attacker": {"id": ana}, "target": {"id": bo}, "maneuver": "strike", "net": 60}

    with pytest.raises(NotAllowed, match="Results of rolls"):
        game.act("fallen.hit", given, by=game.player)

    assert not game.sheet(bo)["dead"]


@pytest.mark.parametrize("defence", [None, {"maneuver": "dodge", "willpower": True}])
def test_player_settles_no_blow_on_somebody_elses_fighter(game: Game, defence: dict[str, Any] | None) -> None:
    ana, bo = _fighter(game, "Ana", game.player), _fighter(game, "Bo", game.other_player)
    given = {"attacker": {"id": ana}, "target": {"id": bo}, "maneuver": "strike", "defence": defence}

    with pytest.raises(NotAllowed, match=r"asked to defend|What Bo does"):
        game.act("fallen.strike", given, by=game.player)

    assert (game.sheet(bo)["willpower"], game.sheet(bo)["actions_taken"]) == (5, 0)


@pytest.mark.clause("FAL-DEFEND-03")
def test_player_attacks_and_whoever_plays_the_target_is_asked(game: Game) -> None:
    ana, bo = _fighter(game, "Ana", game.player), _fighter(game, "Bo", game.other_player)
    given = {"attacker": {"id": ana}, "target": {"id": bo}, "maneuver": "strike"}

    game.act("fallen.attack", given, by=game.player, hand=(10, 9, 8, 7, 2))

    asked = [fields for about, fields in game.state().values() if about["kind"] == "pending"]
    assert [one["who"] for one in asked if one["question"] == "fallen.defend"] == [bo]


def test_resisting_side_spends_its_own_willpower(game: Game) -> None:
    ana, bo = _fighter(game, "Ana", game.player), _fighter(game, "Bo", game.other_player)
    pool = [{"name": "strength"}, {"name": "brawl"}]
    given = {
        "acting": {"subject": {"id": ana}, "traits": pool, "willpower": True},
        "resisting": {"subject": {"id": bo}, "traits": pool, "willpower": True},
    }
    with pytest.raises(NotAllowed, match="Bo"):
        game.act("fallen.resisted_roll", given, by=game.player)

    given["resisting"]["willpower"] = False
    game.act("fallen.resisted_roll", given, by=game.player)

    assert (game.sheet(ana)["willpower"], game.sheet(bo)["willpower"]) == (4, 5)


def test_a_boost_is_a_stored_spell_that_stands(game: Game, mages: dict[str, str]) -> None:
    def with_help(given: dict[str, Any], by: Any) -> Any:
        pool = {"traits": ["wits", "resolve"], "boosts": [given]}
        rolled = {"actor": {"id": mages["mira"]}, "pool": pool}
        return input_of(game.act("pandemonium.roll", rolled, by=by))["pool"]["boosts"][0]

    assert with_help({"id": mages["spell"]}, game.player)["aspect"] == "covert"
    with pytest.raises(RuleViolation) as refused:
        with_help({"id": mages["spell"], "aspect": "vulgar"}, game.gm)
    assert refused.value.clause == "TAB-OVERRIDE-01"
    assert with_help({"id": "armor", "minimum": 1}, game.gm)["minimum"] == 1
    with pytest.raises(NotAllowed):
        with_help({"id": "luck", "minimum": 10}, game.player)
    with pytest.raises(InvalidInput):
        with_help({"id": "no such spell", "aspect": "vulgar"}, game.gm)

    game.edit(mages["spell"], state="ended")

    for member in (game.player, game.gm):
        with pytest.raises(RuleViolation) as refused:
            with_help({"id": mages["spell"]}, member)
        assert refused.value.clause == "PAN-TRACK-06"


@pytest.mark.parametrize("said", [{}, {"aspect": "covert"}, {"minimum": 3}])
def test_hidden_spell_helps_as_little_as_none(
    game: Game, mages: dict[str, str], said: dict[str, Any]
) -> None:
    about = {"kind": "pandemonium.spell", "name": "Veil", "visibility": "gm"}
    made = game.act("table.create", {"about": about, "fields": [{"field": "state", "set": "active"}]})
    hidden = str(made.steps[0].input["id"])
    told = []
    for one in (hidden, "7c9e6679-7425-40de-944b-e07fc1f90ae7"):
        pool = {"traits": ["wits", "resolve"], "boosts": [{"id": one, **said}]}
        with pytest.raises((NotAllowed, InvalidInput)) as refused:
            game.act("pandemonium.roll", {"actor": {"id": mages["mira"]}, "pool": pool}, by=game.player)
        told.append((refused.type, str(refused.value)))

    assert told[0] == told[1]


def test_spell_is_shaped_by_its_own_caster(game: Game, mages: dict[str, str]) -> None:
    shaping = {
        "spell": {"id": mages["spell"]},
        "caster": {"id": mages["bob"]},
        "raise": "potency",
        "timing": "ritual",
        "shaping": {"pool": {"traits": ["wits"]}},
    }

    with pytest.raises(RuleViolation) as refused:
        game.act("pandemonium.shape", shaping, by=game.other_player)

    assert refused.value.clause == "PAN-TIME-01"


def test_nobody_fires_what_somebody_else_holds(game: Game) -> None:
    ana, bo = _fighter(game, "Ana", game.player), _fighter(game, "Bo", game.other_player)
    cy = _fighter(game, "Cy", None)
    gun = {"holder": bo, "dice": 4, "kind": "lethal", "automatic": True, "ammo": 20}
    weapon = game.make("fallen.weapon", "SMG", owner=game.other_player, **gun)
    strafe = {"attacker": {"id": ana}, "weapon": {"id": weapon}, "targets": [bo, cy]}
    shot = {
        "attacker": {"id": ana},
        "weapon": {"id": weapon},
        "target": {"id": cy},
        "maneuver": "burst",
    }

    for action, given in (("fallen.strafe", strafe), ("fallen.attack", shot)):
        with pytest.raises(RuleViolation) as refused:
            game.act(action, given, by=game.player)
        assert refused.value.clause == "FAL-ATTACK-06"

    assert game.sheet(weapon)["ammo"] == 20


def test_nobody_draws_what_somebody_else_holds(game: Game) -> None:
    mara, fenster = (
        game.make("character", name, owner=owner, stamina=3, state="active")
        for name, owner in (("Mara", game.player), ("Fenster", game.other_player))
    )
    gun = game.make("gun", "Old pistol", holder=fenster)

    with pytest.raises(RuleViolation) as refused:
        game.act("sorcerer.ready_gun", {"character": mara, "gun": {"id": gun}, "step": "draw"})
    game.act("sorcerer.ready_gun", {"character": fenster, "gun": {"id": gun}, "step": "draw"})

    assert refused.value.clause == "SOR-GUN-01"


@pytest.mark.parametrize(
    ("kind", "field"), [("fallen.weapon", "holder"), ("fallen.armor", "wearer"), ("gun", "holder")]
)
def test_player_arms_nobody_elses_character(game: Game, kind: str, field: str) -> None:
    holder = "character" if kind == "gun" else "fallen.character"
    ours, theirs = (
        game.make(holder, "Ana", owner=game.player),
        game.make(holder, "Bo", owner=game.other_player),
    )
    about = {"kind": kind, "name": "Thing", "owner": str(game.player.pk)}

    game.act("table.create", {"about": about, "fields": [{"field": field, "set": ours}]}, by=game.player)
    with pytest.raises(NotAllowed, match="You don't control Bo"):
        game.act(
            "table.create", {"about": about, "fields": [{"field": field, "set": theirs}]}, by=game.player
        )


def test_player_hands_nothing_to_somebody_unseen(game: Game) -> None:
    about = {"kind": "fallen.character", "name": "Foe", "visibility": "gm"}
    hidden = str(game.act("table.create", {"about": about}).steps[0].input["id"])
    weapon = {"kind": "fallen.weapon", "name": "Knife", "owner": str(game.player.pk)}

    for one in (hidden, "7c9e6679-7425-40de-944b-e07fc1f90ae7"):
        with pytest.raises(UnknownRecord):
            given = {"about": weapon, "fields": [{"field": "holder", "set": one}]}
            game.act("table.create", given, by=game.player)
