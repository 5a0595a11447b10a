"""What an action gives back."""

from typing import TypedDict

import msgspec
from msgspec import Struct

from rules.kernel.effects import Effect, EffectRow
from rules.kernel.values import Values


class Answer(TypedDict):
    """A result as the contract writes it."""

    outcome: Values
    effects: list[EffectRow]
    clauses: list[str]
    draws_used: int


class Result(Struct, frozen=True):
    """An action's outcome (a frozen Struct of its own), its effects in order, and the clauses that decided it.

    `draws_used` is filled in by `rules.service.perform`; an engine leaves it at 0.
    """

    outcome: Struct
    effects: tuple[Effect, ...] = ()
    clauses: tuple[str, ...] = ()
    draws_used: int = 0

    def as_answer(self) -> Answer:
        """The result as the contract writes it, in plain JSON values."""
        answer: Answer = msgspec.to_builtins(self)
        return answer


def cite(*clauses: str | None) -> tuple[str, ...]:
    """Clause ids in the order given, each once; None stands for a clause that did not apply."""
    return tuple(dict.fromkeys(filter(None, clauses)))
