"""Where a ritual stands: the pure course of calling a demon, put together from rows."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from uuid import UUID

from django.db.models import F, QuerySet

from campaigns.models import Binding, Campaign, CampaignState, Contact, Pending, Record
from campaigns.models.prepared import prepared
from campaigns.policy import ASKED_BY_GM
from campaigns.queries.cast import Member, as_seen
from campaigns.queries.log_moments import entries_about
from campaigns.queries.waiting import as_asked
from campaigns.state.rows import read_sheets
from campaigns.state.unit_of_work import Sheet
from campaigns.viewing import Viewer
from rules.kernel.procedure import OpenQuestion, RecordState, State
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
    state: State
    course: Course
    entries: tuple[int, ...]
    """The entries about this calling, oldest first."""

    @property
    def angry(self) -> bool:
        """Whether the demon withstood this sorcerer and is angry for it (SOR-BANISH-04, SOR-PUNISH-05)."""
        return bool(self.demon.fields.get(f"angry.{self.sorcerer.id}"))


def find_ritual(
    campaign: Campaign, viewer: Viewer, sorcerer: Sheet, demon: Sheet, asked: Iterable[Pending]
) -> Ritual:
    """The calling of a demon by a sorcerer, both of which exist for this viewer; `asked` is what is open."""
    newest = {sheet.kind.name: sheet for sheet in read_sheets(_between(sorcerer, demon), (Contact, Binding))}
    contact, binding = newest.get("contact"), newest.get("binding")
    about = [sheet for sheet in (sorcerer, demon, contact, binding) if sheet is not None]
    seen = {member.id: member for member in as_seen(campaign, viewer, about)}
    calling = Calling(
        # What the GM asked by hand is no step of a procedure.
        state=_state(about, (as_asked(row) for row in asked if row.clause != ASKED_BY_GM)),
        sorcerer=sorcerer.id,
        demon=demon.id,
        contact=contact.id if contact else None,
        binding=binding.id if binding else None,
        is_anothers=_is_anothers(campaign, seen[demon.id], sorcerer),
    )
    return Ritual(
        sorcerer=seen[sorcerer.id],
        demon=seen[demon.id],
        contact=seen.get(contact.id) if contact else None,
        binding=seen.get(binding.id) if binding else None,
        state=calling.state,
        course=course(calling),
        entries=tuple(_entries(campaign, viewer, sorcerer, demon, contact)),
    )


def _is_anothers(campaign: Campaign, demon: Member, sorcerer: Sheet) -> bool:
    if not any(one["sorcerer"] != sorcerer.id for one in demon["bindings"]):
        return False
    return not CampaignState.objects.get(pk=campaign.pk).settings.get("sorcerer.shared_binding", False)


def what_is_answered(campaign: Campaign, contact: Member | None) -> str | None:
    """The question that the GM's answer to a Contact settles, settled already or not."""
    if contact is None:
        return None
    found = Pending.objects.filter(record__campaign=campaign, question=ANSWER, data__contact=contact.id)
    newest = found.exclude(clause=ASKED_BY_GM).order_by("-record__born", "-pk").values_list("pk", flat=True)
    return next(map(str, newest[:1]), None)


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


def _between(sorcerer: Sheet, demon: Sheet) -> list[Record]:
    """The Contacts and Bindings of these two, oldest first, and last another's Contact that is open.

    From that, too, the demon may be Summoned (SOR-SUMMON-01).
    """
    return _all_between(UUID(sorcerer.id), UUID(demon.id))


@prepared
def _all_between(sorcerer: UUID, demon: UUID) -> QuerySet[Record]:
    # A union and no OR: each half goes by its own index, however many records there are.
    contacts = Contact.objects.filter(sorcerer=sorcerer, demon=demon).values("pk")
    opened = Contact.objects.filter(demon=demon, state="open").exclude(sorcerer=sorcerer).values("pk")
    bindings = Binding.objects.filter(sorcerer=sorcerer, demon=demon).values("pk")
    found = Record.objects.filter(pk__in=contacts.union(opened, bindings, all=True))
    return found.select_related("contact", "binding").order_by(F("contact__state").asc(), "born", "pk")
