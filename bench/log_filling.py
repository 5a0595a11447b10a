"""A long campaign, made in minutes: copies of played acts with other words, chained, indexed and loaded in bulk."""

import random
import uuid
from dataclasses import dataclass, field
from typing import Any

from django.db import connection, transaction

from campaigns.log import canonical, chain, retries, review_index, search_rows
from campaigns.log.words import words_of
from campaigns.models import Campaign, Change, Entry, Part, Record, Session, Tag

VOCABULARY, SESSION, AT_ONCE = 3000, 500, 8192
RARE, OLD, COMMON, MEDIUM = "xylophonist", "yesteryear", "candle", "lantern"
"""Words of five entries, of the older half alone, of every third entry, and of every fortieth."""

LOADED = (Entry, Part, Change, Tag)


@dataclass
class Model:
    """An act to be copied: its parts, with a mark where the words go, and what stands beside it."""

    parts: list[tuple[str, str, str]]
    tags: list[tuple[str, str, str]]
    changes: list[Any]
    terms: dict[str, set[str]]
    session: str


@dataclass
class Filling:
    """A campaign being filled."""

    campaign: Campaign
    models: list[Model]
    entries: int
    first_key: int
    chance: random.Random = field(init=False)

    def __post_init__(self) -> None:
        self.chance = random.Random(self.campaign.name)  # noqa: S311  # the same words in every run
        letters = "bcdfghklmnprstvw"
        self.words = [
            "".join(self.chance.choice(letters) + self.chance.choice("aeiou") for _n in range(3))
            + f"{n % 97}"
            for n in range(VOCABULARY)
        ]
        self.sessions: list[str] = []

    def run(self) -> None:
        """Append up to `entries`. The rows are what `record.append` would have written."""
        campaign, prev = self.campaign, self.campaign.head_hash
        first = campaign.head_seq + 1
        masks: review_index.Masks = {}
        if first % review_index.BLOCK:
            masks = review_index.read(campaign, first // review_index.BLOCK)
            review_index.FreshTerms.objects.filter(campaign=campaign).delete()
        with _without_indexes():
            for start in range(first, self.entries + 1, AT_ONCE):
                end = min(start + AT_ONCE, self.entries + 1)
                prev = self._some(start, end, prev, masks)
        open_block = self.entries // review_index.BLOCK
        if masks:
            review_index.write(campaign, open_block, masks)
        Campaign.objects.filter(pk=campaign.pk).update(head_seq=self.entries, head_hash=prev)
        campaign.refresh_from_db()
        from campaigns.log import rebuilding

        rebuilding.refresh(campaign, [self.entries])

    def _some(self, start: int, end: int, prev: str, masks: review_index.Masks) -> str:
        rows: dict[Any, list[tuple[Any, ...]]] = {model: [] for model in LOADED}
        with transaction.atomic():
            for seq in range(start, end):
                prev = self._entry(seq, prev, rows, masks)
                if (seq + 1) % review_index.BLOCK == 0:
                    review_index.write(self.campaign, seq // review_index.BLOCK, masks)
                    masks.clear()
            for model, some in rows.items():
                _load(model, some)
        return prev

    def _entry(self, seq: int, prev: str, rows: dict[Any, list[tuple[Any, ...]]], masks: Any) -> str:
        model, words, pk = self.models[seq % len(self.models)], self._words(seq), self.first_key + seq
        session = self._session(seq)
        parts = [
            (audience, kind, text.replace("$WORDS$", words).replace(model.session, session))
            for audience, kind, text in model.parts
        ]
        told = []
        for position, (audience, kind, text) in enumerate(parts):
            nonce = self.chance.randbytes(32).hex()
            commitment = chain.commit(nonce, text)
            rows[Part].append((pk, position, audience, kind, nonce, text, commitment, None))
            told.append({"audience": audience, "kind": kind, "commitment": commitment})
        act, time = str(uuid.UUID(int=self.chance.getrandbits(128))), 1_700_000_000_000_000 + seq * 1_000_000
        head = chain.header(
            campaign=str(self.campaign.pk), seq=seq, act=act, cause=None, time=time, prev=prev, parts=told
        )
        stated = chain.digest(head)
        rows[Entry].append((pk, _id(self.campaign.pk), seq, 1, _id(act), None, time, prev, stated))
        owner = (pk, _id(self.campaign.pk), seq)
        tags = [
            (kind, session if kind == "session" else value, audience) for kind, value, audience in model.tags
        ]
        rows[Tag] += [(*owner, *tag) for tag in tags]
        rows[Change] += [
            (
                *owner,
                _id(change.record),
                change.field,
                canonical.encode(change.before),
                canonical.encode(change.after),
                change.audience,
            )
            for change in model.changes
        ]
        review_index.note(masks, seq, model.terms)
        extra = {f"w:{word}" for one in words.split() for word in words_of(one)} | {f"session:{session}"}
        review_index.note(masks, seq, {model.parts[0][0]: extra})
        return stated

    def _words(self, seq: int) -> str:
        # Common words are common, others rare, as in any language.
        own = [self.words[int(VOCABULARY * self.chance.random() ** 4)] for _n in range(8)]
        if seq % 3 == 0:
            own.append(COMMON)
        if seq % 40 == 0:
            own.append(MEDIUM)
        if seq < self.entries // 2 and seq % 2 == 0:
            own.append(OLD)
        if seq in {max(50, self.entries * part // 10) for part in (1, 2, 3, 4, 5)}:
            own.append(RARE)
        return " ".join(own)

    def _session(self, seq: int) -> str:
        number = seq // SESSION
        while len(self.sessions) <= number:
            pk = uuid.UUID(int=self.chance.getrandbits(128))
            record = Record.objects.create(
                id=pk, campaign=self.campaign, kind="session", name=f"Night {number}", born=max(1, seq)
            )
            Session.objects.create(record=record, number=len(self.sessions) + 100, state="ended")
            self.sessions.append(str(pk))
        return self.sessions[number]


def models_of(campaign: Campaign) -> list[Model]:
    """Every act of a played campaign that somebody's words can be put into, and the others as they are."""
    found, again = [], retries.RetryTracker()
    visible: dict[str, str] = {}
    for entry in Entry.objects.filter(campaign=campaign).order_by("seq").prefetch_related("parts"):
        rows = list(entry.parts.all())
        told = search_rows.of(entry.seq, rows, visible, again)
        session = next((value for kind, value, _who in told.tags if kind == "session"), "")
        parts = [(row.audience, row.kind, row.text) for row in rows]
        words = [n for n, one in enumerate(parts) if one[1] == "text"]
        if not session or sum(len(text) for _a, _k, text in parts) > 2500:
            continue
        if words:
            parts[words[0]] = (parts[words[0]][0], "text", '"$WORDS$"')
        found.append(Model(parts, told.tags, told.changes, told.terms, session))
    spoken = [one for one in found if any(text == '"$WORDS$"' for _a, _k, text in one.parts)]
    others = [one for one in found if one not in spoken]
    return [
        one
        for pair in zip(spoken * (len(others) // max(1, len(spoken)) + 1), others, strict=False)
        for one in pair
    ]


def _id(value: Any) -> Any:
    return str(value) if connection.vendor == "postgresql" else str(value).replace("-", "")


COLUMNS = {
    Entry: "id, campaign_id, seq, format, act, cause, time, prev, hash",
    Part: "entry_id, position, audience, kind, nonce, text, commitment, opened",
    Change: 'entry_id, campaign_id, seq, record, field, "before", "after", audience',
    Tag: "entry_id, campaign_id, seq, kind, value, audience",
}


def _load(model: Any, rows: list[tuple[Any, ...]]) -> None:
    table, columns = model._meta.db_table, COLUMNS[model]
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as copy:  # our own names
                for row in rows:
                    copy.write_row(row)
        else:
            marks = ", ".join("%s" for _one in columns.split(","))
            cursor.executemany(f"INSERT INTO {table} ({columns}) VALUES ({marks})", rows)  # noqa: S608  # names of our own tables and columns


class _without_indexes:  # noqa: N801  # reads as a word
    """On PostgreSQL the plain indexes of what is loaded are made afterwards, which is quicker."""

    def __enter__(self) -> None:
        self.made: list[str] = []
        if connection.vendor != "postgresql":
            return
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT i.indexname, i.indexdef FROM pg_indexes i WHERE i.tablename = ANY(%s)"
                " AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conname = i.indexname)",
                [[model._meta.db_table for model in (Change, Tag)]],
            )
            for name, statement in cursor.fetchall():
                cursor.execute(f'DROP INDEX "{name}"')
                self.made.append(statement)

    def __exit__(self, *error: object) -> None:
        with connection.cursor() as cursor:
            for statement in self.made:
                cursor.execute(statement)
            if connection.vendor == "postgresql":
                cursor.execute("VACUUM ANALYZE")
            else:
                cursor.execute("ANALYZE")
