"""Whom pain keeps from acting, by whatever act: only a sorcerer's will overrides it (SOR-WILL-01, SOR-WILL-02)."""

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct

from rules.kernel.effects import set_to
from rules.kernel.errors import RuleViolation
from rules.kernel.procedure import FollowUp, State
from rules.kernel.values import as_whole
from rules.sorcerer.rolls import RollInput, is_overridden
from rules.sorcerer.state import stored

UNHURT: Final = "humanity"
"""The score that no penalty cuts (SOR-HUMANITY-15)."""


def in_pain(given: Struct, performers: Iterable[str], state: State) -> RuleViolation | None:
    """Why whoever rolls or performs a ritual does not act now."""
    if isinstance(given, RollInput):
        acting = given.acting
        if acting.score == UNHURT or is_overridden(acting):
            return None
        return _held(acting.id, "input.acting", state)
    held = (_held(who, "input.sorcerer", state) for who in performers)
    return next(filter(None, held), None)


def spent_override(given: Struct, state: State) -> Iterator[FollowUp]:
    """Dice won by sheer will are the pool of the next action, and of no other (SOR-WILL-04)."""
    if isinstance(given, RollInput) and is_overridden(given.acting):
        yield FollowUp("SOR-WILL-04", (set_to(given.acting.id, "override", 0),))


def _held(who: str, field: str, state: State) -> RuleViolation | None:
    penalties = sum(as_whole(stored(state, who, name, 0)) for name in ("temporary", "lasting"))
    stamina = as_whole(stored(state, who, "stamina", 0))
    if penalties <= stamina or stored(state, who, "stamina") is None:
        return None
    if penalties > 2 * stamina:
        return RuleViolation("they are helpless", field=field, clause="SOR-WILL-02")
    told = "in too much pain to act: only an override by sheer will lets a sorcerer roll Stamina"
    return RuleViolation(told, field=field, clause="SOR-WILL-01")
