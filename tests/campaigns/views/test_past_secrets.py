"""Looking back shows nobody more than they could see: another secret changes no byte, at whatever entry."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from campaigns.models import Membership
from tests.campaigns.spine import Game, input_of, new_game
from tests.campaigns.views.test_log_secrets import (
    OTHERS,
    hidden_record,
    need_of_a_demon,
    note_for_the_gm,
    without_chance,
)

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def order_of_a_pile(game: Game, secret: str) -> None:
    """A deck whose pile only the GM knows, and another order of it."""
    cards = ["cups-1", "cups-2", "cups-3"]
    pile = cards if secret == "tallow" else cards[::-1]
    deck = game.make("demon_city.deck", "Horror", deck="horror", draw=pile)
    game.edit(deck, draw=pile[1:], table=["swords-1"])


def shown_after_a_while(game: Game, secret: str) -> None:
    """A demon that is hidden and changed, then shown, and whose Need stays hidden."""
    given = {"about": {"kind": "demon", "name": secret, "visibility": "gm"}, "fields": []}
    vesh = input_of(game.act("table.create", given))["id"]
    game.edit(vesh, telltale=secret, need=secret)
    game.edit(vesh, telltale="a hum", lore=3)
    _about(game, vesh, name="Vesh", visibility="table")


def hidden_after_a_while(game: Game, secret: str) -> None:
    """A demon that everybody knew, then hidden, renamed and changed."""
    vesh = game.make("demon", "Vesh", lore=3)
    mara = game.make("character", "Mara", owner=game.player, will=3)
    game.edit(vesh, summoned_by=mara)
    game.edit(mara, starting_demon=vesh)
    _about(game, vesh, name="Vesh", visibility="gm")
    _about(game, vesh, name=secret, visibility="gm")
    game.edit(vesh, telltale=secret)


def _about(game: Game, record: str, **about: Any) -> None:
    given = {"record": {"id": record}, "reason": "so be it", "about": {"kind": "demon", **about}}
    game.act("table.edit", given)


CASES: list[Callable[[Game, str], None]] = [
    need_of_a_demon,
    hidden_record,
    note_for_the_gm,
    order_of_a_pile,
    shown_after_a_while,
    hidden_after_a_while,
]


def pages(game: Game, member: Membership) -> str:
    """Everybody, and every record that there ever was, after every entry; what is not there with its status."""
    client = Client()
    client.force_login(member.user)
    game.campaign.refresh_from_db()
    seqs = range(6, game.campaign.head_seq + 1)
    born = game.campaign.entries.filter(changes__field="record").order_by("seq", "changes__pk")
    records = list(
        dict.fromkeys(str(record_id) for record_id in born.values_list("changes__record", flat=True))
    )
    paths = [f"log/{seq}/then/" for seq in seqs]
    paths += [f"records/{record}/at/{seq}/" for record in records for seq in seqs]
    answers = [client.get(f"/campaigns/{game.campaign.pk}/{path}") for path in paths]
    return "\n".join(f"{answer.status_code} {answer.content.decode()}" for answer in answers)


def test_past_is_the_gms_to_see() -> None:
    for case in CASES[1:2]:
        game = new_game()
        case(game, "tallow from the living")

        assert "tallow from the living" in pages(game, game.gm)


@pytest.mark.parametrize("case", CASES)
def test_another_secret_changes_no_byte_of_the_past(case: Callable[[Game, str], None]) -> None:
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
        assert "tallow" not in seen[0]


def test_demon_that_is_shown_later_comes_in_with_that_entry() -> None:
    game = new_game()
    shown_after_a_while(game, "tallow")
    shown = game.campaign.entries.count()
    vesh = str(game.campaign.records.get(kind="demon").pk)
    client = Client()
    client.force_login(game.player.user)

    before = client.get(f"/campaigns/{game.campaign.pk}/records/{vesh}/at/{shown - 1}/").content.decode()
    after = client.get(f"/campaigns/{game.campaign.pk}/records/{vesh}/at/{shown}/").content.decode()

    assert "Vesh was not in play yet." in before
    assert f"No. {shown} brings it into play." in before
    assert "a hum" in after


def test_demon_that_is_hidden_later_stays_as_it_was_seen() -> None:
    game = new_game()
    hidden_after_a_while(game, "tallow")
    vesh = str(game.campaign.records.get(kind="demon").pk)
    born = game.campaign.records.get(kind="demon").born
    client = Client()
    client.force_login(game.player.user)

    page = client.get(f"/campaigns/{game.campaign.pk}/records/{vesh}/at/{born}/").content.decode()

    assert "No longer in play" in page
    assert "Vesh" in page
