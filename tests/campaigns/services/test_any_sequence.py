"""Whatever is played in whatever order: the log tells the rows, undo goes back, redo comes again, all verifies."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from campaigns.log.undo_graph import NotUndoable
from campaigns.models import Entry
from campaigns.state.errors import StateRefusal
from rules.kernel.errors import RulesError
from tests.campaigns.spine import Game, folded, new_game

SCORES = st.integers(0, 12)
ACTS = st.one_of(
    st.tuples(st.just("make"), st.sampled_from(["character", "demon"]), SCORES),
    st.tuples(st.just("edit"), st.integers(0, 5), SCORES),
    st.tuples(
        st.just("note"),
        st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]), min_size=1, max_size=20),
    ),
    st.tuples(st.just("contact"), st.integers(0, 5), st.integers(0, 5)),
    st.tuples(st.just("bind"), st.integers(0, 5), st.integers(0, 5)),
    st.tuples(st.just("check"), st.integers(0, 5), st.integers(0, 5)),
    st.tuples(st.just("damage"), st.integers(0, 5), st.integers(1, 9)),
    st.tuples(st.just("undo"), st.integers(0, 30)),
    st.tuples(st.just("undo"), st.just(0)),
)


class AnySequence(TestCase):
    @settings(
        max_examples=12,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
    @given(st.lists(ACTS, min_size=4, max_size=14))
    def test_log_tells_the_rows_and_undo_goes_back(self, acts: list[tuple[Any, ...]]) -> None:
        game = new_game()
        game.make("character", "Mara", will=5, lore=4, stamina=3, humanity=4, state="active")
        game.make(
            "demon", "Vesh", will=3, power=3, stamina=3, type="object", abilities=["Armor"], need="salt"
        )
        for act in acts:
            _play(game, act)

        assert game.state() == folded(game.campaign)
        _turn_round_the_last(game)
        report = game.verified()
        assert report.faults == []
        assert report.played_again == report.entries


def _turn_round_the_last(game: Game) -> None:
    """One more act, undone, redone and undone again."""
    before = game.state()
    done = game.edit(str(game.campaign.pk), now=7, round=1).entry.seq
    after = game.state()

    undone = game.undo(done).entry.seq
    assert game.state() == before == folded(game.campaign)
    redone = game.undo(undone).entry.seq
    assert game.state() == after == folded(game.campaign)
    game.undo(redone)
    assert game.state() == before == folded(game.campaign)


def _play(game: Game, act: tuple[Any, ...]) -> None:
    """One act of the sequence. What is refused has to leave everything as it was."""
    before, entries = game.state(), Entry.objects.count()
    try:
        PLAYS[act[0]](game, *act[1:])
    except (RulesError, NotUndoable, StateRefusal, LookupError):
        assert game.state() == before
        assert Entry.objects.count() == entries


def _make(game: Game, kind: str, score: int) -> None:
    game.make(kind, f"{kind} {score}", will=score, lore=score, stamina=score)


def _edit(game: Game, number: int, score: int) -> None:
    game.edit(_one(game, "demon", number), will=score, power=score, state="present", need=f"salt {score}")


def _note(game: Game, words: str) -> None:
    game.act("table.note", {"words": words, "audience": "gm" if len(words) % 2 else "table"})


def _contact(game: Game, who: int, whom: int) -> None:
    game.act(
        "sorcerer.contact",
        {
            "sorcerer": {"id": _one(game, "character", who)},
            "demon": {"id": _one(game, "demon", whom)},
            "contact_id": True,
        },
    )


def _bind(game: Game, who: int, whom: int) -> None:
    given = {
        "sorcerer": {"id": _one(game, "character", who)},
        "demon": {"id": _one(game, "demon", whom)},
        "scores": ["will"],
        "need_met": True,
        "desire_met": False,
    }
    game.act("sorcerer.bind", given)


def _check(game: Game, who: int, whom: int) -> None:
    given = {
        "character": {"id": _one(game, "character", who)},
        "change": "loss",
        "basis": "ritual",
        "demon": {"id": _one(game, "demon", whom)},
        "chosen": True,
    }
    game.act("sorcerer.humanity_check", given)


def _damage(game: Game, who: int, victories: int) -> None:
    target = {"id": _one(game, "character", who)}
    given = {"target": target, "weapon": "edged"}
    game.act("sorcerer.damage", given, known={"victories": victories})


def _undo(game: Game, back: int) -> None:
    newest = Entry.objects.filter(campaign=game.campaign).order_by("-seq").values_list("seq", flat=True)
    seq = newest[min(back, len(newest) - 1)]
    before = game.state()
    undone = game.undo_all(seq).entry.seq
    told = game.state()
    assert told == folded(game.campaign)
    redone = game.undo(undone).entry.seq
    assert game.state() == before
    game.undo(redone)
    assert game.state() == told


def _one(game: Game, kind: str, number: int) -> str:
    found = sorted(one for one, (about, _fields) in game.state().items() if about["kind"] == kind)
    if not found:
        raise LookupError(kind)
    return found[number % len(found)]


PLAYS: dict[str, Any] = {
    "make": _make,
    "edit": _edit,
    "note": _note,
    "contact": _contact,
    "bind": _bind,
    "check": _check,
    "damage": _damage,
    "undo": _undo,
}

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]
