"""A spell is brought to bear: whoever it is meant for resists on their own, and nothing happens before (PAN-RESIST)."""

import re
from typing import Any

import pytest
from django.urls import reverse

from campaigns.models import Pending
from campaigns.policy import NotAllowed
from tests.campaigns.form_filling import Form, posted_forms
from tests.campaigns.magic import Magic, new_magic, refused
from tests.campaigns.spine import browser, input_of

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def magic() -> Magic:
    return new_magic()


def asked(magic: Magic) -> list[Pending]:
    return list(
        Pending.objects.filter(record__campaign=magic.game.campaign, state="open").order_by("who__name")
    )


@pytest.mark.clause("PAN-RESIST-03", "PAN-CONSEQ-07")
def test_each_target_of_a_casting_resists_by_themselves_before_anything_comes_of_it(magic: Magic) -> None:
    game = magic.game
    grip = magic.cast(on=(magic.nan, magic.bob), spell={"arcanum": "mind"})

    found = asked(magic)

    assert [(str(one.who_id), one.question, one.data["compare"]) for one in found] == [
        (magic.bob, "pandemonium.control", "resolve"),
        (magic.nan, "pandemonium.control", "resolve"),
    ]
    assert (magic.hold(grip, magic.nan), magic.hold(grip, magic.bob)) == ("none", "none")
    page = spells_page(magic, "other_player")
    assert "Resolve + Power against Potency 3, severe from net 3." in page
    at_once = {
        "spell": {"id": grip},
        "target": {"id": magic.nan},
        "compare": "resolve",
        "resist": {"pool": {}},
    }
    with pytest.raises(NotAllowed, match="is asked to defend"):
        magic.play("control", at_once, by=game.player)
    with refused("PAN-RESIST-01"):
        magic.play("control", at_once)
    with refused("PAN-RESIST-01"):
        magic.play("bring", {"spell": {"id": grip}, "targets": [{"id": magic.nan}]})
    outcome = magic.resist(grip, magic.nan, 8, *(1,) * 7, by=game.other_player, willpower=True)

    assert (outcome.pool.size, outcome.net, outcome.severity) == (8, 2, "normal")
    assert (magic.hold(grip, magic.nan), magic.hold(grip, magic.bob)) == ("normal", "none")
    assert [str(one.who_id) for one in asked(magic)] == [magic.bob]
    [came] = re.findall(r'id="last".*?</section>', spells_page(magic, "other_player"), re.DOTALL)
    assert 'class="log-result' in came, "what one's own tap came to stands where it was made"
    assert 'id="last"' not in spells_page(magic, "observer")
    game.undo(game.campaign.entries.latest("seq").seq)
    assert 'id="last"' not in spells_page(magic, "other_player")


def test_whoever_resists_with_other_traits_is_not_told_to_do_what_the_caster_does(magic: Magic) -> None:
    magic.cast(on=(magic.nan,), spell={"arcanum": "mind"})
    (asked_of,) = asked(magic)
    url = reverse("pending_answer", args=[magic.game.campaign.pk, asked_of.pk])

    shown = browser(magic.game.other_player).get(url).content.decode()

    assert "<h1>Resist</h1>" in shown
    assert "Take control" not in shown


def test_whoever_gives_no_rulings_is_promised_no_other_traits(magic: Magic) -> None:
    """The form to which it led had none."""
    magic.propose()
    magic.cast(on=(magic.nan,), spell={"arcanum": "mind"})
    promised = "With other traits, boosts or a ruling"

    assert promised in spells_page(magic, "gm")
    assert promised not in spells_page(magic, "other_player")
    assert "With a boost, or in another way" in spells_page(magic, "other_player")


def test_whoever_resists_is_shown_no_group_of_which_nothing_is_theirs_to_say(magic: Magic) -> None:
    magic.propose()
    magic.cast("direct", on=(magic.nan,), damage={"kind": "lethal"}, spell={"arcanum": "death"})
    (asked_of,) = asked(magic)
    url = reverse("pending_answer", args=[magic.game.campaign.pk, asked_of.pk])

    shown = browser(magic.game.other_player).get(url).content.decode()

    assert "<h1>Resist</h1>" in shown
    assert "<legend>Damage</legend>" not in shown

    home = browser(magic.game.other_player).get(f"/campaigns/{magic.game.campaign.pk}/").content.decode()
    [card] = re.findall(r'<div class="pending is-yours">.*?</div>', home, re.DOTALL)
    assert re.findall(r'href="[^"]*#resist">([^<]*)</a>', card) == ["Resist"]


def test_who_lets_a_spell_through_is_offered_to_undo_their_own_answer(magic: Magic) -> None:
    magic.cast(on=(magic.nan,), spell={"arcanum": "mind"})
    url, nan = reverse("spells", args=[magic.game.campaign.pk]), browser(magic.game.other_player)
    [form] = [one for one in posted_forms(nan.get(url).content.decode(), url) if "let" in one.action]

    answered = nan.post(form.action, form.sent)
    assert answered["Location"] == f"{url}#last", "what came of it stands below what is still to be resisted"
    shown = nan.get(url).content.decode()

    assert "Undo: Answer to the spell" in shown
    assert "Undo: Take control" not in shown


def spells_page(magic: Magic, who: str) -> str:
    url = reverse("spells", args=[magic.game.campaign.pk])
    return str(browser(getattr(magic.game, who)).get(url).content.decode())


@pytest.mark.clause("PAN-ADDED-01", "PAN-ADDED-03", "PAN-ADDED-04")
def test_whoever_a_spell_holds_resists_its_added_damage_on_their_own_page(magic: Magic) -> None:
    game = magic.game
    grip = magic.cast(on=(magic.nan,), damage={"kind": "lethal"}, spell={"arcanum": "mind"})
    at_once = {"spell": {"id": grip}, "target": {"id": magic.nan}, "resist": {"pool": {"traits": ["wits"]}}}
    added = {"spell": {"id": grip}, "targets": [{"id": magic.nan}], "way": "added"}
    with refused("PAN-RESIST-01"):  # the grip itself has to be resisted first
        magic.play("bring", added, by=game.player)
    magic.resist(grip, magic.nan, *(1,) * 5, by=game.other_player)
    with pytest.raises(NotAllowed, match="is asked to defend"):
        magic.play("added_damage", at_once, by=game.player)

    magic.play("bring", added, by=game.player)

    (question,) = asked(magic)
    assert (question.question, question.data["resisted_by"]) == (
        "pandemonium.added_damage",
        ["resolve", "power"],
    )
    assert magic.sheet(magic.nan)["health"]["lethal"] == 0
    page = spells_page(magic, "other_player")
    assert "Resolve + Power against Potency 3." in page
    assert "to shake it off" in page
    came = magic.resist(grip, magic.nan, 8, *(1,) * 4, by=game.other_player)
    assert (came.net, magic.sheet(magic.nan)["health"]["lethal"], asked(magic)) == (2, 2, [])


@pytest.mark.clause("PAN-POT-15", "PAN-CTRL-06", "PAN-DRAIN-05", "PAN-ATTACK-05")
@pytest.mark.parametrize(
    ("kind", "clause", "more", "faces"),
    [
        ("control", "PAN-CTRL-06", {}, (8, 8, 8, 8)),
        ("drain", "PAN-DRAIN-05", {"resource": "mana"}, (8, 8, 8, 8)),
        ("attack", "PAN-ATTACK-05", {}, (8, 8, 1, 1)),
    ],
)
def test_nobody_is_asked_to_resist_what_they_could_not_answer(
    magic: Magic, kind: str, clause: str, more: dict[str, Any], faces: tuple[int, ...]
) -> None:
    harm: dict[str, Any] = {"damage": {"kind": "bashing"}} if kind == "attack" else {}
    spell = magic.cast(kind, on=(magic.nan,), **harm)
    reached = {"spell": {"id": spell}, "targets": [{"id": magic.nan}], **more}
    if not asked(magic):
        magic.play("bring", reached, by=magic.game.player)
    magic.resist(spell, magic.nan, *faces, by=magic.game.other_player)

    with refused(clause):
        magic.play("bring", reached, by=magic.game.player)
    assert not asked(magic)
    shape = {"spell": {"id": spell}, "caster": {"id": magic.mira}, "raise": "potency", "timing": "ritual"}
    magic.play("shape", {**shape, "shaping": {"successes": 2}, "paid": {"mana": 1}})
    if kind != "attack":  # what struck them waits for the next round
        magic.play("bring", reached, by=magic.game.player)
        assert asked(magic)


@pytest.mark.clause("PAN-ADDED-01")
def test_the_gm_says_once_whether_a_hold_hurts_and_how_whatever_its_caster_said(magic: Magic) -> None:
    game = magic.game
    magic.propose()
    cast = {"spell": {"aspect": "vulgar", "kind": "control", "arcanum": "mind"}, "caster": {"id": magic.mira}}
    wished = {**cast, "targets": [magic.nan], "damage": {"kind": "aggravated"}}
    grip = str(input_of(magic.play("cast", wished, by=game.player))["spell"]["id"])
    magic.resist(grip, magic.nan, *(1,) * 5, by=game.other_player)
    added = {"spell": {"id": grip}, "targets": [{"id": magic.nan}], "way": "added"}

    with refused("PAN-ADDED-01"):
        magic.play("bring", added, by=game.player)
    with pytest.raises(NotAllowed, match="Only the GM"):
        magic.play("bring", {**added, "wound": "aggravated"}, by=game.player)
    [begun] = re.findall(r"pandemonium\.bring/(\?[^\"]*way=added[^\"]*)", spells_page(magic, "player"))
    url = reverse("play_action", args=[game.campaign.pk, "pandemonium.bring"]) + begun.replace("&amp;", "&")
    assert "Ask the GM" in browser(game.player).get(url).content.decode()
    assert "wound=aggravated" in spells_page(magic, "gm")

    magic.play("bring", {**added, "wound": "bashing"})
    magic.resist(grip, magic.nan, 8, *(1,) * 4, by=game.other_player)
    game.act("table.end_round")
    magic.play("bring", added, by=game.player)
    magic.resist(grip, magic.nan, *(1,) * 5, by=game.other_player)
    assert (magic.sheet(grip)["wound"], magic.sheet(grip)["adds"]) == ("aggravated", "bashing")
    assert (magic.sheet(magic.nan)["health"]["bashing"], magic.sheet(magic.nan)["health"]["aggravated"]) == (
        5,
        0,
    )


@pytest.mark.clause("PAN-ADDED-04")
def test_whoever_has_struggled_free_has_no_added_damage_left_to_resist(magic: Magic) -> None:
    grip = magic.cast(on=(magic.nan,), damage={"kind": "bashing"})
    magic.resist(grip, magic.nan, *(1,) * 4, by=magic.game.other_player)
    magic.play("bring", {"spell": {"id": grip}, "targets": [{"id": magic.nan}], "way": "added"})
    assert asked(magic)

    magic.struggle(magic.nan, grip, faces=(8, 8, 8, 8))

    assert (magic.hold(grip, magic.nan), asked(magic)) == ("escaped", [])


@pytest.mark.clause("PAN-ONGOING-01", "PAN-ONGOING-02")
def test_what_falls_piece_by_piece_is_resisted_in_the_place_of_harm_at_once(magic: Magic) -> None:
    game = magic.game
    venom = magic.cast("attack", on=(magic.nan,), damage={"kind": "bashing"})
    (at_once,) = asked(magic)
    slow: dict[str, Any] = {"spell": {"id": venom}, "targets": [{"id": magic.nan}], "way": "slow"}

    magic.play("bring", {**slow, "interval": "day"})

    (question,) = asked(magic)
    assert (at_once.question, question.question) == ("pandemonium.attack", "pandemonium.ongoing_start")
    came = magic.resist(venom, magic.nan, 8, *(1,) * 3, by=game.other_player)
    assert (came.net, came.interval, magic.sheet(magic.nan)["health"]["bashing"]) == (2, "day", 0)
    assert magic.sheet(magic.nan)[f"ongoing.{venom}"]["left"] == 2


@pytest.mark.clause("PAN-ONGOING-01")
def test_slow_damage_begins_from_the_board_with_nothing_typed_but_its_interval(magic: Magic) -> None:
    venom = magic.cast("attack", damage={"kind": "bashing"})
    url = reverse("play_action", args=[magic.game.campaign.pk, "pandemonium.bring"])
    gm = browser(magic.game.gm)
    page = gm.get(url, {"spell.id": venom, "targets.0.id": magic.nan, "way": "slow"}).content.decode()
    form = Form(page, "action-form", url)
    form.controls["interval"].fill("week")

    assert gm.post(form.action, form.sent).status_code == 302

    (question,) = asked(magic)
    assert question.question == "pandemonium.ongoing_start"
    assert "one per week" not in spells_page(magic, "other_player")
    assert "Begin slow damage, one wound per week" in spells_page(magic, "other_player")


@pytest.mark.clause("PAN-ONGOING-01", "PAN-POT-15")
def test_one_casting_harms_at_once_or_piece_by_piece_and_never_both(magic: Magic) -> None:
    bolt, venom = (magic.cast("attack", on=(magic.nan,), damage={"kind": "bashing"}) for _one in range(2))
    slow: dict[str, Any] = {"targets": [{"id": magic.nan}], "way": "slow", "interval": "day"}
    magic.resist(bolt, magic.nan, *(1,) * 4, by=magic.game.other_player)
    with refused("PAN-POT-15"):
        magic.play("bring", {"spell": {"id": bolt}, **slow})

    magic.play("bring", {"spell": {"id": venom}, **slow})
    magic.resist(venom, magic.nan, *(1,) * 4, by=magic.game.other_player)
    with refused("PAN-ONGOING-01"):
        magic.play("bring", {"spell": {"id": venom}, "targets": [{"id": magic.nan}]})


@pytest.mark.clause("PAN-DELAY-03")
def test_what_lies_in_wait_reaches_for_nobody_before_the_gm_says_that_it_is_triggered(magic: Magic) -> None:
    trap = magic.cast("direct", on=(magic.nan,), damage={"kind": "bashing"}, delayed=True, timing="ritual")
    bring: dict[str, Any] = {"spell": {"id": trap}, "targets": [{"id": magic.nan}]}
    magic.rule_alone()
    with refused("PAN-DELAY-03"):
        magic.play("bring", bring, by=magic.game.player)
    assert asked(magic) == []
    assert "PAN-DELAY-03" in spells_page(magic, "player")

    magic.play("bring", {**bring, "triggered": True})
    assert "to shake it off" in spells_page(magic, "other_player")
    magic.resist(trap, magic.nan, *(1,) * 4, by=magic.game.other_player)

    assert (magic.sheet(trap)["state"], asked(magic)) == ("ended", [])


@pytest.mark.clause("PAN-PLUNDER-01")
def test_a_thing_or_a_merit_is_plundered_in_a_tap_each(magic: Magic) -> None:
    magic.game.edit(magic.nan, **{"merits.retainer": 2})
    magic.cast("plunder", on=(magic.nan,))
    forms = [
        one for one in posted_forms(spells_page(magic, "player"), "") if "pandemonium.bring" in one.action
    ]
    thing, merit = forms

    assert browser(magic.game.player).post(merit.action, merit.sent).status_code == 302

    (question,) = asked(magic)
    merit_asked: Any = question.data["merit"]
    assert (question.data["of"], merit_asked["name"]) == ("merit", "retainer")
    assert thing.sent["of"] == ["item"]


@pytest.mark.clause("PAN-RESIST-01")
@pytest.mark.parametrize("kind", ["attack", "direct", "control"])
@pytest.mark.parametrize("who", ["nan", "bob"])
def test_whatever_reaches_for_somebody_is_resisted_in_one_tap(magic: Magic, kind: str, who: str) -> None:
    harm: dict[str, Any] = {"damage": {"kind": "bashing"}} if kind != "control" else {}
    magic.cast(kind, on=(getattr(magic, who),), **harm)
    client = browser(magic.game.other_player if who == "nan" else magic.game.gm)
    board = client.get(reverse("spells", args=[magic.game.campaign.pk])).content.decode()
    address, form = re.findall(r'action="([^"]*/play/waiting/[^"]*/)">(.*?)</form>', board, re.DOTALL)[0]
    sent = dict(re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', form))

    for willpower in ("", "on"):
        assert f'name="resist.pool.willpower" value="{willpower}"' in form
    answer = client.post(address, {**sent, "key": "one-tap-key-one-tap-key", "resist.pool.willpower": ""})

    assert answer.status_code == 302
    assert not Pending.objects.filter(record__campaign=magic.game.campaign, state="open").exists()


@pytest.mark.clause("PAN-ATTACK-04", "PAN-ATTACK-05")
def test_a_turn_names_the_spells_that_have_somebody_left_to_strike_in_this_round(magic: Magic) -> None:
    magic.cast("attack", on=(magic.nan, magic.bob), spell={"name": "Gale"}, damage={"kind": "bashing"})
    gale = str(asked(magic)[0].data["brought"])
    strikes, told = "These spells strike on this turn", []
    for who in (magic.nan, magic.bob):
        told.append(strikes in spells_page(magic, "player"))
        magic.resist(gale, who, *(1,) * 4)

    assert (told, strikes in spells_page(magic, "player")) == ([True, True], False)
    assert "Begin slow damage" not in spells_page(magic, "gm"), "its wounds fall at once"
    magic.game.act("table.end_round")
    assert strikes in spells_page(magic, "player")
