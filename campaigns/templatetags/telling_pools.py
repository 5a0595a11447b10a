"""The pools and hands of an outcome, made ready to be drawn: whose they are, what made them, each die, each card."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.game.entries import Step
from campaigns.queries.timeline import ShownEntry
from campaigns.templatetags.telling_names import plain_name
from campaigns.viewing import Hidden
from rules import words
from rules.kernel.values import Value, Values, as_list, as_values, as_whole


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
    record: str = ""
    """Who rolled it; empty where nobody, or somebody unseen, did."""


@dataclass(frozen=True)
class ToldHand:
    """Cards that were drawn together, and what they came to."""

    title: str
    parts: tuple[tuple[str, int], ...]
    cards: tuple[str, ...]
    came: str
    owned: tuple[str, ...] = ()
    """Those that are the thrower's own."""
    counts: str = ""
    """The one that counts, where one of them does."""
    is_top: bool = False
    """Whether nobody's counts for more, of several who turned theirs over together."""
    record: str = ""
    """Whose they are; empty where they are nobody's, or somebody's unseen."""


@dataclass(frozen=True, kw_only=True)
class Rollers:
    """Whose the dice of a game are: paths in an input, of which the first that is there has them."""

    usual: tuple[str, ...]
    """Where nothing else says it."""
    by_action: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    by_place: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By a name in the outcome that leads to the pool."""
    told: tuple[str, ...] = ()
    """Of those, what says what was rolled, as the rolls follow one another; an outcome may tell them otherwise."""

    def turn_of(self, path: tuple[str, ...]) -> int:
        """How late a pool is told that lies there."""
        return next((self.told.index(name) for name in path if name in self.told), 0)


def pools_of(
    step: Step,
    shown: ShownEntry,
    tell: Callable[[Values, str], ToldPool],
    rollers: Rollers,
) -> list[ToldPool]:
    """Every pool that a step rolled, in the order in which its outcome tells them."""
    found = sorted(found_in(step["outcome"], ("parts", "faces")), key=lambda one: rollers.turn_of(one[0]))
    return [
        replace(
            tell(pool, _whose(step, path, holder, shown, rollers)),
            record=_record(step, path, holder, rollers),
        )
        for path, holder, pool in found
    ]


def found_in(
    value: Value, keys: tuple[str, ...], path: tuple[str, ...] = (), holder: Value = None
) -> Iterator[tuple[tuple[str, ...], Value, Values]]:
    """All values with these keys: the names that lead to them, what holds them, and they themselves."""
    if isinstance(value, list | tuple):
        for one in value:
            yield from found_in(one, keys, path, one)
    elif isinstance(value, Mapping):
        if all(key in value for key in keys):
            yield path, holder, value
            return
        for key, one in value.items():
            yield from found_in(one, keys, (*path, key), value if holder is None else holder)


def _whose(step: Step, path: tuple[str, ...], holder: Value, shown: ShownEntry, rollers: Rollers) -> str:
    """Who rolled a pool, and for what."""
    if isinstance(holder, Mapping) and isinstance(holder.get("id"), str):
        return plain_name(shown, holder["id"])
    if isinstance(holder, Mapping) and isinstance(holder.get("name"), str) and "contests" in path:
        return words.spelled_out(holder["name"])
    record, key = _record(step, path, holder, rollers), _key(path, rollers)
    who = plain_name(shown, record) if record else ""
    what = words.spelled_out(key) if key in rollers.told else ""
    return _("%(who)s: %(what)s") % {"who": who, "what": what.lower()} if who and what else who or what


def _key(path: tuple[str, ...], rollers: Rollers) -> str:
    return next((name for name in path if name in rollers.by_place), "")


def _record(step: Step, path: tuple[str, ...], holder: Value, rollers: Rollers) -> str:
    """The id of who rolled a pool; empty where nothing says it."""
    if isinstance(holder, Mapping) and isinstance(holder.get("id"), str):
        return str(holder["id"])
    usual = rollers.by_action.get(step["action"], rollers.usual)
    ids = (_at(step["input"], one) for one in rollers.by_place.get(_key(path, rollers), usual))
    return next((one for one in ids if one), "")


def _at(given: Value, path: str) -> str | None:
    """The id of the record at a path of an input."""
    for name in path.split("."):
        given = given.get(name) if isinstance(given, Mapping) else None
    found = given.get("id") if isinstance(given, Mapping) else given
    return found if isinstance(found, str) else None


def successes(number: int) -> str:
    """How many there were, in words."""
    return ngettext("%(n)d success", "%(n)d successes", number) % {"n": number}


def parts_of(parts: Value | Hidden, system: str = "") -> tuple[tuple[str, int], ...]:
    """The parts of a pool with their dice, in the words of a system; none of them where somebody unseen rolled."""
    found = () if isinstance(parts, Hidden) else map(as_values, as_list(parts))
    return tuple((_part_name(part, system), as_whole(part["dice"])) for part in found)


def _part_name(part: Values, system: str) -> str:
    name = part.get("name") or part.get("source") or part.get("part")
    return words.choice_words(system, (part.get("source") or "") if isinstance(name, Hidden) else name)
