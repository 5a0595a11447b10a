"""The decks laid out in one act: what each holds, and what is left alone."""

import pytest

from campaigns.games.demon_city.decks.acts import BothStand, lay_out_decks
from campaigns.games.demon_city.kinds import PILES
from campaigns.models import Entry
from campaigns.policy import NotAllowed
from rules.demon_city.building import STANDARD
from rules.kernel.errors import DrawsLeftOver, RuleViolation
from tests.campaigns.spine import Game, new_game

pytestmark = pytest.mark.django_db

PENTACLES = sorted(f"pentacles-{number}" for number in range(1, 11))


def decks(game: Game) -> dict[str, tuple[str, list[str]]]:
    """Each deck's name and its cards, by what it is made up as."""
    return {
        name: (game.sheet(one).name, sorted(card for pile in PILES for card in game.sheet(one)[pile]))
        for name, one in records(game).items()
    }


def records(game: Game) -> dict[str, str]:
    """The records of the decks, by what they are made up as."""
    return {fields["deck"]: one for one, (_about, fields) in game.state().items() if "discard" in fields}


@pytest.mark.postgres
def test_both_decks_are_laid_out_in_one_entry() -> None:
    game = new_game()
    before = Entry.objects.filter(campaign=game.campaign).count()

    lay_out_decks(actor=game.gm, key="k")

    assert decks(game) == {
        "players": ("The Players' Deck", sorted([*STANDARD, "fool"])),
        "horror": ("The Horror's Deck", PENTACLES),
    }
    assert Entry.objects.filter(campaign=game.campaign).count() == before + 1
    assert game.verified().faults == []


def test_a_deck_that_stands_is_left_as_it_is() -> None:
    game = new_game()
    mine = game.make("demon_city.deck", "Ours", deck="players")
    cards = [*(f"{suit}-{number}" for suit in ("cups", "swords", "pentacles") for number in range(1, 11))]
    game.act("demon_city.build_players_deck", {"deck": {"id": mine}, "cards": cards})

    lay_out_decks(actor=game.gm, key="k")

    assert decks(game)["players"] == ("Ours", sorted([*cards, "fool"]))
    assert decks(game)["horror"][1] == sorted(f"wands-{number}" for number in range(1, 11))


def test_the_players_get_what_a_horrors_deck_leaves() -> None:
    game = new_game()
    horror = game.make("demon_city.deck", "Ghouls", deck="horror")
    game.act(
        "demon_city.build_horror_deck", {"deck": {"id": horror}, "cards": ["wands-1", "cups-2", "tower"]}
    )

    lay_out_decks(actor=game.gm, key="k")

    thirty = decks(game)["players"][1]
    assert len(thirty) == 31
    assert {"pentacles-1", "pentacles-2"} <= set(thirty)
    assert not {"wands-1", "cups-2"} & set(thirty)


def test_a_deck_without_the_fool_leaves_it_to_the_horror() -> None:
    game = new_game()
    mine = game.make("demon_city.deck", "Ours", deck="players")
    game.act("demon_city.build_players_deck", {"deck": {"id": mine}, "fool": False})

    lay_out_decks(actor=game.gm, key="k")

    assert "fool" in decks(game)["horror"][1]


def test_a_record_that_waits_to_be_made_up_is_taken() -> None:
    game = new_game()
    begun = game.make("demon_city.deck", "The dark pile", deck="horror")

    lay_out_decks(actor=game.gm, key="k")

    assert decks(game)["horror"] == ("The dark pile", PENTACLES)
    assert game.sheet(begun)["draw"]


def test_nothing_is_laid_out_twice() -> None:
    game = new_game()
    lay_out_decks(actor=game.gm, key="k")
    before = game.state()

    with pytest.raises(BothStand):
        lay_out_decks(actor=game.gm, key="again")

    assert game.state() == before


@pytest.mark.clause("DEC-DECK-08")
def test_one_deck_is_not_made_up_as_the_other() -> None:
    game = new_game()
    lay_out_decks(actor=game.gm, key="k")

    with pytest.raises(RuleViolation) as refused:
        game.act("demon_city.build_players_deck", {"deck": {"id": records(game)["horror"]}})

    assert refused.value.clause == "DEC-DECK-08"


@pytest.mark.clause("DEC-DECK-08", "DEC-THROW-03")
def test_the_horrors_deck_chooses_for_nobody_but_the_host() -> None:
    game = new_game()
    lay_out_decks(actor=game.gm, key="k")

    with pytest.raises(NotAllowed):
        game.act("demon_city.c10", {"deck": "horror"}, by=game.player)
    game.act("demon_city.c10", {"deck": "players"}, by=game.player)
    game.act("demon_city.c10", {"deck": "horror"})

    assert all(game.sheet(record)["table"] for record in records(game).values())


def test_cards_that_lie_on_the_players_own_table_need_no_deck_here() -> None:
    game = new_game()
    ann = game.make("demon_city.character", "Ann", owner=game.player)
    given = {"thrower": {"id": ann}, "intensity": 3}

    played = game.act("demon_city.static_throw", given, hand=("cups-4",))

    assert played.steps[0].result.as_answer()["outcome"]["success"]
    with pytest.raises(RuleViolation):
        game.act("demon_city.static_throw", given)


def test_faces_for_an_act_that_rolls_nothing_are_refused() -> None:
    game = new_game()
    lay_out_decks(actor=game.gm, key="k")
    given = {"deck": {"id": records(game)["players"]}, "count": 1}
    before = Entry.objects.filter(campaign=game.campaign).count()

    with pytest.raises(DrawsLeftOver):
        game.act("demon_city.draw", given, hand=(3, 4))

    assert Entry.objects.filter(campaign=game.campaign).count() == before


@pytest.mark.clause("DEC-DECK-20")
def test_a_reward_goes_to_no_character_that_the_host_runs() -> None:
    game = new_game()
    lay_out_decks(actor=game.gm, key="k")
    ghoul = game.make("demon_city.character", "The ghoul", control="gm")
    award = {"character": {"id": ghoul}, "card": "world", "deck": {"id": records(game)["players"]}}

    with pytest.raises(RuleViolation) as refused:
        game.act("demon_city.award_significator", award)

    assert (refused.value.clause, refused.value.field) == ("DEC-DECK-20", "input.character")
    assert game.sheet(ghoul)["significators"] == []


def test_a_significator_joins_no_deck_but_the_players() -> None:
    game = new_game()
    lay_out_decks(actor=game.gm, key="k")
    ann = game.make("demon_city.character", "Ann", owner=game.player)
    award = {"character": {"id": ann}, "card": "sun"}

    with pytest.raises(RuleViolation) as refused:
        game.act("demon_city.award_significator", {**award, "deck": {"id": records(game)["horror"]}})
    game.act("demon_city.award_significator", {**award, "deck": {"id": records(game)["players"]}})

    assert refused.value.clause == "DEC-DECK-04"
    assert "sun" in decks(game)["players"][1]
