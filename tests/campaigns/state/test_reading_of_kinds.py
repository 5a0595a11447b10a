"""Records of one kind are read with all that belongs to them at once."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns.models import Record
from campaigns.state import rows
from tests import people
from tests.factories import make_character, make_demon

pytestmark = pytest.mark.django_db


def test_a_single_kind_takes_one_query_and_is_the_same() -> None:
    table = people.make_table()
    for name in ("Ilse Marrow", "Otto"):
        make_character(table.player, name)
    make_demon(table.gm, "Vesh")
    records = Record.objects.filter(campaign=table.campaign).order_by("born", "pk")

    with CaptureQueriesContext(connection) as captured:
        found = rows.read_kinds(records, "character")

    assert len(captured) == 1
    assert [sheet.name for sheet in found] == ["Ilse Marrow", "Otto"]
    apart = rows.read_sheets(records.filter(kind="character"))
    assert [(sheet.id, sheet.about, sheet.fields) for sheet in found] == [
        (sheet.id, sheet.about, sheet.fields) for sheet in apart
    ]
    both = rows.read_kinds(records, "character", "demon")
    assert [sheet.name for sheet in both] == ["Ilse Marrow", "Otto", "Vesh"]
