"""What spells do over time, at two phones and a laptop: a blow, a drain, wounds moved, healing that runs out."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from campaigns.models import Entry, Membership, Pending, Record
from campaigns.services import clock
from campaigns.state import rows
from tests.campaigns.magic import DOTS
from tests.campaigns.spine import BY_OVERRIDE
from tests.campaigns.world import act
from tests.factories import make_record
from tests.journeys.conftest import PageAt
from tests.journeys.seats import Seat, seated
from tests.journeys.taken_back import Beginning
from tests.people import Table
from tests.served import Served

DAY = 86_400
NONE = {"bashing": 0, "lethal": 0, "aggravated": 0}


@pytest.fixture
def cast(scene: Table) -> dict[str, str]:
    def person(name: str, owner: Membership | None, **more: Any) -> str:
        fields: dict[str, Any] = {f"traits.{one}": dots for one, dots in DOTS.items()}
        fields |= {"state": "active", "willpower": 5, "most.willpower": 5, "mana": 9, "most.mana": 20}
        return str(make_record(scene.gm, "pandemonium.character", name, owner=owner, **fields, **more).pk)

    hurt = {"boxes": 7, **NONE, "lethal": 2, "resistant": NONE}
    return {
        "mira": person("Mira", scene.player),
        "nan": person("Nan", scene.other_player),
        "bob": person("Bob", None, health=hurt),
    }


@pytest.fixture
def seats(page_at_own: PageAt, table: Table, cast: dict[str, str]) -> dict[str, Seat]:
    return seated(table, page_at_own, "spells/", "mira", "nan")


def fields_of(who: str) -> dict[str, Any]:
    return rows.read_sheet(Record.objects.get(pk=who)).fields


def lethal(who: str) -> int:
    return int(fields_of(who)["health"]["lethal"])


def spell_of(table: Table, cast: dict[str, str], kind: str, name: str, **more: Any) -> str:
    """A spell of Mira's; its id."""
    spell = {"name": name, "aspect": "vulgar", "kind": kind, "arcanum": "death"}
    act(table.player, "pandemonium.cast", {"spell": spell, "caster": {"id": cast["mira"]}, **more})
    return str(Record.objects.filter(campaign=table.campaign, kind="pandemonium.spell").latest("born").pk)


@pytest.mark.timeout(240)
def test_what_spells_do_over_time(
    table: Table,
    cast: dict[str, str],
    own_server: Served,
    seats: dict[str, Seat],
    faults_of: Callable[[Page], list[str]],
) -> None:
    """Nan's player is away for the blow and loads the page anew after; the server begins again between two answers."""
    mira, nan, gm = seats["mira"], seats["nan"], seats["gm"]
    beginning = Beginning.of(table.campaign)
    _a_blow_that_carries_potency(table, cast, gm)
    _a_drain(table, cast, mira, nan)
    own_server.restart()
    _wounds_are_moved(table, cast, mira, nan, faults_of)
    _healing_runs_out(table, cast, gm, faults_of)
    _an_aftereffect_ends(table, cast, gm, nan, faults_of)
    beginning.comes_back(table.gm, gm.page)


def _sends(seat: Seat, button: str) -> None:
    """A form is sent, and its entry stands: the odds on its page are asked for by themselves."""
    before = Entry.objects.count()
    seat.taps_on(re.compile(button))
    for _tenth in range(80):
        if Entry.objects.count() > before:
            break
        seat.page.wait_for_timeout(100)


def _a_blow_that_carries_potency(table: Table, cast: dict[str, str], gm: Seat) -> None:
    """Nan is away: the GM rolls for her. Two of three successes get through, so Potency 2 of 3 gets across."""
    touch = spell_of(table, cast, "control", "Grave touch", damage={"kind": "bashing"})
    given = {
        "spell": {"id": touch},
        "attacker": {"id": cast["mira"]},
        "attack": {"successes": 4},
        "target": {"id": cast["nan"]},
        "defense": {"successes": 1},
        "compare": "stamina",
        "resist": {"successes": 0},
    }
    act(table.gm, "pandemonium.boosted_attack", given, override=BY_OVERRIDE)
    assert (fields_of(cast["nan"])["health"]["bashing"], fields_of(cast["nan"])[f"hold.{touch}"]) == (
        3,
        "severe",
    )
    gm.comes()
    gm.sees("Severe hold")


def _a_drain(table: Table, cast: dict[str, str], mira: Seat, nan: Seat) -> None:
    spell_of(table, cast, "drain", "Thirst", targets=[cast["nan"]])
    mira.comes()
    mira.taps_on(re.compile("^Drain Mana"))
    nan.comes()
    nan.sees("Thirst reaches for Nan")
    nan.taps_on(re.compile("^Let it through"))
    assert (fields_of(cast["nan"])["mana"], fields_of(cast["mira"])["mana"]) == (6, 12)
    assert (mira.taps, nan.taps) == (1, 1)


def _wounds_are_moved(
    table: Table, cast: dict[str, str], mira: Seat, nan: Seat, faults_of: Callable[[Page], list[str]]
) -> None:
    spell_of(table, cast, "transfer", "Scapegoat", timing="ritual", targets=[cast["bob"]])
    mira.comes()
    mira.shot("board-mira")
    mira.taps_on(re.compile("Ask who bears the wounds"), role="link")
    mira.page.locator("main [name='recipients.0.id']").select_option(cast["nan"])
    mira.shot("offer-mira")
    assert faults_of(mira.page) == []
    _sends(mira, "^Ask who bears the wounds")
    asked = Pending.objects.get(state="open")
    nan.comes(f"play/waiting/{asked.pk}/")
    nan.shot("bear-nan")
    assert faults_of(nan.page) == []
    nan.picks("Willing")
    _sends(nan, "^Bear the wounds")
    moved = Pending.objects.get(state="open")
    mira.comes(f"play/waiting/{moved.pk}/")
    mira.shot("move-mira")
    _sends(mira, "^Move wounds")
    assert (lethal(cast["bob"]), lethal(cast["nan"])) == (0, 2)
    assert (mira.taps, nan.taps) == (4, 3), "asking in two taps, bearing in two, moving in one"


def _healing_runs_out(
    table: Table, cast: dict[str, str], gm: Seat, faults_of: Callable[[Page], list[str]]
) -> None:
    """Lessened for the scene, wounded again: with the scene the wounds are back, and the new one with them."""
    balm = spell_of(table, cast, "healing", "Balm", targets=[cast["nan"]])
    healed = {"spell": {"id": balm}, "target": {"id": cast["nan"]}, "kind": "lethal", "temporary": True}
    act(table.gm, "pandemonium.heal", healed)
    assert lethal(cast["nan"]) == 0
    act(
        table.gm,
        "pandemonium.apply_damage",
        {"target": {"id": cast["nan"]}, "damage": {"kind": "lethal", "wounds": 1}},
    )
    gm.comes()
    gm.sees("healing until the scene ends")
    gm.shot("board-gm")
    assert faults_of(gm.page) == []


def _an_aftereffect_ends(
    table: Table,
    cast: dict[str, str],
    gm: Seat,
    nan: Seat,
    faults_of: Callable[[Page], list[str]],
) -> None:
    gm.taps_on(re.compile("^Measure an aftereffect"), role="link")
    gm.shot("aftereffect-gm")
    _sends(gm, "^Measure an aftereffect")
    act(table.gm, "table.end_scene", {})
    assert lethal(cast["nan"]) == 3, "two lethal wounds are back beside the new one"
    nan.comes()
    nan.sees("ends on")
    clock.advance(actor=table.gm, seconds=40 * DAY, key="a month and more")
    nan.comes()
    assert nan.page.get_by_text("ends on").count() == 0
    nan.shot("after-nan")
