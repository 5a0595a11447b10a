"""What the forms of demons and their rituals offer and what they leave to their records."""

from typing import Any

import pytest
from django.urls import reverse

from tests.campaigns.form_filling import Form
from tests.campaigns.games.sorcerer.circle import Circle, clause_of, new_circle
from tests.campaigns.spine import browser

pytestmark = pytest.mark.django_db


@pytest.fixture
def circle() -> Circle:
    return new_circle()


def page(circle: Circle, path: str, *, by: Any = None) -> str:
    game = circle.game
    return browser(by or game.gm).get(f"/campaigns/{game.campaign.pk}/{path}").content.decode()


def test_a_possessor_is_offered_any_body_but_its_own(circle: Circle) -> None:
    rue = circle.demon("Rue", type="possessor")
    form = Form(page(circle, f"play/sorcerer.possess/?demon={rue}"), "action-form")

    offered = form.controls["target.id"].options

    assert rue not in offered
    assert circle.mara in offered
    given = {"demon": rue, "target": {"id": rue}}
    assert clause_of(circle.game.act, "sorcerer.possess", given) == "SOR-DEMON-17"


def test_a_demons_cover_is_offered_once_in_a_round(circle: Circle) -> None:
    ash = circle.demon(abilities=["Cover", "Big"])
    form = page(circle, f"conflict/?who={ash}").partition("data-announce")[2]

    assert form.count("Cover 3") == 1
    assert form.count("Big 3") == 1


def test_binding_is_begun_on_the_page_of_the_ritual(circle: Circle) -> None:
    ash = circle.demon()
    told = page(circle, f"demons/{ash}/", by=circle.game.player)

    ritual = reverse("ritual", args=[circle.game.campaign.pk, circle.mara, ash])
    assert f"{ritual}?step=bind" in told
    assert "play/sorcerer.bind/" not in told


def test_a_binding_without_a_score_stands_in_nobodys_way_until_it_would_break(circle: Circle) -> None:
    ash = circle.demon()
    circle.game.make("binding", sorcerer=circle.mara, demon=ash, strength=1, favor="sorcerer", state="active")

    assert circle.rite("punish", ash, amount=1).lost == 1

    given = {"demon": ash, "sorcerer": circle.mara}
    assert clause_of(circle.game.act, "sorcerer.break_binding", given) == "SOR-BREAK-03"


def test_what_helpers_win_is_no_source_of_dice(circle: Circle) -> None:
    ash = circle.contacted()
    game = circle.game
    path = f"play/sorcerer.summon/?sorcerer={circle.mara}&demon={ash}"
    told = (
        browser(game.gm)
        .post(f"/campaigns/{game.campaign.pk}/{path}", {"form.command": "add modifiers"})
        .content.decode()
    )

    sources = told.partition('name="modifiers.0.source"')[2].partition("</select>")[0]

    assert 'value="sacrifice"' in sources
    assert 'value="group"' not in sources
