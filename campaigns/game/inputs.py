"""What the application fills in of an action's input."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy

from campaigns.game.entries import Step
from campaigns.game.terms import Deriver, Hides, Path, Text

if TYPE_CHECKING:
    from campaigns.models import Campaign, Membership
    from campaigns.viewing import Viewer
    from rules.kernel.values import Values


def _nothing_unseen(_step: Step, _hides: Hides, _is_drawn: bool) -> Iterator[tuple[Path, str]]:
    yield from ()


def _nothing_is_over(_campaign: "Campaign", _action: str, _member: "Membership") -> frozenset[str]:
    return frozenset()


@dataclass(frozen=True)
class OfferedDice:
    """A row that is proposed for a list of an act, and what the box is called by which it is taken."""

    label: str
    row: "Values"


def _nothing_proposed(_campaign: "Campaign", _record: str) -> OfferedDice | None:
    return None


def _nothing_helps(_viewer: "Viewer", _campaign: str, _who: str) -> "Sequence[Help]":
    return ()


def _of_the_situation(dice: int) -> "Sequence[Values]":
    return ({"source": "situation", "dice": dice},)


@dataclass(frozen=True)
class Carried:
    """Dice that records hold for a roll: what the box says, the row, and whether players take it in any case."""

    id: str
    label: str
    row: "Values"
    is_usual: bool = False


def _nothing_carried(_viewer: "Viewer", _campaign: str, _who: str) -> "Sequence[Carried]":
    return ()


@dataclass(frozen=True)
class Help:
    """A record that may help a roll: what its box says, and whether it touches whoever rolls."""

    id: str
    label: str
    is_near: bool = True


@dataclass(frozen=True, kw_only=True)
class Helping:
    """Records that may help the rolls of a game: they are ticked, and everything else of them is read."""

    offered: Callable[["Viewer", str, str], "Sequence[Help]"] = _nothing_helps
    """Which, for these eyes: of a campaign, and of whoever rolls, empty where nobody is named yet."""
    told: Text = ""
    """What whoever ticks one has to know."""
    others: Text = ""
    """What those are called that do not touch whoever rolls."""
    one_alone: Text = ""
    """What whoever ticks more than one is told; empty where several count."""
    opposes: Mapping[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)
    """Where the records are named that a roll opposes, so that none of them helps it: by action and pool."""
    never: frozenset[str] = frozenset()
    """The parts of acts whose rolls none of them helps, by name."""
    several: frozenset[str] = frozenset()
    """Lists by name that help no roll: all that is ticked counts, and the field's own words say for what."""


@dataclass(frozen=True, kw_only=True)
class Awards:
    """The dice that the GM awards in a game: rows of the lists of its acts whose names end with `modifiers`."""

    clause: str = "TAB-GRANT-01"
    """The clause by which the GM awards them."""
    title: Text = field(default_factory=lambda: gettext_lazy("Bonus dice"))
    """What they are called."""
    rows: Callable[[int], "Sequence[Values]"] = _of_the_situation
    """The rows by which so many of them stand in such a list, without the GM's words."""
    own_sources: frozenset[str] = frozenset()
    """Sources of rows that nobody awards: what they give stands on the sheet of whoever rolls."""
    carried: Callable[["Viewer", str, str], "Sequence[Carried]"] = _nothing_carried
    """What records hold for a roll, for these eyes: of a campaign, and of whoever rolls."""
    sides: Mapping[tuple[str, str], str] = field(default_factory=dict)
    """Who rolls with a list that stands in nobody's part of an act, by action and field: the field that names them."""


@dataclass(frozen=True)
class Rather:
    """An act that somebody plays in another's place: why, by which clause, and what its form begins with."""

    why: str
    clause: str
    label: str
    action: str
    begins: Mapping[str, str]
    keeps: tuple[str, ...] = ()
    """The controls of the other's form whose values go along."""


@dataclass(frozen=True, kw_only=True)
class Inputs:
    """What the application fills in of an action's input, and what of a step stays with the GM."""

    derived: Mapping[tuple[str, str], Deriver] = field(default_factory=dict)
    """How a trait is worked out that is none of the record's own, by action and path."""
    perhaps: frozenset[tuple[str, str]] = frozenset()
    """Of what is derived, that of which nothing may tell, by action and field: then the GM gives it."""
    unsaid: Mapping[str, Callable[["Campaign", "Values"], frozenset[str]]] = field(default_factory=dict)
    """Which of these an act needs after what is said in its form, as nothing tells them yet, by action."""
    follows_from: Mapping[tuple[str, str], str] = field(default_factory=dict)
    """The stored field of whoever acts that names whom such a value is read from, by action and field."""
    begun: Mapping[str, Callable[["Campaign"], "Values"]] = field(default_factory=dict)
    """What the form of an action begins with, by action."""
    rather: Mapping[str, Callable[["Campaign", "Viewer", str], "Rather | None"]] = field(default_factory=dict)
    """The act that whoever acts plays in an action's place as things are, as far as a viewer may know: by action."""
    told: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Fields that `Playing.known` tells, so that no form asks for them, by action."""
    proposed: Mapping[tuple[str, str], str] = field(default_factory=dict)
    """For which lists a row is proposed, by action and path: the field that names whose it is."""
    proposal: Callable[["Campaign", str], OfferedDice | None] = _nothing_proposed
    """The row of a record, by its id; None where it has none."""
    proposed_unnamed: Text = ""
    """What the box is called before it is said whose row it is."""
    awards: Awards = Awards()
    """The dice that the GM awards."""
    helping: Helping = Helping()
    """What may help a roll."""
    in_sight: frozenset[str] = frozenset()
    """What its acts may go without, yet are mostly done with, by name: no form folds it away."""
    mostly_one: frozenset[str] = frozenset()
    """Kinds of records of which there is mostly one to name."""
    over: Callable[["Campaign", str, "Membership"], frozenset[str]] = _nothing_is_over
    """Records that an act of this name does not take, or not any more, of a member, by id: no control offers them."""
    none_left: Mapping[str, tuple[Text, Text]] = field(default_factory=dict)
    """What stands in the place of a form where nothing is left that its act takes: a title and what to know,
    by action."""
    named_by_id: Mapping[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)
    """The kinds of records that bare ids name whose type does not say: by the type that they stand in, and field."""
    secret: Mapping[str, tuple[Path, ...]] = field(default_factory=dict)
    """Paths in a step's document that only the GM may read, besides secret fields of records; `*`: every element."""
    known_as_sets: Mapping[str, tuple[tuple[str, ...], ...]] = field(default_factory=dict)
    """Of those, lists of which everybody knows what is in them and nobody the order."""
    unseen: Callable[[Step, Hides, bool], Iterator[tuple[Path, str]]] = _nothing_unseen
    """Paths in a step's document that only the GM may read because of what in it is unseen, and the name of each.

    Told besides whether dice or cards came in the act.
    """
