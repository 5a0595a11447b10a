"""What only the GM may say of an act, and without which nobody plays it: its player asks the GM for it."""

from collections.abc import Callable, Collection, Iterable, Iterator

from campaigns.forms.action.questions import Ask
from campaigns.queries.palette import NameableRecord
from rules import words

ASK, ASK_GM = "ask", "ask-gm"
"""The commands that put an act to a player, and to the GM."""


def lacking(asks: Iterable[Ask], system: str, may_give: Callable[[Ask], bool]) -> Iterator[str]:
    """The labels of what is needed here and is not this member's to give."""
    for ask in asks:
        if not ask.required:
            continue
        if not may_give(ask):
            yield words.field_words(system, ask.name)[0]
        elif ask.form in ("group", "record"):
            inner = lacking(ask.children, system, may_give)
            yield from (f"{words.field_words(system, ask.name)[0]}: {one}" for one in inner)


def has_player(records: Iterable[NameableRecord], named: Collection[str]) -> bool:
    """Whether a player has one of those who say something in an act; one who is not named yet may be anybody's."""
    had = {one.id for one in records if one.has_player}
    return bool(had if "" in named else had.intersection(named))
