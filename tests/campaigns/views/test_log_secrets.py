"""What is secret reaches the GM alone, and changing it changes no byte of the others' pages."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from campaigns.models import Membership
from tests.campaigns.open_pages import followed
from tests.campaigns.spine import Game, browser, input_of, looking_as, new_game
from tests.campaigns.world import bind_as_asked

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

OTHERS = ("player", "other_player", "observer")
SCORES: dict[str, Any] = {"stamina": 3, "will": 4, "lore": 3}
HAND = (9, 8, 7, 6, 5, 4, 3, 2)


def need_of_a_demon(game: Game, secret: str) -> None:
    """A demon's Need, set and changed and read in a Binding of its owner."""
    ilse = game.make("character", "Ilse", owner=game.player, humanity=4, cover=4, state="active", **SCORES)
    vesh = game.make(
        "demon", "Vesh", need=secret, power=4, type="object", complete=True, state="present", **SCORES
    )
    game.edit(vesh, need=f"{secret}, more of it", power=5)
    terms = {"sorcerer": ilse, "demon": vesh, "scores": ["will"], "need_met": True, "desire_met": False}
    bind_as_asked(game.gm, game.player, terms, hand=HAND)
    game.undo_all(game.campaign.entries.count())


def hidden_record(game: Game, secret: str) -> None:
    """Somebody whom only the GM knows of, and who rolls against a player's character."""
    ilse = game.make("character", "Ilse", owner=game.player, humanity=4, state="active", **SCORES)
    about = {"kind": "character", "name": secret, "visibility": "gm"}
    made = game.act("table.create", {"about": about, "fields": [{"field": "will", "set": 4}]})
    shade = input_of(made)["id"]
    against = {"acting": {"id": ilse, "score": "will"}, "opposing": {"id": shade, "score": "will"}}
    game.act("sorcerer.roll", against, by=game.gm, hand=HAND)
    game.edit(shade, will=3)


def note_for_the_gm(game: Game, secret: str) -> None:
    game.act("table.note", {"words": secret, "audience": "gm"}, by=game.other_player)


CASES: list[Callable[[Game, str], None]] = [need_of_a_demon, hidden_record, note_for_the_gm]


def pages(game: Game, member: Membership) -> str:
    """Every page of the log that tells entries, as one person gets them."""
    client = Client()
    client.force_login(member.user)
    game.campaign.refresh_from_db()
    paths = ["", *(f"{seq}/" for seq in range(1, game.campaign.head_seq + 1))]
    answers = [client.get(f"/campaigns/{game.campaign.pk}/log/{path}") for path in paths]
    besides = ("rules/TAB-RECORD-02/", followed("log/"))
    answers += [client.get(f"/campaigns/{game.campaign.pk}/{path}") for path in besides]
    assert {answer.status_code for answer in answers} == {200}
    return "\n".join(answer.content.decode() for answer in answers)


def without_chance(text: str, names: dict[str, str]) -> str:
    """A page without what differs between two campaigns anyway: ids, hashes, times, tokens."""
    for name, word in names.items():
        text = text.replace(name, word)
    text = re.sub(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "ID", text)
    text = re.sub(r"\b[0-9a-f]{64}\b", "HASH", text)
    text = re.sub(r'name="(csrfmiddlewaretoken|key)" value="\w+"', "", text)
    text = re.sub(
        r'data-until="\d+"|data-part="\w+"', "", text
    )  # a mark is of what stands there, ids and all
    return re.sub(r'<time datetime="[^"]*"[^>]*>[^<]*', "<time>", text)


@pytest.mark.parametrize("case", CASES)
def test_secret_stands_in_the_gms_pages_only(case: Callable[[Game, str], None]) -> None:
    game = new_game()
    case(game, "tallow from the living")

    assert "tallow from the living" in pages(game, game.gm)
    for person in OTHERS:
        assert "tallow" not in pages(game, getattr(game, person))


@pytest.mark.parametrize("case", CASES)
def test_another_secret_changes_no_byte_for_the_others(case: Callable[[Game, str], None]) -> None:
    games = []
    for secret in ("tallow", "the names of drowned children, whispered"):
        game = new_game()
        case(game, secret)
        games.append(game)

    for person in OTHERS:
        members = [getattr(game, person) for game in games]
        seen = [
            without_chance(pages(game, member), {member.user.username: "NAME"})
            for game, member in zip(games, members, strict=True)
        ]
        assert seen[0] == seen[1]


def test_hidden_opponent_hides_the_odds_and_the_name() -> None:
    game = new_game()
    hidden_record(game, "The shade")

    of_gm, of_player = pages(game, game.gm), pages(game, game.player)

    assert "someone hidden" in of_player
    assert "Only the GM sees the odds." in of_player
    assert "Only the GM sees the odds." not in of_gm


def test_gm_sees_with_a_players_eyes() -> None:
    game = new_game()
    note_for_the_gm(game, "tallow")
    address = f"/campaigns/{game.campaign.pk}/log/"

    assert "tallow" in browser(game.gm).get(address).content.decode()
    assert "tallow" not in looking_as(game.gm, game.player).get(address).content.decode()
