"""Exact odds of throws against an Intensity (DEC-THROW-16)."""

from collections.abc import Callable

from rules.demon_city.attempts import SUPERNATURAL_INTENSITY, Attempt, settled
from rules.demon_city.decks import Decks, refuse_too_few, require_decks
from rules.demon_city.odds_events import (
    ALWAYS,
    DECISIVE,
    Event,
    HandReader,
    above,
    fumble,
    plainly_above,
    reader_of,
)
from rules.demon_city.odds_piles import piles_of, share_out, ways
from rules.demon_city.recovering import CalmInput, RecoverInput, prepare_calm, prepare_recovery
from rules.demon_city.static_throw import StaticThrowInput, prepare_static
from rules.demon_city.types import Settings
from rules.kernel.action import Chances
from rules.kernel.chances import share
from rules.kernel.result import cite
from rules.kernel.values import Value


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


def _require_for_static(given: StaticThrowInput | RecoverInput | CalmInput) -> None:
    """Only a throw that draws cards needs its deck."""
    thrower = given.thrower if isinstance(given, StaticThrowInput) else given.character
    supernatural = thrower.supernatural or bool(thrower.significators)  # DEC-INTENS-07
    if not settled(given.intensity, supernatural=supernatural):
        require_decks(given.decks, [thrower.deck])


def _chances(attempt: Attempt, decks: Decks, settings: Settings, *, with_degrees: bool = False) -> Chances:
    if attempt.auto:
        won = float(attempt.auto == "success")
        odds: dict[str, Value] = {"win": won, "lose": 1.0 - won, "critical": 0.0, "fumble": 0.0}
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
        _static(attempt, reader, chance, with_degrees=with_degrees), cite(*counted.cited, *DECISIVE)
    )


def _static(
    attempt: Attempt, reader: HandReader, chance: Callable[[Event], float], *, with_degrees: bool
) -> dict[str, Value]:
    win, plain = above(reader, attempt.intensity), plainly_above(reader, attempt.intensity)
    odds: dict[str, Value] = {
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
