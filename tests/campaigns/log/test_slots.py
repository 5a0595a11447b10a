"""A slot is drawn from again only by the act that was undone: whatever else took it is found by every check."""

from typing import Any

import pytest

from campaigns.log.draws_check import DrawsCheck, DrawsDiffer
from campaigns.log.export.reading import Refused
from campaigns.log.purposes import drawing_step, purpose_of
from campaigns.models import Membership, Slot
from campaigns.services import undoing
from campaigns.services.play.playing import Played
from tests.campaigns.log.export.evening import check, exported
from tests.campaigns.spine import Game, document, new_game

pytestmark = [pytest.mark.django_db, pytest.mark.postgres, pytest.mark.slow]


@pytest.fixture
def game() -> Game:
    return new_game()


def sorcerer(game: Game, name: str, owner: Membership | None = None) -> str:
    return game.make("character", name, owner=owner, will=4, state="active")


def roll(game: Game, who: str, target: str | None = None, *, by: Membership | None = None) -> Played:
    opposing = {"id": target, "score": "will"} if target else {"score": "difficulty", "dice": 3}
    return game.act("sorcerer.roll", {"acting": {"id": who, "score": "will"}, "opposing": opposing}, by=by)


def used_twice(game: Game) -> int:
    """The server's owner frees a slot behind the log, and has the dice of an act that stands once more."""
    mara = sorcerer(game, "Mara")
    first = roll(game, mara)
    Slot.objects.filter(period__campaign=game.campaign).update(is_free=True)
    again = roll(game, mara)
    assert document(again.entry)["from"] == document(first.entry)["from"]
    game.campaign.refresh_from_db()
    return again.entry.seq


def given_to_another(game: Game) -> int:
    """The owner gives the dice of somebody's undone act to somebody else's."""
    mara, kit = sorcerer(game, "Mara"), sorcerer(game, "Kit", game.player)
    left = roll(game, mara)
    game.undo(left.entry.seq)
    taken = roll(game, kit, by=game.player)
    game.undo(taken.entry.seq)
    wanted = Slot.objects.get(period__campaign=game.campaign, number=2).purpose
    Slot.objects.filter(period__campaign=game.campaign, number=2).update(is_free=False)
    Slot.objects.filter(period__campaign=game.campaign, number=1).update(purpose=wanted)
    again = roll(game, kit, by=game.player)
    assert document(again.entry)["from"] == document(left.entry)["from"]
    game.campaign.refresh_from_db()
    return again.entry.seq


def dropped(game: Game) -> int:
    """The owner takes back, behind the log, that dice were let go of."""
    mara = sorcerer(game, "Mara")
    left = roll(game, mara)
    game.undo(left.entry.seq)
    undoing.fresh_draws(actor=game.gm, entry=left.entry.seq, reason="as agreed", key=game.key())
    Slot.objects.filter(period__campaign=game.campaign).update(is_free=True)
    again = roll(game, mara)
    game.campaign.refresh_from_db()
    return again.entry.seq


def back_beside_another(game: Game) -> int:
    """The owner lets an undone act come back although the same act was done again with its dice."""
    mara = sorcerer(game, "Mara")
    left = roll(game, mara)
    undo = game.undo(left.entry.seq)
    roll(game, mara)
    Slot.objects.filter(period__campaign=game.campaign).update(is_free=True)
    back = game.undo(undo.entry.seq)
    game.campaign.refresh_from_db()
    return back.entry.seq


def passed_over(game: Game) -> int:
    """The owner takes back, behind the log, that an undone act's dice wait for it, and it draws anew."""
    mara = sorcerer(game, "Mara")
    left = roll(game, mara)
    game.undo(left.entry.seq)
    Slot.objects.filter(period__campaign=game.campaign).update(is_free=False)
    again = roll(game, mara)
    assert document(again.entry)["from"]["slot"] == 2
    game.campaign.refresh_from_db()
    return again.entry.seq


TAMPERINGS = (used_twice, given_to_another, dropped, back_beside_another, passed_over)


@pytest.mark.parametrize("tampering", TAMPERINGS)
def test_the_server_names_an_act_that_took_dice_that_were_not_its_own(game: Game, tampering: Any) -> None:
    seq = tampering(game)

    assert [(fault.check, fault.seq) for fault in game.verified().faults] == [("replay", seq)]


@pytest.mark.parametrize("cut", ["gm", "table", "member"])
@pytest.mark.parametrize("tampering", TAMPERINGS)
def test_a_file_names_an_act_that_took_dice_that_were_not_its_own(
    game: Game, tampering: Any, cut: Any
) -> None:
    seq = tampering(game)

    with pytest.raises(Refused, match=f"^line {seq + 1}: replay: entry {seq}: slot 1"):
        check(exported(game, cut, game.player))


def test_an_undone_act_has_its_dice_again_however_often_it_was_turned_round(game: Game) -> None:
    mara, vesh = sorcerer(game, "Mara"), game.make("demon", "Vesh", will=3, state="present")
    first = roll(game, mara, vesh)
    turned = first.entry.seq
    for _time in range(3):
        turned = game.undo(turned).entry.seq

    again = roll(game, mara, vesh)

    assert document(again.entry)["from"] == document(first.entry)["from"]
    assert game.verified().holds
    for cut in ("gm", "table", "member"):
        assert check(exported(game, cut, game.player)).report.holds


def test_a_reader_takes_as_told_what_a_sealed_undo_may_have_left(game: Game) -> None:
    mara = sorcerer(game, "Mara")
    told: Any = document(roll(game, mara).entry)
    walk = DrawsCheck({})
    walk.check(_opening(game), 1)
    walk.check(told, 2)
    with pytest.raises(DrawsDiffer, match="entry 2, which still stands"):
        walk.check(told, 3)
    walk.check(told | {"from": told["from"] | {"slot": 2, "seed": walk.periods[1].open.seed}}, 4)
    walk.pass_by()

    walk.check(told | {"from": told["from"] | {"slot": 2, "seed": walk.periods[1].open.slots[2][0]}}, 6)

    assert walk.periods[1].open.uses[2].seq == 6


def test_a_throw_of_cards_is_what_its_cards_were_drawn_for() -> None:
    deal: Any = {"action": "demon_city.draw", "input": {"deck": {"id": "d"}}, "draws": [["index:3", 1]]}
    throw: Any = {"action": "demon_city.throw", "input": {"decks": {}}, "draws": [["card", "AS"]]}
    note: Any = {"action": "table.note", "input": {}, "draws": []}

    assert drawing_step([note, throw, deal, deal, throw]) == throw
    assert drawing_step([note, deal, note]) == deal
    assert drawing_step([note]) is None


def test_what_an_act_is_for_is_its_action_the_acting_record_and_its_targets() -> None:
    def named(acting: str, opposing: dict[str, Any]) -> Any:
        return purpose_of("sorcerer.roll", {"acting": {"id": acting}, "opposing": opposing})

    assert (named("a", {"id": "b"}).acting, named("a", {"id": "b"}).targets) == ("a", ("b",))
    assert named("a", {"dice": 3}).digest() == named("a", {"dice": 5}).digest()
    assert named("a", {"id": "b"}).digest() != named("b", {"id": "a"}).digest()
    assert named("a", {"id": "b"}).digest() != named("a", {"id": "c"}).digest()


def _opening(game: Game) -> Any:
    return document(game.campaign.entries.get(seq=1))
