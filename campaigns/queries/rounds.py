"""A round of Action in `demon_city` as one viewer sees it: who announces next, which Clashes there are."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from campaigns.log.projector import Viewer
from campaigns.models import Campaign, Record, Tag, Undone
from campaigns.queries import cast, timeline
from campaigns.queries.cast import Member
from campaigns.queries.meetings import CHASE, CLASH, SORT, Meeting, meetings_of, steps_of
from campaigns.queries.timeline import Shown

FIGHTER, ROUND, ANNOUNCE = (f"demon_city.{name}" for name in ("character", "round", "announce"))
ENDS = ("table.end_fight", "table.end_scene", "table.end_session")
MOST_TOLD = 200
"""A round with more entries than that is told by its newest."""


@dataclass(frozen=True)
class Place:
    """Somebody's place in the order, and what they announced in it."""

    member: Member
    kind: str = ""
    targets: tuple[Member, ...] = ()
    words: str = ""
    """How they said it, where they did."""
    has_announced: bool = False
    is_next: bool = False
    is_able: bool = True


@dataclass(frozen=True)
class ActionRound:
    """The round under way, if one is. `here` are all who are in play and could take part in one."""

    here: tuple[Member, ...]
    record: Member | None = None
    places: tuple[Place, ...] = ()
    meetings: tuple[Meeting, ...] = ()
    uncontested: tuple[Member, ...] = ()
    is_sorted: bool = False
    sides: Mapping[str, str] = field(default_factory=dict)
    """Whose side everybody was on when Clashes were sorted last."""
    severity: Mapping[str, str] = field(default_factory=dict)
    """How severe the attack was that hit somebody last, by who was hit: the attacker's stat (DEC-DMG-09)."""
    told: tuple[Shown, ...] = ()
    """What happened in it, the newest first."""
    on: str | None = None
    """Whose turn it is to announce; perhaps somebody whom this viewer does not see."""

    @property
    def next_up(self) -> Place | None:
        return next((one for one in self.places if one.is_next), None)

    @property
    def awaits_somebody_unseen(self) -> bool:
        return self.on is not None and self.next_up is None

    @property
    def is_flipped(self) -> bool:
        """Whether nothing of the round is left to flip."""
        return self.is_sorted and not any(one.is_open for one in self.meetings)


def action_round(campaign: Campaign, viewer: Viewer) -> ActionRound:
    """The newest round that no end of a fight, scene or session has closed (a fixed number of queries)."""
    seen = {one.id: one for one in cast.of_kind(campaign, viewer, FIGHTER, ROUND, CLASH, CHASE)}
    here = tuple(one for one in seen.values() if one.kind == FIGHTER and one["state"] == "active")
    row = under_way(campaign)
    if row is None or str(row.pk) not in seen:
        return ActionRound(here)
    rows = timeline.timeline_page(campaign, viewer, size=MOST_TOLD)
    standing = [one for one in rows if one.undone_by is None]
    told = [one for one in standing if one.seq >= row.born]
    current = seen[str(row.pk)]
    on = _next_of(current, seen)
    sorting = next((one for one in reversed(told) if any(steps_of([one], SORT))), None)
    left = next(steps_of([sorting], SORT))["outcome"]["uncontested"] if sorting else ()
    return ActionRound(
        here,
        current,
        tuple(_places(current, seen, told, on)),
        tuple(meetings_of(seen, told, sorting)),
        tuple(seen[one] for one in left if one in seen),
        is_sorted=sorting is not None,
        sides=_sides(standing),
        severity=dict(_severity(seen, standing)),
        told=tuple(one for one in reversed(rows) if one.seq >= row.born),
        on=on,
    )


def first_stat(who: Member | None, *names: str) -> str | None:
    """The first of these stats that somebody has (DEC-CTHROW-10)."""
    stats = (who.fields.get(f"stats.{name}") for name in names) if who else ()
    return next((str(one) for one in stats if isinstance(one, int)), None)


def under_way(campaign: Campaign) -> Record | None:
    """The round that was begun last, unless a fight, scene or session has ended since (two queries)."""
    row = Record.objects.filter(campaign=campaign, kind=ROUND).order_by("-born", "-pk").first()
    if row is None:
        return None
    undone = Undone.objects.filter(campaign=campaign).values("seq")
    acts = Tag.objects.filter(campaign=campaign, kind="action", value__in=ENDS, seq__gt=row.born)
    return None if acts.exclude(seq__in=undone).exists() else row


def announces_next(campaign: Campaign, viewer: Viewer) -> str | None:
    """Who announces next in the round under way; None where nobody does."""
    row = under_way(campaign)
    current = cast.member(campaign, viewer, row) if row else None
    if current is None:
        return None
    people = cast.members(campaign, viewer, Record.objects.filter(campaign=campaign, pk__in=current["order"]))
    return _next_of(current, {one.id: one for one in people})


def _next_of(current: Member, seen: Mapping[str, Member]) -> str | None:
    """The slowest who has not announced and can; whether somebody unseen can is not for this viewer to know."""
    waiting = (one for one in current["order"] if one not in current["announced"])
    return next((one for one in waiting if one not in seen or _is_able(current, seen[one])), None)


def _places(
    current: Member, seen: Mapping[str, Member], told: Sequence[Shown], on: str | None
) -> list[Place]:
    said = {step["input"]["character"]["id"]: step["input"] for step in steps_of(told, ANNOUNCE)}
    spoken = dict(_spoken(told))
    return [
        Place(
            member=seen[one],
            kind=said.get(one, {}).get("kind", ""),
            targets=tuple(seen[name] for name in said.get(one, {}).get("targets", ()) if name in seen),
            words=spoken.get(one, ""),
            has_announced=one in current["announced"],
            is_next=one == on,
            is_able=_is_able(current, seen[one]),
        )
        for one in current["order"]
        if one in seen
    ]


def _spoken(told: Iterable[Shown]) -> Iterator[tuple[str, str]]:
    """The words that came with an announcement."""
    for shown in told:
        for step in steps_of([shown], ANNOUNCE):
            for note in steps_of([shown], "table.note"):
                yield step["input"]["character"]["id"], str(note["input"]["words"] or "")


def _sides(told: Iterable[Shown]) -> dict[str, str]:
    return {one["id"]: one["side"] for step in steps_of(told, SORT) for one in step["input"]["actions"]}


def _severity(seen: Mapping[str, Member], told: Iterable[Shown]) -> Iterator[tuple[str, str]]:
    """Each hit of a Clash, the newest last."""
    for step in steps_of(told, CLASH):
        for attack in step["outcome"].get("attacks", ()):
            stat = first_stat(seen.get(attack["by"]), "hand_to_hand", "toughness")
            if stat is not None:
                yield from ((target, stat) for target in attack["targets"])


def _is_able(current: Member, who: Member) -> bool:
    return not (who["out"] or who["panicked"] or who.id in current["counted_out"])
