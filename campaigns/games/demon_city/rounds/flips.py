"""What the flip of a round begins with: the sides, everybody with what they announced, and how many cards they have."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from uuid import UUID

from campaigns.games.demon_city.rounds.clashes import Clash, MetAction
from campaigns.games.demon_city.rounds.reading import ActionRound, first_stat
from campaigns.models import Campaign, Draft
from campaigns.queries.cast import Member

Values = dict[str, list[str]]
Pairs = Iterator[tuple[str, str]]
PURPOSE = "clash "
USUAL_THROWS = "1"
COUNTED = "counted"
"""Under what the counts are kept that were made before something was settled; no control is called so."""


@dataclass(frozen=True)
class FlipHand:
    """Somebody's hand in a flip. `control` is where the form of the Clash asks how many cards it has."""

    control: str
    who: Member
    stats: Mapping[str, str]
    """The stats that meet in a close fight, as the count of throws asks for them."""
    kind: str = ""


@dataclass(frozen=True)
class Ready:
    """A Clash or a chase whose cards lie face down: everything that its flip sends, by control."""

    meeting: Clash
    values: Values
    hands: tuple[FlipHand, ...]

    @property
    def id(self) -> str:
        return self.meeting.record.id


def ready(campaign: Campaign, found: ActionRound) -> list[Ready]:
    """All that are flipped together next, with what the GM has settled of each (one query)."""
    face_down = [clash for clash in found.meetings if clash.is_open]
    if not face_down:
        return []
    kept = {row.purpose: row for row in Draft.objects.filter(campaign=campaign, purpose__startswith=PURPOSE)}
    return [_ready(clash, kept.get(purpose_of(clash.record.id))) for clash in face_down]


def to_keep(one: Ready, values: Values) -> Values:
    """What is kept of a Clash until its flip: what was settled, and which counts were on the page then."""
    return {**values, COUNTED: sorted(map(_count_of, one.hands))}


def purpose_of(record: str) -> str:
    """The draft that keeps what was settled of a Clash or chase."""
    return f"{PURPOSE}{UUID(record).hex}"


def _ready(meeting: Clash, kept: Draft | None) -> Ready:
    values: Values = dict(kept.data) if kept else {name: [one] for name, one in _begun(meeting).items()}
    settled = values.pop(COUNTED, [])
    hands = tuple(_hands(meeting))
    for hand in hands:
        throws = hand.who["counted_throws"]
        # What was typed after the count was made stands: the GM saw the count and settled otherwise.
        if isinstance(throws, int) and _count_of(hand) not in settled:
            values[hand.control] = [str(throws)]
            values[hand.control.replace(".throws", ".count")] = [hand.who["counted_as"]]
    return Ready(meeting, values, hands)


def _count_of(hand: FlipHand) -> str:
    return f"{hand.who.id} {hand.who['counted_throws']} {hand.who['counted_as']}"


def _begun(meeting: Clash) -> dict[str, str]:
    """The controls of the form by name, with what is known of a Clash or a chase."""
    noun, list_of = ("chase" if meeting.is_chase else "clash"), _list_of(meeting)
    people = {person.id: person for person in meeting.people}
    found = {f"{noun}.id": meeting.record.id, **dict(_sides(meeting, people))}
    for number, action in enumerate(meeting.actions):
        path = f"{list_of}.{number}"
        found |= {f"{path}.id": action.id, f"{path}.side": action.side}
        found[f"{path}.throws"] = USUAL_THROWS
        if not meeting.is_chase:
            found |= {f"{path}.kind": _kind(action), f"{path}.harm": "on"}
            found |= dict(_targets(path, action, meeting, people))
    return found


def _hands(meeting: Clash) -> Iterator[FlipHand]:
    list_of, people = _list_of(meeting), {person.id: person for person in meeting.people}
    for number, action in enumerate(meeting.actions):
        stats = {} if meeting.is_chase else dict(_compared(action, meeting, people))
        kind = "" if meeting.is_chase else _kind(action)
        yield FlipHand(f"{list_of}.{number}.throws", people[action.id], stats, kind)


def _list_of(meeting: Clash) -> str:
    return "drivers" if meeting.is_chase else "participants"


def _sides(meeting: Clash, people: Mapping[str, Member]) -> Pairs:
    """Players decide the ties of a side that one of their characters is on."""
    sides: dict[str, bool] = {}
    for action in meeting.actions:
        is_players = people[action.id]["control"] == "player"
        sides[action.side] = sides.get(action.side, False) or is_players
    for number, (side, is_players) in enumerate(sides.items()):
        yield f"sides.{number}.id", side
        yield f"sides.{number}.by", "players" if is_players else "host"


def _targets(path: str, action: MetAction, meeting: Clash, people: Mapping[str, Member]) -> Pairs:
    """Whom it is aimed at; who only moved gets away from all attackers (DEC-CLASH-34).

    An attack on several was announced with what reaches them all (DEC-ROUND-11).
    """
    aimed = action.targets
    if action.kind == "move":
        aimed = [one.id for one in meeting.actions if _attacks(one, action.id)]
    if action.kind == "attack" and len(aimed) > 1:
        yield f"{path}.area", "on"
    by_id = {one.id: one for one in meeting.actions}
    for number, target in enumerate(aimed):
        yield f"{path}.targets.{number}.id", target
        foe = by_id.get(target)
        if action.kind == "attack" and (foe is None or not _faces(foe, action.id)):
            resists = first_stat(people.get(target), "hand_to_hand", "agility")
            if resists is not None:
                yield f"{path}.targets.{number}.beat", resists


def _compared(action: MetAction, meeting: Clash, people: Mapping[str, Member]) -> Pairs:
    """One's own stat and the one it meets, as in a close fight (DEC-CTHROW-07 to DEC-CTHROW-10, DEC-CTHROW-13)."""
    me = people[action.id]
    if action.kind == "attack":
        own = first_stat(me, "hand_to_hand", "toughness")
        foes = [one for one in meeting.actions if one.id in action.targets]
        met = [_met_by_an_attack(foe, action.id, people[foe.id]) for foe in foes]
    else:
        own = first_stat(me, "hand_to_hand", "agility")
        foes = [one for one in meeting.actions if _attacks(one, action.id) and _faces(action, one.id)]
        met = [first_stat(people[foe.id], "hand_to_hand", "toughness") for foe in foes]
    known = [int(one) for one in met if one is not None]
    if own is not None and known:
        yield from (("thrower.stat", own), ("versus", str(max(known))))


def _met_by_an_attack(foe: MetAction, attacker: str, who: Member) -> str | None:
    if _attacks(foe, attacker):
        return first_stat(who, "hand_to_hand", "toughness")
    return first_stat(who, "hand_to_hand", "agility")


def _kind(action: MetAction) -> str:
    return "escape" if action.kind == "move" else action.kind


def _attacks(action: MetAction, who: str) -> bool:
    return action.kind == "attack" and who in action.targets


def _faces(action: MetAction, who: str) -> bool:
    """DEC-CLASH-12: it names them, or it defends against everybody, or it runs from those who attack."""
    if action.kind in ("defend", "move") and not action.targets:
        return True
    return who in action.targets
