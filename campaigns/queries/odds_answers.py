"""Each question of the odds explorer worked out: a few numbers, the act that they stand for, its odds in one shape."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from rules import service
from rules.reference import Clause, find_clause

Numbers = Mapping[str, Any]
Given = dict[str, Any]
FRESH_DECK = [f"{suit}-{value}" for suit in ("wands", "cups", "swords") for value in range(1, 11)] + ["fool"]
BONUSES = range(-3, 7)
INTENSITIES = range(1, 10)
MOST_IN_A_TRAIT = 10


@dataclass(frozen=True)
class Answer:
    """The chance that matters most, the others by name, and a plot: how a number is spread, or a curve of chances."""

    headline: tuple[str, float]
    others: list[tuple[str, float]]
    counted: str
    spread: Mapping[str, float]
    clauses: tuple[Clause, ...]
    mean: float | None = None
    across: str = ""
    """What the labels of a curve say: its bars are chances of their own, not parts of a whole."""


def contest(numbers: Numbers) -> Answer:
    odds, clauses = _odds("sorcerer.roll", _pools(numbers))
    victories = {str(n): odds["victories"].get(str(n), 0.0) for n in range(numbers["dice"] + 1)}
    victories["0"] = 1 - odds["success"]
    return Answer(
        (_("Your side wins"), odds["success"]),
        [
            (_("The other side wins"), odds["failure"]),
            (_("Nobody"), odds["tie"]),
            (_("Total victory"), odds["total"]),
        ],
        _("Victories of your side"),
        victories,
        clauses,
        mean=sum(int(number) * chance for number, chance in victories.items()),
    )


def bonus(numbers: Numbers) -> Answer:
    found = {dice: _odds("sorcerer.roll", _pools(numbers, dice)) for dice in BONUSES}
    wins = {dice: odds["success"] for dice, (odds, _clauses) in found.items()}
    return Answer(
        (_("Your side wins as it is"), wins[0]),
        [
            (_("With one bonus die"), wins[1]),
            (_("With three"), wins[3]),
            (_("With one die of penalty"), wins[-1]),
        ],
        _("Chance that your side wins"),
        {_signed(dice): chance for dice, chance in wins.items()},
        _each(*(clauses for _odds, clauses in found.values()), _clauses("SOR-CURRENCY-02", "SOR-BONUS-04")),
        across=_("Bonus dice"),
    )


def again(numbers: Numbers) -> Answer:
    odds, clauses = _odds("pandemonium.roll", _hand("actor", numbers["dice"], numbers["again"]))
    return Answer(
        (_("Success"), odds["success"]),
        [(_("Exceptional: five successes or more"), odds["at_least"][5])],
        _("Successes"),
        _with_more(odds["exactly"]),
        clauses,
        # Each die: 3/10, and another throw in (11 - again)/10.
        mean=3 * numbers["dice"] / (numbers["again"] - 1),
    )


def contested(numbers: Numbers) -> Answer:
    theirs = _hand("by", numbers["against"], numbers["against_again"])
    given = _hand("actor", numbers["dice"], numbers["again"]) | {"contest": theirs}
    odds, clauses = _odds("pandemonium.roll", given)
    return Answer(
        (_("Success: more than the other side"), odds["success"]),
        [
            (_("The other side holds"), 1 - odds["success"]),
            (_("Five net successes or more"), odds["at_least"][5]),
        ],
        _("Net successes"),
        _with_more(odds["exactly"]),
        clauses,
    )


def pool(numbers: Numbers) -> Answer:
    given = {
        "roller": {"id": "roller"},
        "traits": _traits(numbers["dice"]),
        "difficulty": numbers["difficulty"],
        "settings": {"botch_rule": numbers["botch_rule"]},
    }
    odds, clauses = _odds("fallen.roll", given)
    return Answer(
        (_("Success"), odds["success"]),
        [(_("Failure"), odds["failure"]), (_("Botch"), odds["botch"])],
        _("Successes"),
        _numbered(odds["successes"]),
        clauses,
        mean=odds["mean"],
    )


def resisted(numbers: Numbers) -> Answer:
    sides = {
        role: {"subject": {"id": role}, "traits": _traits(dice), "difficulty": difficulty}
        for role, dice, difficulty in (
            ("acting", numbers["dice"], numbers["difficulty"]),
            ("resisting", numbers["against"], numbers["against_difficulty"]),
        )
    }
    odds, clauses = _odds("fallen.resisted_roll", sides)
    return Answer(
        (_("You win"), odds["acting"]),
        [
            (_("The other side wins"), odds["resisting"]),
            (_("A tie"), odds["tie"]),
            (_("You botch"), odds["acting_botch"]),
        ],
        _("By how many successes you win"),
        _numbered(odds["margin"]),
        clauses,
        mean=sum(number * chance for number, chance in enumerate(odds["margin"])),
    )


def strike(numbers: Numbers) -> Answer:
    attacker = {name: numbers[name] for name in ("dexterity", "brawl", "strength")}
    target = {"id": "target", "kind": "mortal", "stamina": numbers["stamina"]}
    given = {"attacker": {"id": "attacker", **attacker}, "target": target, "maneuver": "strike"}
    odds, clauses = _odds("fallen.strike", given)
    return Answer(
        (_("You do harm"), 1 - odds["levels"][0]),
        [
            (_("You hit"), odds["hit"]),
            (_("You botch"), odds["botch"]),
            (_("Whom you strike is dazed"), odds["dazed"]),
        ],
        _("Health levels lost"),
        _numbered(odds["levels"]),
        clauses,
        mean=odds["mean"],
    )


def throw(numbers: Numbers) -> Answer:
    given = {
        "actor": _thrower("actor", numbers["cards"] - 1),
        "opponent": _thrower("opponent", numbers["against"] - 1),
        "decks": {"players": {"draw": FRESH_DECK}},
    }
    odds, clauses = _odds("demon_city.opposed_throw", given)
    names = {"win": _("You win"), "tie": _("A tie"), "lose": _("You lose")}
    return Answer(
        (_("You win"), odds["win"]),
        [(_("You fumble"), odds["fumble"])],
        _("How it ends"),
        {title: odds[name] for name, title in names.items()},
        clauses,
    )


def intensity(numbers: Numbers) -> Answer:
    found = {number: _odds("demon_city.static_throw", _task(numbers, number)) for number in INTENSITIES}
    odds, clauses = found[numbers["intensity"]]
    return Answer(
        (_("You succeed"), odds["win"]),
        [(_("You fail"), odds["lose"]), (_("You fumble"), odds["fumble"])],
        _("Chance to succeed"),
        {str(number): one["win"] for number, (one, _clauses) in found.items()},
        clauses,
        across=_("Intensity"),
    )


def _odds(action: str, given: Given) -> tuple[Mapping[str, Any], tuple[Clause, ...]]:
    found = service.odds(action, service.read(action, given))
    return found.odds, _clauses(*found.clauses)


def _clauses(*ids: str) -> tuple[Clause, ...]:
    return tuple(map(find_clause, ids))


def _each(*groups: Iterable[Clause]) -> tuple[Clause, ...]:
    """The clauses of several answers, each once."""
    return tuple({clause.id: clause for group in groups for clause in group}.values())


def _pools(numbers: Numbers, awarded: int = 0) -> Given:
    given: Given = {
        "acting": {"id": "acting", "score": "will", "dice": numbers["dice"]},
        "opposing": {"id": "opposing", "score": "will", "dice": numbers["against"]},
        "settings": {"die": numbers["die"]},
    }
    return given | {"modifiers": [{"source": "situation", "dice": awarded}]} if awarded else given


def _hand(who: str, dice: int, again: int) -> Given:
    """A pool of `pandemonium` and whose it is."""
    pool = {"traits": ["power"], "again": again}
    return {who: {"id": who, "traits": {"power": dice}}, "pool": pool}


def _traits(dice: int) -> list[Given]:
    """A pool of `fallen` out of as many traits as it takes."""
    parts = [min(MOST_IN_A_TRAIT, dice - start) for start in range(0, dice, MOST_IN_A_TRAIT)]
    return [{"name": f"dice {number}", "dice": part} for number, part in enumerate(parts, 1)]


def _thrower(name: str, extra: int) -> Given:
    causes = [{"source": "situational", "dice": 1, "cause": str(one)} for one in range(extra)]
    return {"id": name, "modifiers": causes, "deck": "players"}


def _task(numbers: Numbers, against: int) -> Given:
    return {
        "task": {"id": "task"},
        "thrower": _thrower("thrower", numbers["extra"]) | {"stat": numbers["stat"]},
        "intensity": against,
        "decks": {"players": {"draw": FRESH_DECK}},
    }


def _numbered(chances: Iterable[float]) -> dict[str, float]:
    return {str(number): chance for number, chance in enumerate(chances)}


def _with_more(exactly: Iterable[float]) -> dict[str, float]:
    """Dice that are rolled again have no end: what comes to more than is listed stands together at its end."""
    found = _numbered(exactly)
    return found | {f"{len(found)}+": max(0.0, 1 - sum(found.values()))}


def _signed(dice: int) -> str:
    return f"+{dice}" if dice > 0 else f"−{-dice}" if dice else "0"
