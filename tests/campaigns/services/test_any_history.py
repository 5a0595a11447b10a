"""Whatever is played in whatever order, in all four systems: the log tells the rows, as they are and as they were.

`HISTORIES=200` tries as many, and `HISTORY=17` that one alone.
"""

import os

import pytest

from campaigns.log import rebuilding
from campaigns.log.past import stood_at
from campaigns.log.purposes import drawing_step, purpose_of
from campaigns.models import Entry, Slot
from campaigns.services.play.undo_step import places_of
from tests.campaigns.services.histories import History
from tests.campaigns.spine import document

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(300), pytest.mark.slow]

ONE = os.environ.get("HISTORY")
FIRST, *MORE = [int(ONE)] if ONE else range(int(os.environ.get("HISTORIES", "6")))
SEEDS = [pytest.param(FIRST, marks=pytest.mark.postgres), *MORE]
ACTS = 30


@pytest.mark.parametrize("seed", SEEDS)
def test_any_history_can_be_told_turned_round_and_looked_back_on(seed: int) -> None:
    history = History(seed)

    history.play(ACTS)

    assert history.acts > 5
    everything = sorted({record for world in history.worlds.values() for record in world})
    for seq, world in history.worlds.items():
        stood = stood_at(history.campaign, seq, everything)
        assert {sheet.id: (sheet.about, sheet.fields) for sheet in stood.values()} == world, (
            f"as of entry {seq}"
        )
    report = history.game.verified()
    assert report.faults == []
    assert report.entries == max(history.worlds)
    assert rebuilding.check(history.campaign) == []
    assert _purposes_told(history) == _purposes_kept(history)


Purposes = dict[tuple[int, bool, int], set[str]]


def _purposes_kept(history: History) -> Purposes:
    slots = Slot.objects.filter(period__campaign=history.campaign).select_related("period")
    return {(slot.period.number, slot.is_sealed, slot.number): {slot.purpose} for slot in slots}


def _purposes_told(history: History) -> Purposes:
    """What each slot was for by every act that drew from it, as its entry tells it."""
    found: Purposes = {}
    for entry in Entry.objects.filter(campaign=history.campaign):
        told = document(entry)
        for slot in places_of(told["from"]):
            step = drawing_step(told["steps"], apart="sealed" in told["from"] and slot[1])
            if step is not None:
                found.setdefault(slot, set()).add(purpose_of(step["action"], step["input"]).digest())
    return found
