"""A recap drafted from facts alone: what the log tells of a session, each sentence with the entries it stands on."""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from campaigns.game import game_of
from campaigns.models import Campaign
from campaigns.policy import ASKED_BY_GM
from campaigns.queries import timeline
from campaigns.queries.review.finding import Range, Wanted, find
from campaigns.queries.timeline import ShownEntry
from campaigns.viewing import Viewer
from campaigns.views.review.session_report import RESULT, WORDS, told_by_step

MOST = 600
"""So many entries of a session are drafted from; a longer one is told by hand."""

EVERYBODY = Viewer("", is_gm=False)
HEADING = "## "
REFERENCES = re.compile(r"\[(\d{1,9}(?:, \d{1,9})*)\]")
ASIDE = {
    *("table.open_draws", "table.take_seat", "table.fresh_draws", "table.reveal", "table.reveal_draws"),
    *("table.place_member", "table.change_settings", "table.change_policy", "table.migrate"),
    *("table.edit", "table.undo", "table.settle", "table.redact"),
    *("table.ask", "table.propose", "table.grant", "table.take_back"),
    *("table.begin_session", "table.end_session", "table.end_scene"),
    *("table.begin_turn", "table.end_round", "table.end_fight"),
}
"""What is about the table rather than the story."""


def draft(campaign: Campaign, session: str) -> str:
    """The draft of a session's recap, as text: what everybody may read, and nothing that was undone."""
    seqs = find(campaign, EVERYBODY, Wanted(session=session), Range(oldest_first=True), MOST)
    found = timeline.some_entries(campaign, EVERYBODY, seqs)
    return "\n".join(_lines(entry for entry in found if entry.undone_by is None)).strip()


def _lines(entries: Iterable[ShownEntry]) -> Iterator[str]:
    for shown in entries:
        if shown.main is None or all(step["action"] in ASIDE for step in shown.steps):
            continue
        if any(step["input"]["clause"] == ASKED_BY_GM for step in shown.followed):
            continue  # what came of it is told where it was played
        if shown.main["action"] == "table.begin_scene":
            name = shown.main["input"]["name"]
            yield f"\n{HEADING}{name or _('A scene')} [{shown.seq}]\n"
        else:
            yield f"{sentence(shown, ASIDE)} [{shown.seq}]"


def sentence(shown: ShownEntry, aside: Collection[str] = ()) -> str:
    """What happened, as the log says it step by step but for what is `aside`; a note in the words of who wrote it."""
    told = [found for action, found in told_by_step(shown) if action not in aside]
    words = [text for found in told for kind, text in found if kind == WORDS]
    played = [found for found in told if not any(kind == WORDS for kind, _text in found)]
    gist = " ".join(_ended(text) for found in played for text in _gist(found))
    return f"{shown.actor}: “{_on_one_line(words)}” {gist}".rstrip() if words else gist


def happened(shown: ShownEntry) -> str:
    """The same for whoever it happened to: what was done, and then the words that were written with it."""
    steps = list(told_by_step(shown))
    told = [found for action, found in steps if not _keeps_books(action)] or [
        found for _action, found in steps
    ]
    gist = [_ended(text) for found in told for text in _gist([one for one in found if one[0] != WORDS])]
    words = _on_one_line([text for found in told for kind, text in found if kind == WORDS])
    return " ".join([*gist, *([f"“{words}”"] if words else [])])


def _keeps_books(action: str) -> bool:
    return action in game_of(action).telling.no_news


def _on_one_line(words: list[str]) -> str:
    """What was written, its lines one after the other: such as what everybody announced for a round."""
    lines = (" ".join(line.split()) for text in words for line in text.splitlines())
    return "; ".join(line for line in lines if line)


def _gist(found: list[tuple[str, str]]) -> Iterator[str]:
    """The first sentence of a step, and what it came to."""
    yield from [text for kind, text in found if kind != RESULT][:1]
    yield from (text for kind, text in found if kind == RESULT)


def _ended(text: str) -> str:
    return text if text.endswith((".", "?", "”")) else f"{text}."


@dataclass(frozen=True)
class Piece:
    """A line of a recap: a heading or a paragraph, in runs of text and of entries that they stand on."""

    is_heading: bool
    runs: list[tuple[str, list[int]]] = field(default_factory=list)


def pieces(text: str, newest: int) -> list[Piece]:
    """A recap ready to be shown; a number that no entry has stays the text that it is."""
    return [
        Piece(line.startswith(HEADING), list(_runs(line.removeprefix(HEADING).strip(), newest)))
        for line in text.splitlines()
        if line.strip()
    ]


def _runs(line: str, newest: int) -> Iterator[tuple[str, list[int]]]:
    start = 0
    for found in REFERENCES.finditer(line):
        numbers = [int(one) for one in found[1].split(", ")]
        if all(1 <= number <= newest for number in numbers):
            # A number stands at its sentence: it never begins a line.
            yield line[start : found.start()].rstrip(), numbers
            start = found.end()
    if line[start:]:
        yield line[start:], []
