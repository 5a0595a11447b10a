"""Where there is little room: cards, chips and the button of a form each keep to theirs."""

from typing import Literal

import pytest
from django.urls import reverse
from playwright.sync_api import Locator, expect

from campaigns.forms.people import new_key
from campaigns.games.demon_city.decks.acts import lay_out_decks
from campaigns.games.demon_city.rounds.acts import begin_round
from campaigns.models import Record
from tests.campaigns.fighting import fighter
from tests.campaigns.world import act
from tests.factories import make_record
from tests.journeys.conftest import PageAt
from tests.people import Table, make_table


@pytest.fixture
def table(transactional_db: None) -> Table:
    table = make_table()
    lay_out_decks(actor=table.gm, key=new_key())
    return table


def somebody(table: Table, name: str, **fields: int) -> str:
    known = {"stats.agility": 2, "stats.perception": 3, "stats.toughness": 3, "toughness": 3, **fields}
    made = make_record(table.gm, "demon_city.character", name, owner=table.player, state="active", **known)
    return str(made.pk)


def edges(found: Locator, side: Literal["x", "y", "width", "height"]) -> list[float]:
    return [round(box[side]) for one in found.all() if (box := one.bounding_box())]


@pytest.mark.parametrize("width", [360, 390])
def test_three_cards_lie_in_a_row_on_a_phone(table: Table, page_at: PageAt, width: int) -> None:
    thrower = {"id": somebody(table, "Ann"), "stat_name": "agility", "modifiers": TWO_MORE}
    seq = act(table.gm, "demon_city.static_throw", {"thrower": thrower, "intensity": 5}).entry.seq
    page = page_at(reverse("log_entry", args=[table.campaign.pk, seq]), who=table.player, width=width)

    cards = page.locator("main .hand-of-cards > li")

    expect(cards).to_have_count(3)
    assert len(set(edges(cards, "y"))) == 1


def test_each_in_the_order_has_their_chip_at_the_end_of_their_line(table: Table, page_at: PageAt) -> None:
    slow, fast = somebody(table, "The Usher"), somebody(table, "Tomas Vail", **{"stats.agility": 5})
    begin_round(actor=table.gm, name="Round", who=[slow, fast], previous=(), anew=False, key=new_key())
    current = {"id": str(Record.objects.get(kind="demon_city.round").pk)}
    aims = {"round": current, "character": {"id": slow}, "kind": "attack", "targets": [fast]}
    act(table.gm, "demon_city.announce", aims)
    page = page_at(reverse("action_round", args=[table.campaign.pk]), who=table.player, width=390)

    lines, chips = page.locator("#order li"), page.locator("#order li > .chip")

    expect(chips).to_have_count(2)
    assert edges(chips, "y") == edges(lines, "y")
    ends = [x + width for x, width in zip(edges(chips, "x"), edges(chips, "width"), strict=True)]
    assert max(ends) - min(ends) <= 1


def test_no_chip_is_wider_than_the_card_that_it_stands_on(table: Table, page_at: PageAt) -> None:
    somebody(table, "Tomas Vail", reposition=60)
    page = page_at(reverse("table", args=[table.campaign.pk]), who=table.gm, width=1280)

    card, chip = page.locator(".cast-card").bounding_box(), page.locator(".cast-card .chip").bounding_box()

    assert card is not None and chip is not None
    assert chip["x"] + chip["width"] < card["x"] + card["width"]


@pytest.mark.parametrize("width", [390, 1280])
def test_after_a_refusal_the_button_lies_over_no_field(table: Table, page_at: PageAt, width: int) -> None:
    marta = fighter(table.gm, "Marta")
    path = reverse("play_action", args=[table.campaign.pk, "fallen.blackout"])
    page = page_at(f"{path}?fighter.id={marta}", who=table.gm, width=width, may_complain=True)
    page.locator("#action-form .button-primary").click()
    expect(page.locator("#action-form .error-summary")).to_be_visible()

    panel = page.locator("#action-form .thumb").bounding_box()
    fields = page.locator("#action-form .field:visible")

    assert panel is not None
    ends = [y + height for y, height in zip(edges(fields, "y"), edges(fields, "height"), strict=True)]
    assert max(ends) <= panel["y"]


TWO_MORE = [{"source": "situational", "dice": 1, "cause": why} for why in ("the light", "the rain")]
