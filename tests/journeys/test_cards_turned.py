"""Cards that are turned, at a phone: nothing lies over the card, and the flip is told once and calmly."""

import os
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from campaigns.forms.people import new_key
from campaigns.games.demon_city.decks.acts import lay_out_decks
from campaigns.games.demon_city.rounds import acts as rounds
from campaigns.models import Pending, Record
from campaigns.services import sessions
from campaigns.services.asking import ask_player
from campaigns.services.play.action_inputs import Request
from campaigns.state.rows import read_sheet
from rules.kernel.values import Value, Values
from tests.campaigns.games.demon_city.stacked import stack, stacked_piles
from tests.campaigns.world import act
from tests.factories import make_record
from tests.journeys.conftest import PageAt
from tests.people import Table, make_table

__all__ = ["stacked_piles"]

COVERED = """([card, foot]) => {
  const [one, other] = [card, foot].map((node) => document.querySelector(node).getBoundingClientRect());
  return other.top < one.bottom && one.top < other.bottom;
}"""


@pytest.fixture
def table(transactional_db: None) -> Table:
    table = make_table()
    sessions.begin_session(actor=table.gm, name="One", key="session")
    lay_out_decks(actor=table.gm, key=new_key())
    return table


def shown(page: Page, name: str) -> None:
    if folder := os.environ.get("SCREENSHOTS"):
        page.screenshot(path=f"{folder}/{name}.png")


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_covers_the_card_that_is_to_be_turned(table: Table, page_at: PageAt, width: int) -> None:
    known = {"stats.agility": 2, "stats.toughness": 3, "toughness": 3, "stats.calm": 3, "state": "active"}
    ann = str(make_record(table.gm, "demon_city.character", "Ann", owner=table.player, **known).pk)
    given: Values = {"thrower": {"id": ann, "stat_name": "agility"}, "intensity": 5, "degrees": [7, 9]}
    ask_player(actor=table.gm, action="demon_city.static_throw", who=ann, settled=given, key="asked")
    asked = Pending.objects.get(state="open")

    page = page_at(f"/campaigns/{table.campaign.pk}/play/waiting/{asked.pk}/", who=table.player, width=width)
    page.locator(".quick-odds .label").first.wait_for()

    shown(page, f"turn-{width}")
    assert page.locator(".turn").is_visible()
    assert not page.evaluate(COVERED, [".turn", ".act-foot"])


def test_nothing_stands_below_the_card_where_there_are_no_odds(table: Table, page_at: PageAt) -> None:
    known = {"stats.agility": 2, "toughness": 3, "stats.calm": 3, "state": "active"}
    ann = str(make_record(table.gm, "demon_city.character", "Ann", owner=table.player, **known).pk)
    given: Values = {"thrower": {"id": ann, "stat_name": "agility"}, "intensity": 5}
    ask_player(
        actor=table.gm,
        action="demon_city.static_throw",
        who=ann,
        settled=given,
        hidden=("intensity",),
        key="asked",
    )
    asked = Pending.objects.get(state="open")

    page = page_at(f"/campaigns/{table.campaign.pk}/play/waiting/{asked.pk}/", who=table.player, width=390)

    shown(page, "turn-without-odds")
    expect(page.locator(".turn")).to_be_visible()
    expect(page.locator(".act-foot .thumb")).to_be_hidden()


def two_who_meet(table: Table) -> dict[str, str]:
    """Ann and the ghoul attack one another, and their cards lie face down."""
    people = {}
    for name, agility, owner in (("Ann", 2, table.player), ("The ghoul", 4, None)):
        known = {"stats.agility": agility, "stats.toughness": 3, "toughness": 3, "state": "active"}
        control = {} if owner else {"control": "gm"}
        made = make_record(table.gm, "demon_city.character", name, owner=owner, **known, **control)
        people[name] = str(made.pk)
    rounds.begin_round(
        actor=table.gm, name="Round", who=[*people.values()], previous=(), anew=False, key=new_key()
    )
    ann, ghoul = people.values()
    record = {"id": str(Record.objects.get(kind="demon_city.round").pk)}
    for who, aim in ((ann, ghoul), (ghoul, ann)):
        said = {"round": record, "character": {"id": who}, "kind": "attack", "targets": [aim]}
        act(table.gm, "demon_city.announce", said)
    actions = [
        {"id": who, "side": side, "kind": "attack", "targets": [aim]}
        for who, side, aim in ((ann, "players", ghoul), (ghoul, "horror", ann))
    ]
    names = {one: name for name, one in people.items()}
    rounds.sort_round(actor=table.gm, actions=actions, names=names, key=new_key())
    return people


def flip(gm: Page) -> None:
    stack("cups-9", "pentacles-4")
    gm.get_by_role("button", name="Flip the cards").click()
    gm.get_by_text("Won by").first.wait_for()


def hears(page: Page, *regions: str) -> None:
    """Everything that these live regions say from now on is written down, as whoever listens hears it."""
    page.evaluate(
        """(regions) => {
          window.heard = [];
          for (const region of regions)
            new MutationObserver(() => window.heard.push(document.querySelector(region).innerText.trim()))
              .observe(document.querySelector(region), {childList: true, subtree: true, characterData: true});
        }""",
        list(regions),
    )


def hears_of_an_entry(page: Page) -> None:
    """The live stream says that there is something new, and the page fetches it."""
    with page.expect_response(lambda answer: "/since/" in answer.url):
        page.evaluate("document.body.dispatchEvent(new CustomEvent('entry-logged', {detail: {}}))")
    expect(page.locator(".htmx-request, .htmx-swapping, .htmx-settling")).to_have_count(0)


def test_the_flip_is_told_once_in_a_line_that_says_who_has_what_and_who_wins(
    table: Table, page_at: PageAt, stacked_piles: None
) -> None:
    two_who_meet(table)
    action = f"/campaigns/{table.campaign.pk}/action/"
    gm, bystander, ann = (page_at(action, who=who) for who in (table.gm, table.other_player, table.player))
    hears(bystander, "#flip-told", "#news")
    hears(ann, "#flip-told", "#news")

    flip(gm)

    line = "Ann 9, The ghoul 4. Won by players"
    assert gm.evaluate("document.activeElement.innerText").strip() == line
    for page in (bystander, ann):
        hears_of_an_entry(page)
        act(table.gm, "table.note", {"words": f"Rain on {page.url}."})
        hears_of_an_entry(page)
    assert bystander.evaluate("window.heard") == [line]
    (told,) = ann.evaluate("window.heard")  # as news of somebody of theirs, wherever they are
    assert told.splitlines().count(f"Cards are flipped: {line}.") == 1


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_cards_turn_where_motion_is_wanted_and_lie_there_at_once_where_it_is_not(
    table: Table, page_at: PageAt, stacked_piles: None, motion: Literal["reduce", "no-preference"]
) -> None:
    two_who_meet(table)
    action = f"/campaigns/{table.campaign.pk}/action/"
    gm, ann = (
        page_at(action, who=who, width=width) for who, width in ((table.gm, 1280), (table.player, 390))
    )
    ann.emulate_media(reduced_motion=motion)
    ann.evaluate("window.turned = []")
    ann.evaluate(
        "document.addEventListener('animationstart', (event) => {"
        " if (event.target.closest('main')) window.turned.push(event.animationName); })"
    )
    flip(gm)

    hears_of_an_entry(ann)

    ann.locator("main svg.card.is-fresh").first.wait_for()
    # Each is brought to the cards, which stand before what waits because of them.
    for page in (gm, ann):
        expect(page.get_by_role("heading", name="Clashes")).to_be_in_viewport()
        expect(page.locator("main svg.card.is-fresh").first).to_be_in_viewport(ratio=1)
    ann.wait_for_timeout(600)
    turned = ann.evaluate("window.turned.filter((name) => name === 'moment-turn').length")
    assert turned == (0 if motion == "reduce" else ann.locator("main svg.card.is-fresh").count())
    # As a function: asked again, words would be evaluated in the page, which its policy forbids.
    ann.wait_for_function("() => document.getAnimations().every((one) => one.playState !== 'running')")


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("allies", [1, 2])
def test_the_verdict_of_a_flip_is_in_sight_whatever_is_held(
    table: Table, page_at: PageAt, stacked_piles: None, width: int, allies: int
) -> None:
    """Each holds three cards, as with two extra throws: none is cut off, nor what they came to."""
    made = [
        str(make_record(table.gm, "demon_city.character", name, owner=owner, state="active").pk)
        for name, owner in (*(("Ann", table.player), ("Bo", table.player))[:allies], ("The ghoul", None))
    ]
    open_clash = str(make_record(table.gm, "demon_city.clash", "Clash").pk)
    people: list[Value] = [
        {"id": one, "side": side, "kind": "attack", "targets": [{"id": aim, "beat": 1}], "throws": 3}
        for one, side, aim in (*((one, "us", made[-1]) for one in made[:-1]), (made[-1], "them", made[0]))
    ]
    sides: list[Value] = [{"id": "us", "by": "players"}, {"id": "them", "by": "players"}]
    given: Values = {"clash": {"id": open_clash}, "sides": sides, "participants": people}
    ann = page_at(f"/campaigns/{table.campaign.pk}/action/", who=table.player, width=width)
    stack("cups-9", "cups-4")
    flips = (Request("demon_city.clash", given),)
    rounds.flip_round(actor=table.gm, flips=flips, nonce="", key=new_key())
    ann.evaluate("document.body.dispatchEvent(new CustomEvent('entry-logged', {detail: {}}))")

    staged = ann.locator("#moment > .moment:not(.is-untold)")
    staged.locator(".log-result").first.wait_for()
    shown(ann, f"verdict-{allies}-{width}")
    expect(staged.locator("svg.card")).to_have_count(3 * len(made))
    ends = """(moment) => {
      const bottom = (one) => one.getBoundingClientRect().bottom;
      const [picture, verdict] = ['.moment-picture', '.log-result'].map((part) => moment.querySelector(part));
      const lowest = Math.max(...[...picture.querySelectorAll('.card')].map(bottom));
      return lowest <= bottom(picture) && bottom(verdict) <= bottom(moment);
    }"""
    assert staged.evaluate(ends)


@pytest.mark.parametrize("width", [390, 1280])
def test_a_long_pile_lies_in_small_cards_and_a_few_in_large_ones(
    table: Table, page_at: PageAt, width: int
) -> None:
    deck = Record.objects.get(kind="demon_city.deck", name="The Players' Deck")
    cards = list(read_sheet(deck)["draw"])
    changes: list[Value] = [
        {"field": field, "set": pile}
        for field, pile in (("draw", cards[:1]), ("table", cards[1:3]), ("discard", cards[3:]))
    ]
    act(table.gm, "table.edit", {"record": str(deck.pk), "reason": "as agreed", "changes": changes})

    page = page_at(f"/campaigns/{table.campaign.pk}/records/{deck.pk}/", who=table.gm, width=width)

    piles = page.locator("main .hand-of-cards")
    few, many = (
        piles.nth(one).locator(".card").first.evaluate("(card) => card.getBoundingClientRect().width")
        for one in (0, 1)
    )
    assert few > 1.5 * many


def test_what_somebody_was_counted_from_is_corrected_without_scrolling_far(
    table: Table, page_at: PageAt
) -> None:
    people = [str(make_record(table.gm, "demon_city.character", f"Number {n}").pk) for n in range(7)]

    page = page_at(f"/campaigns/{table.campaign.pk}/records/{people[0]}/edit/", who=table.gm, width=1280)

    for part in ("counted-from", "last-count"):
        for named in page.locator(f"#{part} fieldset:has(.choices)").all():
            assert named.evaluate("(one) => one.offsetHeight") < 180
