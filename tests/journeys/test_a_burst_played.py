"""A burst at a player, by another player and by the GM: whoever is shot at answers, on their own phone."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from campaigns.models import Pending
from tests.campaigns.fighting import fields_of, fighter, made
from tests.campaigns.world import act
from tests.journeys.conftest import PageAt
from tests.journeys.seats import Seat, seated
from tests.people import Table
from tests.served import Served

BURST = re.compile("^Three-round burst")
HITS = "9 9 2 2 2 2 2 2"


@pytest.fixture
def cast(scene: Table) -> dict[str, str]:
    """Oz of one player and Cy of the GM, with a gun each, and Ana of another player, in that order."""
    people = {
        "oz": fighter(scene.gm, "Oz", scene.other_player, firearms=3),
        "cy": fighter(scene.gm, "Cy", control="gm", kind="mortal", firearms=3),
        "ana": fighter(scene.gm, "Ana", scene.player, faith=4),
    }
    gun = {"dice": 4, "kind": "lethal", "range": "ranged", "automatic": True, "ammo": 20}
    for name in ("oz", "cy"):
        made(scene.gm, "fallen.weapon", "Machine pistol", None, {**gun, "holder": people[name]})
    act(scene.gm, "fallen.initiative", {"fighters": [{"id": one} for one in people.values()]}, hand=(9, 5, 2))
    return people


@pytest.fixture
def seats(page_at_own: PageAt, table: Table, cast: dict[str, str]) -> dict[str, Seat]:
    return seated(table, page_at_own, "fight/", "ana", "oz")


def fires(seat: Seat) -> None:
    """A burst at Ana in two taps, with two successes."""
    seat.comes()
    seat.taps_on(BURST, role="link")
    seat.threw(HITS, "form:has(button:has-text('Ana'))")
    seat.taps_on(re.compile("^Ana"))


def waits(question: str) -> list[str]:
    """Whom the open questions of an action are about."""
    return [str(one.who_id) for one in Pending.objects.filter(question=question, state="open")]


def nothing_to_answer(seat: Seat) -> None:
    seat.sees("Waiting for Ana")
    expect(seat.page.get_by_role("button", name=re.compile("Dodge|Let it through|Soak"))).to_have_count(0)


@pytest.mark.timeout(240)
def test_a_burst_is_answered_by_whoever_is_shot_at(
    table: Table,
    cast: dict[str, str],
    own_server: Served,
    seats: dict[str, Seat],
    faults_of: Callable[[Page], list[str]],
) -> None:
    ana, oz, gm = seats["ana"], seats["oz"], seats["gm"]

    # By a player: she does not dodge well enough, and soaks with what she chooses.
    fires(oz)
    oz.shot("fired-oz")
    assert waits("fallen.defend") == [cast["ana"]]
    nothing_to_answer(oz)
    ana.comes()
    ana.shot("defend-ana")
    assert faults_of(ana.page) == []
    ana.threw("2 2 2", "form:has(button:has-text('Dodge'))")
    ana.taps_on(re.compile("^Dodge"))
    oz.comes()
    nothing_to_answer(oz)
    ana.taps_on(re.compile("^Soak with Faith"))
    ana.shot("soaked-ana")
    assert ana.taps == 2
    assert fields_of(cast["ana"])["soaks_with"] == "faith"
    assert waits("fallen.hit") == []

    # By the GM: what she lets through is soaked in the same tap.
    act(table.gm, "fallen.end_turn", {"fighter": {"id": cast["oz"]}})
    fires(gm)
    gm.shot("fired-gm")
    assert waits("fallen.defend") == [cast["ana"]]
    ana.comes()
    ana.taps_on("Let it through, soak with Stamina")
    assert waits("fallen.hit") == []
    oz.comes("log/")
    oz.sees(re.compile("Cy.s blow lands on Ana: three-round burst"))
    oz.sees(re.compile("Oz.s blow lands on Ana: three-round burst"))
    oz.shot("log-oz")
