"""How single values of a game are asked for, and what they tell."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from campaigns.game.terms import Text

if TYPE_CHECKING:
    from campaigns.models import Campaign
    from campaigns.viewing import Viewer
    from rules.kernel.values import Value

Choices = Sequence[tuple[str, str | list[tuple[str, str]]]]
"""What a control offers: values with their words, in named groups or not."""
Groups = Sequence[tuple[Text, Collection[str]]]
"""What groups of records are called, in order, and the ids of those in each."""


@dataclass(frozen=True, kw_only=True)
class Names:
    """Names that a text may hold: what is offered while somebody types."""

    on_sheets: tuple[tuple[str, str], ...] = ()
    """The kinds and fields that have them."""
    besides: tuple[str, ...] = ()
    """Those that no sheet has to have."""
    in_form: tuple[str, str] | None = None
    """Where the form itself gives the names: its rows, and the control in each."""
    usual: tuple[Text, ...] = ()
    """What is offered as long as the form gives none."""
    coded: Literal["none", "besides", "all"] = "none"
    """Which of them are kept in small letters with underscores."""


def _as_it_is(value: "Value") -> "Value":
    return value


@dataclass(frozen=True)
class Shape:
    """What is asked of a stored value whose declared type leaves its parts open: the type that its rules give it."""

    type: Any
    asked: Callable[["Value"], "Value"] = _as_it_is
    """The stored value as its controls show it."""
    typed: Callable[["Value"], "Value"] = _as_it_is
    """What was typed, before its type is checked."""
    stored: Callable[["Value"], "Value"] = _as_it_is
    """What fits its type, as it is stored; `InvalidInput` names the part that does not go with the others."""
    parts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Of rows that are of one `type` or another, the parts of each."""
    worked_out: frozenset[str] = frozenset()
    """Parts that follow from something else, so that nobody is asked for them."""


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
    choices: Mapping[tuple[str, str], Callable[["Campaign"], Choices]] = field(default_factory=dict)
    """What a control offers where rules forbid the rest of what its type holds, by action and control, without the
    numbers of rows."""
    picked: Mapping[tuple[str, str], tuple[str, Callable[["Campaign", str, bool], Choices]]] = field(
        default_factory=dict
    )
    """Names that are picked and not typed, by action and control: the field that says of whom, and what is offered of
    them, or of everybody whom a GM or a player sees."""
    said_outright: Mapping[tuple[str, str], Text] = field(default_factory=dict)
    """Picks that whoever is called for an act makes, by action and control, and what they pick where none applies."""
    of_roller: Mapping[str, Callable[["Campaign", str, str, bool], Sequence[tuple[str, str]]]] = field(
        default_factory=dict
    )
    """Several names that are picked from the sheet of whoever rolls, by what they are: what is offered, of them or of
    everybody, at an action's control."""
    players_choose: Mapping[tuple[str, str], frozenset[str]] = field(default_factory=dict)
    """Of what a control offers, what players may choose, by action and control."""
    not_oneself: Mapping[tuple[str, str], str] = field(default_factory=dict)
    """Controls that offer everybody but whom another field names, by action and control."""
    grouped: Mapping[tuple[str, str], tuple[str, Callable[["Viewer", str, str], Groups]]] = field(
        default_factory=dict
    )
    """Controls that offer their records in groups, by action and control: the field that says for whom, and the groups
    for these eyes, of a campaign and of them. What is in no group comes first."""
    sections: Mapping[str, tuple[Text, bool]] = field(default_factory=dict)
    """What the rows of a model are called where a record is corrected, and whether they are folded while nothing has
    happened to them."""
    kept_of: frozenset[str] = frozenset()
    """Rows of which a correction shows together, under its name, all that they keep of one other record."""
    tracked: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)
    """The numbers that tell how somebody fares, by kind; of one with parts those that count together."""
    nameless: frozenset[str] = frozenset()
    """Kinds of records that nobody calls by a name, so that nothing is chosen by one of theirs."""
    belongings: Mapping[str, str] = field(default_factory=dict)
    """Kinds of records that go along with whoever they belong to, and the field that says whose they are."""
