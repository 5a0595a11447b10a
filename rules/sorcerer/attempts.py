"""What an act leaves for the rituals after it: whether the next attempt is a further one, who helps, who calls whom.

What a sorcerer has tried stands on their own record, what has been done about a demon on the demon's. All of it is said
anew by each act as a number, what is over too, so that of two acts that say the same either may be undone.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

import msgspec
from msgspec import Struct

from rules.kernel.clock import DAY, HOUR, now_of
from rules.kernel.effects import Effect, set_to
from rules.kernel.parsing import convert
from rules.kernel.procedure import FollowUp, State
from rules.kernel.values import Value, Values, as_whole
from rules.sorcerer.allowed import ANSWER, BIND, CHECK, END
from rules.sorcerer.banish import BanishInput
from rules.sorcerer.bind import BindInput
from rules.sorcerer.contact import ContactInput
from rules.sorcerer.contain import ContainInput, Scope
from rules.sorcerer.group_ritual import GroupRitualOutcome, HelperRoll
from rules.sorcerer.helping import left_by_helpers
from rules.sorcerer.punish import PunishInput, RecoverPowerInput
from rules.sorcerer.state import stored
from rules.sorcerer.summon import SummonInput

CONTACT: Final = "sorcerer.contact"
SUMMON: Final = "sorcerer.summon"
RETRIED: Final = (CONTACT, SUMMON, "sorcerer.banish", "sorcerer.punish")
NO_DELAY: Final = (CONTACT, ANSWER, CHECK, END, "sorcerer.create_demon")
"""Acts on a Contact after which a Summoning still follows at once, or none follows at all (SOR-SUMMON-06)."""
ANGERED: Final = {"sorcerer.banish": "SOR-BANISH-04", "sorcerer.punish": "SOR-PUNISH-05"}
CALLS: Final = {CONTACT: "SOR-CONTACT-01", SUMMON: "SOR-SUMMON-01", BIND: "SOR-BIND-01"}
MOST_DAYS: Final = 3_650

Rite = ContactInput | SummonInput | ContainInput | BindInput | BanishInput | PunishInput
"""What a sorcerer performs."""


class Came(NamedTuple):
    """Of an outcome what is counted on later: whether it succeeded, and the dice that each helper won."""

    success: bool = False
    rolls: Mapping[str, int] = {}

    @classmethod
    def of(cls, outcome: Struct) -> "Came":
        rolls: Iterable[HelperRoll] = outcome.rolls if isinstance(outcome, GroupRitualOutcome) else ()
        return cls(bool(getattr(outcome, "success", False)), {roll.id: roll.bonus for roll in rolls})


def failed_key(action: str, demon: str) -> str:
    """Where a sorcerer's record counts failed attempts since the last success, in this scene (SOR-RITUAL-11)."""
    return f"failed.{_verb(action)}.{demon}"


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


def knows_name(state: State, sorcerer: str, demon: str) -> bool:
    """Whether a sorcerer has had to do with this very demon, and so calls it by its name (SOR-CONTACT-01)."""
    if stored(state, demon, "summoned_by") == sorcerer:
        return True
    pair = {"sorcerer": sorcerer, "demon": demon}
    return any(
        one.kind in ("contact", "binding") and all(one.fields.get(name) == pair[name] for name in pair)
        for one in state.records.values()
    )


def is_contained(state: State, demon: str) -> bool:
    """Whether a Contain that stands holds this demon as it comes (SOR-SUMMON-07, SOR-CONTAIN-05)."""
    kind = str(stored(state, demon, "type") or "")
    return any(
        one.kind == "contain"
        and one.fields.get("state") == "standing"
        and convert(one.fields["scope"], Scope).holds(demon, kind)
        for one in state.records.values()
    )


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
        ("SOR-GROUP-03", left_by_helpers(action, given, came.rolls, state)),
        ("SOR-RITUAL-04", _takes_time(given, came, state)),
        (ANGERED.get(action, ""), _angers(given, came, state)),
        (CALLS.get(action, ""), _calls(given, state)),
    ):
        effects = tuple(found)
        if effects:
            yield FollowUp(clause, effects)


def at_scene_end(ident: str, fields: Values) -> Iterator[Effect]:
    """With all strain of a scene it is forgotten what was tried in it (SOR-RITUAL-11)."""
    return (set_to(ident, name, 0) for name in sorted(fields) if name.startswith("failed."))


def _failed(action: str, given: Struct, came: Came, state: State) -> Iterator[Effect]:
    if not isinstance(given, ContactInput | SummonInput | BanishInput | PunishInput):
        return
    if isinstance(given, PunishInput) and given.is_own:
        return  # SOR-PUNISH-02: one's own demon has no say, so nothing is tried
    key = failed_key(action, given.demon.id)
    before = stored(state, given.sorcerer.id, key)
    if not came.success:
        yield set_to(given.sorcerer.id, key, int(before or 0) + 1)
    elif before is not None:
        yield set_to(given.sorcerer.id, key, 0)


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


def _takes_time(given: Struct, came: Came, state: State) -> Iterator[Effect]:
    """A ritual takes about an hour, unless it is done on the spot (SOR-RITUAL-04, SOR-RITUAL-06).

    The hour of a Contact is none of those for which it is open: they begin when it is made.
    """
    if not isinstance(given, Rite) or given.snapshot:
        return
    who, now = given.sorcerer.id, now_of(state)
    yield set_to(who, "busy_until", max(now, as_whole(stored(state, who, "busy_until") or 0)) + HOUR)
    if isinstance(given, ContactInput) and came.success:
        contact = given.contact.id if given.contact else given.contact_id
        tries = int(stored(state, contact, "tries", 0))
        yield set_to(str(contact), "tries", tries + 1)


def _angers(given: Struct, came: Came, state: State) -> Iterator[Effect]:
    """A demon that withstood is angry with whoever tried (SOR-BANISH-04, SOR-PUNISH-05)."""
    if isinstance(given, BanishInput | PunishInput) and not came.success:
        key = f"angry.{given.sorcerer.id}"
        yield set_to(given.demon.id, key, int(stored(state, given.demon.id, key, 0)) + 1)


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


def _verb(action: str) -> str:
    return action.partition(".")[2]
