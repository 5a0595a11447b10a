"""What a member may do now, with what stands in the way of the rest, and the records that they may name."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, get_args, get_type_hints
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy
from msgspec import Struct, structs

from campaigns.game import OF_TABLE, game_of, games
from campaigns.models import Campaign, Membership, Record
from campaigns.models.prepared import prepared
from campaigns.policy import ASKED_BY_GM, ASKED_OF_GM, Rights, acting_kind, is_gms
from campaigns.queries.obstacles import InTheWay, nothing_there, played_elsewhere, there_is_none
from campaigns.queries.stored_state import questions_of
from campaigns.queries.waiting import Waiting, field_to_write
from campaigns.state import kinds
from campaigns.state.rows import read_sheets
from campaigns.state.unit_of_work import Sheet
from campaigns.viewing import GM
from rules import catalogue, reference, service, words
from rules.kernel.origins import FromRecord, New
from rules.kernel.procedure import OpenQuestion, RecordState, State
from rules.kernel.values import Value, as_values

NEVER_NAMED = ("bonus", "pending")
"""Kinds that no form names: what was granted or asked has controls and pages of its own."""
NOT_IN_PALETTE = frozenset(
    {
        "table.ask",
        "table.carry_out",
        "table.change_policy",
        "table.change_settings",
        "table.fresh_draws",
        "table.migrate",
        "table.override",
        "table.open_draws",
        "table.place_member",
        "table.propose",
        "table.redact",
        "table.reshuffle_pile",
        "table.reveal",
        "table.reveal_draws",
        "table.settle",
        "table.change_portrait",
        "table.show",
        "table.show_picture",
        "table.take_back",
        "table.take_seat",
        "table.undo",
        "table.whisper",
    }
)
"""Actions of the table with a page of their own, or that no person plays by hand."""

NEEDS_OPEN: dict[str, tuple[dict[str, bool], str]] = {
    "table.begin_session": ({"session": False}, "TAB-TIME-01"),
    "table.end_session": ({"session": True, "scene": False}, "TAB-TIME-02"),
    "table.begin_scene": ({"session": True, "scene": False}, "TAB-TIME-03"),
    "table.end_scene": ({"scene": True}, "TAB-TIME-04"),
}
"""What has to be open, and what must not be, before an action of the clock, and the clause that says so."""
OPENED_BY = {
    ("session", True): gettext_lazy("Begin a session first."),
    ("session", False): gettext_lazy("End the session first."),
    ("scene", True): gettext_lazy("Begin a scene first."),
    ("scene", False): gettext_lazy("End the scene first."),
}
"""What brings that about."""


OF_TABLE_ASKED_ON = {"table.advance_clock": "advance_clock"}
"""Acts of the table that have a page of their own, by its name."""

RULING = "table.ruling"
"""What the GM writes down where no field of a record is for it."""


@dataclass(frozen=True)
class NameableRecord:
    """A record that a member may name, whether they speak for it, and whether a player here has it."""

    id: str
    kind: str
    name: str
    owner: str | None
    mine: bool
    has_player: bool = False
    born: int | None = None
    """Where in the log it was made, if that is known."""
    is_hidden: bool = False
    """Whether the table knows nothing of it."""


@dataclass(frozen=True)
class PaletteEntry:
    """One action of the palette, and what is in its way now, if anything is."""

    action: str
    system: str
    label: str
    help: str
    against: InTheWay | None = None

    @property
    def page(self) -> str:
        """The page that asks for it better than its form; empty where none does."""
        return OF_TABLE_ASKED_ON.get(self.action) or game_of(self.action).pages.asked_on.get(self.action, "")


@dataclass(frozen=True)
class Obstacle:
    """What is in the way of these actions now; `remedy` is what to do about it, where that is known."""

    against: InTheWay
    remedy: str
    entries: list[PaletteEntry]


@dataclass(frozen=True)
class Group:
    """The actions of one game: those that nothing forbids, and the others by what forbids them."""

    offered: list[PaletteEntry]
    obstacles: list[Obstacle]

    @property
    def forbidden(self) -> int:
        return sum(len(one.entries) for one in self.obstacles)


def grouped(entries: Iterable[PaletteEntry], remedy_of: Callable[[str], str]) -> Group:
    offered: list[PaletteEntry] = []
    by_obstacle: dict[InTheWay, list[PaletteEntry]] = {}
    for entry in entries:
        (offered if entry.against is None else by_obstacle.setdefault(entry.against, [])).append(entry)
    obstacles = [
        Obstacle(one, one.remedy or remedy_of(one.clause), ones) for one, ones in by_obstacle.items()
    ]
    return Group(offered, obstacles)


def palette(
    campaign: Campaign, rights: Rights, systems: Iterable[str], text: str = ""
) -> dict[str, list[PaletteEntry]]:
    """The actions of these systems that this member may do, those forbidden now with the clause that forbids them."""
    sheets = [sheet for sheet in _sheets(campaign) if rights.sees(sheet)]
    asked = questions_of(campaign)
    by_gm = rights.member.is_gm
    states = {system: _state(asked, sheets, system, by_gm) for system in systems}
    table = next((sheet for sheet in sheets if sheet.kind.name == "campaign"), None)
    wanted = text.casefold().split()
    found: dict[str, list[PaletteEntry]] = {system: [] for system in states}
    for action in catalogue.ACTIONS.values():
        if action.system not in states or not is_offered(action.name, rights):
            continue
        setting = game_of(action.name).permissions.by_setting.get(action.name)
        if setting and (table is None or not table.under(f"settings.{action.system}").get(setting)):
            continue
        label, told = words.action_words(action.name)
        if not all(word in f"{label} {told} {action.name}".casefold() for word in wanted):
            continue
        against = _obstacle(rights, sheets, states[action.system], action.name)
        entry = PaletteEntry(action.name, action.system, label, told, against)
        found[action.system].append(entry)
    return {system: entries for system, entries in found.items() if entries}


def is_by_hand(action: str) -> bool:
    """Whether a person plays an action from a form of the palette."""
    is_own = action in NOT_IN_PALETTE or action in game_of(action).permissions.of_application
    return not is_own and not catalogue.find(action).odds_only


def is_offered(action: str, rights: Rights) -> bool:
    """Whether an action is this member's to play from the palette at all."""
    if action not in catalogue.ACTIONS or not is_by_hand(action):
        return False
    if rights.member.role == "observer" and action != "table.note":
        return False
    return rights.member.is_gm or not is_gms(action)


def named_records(campaign: Campaign, rights: Rights) -> list[NameableRecord]:
    """The records that exist for this member, by name (one query)."""
    told = _nameable(campaign.pk, rights.member.is_gm, _ends())
    found = [
        NameableRecord(
            str(pk),
            kind,
            name or _tie(rights, kind, ends),
            str(owner) if owner else None,
            _is_mine(rights, owner, control),
            role == "player" and left is None,
            born,
            visibility == GM,
        )
        for pk, kind, name, owner, role, left, control, born, visibility, *ends in told
    ]
    # Again: what ties two records got its name only here.
    return sorted(found, key=lambda one: one.name)


@prepared
def _nameable(campaign: UUID, is_gm: bool, ends: tuple[str, ...]) -> QuerySet[Record, tuple[Any, ...]]:
    rows = Record.objects.filter(campaign=campaign).exclude(kind__in=NEVER_NAMED)
    if not is_gm:
        rows = rows.filter(visibility="table")
    return rows.order_by("name", "pk").values_list(
        "pk",
        "kind",
        "name",
        "owner",
        "owner__role",
        "owner__left",
        "character__control",
        "born",
        "visibility",
        *ends,
    )


@cache
def _ends() -> tuple[str, ...]:
    """Name and visibility of both ends of whatever ties two records and has no name of its own."""
    ends = (end for game in games().values() for end in game.records.ends)
    return tuple(f"{row}__{end}__{name}" for row, end in ends for name in ("name", "visibility"))


def _tie(rights: Rights, kind: str, ends: list[str | None]) -> str:
    """What a Binding or a Contact is called: by the two that it ties, if this member may know of both."""
    pairs = [*zip(ends[::2], ends[1::2], strict=True)]
    tied = [name for name, seen in pairs if name and (rights.member.is_gm or seen == "table")]
    return f"{words.spelled_out(kind)}: {', '.join(tied)}" if len(tied) == 2 else ""


def named_of(sheets: Iterable[Sheet], rights: Rights) -> list[NameableRecord]:
    """The same of records that were read already."""
    return [
        NameableRecord(sheet.id, sheet.kind.name, sheet.name, sheet.about["owner"], rights.plays(sheet))
        for sheet in sheets
        if sheet.kind.name not in NEVER_NAMED
    ]


def members_here(campaign: Campaign) -> list[Membership]:
    """Everybody who belongs to a campaign now."""
    return list(Membership.objects.filter(campaign=campaign, left=None).order_by("name", "pk"))


@cache
def subjects_of(action: str) -> dict[str, tuple[str, ...]]:
    """The records that an action names, by field, with their kinds; the acting one comes first."""
    return {name: mark.kinds for name, mark in _marks(action) if isinstance(mark, FromRecord)}


@cache
def made_by(action: str) -> dict[str, str]:
    """The records that an action makes only if none of their kind is named, by field, with that kind."""
    return {name: mark.kind for name, mark in _marks(action, optional=True) if isinstance(mark, New)}


def _marks(action: str, *, optional: bool = False) -> Iterator[tuple[str, object]]:
    kind = catalogue.find(action).input_type
    hints = get_type_hints(kind, include_extras=True)
    for field in structs.fields(kind):
        if optional and field.required:
            continue
        for mark in getattr(hints[field.name], "__metadata__", ()):
            yield field.encode_name, mark


def known_of(asked: Waiting) -> dict[str, Value]:
    """What an open question knows of the input of the action that answers it: whom it is about, and why."""
    if asked.clause in (ASKED_BY_GM, ASKED_OF_GM):
        return {}
    if asked.question == RULING:  # what it is about is known, and it reads no clause for the next time
        return {"clause": None, "about": [asked.who] if asked.who else []}
    subjects, own = subjects_of(asked.question), game_of(asked.question).waiting
    is_about = asked.who and asked.for_role == "player" and asked.question not in own.says_more
    known = {next(iter(subjects)): asked.who} if is_about else {}
    fields = set(service.fields(asked.question))
    told = {name: value for name, value in asked.data.items() if value is not None and name in fields}
    return known | dict(own.settled_by(asked, told))


def begun_by(asked: Waiting) -> dict[str, Value]:
    """What the form of a question begins with: whom it is about, and the field that the GM has to write."""
    says_more = game_of(asked.question).waiting.says_more
    if asked.clause == ASKED_OF_GM:
        return dict(as_values(asked.data.get("given", {})))
    if asked.who and asked.question in says_more:
        return {says_more[asked.question]: asked.who}
    subjects = subjects_of(asked.question)
    if asked.for_role != "gm" or not asked.who or not subjects:
        return {}
    begun: dict[str, Value] = {next(iter(subjects)): asked.who}
    if (writes := field_to_write(asked)) is not None:
        begun["changes"] = [{"field": writes}]
        begun["reason"] = reference.find_clause(asked.clause).title
    return begun


def _obstacle(rights: Rights, sheets: list[Sheet], state: State, action: str) -> InTheWay | None:
    if action in NEEDS_OPEN:
        wanted, clause = NEEDS_OPEN[action]
        table = next(sheet for sheet in sheets if sheet.kind.name == "campaign")
        amiss = [one for one in wanted.items() if (table[one[0]] is not None) != one[1]]
        if amiss:
            remedy = str(OPENED_BY[amiss[0]])
            return InTheWay(reference.find_clause(clause).first_sentence, clause, remedy)
    nouns = acting_nouns(action)
    if not nouns or set(nouns) & {"campaign", "any"}:
        return None
    if lack := nothing_there(action, sheets, rights):
        return lack
    system = action.partition(".")[0]
    acting = [sheet for sheet in sheets if kinds.fits(sheet.kind.name, nouns, system) and rights.plays(sheet)]
    if not acting:
        return there_is_none(nouns, system, is_gm=True) if state.by_gm else InTheWay()
    clauses = [_forbidden(action, sheet, state) for sheet in acting]
    # One who may is enough: who acts is chosen in the form.
    if any(clause is None for clause in clauses):
        return played_elsewhere(action, is_gm=state.by_gm)
    clause = clauses[0] or ""
    told, way_out = game_of(action).telling.nobody_may.get(clause, ("", ""))
    return InTheWay(str(told) or reference.find_clause(clause).first_sentence, clause, str(way_out))


@cache
def acting_nouns(action: str) -> tuple[str, ...]:
    """The kinds of record that may act in an action, as its system calls them; none where nobody does."""
    if action in game_of(action).permissions.asks_only:
        return ()
    named = tuple(_kinds_in(catalogue.find(action).input_type))
    wanted = acting_kind(action).rpartition(".")[2]
    if wanted and any(wanted in nouns for nouns in named):
        return (wanted,)
    return next(iter(named), ())


def _kinds_in(struct: type[Struct]) -> Iterator[tuple[str, ...]]:
    """The kinds of every record that an input names, in order, those of its parts included."""
    hints = get_type_hints(struct, include_extras=True)
    for field in structs.fields(struct):
        hint = hints[field.name]
        source = next((m for m in getattr(hint, "__metadata__", ()) if isinstance(m, FromRecord)), None)
        if source is not None:
            yield source.kinds
        else:
            yield from (kinds_here for inner in _structs_in(hint) for kinds_here in _kinds_in(inner))


def _structs_in(hint: Any) -> Iterator[type[Struct]]:
    if isinstance(hint, type) and issubclass(hint, Struct):
        yield hint
    for inner in get_args(hint):
        yield from _structs_in(inner)


def _forbidden(action: str, sheet: Sheet, state: State) -> str | None:
    named = {sheet.id}
    about = [
        question for question in state.pending if {question.who, *map(str, question.data.values())} & named
    ]
    return service.forbidden(action, (sheet.id,), structs.replace(state, pending=tuple(about)))


def _state(asked: tuple[OpenQuestion, ...], sheets: Iterable[Sheet], system: str, by_gm: bool) -> State:
    seen = {
        sheet.id: RecordState(kinds.as_seen(sheet.kind.name, system), dict(sheet.fields)) for sheet in sheets
    }
    return State(records=seen, pending=asked, by_gm=by_gm)


def _sheets(campaign: Campaign) -> list[Sheet]:
    """Whatever acts or is acted on, and the campaign itself."""
    rest = {*OF_TABLE, "thing"} - {"campaign"}
    return read_sheets(Record.objects.filter(campaign=campaign).exclude(kind__in=rest).order_by("born"))


def _is_mine(rights: Rights, owner: UUID | None, control: str | None) -> bool:
    """`control` says in whose hands a character is; other records have none."""
    if rights.member.is_gm:
        return True
    return rights.member.role == "player" and owner == rights.member.pk and control in (None, "player")
