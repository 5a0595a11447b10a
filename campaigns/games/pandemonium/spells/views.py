"""The board of spells that run, and letting go of one."""

from uuid import UUID

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from campaigns.access import MemberRequest, get_record_to_play, members_only, players_only, rights_of
from campaigns.forms.people import ActForm
from campaigns.games.pandemonium.spells.board import SPELL, held_by, may_end, spell_board
from campaigns.games.pandemonium.spells.casters import SpellOptions
from campaigns.queries import records
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, play
from campaigns.viewing import Viewer
from campaigns.views.page_context import page_context
from campaigns.views.refusals import answering_refusals
from rules.kernel.values import Values
from rules.pandemonium.allowed import LET_GO


@members_only
@require_safe
def spells(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """Every spell that runs, as this viewer may see it."""
    frame = page_context(request, here="table")
    viewer, rights = Viewer.of(request.viewer), rights_of(request.viewer)
    context = frame | {
        "board": spell_board(request.member.campaign, viewer, rights, frame["state"].turn),
        "may_cast": request.viewer.role != "observer" and not request.is_viewing_as,
        "act_form": ActForm(auto_id="board-%s"),
    }
    return render(request, "games/pandemonium/spells/board.html", context)


@players_only
@require_http_methods(["GET", "HEAD", "POST"])
@answering_refusals
def let_go_of_spell(request: MemberRequest, campaign_id: UUID, record_id: UUID) -> HttpResponse:
    """What goes with a spell when it is let go of, and letting go of it."""
    spell = get_record_to_play(request.viewer, record_id, (SPELL,))
    seen = records.around(request.member.campaign, Viewer.of(request.viewer), SPELL)
    held = held_by(seen, spell.id)
    if request.method == "POST":
        form = ActForm(request.POST)
        if not form.is_valid():
            raise BadRequest(_("This form has expired. Reload the page."))
        chosen = request.POST.getlist("remains") if request.member.is_gm else ()
        remains = [member.id for member in held if member.id in chosen]
        given: Values = {"spell": {"id": spell.id}, "remains": remains}
        play(request.member, ActRequest(form.cleaned_data["key"], (Request(LET_GO, given),)))
        messages.success(request, _("The spell has ended, and whatever it held is free of it."))
        return redirect("spells", campaign_id)
    if not may_end(SpellOptions.of(rights_of(request.viewer), seen), spell.id):
        raise Http404
    context = page_context(request, here="table") | {
        "spell": seen[spell.id],
        "held": held,
        "act_form": ActForm(),
    }
    return render(request, "games/pandemonium/spells/let_go.html", context)
