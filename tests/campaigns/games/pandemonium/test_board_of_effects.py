"""The board of spells says of each what matters now: what is kept, learnt and still to be made of what it did."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.models import Membership, Pending
from tests.campaigns.form_filling import Form, posted_forms
from tests.campaigns.magic import Magic, new_magic

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def magic() -> Magic:
    return new_magic()


def client_of(by: Membership) -> Client:
    client = Client()
    client.force_login(by.user)
    return client


def board(magic: Magic, by: Membership | None = None) -> str:
    page = client_of(by or magic.game.player).get(reverse("spells", args=[magic.game.campaign.pk]))
    return page.content.decode()


@pytest.mark.clause("PAN-REAP-01", "PAN-REAP-04", "PAN-TRACK-08")
def test_what_an_instant_spell_did_is_reaped_in_a_tap_and_then_leaves_the_board(magic: Magic) -> None:
    bite = magic.cast("attack", on=(magic.bob,), duration="instant", spell={"name": "Leech bite"})
    magic.apply("attack", bite, magic.bob, damage={"kind": "lethal", "resistant": True})

    shown = board(magic)
    assert f'id="spell-{bite}"' not in shown
    assert "3 Resistant wounds unused" in shown
    assert "Reap Mana" not in board(magic, magic.game.other_player)
    [form] = [
        one for one in posted_forms(shown, "") if "pandemonium.reap" in one.action and "mana" in str(one.sent)
    ]
    answer = client_of(magic.game.player).post(form.action, form.sent)

    assert answer.status_code == 302
    assert (magic.sheet(magic.mira)["mana"], magic.sheet(magic.bob)[f"taken.{bite}"]) == (12, 3)
    assert "Leech bite" not in board(magic)


@pytest.mark.clause("PAN-PLUNDER-07", "PAN-INVEST-05")
def test_the_board_says_what_a_spell_keeps_from_somebody_and_what_it_found_out(magic: Magic) -> None:
    magic.game.edit(magic.bob, **{"merits.retainer": 2})
    theft, eye, ear = magic.cast("plunder"), magic.cast("investigation"), magic.cast("investigation")
    merit: dict[str, Any] = {"of": "merit", "merit": {"name": "retainer"}}
    magic.apply("plunder", theft, magic.bob, **merit)
    magic.apply("investigate", eye, magic.bob, successes=1, aim="watch")
    magic.apply("investigate", ear, magic.bob, aim="learn")

    shown = board(magic)
    for told in ("Retainer out of reach", "watched, dim view", "6 pieces learnt"):
        assert told in shown
    magic.play("let_go", {"spell": {"id": theft}})
    assert "Retainer out of reach" not in board(magic)


@pytest.mark.clause("PAN-TRANSFER-04")
def test_the_board_leads_to_asking_who_bears_the_wounds(magic: Magic) -> None:
    scape = magic.cast("transfer", on=(magic.bob,), timing="ritual")
    assert "Ask who bears the wounds" not in board(magic)
    magic.play("apply_damage", {"target": {"id": magic.bob}, "damage": {"kind": "lethal", "wounds": 2}})

    address = re.search(r'href="([^"]*pandemonium.offer_wounds/[^"]*)"', board(magic))
    assert address is not None
    url = address.group(1).replace("&amp;", "&")
    form = Form(client_of(magic.game.player).get(url).content.decode(), "action-form")
    answer = client_of(magic.game.player).post(form.action, {**form.sent, "recipients.0.id": magic.nan})

    assert answer.status_code == 302
    asked = Pending.objects.get(question="pandemonium.bear_wounds")
    assert (str(asked.who_id), asked.data["through"]) == (magic.nan, scape)


@pytest.mark.clause("PAN-TRANSFER-05")
def test_asking_who_bears_wounds_begins_with_the_worst_that_the_potency_moves(magic: Magic) -> None:
    scape = magic.cast("transfer", on=(magic.bob,), timing="ritual")
    for kind, wounds in (("bashing", 1), ("lethal", 3)):
        magic.play("apply_damage", {"target": {"id": magic.bob}, "damage": {"kind": kind, "wounds": wounds}})
    begun = []
    for potency in (3, 2):
        magic.game.edit(scape, potency=potency)
        begun += re.findall(r"pandemonium.offer_wounds/[^\"]*kinds=(\w+)", board(magic))

    assert begun == ["lethal", "bashing"]
    magic.game.edit(scape, potency=0)
    assert not re.findall(r"pandemonium.offer_wounds/[^\"]*kinds=", board(magic)), "nothing can be moved"


@pytest.mark.clause("PAN-TRANSFER-05")
def test_asking_who_bears_too_many_wounds_says_how_many_and_what_would_do(magic: Magic) -> None:
    scape = magic.cast("transfer", on=(magic.bob,), timing="ritual")
    others = [magic.cast("control"), magic.cast("transfer", on=(magic.bob,), timing="ritual")]
    magic.game.edit(others[1], state="ended")
    magic.game.edit(scape, potency=3)
    for kind, wounds in (("bashing", 3), ("lethal", 4)):
        magic.play("apply_damage", {"target": {"id": magic.bob}, "damage": {"kind": kind, "wounds": wounds}})
    client = client_of(magic.game.player)
    url = reverse("play_action", args=[magic.game.campaign.pk, "pandemonium.offer_wounds"])
    page = client.get(f"{url}?spell={scape}&donor={magic.bob}&recipients.0.id={magic.nan}").content.decode()
    form = Form(page, "action-form")
    refusal = client.post(form.action, {**form.sent, "kinds": ["lethal"]})

    assert form.controls["spell.id"].options == ["", scape]
    assert "Roll dice by hand" not in page, "nothing is rolled for"
    told = "Bob bears 4 lethal, the Potency is 3: Shape it by 1, or choose bashing (3)."
    assert (refusal.status_code, told in refusal.content.decode()) == (422, True)


@pytest.mark.clause("PAN-RESIST-01")
def test_a_tap_on_the_board_brings_a_spell_to_bear(magic: Magic) -> None:
    grip = magic.cast("control")
    magic.game.edit(grip, targets=[magic.nan])
    [form] = [one for one in posted_forms(board(magic), "") if "pandemonium.bring" in one.action]

    assert client_of(magic.game.player).post(form.action, form.sent).status_code == 302
    asked = Pending.objects.get(state="open")
    assert (asked.question, str(asked.who_id)) == ("pandemonium.control", magic.nan)


@pytest.mark.clause("PAN-STRUGGLE-01", "PAN-STRUGGLE-07")
def test_one_button_struggles_free_of_what_keeps_somebody_from_acting(magic: Magic) -> None:
    grip, eye = (
        magic.cast(on=(magic.mira,), by="bob"),
        magic.cast("investigation", by="bob", on=(magic.mira,)),
    )
    magic.apply("control", grip, magic.mira)
    magic.apply("investigate", eye, magic.mira, aim="watch")

    page = board(magic)

    assert page.count(">Struggle free") == 1
    [form] = [one for one in posted_forms(page, "") if "pandemonium.struggle" in one.action]
    assert [one for name, one in form.sent.items() if name.startswith("spells.")] == [[grip]]


@pytest.mark.clause("PAN-HIND-07", "PAN-HIND-09")
def test_whoever_a_spell_hampers_finds_their_usual_rolls_despite_it(magic: Magic) -> None:
    grip = magic.cast(on=(magic.mira,), by="bob", spell={"name": "Vines"})
    magic.apply("control", grip, magic.mira, successes=1)
    url = reverse("table", args=[magic.game.campaign.pk])
    page = client_of(magic.game.player).get(url).content.decode()

    address = re.search(r'href="([^"]*pandemonium.act_against_hindrance/[^"]*pool.traits[^"]*)"', page)
    assert address is not None
    assert "Strength + Brawl despite Vines" in page
    form = Form(
        client_of(magic.game.player).get(address.group(1).replace("&amp;", "&")).content.decode(),
        "action-form",
    )
    answer = client_of(magic.game.player).post(form.action, form.sent)

    assert answer.status_code == 302, "nothing is typed"


@pytest.mark.clause("PAN-HIND-07")
def test_the_form_of_a_roll_leads_to_acting_despite_what_hampers_whoever_rolls(magic: Magic) -> None:
    """With the traits that were picked; nothing of a spell that only the GM knows of."""
    grip = magic.cast(on=(magic.mira,), by="bob", spell={"name": "Vines"})
    url = reverse("play_action", args=[magic.game.campaign.pk, "pandemonium.roll"])
    picked = {"actor.id": magic.mira, "pool.traits": ["strength", "brawl"], "key": "k"}
    client = client_of(magic.game.player)

    def shown() -> str:
        return client.post(url, {**picked, "form.command": "show"}).content.decode()

    assert "Act despite Vines" not in shown()
    magic.apply("control", grip, magic.mira, successes=1)
    address = re.search(r'href="([^"]*)">Act despite Vines<', shown())
    assert address is not None
    page = client.get(address[1].replace("&amp;", "&")).content.decode()
    form = Form(page, "action-form")
    assert form.sent["pool.traits"][:2] == ["strength", "brawl"]
    assert client.post(form.action, form.sent).status_code == 302, "nothing is typed"

    magic.game.act("table.end_round")
    about = {"kind": "pandemonium.spell", "name": "Vines", "visibility": "gm"}
    magic.game.act("table.edit", {"record": {"id": grip}, "reason": "unseen", "about": about})
    assert "Act despite Vines" not in shown()


@pytest.mark.clause("PAN-ASSAIL-03")
def test_what_is_left_of_a_potency_stands_on_the_card(magic: Magic) -> None:
    grip = magic.cast()
    magic.assail(magic.bob, grip, 8, 8, 1, 1)

    assert "Potency 1 for now" in board(magic)


@pytest.mark.clause("PAN-TRACK-03")
def test_a_round_in_which_a_spell_struck_can_be_ended_where_no_turns_are_counted(magic: Magic) -> None:
    bolt = magic.cast("attack", damage={"kind": "lethal"})
    url = reverse("spells", args=[magic.game.campaign.pk])
    gm = client_of(magic.game.gm)
    assert "End the round" not in gm.get(url).content.decode()

    magic.apply("attack", bolt, magic.bob)

    assert "End the round" in gm.get(url).content.decode()


@pytest.mark.clause("PAN-TRACK-08")
def test_of_a_spell_that_is_over_nothing_stands_that_leaves_nothing(magic: Magic) -> None:
    bolt = magic.cast("attack", on=(magic.bob,), duration="instant", spell={"name": "Zap"})
    magic.apply("attack", bolt, magic.bob)

    assert magic.sheet(bolt)["state"] == "ended"
    assert "Zap" not in board(magic).partition("Left behind by ended spells")[2]


def test_a_spell_of_no_kind_is_brought_to_bear_and_called_no_control(magic: Magic) -> None:
    nudge = magic.cast("other")
    magic.game.edit(nudge, targets=[magic.nan])

    page = board(magic)

    assert "Bring it to bear" in page
    assert "Take control" not in page


@pytest.mark.clause("PAN-HEAL-07", "PAN-TEMP-04")
def test_healing_for_a_time_that_is_over_is_told_beside_what_the_spell_still_does(magic: Magic) -> None:
    balm = magic.cast("healing", on=(magic.bob,))
    kept = [{"type": "healing", "downgraded": [{"from": "lethal", "to": "bashing", "count": 1}]}]
    magic.game.edit(balm, temporary=True)
    magic.game.edit(magic.bob, **{f"hold.{balm}": "severe", f"temporary.{balm}": kept[0]})
    shown = board(magic)
    assert "bolstered against harm" in shown
    assert "its healing is over" not in shown

    magic.game.edit(magic.bob, **{f"temporary.{balm}": None})

    shown = board(magic)
    assert "bolstered against harm" in shown
    assert "its healing is over" in shown


@pytest.mark.clause("PAN-AFTER-05", "PAN-TRACK-08")
def test_of_a_spell_that_is_over_it_is_told_that_something_can_still_be_made_of_it(magic: Magic) -> None:
    strings = magic.cast("control", on=(magic.bob,), spell={"name": "Strings"})
    assert magic.apply("control", strings, magic.bob).severity == "severe"
    magic.play("let_go", {"spell": {"id": strings}})
    page = reverse("spells", args=[magic.game.campaign.pk])

    told = client_of(magic.game.gm).get(page).content.decode().partition("Left behind by ended spells")[2]

    assert "over; until the scene ends, something can still be made of it" in told
    assert "aftereffect_duration" in told
