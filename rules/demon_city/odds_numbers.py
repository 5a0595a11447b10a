"""Exact odds of C10, C100 and damage: the cards not valued 1 to 10 are left out of the piles."""

from rules.demon_city.cards import HIGHEST_NUMBER
from rules.demon_city.choosers import DIGITS, ChooserInput, as_hundred, refuse_horror
from rules.demon_city.decks import refuse_too_few_numbered, require_decks
from rules.demon_city.health import DamageInput, damage_throws, hurt
from rules.demon_city.odds_piles import Piles, numbered, piles_of, share_out, ways, worth_to
from rules.demon_city.types import CourtValues, DeckName
from rules.kernel.action import Chances
from rules.kernel.chances import share
from rules.kernel.result import cite

VALUES = range(1, HIGHEST_NUMBER + 1)


def c10_odds(given: ChooserInput) -> Chances:
    """`values`: ten chances, for 1 to 10 (DEC-CTEN-04)."""
    require_decks(given.decks, [given.deck])
    piles = _numbered_piles(given, given.deck, 1)
    pile = piles.first or piles.later
    counts = _by_value(pile, given.settings.court_values)
    total = pile.bit_count()
    return Chances(
        {"values": [share(counts[value], total) for value in VALUES]}, ("DEC-CTEN-04", "DEC-DECK-19")
    )


def c100_odds(given: ChooserInput) -> Chances:
    """`values`: a hundred chances, for 1 to 100, both cards without replacement (DEC-CHUNDRED-06)."""
    refuse_horror(given)
    require_decks(given.decks, [given.deck])
    piles = _numbered_piles(given, given.deck, DIGITS)
    ones_from = piles.first or piles.later
    tens_from = piles.later if piles.first.bit_count() < DIGITS else piles.first
    courts = given.settings.court_values
    ones, tens = _by_value(ones_from, courts), _by_value(tens_from, courts)
    same = ones_from == tens_from
    counts = dict.fromkeys(range(1, 101), 0)
    for one, ways_one in ones.items():
        for ten, ways_ten in tens.items():
            left = ways_ten - (same and one == ten)
            counts[as_hundred(one % HIGHEST_NUMBER, ten % HIGHEST_NUMBER)] += ways_one * left
    total = ones_from.bit_count() * (tens_from.bit_count() - same)
    odds = {"values": [share(count, total) for count in counts.values()]}
    return Chances(odds, ("DEC-CHUNDRED-04", "DEC-CHUNDRED-06", "DEC-DECK-19"))


def damage_odds(given: DamageInput) -> Chances:
    """`damage`: ten chances, or none where no card is drawn; `out`, `injured`: to be so afterwards."""
    if given.amount is None and given.target.base_toughness:
        require_decks(given.decks, [given.deck])
    throws = damage_throws(given)
    if not throws:
        after = hurt(given.target, given.amount, given.settings)
        odds = {"damage": [], "out": float(after.out), "injured": float(after.injured)}
        how = {None: "DEC-DMG-06", 0: "DEC-DMG-05"}.get(given.amount)
        return Chances(odds, cite("DEC-DMG-01", how))
    counts = _lowest(given, throws)
    total = sum(counts.values())
    fallen = {value: hurt(given.target, value, given.settings) for value in VALUES}
    return Chances(
        {
            "damage": [share(counts[value], total) for value in VALUES],
            "out": share(sum(counts[value] for value in VALUES if fallen[value].out), total),
            "injured": share(sum(counts[value] for value in VALUES if fallen[value].injured), total),
        },
        ("DEC-DMG-02", "DEC-DMG-03", "DEC-DECK-19"),
    )


def _lowest(given: DamageInput, throws: int) -> dict[int, int]:
    """In how many ways each value is the lowest of so many cards."""
    piles = _numbered_piles(given, given.deck, throws)
    (places,) = share_out(piles, (throws,))
    worth = worth_to(given.settings.court_values, owns_fool=False)
    above = [ways(piles, places, worth.above(value)) for value in range(HIGHEST_NUMBER + 1)]
    return {value: above[value - 1] - above[value] for value in VALUES}


def _numbered_piles(given: ChooserInput | DamageInput, deck: DeckName, needed: int) -> Piles:
    courts = given.settings.court_values
    refuse_too_few_numbered(given.decks, deck, needed, courts)
    return piles_of(given.decks, deck).keep(numbered(courts))


def _by_value(pile: int, courts: CourtValues) -> dict[int, int]:
    worth = worth_to(courts, owns_fool=False)
    return {value: (pile & worth.at_most(value) & worth.above(value - 1)).bit_count() for value in VALUES}
