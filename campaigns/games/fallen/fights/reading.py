"""A fight of `fallen` as one viewer sees it: how far the turn has come, who fights, what can be done now."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.games.fallen.fights.deed_names import label_of
from campaigns.games.fallen.fights.read_as import read_as
from campaigns.games.fallen.sheet_page import condition_chips, levels_of
from campaigns.models import Campaign, Record
from campaigns.queries import cast, log_moments, timeline
from campaigns.queries.cast import Member
from campaigns.queries.layouts.parts import Chip, RecordContext, Track
from campaigns.queries.timeline import ShownEntry
from campaigns.queries.waiting import Waiting
from campaigns.state.rows import of_kinds
from campaigns.state.unit_of_work import Sheet
from campaigns.viewing import Hidden, Viewer
from rules.fallen.allowed import allowed, has_a_place
from rules.fallen.deeds import as_it_stands
from rules.fallen.procedures import fights
from rules.fallen.procedures.fights import Fight, Next, next_steps
from rules.fallen.progress import INITIATIVE, NEW_TURN, ORDER, TAKE_TURN
from rules.fallen.subjects import Acting
from rules.kernel.procedure import OpenQuestion, RecordState, State
from rules.kernel.values import Values, as_whole

FIGHTER, WEAPON = "fallen.character", "fallen.weapon"
KINDS = (FIGHTER, WEAPON, "fallen.armor")
MOST_TOLD = 60
"""Of a turn of three seconds with more entries than that the newest are shown."""
ENDS = ("table.end_fight", "table.end_scene")
BEGINS = ("fallen.ambush", INITIATIVE, ORDER, TAKE_TURN)
"""What a fight begins with, whichever comes first."""


@dataclass(frozen=True)
class Planned:
    """An action that was declared for the turn: whether it is done, and else its dice as they are now."""

    label: str
    is_done: bool
    dice: int | None


@dataclass(frozen=True)
class Fighter:
    """Somebody in the fight: her place, how she stands, and what she announced."""

    member: Member
    place: int | None
    is_on: bool
    is_done: bool
    is_out: bool
    """Dead or out cold, and so without a place (FAL-INIT-08)."""
    track: Track
    chips: tuple[Chip, ...]
    plan: tuple[Planned, ...]
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

    turn: Fight
    after: int
    """What happened in this turn comes in the log after this number."""
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
    sheets = of_kinds(campaign, *KINDS)
    seen = {member.id: member for member in cast.as_seen(campaign, viewer, sheets)}
    people = [member for member in seen.values() if member.kind == FIGHTER and member["state"] == "active"]
    fighters = [person for person in people if person["in_combat"]]
    state = State(_whole(viewer, people, sheets), tuple(map(_question, questions)))
    fight = fights.fight_of(state, [person.id for person in people], each_turn=each_turn)
    place = _on(fight, state) if fight.ordered else None
    after = log_moments.turn_began(campaign, "fallen", NEW_TURN, ENDS, BEGINS)
    told = _told(campaign, viewer, after) if fighters else ()
    out = {one.id for one in people if not has_a_place(state, one.id)}
    ranked = sorted(fighters, key=lambda one: (one.id in out, _order(one)))
    return FightView(
        turn=fight,
        after=after,
        fighters=tuple(
            _fighter(
                one,
                seen,
                number if fight.ordered and one.id not in out else None,
                place,
                is_out=one.id in out,
                each_turn=each_turn,
            )
            for number, one in enumerate(ranked, 1)
        ),
        others=tuple(person for person in people if person not in fighters and person.id not in out),
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
    sheets = of_kinds(campaign, FIGHTER)
    everybody = cast.as_seen(campaign, viewer, sheets)
    people = [member for member in everybody if member["state"] == "active"]
    state = State(_whole(viewer, people, sheets), tuple(map(_question, questions)))
    fight = fights.fight_of(state, [person.id for person in people], each_turn=each_turn)
    # Whoever joins an order that stands has still to roll, and holds up nobody.
    steps = [step for step in next_steps(fight, state) if step.action != INITIATIVE]
    on = _on(fight, state) if fight.ordered else None
    return on if steps and steps[0].pending is None and steps[0].who == (on,) else None


def _whole(viewer: Viewer, people: Iterable[Member], sheets: Iterable[Sheet]) -> dict[str, RecordState]:
    """Everybody who may be in a fight, whom this viewer does not see included: the order is not theirs alone."""
    if viewer.is_gm:
        return {person.id: RecordState(person.kind, _open(person)) for person in people}
    return {sheet.id: RecordState(sheet.kind.name, sheet.fields) for sheet in sheets if _is_in_play(sheet)}


def _is_in_play(sheet: Sheet) -> bool:
    return sheet.kind.name == FIGHTER and bool(sheet["state"] == "active")


def _on(fight: Fight, state: State) -> str | None:
    """Whose place it is among these; nobody's while somebody unseen comes first."""
    who = fights.whose_place(fight.fighters, state)
    if who is None or who == fight.begun:
        return who
    return None if allowed(state, TAKE_TURN, (who,)) == "FAL-INIT-04" else who


def _fighter(
    one: Member,
    seen: Mapping[str, Member],
    place: int | None,
    on: str | None,
    *,
    is_out: bool,
    each_turn: bool,
) -> Fighter:
    reading = RecordContext(one, seen)
    return Fighter(
        member=one,
        place=place,
        is_on=one.id == on,
        is_done=bool(one["turn_done"]),
        is_out=is_out,
        track=replace(levels_of(reading), chips=()),
        chips=(*_turn_chips(reading, is_on=one.id == on), *condition_chips(reading)),
        plan=_plan(one, reading),
        lowered=0 if each_turn else int(one["turn_initiative"] or 0),
    )


def _plan(one: Member, reading: RecordContext) -> tuple[Planned, ...]:
    """The actions that somebody declared: those done, and what is left with its dice as they are now."""
    if not one["multiple"]:
        return ()
    did = {name: as_whole(count) for name, count in reading.under("did").items()}
    found = as_it_stands(one["plan"] or (), did, read_as(Acting, one))
    return tuple(Planned(label_of(act.name), act.is_done, act.dice) for act in found)


def _turn_chips(reading: RecordContext, *, is_on: bool) -> Iterator[Chip]:
    """How far her turn has come."""
    if is_on:
        yield Chip(_("acts now"), "waits", "swords")
    elif reading.value("turn_done"):
        yield Chip(_("turn over"), "", "check")
    elif reading.value("holds_back"):
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


def _told(campaign: Campaign, viewer: Viewer, after: int) -> tuple[ShownEntry, ...]:
    rows = timeline.timeline_page(campaign, viewer, size=MOST_TOLD)
    return tuple(entry for entry in rows if entry.seq > after and entry.concerns("fallen"))


def _order(one: Member) -> tuple[int, int, str]:
    """By the place in the order, then by initiative, the highest first."""
    initiative = one["initiative"]
    return (one["turn_order"] or 100, 100 if initiative is None else -initiative, one.name)


def _open(one: Member) -> Values:
    return {name: value for name, value in one.fields.items() if not isinstance(value, Hidden)}


def _question(one: Waiting) -> OpenQuestion:
    return OpenQuestion(id=one.id, question=one.question, who=one.who, optional=one.optional, data=one.data)
