"""A television stages what is played as every page does, stays as it ends, and cuts nothing off."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from campaigns.forms.people import new_key
from campaigns.games.demon_city.decks.acts import lay_out_decks
from campaigns.games.demon_city.rounds import acts as rounds
from campaigns.models import Record
from campaigns.services.telling_now import show_text
from rules.kernel.values import Values
from tests.campaigns.world import act
from tests.factories import make_character, make_record
from tests.journeys.conftest import PageAt
from tests.journeys.pages import shot
from tests.people import Table

pytestmark = [pytest.mark.timeout(180), pytest.mark.slow]

WATCH = """() => {
  window.beats = [];
  const stage = document.getElementById('stage');
  new MutationObserver(() => {
    const is = [...stage.classList].sort().join(' ');
    if (is === (window.beats.at(-1)?.is ?? 'stage')) return;
    const dice = stage.querySelectorAll('.stage-throws :is(.die, .card)').length;
    window.beats.push({ is, dice, at: performance.now(), moving: document.getAnimations().length });
  }).observe(stage, { attributes: true, attributeFilter: ['class'] });
}"""
"""Keeps when a television began a beat, and what stood on it then."""
CUT = """() => {
  const room = document.querySelector('.stage-moment').getBoundingClientRect();
  const isOut = (one) => one.top < room.top - 1 || one.bottom > room.bottom + 1 || one.left < -1
    || one.right > innerWidth + 1;
  const found = [...document.querySelectorAll('.stage-moment :is(.die, .card, p)')];
  return found.filter((one) => one.offsetHeight && isOut(one.getBoundingClientRect())).map((one) => one.className);
}"""
"""What of a moment lies outside of its room."""


@pytest.fixture
def television(scene: Table, page_at_own: PageAt) -> Iterator[Page]:
    """A television that was let in, with movements."""
    page = page_at_own("/stage/", width=1920)
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.emulate_media(reduced_motion="no-preference")
    gm = page_at_own(f"/campaigns/{scene.campaign.pk}/table/", who=scene.gm)
    gm.locator("#stage-controls summary").click()
    gm.get_by_label("Code on the television").fill(page.locator(".stage-code").inner_text())
    gm.get_by_role("button", name="Show", exact=True).click()
    expect(page.locator(".stage-scene")).to_have_text("The yard")
    page.evaluate(WATCH)
    yield page
    page.emulate_media(reduced_motion="reduce")


def roll(scene: Table, who: Record, dice: int = 3) -> None:
    given: dict[str, Any] = {
        "acting": {"id": str(who.pk), "score": "will"},
        "opposing": {"score": "difficulty", "dice": dice},
    }
    act(scene.gm, "sorcerer.roll", given)


def test_a_roll_is_staged_once_and_stays_as_it_ends(
    scene: Table, television: Page, faults_of: Callable[[Page], list[str]]
) -> None:
    mara = make_character(scene.player, "Mara", state="active")

    roll(scene, mara)

    expect(television.locator(".stage-throws .die")).to_have_count(7)
    for name in ("a", "b", "c", "d"):
        shot(television, f"stage-strip-{name}", whole=False)
        television.wait_for_timeout(350)
    expect(television.locator("#stage.is-staged")).to_have_count(0)
    beats: list[dict[str, Any]] = television.evaluate("window.beats")
    assert [one["is"] for one in beats] == [
        "is-open is-staged is-untold stage",
        "is-staged is-untold stage",
        "is-staged stage",
        "stage",
    ]
    assert beats[0]["moving"] > 0
    assert all(one["dice"] == 7 for one in beats)
    assert beats[1]["at"] - beats[0]["at"] >= 800
    assert television.evaluate("document.getAnimations().length") == 0
    assert television.evaluate(CUT) == []
    assert faults_of(television) == []

    television.emulate_media(reduced_motion="reduce")
    roll(scene, mara, dice=30)
    expect(television.locator(".stage-throws .die")).to_have_count(34)
    assert television.evaluate("window.beats.length") == len(beats), "nothing moves for whoever wants it calm"
    assert television.evaluate(CUT) == []
    shot(television, "stage-many-dice", whole=False)

    show_text(actor=scene.gm, to=[], title="A letter", words="The stairs count you. " * 60, key="letter")
    expect(television.locator(".stage-moment .shown-title")).to_be_visible()
    assert television.evaluate(CUT) == []
    shot(television, "stage-long-text", whole=False)


def test_several_clashes_are_turned_at_once_and_none_is_cut_off(
    scene: Table, television: Page, page_at_own: PageAt
) -> None:
    lay_out_decks(actor=scene.gm, key=new_key())
    city = {"stats.toughness": 3, "toughness": 3, "state": "active", "control": "gm"}
    names = ("Ann", "The ghoul", "Bea", "The hound", "Cleo", "The warden")
    ids = [  # the slowest first, as they announce in that order
        str(make_record(scene.gm, "demon_city.character", name, **{"stats.agility": number}, **city).pk)
        for number, name in enumerate(names, 1)
    ]
    rounds.begin_round(actor=scene.gm, name="Round", who=ids, previous=(), anew=False, key=new_key())
    current = {"id": str(Record.objects.get(kind="demon_city.round").pk)}
    aims = {one: ids[place ^ 1] for place, one in enumerate(ids)}
    for who, aim in aims.items():
        told = {"round": current, "character": {"id": who}, "kind": "attack", "targets": [aim]}
        act(scene.gm, "demon_city.announce", told)
    actions: list[Values] = [
        {"id": who, "side": names[ids.index(who)], "kind": "attack", "targets": [aim], "driver": False}
        for who, aim in aims.items()
    ]
    rounds.sort_round(
        actor=scene.gm, actions=actions, names=dict(zip(ids, names, strict=True)), key=new_key()
    )
    gm = page_at_own(f"/campaigns/{scene.campaign.pk}/action/", who=scene.gm)

    gm.locator("main").get_by_role("button", name="Flip all cards").click()

    expect(television.locator(".stage-throws .card").first).to_be_visible()
    assert television.locator(".stage-throws .hand-of-cards").count() == 6
    assert television.evaluate(CUT) == []
    shot(television, "stage-clashes", whole=False)
