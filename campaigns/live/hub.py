"""Telling open pages that something was committed. The log is the truth; the hub only says "look again"."""

import asyncio
import threading
from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from uuid import UUID

from django.db import Error, connection, transaction
from django.db.models import F

from campaigns.models import Campaign

CHANNEL = "pactbook_live"
NOTICE = "SELECT set_config('synchronous_commit', 'off', true), pg_notify(%s, %s)"
"""One statement, and so a transaction by itself, for which alone the setting holds: also through a pooler."""

Subscriber = tuple[asyncio.AbstractEventLoop, asyncio.Event]

_lock = threading.Lock()
_subscribers: dict[str, set[Subscriber]] = {}


def subscribe(campaign: str) -> Subscriber:
    """Wait on the returned event, from the running loop, to hear of new entries of a campaign."""
    me = (asyncio.get_running_loop(), asyncio.Event())
    with _lock:
        _subscribers.setdefault(campaign, set()).add(me)
    return me


def unsubscribe(campaign: str, me: Subscriber) -> None:
    with _lock:
        _subscribers.get(campaign, set()).discard(me)
        if not _subscribers.get(campaign):
            _subscribers.pop(campaign, None)


def stir(campaign: UUID) -> None:
    """Say to every open page that something moved which no entry tells, and which all of them may know."""
    Campaign.objects.filter(pk=campaign).update(stir=F("stir") + 1)
    publish(campaign)


def stir_gms(campaign: UUID) -> None:
    """Say so to the pages of the GMs alone, of what is not for the others."""
    Campaign.objects.filter(pk=campaign).update(gm_stir=F("gm_stir") + 1)
    publish(campaign)


def publish(campaign: UUID) -> None:
    """Say, once the transaction around this is committed, that a campaign stands elsewhere than before.

    It is said here, and to other processes where the database can.
    """
    # Not before: a page that looked at once would find the old state and take it for the new.
    transaction.on_commit(partial(_tell, str(campaign)))


def _tell(campaign: str) -> None:
    wake(campaign)
    if connection.vendor == "postgresql":
        # Commits that send notices wait for one another, each until it is on the disk. So the notice is none of the
        # act's: it has a transaction of its own, which waits for no disk. One that is lost, the look once a second
        # makes good; the act is done, whatever becomes of it.
        with suppress(Error), connection.cursor() as cursor:
            cursor.execute(NOTICE, [CHANNEL, campaign])


def wake(campaign: str) -> None:
    """Wake this process's subscribers. May be called from any thread."""
    with _lock:
        waiting: Iterable[Subscriber] = tuple(_subscribers.get(campaign, ()))
    for loop, event in waiting:
        if not loop.is_closed():
            # asyncio's events may be set from their own loop only.
            loop.call_soon_threadsafe(event.set)


def count() -> int:
    """How many pages are listening."""
    with _lock:
        return sum(map(len, _subscribers.values()))
