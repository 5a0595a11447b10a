"""What any page of ours has to hold, whoever asks for it."""

import re
from collections import Counter
from html import unescape
from typing import Any

from campaigns.config import headers

DOCUMENT = b"<!doctype html"
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
TITLE = re.compile(r"<title\b[^>]*>(.*?)</title", re.DOTALL)
TAG = re.compile(r"""<([a-zA-Z][^\s/>]*+)((?:[^"'>]++|"[^"]*+"|'[^']*+')*+)(>?)""")
"""A tag is closed, or else it is broken. `html.parser` reads the same of a page, ten times as slowly."""
ATTRIBUTE = re.compile(r"""([^\s"'<>/=]++)(?:\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s"'>]++)))?""")


class Read:
    """What stands in an answer: how often each element, which attributes, what would run in place."""

    def __init__(self, text: str) -> None:
        self.count: dict[str, int] = {}
        self.inline: list[str] = []
        self.ids: list[str] = []
        self.lang = ""
        told = COMMENT.sub("", text)
        for name, attributes, end in TAG.findall(told):
            found = ATTRIBUTE.findall(attributes)
            given = {one[0].lower(): unescape(one[1] or one[2] or one[3]) for one in found}
            self._take(name.lower(), given)
            if not end:
                self.inline.append(f"<{name} without its end")
        title = TITLE.search(told.partition("<svg")[0])
        self.title = unescape(title[1]).strip() if title else ""

    def _take(self, tag: str, given: dict[str, str]) -> None:
        self.count[tag] = self.count.get(tag, 0) + 1
        if tag == "style" or (tag == "script" and not given.get("src")):
            self.inline.append(f"<{tag}>")
        for name, value in given.items():
            if name == "style" or name.startswith(("on", "hx-on")):
                self.inline.append(f"<{tag} {name}>")
            if value.startswith("javascript:"):
                self.inline.append(f"<{tag} {name}={value}>")
        if given.get("id"):
            self.ids.append(given["id"])
        if tag == "html":
            self.lang = given.get("lang", "")


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
    faults += sorted(f"id={one} twice" for one, times in Counter(read.ids).items() if times > 1)
    if answer.content.lstrip()[:14].lower() == DOCUMENT:
        faults += [
            f"{read.count.get(tag, 0)} × <{tag}>" for tag in ("main", "h1") if read.count.get(tag, 0) != 1
        ]
        faults += [name for name in ("lang", "title") if not getattr(read, name)]
    return faults
