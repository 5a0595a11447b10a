"""A new release changes stored records by an entry that says so."""

import pytest

from campaigns.models import Entry
from campaigns.services.migrating import migrate
from rules.kernel.effects import set_to
from tests.campaigns.spine import document, folded, new_game

pytestmark = pytest.mark.django_db


def test_a_change_of_records_is_an_entry_that_is_played_once() -> None:
    game = new_game()
    vesh = game.make("demon", "Vesh", stamina=3)

    first = migrate(game.campaign, "stamina-doubled", (set_to(vesh, "stamina", 6),))
    again = migrate(game.campaign, "stamina-doubled", (set_to(vesh, "stamina", 6),))

    assert first is not None and again is not None
    assert (first.entry, again.again) == (again.entry, True)
    assert game.sheet(vesh)["stamina"] == 6
    assert document(first.entry)["steps"][0]["clauses"] == ["TAB-RECORD-04"]
    assert game.state() == folded(game.campaign)
    assert game.verified().holds


def test_where_nothing_changes_nothing_is_logged() -> None:
    game = new_game()
    before = Entry.objects.count()

    assert migrate(game.campaign, "nothing", ()) is None
    assert Entry.objects.count() == before
