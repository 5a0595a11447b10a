"""What a game's kinds of records are to the table."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from campaigns.game.terms import Text

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from campaigns.models import Campaign
    from campaigns.queries.layouts.parts import RecordLayout
    from rules.kernel.effects import Effect
    from rules.kernel.procedure import State


@dataclass(frozen=True)
class CarriedOver:
    """What a newer version stores of a campaign in play and its log alone told: played once under this name."""

    campaign: "Campaign"
    name: str
    effects: "Sequence[Effect]"


def _nothing_carried_over(_campaigns: "QuerySet[Campaign]") -> "Iterable[CarriedOver]":
    return ()


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
    in_cast: tuple[str, ...] = ()
    """Kinds that stand in the cast beside the characters."""
    at_work: tuple[str, ...] = ()
    """Kinds that are told with those whom they touch."""
    ends: tuple[tuple[str, str], ...] = ()
    """Of records without a name that tie two others, where each end is: the record's row and the field in it."""
    called: Mapping[str, Text] = field(default_factory=dict)
    """What lists call records that are named for something else, with their `name` in it, by kind."""
    kinds_called: Mapping[str, Text] = field(default_factory=dict)
    """What lists put beside a name that several records have, by kind, where that is not what the kind is called."""
    layouts: Mapping[str, "RecordLayout"] = field(default_factory=dict)
    """How a record's page is laid out, by kind."""
    pages: Mapping[str, str] = field(default_factory=dict)
    """The name of a record's page where it is none of the usual ones, by kind."""
    carried_over: Callable[["QuerySet[Campaign]"], Iterable[CarriedOver]] = _nothing_carried_over
    """What older versions left untold in the records of these campaigns."""
