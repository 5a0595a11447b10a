"""The two decks of Demon City: what lies on the table, and laying them out."""

from collections.abc import Sequence
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from campaigns.access import MemberRequest, gms_only, members_only
from campaigns.forms.people import ActForm
from campaigns.games.demon_city.decks import reading as found_decks
from campaigns.games.demon_city.decks.acts import BothStand, lay_out_decks
from campaigns.viewing import Viewer
from campaigns.views.page_context import page_context
from campaigns.views.refusals import answering_refusals
from rules.demon_city.cards import FOOL


@members_only
@require_safe
def decks(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """Both decks as this viewer may see them."""
    return _page(request)


@gms_only
@require_POST
@answering_refusals
def lay_out(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """Make up whichever deck is missing as it usually is."""
    form = ActForm(request.POST)
    if not form.is_valid():
        return _page(request, status=422)
    try:
        lay_out_decks(actor=request.member, key=form.cleaned_data["key"])
        messages.success(request, _("The decks are laid out and shuffled. Everyone can throw."))
    except BothStand:
        messages.info(request, _("Both decks are already laid out. Nothing was changed."))
    return redirect("decks", campaign_id)


def _page(request: MemberRequest, status: int = 200) -> HttpResponse:
    shown = found_decks.on_the_table(request.member.campaign, Viewer.of(request.viewer))
    context = page_context(request, here="table") | {
        "decks": [(card, _anew(request, card, shown)) for card in shown],
        "is_fool_astray": found_decks.is_fool_astray(shown),
        "both_stand": all(card.stands for card in shown),
        "form": ActForm(auto_id="decks-%s"),
    }
    return render(request, "games/demon_city/decks/decks.html", context, status=status)


def _anew(
    request: MemberRequest, deck: found_decks.OnTheTable, shown: Sequence[found_decks.OnTheTable]
) -> str:
    """Where the GM makes a deck up anew, beginning with the cards that it holds.

    The Horror's takes The Fool just where the players' leaves it (DEC-DECK-09).
    """
    if not request.viewer.is_gm or request.is_viewing_as or deck.record is None:
        return ""
    campaign = request.member.campaign_id
    given = {"deck": deck.record.id, "cards": deck.numbers, "form.hide": "deck", "next": request.path}
    if deck.name == "players":
        given["fool"] = "on" if FOOL in deck.cards else "off"
    if deck.name == "horror":
        takes_fool = not any(one.name == "players" and FOOL in one.cards for one in shown)
        others = [card for card in deck.cards if card != FOOL]
        given |= {"cards": [*others, *([FOOL] if takes_fool else [])]}
        given |= {"fool_creature": "on" if takes_fool else "off"}
    url = reverse("play_action", args=[campaign, f"demon_city.build_{deck.name}_deck"])
    return f"{url}?{urlencode(given, doseq=True)}"
