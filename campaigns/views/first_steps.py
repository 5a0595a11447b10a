"""What comes next in a new campaign, for each in their own place: until it is done, the first thing on its home."""

from typing import TypedDict
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.access import MemberRequest
from campaigns.forms.people import InvitationForm, new_key
from campaigns.models import Membership
from campaigns.queries.games import CHARACTERS
from campaigns.views.cast import CastContext

AS_USUAL = {name: str(field.initial) for name, field in InvitationForm.base_fields.items() if name != "key"}
"""An invitation as its form begins."""


class Step(TypedDict):
    """One of the next things; `begins` has the form by which a session begins, `is_first` is what is to be done now."""

    title: str
    told: str
    is_done: bool
    url: str
    verb: str
    begins: bool
    sends: dict[str, str]
    """What its button sends to `url`, where it is no mere way there."""
    is_first: bool


def first_steps(
    request: MemberRequest, around: CastContext, people: list[Membership], *, has_begun: bool
) -> list[Step]:
    """The next things of the viewer; none once all of them are done, and none for whoever watches."""
    steps = _steps(request, around, people, has_begun=has_begun)
    first = next((step for step in steps if not step["is_done"]), None)
    return [{**step, "is_first": step is first} for step in steps]


def _steps(
    request: MemberRequest, around: CastContext, people: list[Membership], *, has_begun: bool
) -> list[Step]:
    member, campaign = request.viewer, request.member.campaign_id
    players = {str(one.pk) for one in people if not one.is_gm}
    made = [one.member for one in around["glances"] if one.member.kind in CHARACTERS.values()]
    own = [one.name for one in made if one.owner == str(member.pk)]
    if member.role == "observer" or (has_begun and (member.is_gm or own)):
        return []
    if member.is_gm:
        of_players = [one.name for one in made if one.owner in players]
        return _of_gm(campaign, [one.name for one in people if not one.is_gm], of_players)
    return _of_player(campaign, own, has_begun=has_begun)


def _of_gm(campaign: UUID, others: list[str], made: list[str]) -> list[Step]:
    """The same for every GM: an answer may be made once for all of them."""
    names = ", ".join(others)
    return [
        _step(
            _("Invite the others"),
            _("Here with you: %(names)s.") % {"names": names}
            if others
            else _("One link, as a QR code or a message, is enough for all of them."),
            is_done=bool(others),
            url=reverse("invitations", args=[campaign]),
            verb=_("Invite"),
            # One link for all of them, as the page of invitations would make it.
            sends={} if others else {**AS_USUAL, "key": new_key()},
        ),
        _step(
            _("Characters"),
            ", ".join(made)
            or _("Players make their own, or have one made for them. You add whom they meet."),
            is_done=bool(made),
            url=reverse("new_character", args=[campaign]),
            verb=_("Create a character"),
        ),
        _step(_("Begin"), _("A session is an evening of play. It begins for everybody."), begins=True),
    ]


def _of_player(campaign: UUID, own: list[str], *, has_begun: bool) -> list[Step]:
    return [
        _step(_("You are at the table"), _("The others see you among the members."), is_done=True),
        _step(
            _("Your character"),
            ", ".join(own) or _("Make one step by step, or have one made for you."),
            is_done=bool(own),
            url=reverse("new_character", args=[campaign]),
            verb=_("Create a character"),
        ),
        _step(
            _("Play"),
            _("The session has begun.")
            if has_begun
            else _("Your GM begins the session. This page will say so."),
            url=reverse("table", args=[campaign]) if has_begun else "",
            verb=_("Go to the table"),
        ),
    ]


def _step(
    title: str,
    told: str,
    *,
    is_done: bool = False,
    url: str = "",
    verb: str = "",
    begins: bool = False,
    sends: dict[str, str] | None = None,
) -> Step:
    return {
        "title": title,
        "told": told,
        "is_done": is_done,
        "url": url,
        "verb": verb,
        "begins": begins,
        "sends": sends or {},
        "is_first": False,
    }
