"""A fight of `fallen` as one viewer sees it: how far the turn has come, who fights, what can be done now."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.games.fallen.fights.turns import DECLARE, TAKE_TURN, Turn, turn_of
from campaigns.games.fallen.sheet_page import condition_chips, levels_of
from campaigns.log.projector import Hidden, Viewer
from campaigns.models import Campaign, Record
from campaigns.queries import cast, timeline
from campaigns.queries.cast import Member
from campaigns.queries.layouts.parts import Chip, RecordContext
from campaigns.queries.timeline import ShownEntry
from campaigns.queries.waiting import Waiting
from campaigns.state.rows import read_kinds
from campaigns.state.unit_of_work import Sheet
from rules.fallen.allowed import allowed, has_a_place
from rules.fallen.procedures.fights import Fight, Next, next_steps, whose_place
from rules.kernel.procedure import OpenQuestion, RecordState, State

FIGHTER, WEAPON = "fallen.character", "fallen.weapon"
KINDS = (FIGHTER, WEAPON, "fallen.armor")
MOST_TOLD = 60
"""Of a turn of three seconds with more entries than that the newest are shown. What happens reads all of them."""


@dataclass(frozen=True)
class Fighter:
    """Somebody in the fight: her place, how she stands, and what she announced."""

    member: Member
    place: int | None
    is_on: bool
    is_done: bool
    track: dict[str, Any] | None
    chips: tuple[Chip, ...]
    plan: tuple[Mapping[str, Any], ...]
    lowered: int
    """What a fall of the last turn takes off the score, where it is not in it already."""

    @property
    def id(self) -> str:
        return self.member.id

    @property
    def name(self) -> str:
        return self.member.name

    @property
    def score(self) -> int | None:
        """Her initiative in this turn, with what a fall takes off it (FAL-INIT-07)."""
        rolled = self.member["initiative"]
        return None if rolled is None else rolled + self.lowered


@dataclass(frozen=True)
class FightView:
    """A fight and what comes next in it. `others` are in play and could join; `seen` is everything around them."""

    turn: Turn
    fighters: tuple[Fighter, ...]
    others: tuple[Member, ...]
    steps: tuple[Next, ...]
    told: tuple[ShownEntry, ...]
    """What happened in this turn; of a long one the newest part."""
    seen: Mapping[str, Member]

    @property
    def on(self) -> Fighter | None:
        """Whose place it is."""
        return next((fighter for fighter in self.fighters if fighter.is_on), None)


def fight_of(
    campaign: Campaign, viewer: Viewer, questions: Sequence[Waiting], *, each_turn: bool = False
) -> FightView:
    """The fight as far as this viewer knows of it; `each_turn` where initiative is rolled every turn."""
    sheets = read_kinds(Record.objects.filter(campaign=campaign).order_by("born", "pk"), *KINDS)
    seen = {member.id: member for member in cast.as_seen(campaign, viewer, sheets)}
    people = [member for member in seen.values() if member.kind == FIGHTER and member["state"] == "active"]
    fighters = [person for person in people if person["in_combat"]]
    turn = turn_of(campaign, [member.id for member in seen.values() if member.kind == FIGHTER])
    state = State(_whole(viewer, people, sheets), tuple(map(_question, questions)))
    fight = _fight(fighters, turn, state, each_turn=each_turn)
    place = _on(fight, state) if fight.ordered else None
    told = _told(campaign, viewer, turn) if fighters else ()
    plans = _plans(_declared(campaign, viewer, turn, told))
    waiting = {delay["id"] for delay in turn.delays}
    ranked = sorted(fighters, key=lambda one: (not has_a_place(state, one.id), _order(one)))
    return FightView(
        turn=turn,
        fighters=tuple(
            _fighter(
                one,
                seen,
                number if fight.ordered and has_a_place(state, one.id) else None,
                place,
                plans,
                waits=one.id in waiting,
                each_turn=each_turn,
            )
            for number, one in enumerate(ranked, 1)
        ),
        others=tuple(person for person in people if person not in fighters and has_a_place(state, person.id)),
        steps=next_steps(fight, state) if fighters else (),
        told=told,
        seen=seen,
    )


def is_fight_on(campaign: Campaign) -> bool:
    """Whether anybody fights, seen or not: only for whoever is asked something in it (one query)."""
    return Record.objects.filter(campaign=campaign, fallen_turn__in_combat=True).exists()


def acts_now(
    campaign: Campaign, viewer: Viewer, questions: Sequence[Waiting], *, each_turn: bool = False
) -> str | None:
    """Whose turn it is to begin or to go on with; None while anything else comes first, or somebody unseen."""
    sheets = read_kinds(Record.objects.filter(campaign=campaign).order_by("born", "pk"), FIGHTER)
    everybody = cast.as_seen(campaign, viewer, sheets)
    people = [member for member in everybody if member["state"] == "active"]
    turn = turn_of(campaign, [member.id for member in everybody])
    state = State(_whole(viewer, people, sheets), tuple(map(_question, questions)))
    fight = _fight([person for person in people if person["in_combat"]], turn, state, each_turn=each_turn)
    steps = next_steps(fight, state)
    on = _on(fight, state) if fight.ordered else None
    return on if steps and steps[0].pending is None and steps[0].who == (on,) else None


def _whole(viewer: Viewer, people: Iterable[Member], sheets: Iterable[Sheet]) -> dict[str, RecordState]:
    """Everybody who may be in a fight, whom this viewer does not see included: the order is not theirs alone."""
    if viewer.is_gm:
        return {person.id: RecordState(person.kind, _open(person)) for person in people}
    return {sheet.id: RecordState(sheet.kind.name, sheet.fields) for sheet in sheets if _is_in_play(sheet)}


def fighters_of(campaign: Campaign) -> list[Sheet]:
    """Everybody in play who may be in a fight, seen or not: for what decides, never for what is shown."""
    found = read_kinds(Record.objects.filter(campaign=campaign).order_by("born", "pk"), FIGHTER)
    return [sheet for sheet in found if _is_in_play(sheet)]


def _is_in_play(sheet: Sheet) -> bool:
    return sheet.kind.name == FIGHTER and bool(sheet["state"] == "active")


def _on(fight: Fight, state: State) -> str | None:
    """Whose place it is among these; nobody's while somebody unseen comes first."""
    who = whose_place(fight, state)
    if who is None or who == fight.begun:
        return who
    return None if allowed(state, TAKE_TURN, (who,)) == "FAL-INIT-04" else who


def _fight(fighters: Iterable[Member], turn: Turn, state: State, *, each_turn: bool) -> Fight:
    ids = tuple(fighter.id for fighter in fighters)
    rolled = [fighter.id for fighter in fighters if fighter["initiative"] is not None]
    fight = Fight(
        fighters=ids,
        rolled=tuple(one for one in rolled if not each_turn or one in turn.rolled),
        ordered=turn.is_ordered,
    )
    on = whose_place(fight, state)
    return Fight(
        fighters=fight.fighters,
        rolled=fight.rolled,
        ordered=fight.ordered,
        begun=on if on in turn.taken else None,
    )


def _fighter(
    one: Member,
    seen: Mapping[str, Member],
    place: int | None,
    on: str | None,
    plans: Mapping[str, Sequence[Mapping[str, Any]]],
    *,
    waits: bool,
    each_turn: bool,
) -> Fighter:
    reading = RecordContext(one, seen)
    track = levels_of(reading)
    return Fighter(
        member=one,
        place=place,
        is_on=one.id == on,
        is_done=bool(one["turn_done"]),
        track={**track, "chips": (), "is_brief": True} if track else None,
        chips=(*_turn_chips(reading, is_on=one.id == on, waits=waits), *condition_chips(reading)),
        plan=tuple(plans.get(one.id, ())) if one["multiple"] else (),
        lowered=0 if each_turn else int(one["turn_initiative"] or 0),
    )


def _turn_chips(reading: RecordContext, *, is_on: bool, waits: bool) -> Iterator[Chip]:
    """How far her turn has come."""
    if is_on:
        yield Chip(_("acts now"), "waits", "swords")
    elif reading.value("turn_done"):
        yield Chip(_("turn over"), "", "check")
    elif waits:
        yield Chip(_("holds back"), "", "hourglass")
    taken, moved = int(reading.value("actions_taken") or 0), int(reading.value("moved") or 0)
    if taken:
        yield Chip(ngettext("%(n)s action taken", "%(n)s actions taken", taken) % {"n": taken})
    if moved:
        yield Chip(ngettext("%(n)s yard moved", "%(n)s yards moved", moved) % {"n": moved}, "", "footprints")
    opponents = int(reading.value("opponents") or 1)
    if opponents > 1:  # FAL-OPP-01
        yield Chip(_("%(n)s opponents") % {"n": opponents}, "loss", "users")
    penalty = int(reading.value("next_initiative") or 0)
    if penalty:
        yield Chip(_("initiative −%(n)s next turn") % {"n": -penalty}, "loss", "arrow-down")


def _told(campaign: Campaign, viewer: Viewer, turn: Turn) -> tuple[ShownEntry, ...]:
    rows = timeline.timeline_page(campaign, viewer, size=MOST_TOLD)
    return tuple(entry for entry in rows if entry.seq > turn.after)


def _declared(campaign: Campaign, viewer: Viewer, turn: Turn, told: Sequence[ShownEntry]) -> list[ShownEntry]:
    """The entries in which several actions were declared, those included that are not shown any more."""
    shown = {entry.seq: entry for entry in told}
    more = [seq for seq in turn.declared if seq not in shown]
    older = timeline.some_entries(campaign, viewer, more) if more else []
    return [*older, *(shown[seq] for seq in turn.declared if seq in shown)]


def _plans(told: Iterable[ShownEntry]) -> dict[str, Sequence[Mapping[str, Any]]]:
    """The several actions that each declared in this turn, the latest declaration first to count."""
    return {
        step["input"]["fighter"]["id"]: step["outcome"]["plan"]
        for entry in told
        for step in entry.steps
        if step["action"] == DECLARE
    }


def _order(one: Member) -> tuple[int, int, str]:
    """By the place in the order, then by initiative, the highest first."""
    initiative = one["initiative"]
    return (one["turn_order"] or 100, 100 if initiative is None else -initiative, one.name)


def _open(one: Member) -> dict[str, Any]:
    return {name: value for name, value in one.fields.items() if not isinstance(value, Hidden)}


def _question(one: Waiting) -> OpenQuestion:
    return OpenQuestion(id=one.id, question=one.question, who=one.who, optional=one.optional, data=one.data)
