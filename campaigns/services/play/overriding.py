"""What the GM gives otherwise than it is known, and the clauses set aside for it: a step of its own before theirs."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from typing import get_args

from msgspec import UNSET, Struct

from campaigns.policy import NotAllowed, Rights
from campaigns.services.play.act_request import ActRequest, Override
from campaigns.services.play.built_input import Deviation, named_in
from rules import service
from rules.kernel.errors import InvalidInput, RulesError, RuleViolation
from rules.kernel.inputs import values_at
from rules.kernel.values import Value, Values, as_values
from rules.table.overriding import OverrideReason

STANDS = "TAB-OVERRIDE-01"
REASONS = get_args(OverrideReason)
LONGEST_WORDS = 500
_TRIED = Override("house_rule")
"""With which an act is tried that is not played, to see what an Override would not get past."""

_BY_PAGE: ContextVar[Override | None] = ContextVar("override", default=None)


@contextmanager
def by_page(override: Override | None) -> Iterator[None]:
    """What a page sent along with a form of its own: it holds for whatever that form plays.

    Not handed through each service on the way, of which none has anything to do with it.
    """
    token = _BY_PAGE.set(override)
    try:
        yield
    finally:
        _BY_PAGE.reset(token)


def overridden(request: ActRequest) -> ActRequest:
    """An act with the override that its page sent; what the clock or another entry brought is nobody's to override."""
    if request.override is not None or request.by_clock or request.cause is not None:
        return request
    return replace(request, override=_BY_PAGE.get())


def check(override: Override, rights: Rights) -> None:
    """Raise `NotAllowed` unless this member may override, and `InvalidInput` for a reason that there is not."""
    rights.check_override()
    if override.reason not in REASONS:
        raise InvalidInput(f"the reason is one of {', '.join(REASONS)}", field="override.reason")
    if len(override.words) > LONGEST_WORDS:
        raise InvalidInput(f"at most {LONGEST_WORDS} characters", field="override.words")


@dataclass
class Aside:
    """What one step does not take as it is known. Without an override everything is refused."""

    action: str
    override: Override | None
    is_offered: bool
    """Whether whoever acts may override."""
    rows: list[dict[str, Value]] = field(default_factory=list)
    lifted: set[str] = field(default_factory=set)
    """Paths of what the engine is told otherwise."""

    def take(self, deviations: Iterable[Deviation]) -> None:
        """Note what the GM gives otherwise, or refuse the first of it with what is known."""
        for one in deviations:
            if self.override is None:
                told = "this is known: Override gives something else"
                raise RuleViolation(told, field=one.path, clause=STANDS, known=one.known)
            self.rows.append({"field": _within(one.path), "known": one.known, "given": one.given})

    def refuse(self, refusal: RuleViolation | None, raw: Values) -> None:
        """Note the clause that forbids the step, with the value that it forbids, or raise the refusal."""
        if refusal is None:
            return
        if self.override is None:
            raise refusal
        row: dict[str, Value] = {"clause": refusal.clause}
        if refusal.known is not UNSET and refusal.field is not None:
            path = _within(refusal.field)
            given = next(values_at(raw, tuple(path.split("."))), None)
            row |= {"field": path, "known": refusal.known, "given": named_in(given)}
        # One clause may forbid an act and its values, and guard a value that was given otherwise.
        guarded = next((one for one in self.rows if "field" in row and one.get("field") == row["field"]), row)
        guarded["clause"] = refusal.clause
        if guarded not in self.rows:
            self.rows.append(guarded)

    def past_the_engine(self, given: Struct, raw: Values) -> Struct:
        """The input without what its engine refuses of the order of play; the GM's alone, who may set it aside."""
        told: Value = raw
        while self.is_offered and (refusal := service.refused(self.action, given)) is not None:
            path = _within(refusal.field or "")
            if self.override is None or refusal.otherwise is UNSET or path in self.lifted:
                raise refusal
            self.lifted.add(path)
            known, told = _replaced(told, path.split("."), refusal.otherwise)
            row = {"field": path, "known": known, "given": refusal.otherwise, "clause": refusal.clause}
            self.rows = [one for one in self.rows if one != {"clause": refusal.clause}] + [row]
            given = service.read(self.action, told)
        return given

    def step(self) -> Mapping[str, Value] | None:
        """The input of the step that tells it; None where nothing was set aside, for then nothing is to be told."""
        if self.override is None or not self.rows:
            return None
        return {
            "action": self.action,
            "what": self.rows,
            "reason": self.override.reason,
            "words": self.override.words,
        }


def settle(aside: Aside, checked: Callable[[Aside], Struct]) -> Struct:
    """The input as `checked` lets it be played.

    An Override is offered only where it gets past everything that refuses.
    """
    try:
        return checked(aside)
    except RuleViolation as refusal:
        if aside.override is not None or not aside.is_offered:
            raise
        with suppress(RulesError, NotAllowed):
            checked(Aside(aside.action, _TRIED, is_offered=True))
            refusal.may_set_aside = True
        raise


def _replaced(value: Value, path: Sequence[str], other: Value) -> tuple[Value, Value]:
    """What an input had at a path, and the input with something else there."""
    first, *rest = path
    if isinstance(value, list | tuple):
        at = int(first)
        had, new = _replaced(value[at], rest, other) if rest else (value[at], other)
        return had, [*value[:at], new, *value[at + 1 :]]
    inner = as_values(value).get(first)
    had, new = _replaced(inner, rest, other) if rest else (inner, other)
    return had, {**as_values(value), first: new}


def _within(path: str) -> str:
    """A path without the input that it lies in."""
    return path.removeprefix("input.")
