"""The chain by itself, quickly: numbers, links, headers, what each part was committed to. Nothing is played again."""

import hashlib
import hmac
import json
from collections.abc import Callable, Iterator
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple, TypeVar

from django.db import connection
from django.db.models import TextField
from django.db.models.functions import Cast
from django.db.models.sql.query import Query

from campaigns.log import chain
from campaigns.models import Campaign, Entry, Part, Redaction

AT_ONCE = 400
# Put in by the ORM, once, and replaced for each span: a long log has very many.
FIRST, LAST = 2_000_000_001, 2_000_000_002
"""Where a span's ends stand in a statement."""
ENTRY = ("pk", "seq", "format", "told", "cause", "time", "hash", "prev")
PART = ("entry_id", "position", "audience", "kind", "nonce", "text", "commitment")
EntryRow = tuple[int, int, int, str, int | None, int, str, str]
PartRow = tuple[int, int, str, str, str, str, str]
Row = TypeVar("Row", EntryRow, PartRow)


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
    for entry, parts in _rows(campaign, first, end):
        seq, stated = entry[1], entry[6]
        if seq != expected:
            return expected - first, Broken(expected, "this entry is missing")
        why = _fault(name, entry, parts, prev, redacted)
        if why:
            return expected - first, Broken(seq, why)
        prev, expected = stated, expected + 1
    if expected <= end or (last is None and prev != campaign.head_hash):
        return expected - first, Broken(expected, f"the log should end with entry {end}")
    return expected - first, None


def _fault(
    campaign: str, entry: EntryRow, parts: list[PartRow], prev: str | None, redacted: set[tuple[int, int]]
) -> str:
    _pk, seq, version, act, cause, time, stated, before = entry
    if prev is not None and before != prev:
        return "it does not follow from the previous entry"
    told = []
    for place, (_entry, position, audience, kind, nonce, text, commitment) in enumerate(parts):
        if position != place:
            return "a part is missing"
        made = hmac.digest(bytes.fromhex(nonce), text.encode(), "sha256").hex()
        if made != commitment:
            if text or kind != "text" or (seq, position) not in redacted:
                return f"part {position} does not match its commitment"
            made = _text(commitment)[1:-1]
        told.append(_part(audience, kind) % made)
    link = _text(before) if prev is None else f'"{prev}"'
    # By hand, in the order of canonical JSON: `canonical.encode` also checks every value, which takes longer than
    # hashing.
    head = (
        f'{{"act":"{_dashed(act)}","campaign":"{campaign}","cause":{"null" if cause is None else cause},'
        f'"format":{version},"parts":[{",".join(told)}],"prev":{link},"seq":{seq},"time":{time}}}'
    )
    if hashlib.sha256(head.encode()).hexdigest() != stated:
        return "its header was changed"
    return ""


def _rows(campaign: Campaign, first: int, last: int) -> Iterator[tuple[EntryRow, list[PartRow]]]:
    """Entries in order with their parts, so many at once that they stay in the processor's own memory."""
    entries = Entry.objects.filter(campaign=campaign, seq__gte=FIRST, seq__lte=LAST).order_by("seq")
    parts = Part.objects.filter(entry__campaign=campaign, entry__seq__gte=FIRST, entry__seq__lte=LAST)
    told = entries.annotate(told=Cast("act", TextField()))
    entries_of: Callable[[int, int], list[EntryRow]] = _statement(told.values_list(*ENTRY).query)
    parts_of: Callable[[int, int], list[PartRow]] = _statement(parts.order_by().values_list(*PART).query)
    for start in range(first, last + 1, AT_ONCE):
        end = min(start + AT_ONCE - 1, last)
        by_entry: dict[int, list[PartRow]] = {}
        for part in parts_of(start, end):
            by_entry.setdefault(part[0], []).append(part)
        for entry in entries_of(start, end):
            own = by_entry.get(entry[0], [])
            own.sort(key=itemgetter(1))  # by position: cheaper here than a sort of all these texts
            yield entry, own


def _statement(found: Query) -> Callable[[int, int], list[Row]]:
    """A query from FIRST to LAST, written once; its rows as the driver hands them out, texts and numbers all."""
    sql, values = found.sql_with_params()

    def rows(first: int, last: int) -> list[Row]:
        span = {FIRST: first, LAST: last}
        with connection.cursor() as cursor:
            cursor.execute(sql, [span.get(value, value) for value in values])
            fetched: list[Row] = cursor.fetchall()
        return fetched

    return rows


def _dashed(act: str) -> str:
    """A UUID as the header has it; SQLite keeps it without dashes."""
    return act if len(act) == 36 else f"{act[:8]}-{act[8:12]}-{act[12:16]}-{act[16:20]}-{act[20:]}"


@lru_cache(maxsize=4096)
def _part(audience: str, kind: str) -> str:
    """A part in a header, its commitment left open for `%`."""
    audience, kind = audience.replace("%", "%%"), kind.replace("%", "%%")
    return f'{{"audience":{_text(audience)},"commitment":"%s","kind":{_text(kind)}}}'


def _text(value: str) -> str:
    """A short text as canonical JSON writes it: hashes and audiences are plain letters, the rest is escaped."""
    return json.dumps(value, ensure_ascii=False)
