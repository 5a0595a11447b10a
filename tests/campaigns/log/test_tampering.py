"""What somebody with the database changes beside the chain, its guards lifted and put back, is found by every check."""

from collections.abc import Callable

import pytest

from campaigns.log import guards, rebuilding
from campaigns.log.export.reading import Refused
from campaigns.models import (
    Campaign,
    Change,
    FreshTerms,
    Membership,
    Part,
    Redaction,
    Tag,
    Undone,
)
from campaigns.services import people, redaction
from tests.campaigns.log.export.evening import check, exported
from tests.campaigns.spine import Game, new_game, person

pytestmark = [pytest.mark.django_db, pytest.mark.postgres, pytest.mark.slow]

Tamper = Callable[[Game], object]


@pytest.fixture
def game() -> Game:
    """Mara is made (5) and changed twice (6, 7; 8 undoes the second); the GM's note (9), the player's (10)."""
    game = new_game()
    mara = game.make("character", "Mara", will=4, state="active")
    game.edit(mara, lore=1)
    game.edit(mara, lore=2)
    game.undo(7)
    game.act("table.note", {"words": "The mirror lies", "audience": "gm"})
    game.act("table.note", {"words": "It rains"}, by=game.player)
    assert game.verified().holds
    return game


def found_after(game: Game, tamper: Tamper) -> list[str]:
    with guards.lifted():
        tamper(game)
    return list(map(str, game.verified().faults))


def blank(game: Game) -> None:
    """As `redact` does, but for its entry."""
    part = Part.objects.get(entry__campaign=game.campaign, entry__seq=10, kind="text")
    Redaction.objects.create(part=part, by=game.gm)
    Part.objects.filter(pk=part.pk).update(text="")


BLANKED = "chain: entry 10: part 1 was removed, but no entry says so"


def test_words_blanked_without_an_entry_are_found(game: Game) -> None:
    assert BLANKED in found_after(game, blank)


def test_words_blanked_without_an_entry_are_found_after_all_beside_was_made_again(game: Game) -> None:
    def tamper(game: Game) -> None:
        blank(game)
        rebuilding.rebuild(game.campaign)

    assert found_after(game, tamper) == [BLANKED]
    assert rebuilding.check(game.campaign) == []


def test_a_file_of_the_same_log_says_it_in_the_same_words(game: Game) -> None:
    found_after(game, blank)

    for cut in ("gm", "table"):
        with pytest.raises(Refused, match=f"^line 11: {BLANKED}$"):
            check(exported(game, cut))


def test_words_put_back_after_they_were_taken_out_are_found(game: Game) -> None:
    part = Part.objects.get(entry__campaign=game.campaign, entry__seq=10, kind="text")
    redaction.redact(actor=game.gm, entry=10, part=1, reason="as asked", key="r")
    assert game.verified().holds

    found = found_after(game, lambda _game: Part.objects.filter(pk=part.pk).update(text=part.text))

    assert "chain: entry 10: part 1 is still here, but an entry says it was removed" in found


def mark(game: Game) -> None:
    Undone.objects.create(campaign=game.campaign, seq=5, by_seq=8)


def unmark(game: Game) -> None:
    Undone.objects.filter(campaign=game.campaign, seq=7).delete()


def blame(game: Game) -> None:
    Undone.objects.filter(campaign=game.campaign, seq=7).update(by_seq=9)


@pytest.mark.parametrize(
    ("tamper", "fault"),
    [
        (mark, "beside: entry 5: it is marked as undone, but no entry undid it"),
        (unmark, "beside: entry 7: entry 8 undid it, but it is not marked as undone"),
        (blame, "beside: entry 7: entry 8 undid it, not entry 9"),
    ],
)
def test_undone_marks_that_no_undo_tells_are_found_and_made_again(
    game: Game, tamper: Tamper, fault: str
) -> None:
    assert found_after(game, tamper) == [fault]

    rebuilding.rebuild(game.campaign)

    assert game.verified().holds


def test_what_stands_follows_the_undo_of_an_undo_of_an_undo(game: Game) -> None:
    game.undo(8)
    assert game.verified().holds
    game.undo(11)
    assert game.verified().holds

    marked = dict(Undone.objects.filter(campaign=game.campaign).values_list("seq", "by_seq"))
    rebuilding.rebuild(game.campaign)

    assert dict(Undone.objects.filter(campaign=game.campaign).values_list("seq", "by_seq")) == marked


def open_note(game: Game) -> None:
    Part.objects.filter(entry__campaign=game.campaign, entry__seq=9).update(opened=9)


def test_what_is_opened_without_a_reveal_is_found(game: Game) -> None:
    assert "beside: entry 9: it is visible to everyone, but no entry reveals it" in found_after(
        game, open_note
    )


def test_a_file_with_what_no_entry_revealed_says_so(game: Game) -> None:
    found_after(game, open_note)

    with pytest.raises(
        Refused, match=r"^line 10: beside: entry 9: it is visible to everyone, but no entry reveals it$"
    ):
        check(exported(game, "table"))


@pytest.mark.parametrize(("model", "what"), [(Change, "changes"), (Tag, "tags")])
def test_audiences_of_changes_and_tags_are_found(game: Game, model: type[Change | Tag], what: str) -> None:
    game.act("table.create", {"about": {"kind": "thing", "name": "The thing below", "visibility": "gm"}})
    assert game.verified().holds

    found = found_after(game, lambda _game: model._default_manager.filter(seq=11).update(audience="table"))

    assert f"beside: entry 11: its {what} do not match the log" in found


def test_words_that_anybody_finds_a_sealed_note_by_are_found(game: Game) -> None:
    def tamper(game: Game) -> None:
        FreshTerms.objects.filter(campaign=game.campaign, seq=9, audience="gm").update(audience="table")

    assert found_after(game, tamper) == [
        "beside: state: entries 1 to 1023 are indexed under words they do not contain"
    ]


def promote(game: Game) -> None:
    Membership.objects.filter(pk=game.observer.pk).update(role="gm")


def bring_back(game: Game) -> None:
    Membership.objects.filter(pk=game.player.pk).update(left=None)


def slip_in(game: Game) -> None:
    Membership.objects.create(campaign=game.campaign, user=person("mallory"), name="Mal", role="observer")


def take_over(game: Game) -> None:
    people.change_role(actor=game.gm, member=game.player, role="gm", key="co-gm")
    Campaign.objects.filter(pk=game.campaign.pk).update(owner=game.player.user)


@pytest.mark.parametrize(
    ("tamper", "fault"),
    [
        (promote, "is gm, but according to the log is observer"),
        (bring_back, "is player, but according to the log left as player"),
        (slip_in, "is here, but no entry made them a member"),
        (take_over, "its owner is not the GM who created it"),
    ],
)
def test_who_belongs_otherwise_than_the_log_tells_is_found(game: Game, tamper: Tamper, fault: str) -> None:
    if tamper is bring_back:
        people.leave(actor=game.player, key="leaving")

    found = found_after(game, tamper)

    assert len(found) == 1
    assert found[0].startswith("people: state: ")
    assert found[0].endswith(fault)


def test_every_way_to_come_go_and_change_is_an_entry(game: Game) -> None:
    for role in ("observer", "gm", "player"):
        people.change_role(actor=game.gm, member=game.other_player, role=role, key=role)
        assert game.verified().holds
    people.remove_member(actor=game.gm, member=game.other_player, key="away")
    people.leave(actor=game.player, key="leaving")

    assert game.verified().holds
