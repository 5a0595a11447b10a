"""What of a game waits for somebody."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from uuid import UUID

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

    from campaigns.models import Campaign
    from campaigns.policy import Rights
    from campaigns.queries.calls import Call
    from campaigns.queries.waiting import Waiting
    from campaigns.viewing import Viewer
    from rules.kernel.values import Values


@dataclass(frozen=True)
class Place:
    """A page of a campaign by the name of its address, what it is about, and the part of the page."""

    name: str
    args: tuple[str | UUID | None, ...] = ()
    fragment: str = ""


def _all_told(_asked: "Waiting", told: "Values") -> "Values":
    return told


def _no_calls(
    _campaign: "Campaign", _viewer: "Viewer", _rights: "Rights", _questions: Sequence["Waiting"]
) -> Iterable["Call"]:
    return ()


def _nothing_before(_campaign: "Campaign", _asked: "Waiting") -> "Values":
    return {}


def _nothing_begun(_campaign: "Campaign", _viewer: "Viewer", _asked: "Waiting") -> "Values":
    return {}


def _no_place(_campaign: "Campaign", _asked: "Waiting", _is_called: bool) -> Place | None:
    return None


def _nothing_told(_campaign: "Campaign", _viewer: "Viewer", _asked: "Waiting") -> Iterable[str]:
    return ()


def _by_its_title(_campaign: "Campaign", _viewer: "Viewer", _asked: "Waiting") -> str:
    return ""


def _by_its_action(_asked: "Waiting") -> str:
    return ""


@dataclass(frozen=True)
class FaceToFace:
    """An act of two whose players are both asked: the fields that name them, and the clause by which both throw."""

    sides: tuple[str, str]
    clause: str


@dataclass(frozen=True)
class CalledAnew:
    """The fields of whoever is called to something that say anew when they are, and when they have done it."""

    fields: tuple[str, ...]
    in_turn: bool = False
    """Whether they are called when somebody else's say that it is their turn."""


@dataclass(frozen=True)
class FaceDown:
    """Somebody whose cards lie face down, and the deck whose back they show: how many they are is not told."""

    name: str
    deck: str


@dataclass(frozen=True)
class Gathering:
    """Cards that lie face down until all are turned over together, as one viewer sees them."""

    hands: tuple[FaceDown, ...]
    ready: int
    """How many of the players have said that they are ready; who, and in which order, is not told."""
    players: int
    page: str
    """Where they say so, by the name of its address."""


def _nothing_gathers(_campaign: "Campaign", _viewer: "Viewer") -> Gathering | None:
    return None


@dataclass(frozen=True, kw_only=True)
class Waits:
    """What of a game waits for somebody, and where it is answered."""

    calls: Callable[["Campaign", "Viewer", "Rights", Sequence["Waiting"]], Iterable["Call"]] = _no_calls
    """Who is to do something now though no question is open: this viewer's own, for the GM everybody's."""
    told_in: Mapping[str, CalledAnew] = field(default_factory=dict)
    """By what somebody is called to, what tells one call from the next."""
    gathering: Callable[["Campaign", "Viewer"], Gathering | None] = _nothing_gathers
    """What all look at on whatever page they are, until it is turned over."""
    titles: Mapping[str, "_StrPromise"] = field(default_factory=dict)
    """What is asked where the action that answers it would not tell, by action."""
    names: Mapping[str, str] = field(default_factory=dict)
    """Questions whose title names one record as `what`, and what of the question has it."""
    unnamed: "_StrPromise | str" = ""
    """What the title says where the viewer does not see that record."""
    asks: Callable[["Campaign", "Viewer", "Waiting"], str] = _by_its_title
    """What is asked, in a sentence; empty where its title says it."""
    answered_as: Callable[["Waiting"], str] = _by_its_action
    """What answering is called; empty where the action that answers it is called so."""
    tells: Callable[["Campaign", "Viewer", "Waiting"], Iterable[str]] = _nothing_told
    """What a question already holds of the act that answers it, where its form would not say: in lines, or drawn."""
    begins: Callable[["Campaign", "Viewer", "Waiting"], "Values"] = _nothing_begun
    """What the form of an answer begins with, out of what is stored now: whoever answers may change it."""
    known_of: Callable[["Campaign", "Waiting"], "Values"] = _nothing_before
    """What an act that waits for a choice had before: it is played again with that, and has no odds any more."""
    says_more: Mapping[str, str] = field(default_factory=dict)
    """Questions to somebody who says more of themselves, and the field that begins with them."""
    settled_by: Callable[["Waiting", "Values"], "Values"] = _all_told
    """What a question settles of its answer, out of all that it holds."""
    may_hide: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """What the GM may keep back until an act that they ask for is played: its fields, by action."""
    asked_of_gm: Mapping[str, str] = field(default_factory=dict)
    """Actions of which a player asks the GM for what the form lacks, and the template that says so."""
    yes_or_no: Mapping[str, tuple[str, "_StrPromise"]] = field(default_factory=dict)
    """Acts that wait for one yes or no, of the GM where a player asks for the act: its field, and what is asked, by
    action."""
    asks_both: Mapping[str, FaceToFace] = field(default_factory=dict)
    """Acts of two whose players are both asked, by action."""
    asks_first: Mapping[str, str] = field(default_factory=dict)
    """What whoever calls for an act answers before it, as a template, by action."""
    asked_most: Sequence[str] = ()
    """The actions for which the GM asks players most often, in this order."""
    page_of: Callable[["Campaign", "Waiting", bool], Place | None] = _no_place
    """Where a question is answered, if not by its action's form; told whether somebody is called to it."""
