"""The moment that comes to the pages of all who may read an act: whose, how it is told, and what nobody is told."""

import re
from datetime import timedelta
from random import Random
from typing import Any

import pytest

from campaigns.models import Membership
from campaigns.queries import moments
from campaigns.services.play.playing import Played
from tests.campaigns.evenings.casts import HIDDEN, OFFERS
from tests.campaigns.evenings.playing import Evening
from tests.campaigns.spine import Game, browser, new_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

READ = re.compile(r'<section class="moment[^"]*(is-won|is-lost)')
TOLD = re.compile(r"<template data-moment>.*?</template>", re.DOTALL)


def moment(game: Game, who: Membership, after: int, page: str = "rules/") -> str:
    """What comes to an open page of somebody after an entry; empty where no moment does."""
    answer = browser(who).get(f"/campaigns/{game.campaign.pk}/since/{after}.0/", {"page": page, "marks": ""})
    found = TOLD.findall(answer.content.decode())
    assert len(found) == answer.has_header("X-Moment")
    return "".join(found)


@pytest.fixture
def game() -> Game:
    return new_game()


@pytest.fixture
def ilse(game: Game) -> str:
    return game.make("character", "Ilse", owner=game.player, state="active", stamina=3, will=4)


def rolled(game: Game, who: str, by: Membership | None = None) -> Played:
    given = {"acting": {"id": who, "score": "will"}, "opposing": {"score": "difficulty", "dice": 3}}
    return game.act("sorcerer.roll", given, by=by)


def test_a_roll_comes_to_everybody_but_whoever_made_it(game: Game, ilse: str) -> None:
    seq = rolled(game, ilse, by=game.player).entry.seq

    for who in (game.gm, game.other_player, game.observer):
        told = moment(game, who, seq - 1)
        assert "Ilse" in told
        assert 'class="contest' in told
        assert "contest-verdict" in told
    assert moment(game, game.player, seq - 1) == ""


@pytest.mark.parametrize("page", ["", "table/", "log/", "rules/", "people/", "clock/"])
def test_it_comes_whatever_page_is_open(game: Game, ilse: str, page: str) -> None:
    seq = rolled(game, ilse, by=game.player).entry.seq

    assert "Ilse" in moment(game, game.gm, seq - 1, page)


def test_it_is_no_part_of_a_page(game: Game, ilse: str) -> None:
    rolled(game, ilse)

    for page in ("", "table/", "log/"):
        text = browser(game.player).get(f"/campaigns/{game.campaign.pk}/{page}").content.decode()
        assert "data-moment" not in text


def test_whoever_knows_the_entry_is_not_told_again(game: Game, ilse: str) -> None:
    seq = rolled(game, ilse).entry.seq

    assert moment(game, game.player, seq) == ""


def test_the_newest_is_told_alone(game: Game, ilse: str) -> None:
    before = rolled(game, ilse).entry.seq - 1
    other = game.make("character", "Bo", state="active", will=4)
    rolled(game, other)
    game.act("table.note", {"words": "A door closes."})

    told = moment(game, game.player, before)

    assert told.count("<section") == 1
    assert "Bo" in told
    assert "Ilse" not in told


def test_what_was_undone_is_no_moment(game: Game, ilse: str) -> None:
    seq = rolled(game, ilse).entry.seq
    game.undo(seq)

    assert moment(game, game.player, seq - 1) == ""


def test_what_is_old_is_no_moment(game: Game, ilse: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seq = rolled(game, ilse).entry.seq
    monkeypatch.setattr(moments, "FRESH", timedelta(0))

    assert moment(game, game.player, seq - 1) == ""


def test_what_keeps_the_books_is_no_moment(game: Game, ilse: str) -> None:
    seq = game.act("table.note", {"words": "A door closes."}).entry.seq
    game.edit(ilse, stamina=2)

    assert moment(game, game.player, seq - 1) == ""


def test_each_reads_it_as_it_went_for_theirs(game: Game, ilse: str) -> None:
    won = game.make("character", "Bo", owner=game.other_player, state="active", will=9)
    given = {"acting": {"id": ilse, "score": "stamina"}, "opposing": {"id": won, "score": "will"}}
    seq = game.act("sorcerer.roll", given, hand=(*[1] * 3, *[9] * 9)).entry.seq

    assert 'class="moment is-lost"' in moment(game, game.player, seq - 1)
    assert 'class="moment is-won"' in moment(game, game.other_player, seq - 1)
    assert 'class="moment"' in moment(game, game.observer, seq - 1)


def test_dice_are_outlined_in_the_colour_of_whoever_plays_them(game: Game, ilse: str) -> None:
    mine, theirs = game.player.colour, game.other_player.colour
    other = game.make("character", "Bo", owner=game.other_player, state="active", will=2)
    given = {"acting": {"id": ilse, "score": "stamina"}, "opposing": {"id": other, "score": "will"}}
    seq = game.act("sorcerer.roll", given, hand=(9, 9, 9, 1, 1)).entry.seq
    told = moment(game, game.observer, seq - 1)
    assert mine != theirs
    assert f'contest-acting is-winner colour-{mine}"' in told
    assert f'contest-opposing colour-{theirs}"' in told

    seq = rolled(game, game.make("character", "Vesh", state="active", will=2)).entry.seq
    assert "colour-" not in moment(game, game.observer, seq - 1)


def test_somebody_hidden_has_no_name_in_it(game: Game, ilse: str) -> None:
    about = {"kind": "character", "name": "The Stranger", "owner": None, "visibility": "gm"}
    fields = [{"field": "state", "set": "active"}, {"field": "will", "set": 3}]
    hidden = str(game.act("table.create", {"about": about, "fields": fields}).steps[0].input["id"])
    given = {"acting": {"id": ilse, "score": "will"}, "opposing": {"id": hidden, "score": "will"}}
    seq = game.act("sorcerer.roll", given).entry.seq

    assert "Stranger" not in moment(game, game.player, seq - 1)
    assert hidden not in moment(game, game.player, seq - 1)


def sealed(game: Game, brawl: int) -> int:
    fighter = game.make("fallen.character", "Torvald", dexterity=3, brawl=brawl)
    sent = {"key": game.key(), "roller.id": fighter, "traits.0.name": "dexterity", "seal": "on"}
    answer = browser(game.gm).post(f"/campaigns/{game.campaign.pk}/play/fallen.roll/", sent)
    assert answer.status_code == 302
    game.campaign.refresh_from_db()
    return game.campaign.head_seq


def test_a_sealed_roll_is_a_shadow_of_the_same_bytes_for_all_who_may_not_see(game: Game) -> None:
    game.act("table.change_policy", {"values": {"sealed_rolls": True}})
    first, second = sealed(game, 1), sealed(game, 5)

    shadows = {
        moment(game, who, seq - 1)
        for seq in (first, second)
        for who in (game.player, game.other_player, game.observer)
    }

    assert len(shadows) == 1
    assert "out of sight" in shadows.pop()
    assert moment(game, game.gm, first - 1) == ""  # their own act


def test_what_the_gm_prepares_out_of_sight_is_no_shadow_where_nothing_is_rolled_in_secret(game: Game) -> None:
    about = {"kind": "character", "name": "The Stranger", "owner": None, "visibility": "gm"}
    seq = game.act("table.create", {"about": about, "fields": []}).entry.seq

    assert moment(game, game.player, seq - 1) == ""


def test_humanity_lost_weighs_and_is_a_flame(game: Game, ilse: str) -> None:
    given = {"character": {"id": ilse}, "change": "loss", "basis": "thematic"}
    game.edit(ilse, humanity=2)

    kept = game.act("sorcerer.humanity_check", given, hand=(9, 8, 2, 1)).entry.seq
    told = moment(game, game.player, kept - 1)
    assert (
        moment_class(told) == "moment is-weighty is-won"
    )  # so that the darkened page tells nothing before the dice
    assert '<span class="flame-after">2</span>' in told
    assert "flame-before" not in told

    lost = game.act("sorcerer.humanity_check", given, hand=(2, 1, 9, 8)).entry.seq
    told = moment(game, game.player, lost - 1)
    assert moment_class(told) == "moment is-weighty is-lost"
    assert '<span class="flame-before">2</span> <span class="flame-after">1</span>' in told


def test_a_death_weighs_and_crosses_a_name(game: Game) -> None:
    fighter = game.make("fallen.character", "Torvald", owner=game.player, stamina=2)
    hurt = {"target": {"id": fighter}, "levels": 1, "damage_kind": "lethal"}
    first = game.act("fallen.apply_damage", hurt).entry.seq
    told = moment(game, game.player, first - 1)
    assert moment_class(told) == "moment is-lost"
    assert "Torvald" in told

    last = game.act("fallen.apply_damage", {**hurt, "levels": 9, "damage_kind": "aggravated"}).entry.seq

    told = moment(game, game.player, last - 1)
    assert moment_class(told) == "moment is-weighty is-lost"
    assert '<span class="crossed-name">Torvald</span>' in told


HURT: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    "pandemonium.apply_damage": ("pandemonium.character", {}, {"damage": {"kind": "lethal", "wounds": 1}}),
    "demon_city.damage": (
        "demon_city.character",
        {"stats.toughness": 3, "toughness": 3, "state": "active"},
        {"amount": 2},
    ),
    "sorcerer.damage": ("character", {"state": "active"}, {"weapon": "fists", "victories": 1}),
    "fallen.apply_damage": ("fallen.character", {"stamina": 2}, {"levels": 1, "damage_kind": "lethal"}),
}
"""What hurts somebody in each game: the kind of whoever is hurt, their fields, and what is given."""


@pytest.mark.parametrize("action", list(HURT))
def test_a_wound_comes_to_all_and_is_read_as_lost_by_whose_it_is(game: Game, action: str) -> None:
    kind, fields, given = HURT[action]
    hurt = game.make(kind, "Torvald", owner=game.player, **fields)

    seq = game.act(action, {"target": {"id": hurt}, **given}).entry.seq

    assert moment_class(moment(game, game.player, seq - 1)) == "moment is-lost"
    assert moment_class(moment(game, game.other_player, seq - 1)) == "moment"
    assert "Torvald" in moment(game, game.observer, seq - 1)


def moment_class(told: str) -> str:
    found = re.search(r'<section class="([^"]*)"', told)
    assert found is not None
    return found[1]


@pytest.mark.parametrize("system", list(OFFERS))
def test_whoever_may_see_no_more_gets_the_same_bytes(system: str) -> None:
    """Over an evening with somebody hidden in it: neither who looks nor whom they do not see makes a difference."""
    played, chance = Evening(system), Random(f"moments {system}")
    game, unseen = played.game, played.ids[HIDDEN]
    told = 0

    for _act in range(30):
        before = played.head
        played.play_any(chance)
        observed = moment(game, game.observer, before)
        assert moment(game, game.other_player, before) == observed
        assert unseen not in observed
        assert not READ.search(observed)  # nobody of theirs is in it
        told += bool(observed)

    assert told > 3
