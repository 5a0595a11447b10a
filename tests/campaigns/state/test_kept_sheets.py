"""What is kept of a campaign's records is what its rows hold, whatever was played or undone meanwhile."""

from random import Random
from uuid import UUID

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from campaigns.models import Campaign
from campaigns.state import kept_sheets, rows
from campaigns.state.kinds import KINDS
from campaigns.state.unit_of_work import Sheet
from tests.campaigns.evenings.casts import OFFERS
from tests.campaigns.evenings.playing import Evening
from tests.campaigns.spine import Game, new_game

pytestmark = pytest.mark.django_db


def as_kept(game: Game) -> list[Sheet]:
    return kept_sheets.of_kinds(Campaign.objects.get(pk=game.campaign.pk), *kinds())


def as_stored(game: Game) -> list[Sheet]:
    return rows.of_kinds(game.campaign, *kinds())


def kinds() -> list[str]:
    return sorted(KINDS)


@pytest.mark.slow
@pytest.mark.parametrize("system", list(OFFERS))
def test_what_is_kept_is_what_is_stored_after_every_act_of_an_evening(system: str) -> None:
    played, chance = Evening(system), Random(f"kept {system}")
    for _act in range(12):
        played.play_any(chance)
        assert as_kept(played.game) == as_stored(played.game)


def test_only_what_changed_is_read_again() -> None:
    game = new_game()
    ilse, *_others = [game.make("character", name, owner=game.player) for name in ("Ilse", "Otto", "Mara")]
    as_kept(game)
    game.edit(ilse, stamina=4)

    with CaptureQueriesContext(connection) as read:
        found = as_kept(game)

    asked = [one["sql"] for one in read if 'FROM "campaigns_record"' in one["sql"]]
    assert asked
    assert all(UUID(ilse).hex in one.replace("-", "") for one in asked)
    assert found == as_stored(game)


def test_what_was_taken_back_with_its_transaction_is_not_kept() -> None:
    game = new_game()
    as_kept(game)
    with transaction.atomic():
        game.make("character", "Ilse", owner=game.player)
        as_kept(game)
        transaction.set_rollback(True)
    game.campaign.refresh_from_db()
    game.make("character", "Otto", owner=game.player)

    found = as_kept(game)

    assert found == as_stored(game)
    assert "Ilse" not in {one.name for one in found}


def test_what_is_undone_and_what_is_removed_is_gone() -> None:
    game = new_game()
    ilse = game.act(
        "table.create", {"about": {"kind": "character", "name": "Ilse", "owner": None}, "fields": []}
    )
    assert "Ilse" in {one.name for one in as_kept(game)}

    game.undo(ilse.entry.seq)

    assert as_kept(game) == as_stored(game)
    assert "Ilse" not in {one.name for one in as_kept(game)}


def test_an_older_asker_gets_what_somebody_later_read() -> None:
    game = new_game()
    before = Campaign.objects.get(pk=game.campaign.pk)
    game.make("character", "Ilse", owner=game.player)
    later = as_kept(game)

    assert kept_sheets.of_kinds(before, *kinds()) == later == as_kept(game)


def test_few_campaigns_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_sheets, "MOST_CAMPAIGNS", 1)
    kept_sheets._kept.clear()
    one = new_game()
    as_kept(one)
    assert [*kept_sheets._kept] == [one.campaign.pk]
