"""Throws with cards from the stored decks: drawn first, by a step of their own, and shuffled when a pile runs out."""

import re
from html import unescape
from typing import Any

import pytest
from django.template import Context, Template
from django.urls import reverse

from campaigns.games.demon_city.telling import TELLING
from campaigns.log.projector import read_entry
from campaigns.models import Entry, Membership, Part
from campaigns.queries import timeline
from campaigns.queries.odds_before import odds_before
from campaigns.services import sessions
from campaigns.templatetags.telling_pools import ToldHand
from campaigns.viewing import Hidden, Viewer
from rules.kernel.errors import RuleViolation
from tests.campaigns.games.demon_city.stacked import stack
from tests.campaigns.spine import Game, browser, folded, new_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

HORROR = [f"pentacles-{number}" for number in range(1, 11)] + ["tower", "moon"]


def built() -> tuple[Game, str, str, str]:
    """A game with both decks built; the decks' ids, and a player's character."""
    game = new_game()
    players = game.make("demon_city.deck", "The Players' Deck", deck="players")
    horror = game.make("demon_city.deck", "The Horror's Deck", deck="horror")
    game.act("demon_city.build_players_deck", {"deck": {"id": players}})
    game.act("demon_city.build_horror_deck", {"deck": {"id": horror}, "cards": HORROR})
    ann = game.make("demon_city.character", "Ann", owner=game.player, **{"stats.agility": 4})
    return game, players, horror, ann


def throw(game: Game, who: str, **more: Any) -> Any:
    return game.act("demon_city.static_throw", {"thrower": {"id": who, "stat": 4}, "intensity": 3, **more})


@pytest.mark.clause("DEC-DECK-17", "TAB-DRAWS-06")
def test_a_throw_takes_one_of_the_cards_that_are_left_in_the_stored_deck() -> None:
    game, players, _horror, ann = built()
    left = list(game.sheet(players)["draw"])

    played = throw(game, ann)

    turned, _drawn, thrown, *_ = played.steps
    assert [asked for asked, _place in turned.drawn] == [f"index:{len(left)}", f"index:{len(left) - 1}"]
    came = [left.pop(int(place)) for _asked, place in turned.drawn]
    assert thrown.drawn == (("card", came[0]), ("card", came[1]))
    assert game.sheet(players)["table"] == came
    assert game.sheet(players)["draw"] == left


@pytest.mark.clause("DEC-DECK-17")
def test_what_the_host_plays_draws_from_the_horrors_deck() -> None:
    game, players, horror, _ann = built()
    ghoul = game.make("demon_city.character", "Ghoul", control="gm")
    before = game.sheet(players)["draw"]

    throw(game, ghoul)

    assert game.sheet(players)["draw"] == before
    assert game.sheet(horror)["table"]


def test_a_pile_that_runs_out_is_shuffled_anew_and_all_of_it_verifies() -> None:
    game, _players, horror, _ann = built()
    ghoul = game.make("demon_city.character", "Ghoul", control="gm")

    thrown = [throw(game, ghoul).entry.seq for _ in range(14)]

    shown = timeline.some_entries(game.campaign, Viewer.of(game.gm), thrown)
    drew = [(one, step) for one in shown for step in one.steps if step["outcome"].get("reshuffled")]
    assert drew
    for entry, draw in drew:
        assert entry.main is not None
        hands = [len(TELLING.drawn(step, entry)) for step in (draw, entry.main)]
        assert hands == [0, 1], "what was drawn stands in the hand of the throw"
    deck = game.sheet(horror)
    assert sorted([*deck["draw"], *deck["discard"], *deck["table"]]) == sorted(HORROR)
    assert game.state() == folded(game.campaign)
    report = game.verified()
    assert report.faults == []
    assert report.played_again == report.entries


def test_the_players_get_no_card_that_lies_in_the_horrors_deck() -> None:
    game = new_game()
    players = game.make("demon_city.deck", "The Players' Deck", deck="players")
    horror = game.make("demon_city.deck", "The Horror's Deck", deck="horror")
    game.act("demon_city.build_horror_deck", {"deck": {"id": horror}, "cards": ["cups-3", "tower"]})

    with pytest.raises(RuleViolation) as refused:
        game.act("demon_city.build_players_deck", {"deck": {"id": players}})

    assert (refused.value.field, refused.value.clause) == ("input.cards.12", "DEC-DECK-11")


def test_a_table_with_a_pack_for_each_deck_may_have_a_card_in_both() -> None:
    game, players, horror, _ann = built()
    game.act("table.change_settings", {"system": "demon_city", "values": {"single_pack": False}})
    game.act("demon_city.build_horror_deck", {"deck": {"id": horror}, "cards": ["cups-3", "tower"]})

    game.act("demon_city.build_players_deck", {"deck": {"id": players}})

    assert "cups-3" in game.sheet(players)["draw"]


@pytest.mark.clause("DEC-DECK-01")
def test_nobody_throws_before_the_decks_are_built() -> None:
    game = new_game()
    ann = game.make("demon_city.character", "Ann")

    with pytest.raises(RuleViolation) as refused:
        throw(game, ann)

    assert refused.value.clause == "DEC-DECK-01"


def test_a_throw_that_is_undone_puts_its_card_back() -> None:
    game, _players, _horror, ann = built()
    before = game.state()
    played = throw(game, ann)

    game.undo(played.entry.seq)

    assert game.state() == before == folded(game.campaign)


def test_the_horrors_deck_is_checked_against_the_players_cards() -> None:
    game, _players, horror, _ann = built()

    with pytest.raises(RuleViolation) as refused:
        game.act("demon_city.build_horror_deck", {"deck": {"id": horror}, "cards": [*HORROR, "cups-3"]})

    assert refused.value.clause == "DEC-DECK-11"


def test_a_significator_that_somebody_has_is_not_given_again() -> None:
    game, players, _horror, ann = built()
    bo = game.make("demon_city.character", "Bo")
    given = {"card": "justice", "deck": {"id": players}}
    game.act("demon_city.award_significator", {"character": {"id": ann}, **given})

    with pytest.raises(RuleViolation) as refused:
        game.act("demon_city.award_significator", {"character": {"id": bo}, **given})

    assert refused.value.clause == "DEC-DECK-20"


def test_a_tie_that_waits_for_a_choice_keeps_its_cards() -> None:
    game, players, horror, ann = built()
    bo, thug = (game.make("demon_city.character", name) for name in ("Bo", "Thug"))
    game.edit(thug, control="gm")
    game.edit(players, draw=["cups-9", "wands-9"], discard=["fool"])
    game.edit(horror, draw=["pentacles-2"])
    clash = game.make("demon_city.clash", "The stairs")
    people = [
        {"id": ann, "side": "heroes", "kind": "attack", "targets": [{"id": thug, "beat": 2}], "throws": 1},
        {"id": bo, "side": "heroes", "kind": "attack", "targets": [{"id": thug, "beat": 2}], "throws": 1},
        {"id": thug, "side": "gang", "kind": "attack", "targets": [{"id": ann}], "throws": 1},
    ]
    sides = [{"id": "heroes", "by": "players"}, {"id": "gang", "by": "host"}]
    given = {"clash": {"id": clash}, "sides": sides, "participants": people}
    first = game.act("demon_city.clash", given)
    outcome: Any = _step(first).result.outcome
    assert outcome.result == "choice_needed"
    decks = game.sheet(players).fields

    second = game.act("demon_city.clash", {**given, "tie_choice": [ann]})

    assert _step(second).drawn == _step(first).drawn
    assert game.sheet(players).fields == decks
    assert game.sheet(clash)["state"] != "open"
    assert game.verified().faults == []


def _step(played: Any) -> Any:
    return next(step for step in played.steps if step.action == "demon_city.clash")


def test_the_order_of_a_pile_is_not_told_to_players() -> None:
    game, _players, _horror, ann = built()

    seen = read_entry(Viewer.of(game.player), Part.objects.filter(entry=throw(game, ann).entry))

    assert seen is not None
    steps: Any = seen["steps"]
    turned, draw, thrown = steps[:3]
    assert not turned["input"]["deck"]["draw"]
    assert not draw["input"]["deck"]["draw"]
    assert not draw["outcome"]["deck"]["draw"]
    assert not thrown["input"]["decks"]["players"]["draw"]
    assert draw["outcome"]["cards"]


@pytest.mark.clause("DEC-DECK-18", "TAB-DRAWS-06")
def test_neither_size_nor_cards_of_the_horrors_deck_can_be_worked_out_by_players() -> None:
    """Not from the lines that they get, and not from the secret that the end of the session shows."""
    game, _players, _horror, ann = built()
    ghoul = game.make("demon_city.character", "Ghoul", control="gm")
    sides = {"actor": {"id": ann, "stat": 3}, "opponent": {"id": ghoul, "stat": 3}}
    thrown = game.act("demon_city.opposed_throw", sides, nonce="ab" * 16)
    game.undo(thrown.entry.seq)
    again = game.act("demon_city.opposed_throw", sides, nonce="cd" * 16)
    game.act("demon_city.static_throw", {"thrower": {"id": ghoul, "stat": 3}, "intensity": 4})
    sessions.begin_session(actor=game.gm, name="", key=game.key())
    sessions.end_session(actor=game.gm, key=game.key())

    told, whole = (read_by(game, member) for member in (game.player, game.gm))
    of_horrors = [
        (seq, number)
        for seq, document in whole.items()
        for number, step in enumerate(document["steps"])
        if step.get("of") == "sealed"
    ]
    assert {whole[seq]["steps"][number]["action"] for seq, number in of_horrors} == {
        "demon_city.build_horror_deck",
        "demon_city.turn_up",
    }
    assert all(whole[seq]["steps"][number]["draws"] for seq, number in of_horrors)
    assert not any(told[seq]["steps"][number]["draws"] for seq, number in of_horrors)
    assert {type(told[seq]["from"]["sealed"]) for seq, _number in of_horrors} == {Hidden}
    # The player's own card still follows from the open secret, and an undo is no reroll of either.
    assert told[again.entry.seq]["from"]["by"] == "fair"
    assert whole[again.entry.seq]["from"] == whole[thrown.entry.seq]["from"]
    report = game.verified()
    assert report.faults == []
    assert (report.draws.not_shown, report.sealed_draws.not_shown) == (0, 0)


def test_players_are_told_that_the_cards_of_the_horrors_deck_were_drawn_sealed() -> None:
    game = built()[0]
    ghoul = game.make("demon_city.character", "Ghoul", control="gm")
    thrown = game.act("demon_city.static_throw", {"thrower": {"id": ghoul, "stat": 3}, "intensity": 4})
    at = reverse("log_entry", args=[game.campaign.pk, thrown.entry.seq])

    told, whole = (browser(member).get(at).content.decode() for member in (game.player, game.gm))

    assert ("comes from the sealed secret" in told, "Sealed slot 2 of period 1" in told) == (True, False)
    assert "shuffled before" not in told
    assert "Sealed slot 2 of period 1" in whole


def read_by(game: Game, member: Membership) -> dict[int, Any]:
    entries = Entry.objects.filter(campaign=game.campaign).prefetch_related("parts")
    return {entry.seq: read_entry(Viewer.of(member), entry.parts.all()) for entry in entries}


@pytest.mark.parametrize(("control", "is_open"), [("player", True), ("gm", False)])
@pytest.mark.clause("DEC-DECK-18")
def test_players_read_the_odds_of_throws_from_their_deck_alone(control: str, is_open: bool) -> None:
    game, _players, _horror, ann = built()
    game.edit(ann, control=control)
    parts = Part.objects.filter(entry=throw(game, ann).entry)

    told = [read_entry(Viewer.of(membership), parts) for membership in (game.player, game.gm)]

    steps: list[Any] = [document["steps"][-1] for document in told if document]
    theirs, the_hosts = (odds_before(step) for step in steps)
    assert theirs is not None
    assert theirs.is_open == is_open
    assert (theirs == the_hosts) == is_open
    assert not steps[0]["input"]["decks"]["players"]["draw"]


def test_decks_without_a_name_of_their_own_are_what_they_are_made_up_as() -> None:
    game = new_game()
    one, other = game.make("demon_city.deck", "Thirty cards"), game.make("demon_city.deck", "The rest")

    game.act("demon_city.build_players_deck", {"deck": {"id": one}})
    game.act("demon_city.build_horror_deck", {"deck": {"id": other}, "cards": HORROR})
    ann = game.make("demon_city.character", "Ann", owner=game.player, **{"stats.agility": 4})

    assert (game.sheet(one)["deck"], game.sheet(other)["deck"]) == ("players", "horror")
    assert throw(game, ann).steps
    assert game.verified().faults == []


@pytest.mark.clause("DEC-DECK-01")
def test_players_read_neither_what_the_horrors_deck_is_made_of_nor_how_theirs_lies() -> None:
    game = new_game()
    players, horror = game.make("demon_city.deck", "Theirs"), game.make("demon_city.deck", "The Host's")
    game.act("demon_city.build_players_deck", {"deck": {"id": players}})
    made = game.act("demon_city.build_horror_deck", {"deck": {"id": horror}, "cards": HORROR})

    seen = read_entry(Viewer.of(game.player), Part.objects.filter(entry=made.entry))

    assert seen is not None
    told = seen["steps"][0]
    assert not told["input"]["cards"]
    assert not told["outcome"]["specials"]
    assert told["input"]["players_cards"] == sorted(game.sheet(players)["draw"])


@pytest.mark.clause("DEC-DMG-02")
def test_of_the_cards_of_a_damage_throw_the_lowest_is_marked() -> None:
    game, _players, _horror, ann = built()
    game.edit(ann, **{"stats.toughness": 3, "toughness": 3})
    stack("pentacles-7", "pentacles-2", "pentacles-9")

    seq = game.act("demon_city.damage", {"target": {"id": ann}}).entry.seq

    (shown,) = timeline.some_entries(game.campaign, Viewer.of(game.gm), [seq])
    assert shown.main is not None
    hands = [hand for hand in TELLING.drawn(shown.main, shown) if isinstance(hand, ToldHand)]
    assert [(hand.counts, hand.came) for hand in hands] == [
        ("pentacles-2", "Two of Pentacles counts, worth 2")
    ]
    page = browser(game.gm).get(reverse("log_entry", args=[game.campaign.pk, seq])).content.decode()
    assert page.count('class="is-counted"') == 1


def test_the_frame_of_ones_own_significator_leaves_the_picture_alone() -> None:
    told = Template('{% load cards %}{% card "tower" owner=True %}').render(Context())
    inset = {name: float(at) for name, at in re.findall(r'class="card-(owner|frame)" x="([^"]+)"', told)}

    assert inset["owner"] < inset["frame"], "the numeral stands within the frame of the picture"


def test_an_empty_pile_shows_no_back_of_a_card() -> None:
    game, _players, horror, _ann = built()
    pages = (reverse("decks", args=[game.campaign.pk]), reverse("record", args=[game.campaign.pk, horror]))
    back = "A card of the Horror's Deck, face down"
    full = [back in unescape(browser(game.gm).get(page).content.decode()) for page in pages]

    game.edit(horror, draw=[], discard=["pentacles-1"])

    assert full == [True, True]
    for page in pages:
        shown = unescape(browser(game.gm).get(page).content.decode())
        assert (back in shown, "0 cards, face down" in shown) == (False, True)
