"""An import beside everybody's play: a piece at a time, seen by nobody before it is whole, gone where it ends early."""

import io
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection, transaction
from django.db.models import Model
from django.test import Client
from pytest_django import Settings

from campaigns.access import active_membership
from campaigns.log import rebuilding
from campaigns.log.export.reading import WHILE_WAITING, Refused
from campaigns.log.verify import verify
from campaigns.models import (
    Campaign,
    CampaignDeletion,
    Change,
    Entry,
    FreshTerms,
    Membership,
    Record,
    Slot,
    Tag,
)
from campaigns.services import arriving, deleting
from campaigns.services.hosting.backup_contents import here
from campaigns.services.import_progress import Progress, Watched, progress_of
from campaigns.services.importing import Done, Watch, import_campaign
from tests.campaigns.log.export.evening import an_evening, exported
from tests.campaigns.spine import new_game

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow, pytest.mark.postgres]
MOST = 100
NOTES = 210


class Killed(BaseException):
    """Nothing of the program's own is done any more."""


@pytest.fixture
def file(transactional_db: None) -> bytes:
    """A campaign of some hundred entries that is not here any more."""
    return a_file()


@cache
def a_file() -> bytes:
    game = an_evening()
    for number in range(NOTES):
        game.act("table.note", {"words": f"The stair has {number} steps."})
    data = exported(game)
    deleting.delete_campaign(owner=game.campaign.owner, campaign=game.campaign)
    CampaignDeletion.objects.all().delete()
    User.objects.all().delete()
    return data


@pytest.fixture
def owner(file: bytes) -> User:
    return User.objects.create_user("mo")


def bring_in(owner: User, file: bytes, watch: Watch | None = None) -> Campaign:
    watching = watch or (lambda done, seq, last: None)
    return import_campaign(owner=owner, stream=io.BytesIO(file), limits=WHILE_WAITING, watch=watching)


def die_at(seq: int) -> Watch:
    def watch(done: Done, now: int, _last: int) -> None:
        if done == "written" and now == seq:
            raise Killed

    return watch


def half(owner: User, file: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """An import whose process was killed."""
    with monkeypatch.context() as patch:
        patch.setattr(arriving, "remove_halves", list)
        with pytest.raises(Killed):
            bring_in(owner, file, die_at(230))


def all_rows() -> dict[str, int]:
    models: list[type[Model]] = [*apps.get_app_config("campaigns").get_models(), User]
    return {model.__name__: model._base_manager.count() for model in models}


def test_no_transaction_writes_more_than_a_piece(owner: User, file: bytes) -> None:
    """Rows are counted after every transaction; what one of them added is what others waited for."""
    counts: list[dict[str, int]] = [counted()]
    waits: list[int] = []

    def note(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if connection.in_atomic_block and not waits and sql.startswith(("INSERT", "UPDATE", "DELETE")):
            waits.append(1)
            transaction.on_commit(committed)
        return execute(sql, params, many, context)

    def committed() -> None:
        waits.clear()
        counts.append(counted())

    with connection.execute_wrapper(note):
        campaign = bring_in(owner, file)

    most = {name: max(after[name] - before[name] for before, after in pairwise(counts)) for name in counts[0]}
    assert counts[-1]["Entry"] == campaign.head_seq > 2 * MOST
    assert most["Entry"] == MOST
    assert max(most.values()) <= MOST, most


def counted() -> dict[str, int]:
    """So many entries, and so many of which something stands beside the chain; so many records and slots."""
    told: tuple[type[Model], ...] = (Tag, Change, FreshTerms)
    single: tuple[type[Model], ...] = (Entry, Record, Slot)
    beside = {one.__name__: one._default_manager.values("seq").distinct().count() for one in told}
    return {**beside, **{one.__name__: one._default_manager.count() for one in single}}


@pytest.mark.sqlite
def test_the_lock_is_free_between_pieces(owner: User, file: bytes) -> None:
    taken = []

    def take(done: Done, seq: int, _last: int) -> None:
        with sqlite3.connect(connection.settings_dict["NAME"], timeout=0) as other:
            other.execute("BEGIN IMMEDIATE")
            other.rollback()
        other.close()
        taken.append((done, seq))

    campaign = bring_in(owner, file, take)

    assert taken == [(done, seq) for done in ("verified", "written") for seq in range(1, campaign.head_seq)]


def test_nobody_sees_it_before_it_is_whole(
    owner: User, file: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    client = Client()
    client.force_login(owner)
    looked = []

    def look(done: Done, seq: int, _last: int) -> None:
        if done == "written" and seq == 230:
            looked.append(Entry.objects.count())
            assert_unseen(owner, client, capsys)

    campaign = bring_in(owner, file, look)

    assert looked == [200]
    assert client.get(f"/campaigns/{campaign.pk}/").status_code == 200
    assert campaign.name in client.get("/").content.decode()
    assert str(campaign.pk).replace("-", "") in here().heads
    assert verify(campaign).holds
    assert rebuilding.check(campaign) == []


def assert_unseen(owner: User, client: Client, capsys: pytest.CaptureFixture[str]) -> None:
    found = Campaign.arriving.get()
    assert not Campaign.objects.exists()
    assert not Membership.objects.filter(left=None).exists()
    assert active_membership(owner, found.pk) is None
    assert client.get(f"/campaigns/{found.pk}/").status_code == 404
    assert client.get(f"/campaigns/{found.pk}/log/").status_code == 404
    assert found.name not in client.get("/").content.decode()
    assert here().heads == {}
    assert rebuilding.missing() == []
    call_command("verify_log")
    call_command("rebuild_review", "--check")
    assert found.name not in capsys.readouterr().out


def test_another_process_tells_how_far_it_is(owner: User, file: bytes, settings: Settings) -> None:
    backend = "django.core.cache.backends.db.DatabaseCache"
    settings.CACHES = {"default": {"BACKEND": backend, "LOCATION": "cache_of_a_test"}}
    call_command("createcachetable", verbosity=0)
    watched, told = Watched(owner.pk), []

    def ask() -> Progress | None:
        try:
            return progress_of(owner.pk)
        finally:
            connection.close()

    def look(done: Done, seq: int, last: int) -> None:
        watched(done, seq, last)
        if done == "written" and seq == 225:
            with ThreadPoolExecutor(1) as another:
                told.append(another.submit(ask).result(30))

    campaign = bring_in(owner, file, look)

    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE cache_of_a_test")
    assert told == [Progress("written", 220, campaign.head_seq - 1)]


def test_what_a_killed_import_left_is_taken_away(
    owner: User, file: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = all_rows()
    half(owner, file, monkeypatch)
    name = Campaign.arriving.get().name
    assert Entry.objects.count() == 200

    assert arriving.remove_abandoned() == [name]

    assert {key: n for key, n in all_rows().items() if n != before[key]} == {"CampaignDeletion": 1}
    assert arriving.remove_abandoned() == []


def test_its_file_comes_in_whole_afterwards(
    owner: User, file: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    half(owner, file, monkeypatch)

    campaign = bring_in(owner, file)

    assert verify(campaign).holds
    assert not Campaign.arriving.exists()
    assert not CampaignDeletion.objects.exists()
    assert User.objects.filter(username__startswith="pia").count() == 1


def test_another_campaign_stays_when_a_half_is_taken_away(
    owner: User, file: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = new_game()
    half(owner, file, monkeypatch)

    arriving.remove_abandoned()

    assert verify(other.campaign).holds


def test_an_import_that_fails_leaves_nothing(owner: User, file: bytes) -> None:
    before = all_rows()

    with pytest.raises(Killed):
        bring_in(owner, file, die_at(230))

    assert {key: n for key, n in all_rows().items() if n != before[key]} == {"CampaignDeletion": 1}


def test_an_import_under_way_is_left_alone_and_no_other_begins(owner: User, file: bytes) -> None:
    refused = []

    def look(done: Done, seq: int, _last: int) -> None:
        if done == "written" and seq == 230:
            assert arriving.remove_abandoned() == []
            with pytest.raises(Refused, match="another campaign is being imported"):
                bring_in(owner, file)
            refused.append(seq)

    assert verify(bring_in(owner, file, look)).holds
    assert refused == [230]


def test_a_piece_that_is_missing_lets_nobody_in(
    owner: User, file: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    from campaigns.log.export import storing

    whole = storing._store
    monkeypatch.setattr(
        storing,
        "_store",
        lambda campaign, rows: whole(campaign, rows if rows[0][0].seq > MOST else rows[:-1]),
    )

    with pytest.raises(Refused, match="not everything was written"):
        bring_in(owner, file)

    assert not Campaign._base_manager.exists()
