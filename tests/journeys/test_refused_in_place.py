"""What is refused or came too late says so where it was pressed; the rest stays, and it can be sent again."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from campaigns.models import Bonus, Pending
from campaigns.services.asking import ask_player, strike
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, play
from rules.kernel.values import Values
from tests.campaigns.world import act
from tests.factories import make_character
from tests.journeys.conftest import PageAt
from tests.journeys.pages import holds_in_each_look
from tests.people import Table, make_table

HEARD = "document.body.dispatchEvent(new CustomEvent('entry-logged'))"
"""What a page is told by the stream, which the test server does not have."""
Faults = Callable[[Page], list[str]]


@pytest.fixture
def table(transactional_db: None) -> Table:
    return make_table()


@pytest.fixture
def mara(table: Table) -> str:
    return str(make_character(table.player, "Mara").pk)


def agree(table: Table, rulings: str) -> None:
    act(table.gm, "table.change_policy", {"values": {"player_rulings": rulings}})


def test_a_refused_chip_says_why_and_can_be_tapped_again(
    page_at: PageAt, table: Table, mara: str, faults_of: Faults
) -> None:
    agree(table, "propose")
    path = f"/campaigns/{table.campaign.pk}/play/sorcerer.spot_telltale/?spotter.id={mara}"
    page = page_at(path, who=table.player, width=390, may_complain=True)
    chips = page.locator("fieldset.bonus").first
    agree(table, "gm")

    chips.get_by_role("button", name="Ask for +2").click()

    expect(chips.get_by_role("alert")).to_be_in_viewport()
    holds_in_each_look(page, "chip", faults_of)
    agree(table, "propose")
    chips.get_by_role("button", name="Ask for +2").click()
    expect(chips.get_by_text("Asked for +2. You need not wait for it.")).to_be_visible()
    expect(chips.get_by_role("alert")).to_have_count(0)


def test_a_grant_that_comes_too_late_says_so_beside_its_buttons(
    page_at: PageAt, table: Table, mara: str, faults_of: Faults
) -> None:
    agree(table, "propose")
    asked: Values = {"who": {"id": mara}, "dice": 2, "words": ""}
    propose = Request("table.propose", asked, known={"action": "sorcerer.spot_telltale"})
    play(table.player, ActRequest("propose", (propose,)))
    page = page_at(f"/campaigns/{table.campaign.pk}/table/", who=table.gm, may_complain=True)
    question = Pending.objects.get(question="table.grant")
    settled = {"pending": {"id": str(question.pk)}, "how": "struck", "reason": "No."}
    act(table.gm, "table.settle", settled)
    row = page.locator("#waits form", has_text="Mara asks for +2")

    row.get_by_role("button", name="+1").click()

    expect(row.get_by_role("alert")).to_contain_text("Already answered")
    assert not Bonus.objects.exists()
    holds_in_each_look(page, "grant", faults_of)


@pytest.mark.parametrize("ends", ["answered", "struck"])
def test_an_answer_that_is_typed_stays_when_its_question_ends(
    page_at: PageAt, table: Table, mara: str, faults_of: Faults, ends: str
) -> None:
    settled: Values = {"acting": {"id": mara}, "opposing": {"score": "difficulty", "dice": 2}}
    ask_player(actor=table.gm, action="sorcerer.roll", who=mara, settled=settled, key="asked")
    asked = Pending.objects.get(question="sorcerer.roll")
    address = reverse("pending_answer", args=[table.campaign.pk, asked.pk])
    page = page_at(address, who=table.player, width=390)
    score = page.locator('[name="acting.score"]')
    score.select_option("lore")
    expect(page.locator(".quick-odds")).to_contain_text("%")
    if ends == "answered":
        roll = Request("sorcerer.roll", {"acting": {"id": mara, "score": "will"}})
        play(table.gm, ActRequest("for them", (roll,), answers=str(asked.pk)))
    else:
        strike(actor=table.gm, questions=[str(asked.pk)], key="struck")

    page.evaluate(HEARD)

    expect(page.get_by_text("What you entered stays on this page.")).to_be_visible()
    expect(score).to_have_value("lore")
    with page.expect_response("**/odds/") as odds:
        score.select_option("cover")
    assert odds.value.status == 200
    holds_in_each_look(page, f"too-late-{ends}", faults_of)
