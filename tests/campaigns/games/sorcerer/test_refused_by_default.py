"""What nobody gets by with in Sorcerer, at a table that has agreed on nothing besides what it began with."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest

from campaigns.models import Binding, Pending
from tests.campaigns.form_filling import Form, told_faults
from tests.campaigns.games.sorcerer.circle import CHECK, DEMON, HUMAN, won
from tests.campaigns.refused import Given, Refused, World, again, check, kept, typed
from tests.campaigns.spine import browser, new_game_by_default
from tests.kept_rows import played_once

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

BIND = "sorcerer.bind"


@played_once
def _circle() -> Any:
    game = new_game_by_default()
    whole = {**DEMON, "abilities": ["Big"], "complete": True}
    ids = {
        "mara": game.make("character", "Mara", owner=game.player, **HUMAN),
        "otto": game.make("character", "Otto", owner=game.other_player, **HUMAN),
        "ash": game.make("demon", "Ash", state="present", **whole),
        "soot": game.make("demon", "Soot", state="contacted", **whole),
        "wick": game.make("demon", "Wick", state="beyond", **whole),
    }
    ids["contact"] = game.make("contact", sorcerer=ids["mara"], demon=ids["soot"], state="open", hours=5)
    ids["gun"] = game.make("gun", "Pistol", holder=ids["mara"])
    return kept(World(game, ids))


@pytest.fixture
def circle(db: None) -> World:
    """Mara and Otto, a demon that is here, one in Mara's Contact, one beyond, and Mara's gun that is not drawn."""
    return again(_circle())


def with_demon(demon: str, **more: Any) -> Callable[[World], Given]:
    """What Mara does with a demon."""
    return lambda world: {"sorcerer": world["mara"], "demon": world[demon], **more}


def rolls(against: str = "", who: str = "mara", **more: Any) -> Callable[[World], Given]:
    """A roll with Will; the GM says against whom."""

    def given(world: World) -> Given:
        opposing = {"opposing": {**world[against], "score": "will"}} if against else {}
        return {"acting": {**world[who], "score": "will"}, **opposing, **more}

    return given


def checks(change: str = "gain", basis: str = "banishment", demon: str = "ash") -> Callable[[World], Given]:
    return lambda world: {
        "character": world["mara"],
        "demon": world[demon],
        "change": change,
        "basis": basis,
    }


def in_round(who: str, action: str = "act", **more: Any) -> Callable[[World], Given]:
    return lambda world: {"combatants": [{**world[who], "score": "will", "action": action, **more}]}


def shoots(world: World) -> Given:
    return in_round(
        "mara",
        "shoot",
        target=world.ids["otto"],
        gun={"proficient": True},
        **row_of("unaimed", -1),
    )(world)


def edited(who: str, **fields: Any) -> Callable[[World], Any]:
    return lambda world: world.game.edit(world.ids[who], **fields)


def summons(world: World) -> None:
    """Mara Summons what she has Contacted, and owes a check for it."""
    given = with_demon("soot", contact=world["contact"])(world)
    world.thrown("sorcerer.summon", given, 12, 1, 1, 1, 1, by=world.game.player)


def row_of(source: str, dice: int) -> dict[str, Any]:
    return {"modifiers": [{"source": source, "dice": dice}]}


STRUCK: dict[str, Any] = {"how": "struck", "reason": "No."}
AWARDS = "Ask for bonus dice with “Ask for +1”, or go on without. The GM grants them. (SOR-BONUS-01)"
"""What a player is told who enters dice, wherever they are said to come from."""

REFUSED = {
    # SOR-HUMANITY-17: a check that is owed. What a Summoning that failed holds is in `test_rituals_stored`.
    "one's own check struck": Refused(
        given=lambda _world: STRUCK,
        first=summons,
        path=lambda world: f"{world.waiting(CHECK)}settle/",
        told="“struck” is not one of the choices here",
    ),
    "one's own check waived": Refused(
        given=lambda _world: {**STRUCK, "how": "waived"},
        first=summons,
        path=lambda world: f"{world.waiting(CHECK)}settle/",
        told="TAB-ASK-03",
    ),
    "a check for gain in place of that for loss": Refused(
        given=lambda _world: {"change": "gain", "basis": "banishment"},
        first=summons,
        path=lambda world: world.waiting(CHECK),
        told="You can't set “change”",
    ),
    "the next ritual before the check": Refused(
        action="sorcerer.contact", given=with_demon("wick"), first=summons, clause="SOR-HUMANITY-17"
    ),
    # SOR-HUMANITY-08: no Banishing, no check for gain.
    "a check for gain without a Banishing": Refused(
        action=CHECK, given=checks(), told="You can't set “basis”"
    ),
    "the same for the GM": Refused(action=CHECK, given=checks(), who="gm", told="You can't set “basis”"),
    "a check of a decision that nobody asked for": Refused(
        action=CHECK, given=checks(basis="thematic"), told="You can't set “change”"
    ),
    # SOR-GUN-01, SOR-GUN-02: a gun is what its record says; `test_conflict_page` draws, aims and shoots.
    "a shot with a gun that is not drawn": Refused(
        action="sorcerer.conflict_round",
        given=shoots,
        told="Page not found",
        clause="SOR-GUN-01",
    ),
    "a gun drawn between rounds": Refused(
        action="sorcerer.ready_gun",
        given=lambda world: {"character": world.ids["mara"], "gun": world["gun"], "step": "draw"},
        told="Page not found",
    ),
    # SOR-CONTACT-14: talk only. SOR-ABIL-10: what is not here at all.
    "a roll against a demon that is only Contacted": Refused(
        action="sorcerer.roll", given=rolls("soot"), told="You can't set “opposing", clause="SOR-CONTACT-14"
    ),
    "a round with one": Refused(
        action="sorcerer.conflict_round",
        given=in_round("soot"),
        told="Page not found",
        clause="SOR-CONTACT-14",
    ),
    "damage to one": Refused(
        action="sorcerer.damage",
        given=lambda world: {"target": world["soot"], "weapon": "edged", "victories": 2},
        told="Page not found",
        clause="SOR-CONTACT-14",
    ),
    "a look for the telltale of one": Refused(
        action="sorcerer.spot_telltale",
        given=lambda world: {"spotter": world["mara"], "target": world["soot"]},
        clause="SOR-CONTACT-14",
    ),
    "a round with a demon beyond": Refused(
        action="sorcerer.conflict_round",
        given=in_round("wick"),
        told="Page not found",
        clause="SOR-ABIL-10",
    ),
    # SOR-PRICE-04, SOR-GROUP-05, SOR-BONUS-05: dice that nothing left. `test_prices` shows the Price in each form,
    # `test_group_rituals` that help counts once and before the Primary, `test_rollover` that victories do too.
    "another Price than one's own": Refused(
        action="sorcerer.contact",
        given=with_demon("wick", **row_of("price", -3)),
        first=edited("mara", price=-1, price_name="Arrogant"),
        told=AWARDS,
        clause="SOR-PRICE-04",
    ),
    "the dice of helpers who never rolled": Refused(
        action="sorcerer.banish",
        given=with_demon("ash", **row_of("group", 9)),
        told=AWARDS,
        clause="SOR-GROUP-05",
    ),
    "a helper's roll after the Primary's": Refused(
        action="sorcerer.group_ritual",
        given=lambda world: {"ritual": "banish", "primary": world.ids["mara"], "demon": world.ids["ash"]},
        told="Page not found",
    ),
    "victories that nobody won": Refused(
        action="sorcerer.roll",
        given=rolls(**row_of("rollover", 9)),
        gives=rolls("otto", **row_of("rollover", 9)),
        told=AWARDS,
        clause="SOR-BONUS-05",
    ),
    # SOR-WILL-01: more penalties than Stamina.
    "a roll in spite of the pain": Refused(
        action="sorcerer.roll",
        given=rolls("otto"),
        first=edited("mara", lasting=4),
        told="You can't set “opposing",
        clause="SOR-WILL-01",
    ),
    "a ritual in spite of the pain": Refused(
        action="sorcerer.banish",
        given=with_demon("ash"),
        first=edited("mara", lasting=4),
        clause="SOR-WILL-01",
    ),
    # SOR-RECOVER-01: after the conflict, and the GM says who has rested.
    "a rest that is said to be one": Refused(
        action="sorcerer.recover",
        given=lambda world: {"character": world["mara"], "rested": True},
        first=edited("mara", lasting=2),
        told="You can't set “rested”",
    ),
    "a rest in the conflict": Refused(
        action="sorcerer.recover",
        given=lambda world: {"character": world["mara"], "rested": True},
        first=edited("mara", lasting=2, turn="pending"),
        told="You can't set “rested”",
        clause="SOR-RECOVER-01",
    ),
    "a rest asked for in the conflict": Refused(
        first=edited("mara", lasting=2, turn="pending"),
        path=lambda world: world.page("ask_for_rest", world.ids["mara"]),
        told="SOR-RECOVER-01",
    ),
    # SOR-DCONF-01: demons are the GM's.
    "a demon of one's own": Refused(
        action="table.create",
        given=lambda world: {"about": {"kind": "demon", "name": "Mine", "owner": str(world.game.player.pk)}},
        told="SOR-DCONF-01",
    ),
    "a demon's roll": Refused(
        action="sorcerer.roll", given=rolls(who="ash"), told="can't choose that record"
    ),
    # SOR-BIND-15, SOR-DEMON-06: each says their own part.
    "a Binding with the GM's part": Refused(
        action=BIND,
        given=with_demon("ash", scores=["will"], need_met=True),
        told="You can't set “need_met”",
    ),
    "a Binding in the player's name": Refused(
        action=BIND,
        given=with_demon("ash", scores=["will"], willing=True),
        who="gm",
        told="Only this character's player",
    ),
    "a Binding that nobody agreed to": Refused(
        action=BIND,
        given=with_demon("ash", scores=["will"]),
        who="gm",
        told="Only Mara's player can agree to this",
    ),
    # Nobody acts before their sheet is finished, or after their story.
    "a Contact of the dead": Refused(
        action="sorcerer.contact",
        given=with_demon("wick"),
        first=edited("mara", state="dead"),
        clause="TAB-RECORD-03",
    ),
    "a Contact of a draft": Refused(
        action="sorcerer.contact",
        given=with_demon("wick"),
        first=edited("mara", state="draft"),
        clause="SOR-CREATE-11",
    ),
}


@pytest.mark.clause(
    "SOR-HUMANITY-08", "SOR-HUMANITY-17", "SOR-GUN-01", "SOR-CONTACT-14", "SOR-PRICE-04", "SOR-GROUP-05"
)
@pytest.mark.clause(
    "SOR-BONUS-01", "SOR-BONUS-05", "SOR-WILL-01", "SOR-RECOVER-01", "SOR-DCONF-01", "SOR-BIND-15"
)
@pytest.mark.parametrize("told", REFUSED)
def test_nobody_gets_by_with(told: str, circle: World) -> None:
    check(REFUSED[told], circle)


def post(world: World, who: str, path: str, **given: Any) -> Any:
    return browser(getattr(world.game, who)).post(
        path, {**typed(given), "key": f"{next(world.game.keys):032}"}
    )


@pytest.mark.clause("SOR-HUMANITY-08")
def test_a_banishing_is_worth_one_check_on_its_sorcerers_page(circle: World) -> None:
    game = circle.game
    game.edit(circle.ids["ash"], power=5, stamina=5, will=5)
    circle.thrown("sorcerer.banish", with_demon("ash")(circle), *won(4, 10), by=game.player)
    asked = Pending.objects.get(question=CHECK, state="open")
    way = circle.waiting(CHECK)

    assert way in browser(game.player).get(circle.page("campaign_home")).content.decode()
    assert way not in browser(game.other_player).get(circle.page("campaign_home")).content.decode()
    assert post(circle, "other_player", way).status_code == 404
    answer = post(circle, "player", way, chosen=True)
    assert answer.status_code == 302, told_faults(answer)
    before = circle.now()
    assert post(circle, "player", way, chosen=True).status_code == 409, asked
    assert circle.now() == before


@pytest.mark.clause("SOR-BIND-15", "SOR-DEMON-06")
@pytest.mark.parametrize("rulings", ["propose", "gm"])
def test_the_gm_says_the_demons_part_and_the_player_binds(circle: World, rulings: str) -> None:
    """Neither could under two policies that are both strict, and nobody was asked."""
    game = circle.game
    game.act("table.change_policy", {"values": {"player_rulings": rulings, "gm_may_consent": False}})
    ritual = circle.page("ritual", circle.ids["mara"], circle.ids["ash"])
    gm, player = browser(game.gm), browser(game.player)
    says = Form(gm.get(ritual).content.decode(), "need-form")
    for name, value in {"met": "need", "scores": ["will"]}.items():
        says.fill(name, value)

    assert gm.post(says.action, says.sent).status_code == 302

    binds = Form(player.get(ritual).content.decode(), "action-form")
    assert circle.waiting(BIND) == binds.action
    before = circle.now()
    assert browser(game.other_player).post(binds.action, binds.sent).status_code == 404
    assert circle.now() == before
    binds.fill("willing", True)
    assert player.post(binds.action, binds.sent).status_code == 302
    assert Binding.objects.filter(demon=UUID(circle.ids["ash"])).exists()


@pytest.mark.clause("SOR-DCONF-07", "SOR-ROLL-13")
def test_a_round_counts_an_ability_and_a_human_without_stamina_rolls_will(circle: World) -> None:
    both = [
        {**circle["ash"], "score": "ability", "ability": "Big", "action": "act"},
        {**circle["mara"], "score": "stamina", "action": "act"},
    ]
    circle.game.edit(circle.ids["mara"], stamina=0)

    answer = post(circle, "gm", circle.page("play_action", "sorcerer.conflict_round"), combatants=both)

    assert answer.status_code == 302, told_faults(answer)
    assert circle.game.sheet(circle.ids["ash"])["uses"] == 1
    assert len(circle.game.sheet(circle.ids["mara"])["faces"]) == 2
