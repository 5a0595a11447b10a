"""Which awards a thrower may have (areas EXTRA, LOST, CTHROW): the refusals of a count, in the order of its checks."""

from typing import Final, Literal

from msgspec import Struct

from rules.demon_city.refusals import refused
from rules.demon_city.throwers import Modifiers, Thrower
from rules.demon_city.types import Deed, Settings
from rules.kernel.tables import read_table

Context = Literal["static", "opposed", "action"]

HIGHEST_MUNDANE_STAT = 9
ONLY_IN_ACTION = ("defense", "weapon", "supernatural")
SCALABLE = ("situational", "hindrance")
ONCE = {
    "distraction": "DEC-CTHROW-15",
    "defense": "DEC-CTHROW-16",
    "weapon": "DEC-CTHROW-19",
    "supernatural": "DEC-CTHROW-21",
}
GENERAL_OF: Final[dict[str, str]] = read_table("rules.demon_city", "skills.toml")["general"]


class Situation(Struct, frozen=True, kw_only=True):
    """What a count of throws depends on besides the thrower."""

    context: Context
    versus: int | None
    kind: Deed | None = None
    previous: int | None = None
    from_opponent: int = 0
    opposing: Modifiers = ()
    at: str = "thrower"
    """Where the thrower stands in the input."""
    stat_at: str = "thrower.stat"


def check_awards(thrower: Thrower, situation: Situation, settings: Settings) -> None:
    """Refuse a stat, awards or Significators that a clause forbids."""
    if thrower.stat is not None and thrower.stat > HIGHEST_MUNDANE_STAT and not thrower.supernatural:
        raise refused("a stat above 9 is supernatural", situation.stat_at, "DEC-EXTRA-05")
    _check_size(thrower, situation, settings)
    _check_place(thrower, situation)
    _check_overlap(thrower, situation)
    _check_once(thrower, situation)
    _check_causes(thrower, situation)
    if thrower.significators and thrower.deck == "horror":
        raise refused(
            "the Horror's Deck has no Significators", f"{situation.at}.significators", "DEC-CRIT-05"
        )


def _check_size(thrower: Thrower, situation: Situation, settings: Settings) -> None:
    for place, modifier in enumerate(thrower.modifiers):
        if abs(modifier.dice) == 1 or (settings.scaled_advantages and modifier.source in SCALABLE):
            continue
        clause = "DEC-LOST-08" if modifier.source == "hindrance" else "DEC-EXTRA-03"
        raise refused("one distinct advantage is one throw", f"{_at(situation, place)}.dice", clause)


def _check_place(thrower: Thrower, situation: Situation) -> None:
    if situation.context != "action":
        for place, modifier in enumerate(thrower.modifiers):
            if modifier.source in ONLY_IN_ACTION:
                at = f"{_at(situation, place)}.source"
                raise refused(f"{modifier.source} is for Action only", at, "DEC-CTHROW-01")
    elif situation.kind not in ("defend", "escape"):
        for place, modifier in enumerate(thrower.modifiers):
            if modifier.source == "defense":
                at = f"{_at(situation, place)}.source"
                raise refused("only for those who do nothing but defend", at, "DEC-CTHROW-16")


def _check_overlap(thrower: Thrower, situation: Situation) -> None:
    overlaps = [entry for entry in enumerate(thrower.modifiers) if entry[1].source == "overlap"]
    if not overlaps:
        return
    first = f"{_at(situation, overlaps[0][0])}.source"
    if situation.context == "action":
        raise refused("there is no overlap in Action", first, "DEC-EXTRA-10")
    skill = thrower.first_skill
    if skill is None:
        raise refused("an overlap needs a first skill", first, "DEC-EXTRA-08")
    used = [(skill.name, skill.of)]
    for place, modifier in overlaps:
        further = (modifier.skill or "", modifier.of)
        if any(_clash(further, other) for other in used):
            raise refused("this skill already counts", f"{_at(situation, place)}.skill", "DEC-EXTRA-09")
        used.append(further)


def _check_once(thrower: Thrower, situation: Situation) -> None:
    sources: list[str] = [modifier.source for modifier in thrower.modifiers]
    doubled = {source for source in sources if source in ONCE and sources.count(source) > 1}
    for source, clause in ONCE.items():
        if source in doubled:
            second = sources.index(source, sources.index(source) + 1)
            raise refused(f"{source} counts only once", f"{_at(situation, second)}.source", clause)


def _check_causes(thrower: Thrower, situation: Situation) -> None:
    causes = [_plain(modifier.cause or "") for modifier in thrower.modifiers]
    for place, cause in enumerate(causes):
        if cause and cause in causes[:place]:
            raise refused("the same cause is given twice", f"{_at(situation, place)}.cause", "DEC-EXTRA-02")
    against = [(_plain(entry.cause or ""), entry.dice < 0) for entry in situation.opposing]
    for place, modifier in enumerate(thrower.modifiers):
        if causes[place] and (causes[place], modifier.dice > 0) in against:
            raise refused("one asymmetry counts only once", f"{_at(situation, place)}.cause", "DEC-LOST-06")


def _at(situation: Situation, place: int) -> str:
    return f"{situation.at}.modifiers.{place}"


def _clash(one: tuple[str, str | None], other: tuple[str, str | None]) -> bool:
    """Whether two skills are the same, or one is the general version of the other (DEC-EXTRA-09)."""
    names = _plain(one[0]), _plain(other[0])
    return names[0] == names[1] or names[0] in _generals(*other) or names[1] in _generals(*one)


def _generals(name: str, of: str | None) -> set[str]:
    known = GENERAL_OF.get(_plain(name))
    return {general for general in (_plain(of or ""), known) if general}


def _plain(text: str) -> str:
    return text.strip().casefold()
