"""Stages: a television shows a code, a GM types it, and from then on it shows what everybody at the table may see."""

from django.core.cache import cache
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from campaigns.live import hub
from campaigns.models import Campaign, Membership, Stage
from campaigns.models.stages import ticket_digest
from campaigns.policy import NotAllowed
from campaigns.services.accounts import tokens
from campaigns.services.limits import Limit

CODE_SECONDS = 600
"""How long a code can be typed."""
LETTERS = 9
"""A code such as `7QKM-2XWD`: shorter than those of the owner, and for less time."""
MOST = 5
TRIES = Limit("stage-code", burst=10, seconds=20)


class UnknownCode(Exception):
    """No television shows this code now. The message says what to do."""


def new_ticket() -> str:
    """A ticket that lets nobody in yet; its code can be typed from now on."""
    ticket = tokens.new_token()
    cache.set(_at(code_of(ticket)), ticket_digest(ticket), CODE_SECONDS)
    return ticket


def code_of(ticket: str) -> str:
    """What a television shows for its ticket. It stands nowhere, and is no invitation: it lets nobody join."""
    return tokens.code_for("stage", ticket)[:LETTERS]


def is_waiting(ticket: str) -> bool:
    """Whether the code of a ticket can be typed still."""
    return bool(ticket) and cache.get(_at(code_of(ticket))) == ticket_digest(ticket)


def open_stage(*, actor: Membership, code: str) -> Stage:
    """A GM lets the television in that shows this code; `UnknownCode`, or `TooMany` for whoever guesses."""
    _check_gm(actor)
    TRIES.take(str(actor.user_id))
    ticket = cache.get(_at(code))
    if ticket is None:
        raise UnknownCode(_("No television shows this code now. Codes change every ten minutes."))
    others = _of(actor.campaign).exclude(ticket_hash=ticket)
    # Those that show nothing any more are on no page where they could be ended.
    others.exclude(pk__in=Stage.let_in()).delete()
    if others.count() >= MOST:
        raise UnknownCode(_("There are %(n)s stages already. End them first.") % {"n": MOST})
    shown = others.order_by("opened", "pk").first()
    # As the others do: what the GM holds back or blanks is shown by none.
    like = {"mode": shown.mode, "held": shown.held} if shown else {}
    found, _is_new = Stage.objects.get_or_create(
        ticket_hash=ticket, defaults={"campaign": actor.campaign, "opened_by": actor, **like}
    )
    if found.campaign_id != actor.campaign_id:
        raise UnknownCode(_("This television shows another campaign."))
    hub.stir(actor.campaign_id)
    return found


def direct(*, actor: Membership, mode: str) -> None:
    """What the campaign's stages do from now on: go along, keep what they show, or show nothing."""
    _check_gm(actor)
    held = actor.campaign.head_seq if mode == "hold" else None
    _of(actor.campaign).update(mode=mode, held=held)
    hub.stir(actor.campaign_id)


def end_stages(campaign: Campaign) -> None:
    """No television shows the campaign any more."""
    if _of(campaign).delete()[0]:
        hub.stir(campaign.pk)


def stages_of(campaign: Campaign) -> list[Stage]:
    """The stages that show a campaign now, as its GMs are told."""
    return list(Stage.let_in().filter(campaign=campaign).order_by("opened", "pk"))


def _of(campaign: Campaign) -> QuerySet[Stage]:
    return Stage.objects.filter(campaign=campaign)


def _check_gm(actor: Membership) -> None:
    if not actor.is_gm:
        raise NotAllowed(_("Only the GM shows the campaign on a television."))


def _at(code: str) -> str:
    return f"stage:{tokens.code_digest(code)}"
