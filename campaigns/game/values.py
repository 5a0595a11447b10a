"""The groups of a game that speak to people: its odds, how its values are asked for, how its acts are told."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from campaigns.queries.odds_questions import OddsQuestion
    from campaigns.queries.timeline import ShownEntry
    from campaigns.templatetags.telling_pools import ToldHand, ToldPool
    from rules.kernel.errors import RuleViolation

Given = Mapping[str, Any]
Event = Callable[[Given, Given, Given], tuple[bool, float]]
"""Whether something happened and the chance that it had, from an act's input, its outcome and its odds."""


@dataclass(frozen=True, kw_only=True)
class Odds:
    """What the odds explorer may be asked of a game, and what luck is measured by in it."""

    questions: Mapping[str, "OddsQuestion"] = field(default_factory=dict)
    """By the name that stands in the explorer's address: no two games have one alike."""
    events: Mapping[str, Event] = field(default_factory=dict)
    """Which event of a roll its odds spoke of, by action."""
    usual_event: Event | None = None
    """That of every other action."""


@dataclass(frozen=True, kw_only=True)
class Names:
    """Names that a text may hold: what is offered while somebody types."""

    on_sheets: tuple[tuple[str, str], ...] = ()
    """The kinds and fields that have them."""
    besides: tuple[str, ...] = ()
    """Those that no sheet has to have."""
    in_form: tuple[str, str] | None = None
    """Where the form itself gives the names: its rows, and the control in each."""
    usual: tuple[Any, ...] = ()
    """What is offered as long as the form gives none."""
    coded: Literal["none", "besides", "all"] = "none"
    """Which of them are kept in small letters with underscores."""


def _as_it_is(value: Any) -> Any:
    return value


@dataclass(frozen=True)
class Shape:
    """What is asked of a stored value whose declared type leaves its parts open: the type that its rules give it."""

    type: Any
    asked: Callable[[Any], Any] = _as_it_is
    """The stored value as its controls show it."""
    typed: Callable[[Any], Any] = _as_it_is
    """What was typed, before its type is checked."""
    stored: Callable[[Any], Any] = _as_it_is
    """What fits its type, as it is stored; `InvalidInput` names the part that does not go with the others."""
    parts: Mapping[Any, tuple[str, ...]] = field(default_factory=dict)
    """Of rows that are of one `type` or another, the parts of each."""


@dataclass(frozen=True, kw_only=True)
class Values:
    """What is known of single values: how they are asked for, whose they are, what they tell of somebody."""

    asked: Mapping[str, str] = field(default_factory=dict)
    """What is named in a text, a key of `names`, by its place in an input."""
    names: Mapping[str, Names] = field(default_factory=dict)
    """By what they are: no two games have one alike."""
    shapes: Mapping[tuple[str, str], Shape] = field(default_factory=dict)
    """By kind of record and field."""
    keys: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """What the entries of a map may be called, by field: words, and in braces a kind of record or another map."""
    choices: Mapping[tuple[str, str], Callable[[], Sequence[Any]]] = field(default_factory=dict)
    """What a control offers in groups where rules forbid the rest of what its type holds, by action and control."""
    sections: Mapping[str, tuple[Any, bool]] = field(default_factory=dict)
    """What the rows of a model are called where a record is corrected, and whether they are folded while nothing has
    happened to them."""
    tracked: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)
    """The numbers that tell how somebody fares, by kind; of one with parts those that count together."""
    nameless: frozenset[str] = frozenset()
    """Kinds of records that nobody calls by a name, so that nothing is chosen by one of theirs."""
    belongings: Mapping[str, str] = field(default_factory=dict)
    """Kinds of records that go along with whoever they belong to, and the field that says whose they are."""


def _nothing_drawn(_step: Given, _shown: "ShownEntry") -> Sequence[Any]:
    return ()


def _no_remedy(_error: "RuleViolation", _typed: Given) -> str:
    return ""


@dataclass(frozen=True, kw_only=True)
class Telling:
    """How the log and the forms tell what happens in a game."""

    sides: Mapping[str, tuple[str | None, str | None]] = field(default_factory=dict)
    """Which subjects of an input stand on the acting and on the opposing side of a contest, by action."""
    drawn: Callable[[Given, "ShownEntry"], Sequence["ToldPool | ToldHand"]] = _nothing_drawn
    """The pools and hands of a step, besides contests, in the order in which its outcome tells them."""
    instead: Mapping[tuple[str, str], str] = field(default_factory=dict)
    """The template that tells an act of the table with what a clause brought, not its own; by action and clause."""
    unnamed: Mapping[str, Any] = field(default_factory=dict)
    """What a record without a name is called, by kind."""
    codes: Mapping[str, str] = field(default_factory=dict)
    """Words for codes that are not in its vocabulary, such as kinds of records with a plain name."""
    values: Mapping[str, Callable[[Any], str]] = field(default_factory=dict)
    """How a stored value is told of which people know no more than that, by field."""
    no_news: frozenset[str] = frozenset()
    """Actions that keep the books: whatever they bring somebody, nobody did it to them."""
    remedies: Mapping[str, str] = field(default_factory=dict)
    """What makes an act legal, by the clause that forbids it now; to be translated."""
    ways: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """The page on which it is put right, where that is another one, and what leads there; by clause."""
    remedy_at: Callable[["RuleViolation", Given], str] = _no_remedy
    """The same as in `remedies` where it takes more than the clause: from the refusal and what the form was told."""
