"""What has just been played, as one viewer may see it: the moment that comes to whatever page is open."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Literal
from uuid import UUID

from django.db.models import QuerySet

from campaigns.game import TABLE, Moment, Step, game_of
from campaigns.models import Campaign, CampaignState, Entry, Membership
from campaigns.models.kept_reads import kept_read
from campaigns.models.prepared import prepared
from campaigns.queries import timeline
from campaigns.queries.timeline import ShownEntry
from campaigns.viewing import Hidden, Viewer
from rules.kernel.values import Value, Values

FRESH = timedelta(seconds=10)
"""What is older is no moment any more: who was away catches up by the log."""
LOOKED_AT = 4
"""Among so many of the newest entries one is sought."""

Reading = Literal["won", "lost", ""]


@dataclass(frozen=True)
class Staged:
    """An act as it is staged for a viewer."""

    shown: ShownEntry
    step: Step
    moment: Moment
    reads: Reading = ""
    """How it went for this viewer's own; empty where it was not about them, or both won and lost."""
    colours: Mapping[str, str] = field(default_factory=dict)
    """By record, the colour of whoever plays it."""


@dataclass(frozen=True)
class Shadow:
    """That something is done out of sight, and nothing of it."""


@dataclass(frozen=True)
class Newest:
    """The moment of an entry."""

    seq: int
    told: Staged | Shadow


def newest(campaign: Campaign, viewer: Viewer, member: Membership, after: int) -> Newest | None:
    """The newest moment after an entry that is not this member's own doing, as this viewer may see it.

    None of what was undone, or was played a while ago.
    """
    played = dict(_newest(campaign.pk, after, (LOOKED_AT,))) if campaign.head_seq > after else {}
    oldest = datetime.now(UTC) - FRESH
    fresh = [seq for seq, time in played.items() if timeline.EPOCH + timedelta(microseconds=time) > oldest]
    shown = timeline.some_entries(campaign, viewer, fresh) if fresh else []
    found = (_moment(campaign, viewer, one) for one in reversed(shown) if not _is_own(one, member))
    return next((one for one in found if one is not None), None)


@kept_read
@prepared
def _newest(campaign: UUID, after: int, most: tuple[int]) -> QuerySet[Entry, tuple[int, int]]:
    found = Entry.objects.filter(campaign=campaign, seq__gt=after)
    return found.order_by("-seq").values_list("seq", "time")[: most[0]]


def _is_own(shown: ShownEntry, member: Membership) -> bool:
    return shown.document is not None and shown.document["actor"] == str(member.pk)


def _moment(campaign: Campaign, viewer: Viewer, shown: ShownEntry) -> Newest | None:
    if shown.undone_by is not None:
        return None
    if shown.document is None:
        # Where nothing is rolled in secret, what is sealed is a note or a preparation of the GM's.
        return Newest(shown.seq, Shadow()) if _rolls_are_sealed(campaign) else None
    steps = [step for step in shown.steps if game_of(step["action"]).code != TABLE]
    found = [(step, moment) for step in steps if (moment := moment_of(step, shown)) is not None]
    if found:
        step, moment = max(reversed(found), key=lambda one: one[1].is_weighty)
        reads, colours = _reads(viewer, shown, moment), _colours_of(campaign, shown)
        return Newest(shown.seq, Staged(shown, step, moment, reads, colours))
    is_unseen = any(isinstance(step["outcome"], Hidden) for step in steps)
    return Newest(shown.seq, Shadow()) if is_unseen else None


def moment_of(step: Step, shown: ShownEntry) -> Moment | None:
    """How a step is staged; None where it is not, or nothing of its outcome is for the viewer."""
    if isinstance(step["outcome"], Hidden):
        return None
    telling = game_of(step["action"]).telling
    moment = telling.moment(step, shown)
    if moment is None or moment.won or moment.lost:
        return moment
    won, lost = _of_contest(step, *telling.sides.get(step["action"], (None, None)))
    return replace(moment, won=won, lost=lost)


def _of_contest(
    step: Step, acting: str | None, opposing: str | None
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Who won and who lost an opposed roll, of those whom its action names."""
    contest = step["outcome"].get("contest")
    winner = contest.get("winner") if isinstance(contest, dict) else None
    sides = {"acting": ids_at(step["input"], acting or ""), "opposing": ids_at(step["input"], opposing or "")}
    if winner not in sides:
        return (), ()
    return sides[str(winner)], sides["opposing" if winner == "acting" else "acting"]


def ids_at(given: Values, *names: str) -> tuple[str, ...]:
    """The records that an input names there, one or several, as far as they exist for the viewer."""
    return tuple(found for name in names for found in _ids(given.get(name)))


def _ids(named: Value) -> Iterator[str]:
    if isinstance(named, list | tuple):
        for one in named:
            yield from _ids(one)
    found = named.get("id") if isinstance(named, dict) else named
    if isinstance(found, str):
        yield found


def changes_of(shown: ShownEntry, field: str) -> Iterator[tuple[str, Value, Value]]:
    """What an entry changed of a field, of whom: before and after, None for what was or is not there."""
    for record, name, before, after in shown.document["changes"] if shown.document else ():
        if name == field and not any(isinstance(one, Hidden) for one in (*before, *after)):
            yield record, before[0] if before else None, after[0] if after else None


def _reads(viewer: Viewer, shown: ShownEntry, moment: Moment) -> Reading:
    own = {
        record
        for record in (*moment.won, *moment.lost)
        if (thing := shown.things.get(record)) is not None
        and (thing.owner == viewer.member or (viewer.is_gm and not thing.owner))
    }
    won, lost = not own.isdisjoint(moment.won), not own.isdisjoint(moment.lost)
    return "" if won == lost else "won" if won else "lost"


def _colours_of(campaign: Campaign, shown: ShownEntry) -> dict[str, str]:
    """The colours of the people whose records an entry names, as far as these exist for its reader."""
    people = timeline.colours(campaign)
    return {record: people[one.owner] for record, one in shown.things.items() if one.owner in people}


def _rolls_are_sealed(campaign: Campaign) -> bool:
    return any(policy.get("sealed_rolls") is True for policy in _policies(campaign.pk))


@kept_read
@prepared
def _policies(campaign: UUID) -> QuerySet[CampaignState, Values]:
    return CampaignState.objects.filter(pk=campaign).values_list("policy", flat=True)
