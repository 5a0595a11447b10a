"""Which of a log a file holds: for whose eyes, and from which entry to which."""

from dataclasses import dataclass
from typing import Literal
from uuid import UUID

from campaigns.models import Campaign, Membership, Part, Record, Tag
from campaigns.viewing import Viewer

CutName = Literal["table", "member", "gm"]
CUTS: tuple[CutName, ...] = ("table", "member", "gm")


class Everything(Viewer):
    """Eyes for a copy of the whole: what is for the GM, for the table and for any one member."""

    def reads(self, audience: str) -> bool:
        return True

    def reads_part(self, part: Part) -> bool:
        return True


@dataclass(frozen=True)
class Cut:
    """What a file holds of each entry. `viewer` is whose eyes decide it."""

    name: CutName
    viewer: Viewer

    @property
    def member(self) -> str | None:
        """Whose own parts are in it, besides those for the table."""
        return self.viewer.member if self.name == "member" else None


@dataclass(frozen=True)
class Span:
    """The entries of a file, both ends included."""

    first: int
    last: int


def cut_for(name: CutName, member: Membership) -> Cut:
    """The cut of this name that a member may take: their own, the table's or, for a GM, the whole."""
    if name == "member":
        return Cut(name, Viewer.of(member))
    return named_cut(name, str(member.pk))


def named_cut(name: CutName, member: str | None, *, is_gm: bool = False) -> Cut:
    """A cut as a file names it. Of a member's own cut it says whether they are a GM."""
    if name == "gm":
        return Cut(name, Everything("", is_gm=True))
    if name == "table" or member is None:
        return Cut("table", Viewer("", is_gm=False))
    return Cut(name, Viewer(member, is_gm=is_gm))


def whole(campaign: Campaign) -> Span:
    """All entries, as far as the campaign's row knows."""
    return Span(1, campaign.head_seq)


def session_span(campaign: Campaign, session: str) -> Span | None:
    """A session from the entry that sealed its draws, so that they can be checked, to its end; None without one."""
    record = Record.objects.filter(campaign=campaign, kind="session", pk=UUID(session)).first()
    if record is None:
        return None
    actions = Tag.objects.filter(campaign=campaign, kind="action")
    opened = actions.filter(value="table.open_draws", seq__lte=record.born).order_by("-seq").first()
    ended = actions.filter(value="table.end_session", seq__gt=record.born).order_by("seq").first()
    return Span(opened.seq if opened else 1, ended.seq if ended else campaign.head_seq)
