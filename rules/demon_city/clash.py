"""One Clash from the flip to its end (area CLASH)."""

from collections.abc import Sequence

from rules.demon_city.announcing import PLACEMENT
from rules.demon_city.clash_input import ClashInput, Participant, by_id, check_clash, faces
from rules.demon_city.clash_outcome import ClashOpen, ClashOutcome, Ended, Number, Status
from rules.demon_city.contestants import (
    Choice,
    Critical,
    Special,
    best_against,
    flip,
    side_of,
)
from rules.demon_city.hands import criticals_of, hand_clauses, winning_cards
from rules.demon_city.landing import Hands, Landing, Numbers, attacks_of, beaten, ended_as, land, numbers_of
from rules.kernel.draws import Draws
from rules.kernel.effects import Effect, set_to
from rules.kernel.result import Result, cite


def clash(given: ClashInput, draws: Draws) -> Result:
    """Flip all hands; the side with the highest card wins and its best successful attack lands (DEC-CLASH-07)."""
    check_clash(given)
    hands = flip(given, given.participants, draws)
    sides = {by_id(given)[person].side for person in _top_by(hands)}
    if len(sides) > 1:
        return _undecided(given, hands)
    winner = sides.pop()
    landing = land(given, hands, attacks_of(given, winner))
    if landing.open:
        return _ask(given, hands, winner, landing.open)
    return _decide(given, hands, winner, landing)


def _undecided(given: ClashInput, hands: Hands) -> Result:
    """A tie for first between sides (DEC-CLASH-09)."""
    statuses = tuple(
        Ended(
            id=participant.id, status="fumbled" if hands[participant.id].fumble else "undecided", numbers=()
        )
        for participant in given.participants
    )
    outcome = ClashOutcome(
        hands=tuple(hands.values()),
        top=_top(hands),
        top_by=_top_by(hands),
        fumbles=_fumbles(hands),
        result="tied",
        winner=None,
        statuses=statuses,
        complication=True,
    )
    fumbled = "DEC-CRIT-01" if outcome.fumbles else None
    return Result(
        outcome, _effects(given, "tied", ()), cite("DEC-CLASH-07", "DEC-CLASH-09", fumbled, "DEC-CLASH-27")
    )


def _ask(given: ClashInput, hands: Hands, winner: str, tied: tuple[str, ...]) -> Result:
    """Allied attacks tie for the one place and nobody has said which comes first (DEC-CLASH-08)."""
    outcome = ClashOpen(
        hands=tuple(hands.values()),
        top=_top(hands),
        top_by=_top_by(hands),
        fumbles=_fumbles(hands),
        winner=winner,
        choice=Choice(by=side_of(given, by_id(given)[tied[0]]).by, among=tied),
    )
    return Result(outcome, clauses=cite("DEC-CLASH-07", "DEC-CLASH-08"))


def _decide(given: ClashInput, hands: Hands, winner: str, landing: Landing) -> Result:
    statuses = tuple(
        _status(given, hands, participant, winner, landing) for participant in given.participants
    )
    worked = [
        (one, ended.numbers)
        for one, ended in zip(given.participants, statuses, strict=True)
        if ended.status in ("landed", "succeeded")
    ]
    reposition = tuple(one.id for one, _ in worked if one.kind in ("attack", "defend"))  # DEC-POS-06
    stalemate = bool(attacks_of(given, winner)) and not landing.attacks  # DEC-CLASH-14
    excelled = [(one, *_excelled(given, hands, one, numbers)) for one, numbers in worked]
    outcome = ClashOutcome(
        hands=tuple(hands.values()),
        top=_top(hands),
        top_by=_top_by(hands),
        fumbles=_fumbles(hands),
        result="won",
        winner=winner,
        attacks=landing.attacks,
        stalemate=stalemate,
        succeeded=tuple(one.id for one, _ in worked if one.kind != "attack"),
        statuses=statuses,
        criticals=tuple(critical for _, critical, _ in excelled if critical.by),
        specials=tuple(special for _, _, specials in excelled for special in specials),
        reposition=reposition,
    )
    effects = _effects(given, "stalemate" if stalemate else "won", reposition)
    return Result(outcome, effects, _clauses(given, outcome, hands))


def _status(given: ClashInput, hands: Hands, one: Participant, winner: str, landing: Landing) -> Ended:
    if one.side != winner:  # DEC-CLASH-20
        return ended_as(one, hands, "lost", ())
    if one.kind == "attack":
        return landing.ended[one.id]
    if one.kind == "defend":
        return _defence(given, hands, one, landing.hit)
    numbers = numbers_of(given, hands, one, landing.hit)  # DEC-CLASH-18
    works = len(beaten(hands[one.id], numbers)) == len(numbers)
    return ended_as(one, hands, "succeeded" if works else "failed", numbers)


def _defence(given: ClashInput, hands: Hands, one: Participant, hit: set[str]) -> Ended:
    """A defence works when it is higher than every attack on the defender (DEC-CLASH-25)."""
    numbers = tuple(
        Number(id=foe.id, number=None, source="none")
        if foe.id in hit
        else Number(id=foe.id, number=hands[foe.id].value, source="throw")
        for foe in given.participants
        if foe.side != one.side and foe.kind == "attack" and faces(foe, one.id) and faces(one, foe.id)
    )
    works = len(beaten(hands[one.id], numbers)) == len(numbers)
    status: Status = "succeeded" if works else "failed"
    return ended_as(one, hands, status if numbers else "untested", numbers)


def _excelled(
    given: ClashInput, hands: Hands, one: Participant, numbers: Numbers
) -> tuple[Critical, tuple[Special, ...]]:
    """Whether an action that took effect was critical, and its special cards (DEC-CLASH-26)."""
    hand, courts = hands[one.id], given.settings.court_values
    opposing = best_against(one.side, given.participants, hands)
    allies = [
        hands[ally.id].value for ally in given.participants if ally.side == one.side and ally is not one
    ]
    to_beat = [entry.number for entry in beaten(hand, numbers) if entry.number is not None]

    def would_win(value: int) -> bool:
        return all(value > number for number in to_beat) and max([value, *allies]) > opposing

    highest = hand.value > opposing
    by = criticals_of(hand, one.significators, courts, highest=highest, would_win=would_win)
    special = winning_cards(hand, one.special_cards, one.significators, courts, would_win)
    return Critical(id=one.id, by=by), tuple(Special(id=one.id, card=card) for card in special)


def _top(hands: Hands) -> int:
    return max(hand.value for hand in hands.values())


def _top_by(hands: Hands) -> tuple[str, ...]:
    return tuple(person for person, hand in hands.items() if hand.value == _top(hands))


def _fumbles(hands: Hands) -> tuple[str, ...]:
    return tuple(person for person, hand in hands.items() if hand.fumble)


def _effects(given: ClashInput, state: str, reposition: Sequence[str]) -> tuple[Effect, ...]:
    return (
        set_to(given.clash.id, "state", state),
        *(
            set_to(participant.id, "reposition", PLACEMENT if participant.id in reposition else 0)
            for participant in given.participants
        ),
    )


def _clauses(given: ClashInput, outcome: ClashOutcome, hands: Hands) -> tuple[str, ...]:
    found = {ended.status for ended in outcome.statuses}
    each = given.settings.attacks_per_clash == "each"
    critical = {critical.id: critical.by for critical in outcome.criticals}
    special = {entry.id for entry in outcome.specials}
    defended = any(
        participant.kind == "defend" and participant.side == outcome.winner
        for participant in given.participants
    )
    behind_hands = [
        clause
        for person, hand in hands.items()
        for clause in hand_clauses(
            hand, critical.get(person, ()), {person} & special, given.settings.court_values
        )
    ]
    return cite(
        "DEC-CLASH-06",
        "DEC-CLASH-07",
        "DEC-CLASH-33" if len({participant.side for participant in given.participants}) > 2 else None,
        *(("DEC-CLASH-12", "DEC-CLASH-11", "DEC-CLASH-15") if outcome.attacks else ()),
        "DEC-CLASH-10" if any(attack.by not in outcome.top_by for attack in outcome.attacks) else None,
        "DEC-CLASH-24" if any(participant.area for participant in given.participants) else None,
        "DEC-CLASH-14" if outcome.stalemate else None,
        "DEC-CLASH-23" if each else "DEC-CLASH-16" if outcome.attacks else None,
        "DEC-CLASH-08" if outcome.attacks and given.tie_choice else None,
        "DEC-CLASH-17" if "outpaced" in found else None,
        "DEC-CLASH-32" if _was_attacked_by_others(given, outcome) else None,
        "DEC-CLASH-18" if found & {"succeeded", "failed"} else None,
        "DEC-CLASH-19" if outcome.attacks and outcome.succeeded else None,
        "DEC-CLASH-25" if defended else None,
        "DEC-CLASH-20",
        *behind_hands,
        "DEC-CRIT-10" if any(ended.status == "fumbled" for ended in outcome.statuses) else None,
        "DEC-CLASH-26" if critical or special else None,
        "DEC-CLASH-27",
        *(("DEC-POS-01", "DEC-POS-06") if outcome.reposition else ()),
    )


def _was_attacked_by_others(given: ClashInput, outcome: ClashOutcome) -> bool:
    """Whether somebody who hit was attacked by a foe other than the target."""
    hitters = {attack.by: attack.targets for attack in outcome.attacks}
    return any(
        target.id in hitters and participant.id not in hitters[target.id]
        for participant in given.participants
        if participant.kind == "attack" and participant.side != outcome.winner
        for target in participant.targets
    )
