"""What nobody types in Pandemonium: it is read from the spell, from what it came to, and from the clock."""

from typing import Any

import pytest
from django.urls import reverse

from campaigns.games.pandemonium.book import acts
from campaigns.models import Entry
from campaigns.policy import NotAllowed
from campaigns.services import clock
from rules.kernel.errors import RuleViolation
from tests.campaigns.form_filling import Form
from tests.campaigns.magic import Magic, new_magic, refused
from tests.campaigns.spine import browser, document, input_of

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

DAY = 86_400
NO_WOUNDS = dict.fromkeys(("bashing", "lethal", "aggravated"), 0)
HURT = {"boxes": 7, **NO_WOUNDS, "resistant": NO_WOUNDS}
CLUB = {"id": "a club", "successes": 1, "kind": "bashing", "contest": "dodge"}


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


def several(magic: Magic, *sources: dict[str, Any]) -> dict[str, Any]:
    contests = [{"name": "dodge", "successes": 0}]
    return {"target": {"id": magic.bob}, "contests": contests, "sources": list(sources)}


@pytest.mark.clause("PAN-MULTI-04", "PAN-POT-11")
def test_of_several_means_each_spell_is_read_and_only_a_blow_is_told(magic: Magic) -> None:
    pillar = magic.cast("attack", on=(magic.bob,), damage={"kind": "lethal", "resistant": True})
    shot = {"id": "a shot", "successes": 2, "kind": "lethal", "contest": "dodge"}
    fire = {"id": pillar, "contest": "dodge"}

    with refused("TAB-OVERRIDE-01"):
        magic.play("multi_source_damage", several(magic, {**fire, "successes": 9}))
    played = magic.play("multi_source_damage", several(magic, fire, shot))

    read = input_of(played)["sources"][0]
    told = ("successes", "kind", "resistant", "effect", "spell", "hit_this_round")
    assert [read[name] for name in told] == [3, "lethal", True, "attack", True, False]
    assert magic.sheet(magic.bob)["health"]["lethal"] == 3
    with refused("PAN-ATTACK-05"):
        magic.play("multi_source_damage", several(magic, fire, shot))


@pytest.mark.clause("PAN-MULTI-05", "PAN-DIRECT-07", "PAN-POT-15")
def test_direct_damage_among_several_means_comes_to_bear_as_it_was_made_and_once(magic: Magic) -> None:
    rot = magic.cast(
        "direct", on=(magic.bob,), damage={"kind": "bashing"}, paid={"mana": 1}, shaping={"successes": 2}
    )

    played = magic.play("multi_source_damage", several(magic, {"id": rot, "compare": "resolve"}, CLUB))

    read = input_of(played)["sources"][0]
    assert [read[name] for name in ("effect", "successes", "applied", "kind")] == [
        "direct", 5, "cast", "bashing",
    ]  # fmt: skip
    assert magic.sheet(magic.bob)[f"came_to.{rot}"]["net"] == 5
    assert magic.hold(rot, magic.bob) == "severe"
    magic.game.act("table.end_round")
    again = magic.play("multi_source_damage", several(magic, {"id": rot, "compare": "resolve"}, CLUB))
    assert input_of(again)["sources"][0]["successes"] == 3, "the Shaping was for that moment"


@pytest.mark.clause("PAN-TRACK-06")
def test_a_spell_that_has_ended_is_none_of_several_means(magic: Magic) -> None:
    bolt = struck(magic)
    magic.play("let_go", {"spell": {"id": bolt}})

    with refused("PAN-TRACK-06"):
        magic.play("multi_source_damage", several(magic, {"id": bolt}, CLUB))


@pytest.mark.clause("PAN-AFTER-02", "PAN-AFTER-12", "PAN-PLUNDER-05")
def test_how_many_dots_spells_took_for_good_is_kept_until_their_experience_is_given_back(
    magic: Magic,
) -> None:
    game = magic.game
    game.edit(magic.bob, **{"merits.retainer": 2})
    magic.play("decay_tick", {"target": {"id": magic.bob}, "threat": {"trait": "occult"}}, hand=(8,))
    theft = magic.cast("plunder", on=(magic.bob,))
    magic.apply("plunder", theft, magic.bob, of="merit", merit={"name": "retainer"})
    assert magic.sheet(magic.bob).under("lost") == {"occult": 1, "retainer": 2}

    back = {"target": {"id": magic.bob}, "trait": "retainer", "dots": [{"cost": 2}, {"cost": 4}]}
    with refused("TAB-OVERRIDE-01"):
        magic.play("lost_trait", {**back, "lost": 1})
    assert magic.outcome("lost_trait", back).refund == 6

    assert magic.sheet(magic.bob).under("lost").get("retainer", 0) == 0
    at_once = {**back, "trait": "allies", "lost": 1}  # by the GM's word alone (PAN-AFTER-14)
    assert magic.outcome("lost_trait", at_once).refund == 4


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


@pytest.mark.clause("PAN-TEMP-01", "PAN-TRACK-09")
def test_a_spell_that_heals_for_a_while_by_the_book_does_so(magic: Magic) -> None:
    game = magic.game
    game.edit(magic.bob, health={**HURT, "lethal": 2})
    written = {"name": "Balm", "aspect": "vulgar", "kind": "healing", "arcanum": "life", "temporary": True}
    entry = input_of(magic.play("write_spell", {"spell": written, "caster": {"id": magic.mira}}))["spell"][
        "id"
    ]
    said = acts.Casting(targets=(magic.bob,), timing="instant", duration="sustained", paid={})
    played = acts.cast(actor=game.player, entry=entry, said=said, key=game.key())
    balm = input_of(played)["spell"]["id"]

    heal = {"spell": {"id": balm}, "target": {"id": magic.bob}, "kind": "lethal"}
    assert input_of(magic.play("heal", heal, by=game.player))["temporary"] is True

    assert magic.sheet(magic.bob)["health"]["lethal"] == 0
    game.act("table.end_scene")
    assert magic.sheet(magic.bob)["health"]["lethal"] == 2


def test_what_the_gm_alone_says_is_put_to_nobody_and_rolled_by_nobody(magic: Magic) -> None:
    game = magic.game
    spell = magic.cast("control", on=(magic.nan,))
    magic.apply("control", spell, magic.nan)

    def form_of(verb: str) -> Form:
        url = reverse("play_action", args=[game.campaign.pk, f"pandemonium.{verb}"])
        page = browser(game.gm).get(f"{url}?spell={spell}&target={magic.nan}").content.decode()
        assert ("Ask their player" in page, "Roll dice by hand" in page) == (verb == "decay_tick",) * 2
        return Form(page, "action-form")

    form_of("decay_tick")
    form = form_of("aftereffect_duration")
    assert browser(game.gm).post(form.action, form.sent).status_code == 302

    newest = document(Entry.objects.filter(campaign=game.campaign).latest("seq"))
    assert (newest["steps"][0]["action"], newest["for"]) == ("pandemonium.aftereffect_duration", None)


def test_what_follows_from_no_record_is_asked_for_by_its_name(magic: Magic) -> None:
    game = magic.game
    spell = magic.cast("control", on=(magic.bob,))
    url = reverse("play_action", args=[game.campaign.pk, "pandemonium.aftereffect_duration"])
    form = Form(
        browser(game.gm).get(f"{url}?spell={spell}&target={magic.bob}").content.decode(), "action-form"
    )

    answer = browser(game.gm).post(form.action, form.sent)

    assert answer.status_code == 422
    assert "Nothing is recorded of this. Fill it in." in answer.content.decode()
