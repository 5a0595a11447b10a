"""The clock's page and the counting at the table: told beforehand, stopped with words, gone on from there."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.models import CampaignState, DrawPeriod, Pending
from campaigns.services import clock
from campaigns.services.asking import ask_player
from tests.campaigns.spine import Game, browser, new_game, new_game_in_a_scene

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def page(game: Game, **length: str) -> str:
    address = reverse("advance_clock", args=[game.campaign.pk])
    return browser(game.gm).get(address, length).content.decode()


def pass_time(game: Game, **length: str) -> Any:
    address = reverse("advance_clock", args=[game.campaign.pk])
    return browser(game.gm).post(address, {"key": game.key(), **length}, follow=True)


def now(game: Game) -> int:
    return CampaignState.objects.get(pk=game.campaign.pk).now


def test_what_falls_due_is_told_in_words_with_its_clause() -> None:
    game = new_game()
    game.make("fallen.character", "Bo", kind="mortal", bashing=1)
    vesh = game.make("demon", "Vesh", type="object", state="present", stamina=3, power=3)
    rot = game.make("pandemonium.spell", "Grey rot")
    slow = {"kind": "lethal", "resistant": False, "interval": "hour", "left": 1, "dealt": 0, "limit": None}
    wounds: dict[str, Any] = {f"ongoing.{rot}": slow}
    game.make("pandemonium.character", "Ann", **wounds)

    told = page(game, days="1")

    for words in (
        "Bo",
        "a level heals",
        "FAL-HEALTH-08",
        "Ann",
        "Grey rot",
        "a slow wound takes effect",
        "Vesh",
    ):
        assert words in told
    assert "a day without its Need" in told
    assert now(game) == 0 and game.sheet(vesh)["need_unmet_days"] == 0


def test_quiet_time_says_that_nothing_falls_due() -> None:
    assert "Time simply passes" in page(new_game(), hours="3")


def test_all_actions_lead_to_the_page_that_asks_for_days_hours_and_minutes() -> None:
    game = new_game()
    listed = browser(game.gm).get(reverse("action_palette", args=[game.campaign.pk])).content.decode()

    assert f'<a href="{reverse("advance_clock", args=[game.campaign.pk])}">' in listed
    assert reverse("play_action", args=[game.campaign.pk, "table.advance_clock"]) not in listed


@pytest.mark.parametrize("how", [{}, {"HX-Request": "true"}])
def test_all_actions_lead_to_the_clocks_page_where_something_falls_due_on_the_way(
    how: dict[str, str],
) -> None:
    """They said to change the time, whatever it was."""
    game = new_game()
    game.make("fallen.character", "Bo", kind="mortal", bashing=1)
    by_palette = reverse("play_action", args=[game.campaign.pk, "table.advance_clock"])

    sent = browser(game.gm).post(by_palette, {"key": game.key(), "seconds": "1 d 2 h"}, headers=how)

    clocks = f"{reverse('advance_clock', args=[game.campaign.pk])}?days=1&hours=2"
    assert sent.headers.get("HX-Redirect", sent.headers.get("Location")) == clocks
    assert "a level heals" in browser(game.gm).get(clocks).content.decode()
    assert now(game) == 0


@pytest.mark.clause("TAB-TIME-06")
def test_the_clock_stops_at_a_question_and_offers_it() -> None:
    game = new_game()
    bo = game.make("fallen.character", "Bo", kind="mortal")
    game.edit(bo, unconscious=True)
    game.act("fallen.take_turn", {"fighter": {"id": bo}})

    told = page(game, hours="1")
    assert "The clock stops here" in told and "Advance to that point" in told
    stopped = pass_time(game, hours="1")

    text = stopped.content.decode()
    assert now(game) == 15
    assert "The clock is now waiting for an answer" in text
    assert reverse("pending_answer", args=[game.campaign.pk, Pending.objects.get().pk]) in text
    assert 'value="59"' in text and 'value="45"' in text, "what is left of the hour is asked for again"
    assert "Advance to that point" not in text, "nothing can pass before the answer"


def test_more_than_one_advance_plays_is_gone_on_with(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "MOST_DUE", 2)
    game = new_game()
    game.make("demon", "Vesh", type="object", state="present", stamina=3, power=9)

    assert "One advance plays 2 of these" in page(game, days="5")
    first = pass_time(game, days="5")

    assert "2 things happened" in first.content.decode()
    assert now(game) == 2 * 86_400
    pass_time(game, days="2")
    pass_time(game, days="1")
    assert now(game) == 5 * 86_400


def test_turns_and_rounds_are_counted_from_the_table() -> None:
    game = new_game()
    game.act("table.begin_session")
    game.act("table.begin_scene", {"name": "The cellar"})
    over: dict[str, Any] = {"turn.over": True}
    mira = game.make("pandemonium.character", "Mira", **over)
    gm: Client = browser(game.gm)
    table = reverse("table", args=[game.campaign.pk])
    assert "Begin a turn" in gm.get(table).content.decode()

    def play(action: str, given: dict[str, str]) -> None:
        address = reverse("play_action", args=[game.campaign.pk, action])
        answer = gm.post(address, {"key": game.key(), "next": table, **given})
        assert (answer.status_code, answer.headers.get("Location")) == (302, table), answer.content.decode()

    play("table.begin_turn", {"who.id": mira})
    assert "round 1, turn 1" in gm.get(table).content.decode()
    assert game.sheet(mira).under("turn") == {}
    play("table.end_round", {})
    assert "round 2, turn 0" in gm.get(table).content.decode()
    play("table.end_fight", {})
    assert "round 2" not in gm.get(table).content.decode()


@pytest.mark.parametrize(
    ("kind", "counted"), [("pandemonium.character", True), ("demon_city.character", False)]
)
def test_turns_and_rounds_are_offered_where_somebodys_are_counted(kind: str, counted: bool) -> None:
    game = new_game_in_a_scene()
    game.make(kind, "Mira", owner=game.player, state="active")

    shown = browser(game.gm).get(reverse("table", args=[game.campaign.pk])).content.decode()

    assert [name in shown for name in ("Begin a turn", "End the round")] == [counted, counted]


def test_ending_a_scene_names_it_and_what_is_still_open() -> None:
    game = new_game()
    game.act("table.begin_session")
    game.act("table.begin_scene", {"name": "The cellar"})
    ilse = game.make("character", "Ilse", owner=game.player, stamina=4, will=5, lore=1)
    address = reverse("play_action", args=[game.campaign.pk, "table.end_scene"])
    assert "Still open" not in browser(game.gm).get(address).content.decode()

    ask_player(actor=game.gm, action="sorcerer.roll", who=ilse, settled={}, key="ask")
    shown = browser(game.gm).get(address).content.decode()

    assert "“The cellar” ends" in shown
    assert "Still open: Ilse: " in shown
    home = browser(game.gm).get(reverse("campaign_home", args=[game.campaign.pk])).content.decode()
    assert "One request is still open." in home


def test_a_session_that_ends_from_the_palette_ends_its_draws_too() -> None:
    game = new_game()
    game.act("table.begin_session")
    address = reverse("play_action", args=[game.campaign.pk, "table.end_session"])

    assert browser(game.gm).post(address, {"key": game.key()}).status_code == 302

    periods = DrawPeriod.objects.filter(campaign=game.campaign).order_by("number")
    assert [(period.number, period.is_open) for period in periods] == [(1, False), (2, True)]
    assert CampaignState.objects.get(pk=game.campaign.pk).session is None
    assert game.verified().holds


@pytest.mark.parametrize("back", ["table", ""])
def test_leaving_the_clock_leads_back_to_where_one_came_from(back: str) -> None:
    game = new_game()
    left = reverse("table" if back else "campaign_home", args=[game.campaign.pk])

    assert f'<a class="button button-quiet" href="{left}">Cancel</a>' in page(game, days="1", back=back)
