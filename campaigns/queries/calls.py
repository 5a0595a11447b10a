"""Calls: all that waits for somebody now, questions and turns alike. Only whether it was seen is stored beside them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

from django.db import models
from django.db.models import ExpressionWrapper, Q, QuerySet
from django.utils.functional import Promise

from campaigns.game import CalledAnew, games
from campaigns.models import Campaign, Change, Entry, Membership, Pending, Seen
from campaigns.models.prepared import prepared
from campaigns.policy import Rights
from campaigns.queries.waiting import Waiting
from campaigns.state.unit_of_work import Sheet
from campaigns.viewing import Viewer

IS_A_PLAYERS = ExpressionWrapper(Q(owner__role="player", owner__left=None), models.BooleanField())
"""Whether a record is that of a player who is here."""
NEWEST = 6
"""So many of the calls that were answered are told."""


@dataclass(frozen=True)
class Call:
    """Somebody who is to do something now though no question is open: what of, in words, and the page for it."""

    what: str
    who: str
    name: str
    text: Promise
    page: str
    is_about_them: bool = False
    """Whether the page is one of its own for `who`."""
    owner: str = ""
    """The player who is called; nobody where the GM is."""
    since: datetime | None = None
    """Since when, where no entry tells."""


@dataclass(frozen=True)
class Standing:
    """Since when a call stands, as far as that is known, and when whoever is called was shown it."""

    asked: datetime | None
    seen: datetime | None


@dataclass(frozen=True)
class Answered:
    """A call that is answered: whose it was, of which action, when they saw it, and the entry that answered it."""

    owner: str
    who: str
    action: str
    state: str
    seen: datetime | None
    seq: int | None


def turns(campaign: Campaign, viewer: Viewer, rights: Rights, questions: Sequence[Waiting]) -> list[Call]:
    """Who is called now, game by game: this viewer, and for the GM everybody; observers watch."""
    if rights.member.role == "observer":
        return []
    return [
        call for game in games().values() for call in game.waiting.calls(campaign, viewer, rights, questions)
    ]


def called_for(sheet: Sheet, is_players: bool) -> str:
    """Which player is called for somebody; none, so that the GM is, where it is in the GM's hands."""
    return str(sheet.about["owner"]) if is_players and sheet.in_hand else ""


def is_for(call: Call, member: Membership) -> bool:
    """Whether it is this member who is called."""
    return call.owner == ("" if member.is_gm else str(member.pk))


def calls(campaign: Campaign, viewer: Viewer, rights: Rights, questions: Sequence[Waiting]) -> list[Call]:
    """What this member is called to now that is no question."""
    return [call for call in turns(campaign, viewer, rights, questions) if is_for(call, rights.member)]


def key_of(campaign: Campaign, call: Call) -> str:
    """What tells a call from every other, the next one to the same included (one query)."""
    told = _told_of(call.what)
    last = next(iter(_last_told(campaign.pk, UUID(call.who), told.fields)), 0)
    return f"{call.what}:{call.who}:{last}"


def unseen(member: UUID, keys: Sequence[str]) -> list[str]:
    """Those of these calls that no page has shown this member (one query)."""
    seen = set(_seen_of(member, list(keys)))
    return [key for key in keys if key not in seen]


def standings(
    campaign: Campaign, questions: Sequence[Waiting], called: Mapping[str, Call]
) -> dict[str, Standing]:
    """By id and key, how these questions and calls of players stand; for the GM (three queries at most)."""
    asked = {one.id: one.owner for one in questions if one.owner and not one.first}
    owners = {**asked, **{key: call.owner for key, call in called.items()}}
    if not owners:
        return {}
    seen = {(str(member), key): at for member, key, at in _seen_in(campaign.pk, [*owners])}
    born = dict(_born(campaign.pk, [UUID(one) for one in asked]))
    since = {str(one): seq for one, seq in born.items()}
    for key, call in called.items():
        told = _told_of(call.what)
        if told.in_turn:
            since[key] = next(iter(_last_of_all(campaign.pk, told.fields)), 0)
    times = dict(_times(campaign.pk, [*since.values()]))
    told_otherwise = {key: call.since for key, call in called.items()}
    return {
        key: Standing(
            told_otherwise.get(key) or _time(times.get(since.get(key, 0))), seen.get((str(owner), key))
        )
        for key, owner in owners.items()
    }


def answered(campaign: Campaign, since: int) -> list[Answered]:
    """The newest questions to players, of those asked after an entry, that are answered or settled; for the GM."""
    rows = _closed(campaign.pk, since)
    if not rows:
        return []
    seen = {
        (str(member), key): at for member, key, at in _seen_in(campaign.pk, [str(row.pk) for row in rows])
    }
    by = dict(_closed_by(campaign.pk, [row.pk for row in rows]))
    owners = {row.pk: str(row.who.owner_id) for row in rows if row.who is not None}
    return [
        Answered(
            owner=owners[row.pk],
            who=row.who.name,
            action=row.question,
            state=row.state,
            seen=seen.get((owners[row.pk], str(row.pk))),
            seq=by.get(row.pk),
        )
        for row in rows
        if row.who is not None
    ]


def _told_of(what: str) -> CalledAnew:
    return next(game.waiting.told_in[what] for game in games().values() if what in game.waiting.told_in)


def _time(microseconds: int | None) -> datetime | None:
    return None if microseconds is None else datetime.fromtimestamp(microseconds / 1_000_000, UTC)


@prepared
def _last_told(campaign: UUID, record: UUID, fields: tuple[str, ...]) -> QuerySet[Change, int]:
    found = Change.objects.filter(campaign=campaign, record=record, field__in=fields)
    return found.order_by("-seq").values_list("seq", flat=True)[:1]


@prepared
def _last_of_all(campaign: UUID, fields: tuple[str, ...]) -> QuerySet[Change, int]:
    found = Change.objects.filter(campaign=campaign, field__in=fields)
    return found.order_by("-seq").values_list("seq", flat=True)[:1]


@prepared
def _seen_of(member: UUID, keys: list[str]) -> QuerySet[Seen, str]:
    return Seen.objects.filter(member=member, call__in=keys).values_list("call", flat=True)


@prepared
def _seen_in(campaign: UUID, keys: list[str]) -> QuerySet[Seen, tuple[UUID, str, datetime]]:
    found = Seen.objects.filter(member__campaign=campaign, member__left=None, call__in=keys)
    return found.values_list("member", "call", "at")


@prepared
def _born(campaign: UUID, questions: list[UUID]) -> QuerySet[Pending, tuple[UUID, int]]:
    found = Pending.objects.filter(record__campaign=campaign, pk__in=questions)
    return found.values_list("pk", "record__born")


@prepared
def _times(campaign: UUID, seqs: list[int]) -> QuerySet[Entry, tuple[int, int]]:
    return Entry.objects.filter(campaign=campaign, seq__in=seqs).values_list("seq", "time")


@prepared
def _closed(campaign: UUID, since: int) -> QuerySet[Pending]:
    found = Pending.objects.filter(record__campaign=campaign, for_role="player", record__born__gt=since)
    asked = found.exclude(state="open").filter(who__owner__role="player", record__visibility="table")
    return asked.select_related("who").order_by("-record__born", "-pk")[:NEWEST]


@prepared
def _closed_by(campaign: UUID, questions: list[UUID]) -> QuerySet[Change, tuple[UUID, int]]:
    found = Change.objects.filter(campaign=campaign, record__in=questions, field="state")
    return found.order_by("seq").values_list("record", "seq")
