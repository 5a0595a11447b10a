"""An attack as it is chosen on the page of a fight: a maneuver and then the foe, or the foe first."""

from collections.abc import Sequence
from dataclasses import replace

from campaigns.games.fallen.fights.links import FightLinks
from campaigns.games.fallen.fights.shown import Aiming, Foe
from campaigns.games.fallen.fights.tries import Try, Trying, try_at
from campaigns.queries.cast import Member
from rules import words
from rules.fallen.attacks import LOCATIONS
from rules.fallen.maneuvers import find_row
from rules.fallen.strafing import MOST_TARGETS

ATTACK, STRAFE = "fallen.attack", "fallen.strafe"


def aiming_at(ways: FightLinks, trying: Trying) -> Aiming:
    """A foe is chosen: every maneuver is sent by its own button."""
    foe = trying.target
    target = Foe(foe.id, foe.name, 0) if foe is not None else None
    return _aiming(ways, trying, target=target)


def aiming_with(ways: FightLinks, trying: Trying, one: Try, foes: list[Member]) -> Aiming:
    """A maneuver is chosen: every foe is a button, each with the chance to hit just them."""
    weapons = ways.weapons_of(trying.who)
    tried = [(foe, try_at(one, replace(trying, target=foe), weapons)) for foe in foes]
    found = [Foe(foe.id, foe.name, hit.hits) for foe, hit in tried if hit is not None and hit.dice]
    return _aiming(ways, trying, one=one, foes=found)


def sweeping(ways: FightLinks, trying: Trying, one: Try, foes: list[Member], at: Sequence[str]) -> Aiming:
    """A sweep of fire is chosen: its targets are tapped in the shooter's order (FAL-RANGED-09)."""
    known = {foe.id: foe for foe in foes}
    chosen = [who for who in dict.fromkeys(at) if who in known][:MOST_TARGETS]

    def here(*targets: str) -> str:
        return ways.here(("do", one.maneuver), ("with", one.weapon), *(("at", who) for who in targets))

    picked = [
        Foe(who, known[who].name, one.hits, here(*(other for other in chosen if other != who)))
        for who in chosen
    ]
    left = [Foe(foe.id, foe.name, one.hits, here(*chosen, foe.id)) for foe in foes if foe.id not in chosen]
    return replace(
        _aiming(ways, trying, one=one, foes=left if len(chosen) < MOST_TARGETS else [], several=True),
        picked=picked,
    )


def _aiming(
    ways: FightLinks,
    trying: Trying,
    *,
    one: Try | None = None,
    target: Foe | None = None,
    foes: list[Foe] | None = None,
    several: bool = False,
) -> Aiming:
    points = trying.who.fields.get("willpower")
    row = find_row(one.maneuver) if one is not None else None
    may_aim = not several and not (trying.who["blind"] and (row is None or row.is_ranged))  # FAL-BLIND-02
    return Aiming(
        url=ways.own("attack_in_fight", trying.who.id),
        one=one,
        target=target,
        foes=foes or [],
        several=several,
        willpower=points if isinstance(points, int) and ways.settings.willpower_success else 0,
        locations=[(code, words.choice_words("fallen", code)) for code in LOCATIONS] if may_aim else [],
        back_url=ways.plain_url,
        bonus=ways.bonus(STRAFE if several else ATTACK, trying.who.id),
    )
