"""A spell that only the GM sees, worked on a player's character: neither log nor sheet tells of it (PAN-RESIST-11)."""

import re
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.log.export.checking import check_file
from campaigns.log.export.cuts import cut_for, whole
from campaigns.log.export.reading import BY_COMMAND
from campaigns.log.export.writing import written
from campaigns.models import Membership, Pending
from campaigns.queries.palette import known_of
from campaigns.queries.review.finding import Range, Wanted, find
from campaigns.queries.waiting import open_questions
from campaigns.services import clock
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, Played, play
from campaigns.viewing import Viewer
from rules.kernel.clock import DAY, HOUR
from rules.pandemonium.investigation import InvestigateOutcome
from tests.campaigns.magic import Magic, new_magic
from tests.campaigns.spine import Game, browser, input_of, new_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


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
    assert "Not for everyone to read" in told
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
        {"action": "pandemonium.investigate"},
    ):
        assert not found(game, game.player, played.entry.seq, **wanted), wanted
        assert found(game, game.gm, played.entry.seq, **wanted) or "words" in wanted, wanted
    assert not found(game, game.player, undone, record=bob)
    assert found(game, game.gm, undone, record=bob)
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


def cast_unseen() -> tuple[Game, str, str, Played]:
    """A game in which somebody unseen has cast a spell on Bob, who resists it; Bob, the spell, and the casting."""
    game = new_game()
    traits: dict[str, Any] = {f"traits.{name}": 3 for name in ("resolve", "power", "strength", "dexterity")}
    bob = game.make("pandemonium.character", "Bob", owner=game.player, state="active", willpower=3, **traits)
    about = {"kind": "pandemonium.character", "name": "Gus", "visibility": "gm"}
    fields = [{"field": name, "set": one} for name, one in {"state": "active", **traits}.items()]
    gus = str(game.act("table.create", {"about": about, "fields": fields}).steps[0].input["id"])
    spell = {"name": "Evil eye", "aspect": "vulgar", "kind": "control", "arcanum": "mind"}
    cast = game.act("pandemonium.cast", {"spell": spell, "caster": {"id": gus}, "targets": [bob]})
    return game, bob, input_of(cast)["spell"]["id"], cast


@pytest.mark.clause("PAN-RESIST-11")
def test_nobody_is_asked_to_resist_what_they_do_not_know_of() -> None:
    game, bob, eye, cast = cast_unseen()
    asked = Pending.objects.get(record__campaign=game.campaign, state="open")
    base, question = f"/campaigns/{game.campaign.pk}", f"/play/waiting/{asked.pk}/"
    pages = ("/log/", f"/log/{cast.entry.seq}/", "/table/", "/play/", "/spells/", f"/characters/{bob}/")
    reader, gm = browser(game.player), browser(game.gm)
    before = {page: told(reader, base + page) for page in pages}

    # Only the GM finds it, and answers it; whoever is meant has nothing to answer or let through.
    assert "Bob: resist Evil eye" in told(gm, f"{base}/table/")
    assert "Evil eye reaches for Bob" in told(gm, f"{base}/spells/")
    assert "The player of Bob doesn’t see this spell" in told(gm, f"{base}/spells/"), (
        "why it waits for the GM"
    )
    assert reader.get(base + question).status_code == 404
    through = f"{base}/spells/resist/{asked.pk}/let-through/"
    assert reader.post(through, {"key": "mine"}).status_code == 404
    assert not open_questions(game.campaign, Viewer.of(game.player))
    magic = Magic(game, "", "", bob)
    assert magic.resist(eye, bob, *(1,) * 6).severity == "severe"

    after = {page: told(reader, base + page) for page in pages}
    for word in (
        "Evil eye",
        eye,
        str(asked.pk),
        "Bob: resist",
        "reaches for Bob",
        "To resist",
        "against Potency",
    ):
        for page in pages:
            assert word not in before[page] and word not in after[page], (word, page)
    for page in ("/table/", "/play/", "/spells/", f"/characters/{bob}/"):
        shown = [
            one[page].partition("Write a note")[0] for one in (before, after)
        ]  # what is below is the log
        assert shown[0] == shown[1], page
    assert game.verified().faults == []


@pytest.mark.clause("PAN-RESIST-11")
@pytest.mark.parametrize("are_agreed", [True, False])
def test_nobody_reads_with_what_they_resisted_what_they_do_not_know_of(are_agreed: bool) -> None:
    """Whether the table agreed to sealed rolls or not: two such acts, each with other dice, are told alike."""
    game, bob, eye, _cast = cast_unseen()
    if are_agreed:
        game.act("table.change_policy", {"values": {"sealed_rolls": True}})
    magic = Magic(game, "", "", bob)
    asked = magic.asked(eye, bob)
    given: dict[str, Any] = {"resist": {"pool": {}}}
    step = Request(asked.question, given, known=known_of(asked))
    act = ActRequest(game.key(), (step,), hand=(1,) * 6, answers=asked.id, on_behalf_of=str(game.player.pk))
    seqs = [play(game.gm, act).entry.seq]
    search = {"spell": {"id": eye}, "target": {"id": bob}, "aim": "learn", "compare": "resolve"}
    resists = {"resist": {"pool": {"traits": ["strength"], "willpower": True}}}
    about = {"kind": "pandemonium.spell", "name": "Spy", "visibility": "gm"}
    spied = {"potency": 3, "state": "active", "aspect": "covert", "kind": "investigation", "arcanum": "mind"}
    fields = [{"field": name, "set": one} for name, one in spied.items()]
    search["spell"] = {
        "id": game.act("table.create", {"about": about, "fields": fields}).steps[0].input["id"]
    }
    seqs.append(game.act("pandemonium.investigate", {**search, **resists}).entry.seq)
    game.act("table.note", {"words": "Rain."})

    for who in (game.player, game.other_player, game.observer):
        reader = browser(who)
        urls = [f"/campaigns/{game.campaign.pk}/log/{seq}/" for seq in seqs]
        for page in (told(reader, url) for url in urls):
            for word in ("PAN-", "TAB-ASK", "for Iris", "State", "Someone hidden", "Control", "successes"):
                assert word not in page, (word, page)
        pages = [reader.get(url).content.decode().partition("<main")[2] for url in urls]
        alike = [NEW_EACH_TIME.sub("", page) for page in pages]
        assert "Not for everyone to read" in alike[0]
        assert alike[0] == alike[1]
    assert "PAN-POT-15" in told(browser(game.gm), f"/campaigns/{game.campaign.pk}/log/{seqs[0]}/")
    game.campaign.refresh_from_db()
    file = b"".join(written(game.campaign, cut_for("member", game.player), whole(game.campaign)))
    lines = file.decode().splitlines()
    for seq in seqs:
        assert all(word not in lines[seq] for word in (bob, "PAN-", "pandemonium"))
    assert check_file(BytesIO(file), BY_COMMAND).report.faults == []
    assert game.verified().faults == []


NEW_EACH_TIME = re.compile(r'(?<=value=")[\w-]{20,}|[0-9a-f]{8,}|\d+')
"""Keys of forms, numbers, times and hashes."""


def told(client: Client, page: str) -> str:
    """A page without what is new each time it is asked for."""
    answer = client.get(page)
    assert answer.status_code in (200, 404), page
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", answer.content.decode()))


def test_a_players_file_of_the_log_tells_nobody_whom_a_hidden_spell_reached_for() -> None:
    game, bob, eye, cast = cast_unseen()
    Magic(game, "", "", bob).resist(eye, bob, *(1,) * 6)
    game.campaign.refresh_from_db()

    file = b"".join(written(game.campaign, cut_for("member", game.player), whole(game.campaign)))

    lines = file.decode().splitlines()[cast.entry.seq :]
    for line in lines:
        for word in (bob, f".{eye}", "resolve", "Evil eye"):
            assert word not in line, line


@pytest.mark.clause("PAN-RESIST-11")
def test_of_a_hidden_spells_slow_wounds_nobody_reads_more_than_that_somebody_was_hurt() -> None:
    """Two spells that differ in all that is to come hurt alike: they are told alike."""
    pages = []
    for interval, left in (("hour", 2), ("day", 5)):
        game = new_game()
        bob = game.make("pandemonium.character", "Bob", owner=game.player, state="active")
        about = {"kind": "pandemonium.spell", "name": "Evil eye", "visibility": "gm"}
        eye = input_of(game.act("table.create", {"about": about}))["id"]
        limit = {"limit": 9} if interval == "day" else {"limit": None}
        slow = {"kind": "bashing", "resistant": False, "dealt": 0, "interval": interval, "left": left}
        game.edit(bob, **{f"ongoing.{eye}": {**slow, **limit}})
        clock.advance(actor=game.gm, seconds=DAY if interval == "day" else HOUR, key="on-the-way")
        game.campaign.refresh_from_db()
        seq = game.campaign.head_seq
        page = told(browser(game.player), f"/campaigns/{game.campaign.pk}/log/{seq}/")
        pages.append(NEW_EACH_TIME.sub("", page.partition("Entry no.")[2]))
        assert "Something hidden is at work" in page and "Health" in page
        assert "PAN-" not in page and "One wound each interval" not in page
        assert not found(game, game.player, seq, clause="PAN-ONGOING-02")
        assert found(game, game.gm, seq, clause="PAN-ONGOING-02")
        file = b"".join(written(game.campaign, cut_for("member", game.player), whole(game.campaign)))
        line = file.decode().splitlines()[seq]
        assert "PAN-" not in line and '"interval"' not in line and '"left"' not in line
        assert game.verified().faults == []
    assert pages[0] == pages[1]


@pytest.mark.clause("PAN-RESIST-11")
def test_what_somebody_unseen_shapes_with_is_sealed_as_their_casting_is() -> None:
    game, _bob, eye, _cast = cast_unseen()
    shaping = {"shaping": {"pool": {"traits": ["power", "strength"]}}, "timing": "ritual"}
    shape = {"spell": {"id": eye}, "caster": {"id": game.sheet(eye)["caster"]}, "raise": "potency"}
    again = {"spell": {"name": "Spy", "aspect": "covert", "kind": "control", "arcanum": "mind"}}
    acts = [
        game.act("pandemonium.shape", {**shape, **shaping}),
        game.act(
            "pandemonium.cast",
            {**again, "caster": shape["caster"], **shaping},
        ),
    ]

    for act in acts:
        assert act.steps[0].drawn
        for who in (game.player, game.observer):
            page = told(browser(who), f"/campaigns/{game.campaign.pk}/log/{act.entry.seq}/")
            assert "Sealed. Not for everyone to read" in page
            assert "hidden" not in page.partition("Entry no.")[2].partition("Proof")[0]
    assert game.verified().faults == []


@pytest.mark.clause("PAN-RESIST-11")
def test_whom_a_spell_reaches_for_that_was_hidden_since_the_gm_answers_for() -> None:
    magic = new_magic()
    game, spell = magic.game, magic.cast(by="bob", on=(magic.nan,))
    [theirs] = [
        one for one in open_questions(game.campaign, Viewer.of(game.other_player)) if one.who == magic.nan
    ]
    assert theirs.for_me

    shown = reverse("show_or_hide", args=[game.campaign.pk, spell])
    browser(game.gm).post(shown, {"key": "hidden", "visibility": "gm"})

    found = open_questions(game.campaign, Viewer.of(game.other_player))
    assert not any(one.for_me or one.mine for one in found)
    assert magic.asked(spell, magic.nan).for_me, "the GM's to answer"
