"""What somebody plays comes to everybody else's page, whatever page it is: soon, short, and in nobody's way."""

import os
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from campaigns.forms.people import new_key
from campaigns.games.demon_city.decks.acts import lay_out_decks
from campaigns.games.demon_city.rounds import acts as rounds
from campaigns.models import Entry, Membership, Record
from campaigns.queries.palette import known_of
from campaigns.queries.waiting import open_questions
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, play
from campaigns.viewing import Viewer
from rules.kernel.values import Values
from tests.campaigns.magic import DOTS
from tests.campaigns.world import act
from tests.factories import make_character, make_demon, make_record
from tests.journeys.conftest import PageAt
from tests.journeys.test_live import set_visibility
from tests.people import Table

pytestmark = [pytest.mark.timeout(180)]

WATCH = """() => {
  window.staged = [];
  document.addEventListener('moment-staged', ({ detail }) => {
    const own = (what) => {
      const all = [...detail.moment.querySelectorAll(what)];
      return [...new Set(all.map((each) => getComputedStyle(each).outlineColor))];
    };
    const one = { at: Date.now(), most: 0, dice: detail.moment.querySelectorAll('.die, .card').length,
      mine: own('.contest-acting .die-place'), theirs: own('.contest-opposing .die-place'),
      lit: detail.moment.querySelectorAll('.parts > li').length,
      rows: document.querySelectorAll('#log-rows [data-seq]').length,
      pace: document.getElementById('moment').dataset.pace, words: detail.moment.textContent };
    window.staged.push(one);
    const typed = document.activeElement.matches('textarea, input') && document.activeElement.getBoundingClientRect();
    const over = document.querySelector('#moment > .moment').getBoundingClientRect();
    requestAnimationFrame(() => setTimeout(() => { one.seen = Date.now(); }));
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
SOON_MS = 1000
STARVED = 3.0
"""So many programs that want each processor are more than a server and four browsers."""
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


def colour_on(page: Page, letter: str) -> str:
    """A person's colour as a page of this theme shows it."""
    found: str = page.evaluate(
        "(name) => { const one = document.createElement('i'); one.style.color = `var(${name})`;"
        " document.body.append(one); const found = getComputedStyle(one).color; one.remove(); return found; }",
        f"--colour-{letter}",
    )
    return found


def roll(page: Page, who: str, *, faces: str = "") -> None:
    against = {"opposing.score": "difficulty", "opposing.dice": "3"}
    plays(page, "sorcerer.roll", **{"acting.id": who, "acting.score": "will", **against, "hand": faces})


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

    # No ties: of many dice that cancel each other, each pool lands as one throw.
    roll(player, ilse, faces="10 8 5 3 9 6 2")

    for page in (gm, phone, reader):
        one = staged(page)
        assert "Ilse" in one["words"]
        assert one["dice"] == 7
        assert 0 < one["most"] <= MOST_MOVING
        assert 1400 < one["over"] - one["at"] < 1500 + LATE_MS
        # Outlines stand before any die lies there: those of the player's own in their colour, for nobody's in none.
        assert one["mine"] == [colour_on(page, scene.player.colour)]
        assert len(one["theirs"]) == 1
        assert one["theirs"] != one["mine"]
        assert one["lit"] == 4
    assert player.evaluate("window.staged.length") == 0  # their own answer shows it
    # The log waits for the verdict, and the words for their writer.
    assert staged(gm)["rows"] == before
    expect(gm.locator("#log-rows [data-seq]")).to_have_count(before + 1)
    expect(gm.locator("#moment-said")).to_contain_text("Ilse rolls Will")
    assert gm.locator("#moment-said").inner_text().count("Ilse rolls Will") == 1
    assert gm.locator("#moment[inert]").count() == 1
    assert not staged(phone)["covers"]
    assert phone.evaluate("document.activeElement.name") == "words"
    phone.keyboard.type("tence")
    expect(phone.locator('#act [name="words"]')).to_have_value("half a sentence")


def test_whatever_is_played_is_seen_on_every_page_within_a_second(
    scene: Table, opened: Callable[..., Page]
) -> None:
    """From when its entry was written until it stands painted on the page where that took longest, by one clock.

    Played by this process, which the server's learns from its database alone: the longer way. What took longer is
    played again a few times. Where more waits for each processor of this machine than a server and its browsers make
    waiting by themselves, a slow try says nothing, and is told as the reason why nothing is asserted.
    """
    home = f"/campaigns/{scene.campaign.pk}/"
    acts = acts_of_all_games(scene)
    pages = [
        opened(f"{home}log/", who=scene.gm),
        opened(f"{home}people/", who=scene.player, width=390),
        opened(f"{home}table/", who=scene.other_player, width=390),
        opened(f"{home}rules/", who=scene.observer, width=390),
    ]
    players = (scene.gm, scene.player, scene.other_player, scene.observer)
    pages[-1].wait_for_timeout(OPENED_MS)

    took: dict[str, list[int]] = {}
    for what, (by, plays_it) in acts.items():
        others = [page for who, page in zip(players, pages, strict=True) if who != by]
        while not took.get(what) or (took[what][-1] >= SOON_MS and len(took[what]) < TRIES):
            before = [page.evaluate("window.staged.length") for page in others]
            plays_it()
            seen = [staged(page, number + 1) for page, number in zip(others, before, strict=True)]
            took.setdefault(what, []).append(round(max(one["seen"] for one in seen) - played_at(scene)))

    waiting = os.getloadavg()[0] / (os.cpu_count() or 1)
    print(f"in ms, at {waiting:.1f} for each processor:", took)
    slow = {what: tries for what, tries in took.items() if min(tries) >= SOON_MS}
    if slow and waiting > STARVED:
        pytest.skip(f"{waiting:.1f} programs want each processor here: {took}")
    assert slow == {}


def acts_of_all_games(table: Table) -> dict[str, tuple[Membership, Callable[[], object]]]:
    """An act of each kind, by whom it is."""
    lay_out_decks(actor=table.gm, key=new_key())
    city = {"stats.agility": 2, "stats.toughness": 3, "toughness": 3, "state": "active"}
    ann = str(make_record(table.gm, "demon_city.character", "Ann", owner=table.player, **city).pk)
    torvald = str(make_record(table.gm, "fallen.character", "Torvald", owner=table.player, stamina=2).pk)
    ilse = str(make_character(table.player, name="Ilse").pk)
    pairs = sorcerers_with_demons(table, TRIES)
    mage: dict[str, Any] = {f"traits.{one}": dots for one, dots in DOTS.items()}
    mage |= {"state": "active", "willpower": 5, "most.willpower": 5, "mana": 20, "most.mana": 20}
    mira = str(make_record(table.gm, "pandemonium.character", "Mira", owner=table.player, **mage).pk)
    nan = str(make_record(table.gm, "pandemonium.character", "Nan", owner=table.other_player, **mage).pk)
    given = {"acting": {"id": ilse, "score": "will"}, "opposing": {"score": "difficulty", "dice": 3}}
    spell = {"name": "Strings", "aspect": "vulgar", "kind": "control", "arcanum": "mind"}
    cast = {"spell": spell, "caster": {"id": mira}, "targets": [nan]}
    for _try in range(TRIES):  # what there is to resist
        act(table.player, "pandemonium.cast", cast)
    hurt = {"target": {"id": torvald}, "levels": 1, "damage_kind": "bashing"}

    return {
        "roll": (table.player, lambda: act(table.player, "sorcerer.roll", given)),
        "throw": (
            table.player,
            lambda: act(table.player, "demon_city.static_throw", {"thrower": {"id": ann}, "intensity": 3}),
        ),
        "Binding": (
            table.gm,
            lambda: act(table.gm, "sorcerer.bind", pairs.pop()),
        ),
        "spell": (table.player, lambda: act(table.player, "pandemonium.cast", cast)),
        "spell resisted": (table.other_player, lambda: resist(table.other_player)),
        "wound": (table.gm, lambda: act(table.gm, "fallen.apply_damage", hurt)),
    }


def sorcerers_with_demons(table: Table, number: int) -> list[dict[str, Any]]:
    """So many Bindings that can be tried."""
    return [
        {
            "sorcerer": {"id": str(make_character(table.player, name=f"Sorcerer {n}").pk)},
            "demon": {"id": str(make_demon(table.gm, f"Demon {n}", state="present").pk)},
            "scores": ["will"],
            "need_met": True,
            "desire_met": False,
        }
        for n in range(number)
    ]


def resist(who: Membership) -> None:
    """The player whom a spell reaches for answers the oldest question about it."""
    questions = open_questions(who.campaign, Viewer.of(who))
    asked = next(one for one in questions if one.question == "pandemonium.control")
    step = Request(asked.question, {"resist": {"pool": {"willpower": False}}}, known=known_of(asked))
    play(who, ActRequest(new_key(), (step,), answers=asked.id))


def test_what_comes_soon_after_another_is_staged_in_short(scene: Table, opened: Callable[..., Page]) -> None:
    home = f"/campaigns/{scene.campaign.pk}/"
    ilse = str(make_character(scene.player, name="Ilse").pk)
    player = opened(f"{home}people/", who=scene.player, width=390)
    others = [opened(f"{home}rules/", who=who, width=390) for who in (scene.gm, scene.other_player)]
    others[-1].wait_for_timeout(OPENED_MS)

    for number in (1, 2):
        roll(player, ilse)
        for page in others:
            page.wait_for_function("(number) => window.staged.length >= number", arg=number)

    for page in others:
        one = staged(page, 2)
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
    expect(reader.locator(".gathering")).to_contain_text("0 of 1 player ready")
    reader.wait_for_timeout(OPENED_MS)

    gm.locator("main").get_by_role("button", name="Flip the cards").click()
    took = max(staged(page)["seen"] for page in (phone, reader)) - played_at(scene)
    print(f"Clash: {took:.0f} ms")
    for page in (phone, reader):
        one = staged(page)
        assert "The ghoul" in one["words"]
        assert one["dice"] >= 2
        assert one["most"] <= MOST_MOVING
        assert 2400 < one["over"] - one["at"] < 2500 + LATE_MS
    expect(reader.locator(".gathering")).to_have_count(0)
    assert phone.locator("#log-rows").inner_text()
    # Said once: to whom it concerns by their news, which wait for the verdict too.
    expect(phone.locator("#news [data-news]").last).to_contain_text("flipped")
    assert phone.locator("#moment-said").inner_text() == ""
    expect(reader.locator("#moment-said")).to_contain_text("flipped")

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
    current = {"id": str(Record.objects.filter(kind="demon_city.round").latest("born").pk)}
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


ENDS = {
    "tap": "new PointerEvent('pointerdown', { bubbles: true })",
    "key": "new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })",
}


@pytest.mark.parametrize("how", ENDS)
def test_a_tap_or_a_key_ends_it_and_lets_the_page_in_and_the_focus_stays(
    scene: Table, opened: Callable[..., Page], how: str
) -> None:
    home = f"/campaigns/{scene.campaign.pk}/"
    ilse = str(make_character(scene.player, name="Ilse").pk)
    player = opened(f"{home}people/", who=scene.player, width=390)
    gm = opened(f"{home}log/", who=scene.gm)
    before = gm.locator("#log-rows [data-seq]").count()
    focused = gm.locator("#log-rows a").first
    focused.focus()
    gm.evaluate(
        """() => document.addEventListener('moment-staged', () => setTimeout(() => {
        document.body.dispatchEvent(EVENT);
        window.staged[0].isEnded = document.getElementById('moment').hidden;
        window.staged[0].rowsThen = document.querySelectorAll('#log-rows [data-seq]').length;
      }, 100))""".replace("EVENT", ENDS[how])
    )

    roll(player, ilse)

    one = staged(gm)
    assert one["isEnded"]
    assert one["rowsThen"] == before + 1
    expect(focused).to_be_focused()


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
