"""Whose eyes are used, what is for whom, and what stands where somebody does not get to see a value."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Never

from campaigns.models import Membership, Part

GM = "gm"
TABLE = "table"
SEALED = "sealed"
REDACTED = "redacted"


@dataclass(frozen=True)
class Hidden:
    """In the place of a value that this viewer does not get: it says that there is one, and nothing of it."""

    why: str = SEALED
    known: tuple[str, ...] | None = field(default=None, compare=False, repr=False)
    """Of a pile whose order is hidden the cards that are in it, sorted: they are known to all."""

    def __str__(self) -> str:
        return ""

    def __bool__(self) -> bool:
        return False

    def __iter__(self) -> Iterator[Never]:
        # Pages go through a list that is not for their reader as through an empty one.
        return iter(())


@dataclass(frozen=True)
class Viewer:
    """Whose eyes are used: a member of the campaign."""

    member: str
    is_gm: bool

    @classmethod
    def of(cls, membership: Membership) -> "Viewer":
        return cls(str(membership.pk), membership.is_gm)

    @property
    def audiences(self) -> tuple[str, ...]:
        """Whose parts are for them."""
        return ("table", f"member:{self.member}", *(("gm",) if self.is_gm else ()))

    def reads(self, audience: str) -> bool:
        """Whether a part for this audience is for them."""
        return audience in self.audiences

    def reads_part(self, part: Part) -> bool:
        """Whether a part is for them by now: a revealed one is for all."""
        return part.opened is not None or part.audience in self.audiences

    def sees(self, visibility: str) -> bool:
        """Whether a record exists for them at all."""
        return self.is_gm or visibility == "table"
