"""The Price of a sheet: proposed with each roll of its character, and no other is taken."""

import html
from typing import Any

import pytest
from django.urls import reverse

from campaigns.forms.action.form import ActionForm
from campaigns.games.sorcerer.conflict.announcements import announcements
from campaigns.models import Entry
from rules.kernel.errors import RuleViolation
from tests.campaigns.form_filling import Form
from tests.campaigns.games.sorcerer.circle import Circle, lost, new_circle
from tests.campaigns.spine import browser, document

pytestmark = pytest.mark.django_db

BOX = "modifiers.proposed"
LABEL = "Price: Arrogant, \N{MINUS SIGN}1"


@pytest.fixture
def circle() -> Circle:
    found = new_circle()
    found.game.edit(found.mara, price=-1, price_name="Arrogant")
    return found


def price(dice: int = -1) -> dict[str, Any]:
    return {"source": "price", "dice": dice}


def roll(circle: Circle, *modifiers: dict[str, Any], opposing: tuple[dict[str, Any], ...] = ()) -> Any:
    given = {
        "acting": {"id": circle.mara, "score": "will"},
        "opposing": {"id": circle.otto, "score": "will"},
        "modifiers": modifiers,
        "opposing_modifiers": opposing,
    }
    return circle.game.act("sorcerer.roll", given).result.outcome


@pytest.mark.clause("SOR-PRICE-04")
def test_the_price_that_is_taken_is_that_of_whoever_rolls_and_once(circle: Circle) -> None:
    assert roll(circle, price()).contest.acting.raw == 1

    for modifiers, told in (
        ([price(-3)], "is -1, not -3"),
        ([price(), price()], "taken once"),
    ):
        with pytest.raises(RuleViolation, match=told) as refused:
            roll(circle, *modifiers)
        assert refused.value.clause == "SOR-PRICE-04"
    with pytest.raises(RuleViolation, match="has no Price"):
        roll(circle, opposing=(price(),))


def test_in_a_round_and_for_a_helper_it_is_their_own(circle: Circle) -> None:
    game, ash = circle.game, circle.demon()
    otto = {"id": circle.otto, "modifiers": [price()]}
    helped = {"ritual": "banish", "primary": circle.mara, "helpers": [otto], "demon": ash}
    act = {"score": "will", "action": "act"}
    both = [{"id": circle.mara, **act, "modifiers": [price()]}, {**otto, **act}]

    for action, given, place in (
        ("sorcerer.group_ritual", helped, "helpers.0"),
        ("sorcerer.conflict_round", {"combatants": both}, "combatants.1"),
    ):
        with pytest.raises(RuleViolation, match="has no Price") as refused:
            game.act(action, given)
        assert (refused.value.clause, refused.value.field) == (
            "SOR-PRICE-04",
            f"input.{place}.modifiers.0.dice",
        )


@pytest.mark.clause("SOR-PRICE-04")
def test_a_form_proposes_the_price_of_whoever_is_named(circle: Circle) -> None:
    game = circle.game
    preset: Any = {"acting": {"id": circle.mara}, "opposing": {"id": circle.otto}}
    form = ActionForm("sorcerer.roll", member=game.gm, preset=preset)

    assert (form.fields[BOX].label, form[BOX].value()) == (LABEL, None)
    assert "opposing_modifiers.proposed" not in form.fields, "Otto has none"
    open_form = ActionForm("sorcerer.roll", member=game.gm)
    assert open_form.fields[BOX].label == "The Price of the character rolling"
    helpers: Any = {"helpers": [{"id": circle.mara}]}
    helping = ActionForm("sorcerer.group_ritual", member=game.gm, preset=helpers)
    assert helping.fields[f"helpers.0.{BOX}"].label == LABEL


@pytest.mark.clause("SOR-PRICE-04")
def test_the_table_takes_it_where_the_box_is_ticked(circle: Circle) -> None:
    game = circle.game
    client, page = browser(game.player), reverse("roll_at_table", args=[game.campaign.pk])
    shown = client.get(page, {"acting.id": circle.mara}, headers={"HX-Request": "true"}).content.decode()
    sent = {**Form(shown, "roll-form").sent, "hand": "1 9 8 7"}

    assert LABEL in html.unescape(shown)
    assert BOX not in sent, "nobody has confirmed it yet"
    client.post(page, {**sent, BOX: "on"}, headers={"HX-Request": "true"})

    taken = document(Entry.objects.latest("seq"))["steps"][0]["input"]["modifiers"]
    assert taken == [{"source": "price", "dice": -1, "note": "Arrogant"}]


def test_who_has_none_takes_none_from_the_box(circle: Circle) -> None:
    sent = {
        "acting.id": circle.otto,
        "acting.score": "will",
        "opposing.dice": "3",
        "key": "k" * 22,
        BOX: "on",
    }

    form = ActionForm("sorcerer.roll", member=circle.game.gm, data=sent)

    assert form.errors == {BOX: ["The character rolling here has none: clear this box."]}


def test_the_page_of_a_ritual_proposes_it(circle: Circle) -> None:
    game, ash = circle.game, circle.demon(state="contacted")
    page = reverse("ritual", args=[game.campaign.pk, circle.mara, ash])

    assert LABEL in html.unescape(browser(game.gm).get(page).content.decode())


def test_an_announcement_keeps_the_price_that_was_ticked(circle: Circle) -> None:
    game = circle.game
    client, page = browser(game.gm), reverse("conflict", args=[game.campaign.pk])
    sent = {"who": circle.mara, "words": "Up the stairs", "action": "act", "score": "will", "target": ""}

    assert LABEL in html.unescape(client.get(page, {"who": circle.mara}).content.decode())
    client.post(reverse("announce_action", args=[game.campaign.pk]), {**sent, "price": "on"})

    assert announcements(game.campaign)[0].awards == ({"source": "price", "dice": -1, "note": "Arrogant"},)


def test_a_demon_is_banished_with_the_price(circle: Circle) -> None:
    outcome = circle.rite("banish", circle.demon(), modifiers=[price()], hand=lost(3, 5))

    assert outcome.contest.acting.raw == 3
