"""What any page of ours has to hold, whoever asks for it."""

from html.parser import HTMLParser
from typing import Any

from campaigns.config import headers

DOCUMENT = b"<!doctype html"


class Read(HTMLParser):
    """What stands in an answer: how often each element, which attributes, what would run in place."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.count: dict[str, int] = {}
        self.inline: list[str] = []
        self.ids: list[str] = []
        self.lang = self.title = ""
        self._in_title = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.count[tag] = self.count.get(tag, 0) + 1
        if tag == "style" or (tag == "script" and not given.get("src")):
            self.inline.append(f"<{tag}>")
        self.inline += [
            f"<{tag} {name}>" for name in given if name == "style" or name.startswith(("on", "hx-on"))
        ]
        self.inline += [
            f"<{tag} {name}={value}>"
            for name, value in given.items()
            if (value or "").startswith("javascript:")
        ]
        if given.get("id"):
            self.ids.append(str(given["id"]))
        if tag == "html":
            self.lang = given.get("lang") or ""
        self._in_title = tag == "title" and not self.count.get("svg")

    def handle_data(self, data: str) -> None:
        if self._in_title:
            self.title += data.strip()

    def handle_endtag(self, tag: str) -> None:
        self._in_title = False


def faults_of(answer: Any) -> list[str]:
    """What an answer lacks or has too much of; empty for a good one."""
    faults = [name for name, value in headers.HEADERS.items() if answer.headers.get(name) != value]
    if "Content-Security-Policy" not in answer.headers:
        faults.append("Content-Security-Policy")
    if answer.status_code < 300 and "Cache-Control" not in answer.headers:
        faults.append("Cache-Control")
    if answer.status_code == 302 or "text/html" not in answer.headers.get("Content-Type", ""):
        return faults
    read = Read(answer.content.decode())
    faults += read.inline
    faults += sorted({f"id={one} twice" for one in read.ids if read.ids.count(one) > 1})
    if answer.content.lstrip()[:14].lower() == DOCUMENT:
        faults += [
            f"{read.count.get(tag, 0)} × <{tag}>" for tag in ("main", "h1") if read.count.get(tag, 0) != 1
        ]
        faults += [name for name in ("lang", "title") if not getattr(read, name)]
    return faults
