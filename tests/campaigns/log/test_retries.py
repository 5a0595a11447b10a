"""An undone act that is done again otherwise says so, to whoever may read both."""

from typing import Any

import pytest
from django.urls import reverse

from campaigns.log import rebuilding
from campaigns.log.export import cuts
from campaigns.models import Entry, Membership, Tag
from campaigns.queries.timeline import Again, one_entry
from campaigns.services import revealing, sessions
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, Played, play
from campaigns.viewing import Viewer
from campaigns.views.review.session_book import make_book
from campaigns.views.review.session_report import make_report
from tests.campaigns.spine import Game, browser, new_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def game() -> Game:
    game = new_game()
    sessions.begin_session(actor=game.gm, name="", key=game.key())
    return game


@pytest.fixture
def mara(game: Game) -> str:
    return game.make("character", "Mara", owner=game.player, will=4, state="active")


def roll(
    game: Game, who: str, *, dice: int = 3, target: str = "", by: Membership | None = None, **given: Any
) -> Played:
    opposing = {"id": target, "score": "will"} if target else {"score": "difficulty", "dice": dice}
    acting = {"id": who, "score": "will"}
    return game.act("sorcerer.roll", {"acting": acting, "opposing": opposing, **given}, by=by or game.player)


def told(game: Game, entry: Entry, by: Membership | None = None) -> Again:
    game.campaign.refresh_from_db()
    shown = one_entry(game.campaign, Viewer.of(by or game.player), entry.seq)
    assert shown is not None
    return shown.again


def other(game: Game, played: Played) -> set[str]:
    return set(told(game, played.entry).other)


def sound(game: Game) -> None:
    """What stands beside the chain is what the chain alone tells, and stays so."""
    game.campaign.refresh_from_db()
    assert rebuilding.check(game.campaign) == []
    before = sorted(Tag.objects.values_list("seq", "kind", "value", "audience"))
    rebuilding.rebuild(game.campaign)
    assert sorted(Tag.objects.values_list("seq", "kind", "value", "audience")) == before


def test_each_try_with_more_dice_says_after_which_undone_one_it_came(game: Game, mara: str) -> None:
    tries = []
    for more in range(4):
        modifiers = [{"source": "good_play", "dice": more}] if more else []
        tries.append(roll(game, mara, modifiers=modifiers))
        if more < 3:
            game.undo(tries[-1].entry.seq, by=game.player)

    assert told(game, tries[0].entry) == Again(by=(tries[1].entry.seq,))
    assert [told(game, one.entry).of for one in tries] == [None, *(one.entry.seq for one in tries[:3])]
    assert [other(game, one) for one in tries[1:]] == [{"dice", "choices"}] * 3
    sound(game)


def test_another_target_is_told(game: Game, mara: str) -> None:
    first, second = (game.make("demon", name, will=3, state="present") for name in ("Vesh", "Orl"))
    before = roll(game, mara, target=first)
    game.undo(before.entry.seq)

    again = roll(game, mara, target=second)

    assert told(game, again.entry) == Again(of=before.entry.seq, other=frozenset({"dice", "target"}))
    sound(game)


def test_another_act_of_the_same_kind_is_no_undone_one_done_again(game: Game, mara: str) -> None:
    first, second = (game.make("demon", name, will=3, state="present") for name in ("Vesh", "Orl"))
    before = roll(game, mara, target=first)
    game.undo(before.entry.seq)

    fresh = roll(game, mara, target=second, modifiers=[{"source": "good_play", "dice": 1}])

    page = browser(game.player).get(reverse("log", args=[game.campaign.pk])).content.decode()
    assert told(game, fresh.entry) == told(game, before.entry) == Again()
    assert "Redone" not in page
    sound(game)


def test_the_same_act_done_again_says_nothing_of_itself(game: Game, mara: str) -> None:
    before = roll(game, mara)
    game.undo(before.entry.seq)
    again = roll(game, mara)
    new = roll(game, mara, dice=5)

    assert other(game, again) == set()
    assert told(game, before.entry).by == (again.entry.seq,)
    assert told(game, new.entry) == Again()
    sound(game)


def test_what_others_did_in_between_is_nobodys_choice(game: Game, mara: str) -> None:
    before = roll(game, mara)
    game.undo(before.entry.seq)
    game.edit(mara, stamina=2)

    assert other(game, roll(game, mara)) == set()


def test_an_act_that_stands_again_is_not_done_again(game: Game, mara: str) -> None:
    undo = game.undo(roll(game, mara).entry.seq)
    game.undo(undo.entry.seq)

    assert told(game, roll(game, mara).entry) == Again()


def test_dice_that_were_let_go_of_are_told_in_the_next_session_and_not_after_it(
    game: Game, mara: str
) -> None:
    before = [roll(game, mara), roll(game, mara)]
    for one in reversed(before):
        game.undo(one.entry.seq)
    _next_session(game)
    again = roll(game, mara)
    _next_session(game)
    later = roll(game, mara)

    assert told(game, again.entry) == Again(of=before[1].entry.seq, other=frozenset({"dice"}))
    assert told(game, later.entry) == Again()
    sound(game)


def test_dice_by_hand_after_an_undo_are_told(game: Game, mara: str) -> None:
    game.act("table.change_policy", {"values": {"hand_dice": True}})
    before = roll(game, mara)
    game.undo(before.entry.seq)
    given = {"acting": {"id": mara, "score": "will"}, "opposing": {"score": "difficulty", "dice": 3}}

    again = game.act("sorcerer.roll", given, by=game.player, hand=(12, 12, 12, 12, 1, 1, 1))

    assert other(game, again) == {"dice"}
    sound(game)


def test_of_sealed_rolls_only_those_are_told_who_read_both(game: Game) -> None:
    game.act("table.change_policy", {"values": {"sealed_rolls": True}})
    fighter = game.make("fallen.character", "Bo", dexterity=3, brawl=2)
    before = _sealed(game, fighter, "dexterity", "brawl")
    game.undo(before.entry.seq)
    again = _sealed(game, fighter, "dexterity")
    assert told(game, again.entry, game.gm).of == before.entry.seq
    assert told(game, again.entry) == Again()

    revealing.reveal_entries(actor=game.gm, entries=[again.entry.seq], key=game.key())
    assert told(game, again.entry) == told(game, before.entry) == Again()
    sound(game)

    revealing.reveal_entries(actor=game.gm, entries=[before.entry.seq], key=game.key())
    assert told(game, again.entry).of == before.entry.seq
    assert told(game, before.entry).by == (again.entry.seq,)
    sound(game)


def test_the_log_its_pages_and_its_copies_say_it(game: Game, mara: str) -> None:
    before = roll(game, mara)
    game.undo(before.entry.seq)
    again = roll(game, mara, dice=5)
    said = f"Redone after no. {before.entry.seq} was undone, with different dice, different choices"
    log = reverse("log", args=[game.campaign.pk])
    page = browser(game.player)
    game.campaign.refresh_from_db()
    cut, span = cuts.cut_for("table", game.player), cuts.whole(game.campaign)

    assert said in page.get(log).content.decode()
    assert said in page.get(f"{log}{again.entry.seq}/").content.decode()
    assert f"Redone as no. {again.entry.seq}" in page.get(f"{log}{before.entry.seq}/").content.decode()
    assert said in make_book(game.campaign, cut, span)
    assert said in "".join(make_report(game.campaign, cut, span))


def _next_session(game: Game) -> None:
    sessions.end_session(actor=game.gm, key=game.key())
    sessions.begin_session(actor=game.gm, name="", key=game.key())


def _sealed(game: Game, fighter: str, *traits: str) -> Played:
    given: dict[str, Any] = {"roller": {"id": fighter}, "traits": [{"name": trait} for trait in traits]}
    return play(game.gm, ActRequest(game.key(), (Request("fallen.roll", given),), sealed=True))
