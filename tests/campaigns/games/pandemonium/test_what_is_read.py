"""What nobody types in Pandemonium: it is read from the spell, from what it came to, and from the clock."""

from typing import Any

import pytest

from campaigns.policy import NotAllowed
from campaigns.services import clock
from rules.kernel.errors import RuleViolation
from tests.campaigns.magic import Magic, new_magic, refused
from tests.campaigns.spine import input_of

pytestmark = pytest.mark.django_db

DAY = 86_400


@pytest.fixture
def magic() -> Magic:
    return new_magic()


def struck(magic: Magic, **damage: Any) -> str:
    """A spell of Mira's that did Bob two wounds."""
    spell = magic.cast("attack", on=(magic.bob,))
    harm: dict[str, Any] = {"damage": {"kind": "lethal", **damage}}
    magic.apply("attack", spell, magic.bob, successes=1, **harm)
    return spell


def about(magic: Magic, spell: str) -> dict[str, Any]:
    return {"spell": {"id": spell}, "target": {"id": magic.bob}}


@pytest.mark.clause("PAN-AFTER-05", "PAN-AFTER-08")
def test_an_aftereffect_reads_what_the_spell_came_to(magic: Magic) -> None:
    spell = magic.cast("control", on=(magic.bob,))
    magic.apply("control", spell, magic.bob)

    played = magic.play("aftereffect_duration", about(magic, spell))

    read = input_of(played)
    assert (read["net"], read["compare"], read["same_scene"]) == (3, "resolve", True)
    with refused("TAB-OVERRIDE-01"):
        magic.play("aftereffect_duration", {**about(magic, spell), "net": 9})


POTENT = ("control", "attack", "direct", "heal", "investigate", "plunder", "drain", "transfer", "resist")


@pytest.mark.parametrize("verb", POTENT)
def test_nobody_but_by_override_says_how_potent_a_spell_is(magic: Magic, verb: str) -> None:
    kinds = {"heal": "healing", "investigate": "investigation", "resist": "control"}
    spell = magic.cast(kinds.get(verb, verb), on=(magic.bob,), timing="ritual")
    before, told = magic.game.state(), {"spell": {"id": spell, "potency": 12}, "target": {"id": magic.bob}}
    if verb == "transfer":
        told["donor"] = told.pop("target")

    with pytest.raises(NotAllowed):
        magic.play(verb, told, by=magic.game.player)
    with pytest.raises(RuleViolation) as why:
        magic.play(verb, told)
    assert (why.value.clause, why.value.field) == ("TAB-OVERRIDE-01", "input.spell.potency")

    assert magic.game.state() == before


@pytest.mark.clause("PAN-REAP-03", "PAN-TEMP-06")
@pytest.mark.parametrize(("resistant", "temporary"), [(True, False), (False, False), (True, True)])
def test_what_may_be_reaped_is_what_the_spell_did(magic: Magic, *, resistant: bool, temporary: bool) -> None:
    spell = struck(magic, resistant=resistant, temporary=temporary)
    given = {**about(magic, spell), "recipient": {"id": magic.mira}, "resource": "mana"}

    if resistant and not temporary:
        assert magic.outcome("reap", given).gained == 2
    else:
        with refused("PAN-TEMP-06" if temporary else "PAN-REAP-03"):
            magic.play("reap", given)


@pytest.mark.clause("PAN-SYMP-05")
def test_a_connection_rests_for_as_long_as_the_clock_says(magic: Magic) -> None:
    game = magic.game
    tie = game.make("pandemonium.connection", "A lock of hair", rating=1, base=3)
    clock.advance(actor=game.gm, seconds=DAY // 2, key=game.key())
    rest = {"connection": {"id": tie}, "event": "rest"}

    magic.play("sympathy", rest)
    with refused("TAB-OVERRIDE-01"):
        magic.play("sympathy", {**rest, "days": 9})
    assert game.sheet(tie)["rating"] == 1

    clock.advance(actor=game.gm, seconds=DAY, key=game.key())
    assert game.sheet(tie)["rating"] == 2


@pytest.mark.clause("PAN-PLUNDER-05")
def test_the_dots_of_a_merit_are_those_of_the_sheet(magic: Magic) -> None:
    magic.game.edit(magic.bob, **{"merits.retainer": 2})
    spell = magic.cast("plunder", on=(magic.bob,))
    merit: dict[str, Any] = {"of": "merit", "merit": {"name": "retainer"}}

    with refused("TAB-OVERRIDE-01"):
        magic.apply("plunder", spell, magic.bob, **{**merit, "merit": {"name": "retainer", "dots": 5}})
    came = magic.apply("plunder", spell, magic.bob, **merit)

    assert came.compare.dots >= 2


@pytest.mark.clause("PAN-TEN-07")
def test_whoever_is_out_cold_shapes_nothing_in_defence(magic: Magic) -> None:
    spell = magic.cast("control", on=(magic.bob,))
    full = {"boxes": 7, "bashing": 0, "lethal": 7, "aggravated": 0}
    magic.game.edit(
        magic.mira, health={**full, "resistant": dict.fromkeys(("bashing", "lethal", "aggravated"), 0)}
    )
    shaping = {"spell": {"id": spell}, "raise": "tenacity", "timing": "reflexive", "paid": {"mana": 1}}

    with refused("PAN-TEN-07"):
        magic.play("shape", {**shaping, "caster": {"id": magic.mira}, "shaping": {"successes": 1}})
