"""A transfer of wounds on stored state: everybody who is to bear some is asked on their own page before any moves."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.models import Entry, Pending
from campaigns.policy import NotAllowed
from tests.campaigns.form_filling import Form, first_form, posted_forms
from tests.campaigns.magic import MISSES, Magic, new_magic, refused
from tests.campaigns.spine import browser, document

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

HURT = {"boxes": 7, "bashing": 0, "lethal": 3, "aggravated": 0}
NONE = {"bashing": 0, "lethal": 0, "aggravated": 0}


@pytest.fixture
def magic() -> Magic:
    return new_magic()


def ritual(magic: Magic) -> str:
    """A ritual of Mira's that is to move Bob's three lethal wounds; its Potency is 5."""
    magic.game.edit(magic.bob, health={**HURT, "resistant": NONE})
    shaped: dict[str, Any] = {"shaping": {"successes": 2}, "timing": "ritual"}
    return magic.cast("transfer", on=(magic.bob,), **shaped)


def offer(magic: Magic, spell: str, *to: str, **more: Any) -> None:
    given = {"spell": {"id": spell}, "donor": {"id": magic.bob}, "kinds": ["lethal"]}
    recipients = [{"id": one} for one in to]
    magic.play("offer_wounds", {**given, "recipients": recipients, **more}, by=magic.game.player)


def answer(magic: Magic, asked: Pending, who: str, **given: Any) -> Any:
    by = {magic.nan: magic.game.other_player, magic.mira: magic.game.player}[who]
    client = Client()
    client.force_login(by.user)
    page = client.get(reverse("pending_answer", args=[magic.game.campaign.pk, asked.pk]))
    assert page.status_code == 200
    told = {"bearer": {"id": who}, "spell": asked.data["spell"], "donor": asked.data["donor"]}
    return magic.play(
        "bear_wounds", {**told, **given}, by=by, hand=None if given.get("willing") else MISSES[:4]
    )


@pytest.mark.clause("PAN-TRANSFER-02")
def test_nobody_is_asked_to_bear_wounds_that_an_undo_has_taken_back(magic: Magic) -> None:
    """The offer stands without them in the log, as it wrote nothing of theirs; done again, it is asked anew."""
    game, spell = (
        magic.game,
        magic.cast("transfer", on=(magic.bob,), timing="ritual", shaping={"successes": 2}),
    )
    lethal = {"kind": "lethal", "wounds": 1}
    hurt = magic.play("apply_damage", {"target": {"id": magic.bob}, "damage": lethal}).entry.seq
    offer(magic, spell, magic.nan)
    asked = Pending.objects.filter(question="pandemonium.bear_wounds", state="open")
    assert asked.count() == 1

    undone = game.undo(hurt).entry.seq
    assert asked.count() == 0
    assert game.verified().holds

    game.undo(undone)
    assert asked.count() == 1
    assert game.verified().holds


def test_the_log_says_whether_wounds_were_moved_or_that_was_tried(magic: Magic) -> None:
    """Where all of it had worked, it still said that it was tried."""
    spell, game = ritual(magic), magic.game
    offer(magic, spell, magic.mira)
    log = reverse("log", args=[game.campaign.pk])
    answer(magic, Pending.objects.get(question="pandemonium.bear_wounds"), magic.mira, willing=True)
    to_move = Pending.objects.get(question="pandemonium.transfer", state="open")
    at, client = reverse("pending_answer", args=[game.campaign.pk, to_move.pk]), browser(game.player)

    client.post(at, Form(client.get(at).content.decode(), "action-form", at).sent)

    told = client.get(log).content.decode()
    assert "moves wounds from" in told
    assert "tries to move wounds" not in told
    assert "Undo: Move wounds" in told, "the caster answers no spell"


@pytest.mark.clause("PAN-TRANSFER-04", "PAN-TRANSFER-03", "PAN-TRANSFER-06")
def test_nothing_moves_before_all_who_are_to_bear_it_have_answered(magic: Magic) -> None:
    game, spell = magic.game, ritual(magic)
    allot = [
        {"to": magic.nan, "kind": "lethal", "wounds": 2},
        {"to": magic.mira, "kind": "lethal", "wounds": 1},
    ]
    offer(magic, spell, magic.nan, magic.mira, allot=allot)
    asked = {str(one.who_id): one for one in Pending.objects.filter(question="pandemonium.bear_wounds")}
    assert asked.keys() == {magic.nan, magic.mira}
    given = {"spell": {"id": spell}, "donor": {"id": magic.bob}, "kinds": ["lethal"], "allot": allot}
    both = [{"id": magic.nan, "willing": True}, {"id": magic.mira, "willing": True}]
    with refused("PAN-TRANSFER-04"):
        magic.play("transfer", {**given, "recipients": both})
    with pytest.raises(NotAllowed):
        told = {"bearer": {"id": magic.nan}, "spell": {"id": spell}, "donor": {"id": magic.bob}}
        magic.play("bear_wounds", {**told, "willing": True}, by=game.player)

    answer(magic, asked[magic.mira], magic.mira, willing=True)
    assert not Pending.objects.filter(question="pandemonium.transfer").exists()
    answer(magic, asked[magic.nan], magic.nan)

    to_move = Pending.objects.get(question="pandemonium.transfer", state="open")
    assert str(to_move.who_id) == magic.mira
    client = Client()
    client.force_login(game.player.user)
    page = client.get(reverse("pending_answer", args=[game.campaign.pk, to_move.pk])).content.decode()
    assert 'name="kinds"' not in page  # nothing is left to say
    assert "1 lethal wound of Bob goes to Mira: willing to bear them." in page
    assert "2 lethal wounds of Bob go to Nan: unwilling, with 0 successes against it." in page
    form = Form(page, "action-form", reverse("pending_answer", args=[game.campaign.pk, to_move.pk]))
    assert (
        client.post(form.action, form.sent).status_code == 302
    )  # who is willing said so: nobody says it for them

    moved = document(Entry.objects.filter(campaign=game.campaign).latest("seq"))["steps"][0]
    assert moved["input"]["spell"]["potency"] == 5
    lethal = {who: magic.sheet(who)["health"]["lethal"] for who in (magic.bob, magic.nan, magic.mira)}
    assert lethal == {magic.bob: 0, magic.nan: 2, magic.mira: 1}
    assert not Pending.objects.filter(state="open").exists()
    assert [magic.sheet(who).under("bears") for who in (magic.nan, magic.mira)] == [{}, {}]


@pytest.mark.clause("PAN-TRANSFER-05", "PAN-TRANSFER-02")
def test_nobody_is_asked_to_bear_what_the_spell_cannot_move(magic: Magic) -> None:
    spell = ritual(magic)
    magic.game.edit(magic.bob, health={**HURT, "lethal": 6, "resistant": NONE})
    with refused("PAN-TRANSFER-05"):
        offer(magic, spell, magic.nan)
    with refused("PAN-TRANSFER-01"):
        offer(magic, magic.cast("other"), magic.nan)
    assert not Pending.objects.exists()


@pytest.mark.clause("PAN-TRANSFER-04")
def test_whoever_resists_bears_no_more_than_the_potency_exceeds_their_successes(magic: Magic) -> None:
    spell = ritual(magic)
    offer(magic, spell, magic.nan)
    asked = Pending.objects.get(question="pandemonium.bear_wounds")
    told = {"bearer": {"id": magic.nan}, "spell": asked.data["spell"], "donor": asked.data["donor"]}
    magic.play("bear_wounds", told, by=magic.game.other_player, hand=(8, 8, 8, 8))

    given = {"spell": {"id": spell}, "donor": {"id": magic.bob}, "kinds": ["lethal"]}
    wish = [{"to": magic.nan, "kind": "lethal", "wounds": 3}]
    with refused("TAB-OVERRIDE-01"):
        magic.play("transfer", {**given, "allot": wish, "recipients": [{"id": magic.nan, "willing": True}]})
    magic.play("transfer", {**given, "allot": wish, "recipients": [{"id": magic.nan}]})

    assert magic.sheet(magic.nan)["health"]["lethal"] == 1


def page_of(magic: Magic, who: str) -> str:
    url = reverse("spells", args=[magic.game.campaign.pk])
    return str(browser(getattr(magic.game, who)).get(url).content.decode())


@pytest.mark.clause("PAN-TRANSFER-04", "PAN-ASSAIL-04")
def test_whoever_is_asked_reads_how_many_wounds_against_what_and_with_which_chance(magic: Magic) -> None:
    spell = ritual(magic)
    magic.assail(magic.bob, spell, 8, 8, 1, 1)
    offer(magic, spell, magic.nan)

    page = page_of(magic, "other_player")

    assert "3 lethal to bear" in page
    assert "Stamina + Power against Potency 5." in page
    asked = Pending.objects.get(question="pandemonium.bear_wounds", state="open")
    answer_url = reverse("pending_answer", args=[magic.game.campaign.pk, asked.pk])
    [resists, _bears] = [one for one in posted_forms(page, "") if one.action == answer_url]
    assert "Bear them willingly" not in page_of(magic, "observer")
    assert browser(magic.game.other_player).post(answer_url, resists.sent).status_code == 302
    step = document(Entry.objects.filter(campaign=magic.game.campaign).latest("seq"))["steps"][0]
    assert (step["action"], step["input"]["aid"], step["input"]["spell"]["potency"]) == (
        "pandemonium.bear_wounds", 2, 5,
    )  # fmt: skip
    assert magic.sheet(magic.nan)[f"bears.{spell}"]["successes"] >= 2


@pytest.mark.clause("PAN-TRANSFER-04")
def test_a_tap_bears_them_willingly(magic: Magic) -> None:
    spell = ritual(magic)
    offer(magic, spell, magic.nan)
    [_resists, bears] = [
        one for one in posted_forms(page_of(magic, "other_player"), "") if "/play/waiting/" in one.action
    ]

    assert (
        browser(magic.game.other_player).post(bears.action, {**bears.sent, "willing": "on"}).status_code
        == 302
    )

    assert magic.sheet(magic.nan)[f"bears.{spell}"] == {"willing": True, "successes": 0}


@pytest.mark.clause("PAN-TRANSFER-04")
def test_the_board_offers_what_is_due_of_a_transfer(magic: Magic) -> None:
    game, spell = magic.game, ritual(magic)
    client = browser(game.player)

    def board() -> str:
        return client.get(reverse("spells", args=[game.campaign.pk])).content.decode()

    assert "pandemonium.offer_wounds/" in board()
    offer(magic, spell, magic.nan)
    asked = Pending.objects.get(question="pandemonium.bear_wounds")
    shown = board()
    assert "pandemonium.offer_wounds/" not in shown
    assert "Wait until all who are asked to bear the wounds have answered." in shown

    answer(magic, asked, magic.nan, willing=True)

    shown = board()
    move = Pending.objects.get(question="pandemonium.transfer")
    way = reverse("pending_answer", args=[game.campaign.pk, move.pk])
    assert f'href="{way}?next=' in shown
    assert "pandemonium.offer_wounds/" not in shown
    magic.play("let_go", {"spell": {"id": spell}}, by=game.player)


@pytest.mark.clause("PAN-TRANSFER-01")
@pytest.mark.parametrize("verb", ["offer_wounds", "transfer"])
def test_whoever_gives_wounds_away_is_not_offered_them(magic: Magic, verb: str) -> None:
    spell, gm = ritual(magic), browser(magic.game.gm)
    url = reverse("play_action", args=[magic.game.campaign.pk, f"pandemonium.{verb}"])

    form = first_form(gm, f"{url}?spell.id={spell}&donor.id={magic.bob}&recipients.0.id={magic.nan}")

    offered = form.controls["recipients.0.id"].options
    assert {magic.mira, magic.nan} <= {*offered}
    assert magic.bob not in offered
