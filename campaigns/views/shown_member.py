"""One of the cast, as `components/_member.html` takes them."""

from typing import NotRequired, TypedDict

from campaigns.game import Text
from campaigns.queries.faces import Face
from campaigns.queries.layouts.parts import Chip, Track
from rules.kernel.values import Values


class Score(TypedDict):
    label: str
    value: int | str


class TakenBack(TypedDict):
    label: str
    url: str


class Grants(TypedDict):
    """The GM's chips on a card, as `components/_grants.html` takes them."""

    url: str
    title: Text
    sizes: tuple[int, ...]
    open: list[TakenBack]


class UsualAct(TypedDict):
    label: str
    url: str


class ShownMember(TypedDict):
    """A member of the cast as `components/_member.html` takes it."""

    name: str
    url: str
    kind: str
    face: Face
    scores: list[Score]
    chips: NotRequired[list[Chip]]
    track: NotRequired[Track | None]
    brief: NotRequired[str]
    """How hurt they are, in a line of several."""
    is_gone: NotRequired[bool]
    more: NotRequired[Values]
    id: NotRequired[str]
    game: NotRequired[str]
    """The system that they are played in."""
    ask_url: NotRequired[str]
    """Where the GM asks whoever plays them; empty for anybody else and of whom nobody else plays."""
    whisper_url: NotRequired[str]
    """Where the GM whispers to them, as far."""
    change_url: NotRequired[str]
    """Where they are changed, or noted something of by their own player; empty for anybody else."""
    is_noted: NotRequired[bool]
    """Whether a note is all."""
    grants: NotRequired[Grants]
    act: NotRequired[UsualAct | None]
    """What they do most, of one of several in a row."""
