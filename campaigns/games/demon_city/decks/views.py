"""The two decks of Demon City: what lies on the table, and laying them out."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from campaigns.access import MemberRequest, gms_only, members_only
from campaigns.forms.people import DrawForm, new_key, sent_key
from campaigns.games.demon_city.decks import reading as found_decks
from campaigns.games.demon_city.decks.acts import BothStand, NothingLeft, lay_out_decks, share_what_is_left
from campaigns.games.demon_city.decks.significators import is_one_pack
from campaigns.viewing import Viewer
from campaigns.views.absolute_urls import back_or
from campaigns.views.live_page import live_page, render_page
from campaigns.views.page_context import page_context
from campaigns.views.refusals import answering_refusals
from rules.demon_city.cards import FOOL, MAJORS, PACK, SUITS


@members_only
@require_safe
@live_page
def decks(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """Both decks as this viewer may see them."""
    return _page(request)


@gms_only
@require_POST
@answering_refusals
def lay_out(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """Make up whichever deck is missing as it usually is."""
    form = DrawForm(request.POST)
    if not form.is_valid():
        return _page(request, status=422)
    try:
        lay_out_decks(actor=request.member, **form.sent)
        messages.success(request, _("The decks are laid out and shuffled. Everyone can throw."))
    except BothStand:
        messages.info(request, _("Both decks are already laid out. Nothing was changed."))
    return back_or(request, reverse("decks", args=[campaign_id]))


@gms_only
@require_POST
@answering_refusals
def share(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """Tell the table what is left of the Horror's Deck."""
    key = sent_key(request.POST)
    try:
        share_what_is_left(actor=request.member, key=key)
        messages.success(request, _("Everyone can read in the log what is left of the Horror's Deck."))
    except NothingLeft:
        messages.info(request, _("No card of the Horror's Deck lies face down."))
    return redirect("decks", campaign_id)


@gms_only
@require_safe
def choose_horrors(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """The whole pack, spread out: the GM picks the cards of the Horror's Deck, which the form of that act takes."""
    shown = found_decks.on_the_table(request.member.campaign, Viewer.of(request.viewer))
    players, horror = shown
    if horror.record is None:
        return redirect("decks", campaign_id)
    takes_fool = FOOL not in players.cards  # DEC-DECK-09
    chosen = {*horror.cards, FOOL} if takes_fool else {*horror.cards} - {FOOL}
    context = page_context(request, here="table") | {
        "suits": [(suit, [card for card in PACK if card.startswith(f"{suit}-")]) for suit in SUITS],
        "majors": [card for card in PACK if card in MAJORS],
        "chosen": chosen,
        "taken": {*players.cards} if is_one_pack(request.member.campaign) else {*players.cards} & {FOOL},
        "kept": {FOOL} if takes_fool else set(),
        "takes_fool": takes_fool,
        "deck": horror.record,
        "key": new_key(),
    }
    return render(request, "games/demon_city/decks/horror.html", context)


def _page(request: MemberRequest, status: int = 200) -> HttpResponse:
    shown = found_decks.on_the_table(request.member.campaign, Viewer.of(request.viewer))
    context = page_context(request, here="table") | {
        "decks": [(card, _anew(request, card)) for card in shown],
        "is_fool_astray": found_decks.is_fool_astray(shown),
        "both_stand": all(card.stands for card in shown),
        "form": DrawForm(auto_id="decks-%s"),
    }
    return render_page(request, "games/demon_city/decks/decks.html", context, status=status)


def _anew(request: MemberRequest, deck: found_decks.OnTheTable) -> str:
    """Where the GM makes a deck up anew, beginning with the cards that it holds."""
    if not request.viewer.is_gm or request.is_viewing_as or deck.record is None:
        return ""
    campaign = request.member.campaign_id
    if deck.name == "horror":
        return reverse("choose_horrors", args=[campaign])
    given = {"deck": deck.record.id, "cards": deck.numbers, "form.hide": "deck", "next": request.path}
    given["fool"] = "on" if FOOL in deck.cards else "off"
    url = reverse("play_action", args=[campaign, f"demon_city.build_{deck.name}_deck"])
    return f"{url}?{urlencode(given, doseq=True)}"
