"""Whose turn it is when magic is done: what the caster's own brings, and what an instant action is spent on."""

import re
from typing import Any

import pytest
from django.urls import reverse

from campaigns.policy import NotAllowed
from tests.campaigns.magic import MISSES, Magic, new_magic, refused
from tests.campaigns.spine import BY_OVERRIDE, browser

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def magic() -> Magic:
    return new_magic()


def shaped(magic: Magic, spell: str, raised: str, timing: str, **more: Any) -> Any:
    given = {"spell": {"id": spell}, "caster": {"id": magic.mira}, "raise": raised, "timing": timing}
    return magic.outcome("shape", {**given, "shaping": {"successes": 2}, "paid": {"mana": 1}, **more})


@pytest.mark.clause("PAN-TIME-01")
def test_magic_is_done_on_the_mages_turn_or_reflexively_and_once_by_an_instant_action(magic: Magic) -> None:
    spell = magic.cast()  # while nobody counts turns
    magic.turn_of(magic.bob)
    before = magic.game.state()

    with refused("PAN-TIME-01"):
        magic.cast()
    with refused("PAN-TIME-01"):
        shaped(magic, spell, "potency", "instant")
    assert magic.game.state() == before
    assert shaped(magic, spell, "tenacity", "reflexive").total == 5
    magic.cast(timing="reflexive")

    magic.turn_of(magic.mira)
    magic.cast()
    with refused("PAN-TIME-01"):
        shaped(magic, spell, "potency", "instant")
    magic.cast(timing="reflexive")
    magic.game.act("table.end_round")
    magic.turn_of(magic.mira)
    assert shaped(magic, spell, "potency", "instant").total == 5


@pytest.mark.clause("PAN-TIME-01")
def test_what_was_cast_earlier_acts_on_its_casters_turn_and_what_is_cast_reflexively_at_once(
    magic: Magic,
) -> None:
    leech, mend = magic.cast("drain", on=(magic.nan,)), magic.cast("healing")
    magic.game.edit(magic.mira, health=HURT)
    own: dict[str, Any] = {"by": magic.game.player}
    drains: dict[str, Any] = {"targets": [{"id": magic.nan}], "resource": "mana"}
    acts: tuple[tuple[str, dict[str, Any]], ...] = (
        ("heal", {"spell": {"id": mend}, "target": {"id": magic.mira}, "kind": "lethal"}),
        ("refresh", {"spell": {"id": leech}, "caster": {"id": magic.mira}, "paid": {"mana": 1}}),
        ("bring", {"spell": {"id": leech}, **drains}),
    )
    magic.turn_of(magic.bob)
    for verb, given in acts:
        with refused("PAN-TIME-01"):
            magic.play(verb, given, **own)
    client, of = browser(magic.game.player), [magic.game.campaign.pk]
    board = client.get(reverse("spells", args=of)).content.decode()
    assert "Refresh it: not now." in board and "Drain Mana: not now." in board
    sudden = magic.cast("drain", on=(magic.nan,), timing="reflexive")
    magic.play("bring", {"spell": {"id": sudden}, **drains}, **own)

    magic.turn_of(magic.mira)
    for verb, given in acts:
        magic.play(verb, given, **own)
    magic.turn_of(magic.nan)  # whoever was asked may take their time
    assert [magic.resist(one, magic.nan, *MISSES[:4]).severity for one in (leech, sudden)] == ["severe"] * 2


HURT: dict[str, Any] = {
    **dict.fromkeys(("bashing", "aggravated"), 0),
    "boxes": 7,
    "lethal": 1,
    "resistant": dict.fromkeys(("bashing", "lethal", "aggravated"), 0),
}


@pytest.mark.clause("PAN-TIME-04")
def test_whoever_acts_with_a_puppet_is_told_the_odds_first_and_spends_their_instant_action(
    magic: Magic,
) -> None:
    game, strings = magic.game, magic.cast(on=(magic.nan,), spell={"name": "Strings"})
    magic.apply("control", strings, magic.nan)
    magic.turn_of(magic.mira)
    client, of = browser(game.player), [game.campaign.pk]

    board = client.get(reverse("spells", args=of)).content.decode()
    (begun,) = re.findall(r"pandemonium\.roll/\?(actor=[^\"]*)\"[^>]*>Act with them", board)
    begun = begun.replace("&amp;", "&")
    assert begun == f"actor={magic.nan}&timing=instant"

    asked = {
        "key": "k" * 22,
        "actor.id": magic.nan,
        "pool": "on",
        "pool.traits": "strength\nbrawl",
        "timing": "instant",
    }
    odds = reverse("preview_odds", args=[*of, "pandemonium.roll"])
    assert "76%" in client.post(odds, asked).content.decode()
    others = client.post(odds, {**asked, "actor.id": magic.bob}).content.decode()
    assert "76%" not in others and "choose that record here" in others


@pytest.mark.clause("PAN-TIME-02", "PAN-TIME-03", "PAN-TIME-04")
def test_whom_a_mage_commands_gives_no_further_turn_and_keeps_what_they_do_to_themselves(
    magic: Magic,
) -> None:
    game, strings = magic.game, magic.cast(on=(magic.nan,), spell={"name": "Strings"})
    magic.apply("control", strings, magic.nan)
    assert magic.hold(strings, magic.nan) == "severe"
    magic.turn_of(magic.mira)

    with refused("PAN-TIME-02"):
        magic.turn_of(magic.mira)
    # The mage's player acts with the puppet in the mage's turn; their Willpower stays their own.
    fists: dict[str, Any] = {"actor": {"id": magic.nan}, "pool": {"traits": ["strength", "brawl"]}}
    with pytest.raises(NotAllowed, match="You can't spend the Willpower of Nan"):
        strained = {**fists["pool"], "willpower": True}
        magic.outcome("roll", fists | {"pool": strained}, by=game.player, hand=MISSES[:7])
    with pytest.raises(NotAllowed, match="You don't control Bob"):
        magic.roll(magic.bob, by=game.player)
    reflexive = {**fists, "timing": "reflexive"}
    assert magic.outcome("roll", reflexive, by=game.player, hand=MISSES[:4]).pool.size == 4
    assert magic.outcome("roll", fists, by=game.player, hand=MISSES[:4]).pool.size == 4
    assert magic.sheet(magic.mira)["turn.over"], "in the mage's place, the mage's instant action is spent"
    for timing in ({}, {"timing": "instant"}):
        with refused("PAN-TIME-03"):
            magic.outcome("roll", {**fists, **timing}, by=game.player, hand=MISSES[:4])
    board = browser(game.player).get(reverse("spells", args=[game.campaign.pk])).content.decode()
    assert "Act with them: not now." in board
    with refused("PAN-TIME-01"):
        magic.cast(by="nan")
    magic.turn_of(magic.bob)
    with refused("PAN-TIME-04"):
        magic.roll(magic.nan, by=game.other_player)
    # On a turn of their own they can only struggle.
    magic.turn_of(magic.nan)
    with pytest.raises(NotAllowed, match="You don't control Nan"):
        magic.roll(magic.nan, by=game.player)
    for own in (magic.roll, lambda who: magic.assail(who, strings, *MISSES[:4])):
        with refused("PAN-TIME-04"):
            own(magic.nan)
    assert not magic.struggle(magic.nan, strings).free
    magic.game.act("table.end_round")
    magic.turn_of(magic.mira)
    with pytest.raises(NotAllowed, match="Only the GM"):
        game.act("table.begin_turn", {"who": {"id": magic.nan}}, by=game.player)
    assert magic.roll(magic.mira, strings).pool.minimum_from == strings

    page = browser(game.gm).get(reverse("spells", args=[game.campaign.pk])).content.decode()
    told = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", page))
    assert "Nan Fully controlled by Strings . On their own turn they can only struggle free" in told
    magic.cast(by="nan")
    magic.play("let_go", {"spell": {"id": strings}})
    with refused("PAN-TIME-01"):
        magic.cast(by="nan")


@pytest.mark.clause("PAN-ATTACK-04")
def test_a_spell_kept_up_strikes_each_round_on_its_casters_turn_and_is_resisted_each_time(
    magic: Magic,
) -> None:
    fire = magic.cast("attack", on=(magic.bob,))
    wounds = [magic.apply("attack", fire, magic.bob, successes=1).damage.wounds]
    for resisted in (2, 0):
        magic.game.act("table.end_round")
        magic.turn_of(magic.bob)
        with refused("PAN-ATTACK-04"):
            magic.apply("attack", fire, magic.bob, how="sustained")
        assert waits_for_its_caster(magic)
        magic.turn_of(magic.mira)
        assert not waits_for_its_caster(magic)
        wounds.append(
            magic.apply("attack", fire, magic.bob, successes=resisted, how="sustained").damage.wounds
        )

    # What else the mage does to hurt them is helped by the spell and adds none of its wounds.
    shot = magic.roll(magic.mira, spells=[{"id": fire}], contest={"successes": 1})

    assert (wounds, magic.sheet(magic.bob)["health"]["lethal"]) == ([2, 1, 3], 6)
    assert (shot.effort, shot.by, shot.net) == (3, fire, 2)


def waits_for_its_caster(magic: Magic) -> bool:
    """Whether the board tells Mira's player to wait for her turn."""
    page = browser(magic.game.player).get(reverse("spells", args=[magic.game.campaign.pk])).content.decode()
    return "Wait for its caster&#x27;s turn" in page


@pytest.mark.clause("PAN-DELAY-04")
def test_a_trigger_in_anybodys_turn_brings_a_roll_of_its_own_beside_another_attack(magic: Magic) -> None:
    trap = magic.cast("attack", delayed=True, on=(magic.nan,))
    fire = magic.cast("attack", by="bob", on=(magic.nan,))
    magic.turn_of(magic.bob)
    dodges = {"resist": {"pool": {}}, "damage": {"kind": "bashing"}, "target": {"id": magic.nan}}

    how: dict[str, Any] = {"override": BY_OVERRIDE}
    struck = magic.outcome("attack", {"spell": {"id": fire}, **dodges}, hand=(8, 8, 1, 1), **how)
    sprung = magic.outcome(
        "attack", {"spell": {"id": trap}, "triggered": True, **dodges}, hand=(8, 1, 1, 1), **how
    )

    assert [(one.pool.faces, one.net) for one in (struck, sprung)] == [((8, 8, 1, 1), 1), ((8, 1, 1, 1), 2)]
    assert magic.sheet(magic.nan)["health"]["bashing"] == 3


@pytest.mark.clause("PAN-ADDED-01")
@pytest.mark.parametrize("kind", ["control", "plunder"])
def test_a_spell_that_holds_somebody_hurts_them_on_each_turn_of_its_caster(magic: Magic, kind: str) -> None:
    magic.turn_of(magic.mira)
    spell = magic.cast(kind, on=(magic.bob,))
    more: dict[str, Any] = {"of": "item"} if kind == "plunder" else {}
    magic.apply(kind, spell, magic.bob, **more)
    harm = {"spell": {"id": spell}, "target": {"id": magic.bob}, "damage": {"kind": "bashing"}}
    added = {**harm, "resist": {"pool": {"traits": ["resolve"]}}}
    with refused("PAN-ADDED-02"):
        magic.play("added_damage", added)
    magic.game.act("table.end_round")
    for _round in range(2):
        magic.turn_of(magic.bob)
        with refused("PAN-ADDED-01"):
            magic.play("added_damage", added)
        assert waits_for_its_caster(magic)
        magic.turn_of(magic.mira)
        magic.play("added_damage", added, hand=(8, 1, 1))
        with refused("PAN-ADDED-02"):
            magic.play("added_damage", added)
        magic.game.act("table.end_round")

    assert magic.sheet(magic.bob)["health"]["bashing"] == 4


@pytest.mark.clause("PAN-ASSAIL-02", "PAN-DIRECT-08")
@pytest.mark.parametrize("other", ["assail", "struggle"])
def test_to_attack_a_spell_or_struggle_free_takes_the_instant_action_of_a_turn(
    magic: Magic, other: str
) -> None:
    rot = magic.cast("direct", on=(magic.bob,))
    magic.apply("direct", rot, magic.bob)
    assert magic.hold(rot, magic.bob) == "severe"
    magic.turn_of(magic.bob)

    first = (
        magic.assail(magic.bob, rot, *MISSES[:4])
        if other == "assail"
        else magic.struggle(magic.bob, rot, faces=MISSES[:5])
    )
    assert first.pool.successes == 0
    with refused("PAN-ASSAIL-02"):
        magic.assail(magic.bob, rot, *MISSES[:4])
    with refused("PAN-STRUGGLE-02"):
        magic.struggle(magic.bob, rot)

    magic.game.act("table.end_round")
    magic.turn_of(magic.bob)
    assert magic.struggle(magic.bob, rot, faces=(8, 8, 8, 8, 1)).free
    assert magic.hold(rot, magic.bob) == "escaped"


@pytest.mark.clause("PAN-ASSAIL-09", "PAN-TEN-06")
def test_a_caster_answers_an_attack_on_their_spell_without_an_action_of_their_turn(magic: Magic) -> None:
    wall = magic.cast("other")
    magic.turn_of(magic.bob)
    before = magic.sheet(magic.mira).fields

    alone = magic.assail(magic.bob, wall, *MISSES[:4])
    assert (alone.tenacity, alone.needed) == (3, 6)
    assert magic.sheet(magic.mira).fields == before  # it costs the caster nothing
    magic.game.act("table.end_round")
    magic.turn_of(magic.bob)
    added = shaped(magic, wall, "tenacity", "reflexive").added
    answered = magic.assail(magic.bob, wall, *MISSES[:4], shaped=added)

    assert (answered.tenacity, answered.needed) == (5, 10)
    assert not magic.sheet(magic.mira).fields.get("turn.over")
    magic.turn_of(magic.mira)
    magic.play("cast", {"spell": {"id": wall, **OTHER}, "caster": {"id": magic.mira}})
    assert (magic.sheet(wall)["state"], magic.sheet(wall).under("opposed")) == ("active", {})


OTHER = {"aspect": "vulgar", "kind": "other", "arcanum": "forces"}


@pytest.mark.clause("PAN-ASSAIL-10", "PAN-TEN-02")
def test_magic_against_magic_is_set_against_tenacity_where_the_gm_says_that_it_can_do_anything(
    magic: Magic,
) -> None:
    weak, strong = magic.cast("attack"), magic.cast("attack", timing="ritual", runes=4)
    hits = [magic.apply("attack", one, who) for one, who in ((weak, magic.bob), (strong, magic.nan))]
    given = {"actor": {"id": magic.nan}, "concrete": True, "pool": {"traits": ["power", "forces"]}}

    told = [
        magic.outcome("assail", {**given, "spell": {"id": one}, "possible": True}, hand=(8,) * 6)
        for one in (strong, weak)
    ]

    assert [(one.tenacity, one.net, one.destroyed) for one in told] == [(7, 0, "none"), (3, 3, "whole")]
    assert [(one.potency, one.damage.wounds) for one in hits] == [(3, 3), (3, 3)]
    with refused("PAN-ASSAIL-01"):
        magic.play("assail", {**given, "spell": {"id": strong}, "possible": False})
    magic.rule_alone()
    with pytest.raises(NotAllowed, match="Only the GM can enter bonuses and rulings"):
        magic.play("assail", {**given, "spell": {"id": strong}, "possible": True}, by=magic.game.other_player)


@pytest.mark.clause("PAN-POT-11", "PAN-DIRECT-06")
def test_harms_of_one_mage_in_one_turn_are_not_summed_and_those_of_two_mages_are(magic: Magic) -> None:
    pillar, shot, rot = (
        magic.cast(kind, damage={"kind": "lethal"}) for kind in ("attack", "attack", "direct")
    )
    others = magic.cast("attack", by="bob", damage={"kind": "lethal"})

    def lethal() -> int:
        return int(magic.sheet(magic.nan)["health"]["lethal"])

    magic.turn_of(magic.mira)
    struck = [magic.apply("attack", one, magic.nan, successes=but) for one, but in ((pillar, 0), (shot, 1))]
    assert ([one.net for one in struck], [one.damage.wounds for one in struck], lethal()) == (
        [3, 2],
        [3, 0],
        3,
    )
    assert magic.apply("direct", rot, magic.nan, successes=1).damage.wounds == 0
    magic.apply("attack", others, magic.nan, successes=2)
    assert lethal() == 4, "another mage's is another result"

    magic.turn_of(magic.bob)

    assert magic.sheet(magic.nan).under("hurt") == {}


@pytest.mark.clause("PAN-MULTI-06")
def test_of_a_mages_wounds_the_log_and_whom_they_hurt_are_told_which_give_way_to_worse(magic: Magic) -> None:
    cinder, lash = (magic.cast("attack", damage={"kind": kind}) for kind in ("bashing", "lethal"))
    magic.turn_of(magic.mira)
    magic.apply("attack", cinder, magic.nan, damage={"kind": "bashing"})

    magic.apply("attack", lash, magic.nan, successes=1)

    track = magic.sheet(magic.nan)["health"]
    assert (track["bashing"], track["lethal"]) == (1, 2)
    campaign = magic.game.campaign
    campaign.refresh_from_db()
    line, client = "Of Mira’s 3 bashing wounds of this turn 2 give way.", browser(magic.game.other_player)
    row = client.get(reverse("log_row", args=[campaign.pk, campaign.head_seq])).content.decode()
    assert line in row
    assert line in client.get(reverse("table", args=[campaign.pk])).content.decode().replace(row, "")
