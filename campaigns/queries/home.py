"""What the campaign's first page tells: the cast at a glance, the sessions, the seats, the members, drafts."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import QuerySet

from campaigns.game import games
from campaigns.models import Campaign, CampaignState, Draft, DrawPeriod, Membership, Record
from campaigns.models.kept_reads import kept_read
from campaigns.models.prepared import prepared
from campaigns.queries import cast
from campaigns.queries.cast import Member
from campaigns.queries.faces import Face, Portraits, face
from campaigns.queries.layouts.parts import Glimpse, RecordContext
from campaigns.queries.layouts.plain import CHARACTERS, layout_of
from campaigns.queries.waiting import Waiting
from campaigns.state.kinds import system_of
from campaigns.viewing import Viewer
from rules.kernel.values import Values

GONE = ("dead", "lost", "banished", "annihilated")


@dataclass(frozen=True)
class Glance:
    """One of the cast as a viewer sees them: their state from afar, and what waits for them."""

    reading: RecordContext
    waits: list[Waiting]
    owner_name: str
    face: Face
    glimpse: Glimpse

    @property
    def member(self) -> Member:
        return self.reading.member

    @property
    def is_gone(self) -> bool:
        return self.member["state"] in GONE or self.member.fields.get("dead") is True


@dataclass(frozen=True)
class SessionRow:
    """An evening of play."""

    id: str
    number: int
    name: str
    is_open: bool


@dataclass(frozen=True)
class Seats:
    """Who has given a word to the draws of the open period, and what was committed to before the first of them."""

    number: int
    commitment: str
    taken: list[str]
    missing: list[str]
    mine: bool


@dataclass(frozen=True)
class DraftRow:
    """A form that its writer put away half done."""

    purpose: str
    name: str
    updated: datetime

    @property
    def system(self) -> str:
        """Whose creation it belongs to: a purpose is the kind of record that is made."""
        return system_of(self.purpose)


def glances(campaign: Campaign, viewer: Viewer, questions: list[Waiting], settings: Values) -> list[Glance]:
    """The cast that exists for this viewer: characters first, else in the order in which they came (fixed queries)."""
    beside = tuple(kind for game in games().values() for kind in game.records.in_cast)
    touching = tuple(kind for game in games().values() for kind in game.records.at_work)
    seen = {member.id: member for member in cast.of_kind(campaign, viewer, *CHARACTERS, *beside, *touching)}
    people = {str(pk): (name, colour) for pk, name, colour in _people(campaign.pk)}
    found = [member for member in seen.values() if member.kind not in touching]
    ordered = sorted(found, key=lambda one: one.kind in beside)
    portraits = Portraits(campaign.pk, found)
    asked: defaultdict[str | None, list[Waiting]] = defaultdict(list)
    for question in questions:
        asked[question.who].append(question)
    return [
        _glance(RecordContext(member, seen, settings), people, portraits, asked[member.id])
        for member in ordered
    ]


def sessions(campaign: Campaign) -> list[SessionRow]:
    """Every session, newest first."""
    found = _sessions(campaign.pk)
    listed = [SessionRow(str(pk), number, name, state == "open") for pk, number, name, state in found]
    return sorted(listed, key=lambda one: -one.number)


@prepared
def _sessions(campaign: UUID) -> QuerySet[Record, tuple[UUID, int, str, str]]:
    found = Record.objects.filter(campaign=campaign, kind="session")
    return found.values_list("pk", "session__number", "name", "session__state")


@dataclass(frozen=True)
class LastScene:
    """Where play stood when the session before this one ended."""

    name: str
    session: SessionRow


def last_scene(campaign: Campaign, state: CampaignState) -> LastScene | None:
    """The last scene of an earlier session, until the open one has a scene of its own (one query)."""
    if state.session is None or state.scene is not None:
        return None
    scenes = Record.objects.filter(campaign=campaign, kind="scene")
    last = scenes.select_related("scene__session__session").order_by("-born").first()
    if last is None or last.scene.session is None or last.scene.session == state.session:
        return None
    row = last.scene.session
    return LastScene(last.name, SessionRow(str(row.pk), row.session.number, row.name, is_open=False))


def seats(campaign: Campaign, state: CampaignState, viewer: Viewer, members: list[Membership]) -> Seats:
    """The seats of the open period of draws, of those who belong to the campaign now."""
    open_one = DrawPeriod.objects.filter(campaign=campaign, is_open=True)
    found = list(open_one.values_list("number", "seats__member"))  # a row for nobody where no seat is taken
    number, given = found[0][0], {str(member) for _number, member in found}
    rows = [(str(one.pk), one.name) for one in members if one.role in ("gm", "player")]
    return Seats(
        number=number,
        commitment=str(state.draws.get(f"{number}.open", "")),
        taken=[name for pk, name in rows if pk in given],
        missing=[name for pk, name in rows if pk not in given],
        mine=viewer.member in given,
    )


def people(campaign: Campaign) -> list[Membership]:
    """Who belongs to the campaign now."""
    return list(Membership.objects.filter(campaign=campaign, left=None).order_by("joined", "pk"))


def drafts(member: Membership) -> list[DraftRow]:
    """What this member has begun and not sent, newest first."""
    rows = Draft.objects.filter(member=member, purpose__in=CHARACTERS).order_by("-updated")
    return [DraftRow(row.purpose, str(row.data.get("name", [""])[0]).strip(), row.updated) for row in rows]


@kept_read
@prepared
def _people(campaign: UUID) -> QuerySet[Membership, tuple[UUID, str, str]]:
    return Membership.objects.filter(campaign=campaign).values_list("pk", "name", "colour")


def _glance(
    reading: RecordContext,
    people: dict[str, tuple[str, str]],
    portraits: Portraits,
    questions: list[Waiting],
) -> Glance:
    one = reading.member
    name, colour = people.get(one.owner or "", ("", ""))
    return Glance(
        reading,
        questions,
        name,
        face(reading, colour, portraits),
        layout_of(one.kind).glimpse(reading),
    )
