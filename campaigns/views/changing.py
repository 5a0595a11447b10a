"""Somebody is changed from their card in the cast: damage, healing, a condition, or a note about them."""

from typing import TypedDict
from urllib.parse import urlsplit
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRefresh

from campaigns.access import MemberRequest, get_record_to_play, players_only
from campaigns.forms.people import new_key
from campaigns.forms.sessions import NoteForm
from campaigns.game import game_of, games
from campaigns.queries import cast
from campaigns.queries.layouts.parts import QuickGroup, RecordContext
from campaigns.queries.layouts.plain import CHARACTERS, layout_of
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, play
from campaigns.state.unit_of_work import Sheet
from campaigns.viewing import Viewer
from campaigns.views.htmx import is_htmx
from campaigns.views.page_context import page_context
from campaigns.views.refusals import REFUSED, Refusal, refusal_of

NOTE = "note"


class ChangePanel(TypedDict, total=False):
    """What `characters/_change.html` takes."""

    sheet: Sheet
    groups: list[QuickGroup]
    key: str
    note_form: NoteForm
    done: int
    """The entry that was just made."""
    refusal: Refusal


@players_only
@require_http_methods(["GET", "HEAD", "POST"])
def change_somebody(request: MemberRequest, campaign_id: UUID, record_id: UUID) -> HttpResponse:
    """What the GM does to somebody in a tap, and a note about them, which is their player's to write too."""
    beside = tuple(kind for game in games().values() for kind in game.records.in_cast)
    sheet = get_record_to_play(request.viewer, record_id, (*CHARACTERS, *beside))
    panel, status = ChangePanel(), 200
    if request.method == "POST":
        panel, status = _changed(request, sheet)
        at_table, home = (reverse(name, args=[campaign_id]) for name in ("table", "campaign_home"))
        if "done" in panel and not is_htmx(request):
            return redirect(f"{at_table}#cast")
        came_from = urlsplit(request.headers.get("HX-Current-URL", at_table)).path
        if "done" in panel and came_from not in (at_table, home):
            return HttpResponseClientRefresh()  # no card is there that the panel stands in
        sheet = get_record_to_play(request.viewer, record_id)
    shown = {
        "sheet": sheet,
        "groups": _groups(request, sheet),
        "key": new_key(),
        "note_form": NoteForm(auto_id=f"note-{sheet.id}-%s"),
        **panel,
    }
    if is_htmx(request):
        return render(
            request, "characters/_change.html", {"campaign": request.member.campaign, **shown}, status=status
        )
    reading = _reading(request, sheet)
    page = page_context(request, here="table") | shown
    page["glimpse"] = layout_of(reading.member.kind).glimpse(reading)
    return render(request, "characters/change.html", page, status=status)


def _groups(request: MemberRequest, sheet: Sheet) -> list[QuickGroup]:
    if not request.viewer.is_gm:
        return []
    reading = _reading(request, sheet)
    return [group for group in layout_of(reading.member.kind).quick(reading) if group.acts or group.form]


def _reading(request: MemberRequest, sheet: Sheet) -> RecordContext:
    campaign, viewer = request.member.campaign, Viewer.of(request.viewer)
    (seen,) = cast.as_seen(campaign, viewer, [sheet])
    newest = game_of(seen.kind).records.newest_seen
    around = {one.id: one for one in cast.of_kind(campaign, viewer, newest)} if newest else {}
    return RecordContext(seen, around)


def _changed(request: MemberRequest, sheet: Sheet) -> tuple[ChangePanel, int]:
    """What was sent, played; or what is wrong with it."""
    code = request.POST.get("do", "")
    if code == NOTE:
        form = NoteForm(request.POST, auto_id=f"note-{sheet.id}-%s")
        if not form.is_valid():
            return {"note_form": form}, 422
        said = {name: form.cleaned_data[name] for name in ("words", "audience")}
        panel, status = _played(request, Request("table.note", {**said, "about": [sheet.id]}))
        return (panel if "done" in panel else {**panel, "note_form": form}), status  # no typed word is lost
    found = (act for group in _groups(request, sheet) for act in group.acts)
    act = next((act for act in found if act.code == code), None)
    if act is None:
        text = _("This is no longer possible as things stand. Choose again.")
        return {"refusal": Refusal(409, _("Nothing was changed"), text)}, 409
    return _played(request, Request(act.action, act.given))


def _played(request: MemberRequest, step: Request) -> tuple[ChangePanel, int]:
    try:
        done = play(request.member, ActRequest(request.POST.get("key", ""), (step,)))
    except REFUSED as error:
        refusal = refusal_of(error)
        return {"refusal": refusal}, refusal.status
    return {"done": done.entry.seq}, 200
