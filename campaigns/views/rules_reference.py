"""The rules reference: every clause, the words of each game, and within a campaign the entries that used a clause."""

from collections.abc import Container, Iterable, Sequence
from typing import TypedDict
from urllib.parse import urlencode
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaigns.access import MemberRequest, anyone, members_only
from campaigns.queries import clauses, timeline
from campaigns.queries.games import games_of
from campaigns.queries.glossary import Term, glossaries
from campaigns.queries.review import reviewing
from campaigns.viewing import Viewer
from campaigns.views.page_context import page_context
from rules.reference import Clause, UnknownClause, find_clause

LONGEST_SEARCH = 200
ENTRIES = 10


class Where(TypedDict):
    """What both pages are set in: the application's own frame, or a campaign's."""

    page_frame: str
    campaign_id: str


class Found(TypedDict):
    """The list of the reference."""

    wanted: clauses.Wanted
    found: clauses.Page | None
    """None where no clauses are asked for yet: then its areas are listed."""
    contents: list[tuple[str, list[clauses.Area]]]
    """The areas of the systems that are looked at."""
    query: str
    """What was asked, as a link to another page of it begins."""
    systems: list[tuple[str, str]]
    glossaries: list[str]
    kinds: Sequence[str]
    area_choices: list[tuple[str, str]]


class ShownClause(TypedDict):
    """One clause, with those before and after it."""

    clause: Clause
    area_title: str
    system_title: str
    before: Clause | None
    after: Clause | None


class FoundTerms(TypedDict):
    """The words of a game that were looked for, and which other games have some."""

    system: str
    asked: str
    terms: list[Term]
    others: list[str]


BY_ITSELF: Where = {"page_frame": "base.html", "campaign_id": ""}


@anyone
@require_safe
def rules_reference(request: HttpRequest) -> HttpResponse:
    """The areas of all rules; clauses by area, words and kind, a page at a time."""
    return render(request, "rules/reference.html", {**BY_ITSELF, **_found(request, clauses.systems())})


@anyone
@require_safe
def clause(request: HttpRequest, clause_id: str) -> HttpResponse:
    """One clause by itself."""
    return render(request, "rules/clause.html", {**BY_ITSELF, **_clause(clause_id)})


@anyone
@require_safe
def glossary(request: HttpRequest, system: str) -> HttpResponse:
    """The words of a game."""
    shown = {**BY_ITSELF, **_glossary(request, system, [*glossaries()])}
    return render(request, "rules/glossary.html", shown)


@members_only
@require_safe
def campaign_glossary(request: MemberRequest, campaign_id: UUID, system: str) -> HttpResponse:
    """The words of a game from within a campaign, whose own games lead to one another."""
    shown = {**_within(request), **_glossary(request, system, games_of(request.viewer).listed())}
    return render(request, "rules/glossary.html", {**page_context(request, "rules"), **shown})


@members_only
@require_safe
def campaign_rules(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """The reference from within a campaign: of the games that concern the viewer, for a GM those in play first."""
    systems = games_of(request.viewer).listed()
    context = {**page_context(request, "rules"), **_within(request), **_found(request, systems)}
    return render(request, "rules/reference.html", context)


@members_only
@require_safe
def campaign_clause(request: MemberRequest, campaign_id: UUID, clause_id: str) -> HttpResponse:
    """One clause with the newest entries that used it, as this viewer may see them."""
    shown = _clause(clause_id)
    found = shown["clause"]
    before = request.GET.get("before", "")
    page = timeline.turn_to(
        request.member.campaign,
        Viewer.of(request.viewer),
        before=int(before) if before.isascii() and before.isdecimal() else None,
        size=ENTRIES,
        tag=("clause", found.id),
    )
    rulings = reviewing.rulings(request.member.campaign, Viewer.of(request.viewer), [found.id])
    more = {"rulings": rulings, "page": page, "in_campaign": True}
    context = {**page_context(request, "rules"), **_within(request), **shown, **more}
    return render(request, "rules/clause.html", context)


def _within(request: MemberRequest) -> Where:
    return {"page_frame": "campaign_base.html", "campaign_id": str(request.member.campaign_id)}


def _glossary(request: HttpRequest, system: str, among: Iterable[str]) -> FoundTerms:
    if system not in glossaries():
        raise Http404
    asked = request.GET.get("q", "")[:LONGEST_SEARCH].strip()
    return {
        "system": system,
        "asked": asked,
        "terms": [term for term in glossaries()[system] if term.has(asked)],
        "others": [one for one in among if one in glossaries() and one != system],
    }


def _found(request: HttpRequest, among: Iterable[str]) -> Found:
    """What was looked for in these systems; a link may lead to any other."""
    listed = [*among]
    wanted = clauses.Wanted(
        words=request.GET.get("q", "")[:LONGEST_SEARCH].strip(),
        system=_one_of(request.GET.get("system", ""), clauses.systems()),
        area=request.GET.get("area", "")[:LONGEST_SEARCH],
        kind=_one_of(request.GET.get("kind", ""), clauses.KINDS),
    )
    if wanted.system and wanted.system not in listed:
        listed.append(wanted.system)
    at = request.GET.get("page", "")
    asked = {"q": wanted.words, "system": wanted.system, "area": wanted.area, "kind": wanted.kind}
    looked_at = [wanted.system] if wanted.system else listed
    return {
        "wanted": wanted,
        "found": clauses.page_of(wanted, listed, _number(at)) if wanted.is_narrow else None,
        "contents": [(one, clauses.areas_of(one)) for one in looked_at],
        "query": urlencode({name: value for name, value in asked.items() if value}),
        "systems": [(one, clauses.systems()[one]) for one in listed],
        "glossaries": [one for one in listed if one in glossaries()],
        "kinds": clauses.KINDS,
        "area_choices": (
            [(area.code, area.title) for area in clauses.areas_of(wanted.system)] if wanted.system else []
        ),
    }


def _clause(clause_id: str) -> ShownClause:
    found = _find(clause_id.upper())
    before, after = clauses.neighbours(found)
    return {
        "clause": found,
        "area_title": clauses.title_of(found),
        "system_title": clauses.systems()[found.system],
        "before": before,
        "after": after,
    }


def _find(clause_id: str) -> Clause:
    try:
        return find_clause(clause_id)
    except UnknownClause:
        raise Http404 from None


def _number(text: str) -> int:
    """A page's number; the first for anything else."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 5 else 1


def _one_of(value: str, known: Container[str]) -> str:
    return value if value in known else ""
