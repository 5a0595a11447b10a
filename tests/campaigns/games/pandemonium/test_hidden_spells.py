"""A spell that only the GM sees, worked on a player's character: neither log nor sheet tells of it (PAN-RESIST-11)."""

from io import BytesIO
from typing import Any

import pytest

from campaigns.log.export.checking import check_file
from campaigns.log.export.cuts import cut_for, whole
from campaigns.log.export.reading import BY_COMMAND
from campaigns.log.export.writing import written
from campaigns.models import Membership
from campaigns.queries.review.finding import Range, Wanted, find
from campaigns.services.play.playing import Played
from campaigns.viewing import Viewer
from rules.pandemonium.investigation import InvestigateOutcome
from tests.campaigns.spine import Game, browser, new_game

pytestmark = pytest.mark.django_db


def searched() -> tuple[Game, str, str, Played]:
    """A game in which a hidden spell has searched Bob; Bob, the spell and the act."""
    game = new_game()
    traits: dict[str, Any] = {"traits.resolve": 3, "traits.composure": 2, "traits.power": 1}
    bob = game.make("pandemonium.character", "Bob", owner=game.player, state="active", willpower=3, **traits)
    about = {"kind": "pandemonium.spell", "name": "Evil eye", "visibility": "gm"}
    fields = {"potency": 9, "state": "active", "aspect": "covert", "kind": "investigation", "arcanum": "mind"}
    given = [{"field": name, "set": one} for name, one in fields.items()]
    eye = str(game.act("table.create", {"about": about, "fields": given}).steps[0].input["id"])
    search = {
        "spell": {"id": eye},
        "target": {"id": bob},
        "aim": "learn",
        "compare": "resolve",
        "resist": {"pool": {"traits": ["resolve"]}},
    }

    played = game.act("pandemonium.investigate", search)

    assert game.sheet(bob)[f"hold.{eye}"] != "none"
    return game, bob, eye, played


@pytest.mark.clause("PAN-RESIST-11")
def test_nobody_reads_that_a_hidden_spell_searched_them() -> None:
    game, bob, eye, played = searched()
    assert isinstance(played.result.outcome, InvestigateOutcome)
    assert played.result.outcome.pool is not None
    assert played.result.outcome.pool.size == 3, "he resists"
    base = f"/campaigns/{game.campaign.pk}"
    pages = (
        f"{base}/log/",
        f"{base}/log/{played.entry.seq}/",
        f"{base}/records/{bob}/",
        f"{base}/records/{bob}/at/{played.entry.seq}/",
        f"{base}/spells/",
    )
    reader, gm = browser(game.player), browser(game.gm)
    told = "\n".join(reader.get(page).content.decode() for page in pages)
    for word in (
        "Evil eye",
        eye,
        "Severe,",
        "Severe hold",
        "unseen searches",
        "pieces of knowledge",
        "Resisted",
        "Holds",
        "Hold:",
    ):
        at = told.find(word)
        assert at < 0, told[max(0, at - 150) : at + 150]
    assert "Something hidden is at work" in told
    assert "Evil eye" in gm.get(pages[1]).content.decode()
    assert "Evil eye" in gm.get(pages[3]).content.decode()
    assert game.verified().faults == []


def found(game: Game, member: Membership, seq: int, **wanted: Any) -> bool:
    return seq in find(game.campaign, Viewer.of(member), Wanted(**wanted), Range(), 100)


def test_nobody_finds_by_filter_or_search_whom_a_hidden_spell_searched() -> None:
    game, bob, eye, played = searched()
    clause = played.result.clauses[0]
    undone = game.undo(played.entry.seq).entry.seq
    game.campaign.refresh_from_db()

    for wanted in (
        {"record": bob},
        {"words": "Bob"},
        {"changes": bob},
        {"changes": bob, "field": f"hold.{eye}"},
        {"clause": clause},
    ):
        assert not found(game, game.player, played.entry.seq, **wanted), wanted
        assert found(game, game.gm, played.entry.seq, **wanted) or "words" in wanted, wanted
    assert not found(game, game.player, undone, record=bob)
    assert found(game, game.gm, undone, record=bob)
    assert found(game, game.player, played.entry.seq, action="pandemonium.investigate")
    assert game.verified().faults == []


def test_a_players_file_of_the_log_names_nobody_that_a_hidden_spell_searched() -> None:
    game, bob, eye, played = searched()
    undone = game.undo(played.entry.seq).entry.seq
    game.campaign.refresh_from_db()

    cuts = {game.player: cut_for("member", game.player), game.gm: cut_for("gm", game.gm)}
    span = whole(game.campaign)
    file = {member: b"".join(written(game.campaign, cut, span)) for member, cut in cuts.items()}

    lines = file[game.player].decode().splitlines()
    for seq in (played.entry.seq, undone):
        assert bob not in lines[seq] and f"hold.{eye}" not in lines[seq]
    assert bob in file[game.gm].decode().splitlines()[played.entry.seq]
    for one in file.values():
        assert check_file(BytesIO(one), BY_COMMAND).report.faults == []
