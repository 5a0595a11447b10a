"""A game's own pages, and its parts of the pages of the table."""

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from campaigns.game.waiting import Place

if TYPE_CHECKING:
    from random import Random

    from django.forms import Field
    from django.http import HttpResponse
    from django.urls import URLPattern
    from django.utils.datastructures import MultiValueDict
    from django.utils.functional import _StrPromise

    from campaigns.access import MemberRequest
    from campaigns.forms.creation_layouts.parts import CreationLayout
    from campaigns.models import SheetTemplate
    from campaigns.policy import Rights
    from campaigns.queries.home import Glance
    from campaigns.queries.layouts.sigils import Sigil
    from campaigns.services.characters import NewCharacter
    from campaigns.state.unit_of_work import Sheet
    from rules.reference import Clause


@dataclass(frozen=True)
class CreationStep:
    """A part of a creation page that is shown by itself, with the names of its controls."""

    key: str
    title: "_StrPromise | str"
    asks: tuple[tuple[str, ...], ...]
    """Each control by itself; or a row of several, which is called by what stands in the first."""


@dataclass(frozen=True)
class CreationTotal:
    """A number that follows from what is typed: as the server has it, and by what a script keeps it up to date."""

    label: "_StrPromise | str"
    value: int | None
    of: str = ""
    """The controls that it is the sum of."""
    key: str = ""
    """By what the game's part of the script knows it, where it is no sum."""
    is_of_sheet: bool = True
    """Whether a finished sheet has it, too, and not only what is still to be spent."""


class CreationForm(Protocol):
    """The form of a creation page: the whole of it, in steps that are shown one at a time."""

    fields: "dict[str, Field]"
    faults: list[Any]

    @property
    def errors(self) -> Any: ...

    def __getitem__(self, name: str) -> Any: ...

    def is_valid(self) -> bool:
        """Whether somebody can be made of what was typed."""

    def steps(self) -> Sequence[CreationStep]:
        """What it is shown in, in their order."""

    def totals(self, step: str) -> Sequence[CreationTotal]:
        """The numbers of a step that follow."""


@dataclass(frozen=True)
class Creation:
    """A creation page of a game's own."""

    template: str
    form: Callable[["MemberRequest", "MultiValueDict[str, str] | None", str], CreationForm]
    """The form from what was typed, with another row of what is named."""
    make: Callable[["MemberRequest", Any], str | None]
    """Makes somebody of a valid form: their id, or None where a fault was found after all and stands in the form."""
    beside: Callable[[], "Mapping[str, Mapping[str, Sequence[Clause]]]"]
    """What stands beside the form."""
    typed: "Callable[[SheetTemplate], Mapping[str, list[str]]]"
    """What is typed into the form for somebody who was saved as a template."""


@dataclass(frozen=True)
class Concept:
    """Who somebody is, in a line: what is chosen from where a character is made for people."""

    code: str
    title: str
    told: str
    is_gms: bool = False
    """Whether the GM alone has one made."""
    only_chosen: bool = False
    """Whether one is made only for whoever chooses it: not what most people play."""


@dataclass(frozen=True)
class ReadyMade:
    """Whole characters by concept, which the creation page offers in the place of typing."""

    concepts: tuple[Concept, ...]
    make: Callable[["Random", str, Container[str]], Mapping[str, list[str]]]
    """What is typed into the creation form, by its controls: of a concept's code, with no name of those taken.

    Whose controls a form does not have, such as the GM's alone, it leaves out.
    """


@dataclass(frozen=True)
class Npc:
    """Somebody whom the GM brings into play by a word."""

    one: str
    many: str
    make: Callable[["Random", str, str], "NewCharacter"]
    """One of them: by chance, of that name, for the eyes of the table or of the GM alone."""


@dataclass(frozen=True)
class Way:
    """A page of the game's own by the name of its address, and what leads there."""

    page: str
    label: "_StrPromise"
    icon: str = ""
    is_main: bool = True
    """Whether sheets and the cast lead there, too, and not only what lies at hand at the table."""


@dataclass(frozen=True)
class Aside:
    """What is under way, in a line on the table that leads to its page."""

    text: "_StrPromise | str"
    icon: str
    place: Place
    told: str = ""
    """What leads there, for whoever hears the page, where the line alone would not tell."""
    is_first: bool = False
    """Whether it stands before those who are waited for."""


@dataclass(frozen=True, kw_only=True)
class AtTable:
    """What a game has on the page of the table."""

    act: str = ""
    """The template of what is done at the table itself; whoever skips to it comes to its `roll-now`."""
    above: str = ""
    """The template of what stands above those who are played."""
    takes: Mapping[str, Any] = field(default_factory=dict)
    """What these templates take."""
    asides: Sequence[Aside] = ()
    ways: Sequence[Way] = ()
    """Its pages that stand beside what lies at hand."""
    at_hand: Sequence[str] = ()
    """The actions that are reached for most often by this viewer."""


def _nothing_there(_request: "MemberRequest", _rights: "Rights", _seen: Sequence["Glance"]) -> AtTable:
    return AtTable()


@dataclass(frozen=True, kw_only=True)
class Pages:
    """A game's pages, and what it has on the pages of the table."""

    about: "_StrPromise | str" = ""
    """What it is, in two sentences for whoever has not played it."""
    emblem: "Sigil | None" = None
    """What is drawn for the game itself; without one, its name stands alone."""
    whom: "_StrPromise | str" = ""
    """Whom people make for it, where they choose for which game."""
    gm_makes: tuple[Way, ...] = ()
    """Pages on which the GM makes others than characters of players."""
    way: Way | None = None
    """The page on which it is played, offered beside whoever is played."""
    brought_by: Mapping[str, Way] = field(default_factory=dict)
    """Pages that bring into play what there is none of yet, by kind."""
    asked_on: Mapping[str, str] = field(default_factory=dict)
    """Acts that a page of their own asks for better than their form does, by that page's name."""
    urls: Sequence["URLPattern"] = ()
    """The addresses of its own pages, which begin with `CAMPAIGN`."""
    creation: "CreationLayout | Creation | None" = None
    """How a character is made: the parts of the usual page, or a page of its own."""
    ready_made: ReadyMade | None = None
    """Who is made by a concept; without it the creation page offers nobody."""
    npcs: tuple[Npc, ...] = ()
    """Whom the GM brings into play by a word."""
    sheets: Mapping[str, Callable[["MemberRequest", "Sheet"], "HttpResponse"]] = field(default_factory=dict)
    """A record's page where it is none of the usual ones, by kind."""
    at_table: Callable[["MemberRequest", "Rights", Sequence["Glance"]], AtTable] = _nothing_there
    """What it has on the page of the table for whoever has these rights, of those who are seen in the cast."""
    chosen_by: str = ""
    """By which name an address of the table says who acts there, where the game's usual act stands on the table."""
    turned: str = ""
    """The template of the button by which whoever was asked turns over cards that lie in a deck kept here."""
    played: str = ""
    """The template of what leads on from an act of it that was just played, where that is not the usual row."""
