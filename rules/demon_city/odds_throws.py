"""Exact odds of throws against an Intensity or an opponent (DEC-THROW-16)."""

from collections.abc import Callable
from functools import cache

from rules.demon_city.attempts import SUPERNATURAL_INTENSITY, Attempt, settled
from rules.demon_city.decks import Decks, refuse_too_few, require_decks
from rules.demon_city.odds_events import (
    ALWAYS,
    Event,
    Reader,
    above,
    exactly,
    fumble,
    plainly_above,
    reader_of,
)
from rules.demon_city.odds_piles import HIGHEST, Piles, Places, piles_of, share_out, ways, ways_of_two
from rules.demon_city.opposed_throw import OpposedThrowInput, Sides, count_sides
from rules.demon_city.recovering import CalmInput, RecoverInput, prepare_calm, prepare_recovery
from rules.demon_city.static_throw import StaticThrowInput, prepare_static
from rules.demon_city.types import Settings
from rules.kernel.action import Chances
from rules.kernel.chances import share
from rules.kernel.result import cite

Joint = Callable[[Event, Event], int]
"""In how many ways the actor's hand and the opponent's meet these two events."""

DECISIVE = ("DEC-DECK-19", "DEC-THROW-16")


def static_throw_odds(given: StaticThrowInput) -> Chances:
    """`win`, `lose`, `critical`, `fumble`, and `degrees` for the Intensity and each of its degrees."""
    _require_for_static(given)
    attempt = prepare_static(given)
    return _chances(attempt, given.decks, given.settings, with_degrees=True)


def recover_odds(given: RecoverInput) -> Chances:
    """`win`, `lose`, `critical`, `fumble` of getting up."""
    _require_for_static(given)
    return _chances(prepare_recovery(given), given.decks, given.settings)


def calm_odds(given: CalmInput) -> Chances:
    """`win`, `lose`, `critical`, `fumble` of a Calm throw."""
    _require_for_static(given)
    return _chances(prepare_calm(given), given.decks, given.settings)


def opposed_throw_odds(given: OpposedThrowInput) -> Chances:
    """`win`, `tie`, `lose`, `critical` and `fumble` of the actor, and the latter two of the opponent."""
    require_decks(given.decks, dict.fromkeys((given.actor.deck, given.opponent.deck)))
    sides = count_sides(given)
    courts = given.settings.court_values
    actor = reader_of(given.actor.significators, sides.actor.count, courts)
    opponent = reader_of(given.opponent.significators, sides.opponent.count, courts)
    joint = _joint(given, sides)
    total = joint(ALWAYS, ALWAYS)
    win = _sum(joint, lambda value: (above(actor, value), exactly(opponent, value)))
    tie = _sum(joint, lambda value: (exactly(actor, value), exactly(opponent, value)))
    plain_win = _sum(joint, lambda value: (plainly_above(actor, value), exactly(opponent, value)))
    plain_loss = _sum(joint, lambda value: (exactly(actor, value), plainly_above(opponent, value)))
    counts = {
        "win": win,
        "tie": tie,
        "lose": total - win - tie,
        "critical": win - plain_win,
        "fumble": joint(fumble(actor), ALWAYS),
        "opponent_critical": total - win - tie - plain_loss,
        "opponent_fumble": joint(ALWAYS, fumble(opponent)),
    }
    odds = {name: share(count, total) for name, count in counts.items()}
    return Chances(odds, cite(*sides.actor.clauses, *sides.opponent.clauses, "DEC-THROW-06", *DECISIVE))


def _joint(given: OpposedThrowInput, sides: Sides) -> Joint:
    mine, theirs = given.actor.deck, given.opponent.deck
    throws = sides.actor.throws, sides.opponent.throws
    if mine == theirs:
        refuse_too_few(given.decks, {mine: sum(throws)})
        shared = piles_of(given.decks, mine)
        first, second = share_out(shared, throws)

        @cache
        def count(cards: int, other: int) -> int:
            return ways_of_two(shared, (first, second), (cards, other))

        held = shared.first | shared.later
        return lambda event, facing: _of_pairs(count, _among(event, held), _among(facing, held))
    else:
        refuse_too_few(given.decks, {mine: throws[0], theirs: throws[1]})
        my_piles, their_piles = piles_of(given.decks, mine), piles_of(given.decks, theirs)
        (first,), (second,) = share_out(my_piles, throws[:1]), share_out(their_piles, throws[1:])

        mine_of, theirs_of = _counter(my_piles, first), _counter(their_piles, second)
        return lambda event, facing: theirs_of(facing) and theirs_of(facing) * mine_of(event)


def _counter(piles: Piles, places: Places) -> Callable[[Event], int]:
    """In how many ways one hand meets an event, each set being counted once."""
    held = piles.first | piles.later

    @cache
    def count(cards: int) -> int:
        return ways(piles, places, cards)

    @cache
    def of(event: Event) -> int:
        return sum(sign * count(cards) for sign, cards in _among(event, held))

    return of


def _of_pairs(count: Callable[[int, int], int], event: Event, facing: Event) -> int:
    return sum(sign * its_sign * count(cards, other) for sign, cards in event for its_sign, other in facing)


def _among(event: Event, held: int) -> Event:
    """An event within the cards of a deck; empty where nothing there tells its two sets apart."""
    within = tuple((sign, cards & held) for sign, cards in event)
    return (
        ()
        if len(within) == 2 and within[0][1] == within[1][1] and not within[0][0] + within[1][0]
        else within
    )


def _sum(joint: Joint, events: Callable[[int], tuple[Event, Event]]) -> int:
    return sum(joint(*events(value)) for value in range(HIGHEST + 1))


def _require_for_static(given: StaticThrowInput | RecoverInput | CalmInput) -> None:
    """Only a throw that draws cards needs its deck."""
    thrower = given.thrower if isinstance(given, StaticThrowInput) else given.character
    supernatural = thrower.supernatural or bool(thrower.significators)  # DEC-INTENS-07
    if not settled(given.intensity, supernatural=supernatural):
        require_decks(given.decks, [thrower.deck])


def _chances(attempt: Attempt, decks: Decks, settings: Settings, *, with_degrees: bool = False) -> Chances:
    if attempt.auto:
        won = float(attempt.auto == "success")
        odds: dict[str, object] = {"win": won, "lose": 1.0 - won, "critical": 0.0, "fumble": 0.0}
        clause = "DEC-INTENS-05" if won else "DEC-INTENS-06"
        return Chances(odds | ({"degrees": [won]} if with_degrees else {}), (clause,))
    thrower, counted = attempt.thrower, attempt.counted
    refuse_too_few(decks, {thrower.deck: counted.throws})
    reader = reader_of(thrower.significators, counted.count, settings.court_values)
    piles = piles_of(decks, thrower.deck)
    (places,) = share_out(piles, (counted.throws,))
    total = ways(piles, places)

    def chance(event: Event) -> float:
        return share(sum(sign * ways(piles, places, cards) for sign, cards in event), total)

    return Chances(
        _static(attempt, reader, chance, with_degrees=with_degrees), cite(*counted.clauses, *DECISIVE)
    )


def _static(
    attempt: Attempt, reader: Reader, chance: Callable[[Event], float], *, with_degrees: bool
) -> dict[str, object]:
    win, plain = above(reader, attempt.intensity), plainly_above(reader, attempt.intensity)
    odds: dict[str, object] = {
        "win": chance(win),
        "lose": chance((*ALWAYS, *_negative(win))),
        "critical": chance((*win, *_negative(plain))),
        "fumble": chance(fumble(reader)),
    }
    if with_degrees:
        levels = (attempt.intensity, *attempt.degrees)
        odds["degrees"] = [
            chance(above(reader, level)) if attempt.supernatural or level < SUPERNATURAL_INTENSITY else 0.0
            for level in levels
        ]
    return odds


def _negative(event: Event) -> Event:
    return tuple((-sign, cards) for sign, cards in event)
