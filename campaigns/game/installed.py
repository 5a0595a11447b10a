"""A game as the campaign's side knows it: the one object by which everything outside its room asks it.

`settings.GAMES` names the packages of those that are installed, in the order in which pages list them. A package has a
module `kinds` (the kinds of its records), a module `game` (its `GAME`) and `areas.toml` (what the areas of its clauses
are called). Nothing outside a game's package names the game, an action of it or a kind of its records.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeVar

from django.conf import settings

from campaigns.game_telling import Odds, Telling, Values

if TYPE_CHECKING:
    from django.http import HttpResponse
    from django.urls import URLPattern
    from django.utils.functional import _StrPromise

    from campaigns.access import MemberRequest
    from campaigns.forms.creation_layouts.parts import CreationLayout
    from campaigns.log.projector import Viewer
    from campaigns.models import Campaign
    from campaigns.policy import Rights
    from campaigns.queries.calls import Call
    from campaigns.queries.home import Glance
    from campaigns.queries.layouts.parts import RecordLayout
    from campaigns.queries.waiting import Waiting
    from campaigns.services.action_inputs import Request
    from campaigns.state.unit_of_work import Sheet, UnitOfWork
    from rules.kernel.draws import GivenDraws
    from rules.kernel.procedure import State

CAMPAIGN = "campaigns/<uuid:campaign_id>/"
"""How the address of every page of a campaign begins."""

K = TypeVar("K")
V = TypeVar("V")

TABLE = "table"
"""The system of what belongs to no game: sessions, scenes, notes, corrections."""

Given = Mapping[str, Any]
Path = tuple[str | int, ...]
Deriver = Callable[["UnitOfWork", "Sheet", Given, Given], Any]
"""A trait of a record, from what was chosen for it and what was chosen for the action as a whole."""
Hides = Callable[[str, str], bool]
"""Whether only the GM may see a field of a record; of `record` itself, the record as a whole."""


@dataclass(frozen=True, kw_only=True)
class Permissions:
    """Whose the acts of a game are, by action, and what of its records players make."""

    of_gm: frozenset[str] = frozenset()
    """Actions that only the GM plays."""
    asks_only: frozenset[str] = frozenset()
    """What any player may ask of the rules or the cards: nobody acts in it."""
    leaves_no_answer: frozenset[str] = frozenset()
    """Acts that settle at once what whoever they meet would answer: a player plays them on their own alone."""
    acting: Mapping[str, str] = field(default_factory=dict)
    """The kind of record that acts, where it is none of the game's characters, by action."""
    acts_first: bool = False
    """Whether the record that an action names first acts, whatever its kind."""
    players_make: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Kinds of records that players may make for themselves, and the fields they may ask for."""
    never_sealed: str = ""
    """The clause that lets nobody roll in secret, if there is one."""


def _nothing_unseen(_step: Given, _hides: Hides) -> Iterator[tuple[Path, str]]:
    yield from ()


@dataclass(frozen=True, kw_only=True)
class Inputs:
    """What the application fills in of an action's input, and what of a step stays with the GM."""

    derived: Mapping[tuple[str, str], Deriver] = field(default_factory=dict)
    """How a trait is worked out that is none of the record's own, by action and path."""
    begun: Mapping[str, Callable[["Campaign"], Mapping[str, Any]]] = field(default_factory=dict)
    """What the form of an action begins with, by action."""
    told: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Fields that `Playing.known` tells, so that no form asks for them, by action."""
    named_by_id: Mapping[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)
    """The kinds of records that bare ids name whose type does not say: by the type that they stand in, and field."""
    secret: Mapping[str, tuple[Path, ...]] = field(default_factory=dict)
    """Paths in a step's document that only the GM may read, besides secret fields of records; `*`: every element."""
    known_as_sets: Mapping[str, tuple[tuple[str, ...], ...]] = field(default_factory=dict)
    """Of those, lists of which everybody knows what is in them and nobody the order."""
    unseen: Callable[[Given, Hides], Iterator[tuple[Path, str]]] = _nothing_unseen
    """Paths in a step's document that only the GM may read because of who in it is unseen, and the name of each."""


@dataclass(frozen=True)
class Preparing:
    """A step of an act before its input is read: what a game may look at to fill it in."""

    campaign: "Campaign"
    working: "UnitOfWork"
    request: "Request"
    turned_up: dict[str, list[str]] = field(default_factory=dict)
    """What the same act has drawn from each deck before this step."""

    @property
    def action(self) -> str:
        return self.request.action

    @property
    def given(self) -> dict[str, Any]:
        """What was chosen, with what the application knows already."""
        return {**self.request.given, **self.request.known}


class Throw(Protocol):
    """Draws of an act that come from what is stored, by steps of their own before it."""

    def draws(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """The steps that draw, each an action with its input, one after the other."""

    def take(self, step: Mapping[str, Any], outcome: Any) -> None:
        """Be told what one of those steps came to."""

    def as_draws(self) -> "GivenDraws":
        """What was drawn, in the order in which the act takes it."""


def _nothing_known(_preparing: Preparing) -> dict[str, Any]:
    return {}


def _nothing_refused(*_asked: Any, **_more: Any) -> None:
    return None


def _nothing_thrown(_preparing: Preparing, _given: Any) -> Throw | None:
    return None


def _not_kept(_campaign: "Campaign", _action: str) -> bool:
    return False


@dataclass(frozen=True, kw_only=True)
class Playing:
    """What a game brings to `play()`."""

    known: Callable[[Preparing], dict[str, Any]] = _nothing_known
    """What the application tells of a step's input, besides the records that it names."""
    refuse: Callable[["Campaign", Sequence["Request"], bool], None] = _nothing_refused
    """Refuses an act as a whole before anything is looked at; told whether its draws came by hand."""
    check: Callable[[Preparing, Any, "Rights"], None] = _nothing_refused
    """Refuses a step once its input is read."""
    throw: Callable[[Preparing, Any], Throw | None] = _nothing_thrown
    """Where a step's draws come from, if they lie in what is stored."""
    keeps_draws: Callable[["Campaign", str], bool] = _not_kept
    """Whether an action's draws lie in what is stored, so that nobody writes any down."""
    deals: frozenset[str] = frozenset()
    """Actions that draw what a throw takes, by steps of their own before it."""
    draws: Literal["dice", "cards"] = "dice"
    """What people draw at a real table."""
    made_for_actor: frozenset[str] = frozenset()
    """Kinds of records that an act makes for whoever acts."""


def _nothing_shown(*_seen: Any) -> Mapping[str, Any]:
    return {}


@dataclass(frozen=True, kw_only=True)
class Records:
    """What a game's kinds of records are to the table."""

    living: tuple[str, ...] = ()
    """Kinds that the end of a turn, a round, a fight or a scene touches."""
    clocked: tuple[str, ...] = ()
    """Kinds that game time touches."""
    always_seen: tuple[str, ...] = ()
    """Kinds of which the procedures of every action see each record, whether the act names it or not."""
    seen_in: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The same for single actions: who acts first, say."""
    newest_seen: str = ""
    """A kind of which procedures see the newest record besides: the round that is being played."""
    state_for: Mapping[str, Callable[["Campaign", "State"], "State"]] = field(default_factory=dict)
    """What else procedures see around an action, by action."""
    known_to_clock: Callable[["Campaign"], Mapping[str, Mapping[str, Any]]] = _nothing_shown
    """What the clock knows of a record besides its fields, by record."""
    in_cast: tuple[str, ...] = ()
    """Kinds that stand in the cast beside the characters."""
    at_work: tuple[str, ...] = ()
    """Kinds that are told with those whom they touch."""
    ends: tuple[tuple[str, str], ...] = ()
    """Of records without a name that tie two others, where each end is: the record's row and the field in it."""
    layouts: Mapping[str, "RecordLayout"] = field(default_factory=dict)
    """How a record's page is laid out, by kind."""
    pages: Mapping[str, str] = field(default_factory=dict)
    """The name of a record's page where it is none of the usual ones, by kind."""


@dataclass(frozen=True)
class Place:
    """A page of a campaign by the name of its address, what it is about, and the part of the page."""

    name: str
    args: tuple[object, ...] = ()
    fragment: str = ""


def _all_told(_asked: "Waiting", told: Mapping[str, Any]) -> Mapping[str, Any]:
    return told


def _no_calls(*_asked: Any) -> tuple[()]:
    return ()


def _no_place(_campaign: "Campaign", _asked: "Waiting", _is_called: bool) -> Place | None:
    return None


@dataclass(frozen=True, kw_only=True)
class Waits:
    """What of a game waits for somebody, and where it is answered."""

    calls: Callable[["Campaign", "Viewer", "Rights", Sequence["Waiting"]], Iterable["Call"]] = _no_calls
    """Who is to do something now though no question is open."""
    titles: Mapping[str, "_StrPromise"] = field(default_factory=dict)
    """What is asked where the action that answers it would not tell, by action."""
    known_of: Callable[["Campaign", "Waiting"], Mapping[str, Any]] = _nothing_shown
    """What an act that waits for a choice had before: it is played again with that, and has no odds any more."""
    says_more: Mapping[str, str] = field(default_factory=dict)
    """Questions to somebody who says more of themselves, and the field that begins with them."""
    settled_by: Callable[["Waiting", Mapping[str, Any]], Mapping[str, Any]] = _all_told
    """What a question settles of its answer, out of all that it holds."""
    asked_of_gm: frozenset[str] = frozenset()
    """Actions of which a player asks the GM for what the form lacks."""
    page_of: Callable[["Campaign", "Waiting", bool], Place | None] = _no_place
    """Where a question is answered, if not by its action's form; told whether somebody is called to it."""


class CreationForm(Protocol):
    """The form of a creation page of a game's own."""

    fields: dict[str, Any]

    def is_valid(self) -> bool:
        """Whether somebody can be made of what was typed."""

    def put_judgement_off(self) -> None:
        """Keep what was typed and say nothing yet of what is missing."""


@dataclass(frozen=True)
class Creation:
    """A creation page of a game's own."""

    template: str
    form: Callable[["MemberRequest", Any, str], CreationForm]
    """The form from what was typed, with another row of what is named."""
    make: Callable[["MemberRequest", Any], str | None]
    """Makes somebody of a valid form: their id, or None where a fault was found after all and stands in the form."""
    beside: Callable[[], Mapping[str, Any]]
    """What stands beside the form."""


def _nothing_at_hand(*_seen: Any) -> Sequence[str]:
    return ()


@dataclass(frozen=True)
class Way:
    """A page of the game's own by the name of its address, and what leads there."""

    page: str
    label: "_StrPromise"
    icon: str = ""
    is_main: bool = True
    """Whether sheets lead there, too, and not only what lies at hand at the table."""


@dataclass(frozen=True, kw_only=True)
class Pages:
    """A game's pages, and what it has on the pages of the table."""

    whom: "_StrPromise | str" = ""
    """Whom people make for it, where they choose for which game."""
    gm_makes: tuple[Way, ...] = ()
    """Pages on which the GM makes others than characters of players."""
    way: Way | None = None
    """The page on which it is played, offered beside whoever is played."""
    urls: Sequence["URLPattern"] = ()
    """The addresses of its own pages, which begin with `CAMPAIGN`."""
    creation: "CreationLayout | Creation | None" = None
    """How a character is made: the parts of the usual page, or a page of its own."""
    sheets: Mapping[str, Callable[["MemberRequest", "Sheet"], "HttpResponse"]] = field(default_factory=dict)
    """A record's page where it is none of the usual ones, by kind."""
    at_cast: Callable[[Sequence["Glance"]], Mapping[str, Any]] = _nothing_shown
    """What its part of the cast takes, from those who are seen."""
    at_table: Callable[["MemberRequest", Sequence["Glance"]], Mapping[str, Any]] = _nothing_shown
    """What its part of the table takes."""
    at_hand: Callable[["MemberRequest", Sequence["Glance"]], Sequence[str]] = _nothing_at_hand
    """The actions that are reached for most often by this viewer at the table."""


@dataclass(frozen=True, kw_only=True)
class Game:
    """One game. What only one of them needs stays in its own room and is no member here."""

    code: str
    name: str
    odds: Odds = field(default_factory=Odds)
    values: Values = field(default_factory=Values)
    telling: Telling = field(default_factory=Telling)
    permissions: Permissions = Permissions()
    inputs: Inputs = Inputs()
    playing: Playing = Playing()
    records: Records = Records()
    waiting: Waits = Waits()
    pages: Pages = Pages()


@cache
def games() -> Mapping[str, Game]:
    """The games that are installed, by code, in the order of the settings."""
    found = [import_module(f"{package}.game").GAME for package in settings.GAMES]
    return {game.code: game for game in found}


def of_all(rows: Callable[[Game], Mapping[K, V]]) -> dict[K, V]:
    """The rows of a table of every game in one, which no two of them share a key of."""
    return {key: row for game in games().values() for key, row in rows(game).items()}


@cache
def secret_places() -> Mapping[str, tuple[Path, ...]]:
    """What only the GM may read of a step, of every game: paths in its document, by action."""
    return of_all(lambda game: game.inputs.secret)


@cache
def known_as_sets() -> Mapping[str, tuple[tuple[str, ...], ...]]:
    """Of those, lists of which everybody knows what is in them and nobody the order."""
    return of_all(lambda game: game.inputs.known_as_sets)


@cache
def dealing_actions() -> frozenset[str]:
    """Actions that draw what a throw takes, by steps of their own before it."""
    return frozenset().union(*(game.playing.deals for game in games().values()))


@cache
def nameless_kinds() -> frozenset[str]:
    """Kinds of records that nobody calls by a name: those of the table itself, and those of each game."""
    of_table = {"campaign", "session", "scene", "pending"}
    return frozenset(of_table).union(*(game.values.nameless for game in games().values()))


@cache
def kinds_for_the_actor() -> frozenset[str]:
    """Kinds of records that an act makes for whoever acts."""
    return frozenset().union(*(game.playing.made_for_actor for game in games().values()))


def playing_of(action: str) -> Playing:
    """What the game of an action brings to `play()`; nothing for actions of the table."""
    game = game_of(action)
    return game.playing if game is not None else Playing()


def records_of(action: str) -> Records:
    """What the kinds of the game of an action are to the table; nothing for actions of the table."""
    game = game_of(action)
    return game.records if game is not None else Records()


def draws_of(system: str) -> Literal["dice", "cards"]:
    """What people draw at a real table, in a game or at the table itself."""
    return games()[system].playing.draws if system in games() else "dice"


def game_of(action: str) -> Game | None:
    """The game that an action or a kind of record with a dotted name belongs to; None for the table's own."""
    return games().get(action.partition(".")[0])
