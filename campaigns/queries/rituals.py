"""Where a ritual stands: the pure course of calling a demon, put together from rows and the log."""

from dataclasses import dataclass
from typing import Any

from campaigns.log.projector import Viewer
from campaigns.models import Binding, Campaign, Contact, Pending, Record
from campaigns.queries.attempts import failed_attempts, last_act
from campaigns.queries.cast import Member, campaign_sheet, members
from campaigns.queries.doing import shared_entries
from campaigns.queries.stored_state import state_of
from campaigns.state import rows
from campaigns.state.kinds import kind
from campaigns.state.working import Working
from rules.sorcerer.procedures.calling import Calling, Course, course


@dataclass(frozen=True)
class Ritual:
    """One sorcerer's calling of one demon, as a viewer sees it."""

    sorcerer: Member
    demon: Member
    contact: Member | None
    binding: Member | None
    course: Course
    pending: tuple[Pending, ...]
    entries: tuple[int, ...]
    """The entries about this calling, oldest first."""


def find_ritual(campaign: Campaign, viewer: Viewer, sorcerer: Record, demon: Record) -> Ritual | None:
    """The calling of a demon by a sorcerer; None where one of them does not exist for this viewer."""
    contact = _newest(Contact, campaign, sorcerer, demon)
    binding = _newest(Binding, campaign, sorcerer, demon)
    about = [row for row in (sorcerer, demon, contact, binding) if row is not None]
    seen = {one.id: one for one in members(campaign, viewer, about)}
    if str(sorcerer.pk) not in seen or str(demon.pk) not in seen:
        return None
    asked = Pending.objects.filter(record__campaign=campaign, state="open", who=sorcerer)
    pending = tuple(one for one in asked.order_by("record__born", "pk") if _is_about(one, demon))
    return Ritual(
        sorcerer=seen[str(sorcerer.pk)],
        demon=seen[str(demon.pk)],
        contact=seen.get(str(contact.pk)) if contact else None,
        binding=seen.get(str(binding.pk)) if binding else None,
        course=course(_calling(campaign, sorcerer, demon, contact, binding)),
        pending=pending,
        entries=tuple(shared_entries(campaign, viewer, sorcerer, demon)),
    )


def _calling(
    campaign: Campaign, sorcerer: Record, demon: Record, contact: Record | None, binding: Record | None
) -> Calling:
    working = Working(rows.Rows(campaign), kind)
    ids = [str(row.pk) for row in (sorcerer, demon, contact, binding) if row is not None]
    for record_id in ids:
        working.get(record_id)
    scene = campaign_sheet(campaign)["scene"]
    failed = {
        name: failed_attempts(campaign, f"sorcerer.{name}", str(sorcerer.pk), str(demon.pk), scene)
        for name in ("contact", "summon")
    }
    return Calling(
        state=state_of(working, campaign, ids),
        sorcerer=str(sorcerer.pk),
        demon=str(demon.pk),
        contact=str(contact.pk) if contact else None,
        binding=str(binding.pk) if binding else None,
        last_act=last_act(campaign, str(demon.pk)),
        failed=failed,
    )


def _newest(model: Any, campaign: Campaign, sorcerer: Record, demon: Record) -> Record | None:
    found = model.objects.filter(record__campaign=campaign, sorcerer=sorcerer, demon=demon)
    row = found.select_related("record").order_by("-record__born").first()
    return row.record if row else None


def _is_about(pending: Pending, demon: Record) -> bool:
    return pending.data.get("demon") in (str(demon.pk), None)
