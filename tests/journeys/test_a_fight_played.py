"""A fight of Fallen at two phones and a laptop: each acts on their own page, and every tap is counted."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from campaigns.models import Membership, Pending, Record
from campaigns.services import clock
from rules.fallen.procedures.fights import whose_place
from rules.kernel.errors import DrawsExhausted, DrawsLeftOver, RuleViolation
from rules.kernel.procedure import RecordState, State
from tests.campaigns.fighting import TRAITS, fields_of, made
from tests.campaigns.world import act
from tests.journeys.conftest import PageAt
from tests.journeys.seats import Seat, seated
from tests.journeys.taken_back import Beginning
from tests.people import Table
from tests.served import Served

DAY = 86_400


@pytest.fixture
def cast(scene: Table) -> dict[str, str]:
    def person(name: str, owner: Membership | None, **fields: object) -> str:
        control = {} if owner else {"control": "gm"}
        known = {"state": "active", "kind": "demon", **TRAITS, **control, **fields}
        return made(scene.gm, "fallen.character", name, owner, known)

    found = {
        "ana": person("Ana", scene.player, brawl=2, firearms=3, stealth=3, faith=4, willpower=3),
        "oz": person("Oz", scene.other_player, brawl=2, faith=4),
        "bo": person("Bo", None, kind="mortal", brawl=1),
        "cy": person("Cy", None, kind="mortal"),
    }
    gun = {"holder": found["ana"], "dice": 3, "kind": "lethal", "automatic": True, "ammo": 20}
    found["gun"] = made(scene.gm, "fallen.weapon", "Machine pistol", scene.player, gun)
    found["vest"] = made(scene.gm, "fallen.armor", "Vest", None, {"wearer": found["bo"], "rating": 1})
    return found


@pytest.fixture
def seats(page_at_own: PageAt, table: Table, cast: dict[str, str]) -> dict[str, Seat]:
    return seated(table, page_at_own, "fight/", "ana", "oz")


def on(cast: dict[str, str]) -> str:
    """Whose place it is, by the records."""
    people = [cast[name] for name in ("ana", "oz", "bo", "cy")]
    state = State({who: RecordState("fallen.character", fields_of(who)) for who in people})
    found = whose_place(tuple(people), state)
    return next((name for name, who in cast.items() if who == found), "")


def until(table: Table, cast: dict[str, str], who: str) -> None:
    """The turns before somebody's end, and a new one begins where it has to."""
    for _turn in range(9):
        now = on(cast)
        if now == who:
            return
        if now:
            dazed = fields_of(cast[now])["dazed"]
            verb = "take_turn" if dazed and not fields_of(cast[now])["turn_begun"] else "end_turn"
            act(table.gm, f"fallen.{verb}", {"fighter": {"id": cast[now]}})
        else:
            act(table.gm, "fallen.new_turn", {})
    raise AssertionError(f"{who} has no turn")


def forced(member: Membership, action: str, given: dict[str, Any], face: int) -> None:
    """The act with this face on each of its dice, however many they are."""
    for count in range(1, 30):
        try:
            act(member, action, given, hand=(face,) * count)
        except (DrawsExhausted, DrawsLeftOver):
            continue
        return
    raise AssertionError(f"{action} takes no such dice")


def hits_barely(seat: Seat, dice: str, form: str) -> None:
    """An attack of one success: its damage is never more than Stamina, so that chance puts nobody out of the fight."""
    count = int(seat.page.locator(dice).first.inner_text())
    seat.threw(" ".join(["9", *["2"] * (count - 1)]), form)


def settled(seats: dict[str, Seat]) -> None:
    """Whoever is asked answers on their own page, until nothing of a blow is open."""
    for _question in range(6):
        asked = Pending.objects.filter(state="open", question__in=["fallen.defend", "fallen.hit"]).first()
        if asked is None:
            return
        who = str(asked.data.get("answered_by") or asked.who_id)
        owner = Record.objects.get(pk=who).owner_id
        seat = next((one for one in seats.values() if owner == one.member.pk), seats["gm"])
        seat.comes()
        seat.taps_on(re.compile("Let it through|Soak with Stamina"))


@pytest.mark.timeout(240)
def test_a_fight_from_ambush_to_healing(
    table: Table,
    cast: dict[str, str],
    own_server: Served,
    seats: dict[str, Seat],
    faults_of: Callable[[Page], list[str]],
) -> None:
    """Oz's player comes late, the server begins anew in Ana's turn; in the end all of it is undone."""
    ana, oz, gm = seats["ana"], seats["oz"], seats["gm"]
    beginning = Beginning.of(table.campaign)

    # An ambush by Ana: what it leaves is read, and the free attack is one tap.
    ana.page.get_by_text("Set an ambush with Ana").click()
    ana.taps += 1
    ana.threw("9 9 9 2 2 2 2 2", "form:has(button:has-text('Ambush Bo'))")
    ana.taps_on("Ambush Bo")
    ana.sees("Bo cannot defend")
    hits_barely(ana, "button:has-text('Strike') .figures", "form:has(button:has-text('Strike'))")
    ana.taps_on(re.compile(r"^Strike"))
    assert ana.taps == 3, "an ambush in two taps, the free attack in one"
    settled(seats)

    # Each rolls their own die; Oz is away, the GM goes on, and he joins when he is back.
    gm.comes()
    gm.shot("begin-gm")
    for box in gm.page.locator("input[name=fighters]").all():
        box.check()
    gm.taps_on(re.compile("^Roll initiative$"))
    assert fields_of(cast["bo"])["initiative"] is not None
    ana.comes()
    ana.shot("initiative-ana")
    ana.taps_on("Roll initiative for Ana")
    gm.comes()
    gm.sees(re.compile("Waiting for Oz to roll"))
    gm.taps_on("Start without them")
    assert on(cast)
    oz.comes()
    oz.taps_on("Roll initiative for Oz")
    assert fields_of(cast["oz"])["in_order"] is True

    # Several actions, picked and not typed: a burst, a hold, a dodge to spare.
    until(table, cast, "ana")
    ana.comes()
    ana.shot("turn-ana")
    assert faults_of(ana.page) == []
    before = ana.taps
    ana.taps_on("Declare several actions", role="link")
    ana.taps_on(re.compile("^Three-round burst"), role="link")
    ana.taps_on(re.compile("^Hold"), role="link")
    ana.shot("declaring-ana")
    ana.taps_on("Declare")
    assert ana.taps - before == 4
    before = ana.taps
    ana.taps_on(re.compile("^Three-round burst"), role="link")
    ana.shot("aiming-ana")
    assert faults_of(ana.page) == []
    burst = "form:has(input[name=pick])"
    hits_barely(ana, f"{burst} .figures", burst)
    ana.taps_on(re.compile("^Bo"))
    assert ana.taps - before == 2, "a maneuver and the foe"
    assert fields_of(cast["gun"])["ammo"] == 17
    settled(seats)

    # The server begins anew, and everybody's page is loaded again: everything stands on the records.
    own_server.restart()
    for seat in seats.values():
        seat.comes()
    ana.sees("Hold")
    expect(ana.page.locator("main .picks").get_by_text("Kick")).to_have_count(0)
    grips_and_blackouts(table, cast, seats)
    wounds_heal(table, cast, seats)
    taps = {name: seat.taps for name, seat in seats.items()}
    most = {"ana": 12, "oz": 1, "gm": 9}
    assert all(taps[name] <= most[name] for name in most), taps

    beginning.comes_back(table.gm, gm.page)


def grips_and_blackouts(table: Table, cast: dict[str, str], seats: dict[str, Seat]) -> None:
    """A held foe who breaks free or does not, armor that breaks, a blackout as long as the rules propose."""
    ana, gm = seats["ana"], seats["gm"]
    sides = {"attacker": {"id": cast["ana"]}, "target": {"id": cast["cy"]}}
    forced(table.player, "fallen.attack", {**sides, "maneuver": "hold"}, 9)
    gm.comes()
    gm.shot("defend-gm")
    gm.taps_on("Let it through")
    assert fields_of(cast["cy"])["held_by"] == cast["ana"]
    with pytest.raises(RuleViolation) as undeclared:
        forced(table.player, "fallen.attack", {**sides, "maneuver": "kick"}, 9)
    assert undeclared.value.clause == "FAL-MULTI-05"
    ana.comes()
    ana.taps_on("End the turn")

    until(table, cast, "cy")
    gm.comes()
    gm.taps_on("Break free")
    forced_free(table, cast)
    until(table, cast, "ana")
    ana.comes()
    ana.taps_on("Keep the grip on Cy")
    assert fields_of(cast["ana"])["acted"] == 1

    until(table, cast, "oz")
    blow = {"attacker": {"id": cast["oz"]}, "target": {"id": cast["bo"]}, "maneuver": "strike"}
    forced(table.other_player, "fallen.attack", blow, 9)
    asked = {"id": str(Pending.objects.get(question="fallen.defend", state="open").pk)}
    act(table.gm, "table.settle", {"pending": asked, "how": "waived", "reason": "Away."})
    forced(table.gm, "fallen.hit", {**blow, "net": 5}, 9)
    assert fields_of(cast["vest"])["destroyed"] is True
    gm.comes()
    gm.shot("blackout-gm")
    gm.taps_on("5 turns")
    assert fields_of(cast["bo"])["unconscious_for"] == 5
    for _end in range(4):
        if not on(cast):
            break
        act(table.gm, "fallen.end_turn", {"fighter": {"id": cast[on(cast)]}})
    gm.comes()
    had_his_turn = fields_of(cast["bo"])["turn_done"]
    gm.taps_on("Begin a new turn")
    # A turn that he had before the blackout is none of those it lasts.
    assert fields_of(cast["bo"])["unconscious_for"] == (5 if had_his_turn else 4)


def forced_free(table: Table, cast: dict[str, str]) -> None:
    """Whatever Cy's dice said, Ana holds him in the next turn."""
    grip = {"restraint": "held", "held_by": cast["ana"], "grip": "hold"}
    stands = fields_of(cast["cy"])
    changes = [{"field": name, "set": value} for name, value in grip.items() if stands[name] != value]
    if changes:
        act(table.gm, "table.edit", {"record": {"id": cast["cy"]}, "changes": changes, "reason": "Again"})


def wounds_heal(table: Table, cast: dict[str, str], seats: dict[str, Seat]) -> None:
    """The fight ends, days pass, and marks heal by the clock alone."""
    gm = seats["gm"]
    gm.comes()
    gm.taps_on("End the fight")
    before = fields_of(cast["bo"])
    assert before["bashing"] > 0
    gm.comes(f"characters/{cast['bo']}/")
    gm.sees(re.compile("heals"))
    gm.shot("sheet-gm")
    with pytest.raises(RuleViolation) as typed:
        act(table.gm, "fallen.heal", {"patient": {"id": cast["bo"]}, "hours": 9})
    assert typed.value.clause == "FAL-HEALTH-08"
    clock.advance(actor=table.gm, seconds=2 * DAY, key="two-days")
    after = fields_of(cast["bo"])
    assert (after["bashing"], after["unconscious"]) == (0, False)
