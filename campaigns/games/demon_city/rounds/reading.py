"""A round of Action in `demon_city` as one viewer sees it: who announces next, which Clashes there are."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from django.db.models import QuerySet

from campaigns.games.demon_city.rounds.clashes import CHASE, CLASH, SORT, Clash, meetings_of, steps_of
from campaigns.log.projector import Viewer
from campaigns.models import Campaign, Record, Tag, Undone
from campaigns.queries import cast, timeline
from campaigns.queries.cast import Member
from campaigns.queries.timeline import ShownEntry

FIGHTER, ROUND, ANNOUNCE = (f"demon_city.{name}" for name in ("character", "round", "announce"))
AWARD = "demon_city.award_significator"
GET_UP = "demon_city.recover_toughness"
ENDS = ("table.end_fight", "table.end_scene", "table.end_session")
COUNT = "demon_city.throw_count"
DECIDES = (ANNOUNCE, SORT, CLASH, CHASE, COUNT)
"""Acts that a round is made of. They are all read, however much was said between them."""

MOST_TOLD = 200
"""Of a round with more entries than that the newest are shown."""

AT_ONCE = 20


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
    meetings: tuple[Clash, ...] = ()
    uncontested: tuple[Member, ...] = ()
    is_sorted: bool = False
    sides: Mapping[str, str] = field(default_factory=dict)
    """Whose side everybody was on when Clashes were sorted last."""
    severity: Mapping[str, str] = field(default_factory=dict)
    """How severe the attack was that hit somebody last, by who was hit: the attacker's stat (DEC-DMG-09)."""
    told: tuple[ShownEntry, ...] = ()
    """What happened in it, the newest first; of a long one the newest part."""
    acts: tuple[ShownEntry, ...] = ()
    """What it is made of, the oldest first, with all that is told; nothing that was undone."""
    on: str | None = None
    """Whose turn it is to announce; perhaps somebody whom this viewer does not see."""

    @property
    def next_up(self) -> Place | None:
        return next((place for place in self.places if place.is_next), None)

    @property
    def awaits_somebody_unseen(self) -> bool:
        return self.on is not None and self.next_up is None

    @property
    def won(self) -> list[tuple[Member, str]]:
        """The Significators that somebody in the order has won in it, the first of them first."""
        people = {place.member.id: place.member for place in self.places}
        standing = (entry for entry in reversed(self.told) if entry.undone_by is None)
        awards = [step["input"] for step in steps_of(standing, AWARD)]
        return [
            (people[award["character"]["id"]], award["card"])
            for award in awards
            if award["character"]["id"] in people
        ]

    @property
    def is_flipped(self) -> bool:
        """Whether nothing of the round is left to flip."""
        return self.is_sorted and not any(clash.is_open for clash in self.meetings)


def action_round(campaign: Campaign, viewer: Viewer) -> ActionRound:
    """The newest round that no end of a fight, scene or session has closed (a fixed number of queries)."""
    seen = {member.id: member for member in cast.of_kind(campaign, viewer, FIGHTER, ROUND, CLASH, CHASE)}
    here = tuple(member for member in seen.values() if member.kind == FIGHTER and member["state"] == "active")
    row = under_way(campaign)
    if row is None or str(row.pk) not in seen:
        return ActionRound(here)
    rows = [
        entry for entry in timeline.timeline_page(campaign, viewer, size=MOST_TOLD) if entry.seq >= row.born
    ]
    told = _with_earlier(campaign, viewer, rows, row.born)
    current = seen[str(row.pk)]
    on = _next_of(current, seen)
    sorting = next((entry for entry in reversed(told) if any(steps_of([entry], SORT))), None)
    left = next(steps_of([sorting], SORT))["outcome"]["uncontested"] if sorting else ()
    return ActionRound(
        here,
        current,
        tuple(_places(current, seen, told, on)),
        tuple(meetings_of(seen, told, sorting, viewer.member)),
        tuple(seen[one] for one in left if one in seen),
        is_sorted=sorting is not None,
        sides=_sides(campaign, viewer, sorting),
        severity=_severity(campaign, viewer, seen),
        told=tuple(reversed(rows)),
        acts=tuple(told),
        on=on,
    )


def first_stat(who: Member | None, *names: str) -> str | None:
    """The first of these stats that somebody has (DEC-CTHROW-10)."""
    stats = (who.fields.get(f"stats.{name}") for name in names) if who else ()
    return next((str(stat) for stat in stats if isinstance(stat, int)), None)


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
    return _next_of(current, {member.id: member for member in cast.of_kind(campaign, viewer, FIGHTER)})


def may_get_up(campaign: Campaign, viewer: Viewer, down: Collection[str]) -> set[str]:
    """Who of those who are out of the fight has not thrown to get up in a round that has just begun (DEC-DMG-08)."""
    row = under_way(campaign)
    current = cast.member(campaign, viewer, row) if row else None
    if row is None or current is None:
        return set()
    since = _played(campaign, viewer, SORT, GET_UP).filter(seq__gte=row.born)
    if since.filter(value=SORT).exists():
        return set()
    thrown = Tag.objects.filter(campaign=campaign, kind="record", value__in=down, seq__in=since.order_by())
    tried = {*current["announced"], *thrown.values_list("value", flat=True)}
    return {one for one in current["order"] if one in down and one not in tried}


def _next_of(current: Member, seen: Mapping[str, Member]) -> str | None:
    """The slowest who has not announced and can; whether somebody unseen can is not for this viewer to know."""
    waiting = (one for one in current["order"] if one not in current["announced"])
    return next((one for one in waiting if one not in seen or _is_able(current, seen[one])), None)


def _places(
    current: Member, seen: Mapping[str, Member], told: Sequence[ShownEntry], on: str | None
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


def _spoken(told: Iterable[ShownEntry]) -> Iterator[tuple[str, str]]:
    """The words that came with an announcement."""
    for shown in told:
        for step in steps_of([shown], ANNOUNCE):
            for note in steps_of([shown], "table.note"):
                yield step["input"]["character"]["id"], str(note["input"]["words"] or "")


def _with_earlier(
    campaign: Campaign, viewer: Viewer, rows: Sequence[ShownEntry], born: int
) -> list[ShownEntry]:
    """What stands of the entries of a round that are shown, and of the acts in it before these."""
    first = rows[0].seq if rows else campaign.head_seq + 1
    more = (
        list(_played(campaign, viewer, *DECIDES).filter(seq__gte=born, seq__lt=first)) if first > born else []
    )
    # What a page shows is limited; what decides the round is read whole, however much was said in it.
    earlier = timeline.some_entries(campaign, viewer, more) if more else []
    return [*earlier, *(entry for entry in rows if entry.undone_by is None)]


def _played(campaign: Campaign, viewer: Viewer, *actions: str) -> QuerySet[Tag, int]:
    """The entries with one of these actions that stand and that this viewer may read, the newest first."""
    undone = Undone.objects.filter(campaign=campaign).values("seq")
    tags = Tag.objects.filter(campaign=campaign, kind="action", value__in=actions)
    readable = tags.filter(audience__in=viewer.audiences).exclude(seq__in=undone)
    return readable.order_by("-seq").values_list("seq", flat=True).distinct()


def _sides(campaign: Campaign, viewer: Viewer, sorting: ShownEntry | None) -> dict[str, str]:
    """Whose side everybody was on when Clashes were sorted last, in this round or an earlier one."""
    if sorting is None:
        seq = _played(campaign, viewer, SORT).first()
        sorting = timeline.one_entry(campaign, viewer, seq) if seq is not None else None
    told = [sorting] if sorting is not None else []
    return {
        action["id"]: action["side"] for step in steps_of(told, SORT) for action in step["input"]["actions"]
    }


def _severity(campaign: Campaign, viewer: Viewer, seen: Mapping[str, Member]) -> dict[str, str]:
    """Of everybody who is out the stat of whoever hit them last, as far back as that is (DEC-DMG-09)."""
    out = {member.id for member in seen.values() if member.kind == FIGHTER and member["out"]}
    found: dict[str, str] = {}
    about = Tag.objects.filter(campaign=campaign, kind="record", value__in=out).values("seq")
    seqs = list(_played(campaign, viewer, CLASH).filter(seq__in=about)) if out else []
    for start in range(0, len(seqs), AT_ONCE):
        if out <= found.keys():
            break
        some = timeline.some_entries(campaign, viewer, seqs[start : start + AT_ONCE])
        found = {**dict(_hits(seen, some)), **found}
    return found


def _hits(seen: Mapping[str, Member], told: Iterable[ShownEntry]) -> Iterator[tuple[str, str]]:
    """Who was hit in a Clash, and with what stat, the newest last."""
    for step in steps_of(told, CLASH):
        for attack in step["outcome"].get("attacks", ()):
            stat = first_stat(seen.get(attack["by"]), "hand_to_hand", "toughness")
            if stat is not None:
                yield from ((target, stat) for target in attack["targets"])


def _is_able(current: Member, who: Member) -> bool:
    return not (who["out"] or who["panicked"] or who.id in current["counted_out"])
