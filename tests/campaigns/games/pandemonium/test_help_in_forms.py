"""Running spells as boxes in the form of every roll: what they say, whom they touch, what is refused of them."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.models import Entry
from campaigns.policy import NotAllowed
from campaigns.queries.palette import known_of
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, play
from tests.campaigns.form_filling import Form
from tests.campaigns.magic import MISSES, Magic, new_magic, refused
from tests.campaigns.spine import BY_OVERRIDE, document

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def magic() -> Magic:
    return new_magic()


def client_of(magic: Magic, who: str = "player") -> Client:
    client = Client()
    client.force_login(getattr(magic.game, who).user)
    return client


def page_of(magic: Magic, client: Client, verb: str = "roll", **begun: str) -> str:
    url = reverse("play_action", args=[magic.game.campaign.pk, f"pandemonium.{verb}"])
    return str(client.get(url, begun).content.decode())


@pytest.mark.clause("PAN-BOOST-01", "PAN-TRACK-06")
def test_a_player_ticks_a_spell_that_runs_and_types_nothing_of_it(magic: Magic) -> None:
    magic.propose()
    fire = magic.cast("attack", spell={"name": "Burning hands"})
    far = magic.cast("attack", by="bob", spell={"name": "Cold iron", "aspect": "sensory"})
    client = client_of(magic)

    page = page_of(magic, client, actor=magic.mira)
    form = Form(page, "action-form")

    assert "Burning hands (vulgar): at least 3, 8-again" in page
    assert "Cold iron (sensory): at least 1" in page.partition("Other spells at work")[2]
    assert form.controls["pool.boosts.help"].options == [fire, far]
    assert not [name for name in form.controls if name.startswith("pool.boosts.0")]

    form.controls["pool.boosts.help"].fill([fire])
    sent = {**form.sent, "actor.id": magic.mira, "pool.traits": "strength\nbrawl"}
    answer = client.post(form.action, sent)

    assert answer.status_code == 302
    entry = int(answer["Location"].rstrip("/").rpartition("/")[2])
    pool = document(Entry.objects.get(campaign=magic.game.campaign, seq=entry))["steps"][0]["outcome"]["pool"]
    assert (pool["minimum"], pool["minimum_from"], pool["again"]) == (3, fire, 8)

    magic.play("let_go", {"spell": {"id": fire}}, by=magic.game.player)
    form = Form(page_of(magic, client, actor=magic.mira), "action-form")
    assert form.controls["pool.boosts.help"].options == [far]
    late = client.post(form.action, {**form.sent, "pool.traits": "brawl", "pool.boosts.help": fire})
    assert late.status_code == 422
    assert "What was to help is over by now" in late.content.decode()


@pytest.mark.clause("PAN-TRACK-06")
def test_a_spell_that_has_ended_is_not_offered_and_a_late_form_says_what_would_be_right(magic: Magic) -> None:
    bolt, storm = (
        magic.cast("attack", spell={"name": name}, damage={"kind": "lethal"}) for name in ("Bolt", "Storm")
    )
    client = client_of(magic, "gm")
    late = Form(page_of(magic, client, "attack"), "action-form")
    assert sorted(late.controls["spell.id"].options) == sorted(["", bolt, storm])

    magic.play("let_go", {"spell": {"id": bolt}})

    assert Form(page_of(magic, client, "attack"), "action-form").controls["spell.id"].options == ["", storm]
    answer = client.post(late.action, {**late.sent, "spell.id": bolt, "target.id": magic.bob})
    told = answer.content.decode()
    assert answer.status_code == 422
    assert "PAN-TRACK-06" in told
    assert "First cast a spell that does this. Or choose one that has not ended." in told
    assert "enum" not in told


@pytest.mark.clause("PAN-BOOST-01")
def test_nobody_but_the_gm_names_what_no_spell_gives_or_helps_the_roll_of_another(magic: Magic) -> None:
    magic.propose()
    fire, player = magic.cast("attack"), magic.game.player
    assert magic.roll(magic.mira, fire, by=player).pool.minimum == 3
    typed: Any = {"actor": {"id": magic.mira}, "pool": {"traits": ["wits"]}}
    typed["pool"]["boosts"] = [{"id": "armor", "minimum": 4}]
    with pytest.raises(NotAllowed):
        magic.outcome("roll", typed, by=player)
    contest = {"by": {"id": magic.bob}, "pool": {"traits": ["wits"], "boosts": [{"id": fire}]}}
    with pytest.raises(NotAllowed, match="You can't decide what helps Bob"):
        magic.roll(magic.mira, by=player, contest=contest)


@pytest.mark.clause("PAN-BOOST-01")
def test_a_hidden_spell_is_no_box_of_a_player(magic: Magic) -> None:
    magic.propose()
    fire = magic.cast("attack", spell={"name": "Unseen fire"})
    about = {"kind": "pandemonium.spell", "name": "Unseen fire", "visibility": "gm"}
    magic.game.act("table.edit", {"record": {"id": fire}, "about": about, "reason": "hidden"})

    assert "Unseen fire" not in page_of(magic, client_of(magic), actor=magic.mira)
    assert "Unseen fire" in page_of(magic, client_of(magic, "gm"), actor=magic.mira)


@pytest.mark.clause("PAN-BOOST-01")
def test_a_spell_is_never_offered_nor_taken_as_help_against_itself(magic: Magic) -> None:
    snare = magic.cast("control", on=(magic.nan,), spell={"name": "Snare"})
    charm = magic.cast("healing", on=(magic.nan,), spell={"name": "Balm"})
    helped = {"boosts": [{"id": snare}]}
    by_nan: dict[str, Any] = {"actor": {"id": magic.nan}}
    named = {**helped, "traits": ["strength", "brawl"]}
    in_the_way = {**by_nan, "roll": "rolled", "timing": "minor", "spells": [{"id": snare}]}

    asked = known_of(magic.asked(snare, magic.nan))
    with refused("PAN-BOOST-01"):
        play(
            magic.game.gm,
            ActRequest(
                "against-itself", (Request("pandemonium.control", {"resist": {"pool": helped}}, known=asked),)
            ),
        )
    magic.resist(snare, magic.nan, *MISSES[:4])
    with refused("PAN-BOOST-01"):
        magic.outcome(
            "assail", {**by_nan, "spell": {"id": snare}, "possible": True, "concrete": True, "pool": named}
        )
    with refused("PAN-BOOST-01"):
        magic.struggle(magic.nan, snare, pool=helped)
    with refused("PAN-BOOST-01"):
        magic.outcome("act_against_hindrance", {**in_the_way, "pool": named})
    with refused("PAN-BOOST-01"):
        magic.roll(magic.nan, snare, contest={"spell": {"id": snare}})

    page = page_of(magic, client_of(magic, "gm"), "struggle", **{"actor": magic.nan, "spells.0.id": snare})
    assert Form(page, "action-form").controls["pool.boosts.help"].options == [charm]
    page = page_of(magic, client_of(magic, "gm"), "roll", actor=magic.nan)
    assert (
        "Snare (vulgar)" in page.partition("Other spells at work")[2]
    )  # it holds her: not what helps her first


def test_a_second_spell_is_never_added_to_a_boost(magic: Magic) -> None:
    fire, ward = magic.cast("attack"), magic.cast("other")
    for pair in ((fire, ward), (fire, fire)):
        with refused("PAN-BOOST-05"):
            magic.roll(magic.mira, *pair)

    client = client_of(magic)
    form = Form(page_of(magic, client, actor=magic.mira), "action-form")
    form.controls["pool.boosts.help"].fill([fire, ward])
    both = {**form.sent, "actor.id": magic.mira, "pool.traits": "strength\nbrawl"}
    told = "Tick one boost alone, the strongest: several are not added."
    assert told in client.post(form.action, both).content.decode()
    url = reverse("preview_odds", args=[magic.game.campaign.pk, "pandemonium.roll"])
    assert told in client.post(url, both).content.decode(), "said before any odds are shown"


@pytest.mark.clause("PAN-AFTER-11")
def test_an_aftereffect_shows_once_in_a_scene_and_only_on_whom_it_is_on(magic: Magic) -> None:
    spell = magic.cast("control", on=(magic.bob,))
    with refused("PAN-AFTER-11"):
        haunted(magic)
    magic.apply("control", spell, magic.bob)
    magic.play("aftereffect_duration", {"spell": {"id": spell}, "target": {"id": magic.bob}})

    assert haunted(magic).pool.size == 1
    with refused("PAN-AFTER-11"):
        haunted(magic)
    assert haunted(magic, override=BY_OVERRIDE).pool.size == 1

    magic.game.act("table.end_scene")
    magic.game.act("table.begin_scene")
    assert haunted(magic, dice=1).pool.size == 3


def haunted(magic: Magic, dice: int = -1, **how: Any) -> Any:
    """A roll of Bob's Wits that what was left on him shows in, an Edge or a Difficulty of one die."""
    told = {"source": "aftereffect", "dice": dice, "note": "ill luck"}
    pool = {"traits": ["wits"], "modifiers": [told]}
    return magic.outcome("roll", {"actor": {"id": magic.bob}, "pool": pool}, hand=MISSES[: 2 + dice], **how)


@pytest.mark.clause("PAN-HEAL-09")
def test_only_spells_that_may_heal_are_offered_to_heal_with(magic: Magic) -> None:
    spells = {kind: magic.cast(kind) for kind in ("healing", "attack", "direct", "other", "control", "drain")}

    form = Form(page_of(magic, client_of(magic, "gm"), "heal"), "action-form")

    healers = ("healing", "attack", "direct", "other")
    assert sorted(form.controls["spell.id"].options) == sorted(["", *(spells[one] for one in healers)])


@pytest.mark.parametrize("verb", ["cast", "write_spell"])
def test_a_spell_that_is_yet_to_be_made_is_no_spell_at_work(magic: Magic, verb: str) -> None:
    page = page_of(magic, client_of(magic, "gm"), verb)

    assert "The spell at work." not in page
    assert "each time it is cast." in page if verb == "write_spell" else "What is cast, and how." in page


@pytest.mark.clause("PAN-MULTI-04")
def test_what_hurts_somebody_is_several_spells_and_helps_no_roll(magic: Magic) -> None:
    both = [magic.cast("attack", on=(magic.bob,)), magic.cast("direct", on=(magic.bob,))]
    client = client_of(magic, "gm")
    page = page_of(magic, client, "multi_source_damage")
    form = Form(page, "action-form")

    assert "Everything that hurts the target this turn." in page
    assert "the strongest alone" not in page
    form.controls["sources.help"].fill(both)
    answer = client.post(form.action, form.sent | {"target.id": magic.bob})
    assert "Tick one boost alone" not in answer.content.decode()


def test_a_blow_is_asked_for_before_what_resists_its_spell(magic: Magic) -> None:
    magic.cast("control")

    names = list(Form(page_of(magic, client_of(magic, "gm"), "boosted_attack"), "action-form").controls)

    first = [
        next(one for one in names if one.startswith(part))
        for part in ("attacker", "target", "attack.", "resist.")
    ]
    assert first == sorted(first, key=names.index)


def test_what_a_spell_was_made_with_may_be_left_alone(magic: Magic) -> None:
    magic.cast("control")

    page = page_of(magic, client_of(magic, "gm"), "strike")

    assert "Wounds that no healing here changes. Left alone, it follows from what is recorded." in page
    assert "not on a sheet" not in page
