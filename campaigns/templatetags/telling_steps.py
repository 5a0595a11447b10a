"""A step of an entry made ready to be told: its template, its contests and who stands on either side, its odds."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import cast

from django.template import TemplateDoesNotExist
from django.template.loader import get_template

from campaigns.game import game_of, of_all
from campaigns.game.entries import Step
from campaigns.policy import ASKED_BY_GM
from campaigns.queries.odds_before import FROM_ONE, odds_before
from campaigns.queries.timeline import ShownEntry
from campaigns.templatetags.dice import Contest
from campaigns.templatetags.telling_names import plain_name
from campaigns.templatetags.telling_pools import ToldHand, ToldPool
from campaigns.templatetags.telling_words import with_their_parts
from campaigns.viewing import Hidden
from rules.catalogue import ACTIONS
from rules.kernel.values import Value, Values, as_list, as_number

NOTE = "table.note"
EFFECTS = "log/_effects.html"
"""How an action is told that has no sentence of its own."""
UNSEEN = "log/_unseen.html"
"""How a step is told whose outcome the viewer may not read: nothing of it, not even that it came to nothing."""

NO_CHANCE = ("mean", "at_least")
"""What odds tell besides chances, or twice."""
DEGREES = "degrees"
TOO_RARE = 0.005
"""Of many numbers those are left out that would read as under 1%."""


@dataclass(frozen=True)
class ToldContest:
    """An opposed roll, the names of both sides, and the records whose they are where these say it."""

    dice: Contest
    acting: str
    opposing: str
    acting_record: str = ""
    opposing_record: str = ""


@dataclass(frozen=True)
class ToldOdds:
    """The chances before the roll; `known` is false where an input's value is hidden from the viewer."""

    known: bool
    bar: Values | None = None
    numbers: list[tuple[str, list[tuple[str, float]]]] = field(default_factory=list)
    acting: str = ""
    opposing: str = ""


@dataclass(frozen=True)
class ToldStep:
    """One step of an entry, as its template takes it. What only its explanation tells is made when that asks."""

    step: Step
    shown: ShownEntry

    @property
    def action(self) -> str:
        return str(self.step["action"])

    @property
    def template(self) -> str:
        if isinstance(self.step["outcome"], Hidden):
            return UNSEEN
        brought = [(self.action, str(step["input"]["clause"])) for step in self.shown.followed]
        instead = _instead()
        return next((instead[one] for one in brought if one in instead), template_for(self.action))

    @property
    def given(self) -> Values:
        return self.step["input"]

    @property
    def outcome(self) -> Values:
        return self.step["outcome"]

    @cached_property
    def contests(self) -> list[ToldContest]:
        return list(_contests(self.step, self.shown))

    @cached_property
    def pools(self) -> list[ToldPool]:
        return [told_pool for told_pool in self._drawn if isinstance(told_pool, ToldPool)]

    @cached_property
    def hands(self) -> list[ToldHand]:
        return [told_hand for told_hand in self._drawn if isinstance(told_hand, ToldHand)]

    @cached_property
    def _drawn(self) -> Sequence[ToldPool | ToldHand]:
        return game_of(self.action).telling.drawn(self.step, self.shown)

    @cached_property
    def odds(self) -> ToldOdds | None:
        return _odds(self.step, self.shown)


@cache
def _instead() -> Mapping[tuple[str, str], str]:
    return {(NOTE, ASKED_BY_GM): "log/table/_asked.html"} | of_all(lambda game: game.telling.instead)


def applied(shown: ShownEntry) -> list[str]:
    """The clauses of an entry, but for that of a note which only bears what followed it: no note was written."""
    following = {str(step["input"]["clause"]) for step in shown.followed}
    bears = [(NOTE, one) in _instead() for one in following]
    notes = [step for step in shown.steps if step["action"] == NOTE] if any(bears) else []
    others = {clause for step in shown.all_steps if step not in notes for clause in step["clauses"]}
    return [clause for clause in shown.clauses if clause in others]


@cache
def template_for(action: str) -> str:
    """The partial that tells an action: its own, else what it changed; LookupError for what is no action."""
    system, _dot, verb = action.partition(".")
    own = f"log/table/_{verb}.html" if system == "table" else f"games/{system}/log/_{verb}.html"
    try:
        get_template(own)
    except TemplateDoesNotExist:
        if action not in ACTIONS:
            raise LookupError(f"no template tells {action}") from None
        return EFFECTS
    return own


def _contests(step: Step, shown: ShownEntry) -> Iterator[ToldContest]:
    acting, opposing = _sides(step, shown)
    records = [_side_record(step["input"], path) for path in _paths(step)]
    hand = shown.document is not None and shown.document["from"].get("by") == "hand"
    for roller, dice in _found_in(step["outcome"], ""):
        name = plain_name(shown, roller) if roller else acting
        # The walk finds it by the keys that a contest alone has.
        told = cast("Contest", {**dice, "hand_thrown": hand})
        yield ToldContest(told, name, opposing, roller or records[0], records[1])


def _found_in(value: Value, roller: str) -> Iterator[tuple[str, Values]]:
    """Every contest in an outcome, with the id of who rolled it where the outcome says so (helpers of a ritual)."""
    if isinstance(value, list):
        for one in value:
            yield from _found_in(one, roller)
    elif isinstance(value, Mapping):
        if {"acting", "opposing", "winner", "die"} <= value.keys():
            yield roller, value
            return
        for one in value.values():
            yield from _found_in(one, str(value.get("id") or roller))


def _sides(step: Step, shown: ShownEntry) -> tuple[str, str]:
    acting, opposing = (_side(step["input"], path, shown) for path in _paths(step))
    return acting, opposing


def _paths(step: Step) -> tuple[str | None, str | None]:
    return game_of(step["action"]).telling.sides.get(step["action"], (None, None))


def _side(given: Values, path: str | None, shown: ShownEntry) -> str:
    record = _subject(given, path)
    return plain_name(shown, record) if record else ""


def _side_record(given: Values, path: str | None) -> str:
    """The id of the record on a side; empty where there is none, or it is hidden."""
    record = _subject(given, path)
    return record if isinstance(record, str) else ""


def _subject(given: Values, path: str | None) -> Value | Hidden:
    subject = given.get(path) if path else None
    return subject.get("id") if isinstance(subject, Mapping) else subject


def _odds(step: Step, shown: ShownEntry) -> ToldOdds | None:
    before = odds_before(step)
    if before is None:
        return None
    if not before.is_open:
        return ToldOdds(known=False)
    if {"success", "tie"} <= before.chances.keys():
        acting, opposing = _sides(step, shown)
        return ToldOdds(known=True, bar=before.chances, acting=acting, opposing=opposing)
    acting, opposing = _sides(step, shown)
    numbers = [number for number in _numbers(with_their_parts(before.chances), shown) if number[0] != DEGREES]
    numbers += _degrees(before.chances, step["input"])
    return ToldOdds(True, numbers=numbers, acting=acting, opposing=opposing) if numbers else None


def _degrees(chances: Values, given: Values) -> Iterator[tuple[str, list[tuple[str, float]]]]:
    """The chance to beat each of several Intensities, by these; of a single one the chance to win tells."""
    found = as_list(chances.get(DEGREES, ()))
    intensities = [given.get("intensity"), *as_list(given.get(DEGREES, ()))]
    if len(found) > 1:
        yield DEGREES, [(str(one), as_number(chance)) for one, chance in zip(intensities, found, strict=True)]


def _by_record(name: str, found: Values, shown: ShownEntry) -> Iterator[tuple[str, list[tuple[str, float]]]]:
    """A chance for each record; where each has many of its own, they are left to the form."""
    chances = {key: float(one) for key, one in found.items() if isinstance(one, int | float)}
    if chances:
        called = {key: plain_name(shown, key) if key in shown.names else str(key) for key in chances}
        yield name, [(called[key], one) for key, one in chances.items()]


def _numbers(chances: Values, shown: ShownEntry) -> Iterator[tuple[str, list[tuple[str, float]]]]:
    """Each chance by name, with one for every number or record that it may come to."""
    for name, found in chances.items():
        if name in NO_CHANCE:
            continue
        if isinstance(found, Mapping):
            yield from _by_record(name, found, shown)
        elif isinstance(found, list | tuple):
            counted = enumerate(map(as_number, found), start=int(name in FROM_ONE))
            numbers = [(number, chance) for number, chance in counted if chance >= TOO_RARE]
            if numbers and [number for number, _chance in numbers] != [0]:  # that nothing comes is no news
                yield name, [(str(number), chance) for number, chance in numbers]
        elif isinstance(found, int | float):
            yield name, [("", float(found))]
