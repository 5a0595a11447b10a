"""What is secret is in no file that others take: change it, and their bytes stay the same."""

import itertools
import os
import random
import re
import time
from collections.abc import Iterator

import pytest

from campaigns.log.export import cuts, writing
from campaigns.models import Membership
from campaigns.views.review.session_book import make_book
from campaigns.views.review.session_report import make_report
from tests.campaigns import spine
from tests.campaigns.log.test_non_interference import PLAYS, SECRETS, Play, values_of
from tests.campaigns.spine import Game, new_game
from tests.campaigns.world import rolled_back

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

HASH = re.compile(r"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])")


@pytest.fixture
def same_chances(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The system's randomness and clock begin anew with each game, so that two games differ by what is done alone."""
    source = random.Random(7)  # only `restart` below knows its state
    state = source.getstate()
    moments = itertools.count(1_790_000_000_000_000_000, 1_000_000)

    def urandom(size: int) -> bytes:
        return source.getrandbits(8 * size).to_bytes(size, "big") if size else b""

    def restart() -> None:
        nonlocal moments
        source.setstate(state)
        monkeypatch.setattr(spine, "_numbers", itertools.count(1))
        moments = itertools.count(1_790_000_000_000_000_000, 1_000_000)

    monkeypatch.setattr(os, "urandom", urandom)
    monkeypatch.setattr(random, "_urandom", urandom)
    monkeypatch.setattr(time, "time_ns", lambda: next(moments))
    monkeypatch.setattr(Restart, "again", staticmethod(restart))
    yield


class Restart:
    """How a game begins like the one before it."""

    @staticmethod
    def again() -> None:
        raise AssertionError("set by the fixture")


def taken(game: Game, cut: cuts.Cut) -> dict[str, str]:
    """A reader's files. Hashes go on from commitments, and those from secrets: they are told by their order alone."""
    game.campaign.refresh_from_db()
    span = cuts.whole(game.campaign)
    files = {
        "lines": b"".join(writing.written(game.campaign, cut, span)).decode(),
        "book": make_book(game.campaign, cut, span),
        "report": "".join(make_report(game.campaign, cut, span)),
    }
    return {name: by_order(text) for name, text in files.items()}


def by_order(text: str) -> str:
    places = {found: f"<{number}>" for number, found in enumerate(dict.fromkeys(HASH.findall(text)))}
    return HASH.sub(lambda found: places[found[0]], text)


def readers(game: Game) -> dict[str, cuts.Cut]:
    people: dict[str, Membership] = {"player": game.player, "observer": game.observer}
    own = {name: cuts.cut_for("member", one) for name, one in people.items()}
    return {"table": cuts.named_cut("table", None), **own, "gm": cuts.named_cut("gm", None)}


@pytest.mark.usefixtures("same_chances")
@pytest.mark.parametrize("play", PLAYS, ids=lambda one: one.__name__)
@pytest.mark.parametrize(("kind", "name"), SECRETS)
def test_others_take_the_same_bytes_whatever_the_secret_is(play: Play, kind: str, name: str) -> None:
    if play.__name__ == "finish_sheet" and (kind, name) != ("demon", "need"):
        pytest.skip("this sheet has no such field")
    found = []
    for value in values_of(kind, name)[:2]:
        with rolled_back():
            Restart.again()
            game = new_game()
            play(game, kind, name, value)
            found.append({who: taken(game, cut) for who, cut in readers(game).items()})

    first, second = found
    for who in ("table", "player", "observer"):
        assert first[who] == second[who]
        assert "salt" not in "".join(first[who].values())
    assert first["gm"] != second["gm"]


@pytest.mark.usefixtures("same_chances")
def test_a_sealed_note_is_in_nobody_elses_file() -> None:
    found = []
    for words in ("The butler.", "The cook."):
        with rolled_back():
            Restart.again()
            game = new_game()
            game.act("table.note", {"words": words, "audience": "gm"})
            found.append({who: taken(game, cut) for who, cut in readers(game).items()})

    first, second = found
    assert {who for who in first if first[who] != second[who]} == {"gm"}
