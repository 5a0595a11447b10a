"""What the actions of a Clash have to beat, and which attacks land (DEC-CLASH-11 to DEC-CLASH-24)."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from rules.demon_city.clash_input import ClashInput, Participant, by_id, faces
from rules.demon_city.clash_outcome import Attack, Ended, Number, Status
from rules.demon_city.contestants import preferred
from rules.demon_city.hands import Hand

Hands = Mapping[str, Hand]
Numbers = tuple[Number, ...]


class Landing(Struct, frozen=True):
    """The winners' attacks: which landed on whom, and how every attacker ended. `open` are tied candidates."""

    attacks: tuple[Attack, ...] = ()
    ended: Mapping[str, Ended] = {}
    open: tuple[str, ...] = ()

    @property
    def hit(self) -> set[str]:
        return {target for attack in self.attacks for target in attack.targets}


def attacks_of(given: ClashInput, winner: str) -> list[Participant]:
    """The attacks of the side that won, as listed."""
    return [
        participant
        for participant in given.participants
        if participant.side == winner and participant.kind == "attack"
    ]


def land(given: ClashInput, hands: Hands, attackers: Sequence[Participant]) -> Landing:
    """Which of the winners' attacks land, or which of them tie for the one place."""
    if given.settings.attacks_per_clash == "each":
        return _land_each(given, hands, attackers)
    return _land_one(given, hands, attackers)


def numbers_of(given: ClashInput, hands: Hands, one: Participant, hit: set[str]) -> Numbers:
    """What an action has to beat at each of its targets (DEC-CLASH-11, DEC-CLASH-18, DEC-CLASH-19)."""
    people = by_id(given)
    numbers = []
    for target in one.targets:
        foe = people.get(target.id)
        opposes = foe is not None and foe.side != one.side and faces(foe, one.id)
        if opposes and target.id not in hit:
            numbers.append(Number(id=target.id, number=hands[target.id].value, source="throw"))
        elif target.beat is not None:
            numbers.append(Number(id=target.id, number=target.beat, source="stat"))
        else:
            numbers.append(Number(id=target.id, number=None, source="none"))
    return tuple(numbers)


def beaten(hand: Hand, numbers: Numbers) -> Numbers:
    """The numbers that a hand beats; a fumble beats nothing."""
    if hand.fumble:
        return ()
    return tuple(entry for entry in numbers if entry.number is None or hand.value > entry.number)


def ended_as(one: Participant, hands: Hands, status: Status, numbers: Numbers) -> Ended:
    """A fumble stands on any side, and its action has no effect (DEC-CRIT-10)."""
    return Ended(id=one.id, status="fumbled" if hands[one.id].fumble else status, numbers=numbers)


def _land_one(given: ClashInput, hands: Hands, attackers: Sequence[Participant]) -> Landing:
    """The highest successful attack lands, the others wait or miss (DEC-CLASH-15 to DEC-CLASH-17)."""
    numbers = {participant.id: numbers_of(given, hands, participant, hit=set()) for participant in attackers}
    able = [
        participant for participant in attackers if beaten(hands[participant.id], numbers[participant.id])
    ]
    pool = attackers if given.settings.attack_pick == "highest_only" else able
    best = max((hands[participant.id].value for participant in pool), default=0)
    tied = tuple(participant.id for participant in able if hands[participant.id].value == best)
    chosen = preferred(tied, given.tie_choice)
    if tied and chosen is None:
        return Landing(open=tied)
    attacks = tuple(
        _hit(participant, hands, numbers[participant.id])
        for participant in attackers
        if participant.id == chosen
    )
    ended: dict[str, Ended] = {}
    for participant in attackers:
        status: Status = (
            "landed" if participant.id == chosen else "outpaced" if participant in able else "missed"
        )
        ended[participant.id] = ended_as(participant, hands, status, numbers[participant.id])
    return Landing(attacks, ended)


def _land_each(given: ClashInput, hands: Hands, attackers: Sequence[Participant]) -> Landing:
    """The older version: every attack that beats its number lands, from high to low (DEC-CLASH-23)."""
    choice = list(given.tie_choice)

    def turn(one: Participant) -> tuple[int, int]:
        return -hands[one.id].value, choice.index(one.id) if one.id in choice else len(choice)

    landing = Landing()
    for one in sorted(attackers, key=turn):
        numbers = numbers_of(given, hands, one, hit=landing.hit)
        lands = bool(beaten(hands[one.id], numbers))
        attacks = (*landing.attacks, _hit(one, hands, numbers)) if lands else landing.attacks
        ended = ended_as(one, hands, "landed" if lands else "missed", numbers)
        landing = Landing(attacks, {**landing.ended, one.id: ended})
    return landing


def _hit(one: Participant, hands: Hands, numbers: Numbers) -> Attack:
    """An attack lands on the targets whose numbers it beats (DEC-CLASH-24)."""
    targets = tuple(entry.id for entry in beaten(hands[one.id], numbers))
    return Attack(by=one.id, targets=targets, damage=one.harm)
