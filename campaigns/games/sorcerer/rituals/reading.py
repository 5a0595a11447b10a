"""Where a ritual stands: the pure course of calling a demon, put together from rows and the log."""

from dataclasses import dataclass
from typing import Any

from campaigns.games.sorcerer.rituals.attempts import failed_attempts, last_act
from campaigns.games.sorcerer.rituals.callings import entries_about
from campaigns.log import record
from campaigns.log.projector import Viewer
from campaigns.models import Binding, Campaign, Contact, Part, Pending, Record, Tag
from campaigns.queries.cast import Member, as_seen, campaign_sheet
from campaigns.queries.stored_state import state_of
from campaigns.state import rows
from campaigns.state.kinds import kind
from campaigns.state.unit_of_work import UnitOfWork
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
    seen = {member.id: member for member in as_seen(campaign, viewer, rows.read_sheets(about))}
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
        entries=tuple(_entries(campaign, viewer, sorcerer, demon, contact)),
    )


def _entries(
    campaign: Campaign, viewer: Viewer, sorcerer: Record, demon: Record, contact: Record | None
) -> list[int]:
    """What is about both of them, and what the GM does with the demon in answer: its Contact, its sheet."""
    about = entries_about(campaign, viewer, [sorcerer, demon, *([contact] if contact else [])])
    found = about[str(demon.pk)]
    sheet = _latest(campaign, "sorcerer.create_demon", found)
    both = about[str(sorcerer.pk)] | (about[str(contact.pk)] if contact else set())
    return sorted(found & (both | {sheet}))


def help_at_hand(campaign: Campaign, ritual: Ritual, name: str) -> tuple[int, int] | None:
    """The entry in which others helped with this ritual, and its dice, until the ritual is tried (SOR-GROUP-03)."""
    standing_ones = set(ritual.entries)
    helped = _latest(campaign, "sorcerer.group_ritual", standing_ones)
    if helped is None or (_latest(campaign, f"sorcerer.{name}", standing_ones) or 0) > helped:
        return None
    document = record.read_document(Part.objects.filter(entry__campaign=campaign, entry__seq=helped))
    step = next(one for one in document["steps"] if one["action"] == "sorcerer.group_ritual")
    is_this = step["input"]["ritual"] == name and step["input"]["primary"] == ritual.sorcerer.id
    dice = int(step["outcome"]["bonus"])
    return (helped, dice) if is_this and dice > 0 else None


def _latest(campaign: Campaign, action: str, among: set[int]) -> int | None:
    found = Tag.objects.filter(campaign=campaign, kind="action", value=action, seq__in=among)
    return found.order_by("-seq").values_list("seq", flat=True).first()


def _calling(
    campaign: Campaign, sorcerer: Record, demon: Record, contact: Record | None, binding: Record | None
) -> Calling:
    working = UnitOfWork(rows.Rows(campaign), kind)
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
