"""What spells leave on those they met, on stored state: what is plundered, when an instant spell is over, tracks."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.models import Pending
from tests.campaigns.form_filling import first_form
from tests.campaigns.magic import Magic, new_magic, refused
from tests.campaigns.spine import BY_OVERRIDE, browser, input_of

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

EXPIRE = "pandemonium.temporary_expire"


@pytest.fixture
def magic() -> Magic:
    return new_magic()


def plunder(magic: Magic, spell: str, successes: int, **more: Any) -> Any:
    return magic.apply("plunder", spell, magic.bob, successes=successes, **more)


@pytest.mark.clause("PAN-PLUNDER-07", "PAN-PLUNDER-06", "PAN-PLUNDER-05")
def test_what_a_spell_keeps_from_somebody_is_theirs_again_when_it_is_let_go_of(magic: Magic) -> None:
    magic.game.edit(magic.bob, **{"merits.retainer": 2, "merits.allies": 3})
    theft, robbery = magic.cast("plunder"), magic.cast("plunder", paid={"mana": 1})
    merit: dict[str, Any] = {"of": "merit", "merit": {"name": "retainer"}, "normal_choice": "merit"}

    plunder(magic, theft, 1, **merit)
    plunder(magic, robbery, 0, **{**merit, "merit": {"name": "allies"}})
    assert magic.sheet(magic.bob).under("plundered") == {
        theft: {"item": False, "merits": [], "lost": [{"merit": "retainer", "dots": 1}]},
        robbery: {"item": False, "merits": ["allies"], "lost": []},
    }
    second = magic.cast("plunder")
    again = magic.play("plunder", about(magic, second, "cast", {**merit, "compare": "resolve"}))
    assert input_of(again)["merit"]["dots"] == 1  # what is left of it in this scene

    for spell in (theft, robbery, second):
        magic.play("let_go", {"spell": {"id": spell}}, by=magic.game.player)
    after = magic.sheet(magic.bob)
    assert (after.under("plundered"), after.fields.get("scene.merits.retainer") or 0) == ({}, 0)
    assert (after["merits.retainer"], after["merits.allies"]) == (1, 2)  # the lasting loss stays


@pytest.mark.clause("PAN-PLUNDER-07")
def test_of_a_merit_that_two_spells_wear_each_gives_back_its_own(magic: Magic) -> None:
    magic.game.edit(magic.bob, **{"merits.retainer": 3})
    spells = [magic.cast("plunder", paid={"mana": one}) for one in range(2)]
    for one in spells:
        plunder(magic, one, 1, of="merit", merit={"name": "retainer"}, normal_choice="merit")

    left = []
    for one in spells:
        magic.play("let_go", {"spell": {"id": one}})
        left.append(magic.sheet(magic.bob).fields.get("scene.merits.retainer") or 0)

    assert left == [-1, 0]


@pytest.mark.clause("PAN-PLUNDER-06", "PAN-TRACK-04")
def test_with_the_scene_go_the_dots_that_were_lost_for_it(magic: Magic) -> None:
    magic.game.edit(magic.bob, **{"merits.retainer": 2})
    theft = magic.cast("plunder", duration="scene")
    plunder(magic, theft, 1, of="merit", merit={"name": "retainer"}, normal_choice="merit")

    magic.game.act("table.end_scene")

    after = magic.sheet(magic.bob)
    assert (after.under("plundered"), after.under("scene"), after["merits.retainer"]) == ({}, {}, 2)


@pytest.mark.clause("PAN-TRACK-08")
def test_an_instant_spell_is_over_once_all_that_it_was_cast_for_is_settled(magic: Magic) -> None:
    bolt = magic.cast("attack", on=(magic.bob, magic.nan), duration="instant")

    magic.apply("attack", bolt, magic.bob)
    assert magic.sheet(bolt)["state"] == "active"
    magic.apply("attack", bolt, magic.nan, successes=9)
    assert magic.sheet(bolt)["state"] == "ended"
    with refused("PAN-TRACK-06"):
        magic.roll(magic.mira, bolt)


@pytest.mark.clause("PAN-TRACK-08", "PAN-RESIST-03")
def test_an_instant_spell_waits_for_everybody_who_is_asked_to_resist_it(magic: Magic) -> None:
    both = (magic.nan, magic.bob)
    bolt = magic.cast("attack", on=both, duration="instant", damage={"kind": "lethal"})

    for who, state in ((magic.nan, "active"), (magic.bob, "ended")):
        magic.apply("attack", bolt, who)
        assert magic.sheet(bolt)["state"] == state
    assert not Pending.objects.filter(state="open").exists()


@pytest.mark.clause("PAN-TRACK-08", "PAN-CTRL-05")
def test_an_instant_grip_is_settled_with_the_last_whom_it_holds(magic: Magic) -> None:
    grip = magic.cast("control", on=(magic.bob,), duration="instant")

    magic.apply("control", grip, magic.bob)
    assert (magic.sheet(grip)["state"], magic.hold(grip, magic.bob)) == ("active", "severe")
    magic.struggle(magic.bob, grip, faces=(8,) * 4)
    assert (magic.sheet(grip)["state"], magic.hold(grip, magic.bob)) == ("ended", "none")


@pytest.mark.clause("PAN-INVEST-05", "PAN-INVEST-07")
def test_a_spell_keeps_what_was_seen_and_learnt_and_boosts_until_it_is_let_go_of(magic: Magic) -> None:
    eye = magic.cast("investigation", on=(magic.bob,))
    magic.apply("investigate", eye, magic.bob, successes=1, aim="learn")

    kept = magic.sheet(magic.bob)[f"came_to.{eye}"]
    assert (kept["aim"], kept["facts"], kept["severity"]) == ("learn", 2, "normal")
    assert magic.roll(magic.mira, eye).pool.minimum == 3
    magic.play("let_go", {"spell": {"id": eye}})
    with refused("PAN-TRACK-06"):
        magic.roll(magic.mira, eye)


@pytest.mark.clause("PAN-FREE-01", "PAN-FREE-03", "PAN-TRACK-07")
def test_a_spell_that_cost_nothing_is_tried_on_somebody_once_a_scene(magic: Magic) -> None:
    grip = magic.cast("control", on=(magic.bob,))
    magic.apply("control", grip, magic.bob, successes=9)
    again = {"aspect": "vulgar", "kind": "control", "arcanum": "forces", "id": grip}
    cast = {"spell": again, "caster": {"id": magic.mira}}

    magic.play("cast", cast)
    with refused("PAN-FREE-01"):
        magic.apply("control", grip, magic.bob)
    asked = {"spell": {"id": grip, "cost": 0}, "target": {"id": magic.nan}}
    assert magic.outcome("free_spell_allowed", asked).allowed
    assert magic.apply("control", grip, magic.nan).severity == "severe"  # the try that was asked for
    with refused("PAN-CTRL-06"):
        magic.apply("control", grip, magic.nan)
    beside = magic.cast("control", beside=grip)
    with refused("PAN-FREE-01"):
        magic.apply("control", beside, magic.bob)
    assert magic.play(
        "control", about(magic, beside, "cast", {"compare": "resolve"}), override=BY_OVERRIDE
    ).result.outcome
    magic.play("cast", {**cast, "paid": {"mana": 1}})
    assert magic.apply("control", grip, magic.bob).severity == "severe"
    magic.game.act("table.end_scene")
    magic.game.act("table.begin_scene")
    magic.play("cast", cast)
    assert magic.apply("control", grip, magic.bob).severity == "severe"


@pytest.mark.clause("PAN-FREE-01", "PAN-FREE-04")
@pytest.mark.parametrize(("mana", "kinds"), [(0, ["control"]), (0, ["plunder"]), (1, ["control"])])
def test_the_board_says_that_a_free_spell_has_had_its_try(magic: Magic, mana: int, kinds: list[str]) -> None:
    values = {"free_kinds": kinds}
    magic.game.act("table.change_settings", {"system": "pandemonium", "values": values})
    grip = magic.cast("control", on=(magic.bob,))
    magic.apply("control", grip, magic.bob, successes=9)
    again = {"aspect": "vulgar", "kind": "control", "arcanum": "forces", "id": grip}
    given = {"spell": again, "caster": {"id": magic.mira}, "targets": [magic.bob], "paid": {"mana": mana}}

    magic.play("cast", given)

    is_free = (mana, kinds) == (0, ["control"])
    page = browser(magic.game.gm).get(reverse("spells", args=[magic.game.campaign.pk])).content.decode()
    assert ("Take control: not now." in page) == is_free
    assert Pending.objects.filter(question="pandemonium.control", state="open").exists() != is_free


@pytest.mark.clause("PAN-FREE-01")
def test_two_castings_from_one_entry_of_a_book_are_one_spell(magic: Magic) -> None:
    written = {"aspect": "vulgar", "kind": "control", "arcanum": "forces"}
    entry = magic.play("write_spell", {"spell": written, "caster": {"id": magic.mira}})
    book = {"id": input_of(entry)["spell"]["id"]}
    first, second = (magic.cast("control") for _number in range(2))
    for spell in (first, second):
        magic.game.edit(spell, book=book["id"])
    magic.apply("control", first, magic.bob, successes=9)

    with refused("PAN-FREE-01"):
        magic.apply("control", second, magic.bob)


@pytest.mark.clause("PAN-HEALTH-01")
def test_a_track_has_the_boxes_that_size_and_stamina_say(magic: Magic) -> None:
    magic.game.edit(magic.bob, **{"traits.size": 5, "traits.stamina": 3})
    assert magic.sheet(magic.bob)["health"]["boxes"] == 8
    hurt = {"target": {"id": magic.bob}, "damage": {"kind": "lethal", "wounds": 8}}
    magic.play("apply_damage", hurt)
    magic.game.edit(magic.bob, **{"traits.stamina": 1})
    assert magic.sheet(magic.bob)["health"]["boxes"] == 8  # until its last wounds are healed
    healed = {**magic.sheet(magic.bob)["health"], "lethal": 2}
    magic.game.edit(magic.bob, health=healed)
    assert magic.sheet(magic.bob)["health"]["boxes"] == 6

    client = Client()
    client.force_login(magic.game.gm.user)
    page = client.get(reverse("edit_record", args=[magic.game.campaign.pk, magic.bob])).content.decode()
    assert "health.lethal" in page
    assert "health.boxes" not in page


def about(magic: Magic, spell: str, how: str, more: dict[str, Any]) -> dict[str, Any]:
    given = {"spell": {"id": spell, "applied": how}, "target": {"id": magic.bob}}
    return {**given, "resist": {"successes": 0}, **more}


@pytest.mark.clause("PAN-TEMP-01")
def test_what_is_temporary_is_ended_of_spells_that_left_something_alone(magic: Magic) -> None:
    """Every spell was offered, and everybody; and "Undo" was read as the log's."""
    bolt, other = magic.cast("direct"), magic.cast("direct")
    gm, url = browser(magic.game.gm), reverse("play_action", args=[magic.game.campaign.pk, EXPIRE])
    empty = gm.get(url).content.decode()
    assert "Nothing temporary is left" in empty, "no lists with nothing in them"
    assert "data-action-form" not in empty
    assert re.search(r'<a class="button button-primary" href="[^"]*/spells/">', empty), "where to go"
    magic.apply("direct", bolt, magic.bob, damage={"kind": "lethal", "temporary": True})
    magic.apply("direct", other, magic.nan)

    form = first_form(gm, url)

    assert form.controls["spell.id"].options[1:] == [bolt]
    assert form.controls["target.id"].options[1:] == [magic.bob]
    assert [form.controls[name].values for name in ("spell.id", "target.id")] == [[bolt], [magic.bob]], (
        "the only ones"
    )
    assert "End temporary wounds" in gm.get(url).content.decode()
    magic.play("let_go", {"spell": {"id": bolt}})
    assert bolt in first_form(gm, url).controls["spell.id"].options  # what it left stays until its time is up
