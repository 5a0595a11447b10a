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
    from rules.kernel.values import Values


@dataclass(frozen=True)
class CarriedOver:
    """What a newer version stores of a campaign in play and its log alone told: played once under this name."""

    campaign: "Campaign"
    name: str
    effects: "Sequence[Effect]"


@dataclass(frozen=True)
class SavedThing:
    """A kind of record that goes along with whom it names in its field `ref`, with these fields of it."""

    kind: str
    ref: str
    fields: tuple[str, ...]


def _nothing_follows(_fields: "Values") -> "Values":
    return {}


@dataclass(frozen=True)
class Saved:
    """What of a record goes into a template: who somebody is, and nothing of what has befallen them."""

    fields: tuple[str, ...]
    """Stored fields; of a map all its keys."""
    begins: "Callable[[Values], Values]" = _nothing_follows
    """What else somebody of these fields has who has just come into play: unhurt, with all their points."""
    things: tuple[SavedThing, ...] = ()


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
    saved: Mapping[str, Saved] = field(default_factory=dict)
    """What goes into a template that is saved from a sheet, by kind; of the others none is saved."""
    pages: Mapping[str, str] = field(default_factory=dict)
    """The name of a record's page where it is none of the usual ones, by kind."""
    carried_over: Callable[["QuerySet[Campaign]"], Iterable[CarriedOver]] = _nothing_carried_over
    """What older versions left untold in the records of these campaigns."""
