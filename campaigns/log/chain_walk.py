"""The chain by itself, quickly: numbers, links, headers, what each part was committed to. Nothing is played again."""

import hashlib
import hmac
import json
from collections.abc import Iterable, Iterator
from functools import lru_cache
from operator import itemgetter
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import QuerySet, TextField
from django.db.models.functions import Cast

from campaigns.log import chain
from campaigns.models import Campaign, Entry, Part, Redaction

AT_ONCE = 2000
COLUMNS = ("entry_id", "position", "audience", "kind", "nonce", "text", "commitment")
Parts = list[tuple[Any, ...]]


class Broken(NamedTuple):
    """The first entry that fails, and why."""

    seq: int
    why: str


def walk(campaign: Campaign, first: int = 1, last: int | None = None) -> tuple[int, Broken | None]:
    """How many entries hold, from `first` (whose link to the one before is taken as it is), and what does not."""
    redactions = Redaction.objects.filter(part__entry__campaign=campaign)
    redacted = set(redactions.values_list("part__entry__seq", "part__position"))
    name = str(campaign.pk)
    end, expected, prev = last or campaign.head_seq, first, chain.GENESIS if first == 1 else None
    for seq, entry, entry_parts in _rows(campaign, first, end):
        if seq != expected:
            return expected - first, Broken(expected, "this entry is missing")
        why = _fault(name, seq, entry, entry_parts, prev, redacted)
        if why:
            return expected - first, Broken(seq, why)
        prev, expected = entry[4], expected + 1
    if expected <= end or (last is None and prev != campaign.head_hash):
        return expected - first, Broken(expected, f"the log should end with entry {end}")
    return expected - first, None


def _fault(
    campaign: str,
    seq: int,
    entry: tuple[Any, ...],
    entry_parts: Parts,
    prev: str | None,
    redacted: set[tuple[int, int]],
) -> str:
    version, act, cause, time, stated, before = entry
    if prev is not None and before != prev:
        return "it does not follow from the entry before it"
    told = []
    for position, (_pk, stored, audience, kind, nonce, text, commitment) in enumerate(entry_parts):
        if stored != position:
            return "a part is missing"
        made = hmac.digest(bytes.fromhex(nonce), text.encode(), "sha256").hex()
        if made != commitment and not (text == "" and kind == "text" and (seq, position) in redacted):
            return f"part {position} is not what was committed to"
        bound = f'"{made}"' if made == commitment else _text(commitment)
        told.append(f'{{"audience":{_text(audience)},"commitment":{bound},"kind":{_text(kind)}}}')
    link = f'"{prev}"' if prev is not None else _text(before)
    head = (
        f'{{"act":"{_dashed(act)}","campaign":"{campaign}","cause":{"null" if cause is None else cause},'
        f'"format":{version},"parts":[{",".join(told)}],"prev":{link},"seq":{seq},"time":{time}}}'
    )
    if hashlib.sha256(head.encode()).hexdigest() != stated:
        return "its header was changed"
    return ""


def _rows(campaign: Campaign, first: int, last: int) -> Iterator[tuple[int, tuple[Any, ...], Parts]]:
    """Entries in order with their parts, read in two streams that keep step."""
    for start in range(first, last + 1, AT_ONCE):
        span = {"seq__gte": start, "seq__lte": min(start + AT_ONCE - 1, last)}
        entries = Entry.objects.filter(campaign=campaign, **span).order_by("seq")
        rows = entries.annotate(told=Cast("act", TextField())).values_list(
            "pk", "seq", "format", "told", "cause", "time", "hash", "prev"
        )
        found = Part.objects.filter(
            entry__campaign=campaign, **{f"entry__{name}": value for name, value in span.items()}
        )
        parts: dict[int, Parts] = {}
        for part in _fetched(found.order_by().values_list(*COLUMNS)):
            parts.setdefault(part[0], []).append(part)
        for pk, seq, *entry in _fetched(rows):
            own = parts.get(pk, [])
            own.sort(key=itemgetter(1))  # by position: cheaper here than a sort of all these texts
            yield seq, tuple(entry), own


def _fetched(rows: QuerySet[Any, tuple[Any, ...]]) -> Iterable[tuple[Any, ...]]:
    """SQLite hands out rows in larger helpings when asked to; PostgreSQL would open a cursor of its own for that."""
    return rows if connection.vendor == "postgresql" else rows.iterator(AT_ONCE)


def _dashed(act: str) -> str:
    """A UUID as the header has it; SQLite keeps it without dashes."""
    return act if len(act) == 36 else f"{act[:8]}-{act[8:12]}-{act[12:16]}-{act[16:20]}-{act[20:]}"


@lru_cache(maxsize=4096)
def _text(value: str) -> str:
    """A short text as canonical JSON writes it: hashes and audiences are plain letters, the rest is escaped."""
    return json.dumps(value, ensure_ascii=False)
