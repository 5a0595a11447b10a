"""The session report: a log as Markdown for people, scenes as headings and every entry a sentence."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from campaigns.log.export.cuts import Cut, Span
from campaigns.log.export.writing import recaps_of
from campaigns.models import Campaign
from campaigns.queries.review.entries_in_range import entries_in_range
from campaigns.queries.timeline import ShownEntry
from campaigns.templatetags import telling_words
from campaigns.templatetags.telling import told as told_steps

SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~])")
AT_START = re.compile(r"^(\d+)([.)])|^([-+=])")
RESULT, WORDS = "log-result", "log-words"


def make_report(campaign: Campaign, cut: Cut, span: Span) -> Iterator[str]:
    """The report, line by line."""
    yield f"# {plain(campaign.name)}\n"
    first, last = span.first, span.last
    reach = _("Entries %(first)d to %(last)d of a log of %(all)d.")
    yield f"\n{reach % {'first': first, 'last': last, 'all': campaign.head_seq}}\n\n"
    recaps = {recap.session.born: recap.text for recap in recaps_of(campaign, span)}
    for shown in entries_in_range(campaign, cut, span):
        yield from _entry(shown)
        for line in recaps.get(shown.seq, "").splitlines():
            if line.strip():
                yield f"{plain(line.lstrip('# '))}\n\n"


def plain(text: str) -> str:
    """Text that Markdown takes as text."""
    line = SPECIAL.sub(r"\\\1", " ".join(text.split()))
    return AT_START.sub(lambda found: f"{found[1]}\\{found[2]}" if found[1] else f"\\{found[3]}", line)


def _entry(shown: ShownEntry) -> Iterator[str]:
    place = _("no. %(n)d") % {"n": shown.seq}
    if shown.document is None:
        yield f"- *{_('Sealed. Not for everyone to read.')}* ({place})\n"
        return
    heading = _heading(shown)
    if heading:
        yield f"\n{heading} ({place})\n\n"
        return
    text = " ".join(_sentences(shown))
    if shown.undone_by:
        text = f"~~{text}~~ {_('Undone by no. %(n)d.') % {'n': shown.undone_by}}"
    who = shown.actor
    if shown.in_name_of:
        who = _("%(who)s for %(name)s") % {"who": who, "name": shown.in_name_of}
    if shown.again.other:
        values = {"n": shown.again.of, "what": telling_words.what_is_other(shown)}
        text = f"{text} *{_('Redone after no. %(n)d was undone, with %(what)s.') % values}*"
    yield f"- **{plain(who)}**: {text} ({place})\n"
    for words in _quoted(shown):
        yield f"  > {words}\n"


def _heading(shown: ShownEntry) -> str:
    """A session or scene that begins is a heading."""
    for step in shown.steps:
        name = step["input"].get("name")
        name = plain(name) if isinstance(name, str) else ""
        if step["action"] == "table.begin_session":
            number = _("Session %(n)d") % {"n": step["outcome"]["number"]}
            return f"## {number}{f': {name}' if name else ''}"
        if step["action"] == "table.begin_scene":
            return f"### {name or _('A scene')}"
    return ""


def _sentences(shown: ShownEntry) -> Iterator[str]:
    for kind, text in paragraphs(shown):
        if kind == RESULT:
            yield f"**{plain(text)}.**"
        elif kind != WORDS:
            yield plain(text)


def _quoted(shown: ShownEntry) -> Iterator[str]:
    """People's own words, line by line."""
    for kind, text in paragraphs(shown):
        if kind == WORDS:
            yield from (plain(line) for line in text.splitlines() if line.strip())


def paragraphs(shown: ShownEntry) -> Iterator[tuple[str, str]]:
    """What the log page says of an entry, paragraph by paragraph: its class, and its text without links."""
    for _action, found in told_by_step(shown):
        yield from found


def told_by_step(shown: ShownEntry) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """The same, step by step, each with its action."""
    for step in told_steps(shown):
        context = {"shown": shown, "step": step, "given": step.given, "outcome": step.outcome}
        yield step.action, _Paragraphs(render_to_string(step.template, context)).found


class _Paragraphs(HTMLParser):
    """The paragraphs and list items of an entry as the log page tells it: each with its class, as text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, str]] = []
        self._kind: str | None = None
        self._text: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("p", "li"):
            self._kind = (dict(attrs).get("class") or "").split(" ")[0]
            self._text = []

    def handle_data(self, data: str) -> None:
        if self._kind is not None:
            self._text.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag in ("p", "li") and self._kind is not None:
            text = "".join(self._text).strip()
            text = text if self._kind == WORDS else " ".join(text.split())
            if text:
                self.found.append((self._kind, text))
            self._kind = None
