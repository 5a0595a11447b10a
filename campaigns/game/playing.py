"""What a game brings to `play()`: what it knows, what it refuses, draws that lie in what is stored."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, Protocol

from msgspec import Struct

if TYPE_CHECKING:
    from campaigns.models import Campaign
    from campaigns.policy import Rights
    from campaigns.services.play.action_inputs import Request
    from campaigns.state.unit_of_work import UnitOfWork
    from rules.kernel.draws import Draws
    from rules.kernel.procedure import Question
    from rules.kernel.values import Values


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
    def given(self) -> "Values":
        """What was chosen, with what the application knows already."""
        return {**self.request.given, **self.request.known}


class Throw(Protocol):
    """Draws of an act that come from what is stored, by steps of their own before it."""

    def draws(self) -> Iterator[tuple[str, "Values"]]:
        """The steps that draw, each an action with its input, one after the other."""

    def take(self, given: "Values", outcome: Struct) -> None:
        """Be told what one of those steps came to."""

    def dealt(self, given: Struct, draws: "Draws") -> "tuple[Struct, Draws]":
        """The act's input as those steps left what is stored, and what it draws from: the act's own, or what came."""


def _nothing_known(_preparing: Preparing) -> "Values":
    return {}


def _nothing_refused(_campaign: "Campaign", _steps: Sequence["Request"], _by_hand: bool) -> None:
    return None


def _nothing_checked(_preparing: Preparing, _given: Struct, _rights: "Rights") -> None:
    return None


def _nothing_thrown(_preparing: Preparing, _given: Struct) -> Throw | None:
    return None


def _not_kept(_campaign: "Campaign", _action: str) -> bool:
    return False


def _nobody_lent(_campaign: "Campaign", _rights: "Rights", _action: str) -> frozenset[str]:
    return frozenset()


def _all_open(_working: "UnitOfWork", _action: str, _given: Struct) -> bool:
    return False


def _nothing_unseen(_working: "UnitOfWork", _step: "Request") -> bool:
    return False


def _nothing_laid_out(_campaign: "Campaign") -> bool:
    return False


def _nothing_unknown(_working: "UnitOfWork", _question: "Question") -> bool:
    return False


@dataclass(frozen=True, kw_only=True)
class Playing:
    """What a game brings to `play()`."""

    known: Callable[[Preparing], "Values"] = _nothing_known
    """What the application tells of a step's input, besides the records that it names."""
    refuse: Callable[["Campaign", Sequence["Request"], bool], None] = _nothing_refused
    """Refuses an act as a whole before anything is looked at; told whether its draws came by hand."""
    check: Callable[[Preparing, Struct, "Rights"], None] = _nothing_checked
    """Refuses a step once its input is read."""
    throw: Callable[[Preparing, Struct], Throw | None] = _nothing_thrown
    """Where a step's draws come from, if they lie in what is stored."""
    keeps_draws: Callable[["Campaign", str], bool] = _not_kept
    """Whether an action's draws lie in what is stored, so that nobody writes any down."""
    keeps_cards: Callable[["Campaign"], bool] = _nothing_laid_out
    """Whether cards that its acts draw lie in what is stored, whatever the table agreed about cards of its own."""
    deals: frozenset[str] = frozenset()
    """Actions that draw what a throw takes, by steps of their own before it."""
    seals_draws: Callable[["UnitOfWork", str, Struct], bool] = _all_open
    """Whether what a step draws is the GM's alone to read, though the act is open: it comes from the sealed secret."""
    draws: Literal["dice", "cards"] = "dice"
    """What people draw at a real table."""
    pack: Sequence[str] = ()
    """The cards that they may draw, by code, where they draw cards."""
    suits: Mapping[str, str] = field(default_factory=dict)
    """Other names that packs have for a suit, in small letters, and the suit as the pack here has it."""
    draws_places: frozenset[str] = frozenset()
    """Actions that draw no cards but places, such as where one is put into a deck, or who of equals comes first."""
    settled_before: frozenset[str] = frozenset()
    """Actions that a page of the game leads to with everything settled but what is drawn."""
    lent: Callable[["Campaign", "Rights", str], frozenset[str]] = _nobody_lent
    """Those of others with whom a member may act in an action, by id: somebody acts in the place of one of theirs."""
    is_unknown: Callable[["UnitOfWork", "Question"], bool] = _nothing_unknown
    """Whether nobody but the GM is to know of a question, though it is about what a player plays."""
    is_unseen: Callable[["UnitOfWork", "Request"], bool] = _nothing_unseen
    """Whether nobody but the GM is to know of a step, not of its name or dice: it is sealed, whatever was agreed."""
    rests_on: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Actions that go by what was said, so that nobody takes it back alone any more: by action, what it rests on."""
    made_for_actor: frozenset[str] = frozenset()
    """Kinds of records that an act makes for whoever acts."""
