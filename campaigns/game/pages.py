"""A game's own pages, and its parts of the pages of the table."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from campaigns.game.terms import nothing_shown

if TYPE_CHECKING:
    from django.http import HttpResponse
    from django.urls import URLPattern
    from django.utils.functional import _StrPromise

    from campaigns.access import MemberRequest
    from campaigns.forms.creation_layouts.parts import CreationLayout
    from campaigns.queries.home import Glance
    from campaigns.state.unit_of_work import Sheet


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
    at_cast: Callable[[Sequence["Glance"]], Mapping[str, Any]] = nothing_shown
    """What its part of the cast takes, from those who are seen."""
    at_table: Callable[["MemberRequest", Sequence["Glance"]], Mapping[str, Any]] = nothing_shown
    """What its part of the table takes."""
    at_hand: Callable[["MemberRequest", Sequence["Glance"]], Sequence[str]] = _nothing_at_hand
    """The actions that are reached for most often by this viewer at the table."""
