"""What a record's page is made of: blocks that a layout lists in order, each reading what this viewer may see."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol
from urllib.parse import urlencode

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from campaigns.game import Told
from campaigns.queries.cast import Member
from campaigns.queries.layouts.sigils import Sigil, plain
from campaigns.queries.waiting import Waiting
from campaigns.state.ids import RECORD_ID
from campaigns.state.kinds import words_from
from campaigns.viewing import Hidden
from rules import words
from rules.kernel.values import Value, Values

Text = str | Promise
Make = Callable[["RecordContext"], object]


@dataclass(frozen=True)
class ValueInWords:
    """A value in words; `record` and `kind` where it is a record with a page of its own."""

    text: str
    record: str = ""
    kind: str = ""


@dataclass(frozen=True)
class LabelledValue:
    """What something is called and what it is; `hidden` where the GM alone knows."""

    label: str
    said: tuple[ValueInWords, ...]
    hidden: bool = False


@dataclass(frozen=True)
class Block:
    """One part of a page as its template takes it: `template` is a file in templates/."""

    id: str
    title: str
    template: str
    content: Any
    empty: str = ""
    for_owner: bool = False
    """Whether it is for its player and the GM alone."""


@dataclass(frozen=True)
class RecordContext:
    """A record, and those around it that exist for the same viewer."""

    member: Member
    others: Mapping[str, Member]
    settings: Values = field(default_factory=dict)
    """The campaign's, by system and name, where what is shown goes by them."""
    questions: Sequence[Waiting] = ()
    """What waits, where it is told on the record's own page."""
    now: int = 0
    """The second of game time, there too."""

    @property
    def system(self) -> str:
        return words_from(self.member.kind)

    def value(self, name: str) -> Any:
        """A stored field; None where it has no value."""
        return self.member.fields.get(name)

    def under(self, prefix: str) -> Mapping[str, Value]:
        """The keys of a map, such as the stats of a character, with their values."""
        return self.member.maps.get(prefix, {})

    def label(self, name: str) -> str:
        return words.field_words(self.system, name)[0]

    def called(self, name: str) -> str:
        """What a stored field is called, as where it is corrected."""
        return words.stored_words(self.system, self.member.kind.rpartition(".")[2], name)[0]

    def name_of(self, record: str) -> ValueInWords:
        """Somebody or something by name, with the way to its page."""
        found = self.others.get(record)
        if found is None:
            return ValueInWords(_("someone hidden"))
        return ValueInWords(
            found.name or words.spelled_out(found.kind.rpartition(".")[2]), found.id, found.kind
        )

    def line(self, name: str, value: Told) -> LabelledValue:
        return LabelledValue(self.called(name), tuple(self.said(value)), hidden=isinstance(value, Hidden))

    def said(self, value: Told) -> Iterable[ValueInWords]:
        """A stored value in words, piece by piece."""
        if isinstance(value, list | tuple):
            for one in value:
                yield from self.said(one)
        elif isinstance(value, Mapping):
            for key, one in value.items():
                told = ", ".join(piece.text for piece in self.said(one))
                yield ValueInWords(f"{self.label(key)} {told}")
        elif isinstance(value, str) and RECORD_ID.fullmatch(value):
            yield self.name_of(value)
        elif isinstance(value, bool):
            yield ValueInWords(_("yes") if value else _("no"))
        elif value is not None and not isinstance(value, Hidden):
            yield ValueInWords(words.known_choice(self.system, value) or str(value))

    def linked(self, kind: str, field: str) -> list[Member]:
        """The records of a kind that name this one in a field, oldest first."""
        found = (other for other in self.others.values() if other.kind == kind)
        return [member for member in found if member.fields.get(field) == self.member.id]


class LayoutPart(Protocol):
    """A block that a layout lists; it may have nothing to show."""

    def read(self, reading: RecordContext) -> Block | None: ...


@dataclass(frozen=True)
class Numbers:
    """Typed fields that are numbers, large, in the game's own order; those that are not settled are left out."""

    id: str
    title: Text
    fields: tuple[str, ...]
    empty: Text = ""

    def read(self, reading: RecordContext) -> Block | None:
        found = [(reading.called(name), reading.value(name)) for name in self.fields]
        shown = [pair for pair in found if isinstance(pair[1], int)]
        if not any(value for _label, value in shown) and not self.empty:
            return None
        return Block(self.id, str(self.title), "records/_numbers.html", shown, str(self.empty))


@dataclass(frozen=True)
class Ratings:
    """Numbers under open names: those that the game knows first and in its order, any others by name.

    `only` keeps to the names of `order`, `without` leaves out what stands in another part.
    """

    id: str
    title: Text
    prefix: str
    order: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    only: bool = False
    empty: Text = ""

    def read(self, reading: RecordContext) -> Block | None:
        held = reading.under(self.prefix)
        rest = [] if self.only else sorted(held.keys() - {*self.order, *self.without})
        names = [*(name for name in self.order if name in held), *rest]
        shown = [(words.spelled_out(name), held[name]) for name in names if isinstance(held[name], int)]
        if not shown and not self.empty:
            return None
        return Block(self.id, str(self.title), "records/_numbers.html", shown, str(self.empty))


@dataclass(frozen=True)
class Facts:
    """Fields in words, each on a line; what has no value is left out."""

    id: str
    title: Text
    fields: tuple[str, ...]
    empty: Text = ""

    def read(self, reading: RecordContext) -> Block | None:
        found = [(name, reading.value(name)) for name in self.fields]
        lines = [reading.line(name, value) for name, value in found if _is_something(value)]
        if not lines and not self.empty:
            return None
        return Block(self.id, str(self.title), "records/_lines.html", lines, str(self.empty))


@dataclass(frozen=True)
class Drawn:
    """A part with a drawing or an arrangement of its own: `make` gives what its template takes, or None."""

    id: str
    title: Text
    template: str
    make: Make
    empty: Text = ""
    for_owner: bool = False

    def read(self, reading: RecordContext) -> Block | None:
        content = self.make(reading)
        if not content and not self.empty:
            return None
        return Block(self.id, str(self.title), self.template, content, str(self.empty), self.for_owner)


@dataclass(frozen=True)
class Chip:
    """A state in a word, as components/_chip.html takes it."""

    text: str
    tone: str = ""
    symbol: str = ""


@dataclass(frozen=True)
class Box:
    """A box of a health track: its mark (none, bashing, lethal, aggravated), and what else is told of it."""

    mark: str
    resistant: bool = False
    said: str = ""
    """What the mark is called here, where that is not its own name."""
    name: str = ""
    penalty: int = 0
    is_here: bool = False


@dataclass(frozen=True)
class Track:
    """How hurt somebody is: the boxes, worst first, what they come to in words, and what hinders them."""

    boxes: tuple[Box, ...]
    words: str
    is_bad: bool = False
    name: str = ""
    chips: tuple[Chip, ...] = ()


@dataclass(frozen=True)
class Glimpse:
    """A record in a few words: numbers, states, and how hurt it is if it can be."""

    scores: tuple[tuple[str, int | str], ...] = ()
    chips: tuple[Chip, ...] = ()
    track: Track | None = None
    brief: str = ""
    """How hurt they are in a line of several, where no track says so."""
    what: str = ""
    """What they are, where it is no character."""
    more: Mapping[str, Any] = field(default_factory=dict)
    """What else stands on their card, and the `template` of its game that draws it."""


@dataclass(frozen=True)
class Roll:
    """A roll that is made often, with everything that it asks for: what it is called, its dice, its form's values."""

    label: str
    dice: int
    action: str
    given: Mapping[str, str]


@dataclass(frozen=True)
class QuickAct:
    """An act that is ready to be played; `code` is its own among those of a record."""

    code: str
    label: Text
    action: str
    given: Values
    is_on: bool = False
    """Whether it ends what stands now."""


@dataclass(frozen=True)
class QuickGroup:
    """Acts under one title. `form` is an action whose form asks for more, begun with `begins`."""

    title: Text
    acts: tuple[QuickAct, ...] = ()
    form: str = ""
    begins: Mapping[str, str] = field(default_factory=dict)

    @property
    def query(self) -> str:
        return urlencode(self.begins)


def no_glimpse(_reading: RecordContext) -> Glimpse:
    return Glimpse()


def plain_sigil(reading: RecordContext) -> Sigil:
    return plain(reading.member.id)


def no_rolls(_reading: RecordContext) -> list[Roll]:
    return []


def no_more(_before: RecordContext, _after: RecordContext) -> Iterable[str]:
    return ()


def no_attack(_reading: RecordContext) -> Roll | None:
    return None


def nothing_quick(_reading: RecordContext) -> Iterable[QuickGroup]:
    return ()


def begins_empty(_action: str, _reading: RecordContext) -> Mapping[str, str]:
    return {}


def fits_always(_action: str, _reading: RecordContext) -> bool:
    return True


@dataclass(frozen=True)
class RecordLayout:
    """How records of a kind are laid out: the parts of their page, what they look like from afar, what they can do."""

    parts: tuple[LayoutPart, ...]
    deeds: tuple[tuple[str, str], ...] = ()
    """Actions that start from such a record, with the field of the input that it goes into."""
    glimpse: Callable[[RecordContext], Glimpse] = no_glimpse
    sigil: Callable[[RecordContext], Sigil] = plain_sigil
    """What stands for such a record without a portrait: drawn from its id and from what this viewer may see of it."""
    rolls: Callable[[RecordContext], list[Roll]] = no_rolls
    """What such a record rolls most, ready to be sent."""
    attacks: Callable[[RecordContext], Roll | None] = no_attack
    """The attack of such a record, which the GM makes most with one of several foes."""
    quick: Callable[[RecordContext], Iterable[QuickGroup]] = nothing_quick
    """What the GM does to such a record in a tap: damage, healing, conditions."""
    means: Callable[[RecordContext, RecordContext], Iterable[str]] = no_more
    """What a change means besides what the glimpse and the rolls tell: the record before it and after it."""
    fits: Callable[[str, RecordContext], bool] = fits_always
    """Whether an action is worth offering as the record stands; what its rules forbid the action itself says."""
    begins: Callable[[str, RecordContext], Mapping[str, str]] = begins_empty
    """What an action's form begins with besides the record itself."""

    def deeds_for(self, reading: RecordContext) -> list[tuple[str, str]]:
        return [pair for pair in self.deeds if self.fits(pair[0], reading)]

    def blocks(self, reading: RecordContext) -> list[Block]:
        found = (part.read(reading) for part in self.parts)
        return [block for block in found if block is not None]


def _is_something(value: Told) -> bool:
    return isinstance(value, Hidden) or value not in (None, "", False, [], {})
