"""Undo and redo, as acts of their own, and the one way to other dice than those an undo left behind."""

from dataclasses import replace

from django.db import IntegrityError

from campaigns.access import rights_of
from campaigns.log import undo_graph
from campaigns.log.undo_graph import NotUndoable
from campaigns.models import Campaign, Entry, Membership, Slot, Undone
from campaigns.services import letting_go
from campaigns.services.play import undo_step
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, Played, play, together


class StandsAgain(Exception):
    """A button pressed twice, and between the two the undone act was done again: nothing was changed."""

    def __init__(self, seq: int, by: int) -> None:
        super().__init__(f"Entry {seq} was redone by entry {by}.")
        self.seq, self.by = seq, by


class NoDrawsLeft(Exception):
    """The entry left no draws that could be dropped. The message says why."""


def undo(*, actor: Membership, entries: tuple[int, ...], key: str) -> Played:
    """Turn entries round, newest first. `entries` is what the person saw and agreed to, dependants included."""
    return _turn_round(actor, ActRequest(key=key, steps=(Request("table.undo", {}),), undoes=entries))


def undo_act(*, actor: Membership, seq: int, key: str) -> int | None:
    """Undo an entry with what belongs to its act: the undo's number, or None where something else depends on it.

    `NotAllowed` and `NotUndoable` as `undo`. The same key again for the same entry changes nothing: it gives what
    undid the entry, or raises `StandsAgain` where that was taken back since.
    """
    # With the entry in the key, no other button's key passes for an undo that was already done.
    one = ActRequest(f"undo/{seq}/{key}", (Request("table.undo", {}),), asked={"entry": seq})
    with together(actor, one) as (campaign, earlier):
        if earlier is not None:
            return _what_undid(campaign, seq, earlier.entry.seq)
        undo_step.check(rights_of(actor), campaign, (seq,))
        entries = what_goes_along(campaign, seq)
        if not undo_graph.is_one_act(campaign, entries):
            return None
        return _turn_round(actor, replace(one, undoes=entries)).entry.seq


def _turn_round(actor: Membership, request: ActRequest) -> Played:
    try:
        return play(actor, request)
    except IntegrityError:
        # Another record is by now what only one may be, and they have no field in common that tells so.
        raise NotUndoable(
            "Something newer stands in its place by now, and only one of both can. Undo the newer one first."
        ) from None


def _what_undid(campaign: Campaign, seq: int, done: int) -> int:
    found = Undone.objects.filter(campaign=campaign, seq__in=(seq, done))
    by = dict(found.values_list("seq", "by_seq"))
    if seq not in by:
        raise StandsAgain(seq, by[done])
    return by[seq]


def what_goes_along(campaign: Campaign, seq: int) -> tuple[int, ...]:
    """The entries that an undo of `seq` would turn round, newest first; NotUndoable with the reason otherwise."""
    return undo_graph.plan_undo(campaign, seq).entries


def has_draws_left(campaign: Campaign, seq: int) -> bool:
    """Whether an undone entry's draws wait for the same act to be done again."""
    return any(slot.is_free for slot in undo_step.slots_of(campaign, (seq,)))


def fresh_draws(*, actor: Membership, entry: int, reason: str, key: str) -> Played:
    """Drop the draws that an undone entry left behind, so that the same act draws anew (TAB-DRAWS-03)."""
    slots = undo_step.slots_of(actor.campaign, (entry,))
    if not slots:
        raise NoDrawsLeft(f"Entry {entry} has no draws.")
    # All that the act drew from: what of it came from the sealed secret goes with it.
    left = Slot.objects.filter(pk__in=[slot.pk for slot in slots], is_free=True)
    slot = slots[0]

    def plan(_campaign: Campaign) -> tuple[Request, ...]:
        if not left.exists():
            raise NoDrawsLeft(f"The draws of entry {entry} are in use. Undo it first.")
        return ()

    def drop(_campaign: Campaign, _entry: Entry) -> None:
        left.update(is_free=False)

    is_sealed = undo_step.are_sealed(actor.campaign, (entry,))
    step = letting_go.dropping(slot, entry, is_told=is_sealed or not slot.is_sealed, reason=reason)
    return play(actor, ActRequest(key, (step,), plan, drop, sealed=is_sealed, about=(entry,)))
