"""A campaign taken to another server: everything is there again, its log proves itself, and play goes on."""

import io

import pytest
from django.contrib.auth.models import User
from django.db import DatabaseError, connection, transaction

from campaigns.log import rebuilding
from campaigns.log.export.reading import WHILE_WAITING
from campaigns.log.verify import verify
from campaigns.models import (
    Campaign,
    CampaignDeletion,
    Comment,
    DrawPeriod,
    Entry,
    Membership,
    Part,
    Recap,
    Record,
    Undone,
)
from campaigns.services import deleting, undoing
from campaigns.services.accounts.invitations import invite, join
from campaigns.services.accounts.reset_links import make_reset_link, set_new_password
from campaigns.services.importing import import_campaign
from campaigns.state import rows
from tests.campaigns.log.export.evening import an_evening, exported, read, reveal
from tests.campaigns.spine import Game

pytestmark = [pytest.mark.django_db, pytest.mark.postgres, pytest.mark.slow]


def moved(game: Game, data: bytes | None = None) -> Campaign:
    """The game as it is after it was taken away, deleted here, and brought in again by somebody else."""
    data = data or exported(game)
    deleting.delete_campaign(owner=game.campaign.owner, campaign=game.campaign)
    owner = User.objects.create_user("new-owner")
    return import_campaign(owner=owner, stream=io.BytesIO(data), limits=WHILE_WAITING)


def state_of(campaign: Campaign) -> dict[str, object]:
    found = rows.read_sheets(Record.objects.filter(campaign=campaign))
    return {sheet.id: (sheet.about, sheet.fields) for sheet in found if sheet.kind.name != "campaign"}


@pytest.fixture
def game() -> Game:
    return an_evening()


def test_the_log_proves_itself_and_what_stands_beside_it(game: Game) -> None:
    campaign = moved(game)

    report = verify(campaign)

    assert report.holds
    assert report.redacted == 1
    assert (report.draws.derived, report.draws.not_shown) == (14, 7)
    assert rebuilding.check(campaign) == []


def test_every_entry_is_the_same_again(game: Game) -> None:
    before = [line for line in read(exported(game)) if "header" in line]

    game.campaign = moved(game)

    after = [line for line in read(exported(game)) if "header" in line]
    assert after[:-1] == before


def test_the_rows_are_as_they_were(game: Game) -> None:
    before = state_of(game.campaign)
    born = dict(Record.objects.filter(campaign=game.campaign).values_list("pk", "born"))
    undone = set(Undone.objects.filter(campaign=game.campaign).values_list("seq", "by_seq"))

    campaign = moved(game)

    assert state_of(campaign) == before
    assert dict(Record.objects.filter(campaign=campaign).values_list("pk", "born")) == born
    assert set(Undone.objects.filter(campaign=campaign).values_list("seq", "by_seq")) == undone != set()


def test_people_keep_their_places_and_whoever_brings_it_in_is_its_owner(game: Game) -> None:
    before = {
        membership.pk: (membership.name, membership.role) for membership in game.campaign.memberships.all()
    }

    campaign = moved(game)

    assert campaign.owner.username == "new-owner"
    assert {
        membership.pk: (membership.name, membership.role) for membership in campaign.memberships.all()
    } == before
    assert Membership.objects.get(pk=game.gm.pk).user == campaign.owner


def test_somebody_who_left_has_left(game: Game) -> None:
    from campaigns.services.people import leave

    leave(actor=game.other_player, key="leaving")

    campaign = moved(game)

    gone = campaign.memberships.get(pk=game.other_player.pk)
    assert gone.role == "player"
    assert gone.left is not None
    assert gone.left.timestamp() > gone.joined.timestamp()
    assert not gone.user.is_active


def test_nobody_has_a_password_until_the_gm_gives_a_link(game: Game) -> None:
    campaign = moved(game)
    member = campaign.memberships.get(pk=game.player.pk)
    assert not member.user.has_usable_password()

    link = make_reset_link(actor=campaign.memberships.get(pk=game.gm.pk), member=member)
    set_new_password(token=link, password="a candle by the window")

    member.user.refresh_from_db()
    assert member.user.check_password("a candle by the window")


def test_accounts_of_the_same_name_are_left_alone(game: Game) -> None:
    pia = User.objects.create_user("pia", password="mine")

    campaign = moved(game)

    assert campaign.memberships.get(pk=game.player.pk).user.username == "pia-2"
    assert campaign.memberships.filter(user=pia).count() == 0


def test_comments_are_there_with_their_moment(game: Game) -> None:
    before = set(Comment.objects.values_list("seq", "author", "audience", "words", "created"))

    moved(game)

    assert set(Comment.objects.values_list("seq", "author", "audience", "words", "created")) == before


def test_recaps_are_there_with_their_moment(game: Game) -> None:
    fields = ("session", "text", "revision", "kept_by", "kept_at")
    before = list(Recap.objects.values_list(*fields))

    moved(game)

    assert list(Recap.objects.values_list(*fields)) == before != []


def test_what_was_revealed_stays_revealed(game: Game) -> None:
    sealed = Part.objects.get(entry__campaign=game.campaign, position=0, audience="gm")
    reveal(game, sealed.entry.seq)

    campaign = moved(game)

    part = Part.objects.get(entry__campaign=campaign, position=0, audience="gm")
    assert part.opened == campaign.head_seq - 1
    assert rebuilding.check(campaign) == []


def test_the_next_draws_are_sealed_at_once(game: Game) -> None:
    was = DrawPeriod.objects.get(campaign=game.campaign, is_open=True)

    campaign = moved(game)

    periods = {draw_period.number: draw_period for draw_period in campaign.draw_periods.all()}
    assert [number for number, one in periods.items() if one.is_open] == [was.number + 1]
    assert bytes(periods[was.number].open_secret) == b""
    assert bytes(periods[1].sealed_secret) != b""


def test_play_goes_on(game: Game) -> None:
    mara = str(Record.objects.get(campaign=game.campaign, name="Mara").pk)
    campaign = moved(game)
    game.campaign = campaign
    player = Membership.objects.get(pk=game.player.pk)
    roll = {"acting": {"id": mara, "score": "will"}, "opposing": {"score": "difficulty", "dice": 3}}

    played = game.act("sorcerer.roll", roll, by=player, key="after the move")
    undoing.undo(actor=Membership.objects.get(pk=game.gm.pk), entries=(played.entry.seq,), key="undo it")
    again = game.act("sorcerer.roll", roll, by=player, key="once more")

    assert again.result.as_answer() == played.result.as_answer()
    assert verify(campaign).holds


def test_what_was_undone_there_is_redone_here(game: Game) -> None:
    mara = str(Record.objects.get(campaign=game.campaign, name="Mara").pk)
    undo = game.undo(game.edit(mara, will=5).entry.seq).entry.seq
    campaign = moved(game)
    gm = Membership.objects.get(pk=game.gm.pk)

    undoing.undo(actor=gm, entries=(undo,), key="redo")

    assert not Undone.objects.filter(campaign=campaign, seq=undo - 1).exists()
    assert game.sheet(mara)["will"] == 5
    assert verify(campaign).holds


def test_somebody_new_joins(game: Game) -> None:
    campaign = moved(game)
    _invitation, token = invite(actor=Membership.objects.get(pk=game.gm.pk), role="player", days=1, uses=1)

    join(user=User.objects.create_user("new"), token=token, name="New")

    assert verify(campaign).holds


def test_the_log_is_guarded_although_it_was_deleted_before(game: Game) -> None:
    campaign = moved(game)

    assert not CampaignDeletion.objects.filter(campaign=campaign.pk).exists()
    with pytest.raises(DatabaseError), transaction.atomic():
        Entry.objects.filter(campaign=campaign)._raw_delete(connection.alias)


def test_it_is_taken_away_and_brought_in_once_more(game: Game) -> None:
    game.campaign = moved(game)
    data = exported(game)
    deleting.delete_campaign(owner=game.campaign.owner, campaign=game.campaign)
    another = User.objects.create_user("another")

    campaign = import_campaign(owner=another, stream=io.BytesIO(data), limits=WHILE_WAITING)

    assert verify(campaign).holds
    assert rebuilding.check(campaign) == []
