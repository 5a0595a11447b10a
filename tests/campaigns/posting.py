"""What the pages of a world send by POST: their forms, filled in; and what becomes of each, and leaves no trace."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import unified_diff
from html import unescape
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.urls import ResolverMatch, resolve, reverse

from campaigns.models import Entry, Membership, Record
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, play
from campaigns.state.ids import ids_in
from tests.campaigns.form_filling import Form, posted_forms
from tests.campaigns.spine import document
from tests.campaigns.world import rolled_back

UUID = re.compile(r"\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b")
LINK = re.compile(r'\bhref="([^"#]+)')
PASSING = re.compile(
    rf"{UUID.pattern}|\b[0-9a-f]{{32,64}}\b|\b[A-Za-z0-9]{{64}}\b|nonce-[\w+/=-]+|\b\d\d?:\d\d(?::\d\d)?\b"
    r'|(?<=name="key" value=")[\w-]+|(?<= data-part=")\w+'
)
"""Ids, keys, tokens, times of day, and marks of parts with ids in them: they are others in every answer."""

WRITES = re.compile(r'^(?:INSERT(?: OR \w+)? INTO|UPDATE|DELETE FROM) "(\w+)"')
OF_THE_PAGE = frozenset({"csrfmiddlewaretoken", "key", "nonce"})
ASKS_ALONE = frozenset({"command", "form.command"})
"""Buttons that make a form larger or tell its odds."""

SESSIONS = "django_session"
"""What a browser's next page tells is kept there: no row of anybody's."""

ALIKE = 3
"""So many pages of one view are read in each shape that its address has."""

FORMLESS = frozenset(
    {
        *("campaign_rules", "campaign_clause", "campaign_odds", "cast_then", "record_then", "statistics"),
        *("action_palette", "play_action"),
        *("exports", "take_export", "check_dice", "log_verify", "log_lines", "log_sessions"),
    }
)
"""Pages on which nothing is sent, and the palette's, which are tried with the worked cases."""

ENOUGH = 2
"""So many forms of one person's are tried that differ only in what they are about."""

MOST_OF_A_LINE = 200
"""So much of a line is told of two answers that differ."""

WORDS = "As agreed"
LINES = {"text": WORDS, "textarea": WORDS}
CHOICES = {"number": "1", "select": "", "radio": "", "checkbox": ""}
TYPED: tuple[Mapping[str, str], ...] = (LINES, LINES | CHOICES)

Wanted = tuple[str, tuple[tuple[str, tuple[str, ...]], ...]]


@dataclass(frozen=True)
class Post:
    """What somebody would send, and on whose pages it was found."""

    url: str
    sent: dict[str, list[str]]
    found_by: frozenset[str] = frozenset()

    @property
    def match(self) -> ResolverMatch:
        return resolve(urlsplit(self.url).path)

    @property
    def view(self) -> str:
        """The name of where it goes; of the page for all acts also the act."""
        action = self.match.kwargs.get("action", "")
        return f"{self.match.url_name} {action}".strip()

    @property
    def ids(self) -> list[str]:
        """Every id in the address and the values, but for the campaign's own."""
        inside = [value for values in self.said.values() for value in values]
        found = dict.fromkeys(UUID.findall(" ".join([self.url, *inside])))
        return [one for one in found if one != str(self.match.kwargs["campaign_id"])]

    def first(self, name: str) -> str:
        """A part of the address, or the first value of that name."""
        return str(self.match.kwargs.get(name) or next(iter(self.sent.get(name, ())), ""))

    @property
    def said(self) -> dict[str, list[str]]:
        return {name: values for name, values in self.sent.items() if name not in OF_THE_PAGE}

    @property
    def shape(self) -> str:
        """What it is, without which things it is about."""
        return UUID.sub("ID", f"{self.view} {sorted(self.sent)}")

    @property
    def numbers(self) -> list[str]:
        """Where a whole number in the address says what it is about."""
        return [name for name, value in self.match.kwargs.items() if isinstance(value, int)]

    def at(self, name: str, number: int) -> "Post":
        """The same at another number."""
        parts, match = urlsplit(self.url), self.match
        path = reverse(match.view_name, kwargs={**match.kwargs, name: number})
        return replace(self, url=parts._replace(path=path).geturl())

    def about(self, old: str, new: str) -> "Post":
        """The same about something else."""
        sent = {name: [value.replace(old, new) for value in values] for name, values in self.sent.items()}
        return replace(self, url=self.url.replace(old, new), sent=sent)


@dataclass(frozen=True)
class Sent:
    """What became of a POST: the answer, and the tables in which it left something else than before."""

    status: int
    where: str
    body: str
    changed: frozenset[str]
    named: frozenset[str] = frozenset()
    """Every id in the steps of the entry that was written, but for what they made."""

    @property
    def is_turned_away(self) -> bool:
        """Whether the answer says no more than that this is not theirs to do."""
        return self.status in {403, 404} or (self.status == 302 and self.where.startswith("/accounts/login/"))

    def without(self, *told: str) -> tuple[int, str, str, frozenset[str]]:
        """What can be compared with another answer, without the ids that it may repeat."""
        where, body = self.where, self.body
        for one in told:
            where, body = where.replace(one, "ID"), body.replace(one, "ID")
        return self.status, PASSING.sub("*", where), PASSING.sub("*", body), self.changed


def differences(answers: Sequence[Sent], told: Iterable[str]) -> list[str]:
    """What the others say otherwise than the first, line by line."""
    first, *others = [sent.without(*told)[2].splitlines() for sent in answers]
    told_otherwise = [unified_diff(first, other, "first", "other", n=0, lineterm="") for other in others]
    return [line[:MOST_OF_A_LINE] for lines in told_otherwise for line in lines]


class Desk:
    """Where POSTs are handed in: each is answered, looked at and taken back, so that one world serves them all."""

    def __init__(self) -> None:
        self._before = {table: _rows(table) for table in connection.introspection.table_names()}
        self._answers: dict[tuple[Client, str, str], Sent] = {}

    def send(self, client: Client, post: Post) -> Sent:
        """What becomes of it; the same again is answered as before, for nothing has changed."""
        sent = client, post.url, repr(post.sent)
        if sent not in self._answers:
            self._answers[sent] = self._send(client, post)
        return self._answers[sent]

    def _send(self, client: Client, post: Post) -> Sent:
        cache.clear()
        touched: set[str] = set()

        def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
            found = WRITES.match(sql)
            touched.update([found[1]] if found else [])
            return execute(sql, params, many, context)

        with rolled_back():
            with connection.execute_wrapper(note):
                answer = client.post(post.url, post.sent)
                body = b"".join(answer) if answer.streaming else answer.content
            written = touched - {SESSIONS}
            changed = frozenset(table for table in written if _rows(table) != self._before[table])
            named = _named(post) if Entry._meta.db_table in changed else frozenset()
        return Sent(answer.status_code, answer.headers.get("Location", ""), body.decode(), changed, named)


def found_posts(
    desk: Desk,
    browsers: Mapping[str, Client],
    start: str,
    also: Iterable[str] = (),
    views: Collection[str] = (),
) -> list[Post]:
    """Every form of a campaign's pages that these people get to see, as it would be sent, once for each button.

    Of those that differ only in what they are about, the first few of each person are kept. Where `views` are named,
    only what is sent to them counts, and no more pages than these `also` are read.
    """
    found: dict[Wanted, Post] = {}
    for who, client in browsers.items():
        kept: Counter[str] = Counter()
        for form in _forms(client, start, also, views):
            for post in _presses(form):
                key = post.url, tuple(sorted((name, tuple(given)) for name, given in post.said.items()))
                kept[post.shape] += key not in found
                if key in found:
                    found[key] = replace(found[key], found_by=found[key].found_by | {who})
                elif kept[post.shape] <= ENOUGH:
                    found[key] = replace(_accepted(desk, client, form, post), found_by=frozenset({who}))
    return list(found.values())


def strangers(kinds: Iterable[str], gm: Membership, foreign: Membership) -> dict[str, tuple[str, str]]:
    """Of each kind two records that do not exist for a player: one that the GM keeps to themself, and a foreign one."""
    found = {kind: (str(uuid4()), str(uuid4())) for kind in sorted(kinds)}
    for place, actor, name, visibility in ((0, gm, "Unseen", "gm"), (1, foreign, "Elsewhere", "table")):
        made = [
            Request(
                "table.create",
                {"about": {"kind": kind, "name": name, "visibility": visibility}, "fields": []},
                known={"id": ids[place]},
            )
            for kind, ids in found.items()
        ]
        play(actor, ActRequest(key=uuid4().hex, steps=tuple(made)))
    return found


def _forms(client: Client, start: str, also: Iterable[str], views: Collection[str]) -> Iterator[Form]:
    pages = _pages_at(client, also) if views else pages_of(client, start, also)
    for url, page in pages:
        for form in posted_forms(page, url):
            is_wanted = not views or resolve(urlsplit(form.action).path).url_name in views
            if form.action.startswith(start) and is_wanted:
                yield form


def _presses(form: Form) -> Iterator[Post]:
    yield Post(form.action, form.sent)
    for name, value in form.buttons:
        if name not in ASKS_ALONE:
            yield Post(form.action, {**form.sent, name: [value]})


def _accepted(desk: Desk, client: Client, form: Form, post: Post) -> Post:
    """The POST as it is taken from whoever found it: as the page has it, with words, or with everything filled in."""
    tries = [post, *(replace(post, sent=post.sent | _typed(form, kinds)) for kinds in TYPED)]
    return next((one for one in tries if desk.send(client, one).changed), tries[1])


def _typed(form: Form, kinds: Mapping[str, str]) -> dict[str, list[str]]:
    """What somebody enters where nothing stands yet; of choices the first."""
    empty = [
        control for control in form.controls.values() if not any(control.values) and control.kind in kinds
    ]
    chosen = {control.name: next(filter(None, control.options), kinds[control.kind]) for control in empty}
    return {name: [value] for name, value in chosen.items()}


def _pages_at(client: Client, urls: Iterable[str]) -> Iterator[tuple[str, str]]:
    """What stands at these addresses, where it is a page."""
    for url in urls:
        with rolled_back():
            answer = client.get(url)
        assert answer.status_code < 500, url
        if answer.status_code == 200 and "text/html" in answer.headers["Content-Type"]:
            yield url, answer.content.decode()


def pages_of(client: Client, start: str, also: Iterable[str] = ()) -> Iterator[tuple[str, str]]:
    waiting, alike = [start, *also], Counter[str]()
    seen = set(waiting)
    for url, page in _pages_at(client, waiting):  # it grows while it is read
        yield url, page
        for link in dict.fromkeys(unescape(one) for one in LINK.findall(page)):
            target = url.partition("?")[0] + link if link.startswith("?") else link
            if target.startswith(start) and target not in seen:
                seen.add(target)
                shape = _shape_of(target)
                alike[shape] += 1
                if shape and alike[shape] <= ALIKE:
                    waiting.append(target)


def _shape_of(url: str) -> str:
    """The view of a page with what is asked of it; nothing for one that holds no forms."""
    parts = urlsplit(url)
    match = resolve(parts.path)
    if match.url_name in FORMLESS or (match.url_name == "log" and parts.query):
        return ""
    asked = sorted({one.partition("=")[0] for one in parts.query.split("&")})
    return f"{match.url_name} {match.kwargs.get('system')} {asked}"


def _named(post: Post) -> frozenset[str]:
    entry = Entry.objects.filter(campaign=post.match.kwargs["campaign_id"]).latest("seq")
    told = document(entry)
    assert "nonce" in post.sent or told["from"].get("by") != "fair", f"no share in what {post.url} draws"
    found = {*ids_in(told["steps"])}
    born = Record.objects.filter(pk__in=found, campaign=entry.campaign_id, born=entry.seq)
    return frozenset(found - {str(record.pk) for record in born})


def _rows(table: str) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
        return sorted(cursor.fetchall(), key=repr)
