"""A throw against an Intensity, whoever calls for it: what is needed, what came, how good it was (area INTENS)."""

from typing import Any, Literal

from msgspec import Struct

from rules.demon_city.advantages import Situation, check_awards
from rules.demon_city.counting import Counted, count_throws
from rules.demon_city.decks import Dealer, Decks, refuse_too_few
from rules.demon_city.hands import Hand, criticals_of, hand_clauses, read_hand, winning_cards
from rules.demon_city.throwers import Thrower
from rules.demon_city.types import CriticalBy, Grade, Settings
from rules.kernel.draws import Draws
from rules.kernel.result import cite
from rules.kernel.types import Outcome

SUPERNATURAL_INTENSITY = 10

Auto = Literal["success", "failure"]


class Attempt(Struct, frozen=True, kw_only=True):
    """A throw that may be made: who, against what, with how many cards."""

    thrower: Thrower
    intensity: int
    degrees: tuple[int, ...]
    counted: Counted
    supernatural: bool
    auto: Auto | None


class Faced(Struct, frozen=True, kw_only=True):
    """How an attempt went. `hand` and `margin` are null where no card was needed."""

    hand: Hand | None
    intensity: int
    auto: Auto | None
    success: bool
    degree: int | None
    margin: int | None
    grade: Grade
    critical_by: tuple[CriticalBy, ...]
    special: tuple[str, ...]
    clauses: tuple[str, ...]


def prepare(
    thrower: Thrower,
    intensity: int,
    settings: Settings,
    *,
    degrees: tuple[int, ...] = (),
    at: str = "thrower",
    stat: str = "stat",
) -> Attempt:
    """An attempt whose awards are allowed; `at` and `stat` say where the thrower stands in the input."""
    situation = Situation(context="static", versus=intensity, at=at, stat_at=f"{at}.{stat}")
    check_awards(thrower, situation, settings)
    supernatural = is_supernatural(thrower)
    return Attempt(
        thrower=thrower,
        intensity=intensity,
        degrees=degrees,
        counted=count_throws(thrower, situation, settings),
        supernatural=supernatural,
        auto=settled(intensity, supernatural=supernatural),
    )


def is_supernatural(thrower: Thrower) -> bool:
    """Whether something supernatural is involved in a static throw (DEC-INTENS-07)."""
    return thrower.supernatural or bool(thrower.significators)


def settled(intensity: int, *, supernatural: bool) -> Auto | None:
    """The result of an Intensity that needs no cards."""
    if intensity == 0:  # DEC-INTENS-05
        return "success"
    if intensity == SUPERNATURAL_INTENSITY and not supernatural:  # DEC-INTENS-06
        return "failure"
    return None


def face(attempt: Attempt, decks: Decks, settings: Settings, draws: Draws) -> Faced:
    """Draw the cards of an attempt and hold them against its Intensities (DEC-THROW-05)."""
    if attempt.auto:
        return _without_cards(attempt, attempt.auto)
    thrower, counted = attempt.thrower, attempt.counted
    refuse_too_few(decks, {thrower.deck: counted.throws})
    cards = Dealer(decks, settings, draws).deal(thrower.deck, counted.throws)
    hand = read_hand(
        thrower.id, cards, counted.count, thrower.significators, settings.court_values, counted.parts
    )
    return _with_cards(attempt, hand, settings)


def beaten(attempt: Attempt, intensity: int, value: int) -> bool:
    """Whether a value beats one of an attempt's Intensities; 10 takes the supernatural (DEC-INTENS-06)."""
    return value > intensity and (attempt.supernatural or intensity < SUPERNATURAL_INTENSITY)


def told(faced: Faced, outcome: type[Outcome]) -> dict[str, Any]:
    """How an attempt went, as far as an outcome tells of it: the fields that both have."""
    names = set(faced.__struct_fields__) & set(outcome.__struct_fields__)
    return {name: getattr(faced, name) for name in names}


def _with_cards(attempt: Attempt, hand: Hand, settings: Settings) -> Faced:
    levels = [level for level in (attempt.intensity, *attempt.degrees) if beaten(attempt, level, hand.value)]
    owned, courts = attempt.thrower.significators, settings.court_values
    critical_by: tuple[CriticalBy, ...] = ()
    special: tuple[str, ...] = ()
    if levels:

        def would_win(value: int) -> bool:
            return value > attempt.intensity

        critical_by = criticals_of(hand, owned, courts, highest=True, would_win=would_win)
        special = winning_cards(hand, attempt.thrower.special_cards, owned, courts, would_win)
    return Faced(
        hand=hand,
        intensity=attempt.intensity,
        auto=None,
        success=bool(levels),
        degree=max(levels, default=None),  # DEC-INTENS-04
        margin=hand.value - attempt.intensity,
        grade="critical" if critical_by else "fumble" if hand.fumble else "plain",
        critical_by=critical_by,
        special=special,
        clauses=cite(
            "DEC-INTENS-01",
            *attempt.counted.cited,
            "DEC-INTENS-07" if SUPERNATURAL_INTENSITY in (attempt.intensity, *attempt.degrees) else None,
            "DEC-THROW-05",
            "DEC-INTENS-11" if hand.value == attempt.intensity else None,
            *(("DEC-INTENS-04", "DEC-INTENS-09") if attempt.degrees else ()),
            *hand_clauses(hand, critical_by, special, courts),
        ),
    )


def _without_cards(attempt: Attempt, auto: Auto) -> Faced:
    success = auto == "success"
    return Faced(
        hand=None,
        intensity=attempt.intensity,
        auto=auto,
        success=success,
        degree=attempt.intensity if success else None,
        margin=None,
        grade="plain",
        critical_by=(),
        special=(),
        clauses=("DEC-INTENS-05",) if success else ("DEC-INTENS-06", "DEC-INTENS-07"),
    )
