"""What somebody plays comes to everybody else's page, whatever page it is: soon, short, and in nobody's way."""

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from campaigns.forms.people import new_key
from campaigns.games.demon_city.decks.acts import lay_out_decks
from campaigns.games.demon_city.rounds import acts as rounds
from campaigns.models import Entry, Record
from rules.kernel.values import Values
from tests.campaigns.world import act
from tests.factories import make_character, make_demon, make_record
from tests.journeys.conftest import PageAt
from tests.journeys.test_live import set_visibility
from tests.people import Table

pytestmark = [pytest.mark.timeout(180)]

WATCH = """() => {
  window.staged = [];
  document.addEventListener('moment-staged', ({ detail }) => {
    const one = { at: Date.now(), most: 0, dice: detail.moment.querySelectorAll('.die, .card').length,
      rows: document.querySelectorAll('#log-rows [data-seq]').length,
      pace: document.getElementById('moment').dataset.pace, words: detail.moment.textContent };
    window.staged.push(one);
    const typed = document.activeElement.matches('textarea, input') && document.activeElement.getBoundingClientRect();
    const over = document.querySelector('#moment > .moment').getBoundingClientRect();
    one.covers = Boolean(typed) && typed.top < over.bottom && over.top < typed.bottom;
    const look = () => {
      const moving = document.getAnimations().filter((each) => each.playState === 'running');
      one.most = Math.max(one.most, new Set(moving.map((each) => each.effect.target)).size);
      if (document.getElementById('moment').hidden) one.over = Date.now();
      else requestAnimationFrame(look);
    };
    look();
  });
}"""
"""Keeps of each moment when it came, how much moved at once, and when it was over."""
MOST_MOVING = 20
LATE_MS = 2000
"""So late may end what is timed, where several browsers share a machine; none of it may be short."""
OPENED_MS = 1100
"""What comes sooner after a page opens is shown at its end."""
TRIES = 4
SLEPT_NS = 600 * 10**9


@pytest.fixture
def opened(page_at_own: PageAt) -> Iterator[Callable[..., Page]]:
    """An open page that is live, and keeps what is staged on it."""
    pages: list[Page] = []

    def open_page(path: str, *, is_live: bool = True, **options: Any) -> Page:
        page = page_at_own(path, **options)
        page.emulate_media(reduced_motion="no-preference")
        pages.append(page)
        if not is_live:
            return page
        expect(page.locator("body")).to_have_attribute("data-live", "open")
        page.evaluate(WATCH)
        return page

    yield open_page
    for page in pages:
        page.emulate_media(reduced_motion="reduce")
        page.evaluate("localStorage.clear()")


def staged(page: Page, number: int = 1) -> dict[str, Any]:
    """The newest of so many moments on a page, once it is over."""
    page.wait_for_function(
        "(number) => window.staged.length >= number && window.staged[number - 1].over", arg=number
    )
    found: dict[str, Any] = page.evaluate("(number) => window.staged[number - 1]", number)
    return found


def plays(page: Page, action: str, **sent: str) -> None:
    """An act as a form of somebody's page sends it: in the server's own process, which tells the others at once."""
    token = next(one["value"] for one in page.context.cookies() if one["name"] == settings.CSRF_COOKIE_NAME)
    home = "/".join(page.url.split("/")[:5])
    form: dict[str, str | float | bool] = {"csrfmiddlewaretoken": token, "key": new_key(), **sent}
    answer = page.request.post(
        f"{home}/play/{action}/", form=form, headers={"Referer": page.url}, max_redirects=0
    )
    assert answer.status in (200, 302), answer.text()


def played_at(table: Table) -> float:
    """When the newest entry was played, in milliseconds since 1970."""
    return Entry.objects.filter(campaign=table.campaign).latest("seq").time / 1000


def roll(page: Page, who: str) -> None:
    against = {"opposing.score": "difficulty", "opposing.dice": "3"}
    plays(page, "sorcerer.roll", **{"acting.id": who, "acting.score": "will", **against})


def test_a_roll_comes_to_every_page(scene: Table, opened: Callable[..., Page]) -> None:
    home = f"/campaigns/{scene.campaign.pk}/"
    ilse = str(make_character(scene.player, name="Ilse").pk)
    player = opened(f"{home}people/", who=scene.player, width=390)
    gm = opened(f"{home}log/", who=scene.gm)
    phone = opened(f"{home}table/", who=scene.other_player, width=390)
    reader = opened(f"{home}rules/", who=scene.observer, width=390, theme="dark")
    phone.locator("#act summary").get_by_text("Write a note").click()
    phone.locator('#act [name="words"]').fill("half a sen")
    before = gm.locator("#log-rows [data-seq]").count()
    reader.wait_for_timeout(OPENED_MS)

    roll(player, ilse)

    for page in (gm, phone, reader):
        one = staged(page)
        assert "Ilse" in one["words"]
        assert one["dice"] == 7
        assert 0 < one["most"] <= MOST_MOVING
        assert 1400 < one["over"] - one["at"] < 1500 + LATE_MS
    assert player.evaluate("window.staged.length") == 0  # their own answer shows it
    # The log waits for the verdict, and the words for their writer.
    assert staged(gm)["rows"] == before
    expect(gm.locator("#log-rows [data-seq]")).to_have_count(before + 1)
    expect(gm.locator("#moment-said")).to_contain_text("Ilse rolls Will")
    assert not staged(phone)["covers"]
    assert phone.evaluate("document.activeElement.name") == "words"
    phone.keyboard.type("tence")
    expect(phone.locator('#act [name="words"]')).to_have_value("half a sentence")


def test_it_comes_within_a_second_and_soon_after_another_in_short(
    scene: Table, opened: Callable[..., Page]
) -> None:
    home = f"/campaigns/{scene.campaign.pk}/"
    ilse = str(make_character(scene.player, name="Ilse").pk)
    player = opened(f"{home}people/", who=scene.player, width=390)
    others = [opened(f"{home}rules/", who=who, width=390) for who in (scene.gm, scene.other_player)]

    late: list[float] = []
    number = 0
    while not late or (late[-1] >= 1000 and number < TRIES):  # what else runs here may hold up the first ones
        roll(player, ilse)
        number += 1
        seen = [staged(page, number) for page in others]
        late.append(max(one["at"] for one in seen) - played_at(scene))

    assert min(late) < 1000
    roll(player, ilse)
    for page in others:
        page.wait_for_function("(number) => window.staged.length >= number", arg=number + 1)
    roll(player, ilse)
    for page in others:
        one = staged(page, number + 2)
        assert one["pace"] == "short"
        assert one["over"] - one["at"] < 600 + LATE_MS


def test_a_throw_a_clash_a_binding_and_a_wound_come_to_every_page(
    scene: Table, opened: Callable[..., Page]
) -> None:
    home = f"/campaigns/{scene.campaign.pk}/"
    lay_out_decks(actor=scene.gm, key=new_key())
    city = {"stats.agility": 2, "stats.toughness": 3, "toughness": 3, "state": "active"}
    quick = {**city, "stats.agility": 4}
    ann = make_record(scene.gm, "demon_city.character", "Ann", owner=scene.player, **city)
    ghoul = make_record(scene.gm, "demon_city.character", "The ghoul", control="gm", **quick)
    fighter = make_record(scene.gm, "fallen.character", "Torvald", owner=scene.player, stamina=2)
    ilse = make_character(scene.player, name="Ilse")
    demon = make_demon(scene.gm, "Tallowmere", state="present")
    begin_clash(scene, str(ann.pk), str(ghoul.pk))
    gm = opened(f"{home}action/", who=scene.gm)
    phone = opened(f"{home}table/", who=scene.player, width=390, theme="dark")
    reader = opened(f"{home}rules/", who=scene.observer, width=390)
    expect(reader.locator(".gathering")).to_contain_text("0 of 1 ready")
    reader.wait_for_timeout(OPENED_MS)

    gm.locator("main").get_by_role("button", name="Flip the cards").click()
    for page in (phone, reader):
        one = staged(page)
        assert "The ghoul" in one["words"]
        assert one["dice"] >= 2
        assert one["most"] <= MOST_MOVING
        assert 2400 < one["over"] - one["at"] < 2500 + LATE_MS
    expect(reader.locator(".gathering")).to_have_count(0)
    assert phone.locator("#log-rows").inner_text()

    sides = {"sorcerer": {"id": str(ilse.pk)}, "demon": {"id": str(demon.pk)}}
    act(scene.gm, "sorcerer.bind", {**sides, "scores": ["will"], "need_met": True, "desire_met": False})
    staged(phone, 2)
    act(scene.gm, "demon_city.static_throw", {"thrower": {"id": str(ann.pk)}, "intensity": 3})
    staged(phone, 3)
    hurt = {"target": {"id": str(fighter.pk)}, "levels": 1, "damage_kind": "lethal"}
    act(scene.gm, "fallen.apply_damage", hurt)
    for page in (phone, reader):
        staged(page, 4)
        told = page.evaluate("window.staged.map((one) => one.words)")
        assert [
            name for name in ("Tallowmere", "Ann", "Torvald") if not any(name in one for one in told)
        ] == []
        assert max(page.evaluate("window.staged.map((one) => one.most)")) <= MOST_MOVING


def begin_clash(table: Table, one: str, other: str) -> None:
    """Two have announced against each other, and their cards lie face down."""
    rounds.begin_round(actor=table.gm, name="Round", who=[one, other], previous=(), anew=False, key=new_key())
    current = {"id": str(Record.objects.get(kind="demon_city.round").pk)}
    aims = {one: other, other: one}
    for who, aim in aims.items():
        told = {"round": current, "character": {"id": who}, "kind": "attack", "targets": [aim]}
        act(table.gm, "demon_city.announce", told)
    actions: list[Values] = [
        {"id": who, "side": who, "kind": "attack", "targets": [aim], "driver": False}
        for who, aim in aims.items()
    ]
    rounds.sort_round(actor=table.gm, actions=actions, names={one: "Ann", other: "The ghoul"}, key=new_key())


def test_a_page_that_slept_catches_up_without_a_replay(
    scene: Table, opened: Callable[..., Page], monkeypatch: pytest.MonkeyPatch
) -> None:
    home = f"/campaigns/{scene.campaign.pk}/"
    ilse = str(make_character(scene.player, name="Ilse").pk)
    phone = opened(f"{home}log/", who=scene.other_player, width=390)
    before = phone.locator("#log-rows [data-seq]").count()
    set_visibility(phone, "hidden")
    now = time.time_ns()
    monkeypatch.setattr(time, "time_ns", lambda: now - SLEPT_NS)
    given = {"acting": {"id": ilse, "score": "will"}, "opposing": {"score": "difficulty", "dice": 3}}
    for _roll in range(5):
        act(scene.player, "sorcerer.roll", given)

    set_visibility(phone, "visible")

    expect(phone.locator("#log-rows [data-seq]")).to_have_count(before + 5)
    assert phone.evaluate("window.staged.length") == 0


def test_a_tap_ends_it_and_lets_the_page_in(scene: Table, opened: Callable[..., Page]) -> None:
    home = f"/campaigns/{scene.campaign.pk}/"
    ilse = str(make_character(scene.player, name="Ilse").pk)
    player = opened(f"{home}people/", who=scene.player, width=390)
    gm = opened(f"{home}log/", who=scene.gm)
    before = gm.locator("#log-rows [data-seq]").count()
    gm.evaluate("""() => document.addEventListener('moment-staged', () => setTimeout(() => {
        document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
        window.staged[0].isEnded = document.getElementById('moment').hidden;
        window.staged[0].rowsThen = document.querySelectorAll('#log-rows [data-seq]').length;
      }, 100))""")

    roll(player, ilse)

    one = staged(gm)
    assert one["isEnded"]
    assert one["rowsThen"] == before + 1


def test_calm_is_the_end_at_once_and_a_choice_of_every_page(
    scene: Table, opened: Callable[..., Page], faults_of: Callable[[Page], list[str]]
) -> None:
    home = f"/campaigns/{scene.campaign.pk}/"
    ilse = str(make_character(scene.player, name="Ilse").pk)
    player = opened(f"{home}people/", who=scene.player, width=390)
    calm = opened(f"{home}rules/", who=scene.observer, width=390)
    calm.emulate_media(reduced_motion="reduce")
    chosen = opened("/accounts/", who=scene.gm, is_live=False)
    chosen.get_by_text("Menu", exact=True).click()
    chosen.get_by_role("group", name="Animations").get_by_role("button", name="Off").click()
    chosen.get_by_role("group", name="Sound").get_by_role("button", name="Low").click()
    assert faults_of(chosen) == []
    chosen.goto(f"{home}log/")
    assert chosen.evaluate("({ ...document.documentElement.dataset })") == {"motion": "off", "sound": "low"}
    expect(chosen.locator("body")).to_have_attribute("data-live", "open")
    chosen.evaluate(WATCH)
    chosen.wait_for_timeout(OPENED_MS)

    roll(player, ilse)

    for page in (calm, chosen):
        one = staged(page)
        assert one["most"] == 0
        assert one["pace"] == "still"
