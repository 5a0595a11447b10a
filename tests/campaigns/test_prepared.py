"""Reads whose SQL is made once: they find what the plain queryset finds, now and after a change."""

from concurrent.futures import ThreadPoolExecutor
from uuid import UUID, uuid4

import pytest
from django.contrib.auth.models import User
from django.db import connection, connections
from django.db.models import QuerySet
from django.test.utils import CaptureQueriesContext

from campaigns.models import Campaign, CampaignState, Change, Entry, Membership, Record, Tag
from campaigns.models.prepared import MOST, _reads, insert, insert_values, prepared, update
from tests.people import Table

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@prepared
def records(campaign: UUID, keys: list[UUID], beside: tuple[str, ...]) -> QuerySet[Record]:
    return Record.objects.filter(campaign=campaign, pk__in=keys).select_related(*beside).order_by("pk")


@prepared
def of_a_kind(kind: str, born: int) -> QuerySet[Record, tuple[UUID, str]]:
    return Record.objects.filter(kind=kind, born__lte=born).order_by("pk").values_list("pk", "name")


@prepared
def ids_of(campaign: UUID) -> QuerySet[Record, UUID]:
    return Record.objects.filter(campaign=campaign).order_by("pk").values_list("pk", flat=True)


@prepared
def without_its_value(campaign: UUID) -> QuerySet[Campaign]:
    return Campaign.objects.all()


@pytest.mark.parametrize("many", [1, 2, 3, 5])
def test_a_list_of_any_length_finds_what_the_queryset_finds(table: Table, many: int) -> None:
    keys = list(Record.objects.filter(campaign=table.campaign).values_list("pk", flat=True))[:many]

    found = records(table.campaign.pk, keys, ("campaign_state", "owner"))

    assert [one.pk for one in found] == sorted(keys)
    with CaptureQueriesContext(connection) as queries:
        assert {one.owner and one.owner.name for one in found}
    assert len(queries) == 0  # what was joined is there


def test_more_values_than_a_prepared_read_takes_are_read_all_the_same(table: Table) -> None:
    keys = [uuid4() for _ in range(MOST)] + [table.campaign.pk]

    assert [one.pk for one in records(table.campaign.pk, keys, ("owner",))] == [table.campaign.pk]


def test_nothing_asked_for_asks_nothing(table: Table) -> None:
    with CaptureQueriesContext(connection) as queries:
        assert records(table.campaign.pk, [], ("owner",)) == []
    assert len(queries) == 0


def test_texts_and_numbers_may_be_others_each_time(table: Table) -> None:
    names = dict(Record.objects.filter(kind="session").values_list("pk", "name"))
    newest = max(Record.objects.values_list("born", flat=True))

    assert of_a_kind("campaign", newest) == [(table.campaign.pk, table.campaign.name)]
    assert dict(of_a_kind("session", newest)) == names
    assert of_a_kind("campaign", -1) == []


def test_by_a_number_too_large_for_a_column_nothing_is_found(table: Table) -> None:
    @prepared
    def entries(campaign: UUID, seq: int) -> QuerySet[Entry]:
        return Entry.objects.filter(seq=seq, campaign=campaign)

    assert entries(table.campaign.pk, 10**30) == []
    assert [one.seq for one in entries(table.campaign.pk, 1)] == [1]


def test_a_row_that_came_later_is_found(table: Table) -> None:
    before = ids_of(table.campaign.pk)
    later = Record.objects.create(campaign=table.campaign, kind="note", name="later", born=0)

    assert sorted(ids_of(table.campaign.pk)) == sorted([*before, later.pk])
    assert ids_of(uuid4()) == []


def test_threads_share_what_was_prepared(table: Table) -> None:
    names = of_a_kind("campaign", 1)
    before = len(_reads)

    def read_elsewhere() -> list[tuple[UUID, str]]:
        connections["default"] = shared
        return of_a_kind("campaign", 1)

    shared = connections["default"]
    shared.inc_thread_sharing()
    try:
        with ThreadPoolExecutor(1) as threads:
            assert threads.submit(read_elsewhere).result() == names
    finally:
        shared.dec_thread_sharing()
    assert names == [(table.campaign.pk, table.campaign.name)]
    assert len(_reads) == before


def test_a_value_that_the_query_does_not_hold_is_a_mistake(table: Table) -> None:
    with pytest.raises(LookupError, match="not each value"):
        without_its_value(table.campaign.pk)


def test_a_number_that_is_somebodys_is_no_stand_in(table: Table) -> None:
    @prepared
    def places(user: int, campaign: UUID) -> QuerySet[Membership]:
        return Membership.objects.filter(user=user, campaign=campaign)

    people = list(User.objects.filter(memberships__campaign=table.campaign))

    assert people
    assert all(places(one.pk, table.campaign.pk)[0].user_id == one.pk for one in people)


def test_a_new_row_is_what_saving_makes_it_and_knows_its_number(table: Table) -> None:
    first, second = (
        Entry(campaign=table.campaign, seq=seq, act=uuid4(), time=seq, prev="", hash="") for seq in (900, 901)
    )

    insert(Entry, [first])
    insert(Entry, [second])

    assert Entry.objects.get(pk=second.pk).seq == 901
    assert first.pk != second.pk
    with pytest.raises(TypeError, match="append-only"):
        second.save()


def test_several_rows_are_written_at_once(table: Table) -> None:
    entry = Entry.objects.filter(campaign=table.campaign).earliest("seq")
    told = {
        "entry": entry,
        "campaign": table.campaign,
        "seq": entry.seq,
        "kind": "clause",
        "audience": "table",
    }

    with CaptureQueriesContext(connection) as queries:
        insert(Tag, [Tag(**told, value=value) for value in ("new-1", "new-2", "new-3")])

    assert Tag.objects.filter(entry=entry, value__startswith="new-").count() == 3
    assert len(queries) == 1
    insert(Tag, [])


def test_rows_are_written_by_their_values(table: Table) -> None:
    entry = Entry.objects.filter(campaign=table.campaign).earliest("seq")
    alike = (entry.pk, table.campaign.pk, entry.seq)
    columns = ("entry_id", "campaign_id", "seq", "record", "field", "before", "after", "audience")
    records = [uuid4(), uuid4()]
    told = [
        (*alike, str(records[0]), "will", [1], [{"is": None}], "table"),
        (*alike, str(records[1]), "will", [1], [], "gm"),
        (*alike, str(records[1]), "lore", [2], [], "gm"),
    ]

    with CaptureQueriesContext(connection) as queries:
        insert_values(Change, columns, told)
    insert_values(Change, columns, [])

    assert len(queries) == 1
    found = Change.objects.filter(record__in=records).order_by("pk")
    as_stored = [(*one[:3], str(one[3]), *one[4:]) for one in found.values_list(*columns)]
    assert as_stored == told


def test_a_row_has_the_defaults_of_its_model(table: Table) -> None:
    bare = Record(id=uuid4(), campaign=table.campaign, kind="campaign", name="bare", born=0)

    insert(Record, [bare])
    insert(CampaignState, [CampaignState(record=bare)])

    assert CampaignState.objects.get(pk=bare.pk).now == 0


def test_columns_of_one_row_are_written_and_null_is_one_of_their_values(table: Table) -> None:
    first, second = (
        Record.objects.create(campaign=table.campaign, kind="note", name=name, born=0, owner=table.gm)
        for name in "ab"
    )

    for owner, name in ((None, "c"), (table.gm.pk, "d"), (None, "e")):
        update(Record, first.pk, {"owner_id": owner, "name": name})
        first.refresh_from_db()
        assert (first.owner_id, first.name) == (owner, name)

    second.refresh_from_db()
    assert (second.owner, second.name) == (table.gm, "b")
