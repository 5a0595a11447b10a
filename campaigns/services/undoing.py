"""Undo and redo, as acts of their own."""

from campaigns.log import standing
from campaigns.models import Campaign, Membership
from campaigns.services.playing import ActRequest, Played, play
from campaigns.services.subjects import Request


def undo(*, actor: Membership, entries: tuple[int, ...], key: str) -> Played:
    """Turn entries round, newest first. `entries` is what the person saw and agreed to, dependants included."""
    return play(actor, ActRequest(key=key, steps=(Request("table.undo", {}),), turn_round=entries))


def what_goes_along(campaign: Campaign, seq: int) -> tuple[int, ...]:
    """The entries that an undo of `seq` would turn round, newest first; NotUndoable with the reason otherwise."""
    return standing.reach(campaign, seq).entries
