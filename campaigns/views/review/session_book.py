"""The session book: a log as one page that needs nothing else, to be read, searched, scrubbed and verified offline."""

import base64
import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from campaigns.game.entries import Change
from campaigns.log.export.cuts import Cut, Span
from campaigns.log.export.writing import head_of, recaps_of
from campaigns.log.export_lines import lines
from campaigns.log.purposes import record_paths
from campaigns.log.words import texts_in
from campaigns.models import Campaign, Comment
from campaigns.queries.review.entries_in_range import entries_in_range
from campaigns.queries.timeline import ShownEntry
from campaigns.templatetags import telling_words
from campaigns.templatetags.telling_names import unnamed
from campaigns.views.review.recap_draft import pieces
from rules.catalogue import ACTIONS

MOST = 1500
"""So many entries make a page that a phone still opens."""

STYLES = ("css/pactbook.css", "css/plots.css", "css/book.css")
BEFORE_PAINT = ("js/choices.js",)
SCRIPTS = ("js/fair.js", "js/verify.js", "js/times.js", "js/log.js", "js/book.js")
LINK = re.compile(r'(<a\b[^>]*?)\shref="([^"]*)"')
TO_ENTRY = re.compile(r"/log/(\d+)/")
CODE = re.compile(r"[a-z][a-z_]{1,40}")
FONT = re.compile(r"@font-face\s*\{[^}]*\}\s*")


def make_book(campaign: Campaign, cut: Cut, span: Span) -> str:
    """The whole page as text. The same log, read by the same eyes, makes the same page."""
    shown = list(entries_in_range(campaign, cut, span))
    records = _records(shown)
    opening = head_of(campaign, cut, span)
    data = {
        "opening": opening,
        "lines": list(lines(cut.viewer, campaign, after=span.first - 1, most=span.last - span.first + 1)),
        "records": {record: [kind, name] for record, (kind, name) in sorted(records.items())},
        "kinds": {kind: unnamed(kind) for kind in sorted({kind for kind, _name in records.values()})},
        "labels": {
            system: {name: telling_words.label_of(name, system) for name in sorted(names)}
            for system, names in _fields(shown).items()
        },
        "choices": {
            system: {code: _in_words(code, system) for code in sorted(codes)}
            for system, codes in _codes(shown).items()
        },
        "recordPaths": record_paths(),
        "moments": sorted(telling_words.MOMENTS),
        "words": _words(),
    }
    styles = [_style(name) for name in STYLES]
    early, late = ([_source(name) for name in names] for names in (BEFORE_PAINT, SCRIPTS))
    context = {
        "campaign": campaign,
        "cut": cut,
        "span": span,
        "is_all": span == Span(1, campaign.head_seq),
        "reader": opening["people"].get(cut.member or "", ""),
        "rows": [
            (one, offline(_entry(one, comments), span))
            for one, comments in _with_comments(campaign, cut, shown)
        ],
        "recaps": list(_recaps(campaign, span)),
        "people": _acting(shown),
        "records": _named(records),
        "actions": _actions(shown),
        "security": _security(styles, [*early, *late]),
        "styles": SafeString("\n".join(f"<style>{style}</style>" for style in styles)),
        "early": SafeString("\n".join(f"<script>{one}</script>" for one in early)),
        "late": SafeString("\n".join(f"<script>{one}</script>" for one in late)),
        "data": _data(json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)),
    }
    return render_to_string("exports/book.html", context)


def offline(html: str, span: Span) -> SafeString:
    """A page's part without links that lead to the server: to an entry of the book they lead within it."""

    def replaced(match: re.Match[str]) -> str:
        entry = TO_ENTRY.search(match[2])
        if entry and span.first <= int(entry[1]) <= span.last:
            return f'{match[1]} href="#entry-{entry[1]}"'
        return match[1]

    return SafeString(LINK.sub(replaced, html))


def _recaps(campaign: Campaign, span: Span) -> Iterator[tuple[str, SafeString]]:
    """What the group kept of its sessions: a title, and the text with its links into the book."""
    for recap in recaps_of(campaign, span):
        number = _("Session %(n)d") % {"n": recap.session.session.number}
        title = f"{number}: {recap.session.name}" if recap.session.name else number
        context = {"pieces": pieces(recap.text, campaign.head_seq), "campaign": campaign}
        yield title, offline(render_to_string("exports/_book_recap.html", context), span)


def _entry(shown: ShownEntry, comments: list[Comment]) -> str:
    return render_to_string("exports/_book_entry.html", {"shown": shown, "comments": comments})


def _with_comments(
    campaign: Campaign, cut: Cut, shown: list[ShownEntry]
) -> Iterator[tuple[ShownEntry, list[Comment]]]:
    found: dict[int, list[Comment]] = {}
    for comment in Comment.objects.filter(campaign=campaign).select_related("author").order_by("seq", "pk"):
        if cut.viewer.reads(comment.audience):
            found.setdefault(comment.seq, []).append(comment)
    yield from ((entry, found.get(entry.seq, [])) for entry in shown)


def _records(shown: Iterable[ShownEntry]) -> dict[str, tuple[str, str]]:
    """What exists for these eyes: by id its kind and what the newest entry that names it calls it."""
    found: dict[str, tuple[str, str]] = {}
    for entry in shown:
        found |= {record: (thing.kind, thing.name) for record, thing in entry.things.items()}
    return found


def _named(records: dict[str, tuple[str, str]]) -> list[tuple[str, str]]:
    named = ((record, name) for record, (kind, name) in records.items() if name and kind != "campaign")
    return sorted(named, key=lambda one: (one[1].casefold(), one[0]))


def _acting(shown: Iterable[ShownEntry]) -> list[tuple[str, str]]:
    found = {entry.document["actor"] or "": entry.actor for entry in shown if entry.document}
    return sorted(found.items(), key=lambda one: (one[1].casefold(), one[0]))


def _actions(shown: Iterable[ShownEntry]) -> list[tuple[str, str]]:
    found = {step["action"] for entry in shown for step in entry.steps}
    return sorted(((one, telling_words.action_label(one)) for one in found), key=lambda one: (one[1], one[0]))


def _changes(shown: Iterable[ShownEntry]) -> Iterator[tuple[str, Change]]:
    """Every change that these eyes read, each with the system whose words are right for it."""
    for entry in shown:
        for change in entry.document["changes"] if entry.document else ():
            yield telling_words.system_of(entry, change[0]), change


def _fields(shown: Iterable[ShownEntry]) -> dict[str, set[str]]:
    """The names of changed fields, by system."""
    found: dict[str, set[str]] = {}
    for system, (_record, name, _before, _after) in _changes(shown):
        if name != "record":
            found.setdefault(system, set()).add(name)
    return found


def _codes(shown: Iterable[ShownEntry]) -> dict[str, set[str]]:
    """The codes of the rules that stand in the changes, by system: a book says them in words."""
    found: dict[str, set[str]] = {}
    for system, (_record, _name, before, after) in _changes(shown):
        found.setdefault(system, set()).update(filter(_is_code, texts_in([[*before, *after]])))
    return found


def _is_code(text: str) -> bool:
    return text in ACTIONS or bool(CODE.fullmatch(text))


def _in_words(code: str, system: str) -> str:
    return telling_words.action_label(code) if code in ACTIONS else telling_words.choice(code, system)


def _words() -> dict[str, str | dict[str, str]]:
    """What the book's script says."""
    return {
        "none": _("none"),
        "moment": _("Day %(day)s, %(clock)s"),
        "yes": _("yes"),
        "no": _("no"),
        "hidden": _("hidden"),
        "nothing": _("Nothing is known about any record yet."),
        "shown": _("%(n)s of %(m)s entries"),
        "reading": _("Checked %(n)s of %(m)s entries"),
        "holds": _("The log is intact: %(entries)s entries, %(parts)s parts, %(draws)s draws recalculated."),
        "waiting": _("Actions waiting for a secret that is not revealed yet: %(n)s."),
        "part": _("These entries are intact. The log continues after them to no. %(n)s."),
        "broken": _("The log failed verification. Entry no. %(n)s: %(why)s"),
        "faults": _faults(),
    }


def _faults() -> dict[str, str]:
    """What is told of each fault that the script may find."""
    return {
        "missing": _("this entry is missing or out of place."),
        "follows": _("it does not follow from the entry before it."),
        "header": _("its header was changed."),
        "part": _("a part of it does not match its commitment."),
        "head": _("the log should end here with a different hash."),
        "period": _("it draws from a period that is not open."),
        "slot": _("its draws do not follow from the slots, seats and nonces before it."),
        "again": _("it has the dice of an earlier entry that was not undone."),
        "another": _("it has the dice of an undone entry that was a different action."),
        "dropped": _("it has the dice of an undone entry that were discarded."),
        "passed": _(
            "it has new dice, although the dice of the same undone action were still reserved for it."
        ),
        "taken": _("text was removed from it, and no entry says so."),
        "secret": _("the secret it shows does not match the commitment."),
        "draw": _("its dice do not follow from the secret."),
        "damaged": _("it is damaged and cannot be read."),
    }


def _security(styles: list[str], scripts: list[str]) -> SafeString:
    """Nothing but what stands in the page itself may run or be loaded."""
    policy = (
        f"default-src 'none'; script-src {_hashes(scripts)}; style-src {_hashes(styles)};"
        " img-src data:; base-uri 'none'; form-action 'none'"
    )
    return format_html('<meta http-equiv="Content-Security-Policy" content="{}">', SafeString(policy))


def _hashes(sources: list[str]) -> str:
    found = (base64.b64encode(hashlib.sha256(source.encode()).digest()).decode() for source in sources)
    return " ".join(f"'sha256-{one}'" for one in found)


def _style(name: str) -> str:
    """A style sheet without fonts to fetch: the book is set in what the reader's system has."""
    return FONT.sub("", _source(name)).replace("</", "<\\/")


def _source(name: str) -> str:
    path = finders.find(name)
    if not path:
        raise FileNotFoundError(name)
    return Path(path).read_text(encoding="utf-8")


def _data(text: str) -> SafeString:
    """JSON that cannot end the element in which it stands."""
    safe = text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
    return SafeString(f'<script type="application/json" id="book-log">{safe}</script>')
