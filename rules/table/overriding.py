"""The GM's way round what is known: values given otherwise, and clauses of the order of play set aside."""

from typing import Annotated, Any, Literal

from msgspec import Meta

from rules.kernel.draws import Draws
from rules.kernel.origins import GM, PROCEDURE, TEXT, by
from rules.kernel.parsing import wrong
from rules.kernel.result import Result, cite
from rules.kernel.types import Id, Input, OptionalText
from rules.table.outcomes import Overrode

OverrideReason = Literal["house_rule", "mistake", "story", "at_the_table"]


class Otherwise(Input):
    """A field, by its path in the act's input, with what was known of it and what was given, or a clause set aside.

    A field that a clause guards is both.
    """

    field: Annotated[str, Meta(min_length=1, max_length=200)] | None = None
    known: Any = None
    given: Any = None
    clause: Id | None = None

    def __post_init__(self) -> None:
        if self.field is None and self.clause is None:
            raise wrong("field", "name a field that is given otherwise, or a clause that is set aside")


class OverrideInput(Input):
    """What the act that follows in the same entry does not take as it is known, and why: `{field, known, given}`,
    `{clause}`, or both. The door works it out; the reason and the words are the GM's."""

    action: Annotated[Id, PROCEDURE]
    what: Annotated[tuple[Otherwise, ...], Meta(min_length=1, max_length=100), PROCEDURE]
    reason: Annotated[OverrideReason, GM, by("TAB-OVERRIDE-03")]
    words: Annotated[OptionalText, GM, TEXT, by("TAB-OVERRIDE-03")] = ""


def override(given: OverrideInput, draws: Draws) -> Result:
    """Say what is given otherwise than it is known (TAB-OVERRIDE-01), and which clauses are set aside (02)."""
    values = sum(one.field is not None for one in given.what)
    clauses = sum(one.clause is not None for one in given.what)
    cited = cite("TAB-OVERRIDE-01" if values else None, "TAB-OVERRIDE-02" if clauses else None)
    return Result(Overrode(values=values, clauses=clauses), clauses=cited)
