"""Several actions of a turn, picked one after the other: each with the dice that its place leaves it (FAL-MULTI)."""

from campaigns.games.fallen.fights.deed_names import label_of
from campaigns.games.fallen.fights.links import FightLinks
from campaigns.games.fallen.fights.read_as import read_as
from campaigns.games.fallen.fights.shown import Declaring
from campaigns.games.fallen.fights.tries import BARE_HANDS, is_gun, uses_of
from campaigns.queries.cast import Member
from rules.fallen.deeds import DEFENCES, OTHER, pool_of
from rules.fallen.subjects import Acting, wound_penalty

MOST = 10


def declaring(ways: FightLinks, who: Member, picked: list[str]) -> Declaring:
    """What has been picked so far, and what could come next."""
    known = _choices(ways, who)
    chosen = [name for name in picked if name in known][:MOST]
    places = list(enumerate(chosen))
    return Declaring(
        who=who.name,
        fighter=who.id,
        url=ways.post("fallen.multiple_actions"),
        picked=[
            (
                name,
                label_of(name),
                _here(ways, who, [*chosen[:at], *chosen[at + 1 :]]),
                _dice(who, known[name], at),
            )
            for at, name in places
        ],
        choices=[
            (label_of(name), _here(ways, who, [*chosen, name]), _dice(who, pool, len(chosen)))
            for name, pool in known.items()
            if len(chosen) < MOST
        ],
        back_url=ways.plain_url,
    )


def _here(ways: FightLinks, who: Member, picked: list[str]) -> str:
    return ways.here(("declare", who.id), *(("act", name) for name in picked))


def _dice(who: Member, pool: int | None, place: int) -> int | None:
    """The dice in a place of the count, after the actions taken already (FAL-MULTI-02)."""
    if pool is None:
        return None
    fighter = read_as(Acting, who)
    return max(0, pool - wound_penalty(fighter) - (fighter.actions_taken + place + 2))


def _choices(ways: FightLinks, who: Member) -> dict[str, int | None]:
    """What she could do, by name, with its pool before wounds and place; None where nothing is rolled."""
    names = [*BARE_HANDS]
    for weapon in ways.weapons_of(who):
        names += uses_of(weapon)
    if sum(is_gun(weapon) is True for weapon in ways.weapons_of(who)) > 1:
        names.append("two_weapons")
    names += DEFENCES
    if any(other.fields.get("held_by") == who.id for other in ways.found.seen.values()):
        names.append("maintain")
    if who["restraint"] == "held":
        names.append("escape")
    if who["rising"]:
        names.append("rising")
    return {name: pool_of(name, who.fields, ways.settings) for name in (*names, OTHER)}
