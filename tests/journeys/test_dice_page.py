"""The page that checks the dice, and the witness that warns of another log."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from campaigns.games.demon_city.decks.acts import lay_out_decks
from campaigns.log import guards
from campaigns.models import Campaign, Entry
from campaigns.services import sessions
from campaigns.services.redaction import redact
from tests.campaigns.spine import Game, new_game
from tests.journeys.conftest import PageAt

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def game() -> Game:
    game = new_game()
    mara = game.make("character", "Mara", owner=game.player, will=4, state="active")
    roll = {"acting": {"id": mara, "score": "will"}, "opposing": {"score": "difficulty", "dice": 3}}
    sessions.begin_session(actor=game.gm, name="", key=game.key())
    game.act("sorcerer.roll", roll, by=game.player, nonce="ab" * 16)
    sessions.end_session(actor=game.gm, key=game.key())
    game.act("sorcerer.roll", roll, by=game.player, nonce="cd" * 16)
    return game


@pytest.fixture
def at_table(page_at: PageAt, game: Game) -> Callable[[str], Page]:
    def go(path: str) -> Page:
        return page_at(f"/campaigns/{game.campaign.pk}/{path}", who=game.player, width=360, theme="dark")

    return go


def test_every_die_is_worked_out_on_a_phone(
    at_table: Callable[[str], Page], faults_of: Callable[[Page], list[str]]
) -> None:
    page = at_table("log/dice/")

    page.get_by_role("button", name="Check every draw").click()

    expect(page.get_by_text("Everything that can be checked is correct")).to_be_visible()
    expect(page.locator('[data-count="draws"]')).to_have_text("7")
    expect(page.locator('[data-count="waiting"]')).to_have_text("7")
    assert faults_of(page) == []


def test_piles_whose_order_is_sealed_hold_for_a_player(at_table: Callable[[str], Page], game: Game) -> None:
    lay_out_decks(actor=game.gm, key=game.key())
    ann = game.make("demon_city.character", "Ann", owner=game.player)
    throw = {"thrower": {"id": ann}, "intensity": 3}
    thrown = game.act("demon_city.static_throw", throw, by=game.player, nonce="ef" * 16)
    # How many cards come hangs on which come.
    came = sum(len(step.drawn) for step in thrown.steps if step.action == "demon_city.turn_up")
    sessions.begin_session(actor=game.gm, name="", key=game.key())
    sessions.end_session(actor=game.gm, key=game.key())
    page = at_table("log/dice/")

    page.get_by_role("button", name="Check every draw").click()

    expect(page.get_by_text("Everything that can be checked is correct")).to_be_visible()
    expect(page.locator('[data-count="draws"]')).to_have_text(str(2 * 7 + came))
    expect(page.locator('[data-count="unread"]')).to_have_text("30")
    expect(page.locator('[data-count="cards"]')).to_have_text("1")


def test_one_act_is_worked_out_by_hand(at_table: Callable[[str], Page]) -> None:
    page = at_table("log/dice/")
    page.get_by_role("button", name="Check every draw").click()
    page.get_by_text("Draws by action").first.click()

    page.locator("#dice-periods tbody").get_by_role("button").first.click()

    came = page.locator('#dice-periods [data-of="came"]').first.inner_text()
    expect(page.locator("[data-came]")).to_have_text(came)


def test_a_log_that_was_tampered_with_is_named(at_table: Callable[[str], Page], game: Game) -> None:
    with guards.lifted():
        Entry.objects.filter(campaign=game.campaign, seq=6).update(time=5)
    page = at_table("log/dice/")

    page.get_by_role("button", name="Check every draw").click()

    expect(page.get_by_text("The log failed verification")).to_be_visible()
    expect(page.locator("[data-fault]")).to_contain_text("Entry no. 6: its header was changed.")


def test_words_taken_out_while_the_log_is_read_are_told_of_by_what_came_since(
    at_table: Callable[[str], Page], game: Game
) -> None:
    note = game.act("table.note", {"words": "The rain begins."}).entry.seq
    page = at_table("log/dice/")
    redact(actor=game.gm, entry=note, part=1, reason="as asked", key=game.key())

    page.get_by_role("button", name="Check every draw").click()

    expect(page.get_by_text("Everything that can be checked is correct")).to_be_visible()
    expect(page.locator('[data-count="redacted"]')).to_have_text("1")


def test_witness_warns_when_the_log_is_not_the_one_seen_before(
    at_table: Callable[[str], Page], game: Game
) -> None:
    page = at_table("log/")
    warning = page.get_by_text("This log has changed since you last saw it")
    game.act("table.note", {"words": "The rain begins."})
    page.reload()
    expect(warning).to_be_hidden()

    Campaign.objects.filter(pk=game.campaign.pk).update(head_hash="0" * 64)
    page.reload()
    expect(warning).to_be_visible()
    page.reload()
    expect(warning).to_be_visible()

    page.get_by_role("button", name="I know why: accept this log").click()
    expect(warning).to_be_hidden()
    page.reload()
    expect(warning).to_be_hidden()
