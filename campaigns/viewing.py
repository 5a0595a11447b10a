"""Whose eyes are used, what is for whom, and what stands where somebody does not get to see a value."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Never

from campaigns.models import Membership, Part

GM = "gm"
TABLE = "table"
SEALED = "sealed"
MEMBER, OWN = "member:", "own:"
"""Before a member's id: what is for them, and what is for them and no GM who looks through their eyes."""
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
    is_borrowed: bool = False
    """Whether a GM looks through them, who is not shown what only this member may read."""

    @classmethod
    def of(cls, membership: Membership) -> "Viewer":
        return cls(str(membership.pk), membership.is_gm, membership.is_borrowed)

    @property
    def audiences(self) -> tuple[str, ...]:
        """Whose parts are for them."""
        alone = () if self.is_borrowed else (f"{OWN}{self.member}",)
        return ("table", f"{MEMBER}{self.member}", *alone, *(("gm",) if self.is_gm else ()))

    def reads(self, audience: str) -> bool:
        """Whether a part for this audience is for them."""
        return audience in self.audiences

    def reads_part(self, part: Part) -> bool:
        """Whether a part is for them by now: a revealed one is for all."""
        if part.opened is not None:
            return True
        return any(map(self.reads, part.readers.split() if part.readers else [part.audience]))

    def sees(self, visibility: str) -> bool:
        """Whether a record exists for them at all."""
        return self.is_gm or visibility == "table"


def may_read(member: Membership, part: Part) -> bool:
    """Whether a part of the log is for a member by now."""
    return Viewer.of(member).reads_part(part)


@dataclass(frozen=True)
class StageViewer(Viewer):
    """A television before everybody's eyes: what every member sees. It is no member, and no GM lends it theirs."""

    member: str = field(default="", init=False)
    is_gm: bool = field(default=False, init=False)
    is_borrowed: bool = field(default=False, init=False)

    @property
    def audiences(self) -> tuple[str, ...]:
        return (TABLE,)

    def sees(self, visibility: str) -> bool:
        return visibility == TABLE
