"""Over any advances, undos, redos and corrections in all four systems, nothing comes twice or not at all."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from campaigns.models import CampaignState, Entry
from campaigns.services import clock
from tests.campaigns.services.timekeeper import DAY, HOUR, MINUTE, Fired, Timekeeper, told
from tests.campaigns.spine import document, folded, new_game

LENGTHS = st.one_of(
    st.integers(1, 300).map(lambda n: n * MINUTE),
    st.integers(1, 30).map(lambda n: n * HOUR),
    st.integers(1, 9).map(lambda n: n * DAY),
    st.integers(1, 3).map(lambda n: n * DAY + HOUR),
)
EDITS = st.one_of(
    st.tuples(st.just("demon"), st.booleans()),
    st.tuples(st.just("contact"), st.integers(1, 4)),
    st.tuples(st.just("hurt"), st.tuples(st.integers(0, 4), st.integers(0, 3))),
    st.tuples(st.just("out"), st.booleans()),
    st.tuples(st.just("poison"), st.integers(0, 5)),
    st.tuples(st.just("tie"), st.integers(0, 3)),
    st.tuples(st.just("decay"), st.booleans()),
    st.tuples(st.just("haunted"), st.booleans()),
)
ACTS = st.one_of(
    st.tuples(st.just("advance"), LENGTHS),
    st.tuples(st.just("advance"), LENGTHS),
    EDITS,
    EDITS,
    st.tuples(st.just("undo"), st.just(0)),
    st.tuples(st.just("redo"), st.just(0)),
)
POISON = {"kind": "bashing", "resistant": False, "interval": "day", "dealt": 0, "limit": 99}
HAUNTED = {"indefinite": False, "duration": {"years": 0, "months": 1, "weeks": 0, "days": 1}}


class Story:
    """A game in four systems beside a timekeeper of its own, and what either has gone through."""

    def __init__(self) -> None:
        self.game = new_game()
        self.keeper = Timekeeper()
        make = self.game.make
        self.demon = make("demon", "Vesh", state="beyond", type="object", stamina=9, power=12, will=5)
        self.called = make("demon", "The guest", state="contacted", stamina=3)
        self.contact = make("contact", "", demon=self.called)
        self.fighter = make("fallen.character", "Bo", kind="mortal", state="active")
        self.spell = make("pandemonium.spell", "Grey rot", duration="lasting")
        traits: dict[str, Any] = {"traits.wits": 12, "willpower": 3}
        self.cursed = make("pandemonium.character", "Ann", **traits)
        self.tie = make("pandemonium.connection", "A lock of hair", rating=3, base=3)
        make("demon_city.character", "Cy", reposition=60)
        self.done: list[tuple[int, Timekeeper, Timekeeper]] = []
        self.undone: list[tuple[int, Timekeeper, Timekeeper]] = []

    def play(self, what: str, value: Any) -> None:
        before = self.keeper.copy()
        if what in ("undo", "redo"):
            self._apply_undo(what)
            return
        seq = self._advance(value) if what == "advance" else self._edit(what, value)
        if seq is not None:
            self.done.append((seq, before, self.keeper.copy()))
            self.undone = []

    def now(self) -> int:
        return CampaignState.objects.values_list("now", flat=True).get(pk=self.game.campaign.pk)

    def advance(self, seconds: int) -> tuple[int, list[Fired]]:
        """An advance to its end; its first entry, and what fell due on the way."""
        done = clock.advance(actor=self.game.gm, seconds=seconds, key=self.game.key())
        assert done.finished, done
        entries = Entry.objects.filter(campaign=self.game.campaign, act=done.first.act).order_by("seq")
        documents = [document(entry) for entry in entries]
        found = [(int(one["now"]), told(one["steps"])) for one in documents]
        assert [moment for moment, _what in found] == sorted(moment for moment, _what in found)
        return done.first.seq, [(moment, what) for moment, what in found if what is not None]

    def _advance(self, seconds: int) -> int:
        self.game.edit(self.demon, power=12)  # so that it never comes to a roll for its stay
        self.keeper.advance(seconds)
        seq, fired = self.advance(seconds)
        assert sorted(fired) == sorted(self.keeper.fired)
        assert self.now() == self.keeper.now
        return seq

    def _edit(self, what: str, value: Any) -> int | None:
        before = self.game.campaign.pk, Entry.objects.count()
        EDITORS[what](self, value)
        newest = Entry.objects.filter(campaign=self.game.campaign).latest("seq").seq
        return newest if (self.game.campaign.pk, Entry.objects.count()) != before else None

    def _apply_undo(self, what: str) -> None:
        taken, put = (self.done, self.undone) if what == "undo" else (self.undone, self.done)
        if not taken:
            return
        seq, before, after = taken.pop()
        put.append((self.game.undo_all(seq).entry.seq, before, after))
        self.keeper = (before if what == "undo" else after).copy()
        assert self.now() == self.keeper.now


def _demon(story: Story, here: bool) -> None:
    story.game.edit(story.demon, state="present" if here else "beyond")
    since = story.keeper.demon_since
    story.keeper.demon_since = (story.keeper.now if since is None else since) if here else None


def _contact(story: Story, hours: int) -> None:
    """A Contact opens, or is prolonged: its present hour runs on."""
    if not story.keeper.hours:
        story.keeper.contact_since = story.keeper.now
    story.keeper.hours = hours
    story.game.edit(story.contact, state="open", hours=hours)


def _hurt(story: Story, marks: tuple[int, int]) -> None:
    story.keeper.hurt(*marks)
    story.game.edit(story.fighter, bashing=marks[0], lethal=marks[1], heal_hours=0)


def _out(story: Story, out: bool) -> None:
    story.game.edit(story.fighter, unconscious=out, unconscious_for=20 if out else None)
    since = story.keeper.out_since
    story.keeper.out_since = (story.keeper.now if since is None else since) if out else None


def _poison(story: Story, wounds: int) -> None:
    story.keeper.poison(wounds)
    story.game.edit(story.cursed, **{f"ongoing.{story.spell}": {**POISON, "left": wounds}})


def _tie(story: Story, rating: int) -> None:
    story.keeper.tie(rating)
    story.game.edit(story.tie, rating=rating)


def _decay(story: Story, wears: bool) -> None:
    story.game.edit(
        story.cursed, **{"decay.wits": {"interval": "week"} if wears else None, "traits.wits": 12}
    )
    since = story.keeper.decays_since
    story.keeper.decays_since = (story.keeper.now if since is None else since) if wears else None


def _haunted(story: Story, haunted: bool) -> None:
    story.game.edit(story.cursed, **{f"aftereffect.{story.spell}": HAUNTED if haunted else None})
    since = story.keeper.haunted_since
    story.keeper.haunted_since = (story.keeper.now if since is None else since) if haunted else None


EDITORS: dict[str, Callable[[Story, Any], None]] = {
    "demon": _demon,
    "contact": _contact,
    "hurt": _hurt,
    "out": _out,
    "poison": _poison,
    "tie": _tie,
    "decay": _decay,
    "haunted": _haunted,
}
ANY = settings(
    max_examples=10,
    deadline=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


class AnyTime(TestCase):
    @ANY
    @given(st.lists(ACTS, min_size=6, max_size=14))
    def test_what_falls_due_comes_once_and_at_its_moment(self, acts: list[tuple[str, Any]]) -> None:
        story = Story()
        for what, value in acts:
            story.play(what, value)
        story.play("advance", 9 * DAY)

        assert story.game.state() == folded(story.game.campaign)
        assert story.game.verified().holds

    @ANY
    @given(st.lists(EDITS, min_size=2, max_size=6), LENGTHS, LENGTHS)
    def test_an_advance_in_two_parts_is_the_same_advance(
        self, edits: list[tuple[str, Any]], first: int, second: int
    ) -> None:
        story = Story()
        for what, value in edits:
            story.play(what, value)

        seq, at_once = story.advance(first + second)
        whole = story.game.state()
        story.game.undo_all(seq)
        _seq, before = story.advance(first)
        _seq, after = story.advance(second)

        assert [*before, *after] == at_once
        assert story.game.state() == whole


pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]
