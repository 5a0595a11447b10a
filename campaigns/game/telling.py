"""How the log and the forms tell what happens in a game."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from campaigns.game.terms import Given, Text

if TYPE_CHECKING:
    from campaigns.game.entries import Step
    from campaigns.queries.timeline import ShownEntry
    from campaigns.templatetags.telling_pools import ToldHand, ToldPool
    from rules.kernel.effects import EffectRow
    from rules.kernel.errors import RuleViolation
    from rules.kernel.values import Value


@dataclass(frozen=True, kw_only=True)
class Moment:
    """How an act is staged on the pages of all who may read it, while it is new."""

    line: str = ""
    """Who and what, where the log's own sentence would say what came before it is seen."""
    is_weighty: bool = False
    """Whether it takes the full width and holds for longer: what changes somebody's life, or all have waited for."""
    won: tuple[str, ...] = ()
    """Records whose people read it as won; where nobody is named, a contest's winner."""
    lost: tuple[str, ...] = ()
    """Records whose people read it as lost."""
    picture: str = ""
    """The template of what is drawn besides dice and cards."""
    drawn: Mapping[str, "str | int | bool"] = field(default_factory=dict)
    """What that template takes."""


def _where_drawn(_step: "Step", shown: "ShownEntry") -> Moment | None:
    return Moment() if any(step["draws"] for step in shown.all_steps) else None


def _nothing_drawn(_step: "Step", _shown: "ShownEntry") -> Sequence["ToldPool | ToldHand"]:
    return ()


def _no_remedy(_error: "RuleViolation", _typed: Given) -> str:
    return ""


@dataclass(frozen=True, kw_only=True)
class Telling:
    """How the log and the forms tell what happens in a game."""

    sides: Mapping[str, tuple[str | None, str | None]] = field(default_factory=dict)
    """Which subjects of an input stand on the acting and on the opposing side of a contest, by action."""
    drawn: Callable[["Step", "ShownEntry"], Sequence["ToldPool | ToldHand"]] = _nothing_drawn
    """The pools and hands of a step, besides contests, in the order in which its outcome tells them."""
    moment: Callable[["Step", "ShownEntry"], Moment | None] = _where_drawn
    """How a step whose outcome may be read is staged; None for what is told in the log alone."""
    instead: Mapping[tuple[str, str], str] = field(default_factory=dict)
    """The template that tells an act of the table with what a clause brought, not its own; by action and clause."""
    unnamed: Mapping[str, Text] = field(default_factory=dict)
    """What a record without a name is called, by kind."""
    codes: Mapping[str, str] = field(default_factory=dict)
    """Words for codes that are not in its vocabulary, such as kinds of records with a plain name.

    A code that means something else where it is the source of dice is `source.<code>` there.
    """
    values: Mapping[str, Callable[["Value"], str]] = field(default_factory=dict)
    """How a stored value is told that its parts do not tell by themselves, by field or map."""
    no_news: frozenset[str] = frozenset()
    """Actions that keep the books: whatever they bring somebody, nobody did it to them."""
    came: Mapping[str, Callable[["EffectRow", "ShownEntry"], str]] = field(default_factory=dict)
    """How an effect that game time brought by itself is told, by its clause; empty where it tells nothing."""
    time_news: tuple[str, ...] = ()
    """How fields begin whose change is news for whoever has them though nobody but game time did it."""
    books: tuple[str, ...] = ()
    """How fields begin that only count what was done in a turn, a round or a scene: their change is no news."""
    breaks: tuple[tuple[str, str], ...] = ()
    """How fields begin that end in the id of what somebody else made, and the value that is news for them."""
    endings: Mapping[str, tuple[Text, Text]] = field(default_factory=dict)
    """What an act of the table is called that ends something of this game alone, and how the log tells it.

    Of a game that has a word of its own for it.
    """
    answers: Mapping[str, Text] = field(default_factory=dict)
    """What an act is called by whoever only answers with it what another does to them, by action."""
    together: Mapping[frozenset[str], Text] = field(default_factory=dict)
    """What actions are called that were played in one act, so that the last of them does not tell it."""
    remedies: Mapping[str, str] = field(default_factory=dict)
    """What makes an act legal, by the clause that forbids it now; to be translated."""
    nobody_may: Mapping[str, tuple[Text, Text]] = field(default_factory=dict)
    """Why nobody at all may act now, where a clause speaks of one alone, and what to do, by the clause."""
    ways: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """The page on which it is put right, where that is another one, and what leads there; by clause."""
    remedy_at: Callable[["RuleViolation", Given], str] = _no_remedy
    """The same as in `remedies` where it takes more than the clause: from the refusal and what the form was told."""
