"""Everything that waits, for whom: one list."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from campaigns.game import TABLE, game_of
from campaigns.models import Campaign, Change, Membership, Pending, Record
from campaigns.models.kept_reads import kept_read
from campaigns.models.prepared import prepared
from campaigns.policy import who_answers, who_else_answers
from campaigns.queries.games import KnownGames
from campaigns.state.kinds import system_of
from campaigns.viewing import Viewer
from rules import service
from rules.kernel.procedure import OpenQuestion
from rules.kernel.values import Values


@dataclass(frozen=True)
class Waiting:
    """An open question: the action that answers it, whom it is about, whether this viewer may answer, and should.

    The GM may answer for whoever is away; what waits for the GM is what was asked of them, or of somebody they play.
    """

    id: str
    question: str
    for_role: str
    who: str | None
    who_name: str
    asked_name: str
    """Who answers where a player does: whoever it is about, or who hit them; empty where this viewer sees nobody."""
    owner: str | None
    clause: str
    optional: bool
    data: Values
    hidden: Values
    """What the GM settled and keeps back; nothing for anybody else."""
    mine: bool
    for_me: bool
    system: str = TABLE
    """The game that it is of: of a question of the table, the one in which whoever it is about is played."""
    named: str = ""
    """The record that its title names, where it names one that this viewer sees."""
    first: str = ""
    """Who has to answer another question before this one can be answered; empty where nobody has."""
    is_closed: bool = False
    """Whether it is answered or settled."""
    closed_by: int | None = None
    """The entry by which, where it was looked for."""

    def concerns(self, known: KnownGames) -> bool:
        """Whether it is this viewer's, or of a game that concerns them."""
        return self.mine or self.system == TABLE or self.system in known.shown

    @property
    def is_ready(self) -> bool:
        """Whether this viewer may answer now."""
        return self.mine and not self.first

    @property
    def is_call(self) -> bool:
        """Whether it waits for this viewer now."""
        return self.for_me and not self.first


@kept_read
@prepared
def open_rows(campaign: UUID) -> QuerySet[Pending]:
    found = Pending.objects.filter(record__campaign=campaign, state="open").select_related("record", "who")
    return found.order_by("record__born", "pk")


@kept_read
@prepared
def _asked(campaign: UUID, others: list[UUID]) -> QuerySet[Record]:
    return Record.objects.filter(campaign=campaign, pk__in=others)


def open_questions(campaign: Campaign, viewer: Viewer, whole: list[Pending] | None = None) -> list[Waiting]:
    """What waits in a campaign, oldest first, as this viewer may see it (two queries; `whole` is read already)."""
    whole = open_rows(campaign.pk) if whole is None else whole
    others = {
        one for row in whole for one in (who_answers(None, row.data), *who_else_answers(row.data)) if one
    }
    others |= {one for row in whole if (one := _named_in(row))}
    found_others = {str(record.pk): record for record in _asked(campaign.pk, list(map(UUID, others)))}
    rows = [row for row in whole if _is_seen(row, viewer) or _suffers_unseen(row, viewer, found_others)]
    first = _answered_first(whole, viewer)
    return [_waiting(row, viewer, found_others, first.get(str(row.pk), "")) for row in rows]


def open_to(member: Membership) -> list[Waiting]:
    """All that is open as a member sees it, in an order that no id decides."""
    found = open_questions(member.campaign, Viewer.of(member))
    return sorted(found, key=lambda one: (one.question, one.who_name))


def closed_question(campaign: Campaign, viewer: Viewer, question: UUID) -> Waiting | None:
    """A question that was this viewer's to answer and is answered or settled; None for every other."""
    row = Pending.objects.filter(record__campaign=campaign, pk=question).exclude(state="open")
    found = row.select_related("record", "who").first()
    if found is None or not _is_seen(found, viewer):
        return None
    other = who_answers(None, found.data)
    named = [UUID(one) for one in (other, _named_in(found), *who_else_answers(found.data)) if one]
    others = {str(one.pk): one for one in _asked(campaign.pk, named)}
    closed = _waiting(found, viewer, others, "")
    return replace(closed, closed_by=closed_by(campaign, question)) if closed.mine else None


def closed_by(campaign: Campaign, question: UUID) -> int | None:
    """The entry by which a question that is no longer open was answered or settled."""
    by = Change.objects.filter(campaign=campaign, record=question, field="state").order_by("seq").last()
    return by.seq if by is not None else None


def field_to_write(asked: Waiting) -> str | None:
    """The field of a record that a question asks to write down, if it asks for that."""
    field = asked.data.get("field") if asked.question == "table.edit" else None
    return field if isinstance(field, str) else None


def as_asked(row: Pending) -> OpenQuestion:
    """An open question as the rules see it."""
    who = str(row.who_id) if row.who_id else None
    return OpenQuestion(id=str(row.pk), question=row.question, who=who, optional=row.optional, data=row.data)


def _is_seen(row: Pending, viewer: Viewer) -> bool:
    return viewer.sees(row.record.visibility) and (row.who is None or viewer.sees(row.who.visibility))


def _is_open(row: Pending) -> bool:
    """Whether a player sees a question: also whoever suffers what somebody unseen does."""
    is_seen = row.who is None or row.who.visibility == "table" or "answered_by" in row.data
    return is_seen and row.record.visibility == "table"


def _suffers_unseen(row: Pending, viewer: Viewer, others: Mapping[str, Record]) -> bool:
    """Whether this viewer answers what somebody whom they do not see has done to one of theirs (FAL-SOAK-06)."""
    theirs = others.get(str(row.data.get("answered_by")))
    return viewer.sees(row.record.visibility) and _is_owned(theirs, viewer) and row.for_role == "player"


def _is_owned(one: Record | None, viewer: Viewer) -> bool:
    return one is not None and str(one.owner_id) == viewer.member and viewer.sees(one.visibility)


def _answered_first(rows: list[Pending], viewer: Viewer) -> dict[str, str]:
    """By question, the name of whoever answers another one before it, seen by this viewer or not."""
    asked = {str(row.pk): row for row in rows}
    whole = [as_asked(row) for row in rows]
    before = {question.id: service.waits_for(question, whole) for question in whole}
    return {one: _name(asked[first.id], viewer) for one, first in before.items() if first is not None}


def _name(row: Pending, viewer: Viewer) -> str:
    is_theirs = row.for_role == "player" and row.who is not None and _is_seen(row, viewer)
    return row.who.name if is_theirs and row.who else _("the GM")


def _about(row: Pending, asked: Record | None, viewer: Viewer) -> str:
    """The name of whom a question is about: of what somebody unseen did, that of whoever suffers it."""
    who = row.who if row.who is None or viewer.sees(row.who.visibility) else asked
    return who.name if who is not None else ""


def _named_in(row: Pending) -> str | None:
    """The id of the record that the title of a question names."""
    key = game_of(row.question).waiting.names.get(row.question)
    if key is None:
        return None
    given = row.data.get("given")
    asked = given.get(key) if isinstance(given, Mapping) else None  # of an act that a player asks the GM for
    named = row.data.get(key) or (asked.get("id") if isinstance(asked, Mapping) else None)
    try:
        return str(UUID(named)) if isinstance(named, str) else None
    except ValueError:
        return None  # of a question that was brought in: no record


def _system(row: Pending) -> str:
    system = row.question.partition(".")[0]
    return system_of(row.who.kind) if system == TABLE and row.who is not None else system


def _waiting(row: Pending, viewer: Viewer, others: Mapping[str, Record], first: str) -> Waiting:
    # What no player sees, whoever plays the one who would answer it cannot answer: it is the GM's.
    other = who_answers(None, row.data) if _is_open(row) else None
    asked = others.get(other) if other else row.who
    named = others.get(_named_in(row) or "")
    # What only the GM knows of is the GM's to answer, whoever it is about: so is what was hidden since it was asked.
    is_known = row.record.visibility == "table" and (named is None or named.visibility == "table")
    is_anybodys = asked is not None and is_known
    owner = str(asked.owner_id) if is_anybodys and asked and asked.owner_id else None
    is_seen = asked is not None and viewer.sees(asked.visibility)
    either = [
        one
        for name in who_else_answers(row.data)
        if (one := others.get(name)) and viewer.sees(one.visibility)
    ]
    are_theirs = owner == viewer.member or any(_is_owned(one, viewer) for one in either)
    theirs = row.for_role == "player" and are_theirs
    names = dict.fromkeys(one.name for one in (*([asked] if asked and is_seen else []), *either))
    return Waiting(
        id=str(row.pk),
        question=row.question,
        for_role=row.for_role,
        who=str(row.who_id) if row.who_id else None,
        who_name=_about(row, asked, viewer),
        asked_name=", ".join(names),
        owner=owner,
        clause=row.clause,
        optional=row.optional,
        data=row.data,
        hidden=row.hidden if viewer.is_gm else {},
        mine=viewer.is_gm or theirs,
        for_me=theirs or (viewer.is_gm and (row.for_role == "gm" or owner is None)),
        system=_system(row),
        named=named.name if named is not None and viewer.sees(named.visibility) else "",
        first=first,
        is_closed=row.state != "open",
    )
