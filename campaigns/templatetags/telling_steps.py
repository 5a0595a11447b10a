"""A step of an entry made ready to be told: its template, its contests and who stands on either side, its odds."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any

from django.template import TemplateDoesNotExist
from django.template.loader import get_template
from django.utils.translation import gettext as _

from campaigns.log.projector import REDACTED, Hidden
from campaigns.queries.timeline import Shown
from campaigns.templatetags.telling_pools import ToldHand, ToldPool, hands_of, pools_of
from rules import catalogue, service
from rules.kernel.errors import RulesError

FAMILIES = {"pandemonium": "_effects", "demon_city": "_effects", "fallen": "_effects"}
"""How an action is told that has no sentence of its own: a new one of a system whose actions all had one."""

SIDES = {
    "sorcerer.roll": ("acting", "opposing"),
    "sorcerer.humanity_check": ("character", "demon"),
    "sorcerer.perceive_humanity": ("sorcerer", "target"),
    "sorcerer.spot_telltale": ("spotter", "target"),
    "sorcerer.use_ability": ("demon", "opposing"),
    "sorcerer.withdrawal_day": ("demon", None),
    "sorcerer.rebel": ("demon", "sorcerer"),
    "sorcerer.break_binding": ("demon", "sorcerer"),
    "sorcerer.possess": ("demon", "target"),
    "sorcerer.contact": ("sorcerer", "demon"),
    "sorcerer.contain": ("sorcerer", None),
    "sorcerer.test_contain": ("demon", None),
    "sorcerer.summon": ("sorcerer", "demon"),
    "sorcerer.bind": ("sorcerer", "demon"),
    "sorcerer.banish": ("sorcerer", "demon"),
    "sorcerer.punish": ("sorcerer", "demon"),
    "sorcerer.recover_power": ("demon", None),
    "sorcerer.group_ritual": (None, "demon"),
    "sorcerer.resolve_attack": ("attacker", "target"),
    "sorcerer.will_override": ("character", None),
    "sorcerer.first_sight": ("demon", "character"),
}
"""Which subjects of an input stand on the acting and on the opposing side."""


NO_CHANCE = ("mean", "at_least")
"""What odds tell besides chances, or twice."""
TOO_RARE = 0.005
"""Of many numbers those are left out that would read as under 1 %."""


@dataclass(frozen=True)
class ToldContest:
    """An opposed roll and the names of both sides."""

    dice: Mapping[str, Any]
    acting: str
    opposing: str


@dataclass(frozen=True)
class ToldOdds:
    """The chances before the roll; `known` is false where an input's value is hidden from the viewer."""

    known: bool
    bar: Mapping[str, Any] | None = None
    numbers: list[tuple[str, list[tuple[str, float]]]] = field(default_factory=list)
    acting: str = ""
    opposing: str = ""


@dataclass(frozen=True)
class ToldStep:
    """One step of an entry, as its template takes it."""

    action: str
    template: str
    given: Mapping[str, Any]
    outcome: Mapping[str, Any]
    effects: list[Any]
    contests: list[ToldContest]
    pools: list[ToldPool]
    hands: list[ToldHand]
    odds: ToldOdds | None


@cache
def template_for(action: str) -> str:
    """The partial that tells an action: its own, else its system's family; LookupError where neither is there."""
    system, _dot, verb = action.partition(".")
    own = f"log/verbs/_{system}_{verb}.html"
    try:
        get_template(own)
    except TemplateDoesNotExist:
        if system not in FAMILIES:
            raise LookupError(f"no template tells {action}") from None
        return f"log/families/{FAMILIES[system]}.html"
    return own


def tell_step(step: Mapping[str, Any], shown: Shown) -> ToldStep:
    """A step of a viewer's document, ready for its template."""
    return ToldStep(
        action=step["action"],
        template=template_for(step["action"]),
        given=step["input"],
        outcome=step["outcome"],
        effects=step["effects"],
        contests=list(_contests(step, shown)),
        pools=[] if step["action"].startswith("sorcerer.") else pools_of(step, shown),
        hands=hands_of(step, shown),
        odds=_odds(step, shown),
    )


def plain_name(shown: Shown, record: Any) -> str:
    """What an entry calls a record; "someone unseen" where it does not exist for the viewer."""
    if not isinstance(record, str):
        return _("someone unseen")
    known = shown.names.get(record)
    if isinstance(known, str) and known:
        return known
    thing = shown.things.get(record)
    if thing is not None:
        return thing.name or unnamed(thing.kind)
    about = shown.described.get(record)
    if isinstance(about, Mapping):
        return about["name"] or unnamed(about["kind"])
    return _("someone unseen")


def unnamed(kind: str) -> str:
    """What a record without a name is called."""
    words = {
        "binding": _("the Binding"),
        "campaign": _("the campaign"),
        "character": _("a character"),
        "contact": _("the Contact"),
        "contain": _("the Contain"),
        "demon": _("a demon"),
        "pending": _("a question"),
        "scene": _("the scene"),
        "session": _("the session"),
    }
    return words.get(kind) or kind.rpartition(".")[2].replace("_", " ")


def is_open(value: Any) -> bool:
    """Whether nothing in a value of a viewer's document is hidden from them."""
    if isinstance(value, Hidden):
        return value.why == REDACTED
    if isinstance(value, Mapping):
        return all(is_open(one) for one in value.values())
    return not isinstance(value, list) or all(is_open(one) for one in value)


def _contests(step: Mapping[str, Any], shown: Shown) -> Iterator[ToldContest]:
    acting, opposing = _sides(step, shown)
    hand = shown.document is not None and shown.document["from"].get("by") == "hand"
    for roller, dice in _found_in(step["outcome"], ""):
        name = plain_name(shown, roller) if roller else acting
        yield ToldContest({**dice, "hand_thrown": hand}, name, opposing)


def _found_in(value: Any, roller: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
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


def _sides(step: Mapping[str, Any], shown: Shown) -> tuple[str, str]:
    acting, opposing = SIDES.get(step["action"], (None, None))
    return _side(step["input"], acting, shown), _side(step["input"], opposing, shown)


def _side(given: Mapping[str, Any], path: str | None, shown: Shown) -> str:
    subject = given.get(path) if path else None
    record = subject.get("id") if isinstance(subject, Mapping) else subject
    return plain_name(shown, record) if record else ""


def _odds(step: Mapping[str, Any], shown: Shown) -> ToldOdds | None:
    known = catalogue.ACTIONS.get(step["action"])
    if known is None or known.odds is None or known.version != step["version"]:
        return None
    if not is_open(step["input"]):
        return ToldOdds(known=False)
    chances = _chances(step["action"], json.dumps(step["input"], default=lambda hidden: "-"))
    if chances is None:
        return None
    acting, opposing = _sides(step, shown)
    if {"success", "tie"} <= chances.keys():
        return ToldOdds(known=True, bar=chances, acting=acting, opposing=opposing)
    return ToldOdds(known=True, numbers=list(_numbers(chances, shown)))


@lru_cache(maxsize=4096)
def _chances(action: str, given: str) -> Mapping[str, Any] | None:
    """The odds of a logged input. A page shows the same entries again and again, so they are kept."""
    try:
        return dict(service.odds(action, service.read(action, json.loads(given))).odds)
    except RulesError:
        return None


def _numbers(chances: Mapping[str, Any], shown: Shown) -> Iterator[tuple[str, list[tuple[str, float]]]]:
    """Each chance by name, with one for every number or record that it may come to."""
    for name, found in chances.items():
        if name in NO_CHANCE:
            continue
        if isinstance(found, Mapping):
            inner = {key: one for key, one in found.items() if isinstance(one, int | float)}
            yield (
                name,
                [
                    (plain_name(shown, key) if key in shown.names else str(key), float(one))
                    for key, one in inner.items()
                ],
            )
        elif isinstance(found, list | tuple):
            shares = [(str(number), float(chance)) for number, chance in enumerate(found)]
            yield name, [pair for pair in shares if pair[1] >= TOO_RARE]
        elif isinstance(found, int | float):
            yield name, [("", float(found))]
