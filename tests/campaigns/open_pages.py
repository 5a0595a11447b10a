"""A page that stays open in somebody's browser, patched as its script does it."""

import html
import re
from dataclasses import dataclass
from urllib.parse import urlencode
from uuid import UUID

from django.test import Client
from django.urls import reverse

from campaigns.templatetags.live import BY_CHANCE

FRAME = (
    "head-scene",
    "head-clock",
    "head-links",
    "calls",
    "unseen",
    "deliveries",
    "news",
    "gathering",
    "just-done",
    "bar",
)
"""The parts that every page of a campaign has."""
OTHERS = (
    *(
        "cast",
        "waits",
        "hands",
        "whereabouts",
        "log-rows",
        "waiting",
        "evenings",
        "draws",
        "own-note",
        "people-list",
        "presence",
    ),
    *(
        "face",
        "portrait",
        "sheet",
        "books",
        "board",
        "decks",
        "now",
        "standing",
        "order",
        "steps",
        "told",
        "ritual-name",
        "phases",
    ),
    *(
        "stage-now",
        "fight-now",
        "fight-order",
        "fight-told",
        "title",
        "flip-told",
        "clashes",
        "next-round",
        "comment-list",
    ),
)
"""Those that pages have of their own."""
HEARD = re.compile(
    r'data-seq="(\d+)" data-stir="(\d+)" data-campaign="([^"]*)" data-page="([^"]*)" data-here="([^"]*)"'
)
TAG = re.compile(r"<(/?)([a-z0-9]+)\b[^>]*>")
ID = re.compile(r' id="([^"]*)"')
MARK = re.compile(r' data-part="([^"]*)"')


def frame(client: Client, campaign: UUID) -> str:
    """What an open page of a campaign is sent that has nothing of the frame yet."""
    url = reverse("since", args=[campaign, 0, 0])
    return client.get(url, {"marks": " ".join(f"{name}:" for name in FRAME)}).content.decode()


def followed(page: str) -> str:
    """Where a page that is open asks for its news, within its campaign: one that has nothing of any part yet."""
    marks = " ".join(f"{name}:" for name in (*FRAME, *OTHERS))
    return f"since/0.0/?{urlencode({'page': page, 'marks': marks}, safe='{}')}"


@dataclass
class Element:
    """An element in a text: where it begins, where what it holds begins and ends."""

    tag: str
    start: int
    inside: slice


def elements(text: str) -> list[Element]:
    """The elements that are parts of a page, in their order, parts of parts included."""
    return [_element(text, found) for found in TAG.finditer(text) if not found[1] and MARK.search(found[0])]


def _element(text: str, opened: re.Match[str]) -> Element:
    depth = 0
    for tag in re.compile(rf"<(/?){opened[2]}\b[^>]*>").finditer(text, opened.start()):
        depth += -1 if tag[1] else 1
        if not depth:
            return Element(opened[0], opened.start(), slice(opened.end(), tag.start()))
    raise AssertionError(f"{opened[0]} is never closed")


def contents(text: str) -> dict[str, str]:
    """What stands in each part of a page, but for what is another each time."""
    found = {_named(one.tag): BY_CHANCE.sub("", text[one.inside]) for one in elements(text)}
    return {name: re.sub(r' data-part="[^"]*"', "", content) for name, content in found.items()}


def _named(tag: str) -> str:
    found = ID.search(tag)
    assert found, tag
    return found[1]


class OpenPage:
    """A page as a browser has it that goes on listening."""

    def __init__(self, client: Client, address: str) -> None:
        self.client = client
        self.address = address
        self.text = client.get(address).content.decode()

    def ask(self) -> str:
        """What is sent to the page once it hears of something; it has it in place then."""
        heard = HEARD.search(self.text)
        assert heard, self.address
        seq, stir, campaign, page, here = map(html.unescape, heard.groups())
        rows = re.search(r' id="([^"]*)"[^>]* data-after="(\d+)"', self.text)
        marks = [f"{_named(one.tag)}:{_mark(one.tag)}" for one in elements(self.text)]
        if rows is not None:
            marks, seq = [*marks, f"{rows[1]}:"], rows[2]
        told = {"page": page.removeprefix(campaign), "here": here, "marks": " ".join(marks)}
        answer = self.client.get(f"{campaign}since/{seq}.{stir}/", told)
        assert answer.status_code == 200, answer
        self._patch(answer.content.decode(), rows[1] if rows else "", answer["X-Shown"])
        return answer.content.decode()

    def _patch(self, answer: str, rows: str, shown: str) -> None:
        at = 0
        while found := re.compile(r"<[a-z0-9]+\b[^>]* hx-swap-oob=[^>]*>").search(answer, at):
            sent = _element(answer, TAG.match(answer, found.start()) or found)
            name, content = _named(sent.tag), answer[sent.inside]
            at = sent.inside.stop
            own = _by_id(self.text, name)
            kept = self.text[own.inside] if name == rows else ""
            tag = own.tag if name == rows else MARK.sub(f' data-part="{_mark(sent.tag)}"', own.tag)
            after = self.text[own.inside.stop :]
            self.text = f"{self.text[: own.start]}{tag}{kept}{content}{after}"
        if rows:
            self.text = re.sub(r' data-after="\d+"', f' data-after="{shown}"', self.text)


def _by_id(text: str, name: str) -> Element:
    opened = re.compile(rf'<([a-z0-9]+)\b[^>]* id="{re.escape(name)}"[^>]*>').search(text)
    assert opened, name
    found = TAG.match(text, opened.start())
    assert found
    return _element(text, found)


def _mark(tag: str) -> str:
    found = MARK.search(tag)
    return found[1] if found else ""
