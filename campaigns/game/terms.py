"""Words that all groups of a game use."""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise
    from msgspec import UnsetType

    from campaigns.state.unit_of_work import Sheet, UnitOfWork
    from rules.kernel.values import Value, Values

Text: TypeAlias = "_StrOrPromise"
"""Words for people, some of them put into their language only where they are shown."""

CAMPAIGN = "campaigns/<uuid:campaign_id>/"
"""How the address of every page of a campaign begins."""

TABLE = "table"
"""The system of what belongs to no game: sessions, scenes, notes, corrections."""

Given: TypeAlias = "Values"
Path = tuple[str | int, ...]
Deriver = Callable[["UnitOfWork", "Sheet", Given, Given], "Value | UnsetType"]
"""A trait of a record, from what was chosen for it and what was chosen for the action as a whole."""
Hides = Callable[[str, str], bool]
"""Whether only the GM may see a field of a record; of `record` itself, the record as a whole."""
