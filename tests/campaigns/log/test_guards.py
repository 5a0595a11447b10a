"""The database refuses to change the log, whoever asks."""

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction

from campaigns import models
from campaigns.log import guards
from campaigns.models import Campaign, CampaignDeletion, Entry, Part, Record, Redaction
from campaigns.policy import NotAllowed
from campaigns.services.deleting import delete_campaign
from campaigns.views import health
from tests.campaigns.spine import Game, new_game, person

pytestmark = [pytest.mark.django_db, pytest.mark.postgres, pytest.mark.slow]


@pytest.fixture
def game() -> Game:
    game = new_game()
    game.act("table.note", {"words": "a note"})
    return game


def refused(statement: str) -> bool:
    with connection.cursor() as cursor:
        try:
            with transaction.atomic():
                cursor.execute(statement)
        except DatabaseError as error:
            return "append-only" in str(error)
    return False


@pytest.mark.parametrize("table", ["campaigns_entry", "campaigns_part"])
@pytest.mark.parametrize("statement", ["UPDATE {} SET id = id", "DELETE FROM {}"])
def test_database_refuses_to_change_or_delete(game: Game, table: str, statement: str) -> None:
    assert refused(statement.format(table))


@pytest.mark.django_db(transaction=True)
def test_postgresql_refuses_to_truncate() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has no TRUNCATE: its DELETE is refused row by row")
    new_game()
    assert refused("TRUNCATE campaigns_part CASCADE")
    assert refused("TRUNCATE campaigns_entry CASCADE")


def test_words_go_only_with_a_receipt(game: Game) -> None:
    words = Part.objects.get(kind="text")

    assert refused(f"UPDATE campaigns_part SET text = '' WHERE id = {words.pk}")
    Redaction.objects.create(part=words)
    assert refused(f"UPDATE campaigns_part SET text = 'other' WHERE id = {words.pk}")
    assert refused(f"UPDATE campaigns_part SET text = '', nonce = '' WHERE id = {words.pk}")
    assert not refused(f"UPDATE campaigns_part SET text = '' WHERE id = {words.pk}")


def test_an_act_part_is_not_emptied_even_with_a_receipt(game: Game) -> None:
    act = Part.objects.filter(kind="act").first()
    assert act is not None
    Redaction.objects.create(part=act)

    assert refused(f"UPDATE campaigns_part SET text = '' WHERE id = {act.pk}")


def test_a_receipt_lets_one_campaign_go(game: Game) -> None:
    other = new_game()
    before = {model: model._default_manager.count() for model in (Entry, Part, Record)}

    delete_campaign(owner=other.gm.user, campaign=other.campaign)

    assert CampaignDeletion.objects.get().campaign == other.campaign.pk
    assert list(Campaign.objects.all()) == [game.campaign]
    assert Entry.objects.exclude(campaign=game.campaign).count() == 0
    assert all(0 < model._default_manager.count() < count for model, count in before.items())
    assert game.verified().holds


def test_deleting_leaves_nothing_of_a_played_campaign(game: Game) -> None:
    mara = game.make("character", "Mara", owner=game.player, will=3)
    demon = game.make("demon", "Vesh", summoned_by=mara, host=mara)
    game.edit(mara, starting_demon=demon, possessed_by=demon)
    given = {"acting": {"id": mara, "score": "will"}, "opposing": {"score": "difficulty", "dice": 2}}
    game.undo(game.act("sorcerer.roll", given).entry.seq)

    delete_campaign(owner=game.gm.user, campaign=game.campaign)

    connection.check_constraints()
    kept = {"CampaignDeletion", "OneTimeCode", "Notice"}
    left = [name for name in models.__all__ if name not in kept and getattr(models, name).objects.exists()]
    assert left == []


def test_only_the_owner_deletes(game: Game) -> None:
    with pytest.raises(NotAllowed):
        delete_campaign(owner=person("somebody"), campaign=game.campaign)

    assert CampaignDeletion.objects.count() == 0


def test_a_lost_guard_is_noticed_and_comes_back_with_a_migrate(game: Game) -> None:
    lost = next(iter(guards._wanted()))
    guards._drop(lost)
    assert guards.missing() == [lost]
    assert health.standing()["guards"] is False

    call_command("migrate", verbosity=0)

    assert guards.missing() == []
    assert health.standing()["guards"] is True


def test_a_guard_that_does_nothing_counts_as_missing(game: Game) -> None:
    lost = next(iter(guards._wanted()))
    guards._drop(lost)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                "CREATE FUNCTION idle() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'"
            )
            cursor.execute(
                f"CREATE TRIGGER {lost} BEFORE UPDATE ON campaigns_entry FOR EACH ROW EXECUTE FUNCTION idle()"
            )
        else:
            cursor.execute(f"CREATE TRIGGER {lost} BEFORE UPDATE ON campaigns_entry BEGIN SELECT 1; END")

    assert guards.missing() == [lost]
    guards.install()
    assert guards.missing() == []


def test_guards_are_lifted_for_a_moment_only(game: Game) -> None:
    with guards.lifted():
        assert guards.missing()

    assert guards.missing() == []


def test_rows_of_the_log_are_saved_once(game: Game) -> None:
    for row in (Entry.objects.first(), Part.objects.first()):
        assert row is not None
        with pytest.raises(TypeError):
            row.save()
        with pytest.raises(TypeError):
            row.delete()
