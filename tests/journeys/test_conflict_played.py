"""Rounds of conflict played to their end on two phones and a laptop, with the taps that they take counted."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from campaigns.models import Membership, Pending, Record, SorcererTurn
from tests.campaigns.world import act
from tests.factories import make_character, make_demon
from tests.journeys.conftest import PageAt
from tests.journeys.taken_back import Beginning
from tests.people import Table, join_as
from tests.served import Served

PHONE, LAPTOP = 390, 1280
PLAYERS_TAPS, GMS_TAPS = 3, 8
"""What a player's part of a round and the GM's part of one with three people may take at most."""
FIVE_TAPS = 20
"""The GM's for three of five people, one of whom is away, with the dice that they grant and two stray shots."""


class Hand:
    """Somebody at the round's page. Only what a finger does is counted; dice of a real table are written down."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0

    def taps_on(self, name: str, within: str = "main") -> None:
        self.page.locator(within).get_by_role("button", name=name).first.click()
        self.taps += 1

    def touches(self, what: Locator) -> None:
        what.click()
        self.taps += 1

    def threw(self, form: str, *faces: int) -> None:
        """Dice by hand, which a table that lets the application roll never writes."""
        thrown = " ".join(map(str, faces))
        self.page.locator(f"{form} [name=hand]").evaluate("(one, thrown) => { one.value = thrown; }", thrown)

    def sees(self, words: str) -> None:
        expect(self.page.get_by_text(words).first).to_be_visible()


@pytest.fixture
def sits_down(page_at_own: PageAt, table: Table) -> Callable[[Membership, int], Hand]:
    def open_page(who: Membership, width: int) -> Hand:
        return Hand(page_at_own(f"/campaigns/{table.campaign.pk}/conflict/", who=who, width=width))

    return open_page


def a_gun(table: Table, holder: Record, **fields: Any) -> str:
    values = [{"field": name, "set": value} for name, value in ({"holder": str(holder.pk)} | fields).items()]
    made = act(table.gm, "table.create", {"about": {"kind": "gun", "name": "Pistol"}, "fields": values})
    return str(made.steps[0].input["id"])


def test_a_round_with_abort_maintain_a_stray_shot_and_a_death(
    table: Table,
    own_server: Served,
    sits_down: Callable[[Membership, int], Hand],
    faults_of: Callable[[Page], list[str]],
) -> None:
    """Ruth's player is away, Jonas's page is loaded anew, the server begins anew; in the end all of it is undone."""
    iris = make_character(table.player, "Iris", stamina=3)
    jonas = make_character(table.other_player, "Jonas", stamina=3)
    make_character(join_as(table.gm, "kit", "player"), "Ruth", stamina=3)
    vesh = make_demon(table.gm, "Vesh", state="present", complete=True, stamina=1, power=3, will=3, lore=2)
    a_gun(table, vesh, drawn=True, aimed_at=str(iris.pk), weapon="small_gun")
    beginning = Beginning.of(table.campaign)
    at_iris, at_jonas = sits_down(table.player, PHONE), sits_down(table.other_player, PHONE)
    gm = sits_down(table.gm, LAPTOP)

    # Everybody announces: a shot is one tap more than an attack.
    gm.touches(gm.page.get_by_text("Shoot", exact=True))
    gm.taps_on("Iris", "[data-announce]")
    at_iris.sees("Vesh: Shoot against Iris")
    assert faults_of(at_iris.page) == []
    at_iris.taps_on("Vesh", ".against-whom")
    at_jonas.page.reload()
    at_jonas.taps_on("Vesh", ".against-whom")
    without_ruth = gm.page.locator("#ready").get_by_role("button", name="Roll the round without Ruth")
    expect(without_ruth).to_be_visible()
    gm.page.reload()
    gm.threw("#ready", 12, 11, 10, 9, 8, 7, 6)  # the demon's one, Iris's three, Jonas's three
    gm.taps_on("Roll the round without Ruth")

    # Iris gives up her action, and the shot that misses her goes on to Jonas, who keeps his.
    at_iris.sees("Iris has yet to act")
    assert faults_of(at_iris.page) == []
    own_server.restart()
    at_iris.taps_on("Give up the action and defend")
    gm.page.reload()
    assert faults_of(gm.page) == []
    gm.threw("#action-form", 12, 12, 1)
    gm.taps_on("Shoot: Iris")
    gm.sees("The shot of Vesh missed.")
    gm.taps_on("Jonas", "[aria-labelledby^=stray]")
    at_jonas.sees("Jonas has yet to act")
    at_jonas.taps_on("Keep to the action")
    gm.page.reload()
    gm.threw("#action-form", 12)
    gm.taps_on("Shoot: Jonas")
    expect(gm.page.get_by_role("heading", name="Jonas acts")).to_be_visible()
    assert [turn_of(one) for one in (iris, jonas, vesh)] == ["aborted", "pending", "resolved"]

    # Jonas strikes the demon dead, by his own hand.
    at_jonas.page.reload()
    at_jonas.threw("#action-form", 1)
    at_jonas.taps_on("Attack: Vesh")
    gm.sees("Jonas hit Vesh with 3 victories")
    assert faults_of(gm.page) == []
    gm.taps_on("Edged weapon")
    at_iris.sees("Vesh: 3 temporary, 3 lasting")
    assert faults_of(at_iris.page) == []
    gm.taps_on("End the round")
    expect(gm.page.get_by_role("heading", name="What do you do?")).to_be_visible()
    death = Pending.objects.get(question="sorcerer.demon_death", state="open")
    assert (death.who_id, death.data["killer"]) == (vesh.pk, str(jonas.pk))

    assert (at_iris.taps, at_jonas.taps, gm.taps) == (2, PLAYERS_TAPS, GMS_TAPS)
    beginning.comes_back(table.gm, gm.page)


def turn_of(one: Record) -> str:
    return SorcererTurn.objects.get(record=one).turn


FIVE = ("Amber", "Bruce", "Cassie", "Darren", "Ella")
DICE = {
    "Amber": (10, 8, 3),
    "Bruce": (9, 9, 6, 4),
    "Cassie": (10, 6, 6, 5),
    "Darren": (10, 10, 4),
    "Ella": (12, 9, 3, 1),
}
"""What the five of the worked map throw."""


def test_the_five_of_the_worked_map_come_to_what_is_printed(
    table: Table, own_server: Served, sits_down: Callable[[Membership, int], Hand]
) -> None:
    """Ella's player is away, Bruce's page is loaded anew, the server begins anew; in the end all of it is undone."""
    stamina = {"Amber": 2, "Bruce": 4, "Cassie": 3, "Darren": 3, "Ella": 3}
    kit = join_as(table.gm, "kit", "player")
    owners = {"Bruce": table.player, "Cassie": kit, "Ella": table.other_player}
    people = {name: make_character(owners.get(name, table.gm), name, stamina=stamina[name]) for name in FIVE}
    a_gun(table, people["Amber"], drawn=True, aimed_at=str(people["Bruce"].pk), weapon="small_gun")
    act(table.gm, "table.create", {"about": {"kind": "thing", "name": "The book"}, "fields": []})
    beginning = Beginning.of(table.campaign)
    gm = sits_down(table.gm, LAPTOP)
    at_bruce, at_cassie = sits_down(table.player, PHONE), sits_down(kit, PHONE)

    at_bruce.taps_on("Cassie", ".against-whom")
    at_cassie.taps_on("Bruce", ".against-whom")
    announced = {
        "Amber": ("shoot", "Bruce", "equipment", "1"),
        "Cassie": ("attack", "Bruce", "good_play", "1"),  # her own, to which the GM adds the die
        "Darren": ("attack", "Amber", "", ""),
        "Ella": ("attack", "Darren", "equipment", "1"),
    }
    for name, (action, target, source, dice) in announced.items():
        gm.page.goto(f"/campaigns/{table.campaign.pk}/conflict/?who={people[name].pk}")
        if action == "shoot":
            gm.touches(gm.page.get_by_text("Shoot", exact=True))
        if source:
            gm.touches(gm.page.get_by_text("Words, bonus dice and penalties"))
            gm.page.locator("[name=source0]").select_option(source)
            gm.page.locator("[name=dice0]").fill(dice)
        gm.taps_on(target, ".against-whom")
    listed = gm.page.locator("#order .step-title b").all_inner_texts()
    assert sorted(listed) == list(FIVE)
    gm.threw("#ready", *(face for name in listed for face in DICE[name]))
    gm.taps_on("Roll the round")
    order = gm.page.locator("#order .step-title b").all_inner_texts()
    assert order == ["Ella", "Darren", "Amber", "Cassie", "Bruce"]

    # The chair meets Darren, who goes on; what is owed for it stops his tackle. Ella's player is away.
    gm.taps_on("Keep to the action")
    gm.touches(gm.page.get_by_text("Resolve it for Ella"))
    gm.threw("#action-form", 8)
    gm.taps_on("Attack: Darren")
    expect(gm.page.get_by_role("heading", name="Darren acts")).to_be_visible()
    assert SorcererTurn.objects.get(record=people["Darren"]).against == 2
    gm.taps_on("Keep to the action")
    gm.threw("#action-form", 11, 9, 3)
    gm.taps_on("Attack: Amber")
    expect(gm.page.get_by_role("heading", name="Amber acts")).to_be_visible()

    own_server.restart()
    # Bruce ducks, so does Cassie behind him, and the shot hits the book.
    at_bruce.page.reload()
    at_bruce.taps_on("Give up the action and defend")
    gm.page.reload()
    gm.threw("#action-form", 11, 6, 1, 1)
    gm.taps_on("Shoot: Bruce")
    gm.taps_on("Cassie", "[aria-labelledby^=stray]")
    at_cassie.sees("Cassie has yet to act")
    at_cassie.taps_on("Give up the action and defend")
    gm.page.reload()
    gm.threw("#action-form", 11, 9, 4)
    gm.taps_on("Shoot: Cassie")
    gm.taps_on("The book", "[aria-labelledby^=stray]")
    gm.page.locator("#action-form [name=difficulty]").fill("3")
    gm.threw("#action-form", 8, 8, 6)
    gm.taps_on("Shoot: The book")

    expect(gm.page.get_by_role("heading", name="Everyone has acted")).to_be_visible()
    assert {name: turn_of(one) for name, one in people.items()} == {
        "Amber": "resolved",
        "Bruce": "aborted",
        "Cassie": "aborted",
        "Darren": "resolved",
        "Ella": "resolved",
    }
    assert SorcererTurn.objects.get(record=people["Ella"]).hits == {str(people["Darren"].pk): 2}
    at_bruce.page.reload()
    at_bruce.sees("Everyone has acted")
    gm.taps_on("End the round")
    expect(gm.page.get_by_role("heading", name="What do you do?")).to_be_visible()

    assert max(at_bruce.taps, at_cassie.taps) < PLAYERS_TAPS
    assert gm.taps == FIVE_TAPS
    beginning.comes_back(table.gm, gm.page)
