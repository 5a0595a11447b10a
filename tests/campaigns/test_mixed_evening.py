"""Evenings that mix all games: one clock and one log, which is proved, taken back whole, moved and gone on with."""

import io
import os
from random import Random

import pytest
from django.contrib.auth.models import User

from campaigns.log import rebuilding
from campaigns.log.export.reading import WHILE_WAITING
from campaigns.log.verify import Report, verify
from campaigns.models import Campaign
from campaigns.services import clock, deleting
from campaigns.services.importing import import_campaign
from tests.campaigns.casts import MAKERS
from tests.campaigns.evenings.casts import OFFERS
from tests.campaigns.evenings.playing import Evening
from tests.campaigns.log.export.evening import exported
from tests.campaigns.services.test_importing import state_of
from tests.campaigns.spine import Game, document, folded, new_game_as_patched
from tests.campaigns.undone import undo_in_some_order

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.postgres]

SEED = int(os.environ.get("TEST_CHANCE", "1"))
ACTS = 40


@pytest.fixture(autouse=True)
def same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whenever the same is played: what dice come to hangs on the secret to which the founding commits."""
    monkeypatch.setattr(
        "campaigns.services.play.fair_draws.secrets.token_bytes", lambda count: b"\x07" * count
    )


def mixed() -> tuple[Game, list[Evening]]:
    """Everybody of all four games at one table."""
    game = new_game_as_patched()
    return game, [Evening(system, among=game) for system in OFFERS]


def play_on(played: list[Evening], chance: Random, acts: int) -> None:
    """So many acts, of whichever game comes next."""
    for _act in range(acts):
        chance.choice(played).play_any(chance)


def proved(campaign: Campaign) -> Report:
    """What the log says of itself, where it holds and each act comes to the same again."""
    report = verify(campaign)
    assert report.faults == []
    assert report.holds
    assert report.played_again == report.entries
    assert rebuilding.check(campaign) == []
    return report


def test_an_evening_of_all_games_is_proved_taken_back_whole_and_played_anew() -> None:
    game, played = mixed()
    chance, began = Random(f"mixed {SEED}"), game.state()
    play_on(played, chance, ACTS)
    entries = [seq for one in played for seq in one.entries]
    assert all(one.entries for one in played), "each game was played"
    assert game.state() == folded(game.campaign)
    proved(Campaign.objects.get(pk=game.campaign.pk))

    undo_in_some_order(game, entries, SEED)

    assert game.state() == began
    play_on(played, chance, 8)
    assert proved(Campaign.objects.get(pk=game.campaign.pk)).entries > len(entries) * 2


def test_a_campaign_of_all_games_is_taken_to_another_server_and_played_on() -> None:
    game, played = mixed()
    play_on(played, Random(f"moved {SEED}"), ACTS)
    before, entries = state_of(game.campaign), proved(Campaign.objects.get(pk=game.campaign.pk)).entries
    data = exported(game)
    deleting.delete_campaign(owner=game.campaign.owner, campaign=game.campaign)

    owner = User.objects.create_user("new-owner")
    moved = import_campaign(owner=owner, stream=io.BytesIO(data), limits=WHILE_WAITING)

    assert state_of(moved) == before
    assert proved(moved).entries == entries + 1, "that it came here is an entry too"
    game.campaign, game.gm = moved, moved.memberships.get(user=owner)
    play_on(played, Random(f"there {SEED}"), 8)
    assert proved(Campaign.objects.get(pk=moved.pk)).entries == entries + 9


def test_what_falls_due_in_any_game_falls_in_one_advance_and_is_taken_back_in_one() -> None:
    game = new_game_as_patched()
    for make in MAKERS.values():
        make(game.gm, game.player)
    began = game.state()

    first = clock.advance(actor=game.gm, seconds=40 * 86400, key="forty days").first

    assert first is not None
    fell = game.campaign.entries.filter(act=first.act)
    acts = {step["action"] for entry in fell for step in document(entry)["steps"]}
    assert {"fallen.heal", "pandemonium.sympathy"} <= acts
    proved(Campaign.objects.get(pk=game.campaign.pk))
    game.undo_all(first.seq)
    assert game.state() == began
