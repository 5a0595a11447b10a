"""The pools and hands of an outcome, made ready to be drawn: whose they are, what made them, each die, each card."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.log.projector import Hidden
from campaigns.queries.timeline import ShownEntry
from campaigns.templatetags.telling_names import plain_name
from rules import words

ACTS_FIRST = (
    "actor",
    "caster",
    "roller",
    "defender",
    "fighter",
    "attacker",
    "holder",
    "thrower",
    "character",
)
BY_KEY = {
    "attack": ("attacker",),
    "damage": ("attacker", "holder"),
    "defence": ("target",),
    "soak": ("target",),
    "resist_pool": ("target",),
    "defense_pool": ("target",),
    "acting": ("acting.subject",),
    "resisting": ("resisting.subject",),
    "prisoner": ("prisoner",),
    "holder": ("holder",),
    "attacker": ("attacker",),
    "target": ("target",),
    "contest": ("contest.by",),
    "actor": ("actor",),
    "opponent": ("opponent",),
}
"""Whose dice lie at a place of an outcome, as paths in the input, the first that is there."""


@dataclass(frozen=True)
class Die:
    face: int
    state: str
    words: str


@dataclass(frozen=True)
class ToldPool:
    """A pool as it was rolled: `parts` are pairs of a name and a signed number of dice.

    `score` is the sum where the parts are no dice but are added to one.
    """

    title: str
    parts: tuple[tuple[str, int], ...]
    size: int
    against: str
    dice: tuple[Die, ...]
    came: str
    score: int | None = None


@dataclass(frozen=True)
class ToldHand:
    """Cards that were drawn together, and what they came to."""

    title: str
    parts: tuple[tuple[str, int], ...]
    cards: tuple[str, ...]
    came: str


def pools_of(
    step: Mapping[str, Any],
    shown: ShownEntry,
    tell: Callable[[Mapping[str, Any], str], ToldPool],
    rolled_by: Mapping[str, tuple[str, ...]],
) -> list[ToldPool]:
    """Every pool that a step rolled, in the order in which its outcome tells them.

    `rolled_by` says by action whose dice those are that lie at no place of their own, as paths in the input.
    """
    usual = rolled_by.get(step["action"], ACTS_FIRST)
    found = sorted(found_in(step["outcome"], ("parts", "faces")), key=lambda one: _place(one[0]))
    return [tell(pool, _whose(step, path, holder, shown, usual)) for path, holder, pool in found]


def found_in(
    value: Any, keys: tuple[str, ...], path: tuple[str, ...] = (), holder: Any = None
) -> Iterator[tuple[tuple[str, ...], Any, Mapping[str, Any]]]:
    """Every object with these keys: the names that lead to it, the object that holds it, and itself."""
    if isinstance(value, list | tuple):
        for one in value:
            yield from found_in(one, keys, path, one)
    elif isinstance(value, Mapping):
        if all(key in value for key in keys):
            yield path, holder, value
            return
        for key, one in value.items():
            yield from found_in(one, keys, (*path, key), value if holder is None else holder)


IN_ORDER = ("attack", "defence", "damage", "soak")
"""The rolls of a blow as they follow one another; an outcome may tell them otherwise."""


def _place(path: tuple[str, ...]) -> int:
    return next((IN_ORDER.index(name) for name in path if name in IN_ORDER), 0)


def _whose(
    step: Mapping[str, Any], path: tuple[str, ...], holder: Any, shown: ShownEntry, usual: tuple[str, ...]
) -> str:
    """Who rolled a pool, and for what."""
    if isinstance(holder, Mapping) and isinstance(holder.get("id"), str):
        return plain_name(shown, holder["id"])
    if isinstance(holder, Mapping) and isinstance(holder.get("name"), str) and "contests" in path:
        return words.spelled_out(holder["name"])
    key = next((name for name in path if name in BY_KEY), "")
    ids = (_at(step["input"], one) for one in BY_KEY.get(key, usual))
    who = next((plain_name(shown, one) for one in ids if one), "")
    what = words.spelled_out(key) if key in ("attack", "damage", "defence", "soak", "contest") else ""
    return _("%(who)s: %(what)s") % {"who": who, "what": what.lower()} if who and what else who or what


def _at(given: Any, path: str) -> str | None:
    """The id of the record at a path of an input."""
    for name in path.split("."):
        given = given.get(name) if isinstance(given, Mapping) else None
    found = given.get("id") if isinstance(given, Mapping) else given
    return found if isinstance(found, str) else None


def successes(number: int) -> str:
    """How many there were, in words."""
    return ngettext("%(n)d success", "%(n)d successes", number) % {"n": number}


def parts_of(parts: list[Any] | Hidden) -> tuple[tuple[str, int], ...]:
    """None of them where somebody unseen rolled."""
    return () if isinstance(parts, Hidden) else tuple((_part_name(part), part["dice"]) for part in parts)


def _part_name(part: Mapping[str, Any]) -> str:
    name = part.get("name") or part.get("source") or part.get("part")
    return (
        words.spelled_out(part.get("source") or "") if isinstance(name, Hidden) else words.spelled_out(name)
    )
