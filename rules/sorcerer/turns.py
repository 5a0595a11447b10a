"""Turns of a round that come and leave nothing to decide, and what they were about (SOR-CONFLICT-11, SOR-GUN)."""

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct

from rules.kernel.effects import Effect, set_to
from rules.kernel.procedure import FollowUp, State, changed
from rules.kernel.result import Result
from rules.sorcerer.answers import GoAstrayInput
from rules.sorcerer.attacks import ResolveAttackInput
from rules.sorcerer.guns import gun_to
from rules.sorcerer.procedures.conflict import PASSES, course, order_of
from rules.sorcerer.progress import progress
from rules.sorcerer.rounds import ConflictRoundInput
from rules.sorcerer.state import stored

ANSWER_ATTACK: Final = "sorcerer.answer_attack"
GO_ASTRAY: Final = "sorcerer.go_astray"
READY_GUN: Final = "sorcerer.ready_gun"
MOVES: Final = (ConflictRoundInput, ResolveAttackInput, GoAstrayInput)
"""The acts after which it is another action's turn."""


def turns_pass(action: str, given: Struct, result: Result, state: State) -> Iterator[FollowUp]:
    """Turns that have come by now and leave nothing to decide are over (SOR-CONFLICT-11)."""
    if not isinstance(given, MOVES):
        return
    left = (effect for one in progress(action, given, result.outcome, state) for effect in one.effects)
    effects = tuple(_passing(changed(state, (*result.effects, *left))))
    if effects:
        yield FollowUp("SOR-CONFLICT-11", effects)


def _passing(state: State) -> Iterable[Effect]:
    acting = course(state).acting
    if acting is None or stored(state, acting, "round_stray"):
        return
    for who in order_of(state):
        if stored(state, who, "turn") != "pending":
            continue
        said = stored(state, who, "round_action")
        if said not in PASSES:
            return
        yield set_to(who, "turn", "resolved")
        yield from _readied(state, who, said)


def _readied(state: State, who: str, said: str) -> Iterator[Effect]:
    """What has taken the round to draw is drawn, and what has taken it to aim is aimed (SOR-GUN-01, SOR-GUN-02)."""
    gun = gun_to(said, state, who) if said in ("draw", "aim") else None
    if gun is not None and said == "draw":
        yield set_to(gun, "drawn", True)
    elif gun is not None:
        yield set_to(gun, "aimed_at", stored(state, who, "round_target"))
