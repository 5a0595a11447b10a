"""A round of Action in `demon_city` as one viewer sees it: who announces next, which Clashes there are."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from django.db.models import QuerySet

from campaigns.games.demon_city.kinds import is_able
from campaigns.games.demon_city.rounds.clashes import (
    CHASE,
    CLASH,
    RULING,
    Clash,
    id_in,
    meetings_of,
    steps_of,
)
from campaigns.models import Campaign, DemonCityHealth, Record
from campaigns.models.prepared import prepared
from campaigns.queries import cast, log_moments, timeline
from campaigns.queries.cast import Member
from campaigns.queries.timeline import ShownEntry
from campaigns.state.ids import ids_in
from campaigns.state.unit_of_work import Sheet
from campaigns.viewing import Viewer
from rules.demon_city.allowed import has_a_try
from rules.demon_city.progress import SORT
from rules.kernel.values import as_list, as_text

FIGHTER, ROUND, ANNOUNCE = (f"demon_city.{name}" for name in ("character", "round", "announce"))
AWARD = "demon_city.award_significator"
GET_UP = "demon_city.recover_toughness"
TOLD_OF = (ANNOUNCE, CLASH, CHASE, RULING)
"""Acts of which the page repeats words and cards. They are all read, however much was said between them."""

UNOPPOSED = frozenset({"move", "other"})
"""What somebody may do outside of all Clashes: an attack, a defence or an escape is a matter between two."""

SORTED = frozenset({"face_down", "settled"})
"""At which stages somebody is whose round has been sorted."""

MOST_TOLD = 200
"""Of a round with more entries than that the newest are shown."""


@dataclass(frozen=True)
class Place:
    """Somebody's place in the order, and what they announced in it."""

    member: Member
    kind: str = ""
    targets: tuple[Member, ...] = ()
    words: str = ""
    """How they said it, where they did."""
    has_announced: bool = False
    is_unopposed: bool = False
    """Whether it is aimed at nobody, and nobody whom this viewer sees has aimed at them so far (DEC-ROUND-20)."""
    is_next: bool = False
    is_trying: bool = False
    """Whether they are out or in a panic, and have not thrown to end it in this round yet (DEC-ROUND-14)."""
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
    """Whose side everybody was on when they were sorted last."""
    told: tuple[ShownEntry, ...] = ()
    """What happened in it, the newest first; of a long one the newest part."""
    sorted_before: int | None = None
    """The entry that sorted its Clashes, where announcements were undone under it and are made anew."""
    on: str | None = None
    """Whose turn it is to announce, or first to get back up; perhaps somebody whom this viewer does not see."""

    @property
    def next_up(self) -> Place | None:
        return next((place for place in self.places if place.is_next and not place.is_trying), None)

    @property
    def tries_first(self) -> Place | None:
        """Whoever throws to get back up, or to regain Calm, before anybody faster announces."""
        return next((place for place in self.places if place.is_next and place.is_trying), None)

    @property
    def awaits_somebody_unseen(self) -> bool:
        return self.on is not None and not any(place.is_next for place in self.places)

    @property
    def won(self) -> list[tuple[Member, str]]:
        """The Significators that somebody in the order has won in it and still has, the first of them first."""
        people = {place.member.id: place.member for place in self.places}
        standing = (entry for entry in reversed(self.told) if entry.undone_by is None)
        given = (step["input"] for step in steps_of(standing, AWARD))
        awards = [(id_in(award, "character"), as_text(award["card"])) for award in given]
        return [
            (people[who], card)
            for who, card in awards
            if who in people and card in as_list(people[who]["significators"])
        ]

    @property
    def flipped_last(self) -> list[Clash]:
        """What the newest flip turned over."""
        newest = max((one.flipped_at for one in self.meetings), default=0)
        return [one for one in self.meetings if newest and one.flipped_at == newest]

    @property
    def is_flip_news(self) -> bool:
        """Whether the newest flip comes to the viewer as news of their own people."""
        return any(one.own for one in self.flipped_last)

    @property
    def is_flipped(self) -> bool:
        """Whether nothing of the round is left to flip."""
        return self.is_sorted and not any(clash.is_open for clash in self.meetings)


def action_round(campaign: Campaign, viewer: Viewer) -> ActionRound:
    """The newest round that no end of a fight, scene or session has closed (a fixed number of queries)."""
    seen = {member.id: member for member in cast.of_kind(campaign, viewer, FIGHTER, ROUND, CLASH, CHASE)}
    here = tuple(member for member in seen.values() if member.kind == FIGHTER and member["state"] == "active")
    found = under_way(campaign)
    if found is None or str(found.row.pk) not in seen:
        return ActionRound(here)
    row, current = found.row, seen[str(found.row.pk)]
    newest = timeline.timeline_page(campaign, viewer, size=MOST_TOLD)
    rows = [entry for entry in newest if entry.seq >= row.born and entry.concerns("demon_city")]
    told = log_moments.with_earlier(campaign, viewer, rows, TOLD_OF, row.born)
    meetings = tuple(meetings_of(current, seen, told, viewer.member)) if found.is_sorted else ()
    on = _next_of(current, seen, found)
    return ActionRound(
        here,
        current,
        tuple(_places(current, seen, told, on, found)),
        meetings,
        tuple(_uncontested(current, seen, meetings)) if found.is_sorted else (),
        is_sorted=found.is_sorted,
        sides={who.id: who["side"] for who in seen.values() if who.kind == FIGHTER and who["side"]},
        told=tuple(reversed(rows)),
        sorted_before=_sorted_before(rows, meetings, on),
        on=on,
    )


@dataclass(frozen=True)
class UnderWay:
    """The round that was begun last, and whether its Clashes have been found."""

    row: Record
    is_sorted: bool


def under_way(campaign: Campaign) -> UnderWay | None:
    """The round that was begun last, unless a fight, scene or session has ended since (two queries).

    Whoever looks at it: its people say how far it has come, seen or not.
    """
    row = next(iter(_last_round(campaign.pk)), None)
    if row is None:
        return None
    order = row.demon_city_round.order
    # The GM may have written anything into it.
    stages = set(_stages(list(map(UUID, ids_in(order)))))
    return None if order and stages <= {None} else UnderWay(row, not stages.isdisjoint(SORTED))


def number_of_next(campaign: Campaign) -> int:
    """Which round of its Action the next one is (DEC-ROUND-21). One that the GM made by hand may have no number."""
    found = under_way(campaign)
    return (found.row.demon_city_round.number or 1) + 1 if found else 1


@prepared
def _last_round(campaign: UUID) -> QuerySet[Record]:
    rounds = Record.objects.filter(campaign=campaign, kind=ROUND).select_related("demon_city_round")
    return rounds.order_by("-born", "-pk")[:1]


@prepared
def _stages(people: list[UUID]) -> QuerySet[DemonCityHealth, str | None]:
    return DemonCityHealth.objects.filter(pk__in=people).values_list("stage", flat=True)


def announces_next(campaign: Campaign, viewer: Viewer) -> str | None:
    """Who announces next in the round under way; None where nobody does."""
    found = under_way(campaign)
    current = cast.member(campaign, viewer, found.row) if found else None
    if found is None or current is None:
        return None
    seen = {member.id: member for member in cast.of_kind(campaign, viewer, FIGHTER)}
    on = _next_of(current, seen, found)
    return None if on in seen and not _is_able(current, seen[on]) else on


def may_return(campaign: Campaign, viewer: Viewer, down: Mapping[str, Sheet]) -> set[str]:
    """Who of those who are out or in a panic has not thrown to end it in a round that has just begun (DEC-ROUND-14)."""
    found = under_way(campaign)
    current = cast.member(campaign, viewer, found.row) if found and not found.is_sorted else None
    if current is None:
        return set()
    passed = {*current["announced"], *current["counted_out"]}
    waiting = {one for one in current["order"] if one in down and one not in passed}
    return {one for one in waiting if has_a_try(down[one].fields)}


def _next_of(current: Member, seen: Mapping[str, Member], found: UnderWay) -> str | None:
    """The slowest who has not announced and can, or may first get back up (DEC-ROUND-14).

    Whether somebody unseen can is not for this viewer to know.
    """
    for one in current["order"]:
        if one in current["announced"]:
            continue
        who = seen.get(one)
        if who is None or _is_able(current, who) or _is_trying(current, who, found):
            return str(one)
    return None


def _places(
    current: Member,
    seen: Mapping[str, Member],
    told: Sequence[ShownEntry],
    on: str | None,
    found: UnderWay,
) -> Iterator[Place]:
    spoken = dict(_spoken(told))
    said_so_far = [seen[one] for one in current["announced"] if one in seen]
    aimed_at = {target for one in said_so_far for target in one["aims"]}
    for who in (seen[one] for one in current["order"] if one in seen):
        said = who.id in current["announced"]
        yield Place(
            member=who,
            kind=who["deed"] or "" if said else "",
            targets=tuple(seen[name] for name in who["aims"] if name in seen) if said else (),
            words=spoken.get(who.id, ""),
            has_announced=said,
            is_unopposed=said and who["deed"] in UNOPPOSED and not who["aims"] and who.id not in aimed_at,
            is_next=who.id == on,
            is_trying=not said and _is_trying(current, who, found),
            is_able=_is_able(current, who),
        )


def _uncontested(current: Member, seen: Mapping[str, Member], meetings: Sequence[Clash]) -> Iterator[Member]:
    """Who announced and was sorted into no Clash (DEC-ROUND-19)."""
    met = {who for clash in meetings for who in clash.record["people"]}
    acted = (seen[one] for one in current["announced"] if one in seen and one not in met)
    return (one for one in acted if _is_able(current, one))


def _sorted_before(told: Sequence[ShownEntry], meetings: Sequence[Clash], on: str | None) -> int | None:
    """The sorting of what lies face down, where somebody has announced since, or has yet to: an undo leaves it."""
    standing = [entry for entry in told if entry.undone_by is None]
    last = {
        act: max((one.seq for one in standing if any(steps_of([one], act))), default=0)
        for act in (SORT, ANNOUNCE)
    }
    is_passed = on is not None or last[ANNOUNCE] > last[SORT]
    return last[SORT] if last[SORT] and is_passed and any(one.is_open for one in meetings) else None


def _spoken(told: Iterable[ShownEntry]) -> Iterator[tuple[str, str]]:
    """The words that came with an announcement."""
    for shown in told:
        for step in steps_of([shown], ANNOUNCE):
            for note in steps_of([shown], "table.note"):
                yield id_in(step["input"], "character"), str(note["input"]["words"] or "")


def _is_able(current: Member, who: Member) -> bool:
    return is_able(who.fields) and who.id not in current["counted_out"]


def _is_trying(current: Member, who: Member, found: UnderWay) -> bool:
    """Whether their one try of a round that is not sorted yet is open, unless the Host passes on them."""
    return has_a_try(who.fields) and who.id not in current["counted_out"] and not found.is_sorted
