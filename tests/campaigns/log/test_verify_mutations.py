"""Every field of every entry and part in the database, changed one at a time: each is found, and its entry is named."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from typing import Any
from uuid import UUID

import pytest
from django.db import connection, transaction

from campaigns.log import guards
from campaigns.log.verify import verify
from campaigns.models import Campaign, Entry, Part
from tests.campaigns.log.export.evening import an_evening
from tests.campaigns.spine import Game

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

ENTRY_FIELDS: dict[str, Callable[[Any], Any]] = {
    "act": lambda value: UUID(int=value.int ^ 1),
    "cause": lambda value: 1 if value is None else None,
    "time": lambda value: value + 1,
    "prev": lambda value: value[:-1] + ("1" if value.endswith("0") else "0"),
    "hash": lambda value: value[:-1] + ("1" if value.endswith("0") else "0"),
    "format": lambda value: value + 1,
}
PART_FIELDS: dict[str, Callable[[Any], Any]] = {
    "text": lambda value: value + " ",
    "nonce": lambda value: value[:-1] + ("1" if value.endswith("0") else "0"),
    "commitment": lambda value: value[:-1] + ("1" if value.endswith("0") else "0"),
    "audience": lambda value: "gm" if value == "table" else "table",
    "kind": lambda value: "text" if value == "act" else "act",
    "position": lambda value: value + 100,
}


@pytest.fixture
def game() -> Iterator[Game]:
    game = an_evening()
    with guards.lifted():
        yield game


@contextmanager
def tampered() -> Iterator[None]:
    """Whatever is done to the log in the block is taken back."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def found(game: Game) -> list[tuple[str, int | None]]:
    faults = verify(Campaign.objects.get(pk=game.campaign.pk)).faults
    return [(fault.check, fault.seq) for fault in faults if fault.check != "guards"][:1]


@pytest.mark.parametrize("field", ENTRY_FIELDS)
def test_every_changed_field_of_an_entry_is_named(game: Game, field: str) -> None:
    missed = []
    for entry in Entry.objects.filter(campaign=game.campaign).order_by("seq"):
        with tampered():
            value = ENTRY_FIELDS[field](getattr(entry, field))
            Entry.objects.filter(pk=entry.pk).update(**{field: value})
            if found(game) != [("chain", entry.seq)]:
                missed.append((entry.seq, found(game)))

    assert missed == []


@pytest.mark.parametrize("field", PART_FIELDS)
def test_every_changed_field_of_a_part_is_named(game: Game, field: str) -> None:
    missed = []
    for part in Part.objects.filter(entry__campaign=game.campaign).select_related("entry"):
        if field == "nonce" and part.text == "":
            continue  # of words taken out nothing is left that a nonce could prove
        with tampered():
            value = PART_FIELDS[field](getattr(part, field))
            Part.objects.filter(pk=part.pk).update(**{field: value})
            if found(game) != [("chain", part.entry.seq)]:
                missed.append((part.entry.seq, part.position, found(game)))

    assert missed == []


def test_every_removed_part_and_entry_is_named(game: Game) -> None:
    missed = []
    for entry in Entry.objects.filter(campaign=game.campaign).order_by("seq"):
        for part in entry.parts.all():
            with tampered():
                Part.objects.filter(pk=part.pk)._raw_delete(connection.alias)
                if found(game) != [("chain", entry.seq)]:
                    missed.append((entry.seq, part.position, found(game)))
        with tampered():
            Entry.objects.filter(pk=entry.pk)._raw_delete(connection.alias)
            # Where the last one is gone, the one before it should not be the end.
            if found(game) != [("chain", min(entry.seq, game.campaign.head_seq - 1))]:
                missed.append((entry.seq, -1, found(game)))

    assert missed == []


def test_every_swapped_pair_is_named(game: Game) -> None:
    entries = list(Entry.objects.filter(campaign=game.campaign).order_by("seq"))
    missed = []
    for first, second in pairwise(entries):
        with tampered():
            for entry, seq in ((first, 999), (second, first.seq), (first, second.seq)):
                Entry.objects.filter(pk=entry.pk).update(seq=seq)
            if found(game) != [("chain", first.seq)]:
                missed.append((first.seq, found(game)))

    assert missed == []


def test_a_log_cut_off_anywhere_is_named(game: Game) -> None:
    missed = []
    for last in range(1, game.campaign.head_seq):
        with tampered():
            Entry.objects.filter(campaign=game.campaign, seq__gt=last)._raw_delete(connection.alias)
            if found(game) != [("chain", last)]:
                missed.append((last, found(game)))

    assert missed == []
