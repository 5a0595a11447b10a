"""What spells do over time, all by taps at two phones and a laptop, and all of it taken back again."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page

from campaigns.models import Membership, Pending, Record
from campaigns.state import rows
from tests.campaigns.magic import DOTS
from tests.campaigns.world import act
from tests.factories import make_record
from tests.journeys.conftest import PageAt
from tests.journeys.seats import Seat, seated
from tests.journeys.taken_back import Beginning
from tests.people import Table
from tests.served import Served

NONE = {"bashing": 0, "lethal": 0, "aggravated": 0}

BOOK: dict[str, dict[str, Any]] = {
    "Grave touch": {"kind": "control", "wound": "bashing"},
    "Thirst": {"kind": "drain"},
    "Scapegoat": {"kind": "transfer", "timing": "ritual"},
    "Balm": {"kind": "healing", "temporary": True},
}


@pytest.fixture
def cast(scene: Table) -> dict[str, str]:
    def person(name: str, owner: Membership | None, **more: Any) -> str:
        fields: dict[str, Any] = {f"traits.{one}": dots for one, dots in DOTS.items()}
        fields |= {"state": "active", "willpower": 5, "most.willpower": 5, "mana": 9, "most.mana": 20}
        return str(make_record(scene.gm, "pandemonium.character", name, owner=owner, **fields, **more).pk)

    hurt = {"boxes": 7, **NONE, "lethal": 2, "resistant": NONE}
    people = {
        "mira": person("Mira", scene.player),
        "nan": person("Nan", scene.other_player),
        "bob": person("Bob", None, health=hurt),
    }
    for name, said in BOOK.items():
        spell = {"name": name, "aspect": "vulgar", "arcanum": "death", **said}
        act(scene.player, "pandemonium.write_spell", {"spell": spell, "caster": {"id": people["mira"]}})
    return people


@pytest.fixture
def seats(page_at_own: PageAt, table: Table, cast: dict[str, str]) -> dict[str, Seat]:
    return seated(table, page_at_own, "spells/", "mira", "nan")


def fields_of(who: str) -> dict[str, Any]:
    return rows.read_sheet(Record.objects.get(pk=who)).fields


def lethal(who: str) -> int:
    return int(fields_of(who)["health"]["lethal"])


def unfolds(seat: Seat, fold: str) -> None:
    """What lies folded is unfolded."""
    seat.page.locator(f"{fold} summary").first.click()
    seat.taps += 1


def all_else(spell: str) -> str:
    """Where on the board all else about a spell is folded."""
    return f"article[aria-label='{spell}']:has(.spell-seal) > details"


def spend(seat: Seat) -> int:
    """The taps since this was asked last."""
    taps, seat.taps = seat.taps, 0
    return taps


@pytest.mark.timeout(300)
def test_what_spells_do_over_time(
    table: Table,
    cast: dict[str, str],
    own_server: Served,
    seats: dict[str, Seat],
    faults_of: Callable[[Page], list[str]],
) -> None:
    """Nan's player loads the page anew between blow and spell; the server begins again between two answers."""
    mira, nan, gm = seats["mira"], seats["nan"], seats["gm"]
    beginning = Beginning.of(table.campaign)
    _a_blow_carries_its_potency(cast, mira, nan, faults_of)
    _a_drain(cast, mira, nan)
    own_server.restart()
    _wounds_are_moved(cast, mira, nan, faults_of)
    _healing_runs_out(cast, mira, gm, faults_of)
    _an_aftereffect_ends(cast, gm, nan, faults_of)
    beginning.comes_back(table.gm, gm.page)


def _casts(seat: Seat, mage: str, spell: str, on: str) -> None:
    """From the book on the mage's sheet, in two taps; the board of spells comes."""
    seat.page.goto(reverse("record", args=[seat.member.campaign_id, mage]))
    seat.taps_on(f"Cast {spell}", role="link")
    seat.taps_on(re.compile(f"^{on}$"))
    assert spend(seat) == 2


def _a_blow_carries_its_potency(
    cast: dict[str, str], mira: Seat, nan: Seat, faults_of: Callable[[Page], list[str]]
) -> None:
    """Of four successes one is defended against; as many as the spell's Potency of three carry it across."""
    _casts(mira, cast["mira"], "Grave touch", "On no one")
    unfolds(mira, all_else("Grave touch"))
    mira.taps_on(re.compile("^Strike"), role="link")
    form = mira.page.locator("main #action-form")
    form.locator("[name='target.id']").select_option(cast["nan"])
    for n, trait in enumerate(("strength", "brawl")):
        form.locator("[name='pool.traits']").nth(n).select_option(trait)
    mira.shot("strike-mira")
    mira.threw("8 8 8 8 1 1 1 1", "main #action-form")
    mira.taps_on(re.compile("^Strike"))
    assert spend(mira) == 3
    nan.comes()
    nan.sees("A blow with Grave touch falls on Nan")
    nan.sees("against 4 successes")
    nan.shot("defend-nan")
    assert faults_of(nan.page) == []
    nan.threw("8 1 1 1", "form:has(button:has-text('With Willpower'))")
    nan.taps_on(re.compile("^Defend"))
    nan.comes()
    assert (fields_of(cast["nan"])["health"]["bashing"], spend(nan)) == (3, 1)
    nan.sees("against Potency 2")  # what got across, not all of it
    nan.taps_on("Let it through")
    [hold] = [kept for name, kept in fields_of(cast["nan"]).items() if name.startswith("hold.")]
    assert (hold, spend(nan)) == ("severe", 1)


def _a_drain(cast: dict[str, str], mira: Seat, nan: Seat) -> None:
    _casts(mira, cast["mira"], "Thirst", "Nan")
    mira.taps_on(re.compile("^Drain Mana"))
    nan.comes()
    nan.sees("Thirst reaches for Nan")
    nan.taps_on(re.compile("^Let it through"))
    assert (fields_of(cast["nan"])["mana"], fields_of(cast["mira"])["mana"]) == (6, 12)
    assert (spend(mira), spend(nan)) == (1, 1)


def _wounds_are_moved(
    cast: dict[str, str], mira: Seat, nan: Seat, faults_of: Callable[[Page], list[str]]
) -> None:
    _casts(mira, cast["mira"], "Scapegoat", "Bob")
    mira.shot("board-mira")
    mira.taps_on(re.compile("Ask who bears the wounds"), role="link")
    mira.page.locator("main [name='recipients.0.id']").select_option(cast["nan"])
    mira.shot("offer-mira")
    assert faults_of(mira.page) == []
    mira.taps_on(re.compile("^Ask who bears the wounds"))
    nan.comes()
    nan.shot("bear-nan")
    assert faults_of(nan.page) == []
    nan.taps_on(re.compile("^Bear them willingly"))
    moved = Pending.objects.get(state="open")
    mira.comes(f"play/waiting/{moved.pk}/")
    mira.shot("move-mira")
    mira.taps_on(re.compile("^Move wounds"))
    assert (lethal(cast["bob"]), lethal(cast["nan"])) == (0, 2)
    assert (spend(mira), spend(nan)) == (3, 1)


def _healing_runs_out(
    cast: dict[str, str], mira: Seat, gm: Seat, faults_of: Callable[[Page], list[str]]
) -> None:
    """Lessened for the scene, wounded again: with the scene the wounds are back, and the new one with them."""
    _casts(mira, cast["mira"], "Balm", "Nan")
    mira.taps_on(re.compile("^Heal"), role="link")
    mira.taps_on(re.compile("^Heal"))
    assert (lethal(cast["nan"]), spend(mira)) == (0, 2)
    gm.comes()
    gm.sees("healing until the scene ends")
    gm.shot("board-gm")
    assert faults_of(gm.page) == []
    gm.comes("table/")
    unfolds(gm, f"#change-{cast['nan']}")
    gm.taps_on(re.compile("^1 ?, Lethal damage"), within="body")
    gm.sees("is in the log")
    assert (lethal(cast["nan"]), spend(gm)) == (1, 2)


def _an_aftereffect_ends(
    cast: dict[str, str], gm: Seat, nan: Seat, faults_of: Callable[[Page], list[str]]
) -> None:
    """Measured by the Storyteller in the scene; the scene ends, and a month of the clock takes it away."""
    gm.comes()
    unfolds(gm, all_else("Grave touch"))
    gm.taps_on(re.compile("^Measure an aftereffect"), role="link")
    gm.shot("aftereffect-gm")
    gm.taps_on(re.compile("^Measure an aftereffect"))
    gm.comes("table/")
    gm.taps_on("End the scene")
    assert lethal(cast["nan"]) == 3, "two lethal wounds are back beside the new one"
    assert spend(gm) == 4
    nan.comes()
    nan.sees("ends on")
    gm.comes("table/")
    gm.page.locator("#gm [name='days']").fill("40")
    gm.page.get_by_role("button", name="Advance the clock…").click()
    gm.page.wait_for_url("**/clock/**")
    gm.shot("clock-gm")
    gm.taps_on(re.compile("^Advance"))
    nan.comes()
    assert nan.page.get_by_text("ends on").count() == 0
    nan.shot("after-nan")
