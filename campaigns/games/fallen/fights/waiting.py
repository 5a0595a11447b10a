"""Holding back in a fight and stepping in, as its page takes them (FAL-YIELD)."""

from campaigns.games.fallen.fights.hold_back_options import holding_back, moments_of
from campaigns.games.fallen.fights.links import FightLinks
from campaigns.games.fallen.fights.reading import Fighter, FightView
from campaigns.games.fallen.fights.shown import Moment


def stepping_in(ways: FightLinks) -> list[Moment]:
    """Those who hold back and whom this viewer may let step in (FAL-YIELD-02), once a hit is settled."""
    if any(step.must for step in ways.found.steps):
        return []
    waiting = [fighter for fighter in holding_back(ways.found) if not fighter.member["acted"]]
    return [
        moment_form(ways, fighter) for fighter in waiting if not fighter.is_on and ways.plays(fighter.member)
    ]


def could_wait(found: FightView, who: Fighter) -> bool:
    """Whether she has yet to act, and anybody's turn is still to come who could go before her."""
    others = (fighter for fighter in found.fighters if fighter is not who and not fighter.is_done)
    is_late = who.place is None or who.member["acted"]  # FAL-YIELD-01
    return not is_late and any(fighter.place is not None for fighter in others)


def moment_form(ways: FightLinks, who: Fighter) -> Moment:
    """The form with which somebody waits or steps in (FAL-YIELD-01, FAL-YIELD-02)."""
    return Moment(
        who=who.name,
        id=who.id,
        is_waiting=who in holding_back(ways.found) and not who.is_on,
        url=ways.own("hold_back", who.id),
        moments=[(fighter.id, fighter.name) for fighter in moments_of(ways.found, who)],
    )
