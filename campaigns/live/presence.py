"""Says who has a page open: one beat every few seconds for all that this process holds of a campaign."""

import asyncio
import contextlib
from collections import Counter
from collections.abc import Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Final
from uuid import UUID

from django.db import Error, close_old_connections, connection, transaction
from django.db.models.functions import Now

from campaigns.live import hub
from campaigns.models import Membership, Presence

BEAT_SECONDS = 5.0
PAUSE_SECONDS = 2.0
"""Between two beats whoever comes meanwhile: open pages hear of others no oftener than that."""
GONE_SECONDS: Final = 15.0
"""So long nobody has to say that somebody is there: a page that is loaded again is no coming and going."""
QUIET_SECONDS: Final = 120.0

# One for all campaigns: a beat that waits for the database's lock keeps no page from hearing of entries.
_writer: Final = ThreadPoolExecutor(max_workers=1, thread_name_prefix="presence")
_kept: dict[str, "Attendance"] = {}


class Attendance:
    """The members of one campaign of whom this process holds a page."""

    def __init__(self, campaign: str) -> None:
        self.pages: Counter[UUID] = Counter()
        self.came: set[UUID] = set()
        self.changed = asyncio.Event()
        self._campaign = campaign
        self._task = asyncio.create_task(self._keep())

    async def _keep(self) -> None:
        """Beat for as long as pages are open, and once more when the last of them is gone for good."""
        loop = asyncio.get_running_loop()
        try:
            is_over = False
            while not is_over:
                self.changed.clear()
                held, came = set(self.pages), self.came
                self.came = set()
                await loop.run_in_executor(_writer, _beat, UUID(self._campaign), held, came)
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(BEAT_SECONDS if held else GONE_SECONDS + BEAT_SECONDS):
                        await self.changed.wait()
                        await asyncio.sleep(PAUSE_SECONDS)
                is_over = not held and not self.pages
        finally:
            _kept.pop(self._campaign, None)


@contextlib.contextmanager
def attending(campaign: str, member: UUID, *, is_active: bool) -> Iterator[None]:
    """That a page of a member's is open; `is_active` where they opened it just now themselves."""
    kept = _kept.get(campaign)
    if kept is None:
        kept = _kept[campaign] = Attendance(campaign)
    if is_active:
        kept.came.add(member)
    if is_active or not kept.pages[member]:
        kept.changed.set()
    kept.pages[member] += 1
    try:
        yield
    finally:
        kept.pages[member] -= 1
        if not kept.pages[member]:
            del kept.pages[member]


def _beat(campaign: UUID, held: Collection[UUID], came: Collection[UUID]) -> None:
    """Say who is there, and leave out who is not any more; what keeps the database from taking it passes."""
    with contextlib.suppress(Error):
        close_old_connections()
        beat(campaign, held, came)


def beat(campaign: UUID, held: Collection[UUID], came: Collection[UUID] = ()) -> None:
    """Write that these are there, of whom those who `came` did something; pages hear of it where that is news."""
    with transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                # A beat that a power cut takes is said again; none is worth waiting for the disk.
                cursor.execute("SET LOCAL synchronous_commit = off")
        known = Presence.objects.filter(campaign=campaign)
        there = set(known.values_list("pk", flat=True))
        known.filter(pk__in=held).update(beat=Now())
        changed = _write_new(campaign, set(held) - there)
        if came:
            known.filter(pk__in=came).update(active=Now())
            changed += known.filter(pk__in=came, state="quiet").update(state="here")
        changed += known.filter(beat__lt=Now() - timedelta(seconds=GONE_SECONDS)).delete()[0]
        idle = known.filter(state="here", active__lt=Now() - timedelta(seconds=QUIET_SECONDS))
        changed += idle.exclude(member__role="gm").update(state="quiet")
        if changed:
            hub.stir(campaign)
        # Of campaigns where nobody is left to say so.
        Presence.objects.filter(beat__lt=Now() - timedelta(seconds=10 * GONE_SECONDS)).delete()


def _write_new(campaign: UUID, new: Collection[UUID]) -> int:
    members = Membership.objects.filter(campaign=campaign, left=None, pk__in=new) if new else ()
    rows = [Presence(member=one, campaign_id=campaign, beat=Now(), active=Now()) for one in members]
    # Another process may have said so meanwhile.
    Presence.objects.bulk_create(rows, ignore_conflicts=True)
    return len(rows)
