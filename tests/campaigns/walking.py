"""The pages that links lead to, as somebody who is signed in finds them."""

from collections import Counter
from urllib.parse import urldefrag, urljoin, urlsplit

from django.test import Client
from django.urls import Resolver404, resolve

LEFT_OUT = {"account_logout", "licence", "clause", "campaign_clause", "stylebook"}
"""Ending the visit, plain text, one page a clause (one of them is seen), and what has a test of its own."""
ONE_OF = ("/rules/SOR-BIND-13/",)
TOLD_WHY = 409
"""What cannot be done any more says why, on a page of its own."""
FORMS = ("sorcerer.bind", "sorcerer.conflict_round")
"""Of the many forms that one page makes, a long one and a deep one."""


def pages_found(client: Client, each: int = 1) -> dict[str, bytes]:
    """What stands on each page, by its address; so many for each view, game, and form that is named above.

    A link that leads to a refusal fails: what somebody may not open is not offered to them.
    """
    seen: dict[str, bytes] = {}
    names: Counter[str] = Counter()
    waiting = ["/", *ONE_OF]
    while waiting:
        path = waiting.pop(0)
        name = _page_of(path)
        if name is None or path in seen or names[name] == each or (name in LEFT_OUT and path not in ONE_OF):
            continue
        answer = client.get(path, follow=True)
        assert answer.status_code in (200, TOLD_WHY), f"{path}, linked on a page: {answer.status_code}"
        if answer.status_code != 200 or "text/html" not in answer["Content-Type"]:
            continue
        names[name] += 1
        seen[path] = answer.content
        waiting += _links(path, answer.content.decode())
    return seen


def _links(path: str, html: str) -> list[str]:
    hrefs = [piece.partition('"')[0] for piece in html.split(' href="')[1:]]
    found = [
        urldefrag(urljoin(path, href.replace("&amp;", "&"))).url for href in hrefs if not href.startswith("#")
    ]
    return [one for one in found if one.startswith("/") and "/static/" not in one]


def _page_of(path: str) -> str | None:
    try:
        match = resolve(urlsplit(path).path)
    except Resolver404:
        return None
    action, system = match.kwargs.get("action", ""), match.kwargs.get("system", "")
    return f"{match.view_name} {action if action in FORMS else system}".strip()
