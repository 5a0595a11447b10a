"""Everybody's number of cards in a Clash, worked out from what all announced and what is claimed (DEC-ROUND-17)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.db.models import Q
from django.utils.translation import gettext_lazy
from msgspec import structs

from campaigns.models import Campaign, DemonCityChase, Draft
from campaigns.state import rows
from campaigns.state.unit_of_work import Sheet
from rules.demon_city.advantages import HIGHEST_MUNDANE_STAT
from rules.demon_city.counting import CountPart
from rules.demon_city.progress import HOW
from rules.demon_city.throwers import Maneuver, Modifier
from rules.demon_city.types import Counting, Deed, Settings
from rules.demon_city.worked_out import Combatant, Remembered, WorkedOut, attacks, work_out, work_out_drivers
from rules.kernel.parsing import convert, parse
from rules.kernel.values import Values

COUNT: Final = "demon_city.throw_count"
READY: Final = "ready "
"""The drafts in which players say that they are ready, with what they claim: no state, until the cards are flipped."""
GRANTED: Final = "granted "
"""The drafts in which the Host says what counts for somebody (DEC-EXTRA-04): no state until then, either."""
ADVANTAGES: Final = {
    "situational": gettext_lazy("Advantage of the situation"),
    "further": gettext_lazy("Another advantage"),
    "weapon": gettext_lazy("Better weapon"),
    "supernatural": gettext_lazy("Supernatural"),
}
"""What may be claimed: the kinds of extra throws that no announcement tells (DEC-CTHROW-02, -03, -17, -21)."""
HINDRANCE: Final = {"hindrance": gettext_lazy("Something hinders them")}
"""What costs a throw, which the Host alone says (DEC-CLOST-01)."""
MANEUVERS: Final[Mapping[str, tuple[Maneuver, object]]] = {
    "called_shot": ("called_shot", gettext_lazy("Called shot")),
    "disarm": ("disarm", gettext_lazy("Disarm")),
    "harmless_disarm": ("harmless_disarm", gettext_lazy("Disarm, harmlessly")),
    "tricky": ("tricky", gettext_lazy("Something tricky")),
}
"""What whoever attacks may try besides: each costs a throw (DEC-CLOST-06), but a harmless disarm (DEC-CLOST-07)."""


@dataclass(frozen=True)
class HandCount:
    """A hand: how many cards, which counts, and all parts by name; none where the Host settled the number."""

    throws: int
    counts: Counting
    parts: tuple[CountPart, ...] = ()
    worked: WorkedOut | None = None
    deed: Deed = "other"
    maneuvers: tuple[Maneuver, ...] = ()

    def step(self, who: str) -> Values | None:
        """The count as an act of its own, so that the log tells how the number came about."""
        if self.worked is None:
            return None
        modifiers = [{"source": one.source, "dice": one.dice} for one in self.worked.modifiers]
        thrower = {
            "id": who,
            "supernatural": (self.worked.stat or 0) > HIGHEST_MUNDANE_STAT,
            "modifiers": modifiers,
            "maneuvers": list(self.maneuvers),
        }
        found = {name: getattr(self.worked, name) for name in ("previous", "from_opponent")}
        return {"context": "action", "thrower": thrower, "kind": self.deed, **found}


@dataclass(frozen=True)
class Meeting:
    """Everybody in a Clash or a chase as the rules count them, whoever looks."""

    people: Mapping[str, Combatant]
    sides: Mapping[str, str]
    settled: Mapping[str, tuple[int, Counting]]
    """The number of each whom the Host counted."""
    settings: Settings
    is_chase: bool
    aimed_at: Mapping[str, Combatant]
    """Whom they aim at besides, who are not in it and have no hand."""

    def hands(self, granted: Mapping[str, Collection[str]]) -> dict[str, HandCount]:
        """The hand of each by id, with what they are granted."""
        awarded = {who: _with(one, granted.get(who, ())) for who, one in self.people.items()}
        worked = self._worked(list(awarded.values()))
        return {who: self._hand(awarded[who], found) for who, found in worked.items()}

    def _worked(self, people: Sequence[Combatant]) -> dict[str, WorkedOut]:
        if self.is_chase:
            return work_out_drivers(people, self.sides, self.settings)
        found = work_out([*people, *self.aimed_at.values()], self.settings)
        return {who: worked for who, worked in found.items() if who in self.people}

    def _hand(self, one: Combatant, worked: WorkedOut) -> HandCount:
        if one.id in self.settled:
            return HandCount(*self.settled[one.id])
        counted = worked.counted
        return HandCount(counted.throws, counted.count, counted.parts, worked, one.deed, one.maneuvers)


def meeting_of(
    all_of_them: Mapping[str, Sheet], sides: Mapping[str, str], chosen: Values, *, is_chase: bool
) -> Meeting:
    """A Clash or chase of all who have a side, among these; `chosen` is what the campaign chose of the settings."""
    found = {who: all_of_them[who] for who in sides if who in all_of_them}
    settled: dict[str, tuple[int, Counting]] = {
        who: (one["counted_throws"], one["counted_as"] or "highest")
        for who, one in found.items()
        if one["counted_throws"] is not None
    }
    combatants = {who: combatant(one) for who, one in found.items()}
    aims = {aim for one in combatants.values() for aim in one.targets} & all_of_them.keys()
    beside = {aim: combatant(all_of_them[aim]) for aim in sorted(aims - combatants.keys())}
    return Meeting(combatants, sides, settled, parse(Settings, dict(chosen)), is_chase, beside)


def combatant(one: Sheet) -> Combatant:
    """Somebody with what they announced, as the rules count it; what was said in another round is said no more."""
    acts = one["stage"] is not None
    how = {said: one[kept] for kept, said in HOW.items() if one[kept] is not None}
    last = one["last_count"]
    return Combatant(
        id=one.id,
        kind=(one["deed"] if acts else None) or "other",
        targets=tuple(one["aims"]) if acts else (),
        stats={name: int(value) for name, value in one.under("stats").items() if isinstance(value, int)},
        injured=one["injured"],
        last=convert(last, Remembered) if last else None,
        **how,
    )


def in_hand(campaign: Campaign, who: str) -> WorkedOut | None:
    """Somebody's number as it stands now, unless the Host settles it: of all in the round, or in their chase."""
    people = {
        one.id: one for one in rows.of_kinds(campaign, "demon_city.character") if one["stage"] is not None
    }
    chases = DemonCityChase.objects.filter(record__campaign=campaign, state="open")
    chase = next((one for one in chases if who in one.people), None)
    if chase is None:
        return work_out([combatant(one) for one in people.values()], Settings()).get(who)
    drivers = [combatant(people[one]) for one in chase.people if one in people]
    return work_out_drivers(drivers, chase.sides, Settings()).get(who)


def so_far(campaign: Campaign, seen: Collection[str], chosen: Values) -> dict[str, int]:
    """The numbers of all who have announced, of those whom a viewer sees; later ones may change them (DEC-ROUND-17)."""
    people = (one for one in rows.of_kinds(campaign, "demon_city.character") if one.id in seen)
    said = [combatant(one) for one in people if one["stage"] == "announcing" and one["deed"]]
    # Whoever only moves throws no card unless somebody attacks them (DEC-CLASH-34).
    throw = {one.id for one in said if one.kind != "move" or any(attacks(other, one) for other in said)}
    found = work_out(said, parse(Settings, dict(chosen)))
    return {who: one.counted.throws for who, one in found.items() if who in throw}


@dataclass(frozen=True)
class Said:
    """What players claim for whom, of those who are ready, and what the Host has granted whom."""

    claims: Mapping[str, Sequence[str]]
    granted: Mapping[str, Sequence[str]]


def said_in(campaign: Campaign) -> Said:
    """What is claimed and granted in the round that lies face down (one query)."""
    of_both = Q(purpose__startswith=READY) | Q(purpose__startswith=GRANTED)
    found: dict[str, dict[str, list[str]]] = {READY: {}, GRANTED: {}}
    for one in Draft.objects.filter(of_both, campaign=campaign):
        kind = READY if one.purpose.startswith(READY) else GRANTED
        who = str(UUID(one.purpose.removeprefix(kind)))
        found[kind][who] = list(one.data.get("claims", ()))
    return Said(found[READY], found[GRANTED])


def ready_for(who: str) -> str:
    """The draft in which somebody's player says that they are ready."""
    return f"{READY}{UUID(who).hex}"


def granted_for(who: str) -> str:
    """The draft in which the Host says what counts for somebody."""
    return f"{GRANTED}{UUID(who).hex}"


def offered_to(kind: str, *, by_host: bool = False) -> list[tuple[str, object]]:
    """What may be claimed for somebody who does this: maneuvers cost whoever attacks."""
    maneuvers = [(code, label) for code, (_maneuver, label) in MANEUVERS.items() if kind == "attack"]
    return [*ADVANTAGES.items(), *(HINDRANCE.items() if by_host else ()), *maneuvers]


def counting(granted: Collection[str], claims: Collection[str]) -> list[str]:
    """What counts for a hand: what the Host grants, and the maneuvers that its player tries (DEC-CLOST-04)."""
    return [*granted, *(code for code in claims if code in MANEUVERS and code not in granted)]


def _with(one: Combatant, granted: Collection[str]) -> Combatant:
    sources = ["situational" if code == "further" else code for code in ADVANTAGES if code in granted]
    given = [{"source": source, "dice": 1} for source in sources]
    given += [{"source": source, "dice": -1} for source in HINDRANCE if source in granted]
    modifiers = convert(given, tuple[Modifier, ...])
    maneuvers = tuple(found for code, (found, _label) in MANEUVERS.items() if code in granted)
    return structs.replace(one, claims=modifiers, maneuvers=maneuvers)
