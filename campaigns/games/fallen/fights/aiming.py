"""An attack as it is chosen on the page of a fight: a maneuver and then the foe, or the foe first."""

from campaigns.games.fallen.fights.links import FightLinks
from campaigns.games.fallen.fights.shown import Aiming, Foe
from campaigns.games.fallen.fights.tries import STRAFING, Try, Trying, try_at
from campaigns.queries.cast import Member
from rules import words
from rules.fallen.attacks import LOCATIONS
from rules.fallen.maneuvers import find_row


def aiming_at(ways: FightLinks, trying: Trying) -> Aiming:
    """A foe is chosen: every maneuver is sent by its own button."""
    foe = trying.target
    target = Foe(foe.id, foe.name, 0) if foe is not None else None
    return _aiming(ways, trying, target=target)


def aiming_with(ways: FightLinks, trying: Trying, one: Try, foes: list[Member]) -> Aiming:
    """A maneuver is chosen: every foe is a button, each with the chance to hit just them."""
    several = one.maneuver == STRAFING
    weapons = ways.weapons_of(trying.who)
    tried = [
        (foe, one if several else try_at(one, Trying(trying.who, foe, trying.settings), weapons))
        for foe in foes
    ]
    found = [Foe(foe.id, foe.name, hit.hits) for foe, hit in tried if hit is not None and hit.dice]
    return _aiming(ways, trying, one=one, foes=found, several=several)


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
    )
