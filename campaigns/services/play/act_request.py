"""What one person does once, and what came of it."""

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import msgspec

from campaigns.log import documents
from campaigns.models import Campaign, Entry, Part
from campaigns.services.play.action_inputs import Request
from campaigns.state.unit_of_work import Sheet
from rules.kernel.result import Result
from rules.kernel.values import Value

SEALED = "sealed"


@dataclass(frozen=True)
class Override:
    """Why the GM gives something else than what is known, or plays what a clause forbids now."""

    reason: str
    words: str = ""


@dataclass(frozen=True)
class ActRequest:
    """What one person does once. `key` makes a repetition harmless; `hand` holds faces thrown by hand."""

    key: str
    steps: tuple[Request, ...]
    plan: Callable[[Campaign], Iterable[Request]] | None = None
    """What is played besides, as the locked state has it, or a refusal: called once, and never for a repetition.

    It writes nothing.
    """
    then: Callable[[Campaign, Entry], None] | None = None
    """What is written beside the log, once the entry stands."""
    asked: Value = None
    """What a person asked for, where only the campaign as it stands says which steps or entries that comes to."""
    nonce: str = ""
    hand: tuple[Value, ...] | None = None
    on_behalf_of: str | None = None
    undoes: tuple[int, ...] = ()
    answers: str | None = None
    """The open question that this act answers: somebody else may have answered it a moment ago."""
    about: tuple[int, ...] = ()
    """The place in the log that a person chose and no step's own values tell."""
    cause: int | None = None
    """The entry of the same act that made this one due; the application's own, never a person's."""
    sealed: bool = False
    """Only the GM reads it, and its dice come from the sealed secret."""
    override: Override | None = None
    """With it the GM's own values stand against what is known, and no clause of the order of play forbids the steps."""
    first: tuple[Request, ...] = ()
    """What the application plays before these steps, in the same entry; its own, never a person's."""
    by_clock: bool = False
    """Whether this is a step of an advance, which plays what falls due on the way; the application's own."""

    def digest(self) -> str:
        """SHA-256 over what a person asked for, to tell a repetition from another request under the same key.

        What comes from elsewhere is left out, for it may be another when the same form comes once more: the page's
        nonce, what the application knows (`Request.known`, `first`, `cause`), and which question is answered: a form of
        it has a key of its own, and after the first time the question is not open any more.
        """
        asked: list[Value] = [[step.action, step.given] for step in self.steps]
        whole: list[Value] = [
            asked,
            self.hand,
            self.on_behalf_of,
            self.undoes if self.asked is None else (),
            *([SEALED] if self.sealed else []),
        ]
        whole += [{"about": self.about}] if self.about else []
        whole += [{"override": [self.override.reason, self.override.words]}] if self.override else []
        whole += [{"asked": self.asked}] if self.asked is not None else []
        return hashlib.sha256(msgspec.json.encode(whole, order="sorted")).hexdigest()


class AtHand(NamedTuple):
    """What an act leaves behind, so that nobody reads it again to tell of it."""

    parts: list[Part]
    """The entry's parts as they were stored."""
    looked_up: Mapping[str, Sheet | None]
    """What was looked up by an id, as it stands afterwards; None where no record has that id."""
    marks: list[tuple[str, str]]
    """The tags that tell of it and of an undone act that it does again."""


@dataclass(frozen=True)
class Played:
    """The entry that an act made, and whether this was a repetition of an act played before."""

    entry: Entry
    was_repeated: bool
    steps: tuple[documents.PlayedStep, ...] = ()
    at_hand: AtHand | None = None
    """None for a repetition."""

    @property
    def result(self) -> Result:
        """What the person's own (last) step came to."""
        return [step for step in self.steps if step.action != "table.carry_out"][-1].result


class KeyReused(Exception):
    """The same key with another request: nothing was played."""


class AlreadyAnswered(Exception):
    """The question that an act answers is not open any more, since entry `by` if that is known: nothing was played."""

    def __init__(self, by: int | None = None) -> None:
        super().__init__(by)
        self.by = by
