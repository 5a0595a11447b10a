"""Spells that reach for people at two phones and a laptop: each resists and struggles on their own page."""

import re
from collections.abc import Callable
from typing import Any

import pytest
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


@pytest.fixture
def cast(scene: Table) -> dict[str, str]:
    def person(name: str, owner: Membership | None) -> str:
        fields: dict[str, Any] = {f"traits.{one}": dots for one, dots in DOTS.items()}
        fields |= {"state": "active", "willpower": 5, "most.willpower": 5, "mana": 9, "most.mana": 20}
        return str(make_record(scene.gm, "pandemonium.character", name, owner=owner, **fields).pk)

    return {
        "mira": person("Mira", scene.player),
        "nan": person("Nan", scene.other_player),
        "bob": person("Bob", None),
    }


@pytest.fixture
def seats(page_at_own: PageAt, table: Table, cast: dict[str, str]) -> dict[str, Seat]:
    return seated(table, page_at_own, "spells/", "mira", "nan", first="table/")


def cast_on(table: Table, cast: dict[str, str], name: str, *targets: str, arcanum: str = "mind") -> str:
    """A spell of Mira's that reaches for these; its id."""
    spell = {"name": name, "aspect": "vulgar", "kind": "control", "arcanum": arcanum}
    given = {"spell": spell, "caster": {"id": cast["mira"]}, "targets": [cast[one] for one in targets]}
    act(table.player, "pandemonium.cast", given)
    return str(Record.objects.filter(campaign=table.campaign, kind="pandemonium.spell").latest("born").pk)


def hold(spell: str, who: str) -> str:
    return str(rows.read_sheet(Record.objects.get(pk=who)).fields.get(f"hold.{spell}", "none"))


def waiting() -> list[str]:
    """Whoever has yet to resist."""
    found = Pending.objects.filter(state="open", question="pandemonium.control").order_by("who__name")
    return [one.who.name for one in found if one.who is not None]


@pytest.mark.timeout(240)
def test_a_spell_is_resisted_by_each_on_their_own_and_two_are_struggled_against(
    table: Table,
    cast: dict[str, str],
    own_server: Served,
    seats: dict[str, Seat],
    faults_of: Callable[[Page], list[str]],
) -> None:
    """Nan's player answers on the phone, then is away; the server begins anew between question and answer."""
    mira, nan, gm = seats["mira"], seats["nan"], seats["gm"]
    beginning = Beginning.of(table.campaign)

    strings = cast_on(table, cast, "Strings", "nan", "bob")
    assert waiting() == ["Bob", "Nan"]
    nan.page.get_by_role("link", name="Nan: resist Strings").first.click()
    nan.page.wait_for_url("**/spells/**")
    nan.sees("Strings reaches for Nan")
    nan.shot("resist-nan")
    assert faults_of(nan.page) == []
    mira.comes()
    mira.sees("Waiting for Nan")
    mira.shot("resist-mira")
    gm.comes()
    gm.shot("resist-gm")
    assert faults_of(gm.page) == []
    nan.threw("1 1 1 1 1", "form:has(button:has-text('With Willpower'))")
    nan.taps_on(re.compile("^Resist"))
    assert (nan.taps, hold(strings, cast["nan"]), waiting()) == (1, "severe", ["Bob"])

    # Nan's player is away for the second: the server begins anew, and the GM lets it through for them.
    chains = cast_on(table, cast, "Chains", "nan", arcanum="forces")
    own_server.restart()
    nan.comes("table/")
    gm.comes()
    gm.sees("Waiting for you")
    before = gm.taps
    gm.page.get_by_text("Act for Nan").click()
    gm.taps_on("Let it through", within="details:has-text('Act for Nan')")
    assert gm.taps - before == 1
    assert (hold(chains, cast["nan"]), hold(strings, cast["bob"])) == ("severe", "none")
    gm.taps_on(re.compile("^Resist"))
    assert waiting() == []

    # On somebody else's turn Nan waits; on their own, one tap struggles against both.
    gm.comes()
    gm.taps_on(re.compile("Begin the turn.*Mira"))
    nan.comes()
    nan.sees("Wait for their next turn")
    mira.comes()
    mira.shot("puppet-mira")
    mira.taps_on("Act with them", role="link")
    mira.page.locator("[name='pool.traits']").first.select_option("strength")
    mira.shot("puppet-form-mira")
    mira.taps_on(re.compile("^Roll"))
    mira.sees(re.compile("Nan"))
    gm.comes()
    gm.taps_on(re.compile("Begin the turn.*Nan"))
    nan.page.reload()
    nan.sees("Struggle free")
    nan.shot("struggle-nan")
    assert faults_of(nan.page) == []
    before = nan.taps
    nan.threw("8 8 8 8 1 1 1", "form:has(button:has-text('Struggle free'))")
    nan.taps_on(re.compile("^Struggle free"))
    assert nan.taps - before == 1
    assert (hold(strings, cast["nan"]), hold(chains, cast["nan"])) == ("escaped", "escaped")
    taps = {name: seat.taps for name, seat in seats.items()}
    assert taps == {"mira": 2, "nan": 2, "gm": 4}, taps
    beginning.comes_back(table.gm, gm.page)
