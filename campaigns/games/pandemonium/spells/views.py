"""The board of spells that run, and letting go of one."""

from collections.abc import Sequence
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.access import (
    ANSWERED,
    MemberRequest,
    NotThere,
    get_question_to_answer,
    get_record_to_play,
    members_only,
    players_only,
    rights_of,
)
from campaigns.forms.people import ActForm, DrawForm, sent_key
from campaigns.games.pandemonium.book.reading import CAST, is_mage
from campaigns.games.pandemonium.spells.board import Board, Running, held_by, may_end, spell_board
from campaigns.games.pandemonium.spells.casters import SPELL, SYSTEM, SpellOptions, free_kinds_in
from campaigns.games.pandemonium.spells.resisting import let_through, to_resist
from campaigns.games.pandemonium.spells.struggling import to_break
from campaigns.queries import records
from campaigns.queries.timeline import ShownEntry
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, play
from campaigns.viewing import Viewer
from campaigns.views.live_page import live_page, render_page
from campaigns.views.own_acts import played_just_now
from campaigns.views.page_context import page_context
from campaigns.views.refusals import answering_refusals
from rules.kernel.values import Values, as_values
from rules.pandemonium.allowed import LET_GO
from rules.pandemonium.bringing import is_resisted


@members_only
@require_safe
@live_page
def spells(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """Every spell that runs, as this viewer may see it."""
    frame = page_context(request, here="table")
    viewer, rights = Viewer.of(request.viewer), rights_of(request.viewer)
    questions = frame["questions"]
    seen = records.around(request.member.campaign, viewer, SPELL)
    hands = SpellOptions.of(rights, seen, frame["state"].turn, questions)
    may_act = request.viewer.role != "observer" and not request.is_viewing_as
    resisting = to_resist(request, rights, seen, questions)
    board = spell_board(
        seen,
        rights,
        frame["state"].turn,
        questions,
        scene=str(frame["state"].scene_id or ""),
        now=frame["state"].now,
        free_kinds=free_kinds_in(frame["state"].settings),
    )
    played = played_just_now(request, SYSTEM)
    context = frame | {
        "board": board,
        "to_break": to_break(hands),
        "to_resist": resisting,
        "is_asked": any(one.is_mine for one in resisting),
        "played": played,
        "unasked": _unasked(board, played) if may_act else None,
        "may_cast": may_act,
        "plays": may_act and bool(hands.own),
        "plays_mage": may_act and any(is_mage(one) for one in hands.own),
        "act_form": DrawForm(auto_id="board-%s"),
    }
    return render_page(request, "games/pandemonium/spells/board.html", context)


def _unasked(board: Board, played: Sequence[ShownEntry]) -> Running | None:
    """A hidden spell that was just cast and whose effects are still to be settled: it asks nobody by itself."""
    cast = {
        as_values(one.main["input"]["spell"])["id"]
        for one in played
        if one.main and one.main["action"] == CAST
    }
    hidden = (one for one in (*board.mine, *board.others) if one.is_hidden and one.id in cast)
    return next((one for one in hidden if any(touched.now for touched in one.touched)), None)


@players_only
@require_POST
@answering_refusals
def let_spell_through(request: MemberRequest, campaign_id: UUID, pending_id: UUID) -> HttpResponse:
    """Whoever a spell reaches for does not resist it."""
    asked = get_question_to_answer(request.member, pending_id)
    if is_resisted(asked.question, asked.data) is None:
        raise NotThere(ANSWERED)
    let_through(actor=request.member, asked=asked, key=sent_key(request.POST))
    return _to_what_came_of_it(campaign_id)


@players_only
@require_http_methods(["GET", "HEAD", "POST"])
@answering_refusals
def let_go_of_spell(request: MemberRequest, campaign_id: UUID, record_id: UUID) -> HttpResponse:
    """What goes with a spell when it is let go of, and letting go of it."""
    spell = get_record_to_play(request.viewer, record_id, (SPELL,))
    seen = records.around(request.member.campaign, Viewer.of(request.viewer), SPELL)
    held = held_by(seen, spell.id)
    if request.method == "POST":
        key = sent_key(request.POST)
        chosen = request.POST.getlist("remains") if request.member.is_gm else ()
        remains = [member.id for member in held if member.id in chosen]
        given: Values = {"spell": {"id": spell.id}, "remains": remains}
        play(request.member, ActRequest(key, (Request(LET_GO, given),)))
        messages.success(request, _("The spell has ended, and whatever it held is free of it."))
        return _to_what_came_of_it(campaign_id)
    if not may_end(SpellOptions.of(rights_of(request.viewer), seen), spell.id):
        raise Http404
    context = page_context(request, here="table") | {
        "spell": seen[spell.id],
        "held": held,
        "act_form": ActForm(),
    }
    return render(request, "games/pandemonium/spells/let_go.html", context)


def _to_what_came_of_it(campaign_id: UUID) -> HttpResponse:
    """Back to the board where it tells of the act: what still has to be resisted stands above that."""
    return redirect(f"{reverse('spells', args=[campaign_id])}#last")
