"""Somebody at a running server, by plain HTTP: pages are read, forms are sent, cookies are kept."""

import re
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from email.message import Message
from http.cookiejar import CookieJar
from typing import Any

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
CAMPAIGN = re.compile(r"/campaigns/[0-9a-f-]{36}/")


class Visitor:
    def __init__(self, url: str) -> None:
        self.url = url
        self._cookies = CookieJar()
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self._cookies))

    def cookies(self) -> list[Any]:
        """What a browser needs to go on as this visitor."""
        return [{"name": one.name, "value": one.value or "", "url": self.url} for one in self._cookies]

    def opens(self, path: str) -> Any:
        """An answer that goes on, to be read as it comes."""
        return self._opener.open(f"{self.url}{path}", timeout=30)

    def see(self, path: str) -> str:
        with self._opener.open(f"{self.url}{path}", timeout=30) as answer:
            return str(answer.read().decode())

    def send(self, path: str, fields: dict[str, str], *, on: str = "") -> str:
        """Send the form of a page (that of its own address, or the one `on` another page); the page that answers."""
        token = TOKEN.search(self.see(on or path))
        assert token, f"{on or path} has no form"
        body = urllib.parse.urlencode({"csrfmiddlewaretoken": token[1], **fields}).encode()
        try:
            with self._opener.open(f"{self.url}{path}", data=body, timeout=30) as answer:
                return str(answer.read().decode())
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{path}: {error.code}\n{error.read().decode()}") from None

    def post(self, path: str, fields: dict[str, str]) -> tuple[int, Message, str]:
        """Send a form as it is, token and all: status, headers and page, whatever they are."""
        body = urllib.parse.urlencode(fields).encode()
        try:
            with self._opener.open(f"{self.url}{path}", data=body, timeout=60) as answer:
                return answer.status, answer.headers, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.headers, error.read().decode()

    def open_the_table(self, code: str, name: str, password: str) -> str:
        """Make the first account and found a campaign; where that is."""
        account = {"code": code, "username": name, "password1": password}
        self.send("/first-run/", account)
        campaign = {"name": "The stairwell", "gm_name": "Mo", "games": "sorcerer"}
        home = self.send("/campaigns/new/", {"key": uuid.uuid4().hex, **campaign})
        found = CAMPAIGN.search(home)
        assert found, home
        return found[0]

    def sign_in(self, name: str, password: str) -> str:
        return self.send("/accounts/login/", {"login": name, "password": password})

    def write_note(self, campaign: str, words: str) -> str:
        note = {"key": uuid.uuid4().hex, "words": words, "audience": "table"}
        return self.send(f"{campaign}notes/", note, on=campaign)


class Stream:
    """What an open page is told of a campaign, read line by line."""

    def __init__(self, visitor: Visitor, campaign: str) -> None:
        self._answer = visitor.opens(f"/live/{campaign.split('/')[2]}/")

    def until(self, words: str, seconds: float = 30.0) -> str:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            line = str(self._answer.readline().decode())
            if words in line:
                return line
        raise AssertionError(f"{words} was not told within {seconds} s")

    def close(self) -> None:
        self._answer.close()
