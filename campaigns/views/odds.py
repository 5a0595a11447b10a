"""The odds explorer: exact chances of plain numbers, one situation beside another, kept whole in the address."""

from collections.abc import Iterable
from typing import TypedDict
from uuid import UUID

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaigns.access import MemberRequest, anyone, members_only
from campaigns.forms.odds import situations
from campaigns.game import games
from campaigns.queries.games import games_of
from campaigns.queries.odds_answers import Answer
from campaigns.queries.odds_questions import AS_GOOD_AS_NEVER, OddsQuestion, answer, by_system, questions
from campaigns.templatetags.plots import Line
from campaigns.views.page_context import page_context
from campaigns.views.refusals import counting_strangers
from rules.kernel.errors import RulesError
from rules.reference import Clause

PAGE = "odds/odds.html"


@anyone
@require_safe
@counting_strangers
def odds_explorer(request: HttpRequest) -> HttpResponse:
    """The explorer by itself."""
    return render(request, PAGE, {"page_frame": "base.html", "campaign_id": "", **_asked(request, games())})


@members_only
@require_safe
def campaign_odds(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """The explorer from within a campaign, of which it reads nothing but which games concern the viewer."""
    inside = {"page_frame": "campaign_base.html", "campaign_id": str(request.member.campaign_id)}
    known = games_of(request.viewer)
    systems = [one for one in known.listed() if one in games()]
    return render(request, PAGE, {**page_context(request, "odds"), **inside, **_asked(request, systems)})


class OddsPlot(TypedDict):
    """What the tag `bar_plot` is handed."""

    title: str
    across: str
    labels: list[str]
    series: list[Line]


class Asked(TypedDict):
    """What was asked, and the answers side by side."""

    questions: list[tuple[str, list[tuple[str, OddsQuestion]]]]
    name: str
    question: OddsQuestion
    situations: list[tuple[str, forms.Form, Answer | None]]
    answers: list[tuple[str, Answer]]
    chances: list[tuple[str, list[float]]]
    means: list[float]
    plot: OddsPlot | None
    clauses: list[Clause]


def _asked(request: HttpRequest, systems: Iterable[str]) -> Asked:
    """What was asked, else the first question of these games; they are listed, and a link may lead to any other."""
    listed = by_system(systems)
    name = request.GET.get("question", "")
    first = next((key for _game, group in listed for key, _question in group), next(iter(questions())))
    name = name if name in questions() else first
    question = questions()[name]
    asked = situations(question, request.GET)
    found = [_answer(name, form) for form in asked]
    told = [(letter, one) for letter, one in zip("AB", found, strict=True) if one]
    return {
        "questions": listed,
        "name": name,
        "question": question,
        "situations": list(zip("AB", asked, found, strict=True)),
        "answers": told,
        "chances": _side_by_side([one for _, one in told]),
        "means": [one.mean for _, one in told if one.mean is not None],
        "plot": _plot(told) if told else None,
        "clauses": list({clause.id: clause for _, one in told for clause in one.clauses}.values()),
    }


def _answer(name: str, form: forms.Form) -> Answer | None:
    if not form.is_valid() or not form.cleaned_data:
        return None
    try:
        return answer(name, form.cleaned_data)
    except RulesError as error:
        form.add_error(None, str(error))
        return None


def _side_by_side(answers: list[Answer]) -> list[tuple[str, list[float]]]:
    """Each chance by name, the one that matters most first, for all situations."""
    columns = [[one.headline, *one.others] for one in answers]
    return [(row[0][0], [chance for _, chance in row]) for row in zip(*columns, strict=True)]


def _plot(told: list[tuple[str, Answer]]) -> OddsPlot:
    """Both spreads over the same labels, as far as either is worth a bar; of a curve all of it."""
    first = told[0][1]
    labels = max((list(one.spread) for _, one in told), key=len)
    worth = [
        place
        for place, label in enumerate(labels)
        if any(one.spread.get(label, 0) > AS_GOOD_AS_NEVER for _, one in told)
    ]
    shown = labels if first.across else labels[: max(worth, default=0) + 1]
    series: list[Line] = [
        {"name": letter, "values": [one.spread.get(label, 0.0) for label in shown]} for letter, one in told
    ]
    return {
        "title": first.counted,
        "across": first.across or first.counted,
        "labels": shown,
        "series": series,
    }
