"""What an open page asks, answered without Django's threads where it was made already for somebody who sees alike.

Who asks is looked up each time, in one read: the session, its account, the place in the campaign. Only where all of it
is as `access.members_only` wants it, somebody is given what is kept; whatever else is the case, the view decides.
"""

import re
import time
import uuid
from collections import OrderedDict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple
from uuid import UUID

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from django.db import Error, close_old_connections
from django.http import parse_cookie
from django.utils.crypto import constant_time_compare
from django.utils.translation import get_language

from campaigns.config.middleware import REQUEST_ID, say_request
from campaigns.models import Membership
from campaigns.models.kept_reads import Head, found, head_of, keep
from campaigns.queries.alike import asking

SINCE: Final = re.compile(r"/campaigns/([0-9a-f-]{36})/since/(\d{1,10})\.(\d{1,10})/")
MOST: Final = 4096
WAYS: Final = (b"host", b"x-forwarded-proto", b"x-forwarded-for", b"accept-language", b"hx-request")
"""Headers by which what is around the view may answer otherwise."""
PER_REQUEST: Final = REQUEST_ID.lower().encode()
SET_COOKIE: Final = b"set-cookie"
Headers = Sequence[tuple[bytes, bytes]]

_seen: OrderedDict[tuple[str, str], UUID] = OrderedDict()
"""Which member's a session was when its page was last shown what others are. It only says whom to look up."""


class Asker(NamedTuple):
    """A session that asks for what is new, and whose it was."""

    session: str
    campaign: UUID
    member: UUID
    way: Hashable
    seq: int
    query: str


class Asked(NamedTuple):
    """What somebody asks who was looked up and is shown what others are; `made` where somebody was told it before."""

    campaign: UUID
    head: Head
    view: Hashable
    """Under which the view keeps it."""
    way: Hashable
    user: int
    made: "Made | None"

    @property
    def key(self) -> Hashable:
        return (self.campaign, self.head, self.view, self.way)


class Made(NamedTuple):
    """A whole answer."""

    headers: Headers
    body: bytes


def key_of(alike: Hashable, seq: int, query: str) -> Hashable:
    """Under which the answer to a page is kept for all who see alike."""
    return ("since", alike, seq, query, get_language())


def remember(session: str | None, member: Membership) -> None:
    """That this session's page was shown what others are."""
    if session is not None:
        _seen[session, str(member.campaign_id)] = member.pk
        if len(_seen) > MOST:
            _seen.popitem(last=False)


def asker_of(scope: Mapping[str, object], path: str, query: str, headers: Headers) -> Asker | None:
    """Whoever may be asking for what somebody else was told; None of whom that is not known, without looking it up."""
    asks = SINCE.fullmatch(path) if scope["method"] == "GET" else None
    if asks is None:
        return None
    cookies = parse_cookie("; ".join(value.decode("latin-1") for name, value in headers if name == b"cookie"))
    session = str(cookies.get(settings.SESSION_COOKIE_NAME, ""))
    member = _seen.get((session, asks[1]))
    if member is None:
        return None
    way = (scope.get("scheme"), *(one for one in headers if one[0] in WAYS))
    return Asker(session, UUID(asks[1]), member, way, int(asks[2]), query)


def look(asker: Asker) -> Asked | None:
    """What they are asking for, if they may be told it."""
    try:
        close_old_connections()  # Django does this around a request, and here is none
        asks = asking(asker.campaign, asker.member, asker.session)
    except Error:
        return None
    # A GM may look through somebody else's eyes.
    if (
        asks is None
        or asks.alike is None
        or asks.member.is_gm
        or not _is_theirs(asks.session, asks.member.user)
    ):
        return None
    head, view = head_of(asks.member.campaign), key_of(asks.alike, asker.seq, asker.query)
    made = found(asker.campaign, head, (view, asker.way))
    told = made if isinstance(made, Made) else None
    return Asked(asker.campaign, head, view, asker.way, asks.member.user_id, told)


def keep_answer(
    asked: Asked, status: int, headers: Iterable[tuple[bytes, bytes]], body: bytes
) -> Made | None:
    """The answer that Django made, for others who come the same way: if the view keeps it, too, and it is the same."""
    kept = found(asked.campaign, asked.head, asked.view)
    told = [
        (name, value) for name, value in headers if name != PER_REQUEST and not _is_own_token(name, value)
    ]
    others_cookie = any(name == SET_COOKIE for name, _value in told)
    if status != 200 or others_cookie or getattr(kept, "content", None) != body:
        return None
    made = Made(told, body)
    keep(asked.campaign, asked.head, (asked.view, asked.way), made)
    return made


def tell(asked: Asked, made: Made, started: float) -> Headers:
    """The headers of an answer that was made already. It is a request like any other in the log."""
    request_id = uuid.uuid4().hex
    say_request(request_id, "GET", "since", 200, asked.user, time.monotonic() - started)
    return [*made.headers, (PER_REQUEST, request_id.encode())]


def _is_own_token(name: bytes, value: bytes) -> bool:
    """Of forms of the page that are not sent: it goes to nobody else, as the view keeps nothing with a token in it."""
    return name == SET_COOKIE and value.startswith(f"{settings.CSRF_COOKIE_NAME}=".encode())


def _is_theirs(data: str, user: User) -> bool:
    """Whether a session is one of this account, as `django.contrib.auth.get_user` has it."""
    told = SessionStore().decode(data)
    return (
        told.get(SESSION_KEY) == str(user.pk)
        and told.get(BACKEND_SESSION_KEY) in settings.AUTHENTICATION_BACKENDS
        and user.is_active
        and constant_time_compare(str(told.get(HASH_SESSION_KEY, "")), user.get_session_auth_hash())
    )
