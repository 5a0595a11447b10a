"""What an act costs the processor, POST to HTML, against the least that a form of any Django application does.

    .venv/bin/python bench/act.py [rounds]

The floor has what nobody leaves out who serves a page in Django: all middleware, the session, the account and its
membership, the CSRF check, a form of three fields, two records, a row locked, changed and another inserted by the ORM,
and a template of 5 KB. Beside it stands a bare floor, which has no middleware, no account, no form and no template.
An act of each game is a form of its own page, filled in: rules, log, chain, and the entry as HTML. Everything takes
turns in one process, with a database in memory, and is taken back. Prints how much of an act the floor is (the bar is
0.5 for each game); then how 64 rolls at once are answered by a server, of which none may fail.
DATABASE_URL chooses PostgreSQL (an empty database); otherwise it is SQLite.
"""

import http.client
import json
import os
import sys
import threading
import time
import uuid
from collections import Counter
from collections.abc import Callable
from typing import Any

from bars import Bars
from in_ram import TOKEN, Asker, application, in_turns
from served import free_port, prepare, roll_form, serving

BAR = 0.5
ACTS = ("sorcerer.roll", "fallen.strike", "demon_city.static_throw", "pandemonium.cast")
AT_ONCE, SECONDS = 64, 5.0
PAGE = """{% load i18n %}<form method="post">{% csrf_token %}<h1>{% translate "Notes" %}</h1>
{% for record in records %}<p id="{{ record.pk }}">{{ record.name }} ({{ record.kind }})</p>{% endfor %}
{% for field, value in form.cleaned_data.items %}<p>{{ field }}: {{ value }}</p>{% endfor %}</form>"""


def main(rounds: int) -> int:
    bars = Bars()
    with application():
        costs = _costs(rounds)
    bare, floor = costs.pop("bare floor"), costs.pop("floor")
    print(f"bare floor {bare:.2f} ms, floor {floor:.2f} ms")
    for action, cost in costs.items():
        print(f"{action}: {cost:.2f} ms, of which the bare floor is {bare / cost:.2f}")
        bars.least(f"floor by {action}", floor / cost, BAR)
    with serving(__file__) as world:
        answered = _at_once(world)
    print(f"{AT_ONCE} at once: {dict(answered)}")
    bars.most("failed at once", sum(count for status, count in answered.items() if status != 200), 0)
    return bars.close()


def _costs(rounds: int) -> dict[str, float]:
    """Milliseconds of the processor, by what was done."""
    from campaigns.games.demon_city.decks.acts import lay_out_decks
    from tests.campaigns import palette_cases, spine
    from tests.campaigns.form_filling import fill_in, first_form

    game = spine.new_game()
    asker = Asker(game.gm.user)
    cases = {one: palette_cases.make_world(game, _worked(one)) for one in ACTS}
    lay_out_decks(actor=game.gm, key="decks")
    calls: dict[str, Callable[[], float]] = {
        "bare floor": _posting(asker, "/", {}, _bare_floor(game.gm)),
        "floor": _posting(asker, _floor(game.gm), {"words": "It rains.", "count": 3, "kind": "night"}),
    }
    for action, case in cases.items():
        url = f"/campaigns/{game.campaign.pk}/play/{action}/"
        form = fill_in(asker.client, first_form(asker.client, url), palette_cases.as_typed(case))
        calls[action] = _posting(asker, form.action, form.sent)
    return in_turns(calls, rounds)


def _worked(action: str) -> Any:
    from tests.campaigns.palette_cases import worked_for

    return worked_for(action, by_player=False)


def _posting(asker: Asker, url: str, sent: dict[str, Any], handler: Any = None) -> Callable[[], float]:
    return lambda: asker.post(url, {**sent, "key": uuid.uuid4().hex}, handler)[0]


def _floor(gm: Any) -> str:
    """The address of a page that the application has beside its own, as anybody would write it."""
    from django import forms
    from django.http import HttpRequest, HttpResponse
    from django.template import engines
    from django.urls import path

    from campaigns.config.urls import urlpatterns
    from campaigns.models import Membership, Record

    class NoteForm(forms.Form):
        words = forms.CharField(max_length=200)
        count = forms.IntegerField(min_value=0)
        kind = forms.ChoiceField(choices=[("day", "Day"), ("night", "Night")])

    page = engines["django"].from_string(PAGE + "<p>A page has words on it.</p>\n" * 170)
    named = list(Record.objects.filter(campaign=gm.campaign_id).values_list("pk", flat=True)[:2])

    def note(request: HttpRequest) -> HttpResponse:
        membership = Membership.objects.select_related("campaign", "user").get(
            campaign=gm.campaign_id, user=request.user, left=None
        )
        form = NoteForm(request.POST)
        if not form.is_valid():
            return HttpResponse(status=422)
        records = list(Record.objects.filter(campaign=membership.campaign_id, pk__in=named))
        _lock_update_insert(membership, request.POST["key"])
        return HttpResponse(page.render({"form": form, "records": records}, request))

    urlpatterns.append(path("floor/", note))
    return "/floor/"


def _bare_floor(gm: Any) -> Any:
    """A handler that locks, updates, inserts and answers a line of HTML: no middleware, no account, no template."""
    from django.core.handlers.wsgi import WSGIHandler
    from django.http import HttpRequest, HttpResponse
    from django.test import override_settings

    def post(request: HttpRequest) -> HttpResponse:
        _lock_update_insert(gm, request.POST["key"])
        return HttpResponse("<p>Done.</p>")

    with override_settings(MIDDLEWARE=[]):
        handler = WSGIHandler()
    vars(handler)["resolve_request"] = lambda request: (post, (), {})
    return handler


def _lock_update_insert(member: Any, key: str) -> None:
    from django.db import transaction

    from campaigns.models import Act, Campaign

    with transaction.atomic():
        campaign = Campaign.objects.select_for_update().get(pk=member.campaign_id)
        campaign.save(update_fields=["name"])
        given = {"key": key, "digest": "0" * 64, "first_seq": 1, "last_seq": 1}
        Act.objects.create(campaign=campaign, member=member, **given)


def _at_once(world: dict[str, str]) -> Counter[int]:
    answered: Counter[int] = Counter()
    end = time.monotonic() + SECONDS
    threads = [threading.Thread(target=_ask, args=(world, end, answered)) for _one in range(AT_ONCE)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answered


def _ask(world: dict[str, str], end: float, answered: Counter[int]) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", int(world["port"]), timeout=60)
    headers = {
        "Content-Type": "application/x-www-form-urlencoded",
        "Cookie": f"session={world['session']}; csrf={TOKEN}",
        "HX-Request": "true",
    }
    while time.monotonic() < end:
        connection.request("POST", world["act"], roll_form(world), headers)
        answer = connection.getresponse()
        answer.read()
        answered[answer.status] += 1


def _serve() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "campaigns.config.settings")
    import uvicorn

    from campaigns.config import asgi

    world, port = prepare(), free_port()
    print(json.dumps({**world, "port": str(port)}), flush=True)
    uvicorn.run(asgi.application, host="127.0.0.1", port=port, log_level="error", access_log=False)


if __name__ == "__main__":
    if "--serve" in sys.argv:
        _serve()
    else:
        sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 40))
