"""The commands that write, verify and bring in a file."""

import gzip
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from campaigns.log.verify import verify
from campaigns.models import Campaign
from campaigns.services import deleting
from tests.campaigns.log.export.evening import an_evening, exported, session_of
from tests.campaigns.spine import Game

pytestmark = [pytest.mark.postgres, pytest.mark.slow]

DEMO = Path(__file__).parents[2] / "exports" / "ash-street.jsonl"
Out = pytest.CaptureFixture[str]


@pytest.fixture
def game(db: None) -> Game:
    return an_evening()


def test_a_file_is_verified_without_a_database(capsys: Out) -> None:
    call_command("verify_export", str(DEMO))

    assert "Ash Street: the gm cut, entries 1 to" in capsys.readouterr().out


def test_a_damaged_file_fails_with_its_line(tmp_path: Path) -> None:
    damaged = tmp_path / "x.jsonl"
    damaged.write_bytes(DEMO.read_bytes().replace(b'"seq":9}', b'"seq":8}', 1))

    with pytest.raises(CommandError, match="line 10: "):
        call_command("verify_export", str(damaged))


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    for command in (["verify_export", str(tmp_path / "x")], ["verify_export", str(tmp_path)]):
        with pytest.raises(CommandError, match="the file cannot be read"):
            call_command(*command)


def test_the_whole_is_written_and_brought_in(game: Game, tmp_path: Path, capsys: Out) -> None:
    file = tmp_path / "night.jsonl.gz"
    call_command("export_campaign", str(game.campaign.pk), str(file))
    deleting.delete_campaign(owner=game.campaign.owner, campaign=game.campaign)
    User.objects.create_user("mo")

    call_command("import_campaign", str(file), "--owner", "mo")

    assert verify(Campaign.objects.get()).holds
    assert "its owner is mo" in capsys.readouterr().out


def test_cuts_and_sessions_are_written(game: Game, tmp_path: Path) -> None:
    wanted = {
        "table.jsonl": ["--cut", "table"],
        "member.jsonl": ["--member", str(game.player.pk)],
        "session.jsonl.gz": ["--session", session_of(game, 1)],
    }
    for name, options in wanted.items():
        call_command("export_campaign", str(game.campaign.pk), str(tmp_path / name), *options)
        call_command("verify_export", str(tmp_path / name))

    assert (tmp_path / "table.jsonl").read_bytes() == exported(game, "table")
    assert (tmp_path / "member.jsonl").read_bytes() == exported(game, "member", game.player)
    assert gzip.decompress((tmp_path / "session.jsonl.gz").read_bytes()) == exported(game, session=1)


def test_a_file_that_is_there_is_not_overwritten(game: Game, tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").write_text("mine")

    with pytest.raises(CommandError, match="cannot be written"):
        call_command("export_campaign", str(game.campaign.pk), str(tmp_path / "x.jsonl"))

    assert (tmp_path / "x.jsonl").read_text() == "mine"


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["nobody", "x"], "there is no campaign nobody"),
        (["{campaign}", "x", "--member", "nobody"], "no member of this campaign"),
        (["{campaign}", "x", "--session", "{campaign}"], "no session with that id"),
    ],
)
def test_what_there_is_not_is_told(game: Game, options: list[str], reason: str) -> None:
    with pytest.raises(CommandError, match=reason):
        call_command("export_campaign", *(option.format(campaign=game.campaign.pk) for option in options))


def test_nothing_is_brought_in_for_nobody_or_twice(game: Game, tmp_path: Path) -> None:
    file = tmp_path / "x.jsonl"
    file.write_bytes(exported(game))

    with pytest.raises(CommandError, match="no account nobody"):
        call_command("import_campaign", str(file), "--owner", "nobody")
    with pytest.raises(CommandError, match=r"nothing was imported\. line 1: "):
        call_command("import_campaign", str(file), "--owner", game.gm.user.username)
