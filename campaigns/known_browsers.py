"""A browser that signed in before carries a signed cookie. Who guesses elsewhere never uses up its tries or place."""

import hashlib
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.core import signing
from django.http import HttpResponse
from django.http.cookie import parse_cookie

COOKIE: Final = "__Host-known-browser" if settings.HTTPS else "known-browser"
LASTS: Final = 180 * 24 * 3600
SALT: Final = "pactbook.known-browser"
MOST_NAMES: Final = 5


@dataclass(frozen=True)
class KnownBrowser:
    """Its own number, and digests of the names that signed in from it, the newest last."""

    id: str
    names: tuple[str, ...]

    def knows(self, name: str) -> bool:
        """Whether somebody signed in by this name from here."""
        return _digest(name) in self.names


def read(cookies: Iterable[tuple[str, str]]) -> KnownBrowser | None:
    """The browser that these cookies tell of; None for one that never signed in, or whose cookie is not ours."""
    try:
        told = signing.loads(dict(cookies).get(COOKIE, ""), salt=SALT, max_age=LASTS)
    except signing.BadSignature:
        return None
    return KnownBrowser(told["id"], tuple(told["names"]))


def is_known(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    """Whether a request with these headers comes from a browser that signed in before."""
    lines = (value.decode("latin-1") for name, value in headers if name == b"cookie")
    return read(parse_cookie("; ".join(lines)).items()) is not None


def remember(response: HttpResponse, browser: KnownBrowser | None, name: str) -> None:
    """Give the browser its cookie, with one more name that signed in from it."""
    earlier = [one for one in (browser.names if browser else ()) if one != _digest(name)]
    told = {
        "id": browser.id if browser else secrets.token_hex(16),
        "names": [*earlier, _digest(name)][-MOST_NAMES:],
    }
    response.set_cookie(
        COOKIE,
        signing.dumps(told, salt=SALT),
        max_age=LASTS,
        secure=settings.HTTPS,
        httponly=True,
        samesite="Lax",
    )


def _digest(name: str) -> str:
    """Of a name: whoever reads the cookies of a shared computer is not told who played on it."""
    return hashlib.sha256(name.casefold().encode("utf-8", "replace")).hexdigest()[:16]
