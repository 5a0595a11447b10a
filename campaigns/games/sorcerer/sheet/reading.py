"""The sheet of a sorcerer or a demon, whole, as one viewer may read it; other records are read by `records.py`."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from campaigns.games.sorcerer.conflict.reading import held_by
from campaigns.games.sorcerer.sheet.actions import deeds_of
from campaigns.games.sorcerer.sheet.due import Due, due_of
from campaigns.games.sorcerer.sheet.guns import ROWS
from campaigns.games.sorcerer.sheet.handing import ToHand, to_hand
from campaigns.games.sorcerer.sheet.own_price import OwnPrice, own_price
from campaigns.games.sorcerer.sheet.possessed import CLAUSE, ROLL
from campaigns.games.sorcerer.sheet.recovery import RECOVER, Recovery, recovery_of
from campaigns.models import Campaign, Change, Record
from campaigns.models.log import CHANGED
from campaigns.policy import Rights
from campaigns.queries import cast, timeline
from campaigns.queries.at_hand import speaks_for
from campaigns.queries.cast import Member
from campaigns.queries.records import SheetAction
from campaigns.queries.timeline import ShownEntry
from campaigns.queries.waiting import Waiting
from campaigns.viewing import Viewer
from rules.kernel.values import Values
from rules.sorcerer.characters import PRICES

SCORES = ("stamina", "will", "lore")
ANGRY = "angry."
STEPS_SHOWN = 60
LATEST = 8


@dataclass(frozen=True)
class Chain:
    """A Binding, active or past."""

    id: str
    demon: str
    demon_name: str
    sorcerer: str
    sorcerer_name: str
    score: str | None
    strength: int
    favor: str
    state: str
    days: int = 0
    """The days that the demon is in withdrawal."""
    is_free: bool = False
    """Whether it is here, and nobody's."""


@dataclass(frozen=True)
class ValueChange:
    """A value that a field had from an entry on."""

    seq: int
    value: int


@dataclass(frozen=True)
class CharacterPage:
    """A character's sheet."""

    member: Member
    owner: str | None
    demons: list[Chain]
    past: list[Chain]
    humanity: list[ValueChange]
    deeds: list[SheetAction]
    starting: Member | None
    possessed_by: str
    """The demon that has this body, by name; empty where none has, or nobody here knows it."""
    demon_is_hidden: bool
    """Whether only the GM sees that demon, as far as this viewer knows."""
    rest: Recovery | None
    carried: ToHand | None
    guns: list[Member]
    may_arm: bool
    """Whether this viewer says that they have another gun."""
    attempt: str | None
    """What a possessed host tries, as far as the GM is asked to let them (SOR-DEMON-20); None where nobody asks."""
    own_price: OwnPrice | None
    """The Price of the player's own that keeps the sheet from being finished (SOR-PRICE-03)."""

    prices, gun_rows = PRICES, ROWS

    @property
    def scores(self) -> list[tuple[str, int, int]]:
        """Each score: its name, its value, what further attempts have worn off."""
        return [(name, self.member[name], self.member[f"strain_{name}"]) for name in SCORES]

    @property
    def freed(self) -> list[Chain]:
        """Demons that broke or lost a Binding to them, and are still here with no master."""
        return list({one.demon: one for one in self.past if one.is_free}.values())

    @property
    def held_by(self) -> str:
        """The clause by which pain keeps them from acting; empty where it does not."""
        return held_by(self.member)


@dataclass(frozen=True)
class Call:
    """An open Contact."""

    id: str
    sorcerer: str
    sorcerer_name: str
    hours: int
    victories: int


@dataclass(frozen=True)
class DemonPage:
    """A demon's sheet."""

    member: Member
    bindings: list[Chain]
    past: list[Chain]
    calls: list[Call]
    abilities: list[Values]
    host: str
    summoned_by: str
    deeds: list[SheetAction]
    rest: Recovery | None
    carried: ToHand | None
    angry: list[tuple[str, str]]
    """Whom it withstood and is angry with, by id and name (SOR-BANISH-04, SOR-PUNISH-05)."""
    due: list[Due]
    """What its state calls for now; the GM's."""
    entries: list[ShownEntry]


def character_page(
    campaign: Campaign, viewer: Viewer, rights: Rights, record: str, asked: Sequence[Waiting]
) -> CharacterPage:
    """Everything that a character's page tells this viewer, who may see the record; `asked` is what waits."""
    seen = {one.id: one for one in cast.of_kind(campaign, viewer, "character", "demon", "binding", "gun")}
    member = seen[record]
    demon = seen.get(member["possessed_by"])
    chains = [one for one in _chains(seen) if one.sorcerer == record]
    return CharacterPage(
        member=member,
        owner=_owner(campaign, member),
        demons=[one for one in chains if one.state == "active"],
        past=[one for one in chains if one.state != "active"],
        humanity=history(campaign, viewer, record, "humanity"),
        deeds=deeds_of(campaign, rights, member),
        starting=seen.get(member["starting_demon"] or ""),
        possessed_by=demon.name if demon else "",
        demon_is_hidden=demon is not None and demon.visibility == "gm",
        rest=_rest(member, asked),
        carried=_carried(member, seen, rights),
        guns=[one for one in seen.values() if one.kind == "gun" and one["holder"] == record],
        may_arm=member["state"] == "active" and speaks_for(member, rights.member),
        attempt=_attempt(record, asked),
        own_price=own_price(record) if member["state"] == "draft" else None,
    )


def demon_page(
    campaign: Campaign,
    viewer: Viewer,
    rights: Rights,
    record: str,
    asked: Sequence[Waiting],
    settings: Values,
) -> DemonPage:
    """Everything that a demon's page tells this viewer; `asked` is what waits in the campaign."""
    seen = {one.id: one for one in cast.of_kind(campaign, viewer, "character", "demon", "binding", "contact")}
    member = seen[record]
    chains = [one for one in _chains(seen) if one.demon == record]
    entries = timeline.turn_to(campaign, viewer, tag=("record", record), size=LATEST).rows
    return DemonPage(
        member=member,
        bindings=[one for one in chains if one.state == "active"],
        past=[one for one in chains if one.state != "active"],
        calls=[_call(one, seen) for one in seen.values() if one.kind == "contact" and _is_open(one, record)],
        abilities=_abilities(member),
        host=_name(seen, member["host"]),
        summoned_by=_name(seen, member["summoned_by"]),
        deeds=deeds_of(campaign, rights, member, _sorcerers(seen, rights)),
        rest=_rest(member, asked),
        carried=_carried(member, seen, rights),
        angry=[(one, seen[one].name) for one in angry_with(member.fields) if one in seen],
        due=due_of(campaign, member, asked, _names(seen), settings) if rights.member.is_gm else [],
        entries=entries,
    )


def history(campaign: Campaign, viewer: Viewer, record: str, field: str) -> list[ValueChange]:
    """The values of a number over the log, oldest first, as far as this viewer may read it."""
    changes = Change.objects.filter(CHANGED, campaign=campaign, record=record, field=field)
    found = changes.order_by("-seq")[:STEPS_SHOWN]
    readable = [change for change in found if viewer.reads(change.audience) and change.after]
    return [
        ValueChange(change.seq, change.after[0])
        for change in reversed(readable)
        if isinstance(change.after[0], int)
    ]


def _chains(seen: dict[str, Member]) -> Iterable[Chain]:
    for member in seen.values():
        if member.kind == "binding" and member["demon"] in seen and member["sorcerer"] in seen:
            demon = seen[member["demon"]]
            yield Chain(
                id=member.id,
                demon=member["demon"],
                demon_name=demon.name,
                sorcerer=member["sorcerer"] or "",
                sorcerer_name=_name(seen, member["sorcerer"]),
                score=member["score"],
                strength=member["strength"],
                favor=member["favor"],
                state=member["state"],
                days=demon["withdrawal_days"] if demon["state"] == "present" else 0,
                is_free=demon["state"] == "present" and not demon["bindings"],
            )


def _abilities(member: Member) -> list[Values]:
    details = member["ability_details"]
    return [{"name": name, **details.get(name, {})} for name in member["abilities"]]


def _call(one: Member, seen: dict[str, Member]) -> Call:
    caller = _name(seen, one["sorcerer"])
    return Call(one.id, one["sorcerer"] or "", caller, one["hours"], one["victories"])


def _is_open(one: Member, demon: str) -> bool:
    return bool(one["demon"] == demon and one["state"] == "open")


def angry_with(demon: Values) -> list[str]:
    """Whom a demon is angry with."""
    return [name.removeprefix(ANGRY) for name, count in demon.items() if name.startswith(ANGRY) and count]


def _rest(member: Member, asked: Sequence[Waiting]) -> Recovery | None:
    is_asked = any((one.who, one.question, one.for_role) == (member.id, RECOVER, "gm") for one in asked)
    return recovery_of(member, is_asked=is_asked)


def _carried(member: Member, seen: dict[str, Member], rights: Rights) -> ToHand | None:
    return to_hand(
        member, [one for one in seen.values() if one.kind in ("character", "demon")], rights.member
    )


def _attempt(host: str, asked: Sequence[Waiting]) -> str | None:
    about = (host, ROLL, CLAUSE)
    found = (one for one in asked if (one.who, one.question, one.clause) == about)
    return next((str(one.data.get("what", "")) for one in found), None)


def _sorcerers(seen: dict[str, Member], rights: Rights) -> list[str]:
    """Those whom this viewer speaks for, and who can perform a ritual."""
    people = (one for one in seen.values() if one.kind == "character" and one["state"] == "active")
    return [one.id for one in people if speaks_for(one, rights.member)]


def _names(seen: dict[str, Member]) -> Values:
    return {one.id: one.name for one in seen.values()}


def _name(seen: dict[str, Member], record: str | None) -> str:
    return seen[record].name if record in seen else ""


def _owner(campaign: Campaign, member: Member) -> str | None:
    row = Record.objects.filter(campaign=campaign, pk=member.id).select_related("owner").first()
    return row.owner.name if row and row.owner else None
