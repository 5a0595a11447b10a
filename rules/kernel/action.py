"""One row of the catalogue."""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from msgspec import Struct

from rules.kernel.draws import Draws
from rules.kernel.result import Result


class Chances(Struct, frozen=True):
    """The exact odds of an input, under the names that its action's spec gives, and the clauses that shaped them."""

    odds: Mapping[str, Any]
    clauses: tuple[str, ...] = ()


Engine = Callable[[Any, Draws], Result]
"""`(input, draws) -> Result`: refuses by raising before the first draw."""

Odds = Callable[[Any], Chances]
"""`(input) -> Chances`: refuses as the engine does; a sure result has chances of 1 and 0."""


@dataclass(frozen=True)
class Action:
    """An action of a system: its name, who decides it, what its odds are. It is read as its engine takes it."""

    name: str
    engine: Engine
    odds: Odds | None = None
    settings: tuple[str, ...] = ()
    """The campaign settings that its rules read; only these are sent to the engine and logged."""
    result_when_sure: bool = False
    """Whether a request without draws whose input rolls nothing is answered with the result instead of odds."""
    odds_only: bool = False
    """Whether the action has odds and nothing to play: a request with an empty list of draws gets its odds too."""
    draws_without_odds: bool = False
    """Whether it draws though nobody is told any odds of it before, as a deck is shuffled."""

    @cached_property
    def input_type(self) -> type[Struct]:
        first, *_draws = inspect.signature(self.engine, eval_str=True).parameters.values()
        kind: type[Struct] = first.annotation
        return kind

    @property
    def may_draw(self) -> bool:
        """Whether dice are rolled or cards drawn in it at all."""
        return self.odds is not None or self.draws_without_odds

    @property
    def system(self) -> str:
        return self.name.partition(".")[0]

    @property
    def verb(self) -> str:
        return self.name.partition(".")[2]
