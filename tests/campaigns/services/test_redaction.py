"""Words taken out of the log."""

import pytest

from campaigns.game import Told
from campaigns.log.projector import read_entry
from campaigns.models import Change, Entry, Membership, Part
from campaigns.policy import NotAllowed
from campaigns.services.play.playing import KeyReused
from campaigns.services.redaction import NotRedactable, redact
from campaigns.viewing import Hidden, Viewer
from tests.campaigns.spine import Game, browser, new_game

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture
def game() -> Game:
    return new_game()


def position(entry: Entry, text: str) -> int:
    return Part.objects.get(entry=entry, kind="text", text=f'"{text}"').position


def take_out(game: Game, entry: Entry, text: str, by: Membership | None = None) -> None:
    part = position(entry, text)
    redact(actor=by or game.gm, entry=entry.seq, part=part, reason="not ours", key=game.key())


def test_author_takes_their_words_out(game: Game) -> None:
    note = game.act("table.note", {"words": "my address"}, by=game.player).entry

    take_out(game, note, "my address", by=game.player)

    assert not Part.objects.filter(text__contains="my address").exists()
    document = read_entry(Viewer.of(game.gm), note.parts.all())
    assert document is not None
    words: Told = document["steps"][0]["input"]["words"]
    assert words == Hidden("redacted")
    assert game.verified().holds


def test_others_do_not(game: Game) -> None:
    note = game.act("table.note", {"words": "my address"}, by=game.player).entry

    with pytest.raises(NotAllowed):
        take_out(game, note, "my address", by=game.other_player)

    assert Part.objects.filter(text__contains="my address").exists()


def test_only_words_are_taken_out(game: Game) -> None:
    for entry, part in ((1, 0), (99, 1), (1, 7)):
        with pytest.raises(NotRedactable):
            redact(actor=game.gm, entry=entry, part=part, reason="x", key=game.key())


def test_words_are_taken_out_once(game: Game) -> None:
    note = game.act("table.note", {"words": "my address"}).entry
    part = position(note, "my address")
    redact(actor=game.gm, entry=note.seq, part=part, reason="x", key="one")
    count = Entry.objects.count()

    assert redact(actor=game.gm, entry=note.seq, part=part, reason="x", key="one").was_repeated
    with pytest.raises(NotRedactable):
        redact(actor=game.gm, entry=note.seq, part=part, reason="x", key="two")

    assert Entry.objects.count() == count


def test_words_of_a_field_go_and_later_entries_still_prove_themselves(game: Game) -> None:
    mara = game.make("character", "Mara", telltale="a scar")
    first = game.edit(mara, telltale="her real name").entry
    second = game.edit(mara, telltale="her real name", will=3).entry
    third = game.edit(mara, telltale="a limp").entry

    for entry in (first, second, third):
        take_out_wherever(game, entry, "her real name")
    game.undo(third.seq)
    game.edit(mara, telltale="a limp")

    assert not Part.objects.filter(text__contains="real name").exists()
    assert not any("real name" in str((change.before, change.after)) for change in Change.objects.all())
    assert game.verified().faults == []


def test_words_that_look_like_an_action_do_not_take_it_along(game: Game) -> None:
    for text in ("table.note", str(game.campaign.pk), "table", "TAB-TALK-01"):
        note = game.act("table.note", {"words": text}).entry
        take_out(game, note, text)

    report = game.verified()
    assert report.faults == []
    assert report.redacted == 4


def take_out_wherever(game: Game, entry: Entry, text: str) -> None:
    for part in Part.objects.filter(entry=entry, kind="text", text=f'"{text}"'):
        redact(actor=game.gm, entry=entry.seq, part=part.position, reason="not ours", key=game.key())


def test_the_same_key_for_other_words_is_refused_and_not_dropped(game: Game) -> None:
    first, second = (game.act("table.note", {"words": words}).entry for words in ("one", "two"))
    redact(actor=game.gm, entry=first.seq, part=1, reason="x", key="once")
    again = redact(actor=game.gm, entry=first.seq, part=1, reason="x", key="once")
    count = Entry.objects.count()

    with pytest.raises(KeyReused):
        redact(actor=game.gm, entry=second.seq, part=1, reason="x", key="once")

    assert again.was_repeated
    assert Entry.objects.count() == count
    assert Part.objects.filter(text='"two"').exists()


def test_a_page_says_that_the_same_form_came_for_other_words(game: Game) -> None:
    first, second = (game.act("table.note", {"words": words}).entry for words in ("one", "two"))
    answers = [
        browser(game.gm).post(
            f"/campaigns/{game.campaign.pk}/log/{entry.seq}/redact/",
            {"part": "1", "reason": "x", "key": "once"},
        )
        for entry in (first, second)
    ]

    assert [response.status_code for response in answers] == [302, 409]
