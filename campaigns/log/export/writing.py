"""A log written as lines: a head, an entry a line, what stands beside, and the hash of it all."""

import gzip
import hashlib
import io
import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import NotRequired, TypedDict
from uuid import UUID

from django.db.models import QuerySet

from campaigns.log.export.cuts import Cut, Span
from campaigns.log.export_lines import WrittenEntry, lines
from campaigns.models import Bookmark, Campaign, Comment, DrawPeriod, Membership, Recap
from rules.kernel.values import Value, Values

FORMAT = 1


class Head(TypedDict):
    """The first line: what the file is, and of which log."""

    pactbook: str
    format: int
    cut: str
    campaign: Mapping[str, str]
    head: Mapping[str, int | str]
    range: list[int]
    people: Mapping[str, str]
    reader: NotRequired[Mapping[str, bool | str | None]]
    owner: NotRequired[str | None]


EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def text_of(value: Value | Head | WrittenEntry) -> str:
    """One line's text: canonical JSON, but for texts, which stay exactly as they are (they are committed to)."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def written(campaign: Campaign, cut: Cut, span: Span) -> Iterator[bytes]:
    """The file's lines, one after the other; few entries at a time are in memory."""
    digest, count = hashlib.sha256(), 0
    for value in _values(campaign, cut, span):
        line = f"{text_of(value)}\n".encode()
        digest.update(line)
        count += 1
        yield line
    yield f"{text_of({'end': {'lines': count, 'sha256': digest.hexdigest()}})}\n".encode()


def packed(found: Iterable[bytes]) -> Iterator[bytes]:
    """The same lines as gzip, without a name or a time: the same log gives the same bytes."""
    buffer = io.BytesIO()
    with gzip.GzipFile(filename="", mode="wb", fileobj=buffer, mtime=0) as pack:
        for line in found:
            pack.write(line)
            if buffer.tell() > 2**16:
                yield buffer.getvalue()
                buffer.seek(0)
                buffer.truncate()
    yield buffer.getvalue()


def head_of(campaign: Campaign, cut: Cut, span: Span) -> Head:
    """The first line."""
    members = Membership.objects.filter(campaign=campaign).order_by("pk")
    head: Head = {
        "pactbook": "log",
        "format": FORMAT,
        "cut": cut.name,
        "campaign": {"id": str(campaign.pk), "name": campaign.name},
        "head": {"seq": campaign.head_seq, "hash": campaign.head_hash},
        "range": [span.first, span.last],
        "people": {str(member.pk): member.name for member in members},
    }
    if cut.name == "member":
        head["reader"] = {"member": cut.member, "gm": cut.viewer.is_gm}
    if cut.name == "gm":
        owner = members.filter(user=campaign.owner_id).first()
        head["owner"] = str(owner.pk) if owner else None
    return head


def _values(campaign: Campaign, cut: Cut, span: Span) -> Iterator[Values | Head | WrittenEntry]:
    yield head_of(campaign, cut, span)
    most = span.last - span.first + 1
    yield from lines(cut.viewer, campaign, after=span.first - 1, most=most)
    yield from _comments(campaign, cut, span)
    yield from _recaps(campaign, span)
    if cut.name == "member":
        mine = Bookmark.objects.filter(member_id=UUID(cut.viewer.member), seq__range=(span.first, span.last))
        for bookmark in mine.order_by("seq"):
            yield {"beside": "bookmark", "seq": bookmark.seq}
    # In no other: players get secrets by a reveal, which the log tells.
    if cut.name == "gm" and span == Span(1, campaign.head_seq):
        yield from _closed_periods(campaign)


def _comments(campaign: Campaign, cut: Cut, span: Span) -> Iterator[Values]:
    """What readers said about the entries, as far as it is for these eyes."""
    found = Comment.objects.filter(campaign=campaign, seq__range=(span.first, span.last))
    for comment in found.order_by("seq", "pk").iterator(chunk_size=500):
        if cut.viewer.reads(comment.audience):
            yield {
                "beside": "comment",
                "seq": comment.seq,
                "author": str(comment.author_id),
                "audience": comment.audience,
                "words": comment.words,
                "time": micros(comment.created),
                "edited": micros(comment.edited) if comment.edited else None,
            }


def recaps_of(campaign: Campaign, span: Span) -> QuerySet[Recap]:
    """What was kept of the sessions that begin in a span, in their order. All members may read it."""
    found = Recap.objects.filter(campaign=campaign, session__born__range=(span.first, span.last))
    return found.select_related("session__session").order_by("session__born", "pk")


def _recaps(campaign: Campaign, span: Span) -> Iterator[Values]:
    for recap in recaps_of(campaign, span):
        yield {
            "beside": "recap",
            "session": str(recap.session_id),
            "author": str(recap.kept_by_id),
            "text": recap.text,
            "revision": recap.revision,
            "time": micros(recap.kept_at),
        }


def micros(when: datetime) -> int:
    """Microseconds since 1970, UTC."""
    return (when - EPOCH) // timedelta(microseconds=1)


def _closed_periods(campaign: Campaign) -> Iterator[Values]:
    """The sealed secrets of periods that are over. Of the open one nothing is told: it would foretell every die."""
    periods = DrawPeriod.objects.filter(campaign=campaign, is_open=False).exclude(sealed_secret=b"")
    for period in periods.order_by("number"):
        yield {"beside": "draws", "period": period.number, "sealed": bytes(period.sealed_secret).hex()}
