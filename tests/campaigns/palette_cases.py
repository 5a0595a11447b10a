"""One worked case for each action of the catalogue, stored as records, for somebody who plays it from its form."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct

from campaigns.forms.action.questions import acting_path, asks_of
from campaigns.models import Membership, Record
from campaigns.policy import is_gms
from campaigns.queries import palette
from campaigns.services import clock
from rules import catalogue
from rules.kernel.inputs import slots_of, struct_in
from rules.kernel.origins import Decision, FromRecord, SideOf
from rules.pandemonium.bringing import DEFEND, RESISTED
from tests.campaigns.services import stored_cases
from tests.campaigns.services.stored_cases import Case
from tests.campaigns.spine import Game

VECTORS = Path(__file__).parents[1] / "rules" / "vectors"

NOBODYS = {
    "table.carry_out": "follows from another act by that act's clause",
    "table.migrate": "is a new version of the application putting state right (TAB-RECORD-04)",
    "table.override": "stands before the act in whose form the GM overrides something (TAB-OVERRIDE-03)",
    "table.reshuffle_pile": "was of a session's end while a pile had an order (TAB-DRAWS-05); old entries have it",
    "table.open_draws": "comes with the campaign and with each session's end",
    "demon_city.turn_up": "says which cards come in the act that throws them (TAB-DRAWS-06)",
    "demon_city.table_odds": "is a question about odds, which is never played",
}
"""Actions that are no person's act."""

ON_A_PAGE = {
    "table.ask": "of the act that is asked for, which sends what its player said",
    "table.propose": "of the roll that it is for: chips beside its bonus dice",
    "table.take_back": "of whoever has the bonus: a chip on their card",
    "table.change_policy": "of the campaign's settings, which sends all that it shows",
    "table.change_portrait": "of whoever is portrayed, with the image",
    "table.change_settings": "of the campaign's settings, which sends all that it shows",
    "table.fresh_draws": "of the undone entry whose draws it drops: period and slot are what that page knows",
    "table.place_member": "of the member",
    "table.redact": "of the entry whose words go",
    "table.reveal": "of the sealed entries that are opened",
    "table.reveal_draws": "of reveal night, which knows the secret",
    "table.settle": "of the open question",
    "table.show": "of the text that the GM shows, with whom it is for",
    "table.show_picture": "of the picture that the GM chooses, with whom it is for",
    "table.take_seat": "of the seats: whoever sits down is who is signed in",
    "table.undo": "of the entry that is taken back, which counts what goes along",
    "table.whisper": "of the whisper, which knows who will read it",
}
"""Acts on an entry, a member, a question or the draws: they are played on the page of that thing."""

BY_OVERRIDE_ALONE = {"fallen.heal": "comes as game time passes, and otherwise by Override (FAL-HEALTH-08)"}
"""Acts that are in the palette and refused there, unless the GM overrides what forbids them."""

AT_THE_TABLE: dict[str, dict[str, Any]] = {
    "table.create": {"about": {"kind": "gun", "name": "Old pistol"}},
    "table.edit": {
        "record": {"id": "mara"},
        "reason": "misread",
        "changes": [{"field": "stamina", "set": 5}],
    },
    "table.note": {"words": "It rains.", "about": ["mara"]},
    "table.ruling": {"words": "As with doors.", "clause": "TAB-TIME-01"},
    "table.begin_session": {"name": "First night"},
    "table.end_session": {},
    "table.begin_scene": {"name": "The cellar"},
    "table.end_scene": {},
    "table.advance_clock": {"seconds": 3600},
    "table.begin_turn": {"who": {"id": "mara"}},
    "table.end_round": {},
    "table.end_fight": {},
}
"""What is typed into the forms of the table, in a world with one character, mara."""

BEGUN_ELSEWHERE = {
    "fallen.initiative": "once the GM has called somebody into a fight",
    "fallen.damage": "with the net of an attack, which a question tells",
    "fallen.defend": "against the net of an attack, which a question tells",
    "fallen.hit": "with the net of an attack, which a question tells",
    "fallen.soak": "against the damage of a hit",
    "fallen.strike": "on somebody whose player is asked first how they defend",
    **dict.fromkeys(sorted(RESISTED), "on somebody whose player is asked first how they resist"),
    "pandemonium.boosted_attack": "with what the attack and its target came to",
    DEFEND: "against a blow, which a question tells",
    "pandemonium.reap": "of the wounds that a spell did",
    "pandemonium.transfer": "to those who agree for themselves",
    "sorcerer.resolve_attack": "against what its target has answered, which the round knows",
    "sorcerer.bind": "with what the GM says of the demon's Need and Desire",
}
"""Acts that rest on what an earlier roll came to: a player is asked for them, or the GM plays them."""

OPEN_BEFORE = {
    "table.end_session": ("table.begin_session",),
    "table.begin_scene": ("table.begin_session",),
    "table.end_scene": ("table.begin_session", "table.begin_scene"),
}


@dataclass(frozen=True)
class Worked:
    """A case with what it comes to, as its file has it."""

    vector: Mapping[str, Any]

    @property
    def expected(self) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.vector.get("expect", {})
        return found

    @property
    def faces(self) -> list[Any]:
        return list(self.vector.get("draws", []))


def worked_for(action: str, *, by_player: bool) -> Worked:
    """The first case of an action that leaves nothing to a past that it does not tell of."""
    if action in AT_THE_TABLE:
        return Worked({"action": action, "input": AT_THE_TABLE[action]})
    for worked in worked_cases(action):
        if not by_player or is_players(worked):
            return worked
    raise LookupError(f"no case plays {action}")


def worked_cases(action: str) -> Iterator[Worked]:
    """All cases of an action of a system that leave nothing to a past."""
    for vector in _vectors(action.partition(".")[0]):
        if vector["action"] == action and not _has_a_past(vector["input"]):
            yield Worked(vector)


def make_world(game: Game, worked: Worked) -> Case:
    """The records of a case, and what happened before it."""
    action = worked.vector["action"]
    if action in AT_THE_TABLE:
        return _at_the_table(game, action)
    case = stored_cases.read_case(action, worked.vector["input"])
    stored_cases.store(game, case)
    BEFORE.get(action, _nothing)(game, case)
    return case


def _at_the_table(game: Game, action: str) -> Case:
    case = Case(action)
    case.ids["mara"] = game.make("character", "Mara", stamina=4)
    for earlier in OPEN_BEFORE.get(action, ()):
        game.act(earlier, {"name": ""})
    given = json.dumps(AT_THE_TABLE[action])
    for name, made in case.ids.items():
        given = given.replace(f'"{name}"', f'"{made}"')
    case.given = json.loads(given)
    return case


def hand_over(game: Game, case: Case, player: Membership) -> str | None:
    """Whoever acts in a case becomes a player's; their record."""
    path = acting_path(asks_of(catalogue.find(case.action).input_type), palette.acting_nouns(case.action))
    if path is None or case.action in AT_THE_TABLE:
        return None
    value: Any = case.given
    for step in path.split("."):
        value = value[int(step)] if step.isdecimal() else value[step]
    record = Record.objects.get(pk=value["id"] if isinstance(value, dict) else value)
    about = {"kind": record.kind, "name": record.name, "owner": str(player.pk), "visibility": "table"}
    game.act("table.edit", {"record": {"id": str(record.pk)}, "reason": "handed over", "about": about})
    return str(record.pk)


def as_typed(case: Case) -> dict[str, Any]:
    """What a person gives of a case: nobody types the id of what the act makes."""
    given: dict[str, Any] = _without(case.given, set(case.born.values()))
    links = given.get("links")
    return {**given, "links": [dict(zip(("one", "other"), pair, strict=True)) for pair in links or ()]}


def players_actions() -> list[str]:
    """What a player may play from the palette."""
    return [name for name in played_actions() if not is_gms(name) and name not in BEGUN_ELSEWHERE]


def played_actions() -> list[str]:
    """Everything in the catalogue that is a person's to play from the palette."""
    return [name for name in catalogue.ACTIONS if name not in {*NOBODYS, *ON_A_PAGE, *BY_OVERRIDE_ALONE}]


@cache
def _vectors(system: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((VECTORS / f"{system}.json").read_text(encoding="utf-8"))
    return [vector for vector in found if "outcome" in vector["expect"]]


def _has_a_past(given: Mapping[str, Any]) -> bool:
    """Whether the log would have to tell of earlier attempts."""
    return any(given.get(name) for name in ("retry", "immediate", "by_name", "contained", "helped", "ambush"))


def is_players(worked: Worked) -> bool:
    """Whether a player gives all of it: nothing that a roll decided, nothing that somebody else decides.

    Nor does the Host run anybody in it: what a player plays is thrown from the Players' Deck.
    """
    given = worked.vector["input"]
    beyond = _beyond_a_player(catalogue.find(worked.vector["action"]).input_type, given)
    return '"horror"' not in json.dumps({**given, "decks": None}) and next(beyond, None) is None


def _beyond_a_player(
    struct: type[Struct], given: Mapping[str, Any], path: str = "", *, is_others: bool = False
) -> Iterator[str]:
    """Paths of what a player who plays whoever acts does not give."""
    for slot in slots_of(struct).values():
        if slot.name not in given or given[slot.name] == slot.default:
            continue
        value, here = given[slot.name], f"{path}{slot.name}"
        is_theirs = is_others or slot.mark(SideOf) is not None
        if slot.given_by == "result" or (is_theirs and slot.mark(Decision) is not None):
            yield here
        inner = struct_in(slot.kind)
        for one in value if isinstance(value, list) else [value]:
            if inner is not None and isinstance(one, Mapping):
                side = is_theirs or (slot.mark(FromRecord) is not None and bool(path or slot.name != "actor"))
                yield from _beyond_a_player(inner, one, f"{here}.", is_others=side)


def _without(given: Any, paths: set[tuple[str, ...]], here: tuple[str, ...] = ()) -> Any:
    if isinstance(given, dict):
        inner = {name: (value, (*here, name)) for name, value in given.items()}
        return {name: _without(value, paths, at) for name, (value, at) in inner.items() if at not in paths}
    if isinstance(given, list):
        return [_without(one, paths, (*here, str(number))) for number, one in enumerate(given)]
    return given


def _punished_before(game: Game, case: Case) -> None:
    """A Punishment that failed, a day ago: only then does a demon try to throw one off."""
    otto = game.make("character", "Otto", stamina=3, will=4, lore=2, humanity=3, state="active")
    demon = case.given["demon"]["id"]
    game.edit(demon, state="present", power=4, will=4, lore=3)
    given = {"sorcerer": {"id": otto}, "demon": {"id": demon}}
    game.act("sorcerer.punish", given, hand=(1, 1, 1, 1, 12, 12, 12))
    clock.advance(actor=game.gm, seconds=86_400, key=game.key())


def _nothing(game: Game, case: Case) -> None:
    """Nothing happened before."""


def _holding_back(game: Game, case: Case) -> None:
    """Who waits, and for whom, stands with them since the order before."""
    for fighter in case.given["fighters"]:
        game.edit(fighter["id"], in_combat=True, in_order=True)
    for waits in case.known.get("delays", ()):
        game.edit(waits["id"], holds_back=True, ahead_of=waits["before"])


BEFORE: dict[str, Callable[[Game, Case], None]] = {
    "sorcerer.recover_power": _punished_before,
    "fallen.order_actions": _holding_back,
}
