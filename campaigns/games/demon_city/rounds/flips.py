"""What the flip of a round begins with: everybody with what they announced, and how many cards they have."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from uuid import UUID

from campaigns.games.demon_city.rounds.clashes import Clash, MetAction
from campaigns.games.demon_city.rounds.counts import (
    MANEUVERS,
    HandCount,
    Meeting,
    Said,
    counting,
    meeting_of,
    offered_to,
    said_in,
)
from campaigns.games.demon_city.rounds.reading import ActionRound
from campaigns.models import Campaign, Draft, Membership
from campaigns.queries import cast
from campaigns.queries.at_hand import speaks_for
from campaigns.queries.cast import Member
from campaigns.state import rows
from rules.demon_city.worked_out import faces, number_to_beat

Values = dict[str, list[str]]
Pairs = Iterator[tuple[str, str]]
PURPOSE = "clash "
COUNTED = "counted"
"""Under what the counts are kept that stood when something was settled; no control is called so."""


@dataclass(frozen=True)
class FlipHand:
    """Somebody's hand in a flip. `control` is where the form of the Clash asks how many cards it has."""

    control: str
    who: Member
    count: HandCount
    claims: tuple[str, ...] = ()
    """What its player claims."""
    granted: tuple[str, ...] = ()
    """What the Host has granted it: that counts (DEC-EXTRA-04)."""
    is_ready: bool = False
    kind: str = ""

    @property
    def backs(self) -> list[str]:
        """The deck of each of its cards, face down."""
        return ["players" if self.who["control"] == "player" else "horror"] * self.count.throws

    @property
    def counting(self) -> list[str]:
        """What counts for it besides what was announced."""
        return counting(self.granted, self.claims)

    @property
    def tried(self) -> list[object]:
        """The maneuvers that its player tries, in words: nobody has to grant what costs a throw."""
        return [label for code, (_maneuver, label) in MANEUVERS.items() if code in self.claims]

    @property
    def not_granted(self) -> list[object]:
        """What its player claims and the Host has not granted, in words."""
        return [
            label
            for code, label in offered_to(self.kind)
            if code in self.claims and code not in self.counting
        ]


@dataclass(frozen=True)
class Ready:
    """A Clash or a chase whose cards lie face down: everything that its flip sends, by control."""

    meeting: Clash
    values: Values
    hands: tuple[FlipHand, ...]
    counted: Meeting

    @property
    def id(self) -> str:
        return self.meeting.record.id


def ready(campaign: Campaign, found: ActionRound) -> list[Ready]:
    """All that are flipped together next, with what the GM has settled of each (four queries)."""
    face_down = [clash for clash in found.meetings if clash.is_open]
    if not face_down:
        return []
    kept = {row.purpose: row for row in Draft.objects.filter(campaign=campaign, purpose__startswith=PURPOSE)}
    said, meetings = said_in(campaign), meetings_in(campaign, face_down)
    return [
        _ready(one, kept.get(purpose_of(one.record.id)), meetings[one.record.id], said) for one in face_down
    ]


def meetings_in(campaign: Campaign, face_down: Sequence[Clash]) -> dict[str, Meeting]:
    """Everybody in each as the rules count them, whether this viewer sees them or not (two queries)."""
    if not face_down:
        return {}
    chosen = cast.campaign_sheet(campaign).under("settings.demon_city")
    sheets = {one.id: one for one in rows.of_kinds(campaign, "demon_city.character")}
    return {
        one.record.id: meeting_of(
            sheets,
            {who: one.record.fields[f"side.{who}"] for who in one.record["people"]},
            chosen,
            is_chase=one.is_chase,
        )
        for one in face_down
    }


def hands_of(face_down: Sequence[Ready], member: Membership) -> list[FlipHand]:
    """The hands that a member speaks for, of everything that lies face down."""
    return [hand for one in face_down for hand in one.hands if speaks_for(hand.who, member)]


def to_keep(one: Ready, values: Values) -> Values:
    """What is kept of a Clash until its flip: what was settled, and which counts were on the page then."""
    return {**values, COUNTED: sorted(map(_count_of, one.hands))}


def may_tie(one: Ready, said: Values) -> dict[str, str]:
    """Who may tie with an ally for the one place that both want, and on which side each is (DEC-CLASH-08).

    In a Clash only attacks want it; in a chase all who drive do.
    """
    sides: dict[str, str] = {}
    for name, ids in said.items():
        row, _dot, part = name.rpartition(".")
        kind, side = (said.get(f"{row}.{about}", [""])[0] for about in ("kind", "side"))
        is_hand = part == "id" and row.rpartition(".")[0] == _list_of(one.meeting)
        if is_hand and side and (one.meeting.is_chase or kind == "attack"):
            sides[ids[0]] = side
    together = Counter(sides.values())
    return {who: side for who, side in sides.items() if together[side] > 1}


def purpose_of(record: str) -> str:
    """The draft that keeps what was settled of a Clash or chase."""
    return f"{PURPOSE}{UUID(record).hex}"


def _ready(meeting: Clash, kept: Draft | None, counted: Meeting, said: Said) -> Ready:
    values: Values = (
        dict(kept.data) if kept else {name: [one] for name, one in _begun(meeting, counted).items()}
    )
    settled = values.pop(COUNTED, [])
    hands = tuple(_hands(meeting, counted, said))
    for hand in hands:
        # What was typed after the count was made stands: the GM saw the count and settled otherwise.
        if hand.control not in values or _count_of(hand) not in settled:
            values[hand.control] = [str(hand.count.throws)]
            values[hand.control.replace(".throws", ".count")] = [hand.count.counts]
    return Ready(meeting, values, hands, counted)


def _count_of(hand: FlipHand) -> str:
    return f"{hand.who.id} {hand.count.throws} {hand.count.counts}"


def _begun(meeting: Clash, counted: Meeting) -> dict[str, str]:
    """The controls of the form by name, with what is known of a Clash or a chase."""
    noun, list_of = ("chase" if meeting.is_chase else "clash"), _list_of(meeting)
    found = {f"{noun}.id": meeting.record.id}
    for number, action in enumerate(meeting.actions):
        path = f"{list_of}.{number}"
        found |= {f"{path}.id": action.id, f"{path}.side": action.side}
        if not meeting.is_chase:
            found |= {f"{path}.kind": counted.people[action.id].deed, f"{path}.harm": "on"}
            found |= dict(_targets(path, action, counted))
    return found


def _hands(meeting: Clash, counted: Meeting, said: Said) -> Iterator[FlipHand]:
    people = {person.id: person for person in meeting.people}
    counts = counted.hands(
        {who: counting(said.granted.get(who, ()), said.claims.get(who, ())) for who in people}
    )
    for number, action in enumerate(meeting.actions):
        yield FlipHand(
            f"{_list_of(meeting)}.{number}.throws",
            people[action.id],
            counts[action.id],
            tuple(said.claims.get(action.id, ())),
            tuple(said.granted.get(action.id, ())),
            action.id in said.claims,
            "" if meeting.is_chase else counted.people[action.id].deed,
        )


def _list_of(meeting: Clash) -> str:
    return "drivers" if meeting.is_chase else "participants"


def _targets(path: str, action: MetAction, counted: Meeting) -> Pairs:
    """Whom it is aimed at; who only moved gets away from all attackers (DEC-CLASH-34).

    An attack on several was announced with what reaches them all (DEC-ROUND-11).
    """
    me = counted.people[action.id]
    aimed = action.targets
    if action.kind == "move":
        aimed = [who for who, one in counted.people.items() if faces(me, one)]
    if action.kind == "attack" and len(aimed) > 1:
        yield f"{path}.area", "on"
    for number, target in enumerate(aimed):
        yield f"{path}.targets.{number}.id", target
        here = counted.people.get(target)
        foe = here or counted.aimed_at.get(target)
        # Whoever drives throws in the chase, and has no card here to be beaten.
        throws_back = here is not None and faces(here, me)
        if action.kind == "attack" and foe is not None and not throws_back:
            beat = number_to_beat(me, foe)
            if beat is not None:
                yield f"{path}.targets.{number}.beat", str(beat)
