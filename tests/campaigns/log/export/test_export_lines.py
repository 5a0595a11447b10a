"""A log written as lines: every cut shares one head and proves itself."""

import io

import pytest

from campaigns.log.export import checking, cuts, writing
from campaigns.log.export.reading import WHILE_WAITING
from campaigns.models import DrawPeriod
from campaigns.services import redaction
from tests.campaigns.log.export.evening import RECAP, an_evening, check, exported, read, reveal
from tests.campaigns.spine import Game

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def game() -> Game:
    return an_evening()


def files(game: Game) -> dict[str, bytes]:
    return {
        "gm": exported(game, "gm"),
        "table": exported(game, "table"),
        "player": exported(game, "member", game.player),
        "other_player": exported(game, "member", game.other_player),
        "gm's own": exported(game, "member", game.gm),
    }


def test_all_cuts_share_one_head_and_hold(game: Game) -> None:
    found = {name: check(data) for name, data in files(game).items()}

    assert {(checked.opening.head.seq, checked.opening.head.hash) for checked in found.values()} == {
        (game.campaign.head_seq, game.campaign.head_hash)
    }
    assert {checked.report.entries for checked in found.values()} == {game.campaign.head_seq}


def test_the_same_log_makes_the_same_bytes(game: Game) -> None:
    assert files(game) == files(game)


def test_packed_lines_are_the_same_bytes_and_hold(game: Game) -> None:
    data = exported(game)
    first, second = (b"".join(writing.packed([data])) for _ in range(2))

    assert first == second
    assert checking.check_file(io.BytesIO(first), WHILE_WAITING).report.holds


def test_the_whole_is_played_again_and_its_dice_derived(game: Game) -> None:
    report = check(exported(game)).report

    assert report.played_again == game.campaign.head_seq - 1
    assert (report.fold_only, report.redacted) == (1, 1)
    assert report.draws.derived == 14
    assert report.draws.not_shown == 7


def test_no_file_holds_the_secrets_that_are_drawn_from_now(game: Game) -> None:
    period = DrawPeriod.objects.get(campaign=game.campaign, is_open=True)

    for data in files(game).values():
        assert bytes(period.open_secret).hex() not in data.decode()
        assert bytes(period.sealed_secret).hex() not in data.decode()


def test_only_the_whole_holds_the_sealed_secrets_of_closed_periods(game: Game) -> None:
    period = DrawPeriod.objects.get(campaign=game.campaign, number=1)
    secret = bytes(period.sealed_secret).hex()

    assert {name for name, data in files(game).items() if secret in data.decode()} == {"gm"}


def test_what_is_sealed_is_in_no_other_file(game: Game) -> None:
    for name, data in files(game).items():
        has_secret = "names of the dead" in data.decode()
        has_note = "never locked" in data.decode()
        assert has_secret == has_note == (name in ("gm", "gm's own"))


def test_words_taken_out_are_in_no_file(game: Game) -> None:
    assert not any("in anger" in data.decode() for data in files(game).values())


def test_texts_stay_exactly_as_they_were_committed_to(game: Game) -> None:
    texts = [
        part["text"] for line in read(exported(game)) for part in line.get("parts", []) if "text" in part
    ]

    assert '"Found\\n\u0303out."' in texts


def test_comments_go_to_whom_they_are_for(game: Game) -> None:
    words = {
        name: [line["words"] for line in read(data) if line.get("beside") == "comment"]
        for name, data in files(game).items()
    }

    assert words["gm"] == words["gm's own"] == ["So we did.", "They did not."]
    assert words["table"] == words["player"] == words["other_player"] == ["So we did."]


def test_recaps_go_with_their_session(game: Game) -> None:
    for data in (*files(game).values(), exported(game, "table", session=1)):
        assert [line["text"] for line in read(data) if line.get("beside") == "recap"] == [RECAP]
    assert RECAP.split()[0] not in str(
        [line for line in read(exported(game, "table", session=2)) if "beside" in line]
    )


def test_bookmarks_are_in_their_members_file_alone(game: Game) -> None:
    marked = {
        name: [line["seq"] for line in read(data) if line.get("beside") == "bookmark"]
        for name, data in files(game).items()
    }

    assert [name for name, seqs in marked.items() if seqs] == ["player"]


def test_what_was_revealed_is_in_every_file_and_holds(game: Game) -> None:
    seq = next(line["seq"] for line in read(exported(game, "table")) if _is_sealed_act(line))
    reveal(game, seq)

    for data in files(game).values():
        assert "never locked" in data.decode()
        assert check(data).report.holds


def test_a_session_begins_with_the_sealing_of_its_draws(game: Game) -> None:
    found = check(exported(game, "table", session=1))
    second = check(exported(game, "table", session=2))

    assert found.opening.range[0] == 1
    assert found.report.draws.derived == 14
    assert second.opening.range == (found.opening.range[1], game.campaign.head_seq)
    assert second.report.draws.not_shown == 7


def test_words_taken_out_later_do_not_break_a_session(game: Game) -> None:
    seq = next(one["seq"] for one in read(exported(game)) if "out." in str(one.get("parts")))
    redaction.redact(actor=game.player, entry=seq, part=1, reason="rather not", key="rather not")

    found = check(exported(game, "table", session=1))

    assert found.report.holds
    assert found.report.redacted == 2


def test_no_session_is_no_span(game: Game) -> None:
    assert cuts.session_span(game.campaign, str(game.campaign.pk)) is None


def _is_sealed_act(line: dict[str, object]) -> bool:
    parts = line.get("parts")
    return isinstance(parts, list) and parts[0] == {"why": "sealed"}
