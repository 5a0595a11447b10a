"""Where a ritual stands: the pure course of calling a demon, put together from rows."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Q

from campaigns.models import Binding, Campaign, Contact, Pending
from campaigns.policy import ASKED_BY_GM
from campaigns.queries.cast import Member, as_seen
from campaigns.queries.log_moments import entries_about, latest
from campaigns.queries.waiting import as_asked
from campaigns.state.rows import read_sheets
from campaigns.state.unit_of_work import Sheet
from campaigns.viewing import Viewer
from rules.kernel.procedure import OpenQuestion, RecordState, State
from rules.sorcerer import attempts
from rules.sorcerer.allowed import ANSWER
from rules.sorcerer.procedures.calling import Calling, Course, course

CREATED = "sorcerer.create_demon"


@dataclass(frozen=True)
class Ritual:
    """One sorcerer's calling of one demon, as a viewer sees it."""

    sorcerer: Member
    demon: Member
    contact: Member | None
    binding: Member | None
    course: Course
    answers: str | None
    """The question that the GM's answer to this Contact settles, settled already or not."""
    entries: tuple[int, ...]
    """The entries about this calling, oldest first."""


def find_ritual(campaign: Campaign, viewer: Viewer, sorcerer: Sheet, demon: Sheet) -> Ritual:
    """The calling of a demon by a sorcerer, both of which exist for this viewer."""
    contact, binding = _newest(Contact, sorcerer, demon), _newest(Binding, sorcerer, demon)
    about = [sheet for sheet in (sorcerer, demon, contact, binding) if sheet is not None]
    seen = {member.id: member for member in as_seen(campaign, viewer, about)}
    asked = _asked(campaign, contact)
    answers = [one.id for one, _is_open in asked if contact and one.data.get("contact") == contact.id]
    calling = Calling(
        state=_state(about, (one for one, is_open in asked if is_open)),
        sorcerer=sorcerer.id,
        demon=demon.id,
        contact=contact.id if contact else None,
        binding=binding.id if binding else None,
    )
    return Ritual(
        sorcerer=seen[sorcerer.id],
        demon=seen[demon.id],
        contact=seen.get(contact.id) if contact else None,
        binding=seen.get(binding.id) if binding else None,
        course=course(calling),
        answers=answers[-1] if answers else None,
        entries=tuple(_entries(campaign, viewer, sorcerer, demon, contact)),
    )


def help_at_hand(campaign: Campaign, ritual: Ritual, name: str) -> tuple[int | None, int] | None:
    """The dice of those who helped with this ritual, until it is tried, and the entry of it (SOR-GROUP-03)."""
    dice = int(ritual.sorcerer.fields.get(attempts.help_key(name, ritual.demon.id), 0))
    return (latest(campaign, attempts.GROUP, ritual.entries), dice) if dice else None


def _asked(campaign: Campaign, contact: Sheet | None) -> list[tuple[OpenQuestion, bool]]:
    """What acts have left to answer, and what the GM was asked of a Contact, oldest first; whether each is open."""
    wanted = Q(state="open")
    if contact is not None:
        wanted |= Q(question=ANSWER, data__contact=contact.id)
    found = Pending.objects.filter(wanted, record__campaign=campaign).exclude(clause=ASKED_BY_GM)
    return [(as_asked(row), row.state == "open") for row in found.order_by("record__born", "pk")]


def _state(about: Iterable[Sheet], pending: Iterable[OpenQuestion]) -> State:
    records = {sheet.id: RecordState(sheet.kind.name, sheet.fields) for sheet in about}
    return State(records, tuple(pending))


def _entries(
    campaign: Campaign, viewer: Viewer, sorcerer: Sheet, demon: Sheet, contact: Sheet | None
) -> Iterator[int]:
    """What is about both of them, and what the GM does with the demon in answer: its Contact, its sheet."""
    records = [sheet.id for sheet in (sorcerer, demon, contact) if sheet]
    about = entries_about(campaign, viewer, records, CREATED)
    found = about[demon.id]
    sheet = max(found & about[CREATED], default=0)
    both = about[sorcerer.id] | (about[contact.id] if contact else set())
    yield from sorted(found & (both | {sheet}))


def _newest(model: type[Contact] | type[Binding], sorcerer: Sheet, demon: Sheet) -> Sheet | None:
    """The newest Contact, or Binding, of these two (one query)."""
    found = model._default_manager.filter(sorcerer=UUID(sorcerer.id), demon=UUID(demon.id))
    row = found.select_related("record").order_by("-record__born").first()
    return read_sheets([row.record], joined=(model,))[0] if row else None
