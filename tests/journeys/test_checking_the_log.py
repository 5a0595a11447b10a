"""A browser checks a log by itself: what was changed, left out, moved or doubled is found, and named."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from campaigns.games.demon_city.decks.acts import lay_out_decks
from campaigns.log import export_lines
from campaigns.log.purposes import record_paths
from campaigns.models import Membership
from campaigns.services import seats, sessions
from campaigns.services.redaction import redact
from campaigns.viewing import Viewer
from campaigns.views.review import session_book
from tests.campaigns.log import test_slots
from tests.campaigns.spine import Game, new_game

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).parents[2]
WALK = """([lines, head]) => {
    const walk = new PactbookVerify.Walk(window.recordPaths);
    for (const line of lines) walk.take(line);
    walk.finish(head);
    const { faults, entries, draws, sealed, redacted, byHand } = walk;
    return { faults, entries, draws, sealed, redacted, byHand };
}"""
MANY = f"(cases) => cases.map({WALK}).map((one) => one.faults)"
HEADER = {"format": 2, "campaign": "x", "act": "x", "cause": 1, "time": 5, "prev": "1" * 64, "parts": []}
Line = dict[str, Any]


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    for name in ("fair", "verify"):
        page.add_script_tag(path=str(ROOT / "static" / "js" / f"{name}.js"))
    page.evaluate("(paths) => { window.recordPaths = paths; }", record_paths())
    yield page
    page.close()


@pytest.fixture
def game() -> Game:
    """An evening: a seat, rolls, something hidden, dice by hand, an undo, a roll again, the secret shown."""
    game = new_game()
    game.act("table.change_policy", {"values": {"hand_dice": True}})
    sessions.begin_session(actor=game.gm, name="", key=game.key())
    seats.take_seat(actor=game.player, word="lamplight “𝄞”", key=game.key())
    mara = game.make("character", "Mara", owner=game.player, will=4, state="active")
    roll = {"acting": {"id": mara, "score": "will"}, "opposing": {"score": "difficulty", "dice": 3}}
    game.act("sorcerer.roll", roll, by=game.player, nonce="ab" * 16)
    hidden = game.act(
        "table.create", {"about": {"kind": "character", "name": "Vesh", "visibility": "gm"}, "fields": []}
    )
    vesh = str(hidden.steps[0].input["id"])
    game.edit(vesh, will=3, state="active")
    game.act("sorcerer.roll", {**roll, "acting": {"id": vesh, "score": "will"}}, nonce="cd" * 16)
    game.act("sorcerer.roll", roll, by=game.player, hand=(1, 2, 3, 4, 5, 6, 7))
    again = game.act("sorcerer.roll", roll, by=game.player, nonce="ef" * 16)
    game.undo(again.entry.seq)
    game.act("sorcerer.roll", roll, by=game.player, nonce="01" * 16)
    game.act("table.note", {"words": "The rain ends."}, by=game.player)
    sessions.end_session(actor=game.gm, key=game.key())
    game.campaign.refresh_from_db()
    return game


def told(game: Game, member: Membership) -> list[Line]:
    found: list[Line] = json.loads(json.dumps(list(export_lines.lines(Viewer.of(member), game.campaign))))
    return found


def head(game: Game) -> dict[str, Any]:
    return {"seq": game.campaign.head_seq, "hash": game.campaign.head_hash}


def changed(told: list[Line], place: int, **values: Any) -> list[Line]:
    return [*told[:place], {**told[place], **values}, *told[place + 1 :]]


def mutations(told: list[Line]) -> Iterator[tuple[str, int, list[Line]]]:
    """Every field of every entry changed, every entry removed, doubled or swapped, the log cut short."""
    for place, line in enumerate(told):
        seq = line["seq"]
        for name, value in HEADER.items():
            yield f"header {name}", seq, changed(told, place, header={**line["header"], name: value})
        yield "hash", seq, changed(told, place, hash="0" * 64)
        for number, part in enumerate(line["parts"]):
            for name in part.keys() - {"why"}:
                parts = [*line["parts"]]
                parts[number] = {**part, name: "00" * 32}
                yield f"part {number} {name}", seq, changed(told, place, parts=parts)
        yield "part left out", seq, changed(told, place, parts=line["parts"][1:])
        yield "removed", seq, [*told[:place], *told[place + 1 :]]
        yield "doubled", seq + 1, [*told[: place + 1], line, *told[place + 1 :]]
        if place + 1 < len(told):
            yield "swapped", seq, [*told[:place], told[place + 1], line, *told[place + 2 :]]
        yield "cut short", seq, told[:place]


def test_every_fault_is_told_in_words_where_logs_are_checked() -> None:
    script = (ROOT / "static/js/verify.js").read_text(encoding="utf-8")
    faults = set(re.findall(r'(?:refuse\([^"]*|what: )"(\w+)"', script))
    page = (ROOT / "templates/log/dice.html").read_text(encoding="utf-8")

    assert faults > {"again", "draw", "missing", "taken"}
    assert faults <= set(re.findall(r'data-fault-is="(\w+)"', page))
    assert faults <= session_book._faults().keys()


@pytest.mark.parametrize("who", ["gm", "player", "observer"])
def test_browser_finds_that_an_untouched_log_holds(page: Page, game: Game, who: str) -> None:
    found = page.evaluate(WALK, [told(game, getattr(game, who)), head(game)])

    assert found["faults"] == []
    assert found["entries"] == game.campaign.head_seq
    assert found["byHand"] == 7
    assert found["draws"] == 27
    assert (found["sealed"] > 0) == (who != "gm")


def test_browser_names_the_first_entry_that_was_tampered_with(page: Page, game: Game) -> None:
    cases = list(mutations(told(game, game.player)))

    found = page.evaluate(MANY, [[case, head(game)] for _what, _seq, case in cases])

    missed = [
        (what, seq, faults)
        for (what, seq, _case), faults in zip(cases, found, strict=True)
        if [fault["seq"] for fault in faults] != [seq]
    ]
    assert len(cases) > 200
    assert missed == []


def test_browser_finds_a_die_that_does_not_follow(page: Page, game: Game) -> None:
    """A forger who holds the database makes the whole chain anew: the dice still tell."""
    tampered = page.evaluate(
        """([lines]) => {
            let prev = PactbookVerify.GENESIS;
            let isDone = false;
            for (const line of lines) {
                line.parts.forEach((part, n) => {
                    if (!part.text || isDone || !part.text.includes('"by":"fair"')) return;
                    part.text = part.text.replace(/"draws":\\[\\[12,\\d+\\]/, '"draws":[[12,13]');
                    line.header.parts[n].commitment = PactbookFair.committed(part.nonce, part.text);
                    isDone = true;
                });
                line.header.prev = prev;
                prev = line.hash = PactbookFair.hashOf(PactbookVerify.canonical(line.header));
            }
            return lines;
        }""",
        [told(game, game.gm)],
    )
    last = {"seq": tampered[-1]["seq"], "hash": tampered[-1]["hash"]}

    found = page.evaluate(WALK, [tampered, last])

    assert [fault["what"] for fault in found["faults"]] == ["draw"]


@pytest.mark.parametrize(
    ("tampering", "what"),
    [
        (test_slots.used_twice, "again"),
        (test_slots.given_to_another, "another"),
        (test_slots.dropped, "dropped"),
        (test_slots.back_beside_another, "again"),
        (test_slots.passed_over, "passed"),
    ],
)
@pytest.mark.parametrize("who", ["gm", "player"])
def test_browser_names_an_act_that_took_dice_that_were_not_its_own(
    page: Page, tampering: Callable[[Game], int], what: str, who: str
) -> None:
    game = new_game()
    seq = tampering(game)

    found = page.evaluate(WALK, [told(game, getattr(game, who)), head(game)])

    assert found["faults"] == [{"seq": seq, "what": what}]


def test_browser_accepts_an_act_done_again_after_it_was_turned_round(page: Page) -> None:
    game = new_game()
    mara = game.make("character", "Mara", will=4, state="active")
    turned = test_slots.roll(game, mara).entry.seq
    for _time in range(3):
        turned = game.undo(turned).entry.seq
    test_slots.roll(game, mara)
    sessions.begin_session(actor=game.gm, name="", key=game.key())
    sessions.end_session(actor=game.gm, key=game.key())
    game.campaign.refresh_from_db()

    found = page.evaluate(WALK, [told(game, game.player), head(game)])

    assert (found["faults"], found["draws"]) == ([], 14)


def test_browser_accepts_a_text_that_an_entry_says_was_taken_out(page: Page, game: Game) -> None:
    taken = told(game, game.gm)
    note = next(
        line for line in taken if len(line["parts"]) == 2 and "The rain ends." in str(line["parts"][1])
    )
    note["parts"][1] = {"why": "redacted"}

    found = page.evaluate(WALK, [taken, head(game)])

    assert (found["faults"], found["redacted"]) == ([{"seq": note["seq"], "what": "taken"}], 1)

    redact(actor=game.gm, entry=note["seq"], part=1, reason="as asked", key=game.key())
    game.campaign.refresh_from_db()
    found = page.evaluate(WALK, [told(game, game.player), head(game)])

    assert (found["faults"], found["redacted"]) == ([], 1)


def test_browser_checks_how_each_card_came(page: Page) -> None:
    game = new_game()
    sessions.begin_session(actor=game.gm, name="", key=game.key())
    lay_out_decks(actor=game.gm, key=game.key())
    players = next(one for one, (_about, fields) in game.state().items() if fields.get("deck") == "players")
    ann, bo, ghoul = (
        game.make("demon_city.character", name, owner=owner, control=control)
        for name, owner, control in (
            ("Ann", game.player, "player"),
            ("Bo", None, "player"),
            ("Ghoul", None, "gm"),
        )
    )
    free = ("demon_city.draw", {"deck": {"id": players}, "count": 2})
    anns, bos, ghouls = (
        ("demon_city.static_throw", {"thrower": {"id": who, "stat": 3}, "intensity": 4})
        for who in (ann, bo, ghoul)
    )
    for act in (free, anns, ghouls):
        game.undo(game.act(*act).entry.seq)
        game.act(*act)
    game.undo(game.act(*anns).entry.seq)
    game.act(*bos)  # cards of their own: what is left of Ann's waits for hers
    sessions.end_session(actor=game.gm, key=game.key())
    game.campaign.refresh_from_db()

    walked = [page.evaluate(WALK, [told(game, member), head(game)]) for member in (game.gm, game.player)]

    assert [one["faults"] for one in walked] == [[], []]
    of_gm, of_player = (one["draws"] for one in walked)
    assert of_gm > of_player > 4, "of the Horror's Deck only the GM reads how a card came"
    assert game.verified().holds


def test_browser_finds_dice_used_twice_after_many_that_are_sealed_from_the_reader(page: Page) -> None:
    game = new_game()
    lay_out_decks(actor=game.gm, key=game.key())  # in an order that no player reads
    sessions.begin_session(actor=game.gm, name="", key=game.key())
    sessions.end_session(actor=game.gm, key=game.key())
    seq = test_slots.used_twice(game)

    found = page.evaluate(WALK, [told(game, game.player), head(game)])

    assert found["faults"] == [{"seq": seq, "what": "again"}]
