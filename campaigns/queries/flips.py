"""What the form of a flip begins with: the sides, and everybody with what they announced (areas CLASH and CHASE)."""

from collections.abc import Iterator, Mapping
from typing import Any

from campaigns.queries.cast import Member
from campaigns.queries.rounds import Meeting

Pairs = Iterator[tuple[str, str]]
USUAL_THROWS = "1"


def begun(meeting: Meeting) -> dict[str, str]:
    """The controls of the form by name, with what is known of a Clash or a chase."""
    noun, list_of = ("chase" if meeting.is_chase else "clash"), _list_of(meeting)
    people = {one.id: one for one in meeting.people}
    found = {f"{noun}.id": meeting.record.id, **dict(_sides(meeting, people))}
    for number, action in enumerate(meeting.actions):
        path = f"{list_of}.{number}"
        found |= {f"{path}.id": action["id"], f"{path}.side": action["side"]}
        found[f"{path}.throws"] = USUAL_THROWS
        if not meeting.is_chase:
            found |= {f"{path}.kind": _kind(action), f"{path}.harm": "on"}
            found |= dict(_targets(path, action, meeting, people))
    return found


def hands(meeting: Meeting) -> list[tuple[str, Member]]:
    """The controls for the numbers of cards, each with whose hand it is."""
    list_of, people = _list_of(meeting), {one.id: one for one in meeting.people}
    return [
        (f"{list_of}.{number}.throws", people[action["id"]]) for number, action in enumerate(meeting.actions)
    ]


def _list_of(meeting: Meeting) -> str:
    return "drivers" if meeting.is_chase else "participants"


def _sides(meeting: Meeting, people: Mapping[str, Member]) -> Pairs:
    """Players decide the ties of a side that one of their characters is on."""
    sides: dict[str, bool] = {}
    for action in meeting.actions:
        is_players = people[action["id"]]["control"] == "player"
        sides[action["side"]] = sides.get(action["side"], False) or is_players
    for number, (side, is_players) in enumerate(sides.items()):
        yield f"sides.{number}.id", side
        yield f"sides.{number}.by", "players" if is_players else "host"


def _targets(path: str, action: Mapping[str, Any], meeting: Meeting, people: Mapping[str, Member]) -> Pairs:
    """Whom it is aimed at; who only moved gets away from all attackers (DEC-CLASH-34)."""
    aimed = action["targets"]
    if action["kind"] == "move":
        aimed = [one["id"] for one in meeting.actions if _attacks(one, action["id"])]
    by_id = {one["id"]: one for one in meeting.actions}
    for number, target in enumerate(aimed):
        yield f"{path}.targets.{number}.id", target
        foe = by_id.get(target)
        if action["kind"] == "attack" and (foe is None or not _faces(foe, action["id"])):
            resists = _resisting(people.get(target))
            if resists is not None:
                yield f"{path}.targets.{number}.beat", resists


def _kind(action: Mapping[str, Any]) -> str:
    return "escape" if action["kind"] == "move" else str(action["kind"])


def _attacks(action: Mapping[str, Any], who: str) -> bool:
    return action["kind"] == "attack" and who in action["targets"]


def _faces(action: Mapping[str, Any], who: str) -> bool:
    """DEC-CLASH-12: it names them, or it defends against everybody, or it runs from those who attack."""
    if action["kind"] in ("defend", "move") and not action["targets"]:
        return True
    return who in action["targets"]


def _resisting(who: Member | None) -> str | None:
    """What an attack has to beat that nobody opposes: Hand To Hand, else Agility (DEC-CTHROW-10)."""
    if who is None:
        return None
    stats = (who.fields.get(f"stats.{name}") for name in ("hand_to_hand", "agility"))
    return next((str(one) for one in stats if isinstance(one, int)), None)
