"""The demo of each game: played through the one door, whole, the same for the same seed, with something left to do."""

from pathlib import Path

import msgspec
import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from campaigns.game import games
from campaigns.log.record import documents_of
from campaigns.log.verify import verify
from campaigns.models import Campaign, Entry, Pending, Record, Tag
from campaigns.services import demo
from campaigns.state.rows import read_sheet
from tests.campaigns.world import rolled_back

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.timeout(300)]

DREW_BY_SEATS = "sorcerer"
"""Its players take seats in the draws, which mixes in who they are at this installation."""


@pytest.fixture(autouse=True)
def folder(settings: LazySettings, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path


def told(campaign: Campaign) -> list[object]:
    """What was drawn in the session that is over, and how everybody stands now; no ids, by which maps are kept."""
    entries = Entry.objects.filter(campaign=campaign).order_by("seq").values_list("seq", flat=True)
    drawn = [
        [step["draws"] for step in document["steps"]] for _seq, document in documents_of(campaign, entries)
    ]
    people = Record.objects.filter(campaign=campaign).exclude(kind__in=("campaign", "pending", "bonus"))
    numbers = [
        [name, value]
        for record in people.order_by("born", "name")
        for name, value in sorted(read_sheet(record).fields.items())
        if isinstance(value, int) and "." not in name
    ]
    return [drawn, numbers, [*people.order_by("born", "name").values_list("name", flat=True)]]


@pytest.mark.parametrize("game", demo.with_demo())
def test_an_evening_verifies_and_leaves_something_to_gm_and_player(game: str) -> None:
    campaign = demo.load_demo(game)

    campaign.refresh_from_db()
    assert verify(campaign).faults == []
    asked = Pending.objects.filter(record__campaign=campaign, state="open")
    assert {question.for_role for question in asked} == {"gm", "player"}
    kinds = [*Record.objects.filter(campaign=campaign).values_list("kind", flat=True)]
    assert (kinds.count("session"), kinds.count("scene")) == (2, 2)
    assert Tag.objects.filter(campaign=campaign, kind="action", value="table.note").count() >= 2


def test_every_game_that_comes_along_has_an_evening() -> None:
    assert demo.with_demo() == list(games())


@pytest.mark.parametrize("game", [one for one in demo.with_demo() if one != DREW_BY_SEATS])
def test_the_same_seed_plays_the_same_evening(game: str) -> None:
    found = []
    for seed in (3, 3, 4):
        with rolled_back():
            found.append(msgspec.json.encode(told(demo.load_demo(game, seed)), enc_hook=str))

    assert found[0] == found[1]
    assert found[0] != found[2]


def test_a_second_game_is_played_by_the_same_people_with_their_passwords(
    capsys: pytest.CaptureFixture[str],
) -> None:
    call_command("demo")
    people, passwords = User.objects.count(), demo.notice()

    call_command("demo", game="pandemonium")

    assert (User.objects.count(), demo.notice()) == (people, passwords)
    assert capsys.readouterr().out.count(passwords) == 2
    assert Campaign.objects.filter(owner__username="gm").count() == 2


def test_a_demo_is_not_played_twice() -> None:
    demo.load_demo("pandemonium")

    with pytest.raises(CommandError, match="exists already"):
        call_command("demo", game="pandemonium")

    assert Campaign.objects.count() == 1


def test_nobody_is_taken_for_somebody_of_the_demo() -> None:
    User.objects.create_user("iris", password="seven quiet crows")

    with pytest.raises(CommandError, match="account named iris"):
        call_command("demo")

    assert not Campaign.objects.exists()
    assert not demo.accounts_file().exists()


def test_no_demo_is_played_in_a_database_of_an_older_version() -> None:
    ((app, newest),) = MigrationLoader(connection).graph.leaf_nodes("campaigns")
    MigrationRecorder(connection).record_unapplied(app, newest)

    with pytest.raises(CommandError, match="Start the server once"):
        call_command("demo")

    assert not Campaign.objects.exists()
