"""The questions of the benchmark as users of icepool, dyce, dice-calc and lea would ask them.

Each function answers with chances by outcome, so that every answer can be held against ours. Where a library has no
way to a question that is worth timing, it is left out there.
"""

from collections.abc import Hashable, Iterable, Sequence
from fractions import Fraction
from typing import Any

import dice_calc
import icepool
import lea
from dyce import H, P
from dyce.p import survey_outcome_order_descending

Law = dict[Any, float]

AGAIN_DEPTH = 24
"""Rolls again for ever are cut here: what is lost is far below 1e-9 for 20 dice."""


class Contest(icepool.MultisetEvaluator[int, tuple[str, int]]):
    """Highest ties cancel in pairs; victories are the winner's dice above the loser's next; spare dice win by one."""

    def initial_state(
        self, order: icepool.Order, outcomes: Sequence[int], /, *sizes: Any, **_: Hashable
    ) -> Any:
        if order is not icepool.Order.Descending:
            raise icepool.UnsupportedOrder
        return ("none", 0, False)

    def next_state(self, state: Any, order: icepool.Order, face: int, /, *counts: int) -> Any:
        winner, victories, over = state
        mine, theirs = counts
        if over:
            return state
        if winner == "none":
            lead = mine - theirs
            return state if lead == 0 else ("acting" if lead > 0 else "opposing", abs(lead), False)
        loser = theirs if winner == "acting" else mine
        return (winner, victories, True) if loser else (winner, victories + mine + theirs, False)

    def final_outcome(
        self, state: Any, order: icepool.Order, faces: Any, /, *sizes: Any, **_: Hashable
    ) -> Any:
        winner, victories, over = state
        return winner, victories if over or winner == "none" else 1


def icepool_contest(die: int, acting: int, opposing: int) -> Law:
    return _law(Contest().evaluate(icepool.d(die).pool(acting), icepool.d(die).pool(opposing)))


def dyce_contest(die: int, acting: int, opposing: int) -> Law:
    """One sweep over both pools; an outcome is twice the face, plus one for the acting side."""
    mine, theirs = (
        H({2 * face + 1: 1 for face in range(1, die + 1)}),
        H({2 * face: 1 for face in range(1, die + 1)}),
    )

    def accumulate(state: Any, outcome: int, count: int) -> Any:
        winner, victories, over, last, fresh = state or ("none", 0, False, 0, 0)
        face, is_acting = outcome // 2, outcome % 2
        if over:
            return state
        if is_acting:  # comes first of its face: `fresh` of the victories are of the face `last`
            if winner == "opposing":
                return winner, victories, True, 0, 0
            return "acting", victories + count, False, face, count
        if winner == "acting" and (last != face or victories != fresh):
            return winner, victories - (fresh if last == face else 0), True, 0, 0
        lead = victories - count if winner == "acting" else -victories - count
        name = "none" if not lead else "acting" if lead > 0 else "opposing"
        return name, abs(lead), False, 0, 0

    def settle(state: Any) -> Any:
        winner, victories, over, *_ = state
        return winner, victories if over or winner == "none" else 1

    pool = P(*[mine] * acting, *[theirs] * opposing)
    return _law(pool.survey(accumulate=accumulate, order=survey_outcome_order_descending, settle=settle))


def dice_calc_contest(die: int, acting: int, opposing: int) -> Law:
    """Every pair of sorted rolls, told apart by one number: victories, negative for the opposing side."""

    @dice_calc.anydice_type_casting()
    def compare(mine: dice_calc.T_S, theirs: dice_calc.T_S) -> int:  # type: ignore[valid-type]  # a variable, as its stubs have it
        a, b = sorted(mine, reverse=True), sorted(theirs, reverse=True)
        while a and b and a[0] == b[0]:
            a, b = a[1:], b[1:]
        if not a or not b:
            return 1 if a else -1 if b else 0
        if a[0] > b[0]:
            return sum(face > b[0] for face in a)
        return -sum(face > a[0] for face in b)

    found = compare(dice_calc.roll(acting, die), dice_calc.roll(opposing, die))
    names = {1: "acting", -1: "opposing", 0: "none"}
    return {(names[(value > 0) - (value < 0)], abs(value)): share for value, share in _of_rv(found).items()}


def icepool_again(size: int, again: int) -> Law:
    faces = [0] * 7 + [1] * (again - 8) + [1 + icepool.Again] * (11 - again)
    return _law(size @ icepool.Die(faces, again_depth=AGAIN_DEPTH))


def dyce_again(size: int, again: int) -> Law:
    return _law(size @ _again_die(again))


def icepool_again_contest(size: int, rivals: int, again: int) -> Law:
    faces = [0] * 7 + [1] * (again - 8) + [1 + icepool.Again] * (11 - again)
    die = icepool.Die(faces, again_depth=AGAIN_DEPTH)
    return _law((size @ die - rivals @ die).map(lambda lead: max(0, lead)))


def dyce_again_contest(size: int, rivals: int, again: int) -> Law:
    die = _again_die(again)
    return _folded(_law(size @ die - rivals @ die))


class Hits(icepool.MultisetEvaluator[int, int]):
    """Hits and ones of a pool, counted face by face; ones in hundreds."""

    def next_state(self, state: Any, order: icepool.Order, face: int, /, *counts: int) -> Any:
        worth = 100 if face == 1 else int(face >= self.difficulty)
        return (state or 0) + worth * counts[0]

    def __init__(self, difficulty: int) -> None:
        self.difficulty = difficulty


def icepool_counted_hits(size: int, difficulty: int) -> Law:
    """As a multiset, the way its documentation counts faces."""
    return _law(Hits(difficulty).evaluate(icepool.d10.pool(size)))


def icepool_hits(size: int, difficulty: int) -> Law:
    return _law(size @ icepool.Die(_coded_hits(difficulty)))


def dyce_hits(size: int, difficulty: int) -> Law:
    return _law(size @ H(_coded_hits(difficulty)))


def dice_calc_hits(size: int, difficulty: int) -> Law:
    weights = _coded_hits(difficulty)
    die = dice_calc.RV(list(weights), list(weights.values()))
    return _of_rv(dice_calc.roll(size, die))


def icepool_strike(attack: int, defence: int, damage: int, soak: int) -> Law:
    """Health levels: attack less defence, what is above one success to the damage dice, less soak."""
    die = icepool.Die({-1: 1, 0: 4, 1: 5})

    def pool(dice: int) -> Any:
        return (dice @ die).map(lambda net: max(0, net)) if dice else icepool.Die([0])

    net = (pool(attack) - pool(defence)).map(lambda lead: max(0, lead))
    struck = net.map(lambda extra: pool(damage + extra - 1) if extra else 0)
    return _law((struck - pool(soak)).map(lambda left: max(0, left)))


class Hand(icepool.MultisetEvaluator[int, tuple[int, int]]):
    """The highest card of a hand and its highest Significator; a card is twice its value, plus one for those."""

    def next_state(self, state: Any, order: icepool.Order, card: int, /, *counts: int) -> Any:
        if order is not icepool.Order.Descending:
            raise icepool.UnsupportedOrder
        return _seen(state or (-1, -1), card) if counts[0] else state or (-1, -1)


class TwoHands(icepool.MultisetEvaluator[int, tuple[tuple[int, int], tuple[int, int]]]):
    """The same of two hands of one deck."""

    def next_state(self, state: Any, order: icepool.Order, card: int, /, *counts: Any) -> Any:
        if order is not icepool.Order.Descending:
            raise icepool.UnsupportedOrder
        hands = state or ((-1, -1), (-1, -1))
        return tuple(
            _seen(hand, card) if count else hand for hand, count in zip(hands, counts[0], strict=True)
        )


def icepool_apart(mine: Sequence[int], count: int, theirs: Sequence[int], rivals: int) -> Law:
    actor = Hand().evaluate(icepool.Deck(mine).deal(count))
    opponent = Hand().evaluate(icepool.Deck(theirs).deal(rivals))
    return _law(icepool.map(_judged, actor, opponent))


def icepool_shared(cards: Sequence[int], count: int, rivals: int) -> Law:
    hands: Any = TwoHands().evaluate(icepool.Deck(cards).deal((count, rivals)))  # type: ignore[arg-type]  # its stubs know tuples of counts only by overload
    return _law(hands.map(_judged))


def lea_apart(mine: Sequence[int], count: int, theirs: Sequence[int], rivals: int) -> Law:
    def hands(cards: Sequence[int], dealt: int) -> Any:
        places = lea.vals(*range(len(cards))).draw(dealt, sorted=True)
        return places.map(lambda drawn: _read(cards[place] for place in drawn))

    judged = lea.joint(hands(mine, count), hands(theirs, rivals)).map(lambda both: _judged(*both))
    return {value: float(share) for value, share in judged.pmf_tuple()}


def _read(cards: Iterable[int]) -> tuple[int, int]:
    hand = (-1, -1)
    for card in sorted(cards, reverse=True):
        hand = _seen(hand, card)
    return hand


def _seen(hand: tuple[int, int], card: int) -> tuple[int, int]:
    """A hand after one more card, which is no higher than those before."""
    value, owned = card // 2, card % 2
    return value if hand[0] < 0 else hand[0], value if owned and hand[1] < 0 else hand[1]


def _judged(mine: tuple[int, int], theirs: tuple[int, int]) -> tuple[str, bool, bool, bool, bool]:
    """Result, and for either side whether it won critically and whether it fumbled."""
    lead = mine[0] - theirs[0]
    result = "win" if lead > 0 else "lose" if lead < 0 else "tie"
    critical = lead > 0 and (mine[0] > 10 or mine[1] > theirs[0])
    answered = lead < 0 and (theirs[0] > 10 or theirs[1] > mine[0])
    return result, critical, mine[0] == 0, answered, theirs[0] == 0


def _coded_hits(difficulty: int) -> dict[int, int]:
    """A die as hits, and ones in hundreds: their joint sum tells successes and both sorts of botch."""
    hits = 11 - difficulty
    return {100: 1, 0: 9 - hits, 1: hits} if hits < 9 else {100: 1, 1: hits}


def _again_die(again: int) -> H[int]:
    """One die with its rolls again, as whole weights."""
    a, depth = 11 - again, AGAIN_DEPTH
    weights = {0: 7 * 10**depth}
    for number in range(1, depth + 1):
        weights[number] = a ** (number - 1) * ((3 - a) * 10 + a * 7) * 10 ** (depth - number)
    weights[depth + 1] = a**depth * 3
    return H(weights)


def _law(found: Any) -> Law:
    """A Die of icepool or an H of dyce."""
    items = list(found.items())
    total = sum(weight for _, weight in items)
    return {outcome: float(Fraction(weight, total)) for outcome, weight in items}


def _of_rv(found: Any) -> Law:
    total = sum(found.probs)
    return {value: share / total for value, share in zip(found.vals, found.probs, strict=True)}


def _folded(law: Law) -> Law:
    folded: Law = {}
    for value, share in law.items():
        folded[max(0, value)] = folded.get(max(0, value), 0) + share
    return folded
