"""Rounds of Action at two phones and a laptop: each acts on their own page, and every tap is counted."""

import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from campaigns.forms.people import new_key
from campaigns.games.demon_city.decks.acts import lay_out_decks
from campaigns.models import DemonCityClash, DemonCityDeck, Membership, Pending
from tests.campaigns.games.demon_city.stacked import stack, stacked_piles
from tests.campaigns.world import act
from tests.factories import make_record
from tests.journeys.conftest import PageAt
from tests.journeys.seats import Seat, seated
from tests.journeys.taken_back import Beginning
from tests.people import Table
from tests.served import Served

__all__ = ["stacked_piles"]

Seats = dict[str, Seat]
Cast = dict[str, str]


@pytest.fixture
def cast(scene: Table) -> Cast:
    lay_out_decks(actor=scene.gm, key=new_key())

    def person(name: str, agility: int, owner: Membership | None, **more: Any) -> str:
        known = {"stats.agility": agility, "stats.toughness": 3, "toughness": 3, "state": "active", **more}
        control = {} if owner else {"control": "gm"}
        return str(make_record(scene.gm, "demon_city.character", name, owner=owner, **known, **control).pk)

    return {
        "ann": person("Ann", 2, scene.player, **{"stats.calm": 3}),
        "bo": person("Bo", 3, scene.other_player),
        "ghoul": person("The ghoul", 4, None),
    }


@pytest.mark.timeout(240)
def test_a_clash_of_three(
    table: Table, cast: Cast, page_at: PageAt, faults_of: Callable[[Page], list[str]]
) -> None:
    """With distraction and defence: first a tie, then a fumble and a Significator's critical success."""
    seats = seated(table, page_at, "action/", "ann", "bo")
    ann, bo, gm = seats["ann"], seats["bo"], seats["gm"]
    deck = {"id": str(DemonCityDeck.objects.get(deck="players").pk)}
    won = {"deck": deck, "character": {"id": cast["ann"]}, "card": "cups-king"}
    act(table.gm, "demon_city.award_significator", won)
    gm.comes()
    beginning = Beginning.of(table.campaign)
    gm.shot("begin-gm")
    gm.taps_on("Begin the round")
    announces(ann, "The ghoul", faults_of)
    bo.comes()
    bo.picks("Defend")
    bo.taps_on("No one in particular")
    gm.comes()
    gm.taps_on("Bo")
    gm.shot("sort-gm")
    gm.taps_on("Sort the Clashes")

    # Everybody's cards lie face down, counted; the GM sees who is ready, and grants what a player claims.
    bo.comes()
    bo.sees("2 cards")
    bo.sees(re.compile("Only defending"))
    assert ann.page.get_by_text("3 cards").count() == 0
    bo.taps_on("Ready")
    ann.comes()
    ann.sees("2 cards")
    ann.sees(re.compile("Distracted target"))
    ann.picks("Better weapon")
    ann.taps_on("Ready")
    ann.sees("2 of 2 players ready")
    ann.sees("not granted so far: Better weapon")
    ann.shot("ready-ann")
    assert faults_of(ann.page) == []
    gm.comes()
    gm.sees("claims: Better weapon")
    gm.shot("flip-gm")
    gm.picks("Better weapon")
    expect(gm.page.locator("main").get_by_text("3 cards")).to_be_visible()
    ann.comes()
    ann.sees("3 cards")
    assert faults_of(gm.page) == []
    stack("cups-2", "cups-9", "cups-3", "swords-4", "swords-3", "pentacles-9")
    gm.taps_on("Flip the cards")
    gm.sees("A tie: nothing is decided")
    assert {name: seat.taps for name, seat in seats.items()} == {"ann": 3, "bo": 3, "gm": 5}, (
        "a Clash of three"
    )

    # What the tie changes is asked of the GM; it takes a tap to get there, and one to send.
    gm.taps_on("Make a ruling", role="link")
    gm.page.get_by_label("Words").fill("The floor gives way under all of you.")
    gm.taps_on(re.compile("^(Answer|Write|Make|Play|Rule)"))
    assert gm.taps == 7
    assert not Pending.objects.filter(state="open").exists()

    # The next round: the same again has its cards of the last one.
    gm.comes()
    gm.taps_on("Begin the next round")
    announces(ann, "The ghoul", faults_of)
    announces(bo, "The ghoul", faults_of)
    gm.comes()
    gm.taps_on("Bo")
    gm.taps_on("Sort the Clashes")
    gm.sees(re.compile(r"The same as last round \+3"))
    stack("cups-king", "cups-4", "cups-5", "fool", "pentacles-4")
    gm.taps_on("Flip the cards")
    ann.comes()
    ann.sees("You win.")
    ann.sees("Critical success")
    ann.sees("Fumble")
    ann.shot("flipped-ann")
    gm.comes()
    gm.shot("flipped-gm")
    assert faults_of(ann.page) == []
    assert Pending.objects.get(state="open").question == "demon_city.damage"
    beginning.stands_again(table.gm, gm.page)  # its log would tell that the cards were stacked


def late(route: Route) -> None:
    """An answer that takes its time."""
    time.sleep(0.3)
    route.continue_()


def test_no_tick_of_the_gm_is_lost(
    table: Table, cast: Cast, page_at: PageAt, faults_of: Callable[[Page], list[str]]
) -> None:
    """Ticked faster than the answers come, while a player claims something; loaded anew, all of it is there."""
    seats = seated(table, page_at, "action/", "ann", "bo")
    ann, gm = seats["ann"], seats["gm"]
    gm.comes()
    gm.page.get_by_label("Bo", exact=True).uncheck()
    gm.taps_on("Begin the round")
    announces(ann, "The ghoul", faults_of)
    gm.comes()
    gm.taps_on("Ann")
    gm.taps_on("Sort the Clashes")
    gm.page.route("**/flip/", late)
    ann.comes()
    ann.picks("Better weapon")

    ticked = [("Ann", "Advantage of the situation"), ("The ghoul", "Supernatural"), ("Ann", "Supernatural")]
    gm.page.get_by_text("Another number").last.click()
    for who, box in ticked:
        gm.page.get_by_role("group", name=f"What counts for {who}").get_by_label(box, exact=True).check()
        if who == "The ghoul":
            ann.taps_on("Ready")

    expect(gm.page.get_by_text("claims: Better weapon")).to_be_visible()
    for _page in ("as it stands", "loaded anew"):
        for who, box in ticked:
            group = gm.page.get_by_role("group", name=f"What counts for {who}")
            expect(group.get_by_label(box, exact=True)).to_be_checked()
        expect(gm.page.locator("main").get_by_text("3 cards")).to_be_visible()
        gm.comes()
    ann.comes()
    ann.sees("3 cards")
    ann.sees("not granted so far: Better weapon")

    # One whose request lost its turn is sent once the one before it is answered.
    of_ghoul = gm.page.get_by_role("group", name="What counts for The ghoul")
    of_ghoul.get_by_label("Advantage of the situation", exact=True).check()
    of_ghoul.get_by_label("Another advantage", exact=True).evaluate("(box) => { box.checked = true; }")
    expect(gm.page.locator("main").get_by_text("4 cards")).to_be_visible()
    assert faults_of(gm.page) == []


def announces(seat: Seat, whom: str, faults_of: Callable[[Page], list[str]]) -> None:
    """A close attack in one tap."""
    seat.comes()
    assert faults_of(seat.page) == []
    seat.taps_on(whom)


@pytest.mark.timeout(240)
def test_two_clashes_and_a_chase_over_a_server_that_is_killed(
    table: Table, cast: Cast, own_server: Served, page_at_own: PageAt
) -> None:
    """Bo's player is away, Ann's loads the page anew; a pile runs out in the throw, and all of it is undone."""
    cast["killer"] = str(
        make_record(
            table.gm,
            "demon_city.character",
            "The killer",
            control="gm",
            state="active",
            toughness=2,
            **{"stats.agility": 5, "stats.toughness": 2},
        ).pk
    )
    seats = seated(table, page_at_own, "action/", "ann", "bo")
    ann, gm = seats["ann"], seats["gm"]
    one_card_left(table)
    beginning = Beginning.of(table.campaign)

    gm.comes()
    gm.taps_on("Begin the round")
    ann.page.locator("#announce").wait_for()  # told without anybody loading the page
    ann.taps_on("The ghoul")
    gm.comes()  # whoever is away is spoken for by the GM
    gm.taps_on("The killer")
    gm.taps_on("Ann")
    gm.taps_on("Bo")
    gm.taps_on("Sort the Clashes")
    gm.sees("Clash 2: how many cards")
    gm.shot("two-clashes-gm")
    ann.comes()
    ann.taps_on("Ready")
    gm.page.get_by_text("1 of 2 players ready").first.wait_for()

    own_server.restart()
    for seat in seats.values():
        seat.comes()
    ann.sees("1 of 2 players ready")
    expect(ann.page.locator("main .card-back")).to_have_count(1)
    assert not ann.page.locator("main svg.card:not(.card-back)").count(), "no card lies open before the flip"
    gm.taps_on("Flip all cards")
    states = list(DemonCityClash.objects.values_list("state", flat=True))
    assert len(states) == 2
    assert "open" not in states
    pile = DemonCityDeck.objects.get(deck="players")
    assert len(pile.table) == 3, "the pile had a single card, and what lay discarded came back into it"
    assert pile.discard == []
    ann.page.locator("main svg.card:not(.card-back)").first.wait_for()

    a_chase(table, cast, seats)
    beginning.comes_back(table.gm, gm.page)


def one_card_left(table: Table) -> None:
    """The Players' pile has one card left, and what was thrown lies discarded."""
    pile = DemonCityDeck.objects.get(deck="players")
    changes = [
        {"field": "discard", "set": sorted(pile.draw)[1:]},
        {"field": "draw", "set": sorted(pile.draw)[:1]},
    ]
    act(table.gm, "table.edit", {"record": str(pile.pk), "reason": "as agreed", "changes": changes})


def a_chase(table: Table, cast: Cast, seats: Seats) -> None:
    """Ann drives away from the killer: both are told to drive by the GM, and flip with the others."""
    gm = seats["gm"]
    for asked in Pending.objects.filter(state="open"):
        if asked.question == "demon_city.damage":
            act(table.gm, asked.question, {"target": {"id": str(asked.who_id)}, "amount": 0})
        else:
            waived = {"pending": {"id": str(asked.pk)}, "how": "waived", "reason": "It stays as it was."}
            act(table.gm, "table.settle", waived)
    gm.comes()
    gm.page.get_by_label("Bo", exact=True).uncheck()
    gm.page.get_by_label("The ghoul", exact=True).uncheck()
    gm.taps_on("Begin the next round")
    seats["ann"].comes()
    seats["ann"].picks("Only move")
    seats["ann"].taps_on("No one in particular")
    gm.comes()
    gm.picks("Only move")
    gm.taps_on("No one in particular")
    gm.page.get_by_text("A chase: who drives").click()
    gm.page.get_by_label("Ann drives").check()
    gm.page.get_by_label("The killer drives").check()
    gm.taps_on("Sort the Clashes")
    gm.sees("Cards in the chase")
    gm.shot("chase-gm")
    gm.sees(re.compile("Higher stat"))
    gm.taps_on("Flip the cards")
    gm.sees(re.compile("Won by|A tie"))
