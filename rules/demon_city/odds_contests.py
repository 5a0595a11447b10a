"""Exact odds of a Clash and of a chase: which side has the highest throw alone (DEC-CLASH-31)."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from math import comb, factorial, perm, prod

from msgspec import Struct

from rules.demon_city.cards import FOOL, OWNED_FOOL, PACK, face_value
from rules.demon_city.chase import ChaseInput, check_chase
from rules.demon_city.clash_input import ClashInput, check_clash
from rules.demon_city.contestants import Contestant, ContestInput, cards_needed, deck_of
from rules.demon_city.decks import refuse_too_few, require_decks
from rules.demon_city.odds_events import fumble, reader_of
from rules.demon_city.odds_piles import BIT, Piles, Places, piles_of, share_out, ways
from rules.demon_city.types import Counting, CourtValues, DeckName
from rules.kernel import budget
from rules.kernel.action import Chances
from rules.kernel.chances import share

Classes = tuple[int, int, int, int]
"""How many cards of a pile are below a value, at it, above it, and The Fool (0 or 1)."""
Good = tuple[bool, bool, bool, bool]
EVERYTHING: Good = (True, True, True, True)
WORK_A_PICK = 200
"""Many small numbers, none of them long."""


class Seat(Struct, frozen=True):
    """A contestant's place at a deck."""

    id: str
    side: str
    count: Counting
    owns_fool: bool
    places: Places
    significators: tuple[str, ...]


class Claim(Struct, frozen=True):
    """So many cards of a pile go to one hand: all of them from these classes, or not all of them from those."""

    cards: int
    among: Good
    not_among: Good | None = None


class Bench(Struct, frozen=True):
    """All who draw from one deck."""

    piles: Piles
    seats: tuple[Seat, ...]


def clash_odds(given: ClashInput) -> Chances:
    """`sides`: each side's chance to win, `tie` for first between sides, `fumbles` by participant."""
    require_decks(given.decks, cards_needed(given, given.participants))
    check_clash(given)
    return _chances(given, given.participants, ("DEC-CLASH-07", "DEC-CLASH-09"))


def chase_odds(given: ChaseInput) -> Chances:
    """The same for drivers (DEC-CLASH-29, DEC-CLASH-30)."""
    require_decks(given.decks, cards_needed(given, given.drivers))
    check_chase(given)
    return _chances(given, given.drivers, ("DEC-CLASH-29", "DEC-CLASH-30"))


def _chances(given: ContestInput, contestants: Sequence[Contestant], clauses: tuple[str, ...]) -> Chances:
    refuse_too_few(given.decks, cards_needed(given, contestants))
    benches = _benches(given, contestants)
    courts = given.settings.court_values
    wins = _wins(given, benches)
    total = prod(_total(bench) for bench in benches)
    odds = {
        "sides": {side.id: share(wins[side.id], total) for side in given.sides},
        "tie": share(total - sum(wins.values()), total),
        "fumbles": _fumbles(contestants, benches, courts),
    }
    return Chances(odds, (*clauses, "DEC-CLASH-31", "DEC-DECK-19"))


def _benches(given: ContestInput, contestants: Sequence[Contestant]) -> tuple[Bench, ...]:
    by_deck: dict[DeckName, list[Contestant]] = {}
    for one in contestants:
        by_deck.setdefault(deck_of(given, one), []).append(one)
    benches = []
    for deck, people in by_deck.items():
        piles = piles_of(given.decks, deck)
        shares = share_out(piles, tuple(contestant.throws for contestant in people))
        seats = [
            Seat(one.id, one.side, one.count, FOOL in one.significators, places, one.significators)
            for one, places in zip(people, shares, strict=True)
        ]
        benches.append(Bench(piles, tuple(seats)))
    return tuple(benches)


def _wins(given: ContestInput, benches: tuple[Bench, ...]) -> dict[str, int]:
    """In how many ways each side has the highest value alone: its best is v, all others are below v."""
    courts = given.settings.court_values

    @cache
    def at_bench(place: int, side: str | None, value: int) -> int:
        return _ways_at(benches[place], side, value, courts)

    def together(side: str | None, value: int) -> int:
        found = 1
        for place, bench in enumerate(benches):
            here = side if any(seat.side == side for seat in bench.seats) else None
            found = found and found * at_bench(place, here, value)
        return found

    present = {seat.side for bench in benches for seat in bench.seats}
    values = [value for value in _values(benches, courts) if together(None, value + 1)]
    return {
        side.id: sum(together(side.id, value) - together(None, value) for value in values)
        if side.id in present
        else 0
        for side in given.sides
    }


def _values(benches: Iterable[Bench], courts: CourtValues) -> list[int]:
    held = 0
    for bench in benches:
        held |= bench.piles.first | bench.piles.later
    values = {face_value(card, courts) for card in PACK if held & BIT[card]}
    return sorted(values | {OWNED_FOOL})


def _ways_at(bench: Bench, side: str | None, value: int, courts: CourtValues) -> int:
    """In how many ways everybody at a deck is below `value`, but those of `side` at most at it."""
    first, later = (_classes(pile, value, courts) for pile in (bench.piles.first, bench.piles.later))
    claims = [(seat, _good(seat, value if seat.side == side else value - 1, value)) for seat in bench.seats]
    straddler = next(
        (
            entry
            for entry in claims
            if entry[0].count == "lowest" and entry[0].places.first and entry[0].places.later
        ),
        None,
    )
    if straddler is None:
        return _ways(first, _claims(claims, "first")) * _ways(later, _claims(claims, "later"))
    # Whoever has cards of both piles and counts the lowest needs one good card in either: all ways less those of none.
    others = [entry for entry in claims if entry is not straddler]
    seat, good = straddler
    found = 0
    for sign, among in ((1, EVERYTHING), (-1, _others(good))):
        both = (
            _ways(pile, [*_claims(others, name), Claim(getattr(seat.places, name), among)])
            for pile, name in ((first, "first"), (later, "later"))
        )
        found += sign * prod(both)
    return found


def _classes(pile: int, value: int, courts: CourtValues) -> Classes:
    fool = pile & BIT[FOOL]
    below = at = above = 0
    for card, bit in BIT.items():
        if pile & bit and bit != fool:
            worth = face_value(card, courts)
            below, at, above = below + (worth < value), at + (worth == value), above + (worth > value)
    return below, at, above, int(bool(fool))


def _good(seat: Seat, limit: int, value: int) -> Good:
    """Which classes hold cards worth at most `limit` to this contestant."""
    fool = OWNED_FOOL if seat.owns_fool else 0
    return True, limit >= value, False, fool <= limit


def _others(good: Good) -> Good:
    return not good[0], not good[1], not good[2], not good[3]


def _claims(entries: Iterable[tuple[Seat, Good]], pile: str) -> list[Claim]:
    """What a pile has to give, the most demanding first: that keeps the number of cases small."""
    claims = []
    for seat, good in entries:
        cards = getattr(seat.places, pile)
        if cards:
            lowest = seat.count == "lowest"
            claims.append(Claim(cards, EVERYTHING, _others(good)) if lowest else Claim(cards, good))
    return sorted(claims, key=lambda claim: sum(claim.among))


def _ways(pile: Classes, claims: Sequence[Claim]) -> int:
    """In how many ways a pile can meet all claims in order, each card going to one hand only.

    Hands that may hold anything come last: their number of ways depends on nothing but how many cards are left.
    A hand that must not be all of some classes is such a hand less one confined to these.
    """
    states = {pile: 1}
    for claim in claims:
        if claim.among != EVERYTHING:
            states = _confine(states, claim.cards, claim.among)
        elif claim.not_among is not None:
            for left, found in _confine(states, claim.cards, claim.not_among).items():
                states[left] = states.get(left, 0) - found
    never_taken = sum(pile) - sum(claim.cards for claim in claims)
    return sum(found * perm(sum(left), sum(left) - never_taken) for left, found in states.items())


def _confine(states: dict[Classes, int], cards: int, among: Good) -> dict[Classes, int]:
    """What is left, and in how many ways, once a hand has its cards from these classes."""
    following: dict[Classes, int] = {}
    for left, found in states.items():
        picks = list(_picks(left, cards, among))
        budget.spend(WORK_A_PICK * len(picks))
        for taken, chosen in picks:
            rest = (left[0] - taken[0], left[1] - taken[1], left[2] - taken[2], left[3] - taken[3])
            following[rest] = following.get(rest, 0) + found * chosen
    return following


def _picks(left: Classes, cards: int, among: Good) -> Iterator[tuple[Classes, int]]:
    """How many cards of each class a hand may take, and in how many ways and orders."""
    most = tuple(count if good else 0 for count, good in zip(left, among, strict=True))
    orders = factorial(cards)
    for fool in range(min(most[3], cards) + 1):
        for above in range(min(most[2], cards - fool) + 1):
            for at in range(min(most[1], cards - fool - above) + 1):
                below = cards - fool - above - at
                if below <= most[0]:
                    ways_to_choose = comb(left[0], below) * comb(left[1], at) * comb(left[2], above)
                    yield (below, at, above, fool), orders * ways_to_choose


def _total(bench: Bench) -> int:
    """All ways and orders in which a deck's cards can come to those who draw from it."""
    first = sum(seat.places.first for seat in bench.seats)
    later = sum(seat.places.later for seat in bench.seats)
    return perm(bench.piles.first.bit_count(), first) * perm(bench.piles.later.bit_count(), later)


def _fumbles(
    contestants: Iterable[Contestant], benches: Iterable[Bench], courts: CourtValues
) -> dict[str, float]:
    """Each contestant's chance to fumble; where one draws from does not depend on the others' cards."""
    chances = {}
    for bench in benches:
        for seat in bench.seats:
            event = fumble(reader_of(seat.significators, seat.count, courts))
            found = sum(sign * ways(bench.piles, seat.places, cards) for sign, cards in event)
            chances[seat.id] = share(found, ways(bench.piles, seat.places))
    return {contestant.id: chances[contestant.id] for contestant in contestants}
