"""What is set against a spell is read: Shaped Tenacity, what others achieved, the pool that resisted it first."""

from typing import Any

import pytest

from campaigns.queries.palette import known_of
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, play
from tests.campaigns.magic import MISSES, Magic, new_magic, refused
from tests.campaigns.spine import BY_OVERRIDE, folded

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def magic() -> Magic:
    return new_magic()


def guarded(magic: Magic, spell: str) -> None:
    given = {"spell": {"id": spell}, "caster": {"id": magic.mira}, "raise": "tenacity", "timing": "reflexive"}
    magic.play("shape", {**given, "shaping": {"successes": 2}, "paid": {"mana": 1}})


@pytest.mark.clause("PAN-ASSAIL-09", "PAN-TEN-06")
def test_shaped_tenacity_answers_the_next_attack_on_the_spell_and_no_other(magic: Magic) -> None:
    wall = magic.cast("other")
    guarded(magic, wall)
    assert magic.sheet(wall)["guard"] == 2

    attacked = [magic.assail(magic.bob, wall, *MISSES[:4]) for _try in range(2)]

    assert [one.tenacity for one in attacked] == [5, 3]
    assert magic.sheet(wall)["guard"] is None
    with refused("TAB-OVERRIDE-01"):
        magic.assail(magic.bob, wall, *MISSES[:4], shaped=4)
    assert magic.game.state() == folded(magic.game.campaign)


@pytest.mark.clause("PAN-STRUGGLE-02", "PAN-ASSAIL-09")
def test_a_struggle_reads_the_first_pool_the_help_of_others_and_shaped_tenacity(magic: Magic) -> None:
    grip = magic.cast(on=(magic.nan,))
    resisted = magic.resist(grip, magic.nan, 8, 1, 1, 1, by=magic.game.other_player)
    assert (resisted.severity, [part.name for part in resisted.pool.parts]) == (
        "severe",
        ["strength", "dexterity"],
    )
    magic.assail(magic.bob, grip, 8, 8, 8, 1)
    guarded(magic, grip)
    given = {"actor": {"id": magic.nan}, "spells": [{"id": grip}], "bolster": "words"}
    with refused("TAB-OVERRIDE-01"):
        magic.play("struggle", {**given, "spells": [{"id": grip, "traits": ["resolve"]}]})
    with refused("TAB-OVERRIDE-01"):
        magic.play("struggle", {**given, "spells": [{"id": grip, "aid": 9}]})

    tried = magic.outcome("struggle", given, hand=MISSES[:4], by=magic.game.other_player)

    assert [part.name for part in tried.pool.parts] == ["strength", "dexterity"]
    assert [(one.tenacity, one.successes, one.escaped) for one in tried.spells] == [(5, 3, False)]
    again = magic.outcome("struggle", given, hand=(8, 8, 8, 8))
    assert [(one.tenacity, one.escaped) for one in again.spells] == [(3, True)]


def test_whoever_resists_is_helped_by_what_others_set_against_the_spell(magic: Magic) -> None:
    grip = magic.cast(on=(magic.nan,))
    magic.assail(magic.bob, grip, 8, 8, 8, 1)

    resisted = magic.resist(grip, magic.nan, *MISSES[:4], by=magic.game.other_player)

    assert (resisted.resisted, resisted.net, magic.hold(grip, magic.nan)) == (3, 0, "resisted")


@pytest.mark.clause("PAN-ASSAIL-04")
def test_whoever_is_to_bear_wounds_is_helped_by_what_others_set_against_the_ritual(magic: Magic) -> None:
    ritual = magic.cast("transfer", timing="ritual", shaping={"successes": 2})
    magic.play("apply_damage", {"target": {"id": magic.bob}, "damage": {"kind": "lethal", "wounds": 3}})
    magic.assail(magic.bob, ritual, 8, 8, 8, 1)
    allot = [{"to": magic.nan, "kind": "lethal", "wounds": 3}]
    unwilling = {"recipients": [{"id": magic.nan, "resist": {"pool": {}}}], "allot": allot}
    given = {"spell": {"id": ritual}, "donor": {"id": magic.bob}, "kinds": ["lethal"], **unwilling}

    moved = magic.play("transfer", given, hand=MISSES[:4], override=BY_OVERRIDE)

    outcome: Any = moved.result.outcome
    (nan,) = outcome.recipients
    assert (nan.resisted, nan.limit, nan.received) == (3, 2, 2)
    assert "PAN-ASSAIL-04" in moved.result.clauses


@pytest.mark.clause("PAN-ASSAIL-04")
def test_what_is_set_against_a_spell_is_no_help_against_a_blow(magic: Magic) -> None:
    bolts = [magic.cast("attack", damage={"kind": "lethal"}) for _number in range(2)]
    for bolt in bolts:
        magic.assail(magic.bob, bolt, 8, 8, 8, 1)
    club = {"id": "a club", "successes": 5, "kind": "lethal", "contest": "dodge"}
    given = {"target": {"id": magic.nan}, "contests": [{"name": "dodge", "pool": {"traits": ["wits"]}}]}

    dodged = [
        magic.outcome("multi_source_damage", {**given, "sources": sources}, hand=(1, 1))
        for sources in (
            [{"id": bolts[0], "contest": "dodge"}],
            [{"id": bolts[1], "contest": "dodge"}, club],
        )
    ]

    assert [one.contests[0].successes for one in dodged] == [3, 0]


@pytest.mark.clause("PAN-ASSAIL-04", "PAN-CONSEQ-12")
def test_a_spell_that_a_blow_carries_is_resisted_with_help_and_the_blow_without(magic: Magic) -> None:
    curse = magic.cast()
    magic.assail(magic.bob, curse, 8, 8, 8, 1)
    sides = {"attacker": {"id": magic.mira}, "spell": {"id": curse}, "target": {"id": magic.nan}}
    rolled = {"attack": {"successes": 3}, "defense": {"pool": {}}, "resist": {"pool": {}}}
    given = {**sides, **rolled, "compare": "resolve", "damage": {"kind": "bashing"}}

    struck = magic.outcome("boosted_attack", given, hand=MISSES[:9], override=BY_OVERRIDE)

    assert (struck.defense, struck.resisted) == (0, 3)


@pytest.mark.clause("PAN-HIND-09")
def test_whoever_a_spell_hampers_acts_despite_it(magic: Magic) -> None:
    vines = magic.cast(on=(magic.bob,))
    magic.apply("control", vines, magic.bob, successes=1)
    assert magic.hold(vines, magic.bob) == "normal"

    with refused("PAN-HIND-09"):
        magic.roll(magic.bob)
    assert magic.roll(magic.bob, timing="reflexive").pool.size == 4
    magic.game.edit(magic.nan, **{f"hold.{vines}": "normal"})
    with refused("PAN-HIND-09"):  # whatever its player says that it is for
        magic.roll(magic.nan, purpose="rest", by=magic.game.other_player)
    fists: dict[str, Any] = {"actor": {"id": magic.bob}, "pool": {"traits": ["strength", "brawl"]}}
    assert magic.outcome("roll", fists, hand=MISSES[:4], override=BY_OVERRIDE).pool.size == 4
    magic.turn_of(magic.bob)
    assert magic.hindered(magic.bob, vines, 8, 8, 8, 8, timing="minor").acts
    assert magic.roll(magic.bob).pool.size == 4, "once a turn is enough"

    magic.game.act("table.end_round")
    about = {"kind": "pandemonium.spell", "name": "", "visibility": "gm"}
    magic.game.act("table.edit", {"record": {"id": vines}, "reason": "unseen", "about": about})
    assert magic.roll(magic.bob).pool.size == 4, "no refusal tells of a spell that nobody knows of"


@pytest.mark.clause("PAN-HIND-09", "PAN-HIND-05")
def test_whoever_several_spells_hamper_names_every_one(magic: Magic) -> None:
    web, wall = magic.cast(on=(magic.bob,), spell={"aspect": "covert"}), magic.cast(on=(magic.bob,))
    magic.game.edit(magic.bob, **{f"hold.{one}": "normal" for one in (web, wall)})
    magic.turn_of(magic.bob)

    with refused("PAN-HIND-09"):
        magic.hindered(magic.bob, web, 8, 8, 8, 1, timing="minor")
    done = magic.hindered(magic.bob, web, 8, 8, 8, 1, timing="minor", beside=(wall,))
    assert (done.acts, [one.overcome for one in done.spells]) == (False, [True, False])


@pytest.mark.clause("PAN-ASSAIL-02", "PAN-STRUGGLE-02", "PAN-TIME-03")
def test_an_instant_action_is_taken_on_ones_own_turn_and_once(magic: Magic) -> None:
    grip = magic.cast(on=(magic.nan,))
    magic.apply("control", grip, magic.nan)
    magic.turn_of(magic.bob)
    with refused("PAN-STRUGGLE-02"):
        magic.struggle(magic.nan, grip)
    with refused("PAN-ASSAIL-02"):
        magic.assail(magic.mira, grip, *MISSES[:4])
    with refused("PAN-TIME-03"):
        magic.roll(magic.mira, timing="instant")

    assert magic.roll(magic.bob, timing="instant").pool.size == 4
    with refused("PAN-TIME-03"):
        magic.roll(magic.bob, timing="instant")
    assert magic.roll(magic.bob, timing="reflexive").pool.size == 4


@pytest.mark.clause("PAN-STRUGGLE-02", "PAN-PLUNDER-02")
@pytest.mark.parametrize(
    ("kind", "said", "resisted_with"),
    [
        ("plunder", {"of": "item", "compare": "dexterity"}, ["strength", "dexterity"]),
        (
            "plunder",
            {"of": "item", "compare": "wits", "resisted_by": ["wits", "composure"]},
            ["wits", "composure"],
        ),
        ("control", {"means": "magical", "compare": "resolve"}, ["resolve", "power"]),
    ],
)
def test_what_was_let_through_is_struggled_against_with_the_pool_that_would_have_resisted_it(
    magic: Magic, kind: str, said: dict[str, Any], resisted_with: list[str]
) -> None:
    spell = magic.cast(kind, spell={"arcanum": "mind"})
    magic.play("bring", {"spell": {"id": spell}, "targets": [{"id": magic.nan}], **said})
    asked = magic.asked(spell, magic.nan)
    step = Request(asked.question, {}, known={**known_of(asked), "resist": {"successes": 0}})
    play(magic.game.gm, ActRequest(magic.game.key(), (step,), answers=asked.id))
    assert magic.sheet(magic.nan)[f"came_to.{spell}"]["resisted_by"] == resisted_with

    tried = magic.struggle(magic.nan, spell, faces=MISSES[: 5 if "resolve" in resisted_with else 4])

    assert [part.name for part in tried.pool.parts] == resisted_with


@pytest.mark.clause("PAN-STRUGGLE-02", "PAN-CONSEQ-17")
def test_what_a_blow_carries_is_struggled_against_with_its_victims_pool(magic: Magic) -> None:
    touch = magic.cast("control", on=(magic.nan,))
    magic.resist(touch, magic.nan, 1, 1, 1, 1)
    before = magic.sheet(magic.nan)[f"came_to.{touch}"]
    struck: dict[str, Any] = {
        "attacker": {"id": magic.mira},
        "spell": {"id": touch},
        "attack": {"pool": {"traits": ["strength", "brawl"]}},
        "target": {"id": magic.nan},
        "damage": {"kind": "bashing"},
        "compare": "stamina",
        "resist": {"successes": 0},
    }

    magic.play("boosted_attack", struck, hand=MISSES[:4], override=BY_OVERRIDE)

    # It was tried on them already: the blow brings nothing across, and what stands is told as before (PAN-CONSEQ-17).
    assert magic.sheet(magic.nan)[f"came_to.{touch}"] == {**before, "tries": 2, "kind": "bashing"}
    assert (before["severity"], before["resisted_by"]) == ("severe", ["strength", "dexterity"])
    new = magic.cast("control")
    magic.play("boosted_attack", {**struck, "spell": {"id": new}}, hand=MISSES[:4], override=BY_OVERRIDE)
    assert magic.sheet(magic.nan)[f"came_to.{new}"]["resisted_by"] == ["stamina", "power"]


@pytest.mark.clause("PAN-DIRECT-03", "PAN-CTRL-02")
def test_what_restrains_a_body_goes_against_its_strength_and_what_harms_it_against_its_stamina(
    magic: Magic,
) -> None:
    grip = magic.cast(on=(magic.nan,))
    fever = magic.cast("direct", on=(magic.nan,), damage={"kind": "lethal"})

    assert magic.asked(grip, magic.nan).data["compare"] == "strength"
    assert magic.asked(fever, magic.nan).data["compare"] == "stamina"
