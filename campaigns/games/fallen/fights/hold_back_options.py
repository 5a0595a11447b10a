"""Who holds back in a fight, and ahead of whom somebody may step in (FAL-YIELD)."""

from campaigns.games.fallen.fights.reading import Fighter, FightView


def holding_back(found: FightView) -> list[Fighter]:
    """Those who wait for their moment and have a turn left to take."""
    return [
        fighter
        for fighter in found.fighters
        if fighter.member["holds_back"] and fighter.place is not None and not fighter.is_done
    ]


def moments_of(found: FightView, who: Fighter) -> list[Fighter]:
    """The slower ones whose action is still to come and who hold back for nothing (FAL-YIELD-02, FAL-YIELD-05)."""
    waiting = {fighter.id for fighter in holding_back(found)}
    return [
        fighter
        for fighter in found.fighters
        if fighter.id not in waiting
        and fighter.place is not None
        and not fighter.is_done
        and _in_base_order(fighter) > _in_base_order(who)
    ]


def _in_base_order(one: Fighter) -> tuple[int, int, int]:
    """As the order of a turn ranks them, before anybody holds back (FAL-INIT-04 to FAL-INIT-07)."""
    score, rating, rank = one.score, one.member["initiative_rating"], one.member["initiative_rank"]
    return (-(score or 0), -(rating or 0), rank or 0)
