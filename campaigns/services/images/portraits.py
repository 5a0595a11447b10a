"""A portrait is set, replaced and removed by whoever plays somebody, and by the GM. An entry of the log says so.

It is no game state: no rule reads it. Which portrait somebody has is what the newest entry about it says that stands,
so undo and redo need nothing written.
"""

from collections.abc import Callable, Sequence
from typing import Literal
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
from rules.kernel.values import Value


def set_portrait(*, actor: Membership, record_id: str, images: Sequence[bytes], key: str) -> Played:
    """Give somebody a portrait in the place of any other. `ImageRefused` where the campaign's quota is full."""

    def plan(campaign: Campaign) -> tuple[Request, ...]:
        change: Change = "replaced" if storing.has_portrait(campaign.pk, record_id) else "set"
        step = _change(campaign, actor, record_id, lambda name: change)
        storing.refuse_full(campaign.pk, images)
        return (step,)

    def write(campaign: Campaign, entry: Entry) -> None:
        storing.set_portrait(campaign.pk, UUID(record_id), images, entry.seq)

    asked: Value = [record_id, storing.digest(images[-1])]
    return play(actor, ActRequest(key, (), plan, write, asked=asked))


def remove_portrait(*, actor: Membership, record_id: str, key: str) -> Played:
    """Take a portrait away: the sigil stands there again."""

    def plan(campaign: Campaign) -> tuple[Request, ...]:
        def change(name: str) -> Change:
            if not storing.has_portrait(campaign.pk, record_id):
                raise NotAllowed(_("%(name)s has no portrait any more.") % {"name": name})
            return "removed"

        return (_change(campaign, actor, record_id, change),)

    def write(campaign: Campaign, entry: Entry) -> None:
        storing.remove_portrait(campaign.pk, UUID(record_id), entry.seq)

    return play(actor, ActRequest(key, (), plan, write, asked=[record_id, None]))


def may_change(member: Membership, owner: str | None) -> bool:
    """Whether somebody's portrait is a member's to change: their player's, and the GM's."""
    return member.is_gm or (member.role == "player" and owner == str(member.pk))


Change = Literal["set", "replaced", "removed"]


def _change(campaign: Campaign, actor: Membership, record_id: str, what: Callable[[str], Change]) -> Request:
    """What says so: to the table, or to the GM alone of somebody whom the table does not know."""
    sheet: Sheet | None = Rows(campaign).load(record_id)
    now = Membership.objects.get(pk=actor.pk)
    if sheet is None:
        raise UnknownRecord(record_id)
    if not may_change(now, sheet.about["owner"]):
        raise NotAllowed(
            _("Only the GM and their player change the portrait of %(name)s.") % {"name": sheet.name}
        )
    told = what(sheet.name or _("Somebody unnamed"))
    known = {"change": told, "audience": sheet.about["visibility"]}
    return Request("table.change_portrait", {"record": record_id}, known=known)
