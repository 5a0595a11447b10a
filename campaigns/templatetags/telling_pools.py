"""The pools and hands of an outcome, made ready to be drawn: whose they are, what made them, each die, each card."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.log.projector import Hidden
from campaigns.queries.timeline import Shown
from campaigns.templatetags.telling_names import plain_name
from rules import words

SUCCESS, CERTAIN = 8, 10
"""From which face a die of `pandemonium` succeeds, and the one face of a chance die that does (PAN-POOL-03)."""

RESISTED = frozenset(
    f"pandemonium.{verb}"
    for verb in (
        *("resist", "control", "attack", "direct", "investigate", "plunder", "drain"),
        *("added_damage", "ongoing_start", "decay_tick"),
    )
)
"""Actions of a spell in which the one pool is its target's."""

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


def pools_of(step: Mapping[str, Any], shown: Shown) -> list[ToldPool]:
    """Every pool that a step rolled, in the order in which its outcome tells them."""
    if step["action"] == "fallen.initiative":
        return [_initiative(one, plain_name(shown, one["id"])) for one in step["outcome"]["order"]]
    found = sorted(_found(step["outcome"], ("parts", "faces")), key=lambda one: _place(one[0]))
    return [_pool(pool, _whose(step, path, holder, shown)) for path, holder, pool in found]


def hands_of(step: Mapping[str, Any], shown: Shown) -> list[ToldHand]:
    """Every hand of cards that a step drew; cards that settle a number count as one."""
    if not step["action"].startswith("demon_city."):
        return []
    hands = [
        _hand(hand, plain_name(shown, hand["id"]))
        for _p, _h, hand in _found(step["outcome"], ("id", "cards", "card", "value"))
    ]
    return hands or list(_loose(step))


def _found(
    value: Any, keys: tuple[str, ...], path: tuple[str, ...] = (), holder: Any = None
) -> Iterator[tuple[tuple[str, ...], Any, Mapping[str, Any]]]:
    """Every object with these keys: the names that lead to it, the object that holds it, and itself."""
    if isinstance(value, list | tuple):
        for one in value:
            yield from _found(one, keys, path, one)
    elif isinstance(value, Mapping):
        if all(key in value for key in keys):
            yield path, holder, value
            return
        for key, one in value.items():
            yield from _found(one, keys, (*path, key), value if holder is None else holder)


IN_ORDER = ("attack", "defence", "damage", "soak")
"""The rolls of a blow as they follow one another; an outcome may tell them otherwise."""


def _place(path: tuple[str, ...]) -> int:
    return next((IN_ORDER.index(name) for name in path if name in IN_ORDER), 0)


def _whose(step: Mapping[str, Any], path: tuple[str, ...], holder: Any, shown: Shown) -> str:
    """Who rolled a pool, and for what."""
    if isinstance(holder, Mapping) and isinstance(holder.get("id"), str):
        return plain_name(shown, holder["id"])
    if isinstance(holder, Mapping) and isinstance(holder.get("name"), str) and "contests" in path:
        return words.spelled_out(holder["name"])
    key = next((name for name in path if name in BY_KEY), "")
    paths = BY_KEY.get(key) or (("target",) if step["action"] in RESISTED else ACTS_FIRST)
    if key == "" and step["action"] == "fallen.soak":
        paths = ("target",)
    ids = (_at(step["input"], one) for one in paths)
    who = next((plain_name(shown, one) for one in ids if one), "")
    what = words.spelled_out(key) if key in ("attack", "damage", "defence", "soak", "contest") else ""
    return _("%(who)s: %(what)s") % {"who": who, "what": what.lower()} if who and what else who or what


def _at(given: Any, path: str) -> str | None:
    """The id of the record at a path of an input."""
    for name in path.split("."):
        given = given.get(name) if isinstance(given, Mapping) else None
    found = given.get("id") if isinstance(given, Mapping) else given
    return found if isinstance(found, str) else None


def _pool(pool: Mapping[str, Any], title: str) -> ToldPool:
    return _fallen(pool, title) if "difficulty" in pool else _pandemonium(pool, title)


def _fallen(pool: Mapping[str, Any], title: str) -> ToldPool:
    """Each die against the difficulty; ones take successes away, a specialty's tens earn more."""
    difficulty = pool["difficulty"]
    dice = [_fallen_die(face, difficulty) for face in pool["faces"]]
    dice += [_fallen_die(face, difficulty, bonus=True) for face in pool["bonus"]]
    against = _("difficulty %(n)s") % {"n": difficulty}
    if pool["threshold"]:
        against = _("%(difficulty)s, %(n)s to overcome") % {"difficulty": against, "n": pool["threshold"]}
    if pool["automatic"]:
        against = _("%(difficulty)s, %(n)s sure") % {"difficulty": against, "n": pool["automatic"]}
    came = _("a botch") if pool["botch"] else _successes(pool["successes"])
    return ToldPool(title, _parts(pool["parts"]), pool["dice"], against, tuple(dice), came)


def _fallen_die(face: int, difficulty: int, *, bonus: bool = False) -> Die:
    if face == 1:
        return Die(face, "line", _("a one"))
    earned = _("earned by a ten") if bonus else ""
    return Die(face, "victory", earned or _("a success")) if face >= difficulty else Die(face, "", earned)


def _initiative(one: Mapping[str, Any], title: str) -> ToldPool:
    """What a score is made of, and the dice by which equals were told apart (FAL-INIT-02 to FAL-INIT-05)."""
    names = ("dexterity", "wits", "wounds", "turn_initiative")
    rating = tuple((words.spelled_out(name), one[name]) for name in names if one[name])
    dice = tuple(Die(face, "", "") for face in (one["face"], *one["rerolls"]))
    parts = (*rating, (_("the die"), one["face"]))
    came = _("%(n)s in all") % {"n": one["score"]}
    return ToldPool(title, parts, len(dice), "", dice, came, score=one["score"])


def _pandemonium(pool: Mapping[str, Any], title: str) -> ToldPool:
    """Each die against 8, the chance die against 10; `minimum` is what a boost assures."""
    least = CERTAIN if pool["chance"] else SUCCESS
    dice = tuple(
        Die(face, "victory", _("a success")) if face >= least else Die(face, "", "")
        for face in pool["sorted"]
    )
    against = _("a chance die") if pool["chance"] else _("%(n)s-again") % {"n": pool["again"]}
    if pool["minimum"]:
        against = _("%(again)s, %(n)s assured") % {"again": against, "n": pool["minimum"]}
    dramatic = pool["result"] == "dramatic_failure"
    came = _("a dramatic failure") if dramatic else _successes(pool["successes"])
    return ToldPool(title, _parts(pool["parts"]), max(pool["size"], 0), against, dice, came)


def _successes(number: int) -> str:
    return ngettext("%(n)d success", "%(n)d successes", number) % {"n": number}


def _parts(parts: list[Any] | Hidden) -> tuple[tuple[str, int], ...]:
    """None of them where somebody unseen rolled."""
    return () if isinstance(parts, Hidden) else tuple((_part_name(one), one["dice"]) for one in parts)


def _part_name(part: Mapping[str, Any]) -> str:
    name = part.get("name") or part.get("source") or part.get("part")
    return (
        words.spelled_out(part.get("source") or "") if isinstance(name, Hidden) else words.spelled_out(name)
    )


def _hand(hand: Mapping[str, Any], title: str) -> ToldHand:
    counted = words.choice_words("demon_city", hand["card"])
    came = _("%(card)s counts, worth %(n)s") % {"card": counted, "n": hand["value"]}
    if hand["fumble"]:
        came = _("%(what)s: a fumble") % {"what": came}
    return ToldHand(title, _parts(hand.get("parts") or []), tuple(hand["cards"]), came)


def _loose(step: Mapping[str, Any]) -> Iterator[ToldHand]:
    """Cards outside of hands: those drawn to settle a number, those of a damage throw, those turned up."""
    outcome = step["outcome"]
    cards = outcome.get("cards") or ([outcome["card"]] if outcome.get("card") else [])
    shown_cards = [one for one in cards if isinstance(one, str)]
    if shown_cards:
        yield ToldHand(_("Cards"), (), tuple(shown_cards), "")
    ignored = [one for one in outcome.get("ignored") or () if isinstance(one, str)]
    if ignored:
        yield ToldHand(_("Passed over"), (), tuple(ignored), "")
