"""What an act leaves for the rituals after it: whether the next attempt is a further one, who helps, who calls whom.

What a sorcerer has tried stands on their own record, what has been done about a demon on the demon's. All of it is said
anew by each act as a number, so that of two acts that say the same either may be undone.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

import msgspec
from msgspec import Struct

from rules.kernel.clock import DAY, HOUR, now_of
from rules.kernel.effects import Effect, set_to
from rules.kernel.procedure import FollowUp, State
from rules.kernel.values import Value, Values, as_whole
from rules.sorcerer.allowed import ANSWER, BIND, CHECK, END
from rules.sorcerer.banish import BanishInput
from rules.sorcerer.bind import BindInput
from rules.sorcerer.contact import ContactInput
from rules.sorcerer.contain import ContainInput
from rules.sorcerer.group_ritual import GroupRitualInput
from rules.sorcerer.punish import PunishInput, RecoverPowerInput
from rules.sorcerer.state import stored
from rules.sorcerer.summon import SummonInput

CONTACT: Final = "sorcerer.contact"
SUMMON: Final = "sorcerer.summon"
GROUP: Final = "sorcerer.group_ritual"
RETRIED: Final = (CONTACT, SUMMON, "sorcerer.banish", "sorcerer.punish")
NO_DELAY: Final = (CONTACT, ANSWER, CHECK, END, "sorcerer.create_demon")
"""Acts on a Contact after which a Summoning still follows at once, or none follows at all (SOR-SUMMON-06)."""
CALLS: Final = {CONTACT: "SOR-CONTACT-01", SUMMON: "SOR-SUMMON-01", BIND: "SOR-BIND-01"}
MOST_DAYS: Final = 3_650


Helped = ContactInput | SummonInput | ContainInput | BanishInput
"""The rituals that others may help with (SOR-GROUP-01)."""


class Came(NamedTuple):
    """Of an outcome what is counted on later: whether it succeeded, and the dice that helpers won."""

    success: bool = False
    bonus: int = 0

    @classmethod
    def of(cls, outcome: Struct) -> "Came":
        return cls(bool(getattr(outcome, "success", False)), getattr(outcome, "bonus", 0))


def failed_key(action: str, demon: str) -> str:
    """Where a sorcerer's record counts failed attempts since the last success, in this scene (SOR-RITUAL-11)."""
    return f"failed.{_verb(action)}.{demon}"


def help_key(ritual: str, demon: str | None) -> str:
    """Where a sorcerer's record has the dice that others won for the next attempt (SOR-GROUP-03)."""
    return f"help.{ritual}.{demon}" if demon is not None else f"help.{ritual}"


def won_by_helpers(action: str, given: Helped, state: State) -> int:
    """The dice that others have won for this ritual and that nobody has used (SOR-GROUP-05)."""
    return as_whole(stored(state, given.sorcerer.id, _help_for(action, given), 0))


def has_failed(state: State, action: str, sorcerer: str, demon: str) -> bool:
    """Whether an attempt now would be a further one (SOR-RITUAL-11)."""
    return action in RETRIED and bool(stored(state, sorcerer, failed_key(action, demon), 0))


def is_immediate(state: State, sorcerer: str, demon: str) -> bool:
    """Whether a Summoning now would be made directly after its Contact (SOR-SUMMON-06)."""
    return not has_failed(state, SUMMON, sorcerer, demon) and not stored(state, demon, "delays", 0)


def days_since_punishment(state: State, demon: str) -> int:
    """Whole days since a demon was last Punished or last tried to throw it off (SOR-PUNISH-09).

    Where neither is known, the GM wrote the Punishment down, and nothing says that it was lately.
    """
    at = stored(state, demon, "punished_at")
    return MOST_DAYS if at is None else min(MOST_DAYS, (now_of(state) - int(at)) // DAY)


def held_for(contact: Values) -> int:
    """The seconds of a Contact's present hour that do not count: each attempt takes one (SOR-SUMMON-08)."""
    return as_whole(contact.get("tries", 0)) * HOUR


def left_by(action: str, given: Struct, came: Came, state: State) -> Iterator[FollowUp]:
    """What an act leaves, each under the clause that counts on it later."""
    for clause, found in (
        ("SOR-RITUAL-11", _failed(action, given, came, state)),
        ("SOR-SUMMON-06", _delays(action, given, came, state)),
        ("SOR-SUMMON-08", _holds(given, came, state)),
        ("SOR-PUNISH-09", _punished(given, state)),
        ("SOR-GROUP-03", _help(action, given, came, state)),
        (CALLS.get(action, ""), _calls(given, state)),
    ):
        effects = tuple(found)
        if effects:
            yield FollowUp(clause, effects)


def at_scene_end(ident: str, fields: Values) -> Iterator[Effect]:
    """With all strain of a scene it is forgotten what was tried in it (SOR-RITUAL-11)."""
    return (set_to(ident, name, None) for name in sorted(fields) if name.startswith("failed."))


def _failed(action: str, given: Struct, came: Came, state: State) -> Iterator[Effect]:
    if not isinstance(given, ContactInput | SummonInput | BanishInput | PunishInput):
        return
    if isinstance(given, PunishInput) and given.is_own:
        return  # SOR-PUNISH-02: one's own demon has no say, so nothing is tried
    key = failed_key(action, given.demon.id)
    before = int(stored(state, given.sorcerer.id, key, 0))
    if not came.success:
        yield set_to(given.sorcerer.id, key, before + 1)
    elif before:
        yield set_to(given.sorcerer.id, key, None)


def _delays(action: str, given: Struct, came: Came, state: State) -> Iterator[Effect]:
    """A Contact made or prolonged begins anew; anything else done about the demon comes between."""
    if isinstance(given, ContactInput) and came.success:
        yield set_to(given.demon.id, "delays", 0)
    elif action not in NO_DELAY:
        for demon in _in_contact(given, state):
            yield set_to(demon, "delays", int(stored(state, demon, "delays", 0)) + 1)


def _holds(given: Struct, came: Came, state: State) -> Iterator[Effect]:
    if isinstance(given, SummonInput) and not came.success:
        yield set_to(given.contact.id, "tries", int(stored(state, given.contact.id, "tries", 0)) + 1)


def _punished(given: Struct, state: State) -> Iterator[Effect]:
    if isinstance(given, PunishInput | RecoverPowerInput):
        yield set_to(given.demon.id, "punished_at", now_of(state))


def _help(action: str, given: Struct, came: Came, state: State) -> Iterator[Effect]:
    """Others helped, or the ritual that they helped with is tried."""
    if isinstance(given, GroupRitualInput):
        demon = given.demon.id if given.demon else None
        yield from _changed(state, given.primary, help_key(given.ritual, demon), came.bonus or None)
    elif isinstance(given, Helped):
        yield from _changed(state, given.sorcerer.id, _help_for(action, given), None)


def _help_for(action: str, given: Helped) -> str:
    return help_key(_verb(action), None if isinstance(given, ContainInput) else given.demon.id)


def _calls(given: Struct, state: State) -> Iterator[Effect]:
    """Who has to do with calling a demon: whoever contacts, Summons or Binds it."""
    if isinstance(given, ContactInput | SummonInput | BindInput):
        key = f"callers.{given.sorcerer.id}"
        yield set_to(given.demon.id, key, int(stored(state, given.demon.id, key, 0)) + 1)


def _in_contact(given: Struct, state: State) -> list[str]:
    """The demons in Contact that an input names."""
    reached = [
        ident
        for ident, one in state.records.items()
        if one.kind == "demon" and one.fields.get("state") == "contacted"
    ]
    named = set(_texts(msgspec.to_builtins(given))) if reached else set()
    return [ident for ident in reached if ident in named]


def _texts(value: Value) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from _texts(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _texts(one)


def _changed(state: State, ident: str, name: str, value: Value) -> Iterator[Effect]:
    if stored(state, ident, name) != value:
        yield set_to(ident, name, value)


def _verb(action: str) -> str:
    return action.partition(".")[2]
