"""What every page of a campaign shows around its own matter: where one is, what time it is, what waits."""

from typing import NotRequired, TypedDict
from uuid import UUID

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from campaigns.access import MemberRequest
from campaigns.game import games
from campaigns.models import Campaign, CampaignState, Membership, Pending
from campaigns.models.kept_reads import kept_read
from campaigns.models.prepared import prepared
from campaigns.policy import Rights, rulings_of
from campaigns.queries import calls, demos, waiting
from campaigns.queries.calls import Call
from campaigns.queries.deliveries import delivered
from campaigns.queries.games import games_chosen
from campaigns.queries.timeline import ShownEntry
from campaigns.templatetags.look import game_time
from campaigns.viewing import Viewer
from campaigns.views.gatherings import GatheringLine, gatherings_of
from campaigns.views.news import NewsLine, news_lines
from campaigns.views.own_acts import JustDone, just_done
from campaigns.views.waiting import CallLine, calls_of


class Link(TypedDict):
    """A link of the frame; `count` is how much waits there."""

    key: str
    label: str
    url: str
    icon: NotRequired[str]
    count: NotRequired[int]


class PageContext(TypedDict):
    """What `campaign_base.html` takes."""

    campaign: Campaign
    campaign_name: str
    campaign_url: str
    member: Membership
    rights: Rights
    is_gm: bool
    head_seq: int
    stir: int
    page_address: str
    live: str
    state: CampaignState
    scene: str
    clock: str
    questions: list[waiting.Waiting]
    turns: list[Call]
    calls: list[CallLine]
    unseen: str
    news: list[NewsLine]
    gatherings: list[GatheringLine]
    deliveries: list[ShownEntry]
    just_done: JustDone | None
    nav: list[Link]
    bar: list[Link]
    here: str
    policy: str
    demo_places: list[Membership]
    """In a demo of one's own the places that one may take next."""


@kept_read
@prepared
def _states(campaign: UUID) -> QuerySet[CampaignState]:
    return CampaignState.objects.filter(pk=campaign).select_related("session", "scene")


def page_context(
    request: MemberRequest, here: str = "", open_rows: list[Pending] | None = None
) -> PageContext:
    """The context of `campaign_base.html`. The head of the log is read before any row of the page (two queries).

    `open_rows` are the open questions, where the page has read them for itself.
    """
    campaign, viewer = request.member.campaign, request.viewer
    (state,) = _states(campaign.pk)
    questions = waiting.open_questions(campaign, Viewer.of(viewer), open_rows)
    rights = Rights(viewer, state.policy)
    turns = [] if request.is_viewing_as else calls.turns(campaign, Viewer.of(viewer), rights, questions)
    called = calls_of(request, questions, turns)
    mine = len(called)
    is_acting = viewer.role != "observer" and not request.is_viewing_as
    return {
        "campaign": campaign,
        "campaign_name": campaign.name,
        "campaign_url": reverse("campaign_home", args=[campaign.pk]),
        "member": viewer,
        "rights": rights,
        "is_gm": viewer.is_gm,
        "head_seq": campaign.head_seq,
        "stir": campaign.stirs(is_gm=request.member.is_gm),
        "page_address": request.path,
        "live": "retry",
        "state": state,
        "scene": whereabouts(state),
        "clock": game_time(state.now),
        "questions": questions,
        "turns": turns,
        "calls": called,
        "unseen": " ".join(calls.unseen(viewer.pk, [one["key"] for one in called])),
        "news": [] if request.is_viewing_as else news_lines(request, state),
        "gatherings": gatherings_of(request),
        "deliveries": [] if request.is_viewing_as else delivered(viewer),
        "just_done": just_done(request, rights) if is_acting else None,
        "nav": _links(campaign.pk, mine),
        "bar": _bar(campaign.pk, mine),
        "here": here,
        "policy": policy_line(rights),
        "demo_places": demos.places(campaign, viewer) if campaign.demo_of_id else [],
    }


RULINGS = {
    "propose": gettext_lazy("Players ask for bonuses and the GM grants them."),
    "gm": gettext_lazy("Only the GM enters bonuses and rulings."),
    "players": gettext_lazy("Players may enter bonuses and rulings."),
}
"""The values of the policy `player_rulings`."""


_DICE_BY_HAND = (gettext_lazy("No dice rolled by hand."), gettext_lazy("Dice rolled by hand are marked."))
_CARDS_BY_HAND = (gettext_lazy("No cards drawn by hand."), gettext_lazy("Cards drawn by hand are marked."))
"""What the policy `hand_dice` comes to: where it is off, and on."""
_FROM_DECKS = gettext_lazy("Cards are drawn from the decks laid out here.")


def policy_line(rights: Rights) -> str:
    """What may be overridden and what may be hidden, in a line for the foot of every page."""
    says = [
        _("The GM may seal rolls, and the log shows it.")
        if rights.agreed("sealed_rolls")
        else _("No sealed rolls."),
        _("The GM may override outcomes, and the log shows it.")
        if rights.agreed("overrides")
        else _("No overridden outcomes."),
        _by_hand(rights),
        _("Players may undo their own last action.")
        if rights.agreed("player_undo")
        else _("Only the GM can undo."),
        RULINGS[rulings_of(rights.policies)],
    ]
    return " ".join(map(str, says))


def _by_hand(rights: Rights) -> object:
    """What may be drawn at a real table, and that nothing is while it is drawn here all the same."""
    may, are_cards = rights.agreed("hand_dice"), _are_cards(rights)
    campaign, chosen = rights.member.campaign, games_chosen(rights.policies)
    if may and are_cards and all(games()[one].playing.keeps_cards(campaign) for one in chosen):
        return _FROM_DECKS
    return (_CARDS_BY_HAND if are_cards else _DICE_BY_HAND)[may]


def _are_cards(rights: Rights) -> bool:
    """Whether nobody rolls dice in any of the games that the table has chosen."""
    chosen = games_chosen(rights.policies)
    return bool(chosen) and all(games()[one].playing.draws == "cards" for one in chosen)


def whereabouts(state: CampaignState) -> str:
    """The scene that is open, or between what it is."""
    if state.scene is not None:
        return state.scene.name or _("Unnamed scene")
    return _("Between scenes") if state.session is not None else _("Between sessions")


def _links(campaign: UUID, mine: int) -> list[Link]:
    """The links in the head of a laptop."""
    home = reverse("campaign_home", args=[campaign])
    found = (
        ("home", pgettext("page", "Home"), home, 0),
        ("table", pgettext("page", "Table"), reverse("table", args=[campaign]), 0),
        ("log", pgettext("page", "Log"), reverse("log", args=[campaign]), 0),
        ("rules", pgettext("page", "Rules"), reverse("campaign_rules", args=[campaign]), 0),
        ("odds", pgettext("page", "Odds"), reverse("campaign_odds", args=[campaign]), 0),
        ("waiting", pgettext("page", "Waiting"), f"{home}#waiting", mine),
        ("settings", pgettext("page", "Settings"), reverse("campaign_settings", args=[campaign]), 0),
    )
    return [{"key": key, "label": label, "url": url, "count": count} for key, label, url, count in found]


def _bar(campaign: UUID, mine: int) -> list[Link]:
    """The bar at the bottom of a phone."""
    home = reverse("campaign_home", args=[campaign])
    table = reverse("table", args=[campaign])
    return [
        {"key": "cast", "label": _("Cast"), "url": f"{table}#cast", "icon": "users-round"},
        {"key": "table", "label": _("Actions"), "url": f"{table}#act", "icon": "dices"},
        {"key": "log", "label": _("Log"), "url": f"{table}#log", "icon": "scroll-text"},
        {
            "key": "waiting",
            "label": _("Waiting"),
            "url": f"{home}#waiting",
            "icon": "hourglass",
            "count": mine,
        },
    ]
