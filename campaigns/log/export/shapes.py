"""What may stand on each line of a log file, and nothing else."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

Hex = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
Id = Annotated[str, Meta(pattern=r"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\Z")]
Seq = Annotated[int, Meta(ge=1, le=2**31 - 1)]
Short = Annotated[str, Meta(max_length=100, pattern=r"^[^\x00-\x1f\x7f]+\Z")]
Audience = Annotated[str, Meta(pattern=r"^(table|gm|member:[0-9a-f-]{36})\Z")]
Few = Annotated[tuple[Any, ...], Meta(max_length=1)]
Moment = Annotated[int, Meta(ge=0, le=253_402_300_799_999_999)]
"""Microseconds up to the end of the year 9999: beyond it nothing can be shown."""


class Line(Struct, frozen=True, forbid_unknown_fields=True):
    """One line of a file."""


class NamedLine(Line, frozen=True):
    id: Id
    name: Short


class Head(Line, frozen=True):
    """The campaign's newest entry when the file was written."""

    seq: Annotated[int, Meta(ge=0, le=2**31 - 1)]
    hash: Hex


class ReaderLine(Line, frozen=True):
    member: Id
    gm: bool


class Opening(Line, frozen=True):
    """The first line."""

    pactbook: Literal["log"]
    format: int
    cut: Literal["table", "member", "gm"]
    campaign: NamedLine
    head: Head
    range: tuple[Seq, Annotated[int, Meta(ge=0, le=2**31 - 1)]]
    people: dict[Id, Short]
    reader: ReaderLine | None = None
    owner: Id | None = None

    @property
    def is_whole(self) -> bool:
        """Whether everything is here that a campaign is made of."""
        return self.cut == "gm" and self.range == (1, self.head.seq)


class Promise(Line, frozen=True):
    audience: Audience
    kind: Literal["act", "text"]
    commitment: Hex


class EntryHead(Line, frozen=True):
    """What an entry's hash covers."""

    format: int
    campaign: Id
    seq: Seq
    act: Id
    cause: Seq | None
    time: Moment
    prev: Hex
    parts: Annotated[tuple[Promise, ...], Meta(min_length=1)]


class PartLine(Line, frozen=True):
    """A part as it is here: its nonce and text, or why it is not."""

    nonce: Hex | None = None
    text: str | None = None
    why: Literal["sealed", "redacted"] | None = None

    def __post_init__(self) -> None:
        is_there = self.nonce is not None and self.text is not None
        is_away = self.nonce is None and self.text is None
        if not (is_there if self.why is None else is_away):
            raise ValueError("a part needs its nonce and text, or the reason they are missing")


class EntryLine(Line, frozen=True):
    seq: Seq
    hash: Hex
    header: EntryHead
    parts: tuple[PartLine, ...]


class CommentLine(Line, frozen=True, tag="comment", tag_field="beside"):
    seq: Seq
    author: Id
    audience: Literal["table", "gm"]
    words: Annotated[str, Meta(max_length=2000)]
    time: Moment
    edited: Moment | None


class BookmarkLine(Line, frozen=True, tag="bookmark", tag_field="beside"):
    seq: Seq


class RecapLine(Line, frozen=True, tag="recap", tag_field="beside"):
    session: Id
    author: Id
    text: Annotated[str, Meta(max_length=40_000)]
    revision: Annotated[int, Meta(ge=1, le=2**31 - 1)]
    time: Moment


class DrawsLine(Line, frozen=True, tag="draws", tag_field="beside"):
    period: Seq
    sealed: Hex


Beside = CommentLine | RecapLine | BookmarkLine | DrawsLine


class End(Line, frozen=True):
    lines: Annotated[int, Meta(ge=1)]
    sha256: Hex


class StepTold(Line, frozen=True):
    """A step of an account. What its action takes and gives is the rules' to check."""

    action: Annotated[str, Meta(max_length=100)]
    version: Annotated[int, Meta(ge=1)]
    input: dict[str, Any]
    draws: tuple[tuple[Any, Any], ...]
    outcome: dict[str, Any]
    effects: tuple[dict[str, Any], ...]
    clauses: tuple[Annotated[str, Meta(max_length=100)], ...]
    of: Literal["sealed"] | None = None


Slot = dict[Literal["period", "slot", "seed", "nonce"], int | str]


class Account(Line, frozen=True, rename={"on_behalf_of": "for", "origin": "from"}):
    """What an entry says, its texts put back."""

    actor: Id | None
    on_behalf_of: Id | None
    session: Id | None
    scene: Id | None
    now: Annotated[int, Meta(ge=0)]
    steps: Annotated[tuple[StepTold, ...], Meta(min_length=1)]
    origin: dict[Literal["by", "period", "of", "slot", "seed", "nonce", "sealed"], int | str | Slot]
    changes: tuple[tuple[Id, Annotated[str, Meta(max_length=200)], Few, Few], ...]
    names: dict[Id, Any]
    apart: tuple[Id, ...] = ()
