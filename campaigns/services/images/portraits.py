"""A portrait is set, replaced and removed by whoever plays somebody, and by the GM. A note in the log says so.

It is no game state: no rule reads it, and an undo of the note brings no image back.
"""

from collections.abc import Callable, Sequence
from uuid import UUID

from django.utils.translation import gettext as _

from campaigns.models import Campaign, Entry, Membership
from campaigns.policy import NotAllowed
from campaigns.services.images import storing
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, Played, play
from campaigns.state.errors import UnknownRecord
from campaigns.state.rows import Rows
from campaigns.state.unit_of_work import Sheet
from campaigns.viewing import GM
from rules.kernel.values import Value, Values


def set_portrait(*, actor: Membership, record_id: str, images: Sequence[bytes], key: str) -> Played:
    """Give somebody a portrait in the place of any other. `ImageRefused` where the campaign's quota is full."""

    def told(name: str) -> str:
        if storing.has_portrait(record_id):
            return _("Replaced the portrait of %(name)s.") % {"name": name}
        return _("Set the portrait of %(name)s.") % {"name": name}

    def plan(campaign: Campaign) -> tuple[Request, ...]:
        step = _note(campaign, actor, record_id, told)
        storing.refuse_full(campaign.pk, images)
        return (step,)

    def write(campaign: Campaign, _entry: Entry) -> None:
        storing.set_portrait(campaign.pk, UUID(record_id), images)

    asked: Value = [record_id, storing.digest(images[-1])]
    return play(actor, ActRequest(key, (), plan, write, asked=asked))


def remove_portrait(*, actor: Membership, record_id: str, key: str) -> Played:
    """Take a portrait away: the sigil stands there again."""

    def told(name: str) -> str:
        if not storing.has_portrait(record_id):
            raise NotAllowed(_("%(name)s has no portrait any more.") % {"name": name})
        return _("Removed the portrait of %(name)s.") % {"name": name}

    def plan(campaign: Campaign) -> tuple[Request, ...]:
        return (_note(campaign, actor, record_id, told),)

    def write(campaign: Campaign, _entry: Entry) -> None:
        storing.remove_portrait(campaign.pk, UUID(record_id))

    return play(actor, ActRequest(key, (), plan, write, asked=[record_id, None]))


def may_change(member: Membership, owner: str | None) -> bool:
    """Whether somebody's portrait is a member's to change: their player's, and the GM's."""
    return member.is_gm or (member.role == "player" and owner == str(member.pk))


def _note(campaign: Campaign, actor: Membership, record_id: str, told: Callable[[str], str]) -> Request:
    """What says so: to the table, or to the GM alone of somebody whom the table does not know."""
    sheet: Sheet | None = Rows(campaign).load(record_id)
    now = Membership.objects.get(pk=actor.pk)
    if sheet is None:
        raise UnknownRecord(record_id)
    if not may_change(now, sheet.about["owner"]):
        raise NotAllowed(
            _("Only the GM and their player change the portrait of %(name)s.") % {"name": sheet.name}
        )
    said: Values = {"words": told(sheet.name or _("somebody unnamed")), "about": [record_id]}
    return Request("table.note", said if sheet.about["visibility"] != GM else {**said, "audience": GM})
