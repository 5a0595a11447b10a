"""A record's page for any kind of any system: its parts as one viewer may read them, its deeds, its entries."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from campaigns.game import OF_TABLE, of_all
from campaigns.models import Campaign, CampaignState, Record
from campaigns.policy import Rights, acts_for_somebody
from campaigns.queries import cast, timeline
from campaigns.queries.cast import Member
from campaigns.queries.layouts.parts import Block, RecordContext
from campaigns.queries.layouts.plain import layout_of
from campaigns.queries.palette import is_offered
from campaigns.queries.stored_state import questions_of
from campaigns.queries.timeline import ShownEntry
from campaigns.queries.waiting import Waiting
from campaigns.state.kinds import KINDS, as_seen
from campaigns.state.rows import read_sheets
from campaigns.state.unit_of_work import Sheet
from campaigns.viewing import Hidden, Viewer
from rules import reference, service, words
from rules.kernel.procedure import RecordState, State

LATEST = 8


@dataclass(frozen=True)
class SheetAction:
    """An act that starts from a sheet; `clause` and `why` say what forbids it now."""

    action: str
    label: str
    help: str
    begun: Mapping[str, str]
    """What its form begins with."""
    clause: str
    why: str
    pending: str
    """The open question that it answers, if there is one."""
    page: str = ""
    """The address of the page on which it is played, where that is not its form."""

    @property
    def query(self) -> str:
        return urlencode(self.begun)


@dataclass(frozen=True)
class RecordPage:
    """Everything that a record's page tells."""

    member: Member
    system: str
    noun: str
    owner: str | None
    blocks: list[Block]
    deeds: list[SheetAction]
    entries: list[ShownEntry]


def record_page(
    campaign: Campaign,
    viewer: Viewer,
    rights: Rights,
    record: str,
    table: CampaignState,
    questions: Sequence[Waiting],
) -> RecordPage:
    """Everything that a record's page tells this viewer. The record was checked to exist for them.

    `questions` are what waits, as they may see it.
    """
    row = Record.objects.select_related("owner").get(campaign=campaign, pk=record)
    seen = around(campaign, viewer, row.kind)
    member = seen[record]
    reading = RecordContext(member, seen, table.settings, questions, table.now)
    return RecordPage(
        member=member,
        system=reading.system,
        noun=KINDS[row.kind].noun,
        owner=row.owner.name if row.owner else None,
        blocks=layout_of(row.kind).blocks(reading),
        deeds=deeds_of(campaign, rights, reading),
        entries=timeline.turn_to(campaign, viewer, tag=("record", record), size=LATEST).rows,
    )


def around(campaign: Campaign, viewer: Viewer, *kinds: str) -> dict[str, Member]:
    """The records of these kinds and of all others of their systems, by id (a query for each model)."""
    systems = {kind.partition(".")[0] for kind in kinds if "." in kind}
    wanted = [name for name in KINDS if name in kinds or name.partition(".")[0] in systems]
    if set(kinds) & set(PLAIN):
        wanted += PLAIN
    return {member.id: member for member in cast.of_kind(campaign, viewer, *wanted)}


PLAIN = [name for name in KINDS if "." not in name and name not in OF_TABLE]
"""The kinds without a game in their name, a game's and those that the table itself keeps: they name one another."""


def deeds_of(campaign: Campaign, rights: Rights, reading: RecordContext) -> list[SheetAction]:
    """What this member may do with a record, with the clause that forbids it now."""
    member = reading.member
    layout = layout_of(member.kind)
    listed = [pair for pair in layout.deeds_for(reading) if is_offered(pair[0], rights)]
    if rights.member.role == "observer" or not listed or not speaks_for(rights, reading):
        return []
    state = _state(campaign, reading)
    return [_deed(action, field, reading, state) for action, field in listed]


def speaks_for(rights: Rights, reading: RecordContext) -> bool:
    """Whether a member may act with a record: their own character, what goes along with it, what nobody owns."""
    if rights.member.is_gm:
        return True
    member = reading.member
    ref = of_all(lambda game: game.values.belongings).get(member.kind, "")
    by = member.fields.get(ref) or member.id
    acting = reading.others.get(by, member)
    if not acting.in_hand:
        return False
    return acting.owner == rights.id or ("control" not in acting.fields and acting.owner is None)


def _deed(action: str, field: str, reading: RecordContext, state: State) -> SheetAction:
    label, told = words.action_words(action)
    member = reading.member
    asked = next(
        (question for question in state.pending if question.question == action and question.who == member.id),
        None,
    )
    named = [str(one) for one in asked.data.values()] if asked else []
    clause = ""
    if "control" in member.fields or acts_for_somebody(member.kind):  # who acts, or the spell that acts
        clause = service.forbidden(action, (member.id, *named), state) or ""
    why = reference.find_clause(clause).summary if clause else ""
    begun = {field: member.id, **layout_of(member.kind).begins(action, reading)}
    return SheetAction(action, label, told, begun, clause, why, asked.id if asked else "")


def _state(campaign: Campaign, reading: RecordContext) -> State:
    asked = questions_of(campaign)
    about = tuple(
        question
        for question in asked
        if reading.member.id in (question.who, *map(str, question.data.values()))
    )
    stored: list[Member | Sheet] = [*reading.others.values(), *_whole(reading)]
    seen = {one.id: RecordState(as_seen(_kind_of(one), reading.system), dict(one.fields)) for one in stored}
    return State(records=seen, pending=about)


def _whole(reading: RecordContext) -> list[Sheet]:
    """The records of which this viewer does not see everything: what forbids an act reads them as they are."""
    partly = [other.id for other in reading.others.values() if _hides(other)]
    return read_sheets(Record.objects.filter(pk__in=partly)) if partly else []


def _kind_of(one: Member | Sheet) -> str:
    return one.kind if isinstance(one, Member) else one.kind.name


def _hides(one: Member) -> bool:
    return any(isinstance(value, Hidden) for value in one.fields.values())
