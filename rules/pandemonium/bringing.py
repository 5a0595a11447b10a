"""A spell is brought to bear on somebody, who resists before anything comes of it (PAN-RESIST-01, PAN-RESIST-03)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct

from rules.kernel.draws import Draws
from rules.kernel.effects import set_to
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import DERIVED, GM, PLAYER, by, record
from rules.kernel.parsing import check_distinct, wrong
from rules.kernel.procedure import FollowUp, OpenQuestion, Question, RecordState, State
from rules.kernel.result import Result
from rules.kernel.types import Id, Input, Outcome
from rules.kernel.values import Value, Values, as_values
from rules.pandemonium.casting import CastInput, CastOutcome
from rules.pandemonium.resistance import TABLE
from rules.pandemonium.types import (
    CampaignSettings,
    Interval,
    Kind,
    Name,
    PandemoniumInput,
    PoolTraits,
    Settings,
    Stakes,
    Subject,
    Wound,
)

CLAUSE: Final = "PAN-RESIST-01"
ACT_OF: Final[Mapping[str, str]] = {
    "control": "pandemonium.control",
    "other": "pandemonium.control",
    "attack": "pandemonium.attack",
    "direct": "pandemonium.direct",
    "investigation": "pandemonium.investigate",
    "plunder": "pandemonium.plunder",
    "drain": "pandemonium.drain",
}
"""The act by which a spell of each kind comes to bear on somebody who resists; one of no kind holds as control does."""
SLOW: Final = "pandemonium.ongoing_start"
ADDED: Final = "pandemonium.added_damage"
IN_WAYS: Final[Mapping[str, tuple[str, tuple[str, ...]]]] = {
    "slow": (SLOW, ("attack", "direct")),
    "added": (ADDED, ("control", "plunder")),
}
"""The acts by which a spell comes to bear in another way than its kind's usual one, and the kinds that do."""
RESISTED: Final = frozenset((*ACT_OF.values(), SLOW, ADDED))
DEFEND: Final = "pandemonium.defend"
"""By which whoever is struck answers a blow that carries a spell."""
BODILY: Final = ("forces", "matter")
"""Arcana whose grip is usually on the body rather than on mind or pattern."""
OF_THE_BODY: Final = ("strength", "dexterity")
"""What usually resists such a grip, and whoever reaches for a thing that somebody holds (PAN-CTRL-02)."""
AT_ONCE: Final = ("control", "attack", "direct")
"""Kinds of which a casting leaves nothing open that its caster would have to say."""


class BroughtSpell(Input):
    id: Id
    kind: Kind


class BroughtMerit(Input):
    name: Annotated[Name, PLAYER, by("PAN-PLUNDER-01")]
    external: Annotated[bool, GM, by("PAN-PLUNDER-01")] = True


class BringInput(PandemoniumInput):
    """A spell, its targets, and all that is settled before anybody resists."""

    spell: Annotated[BroughtSpell, record("spell"), by(CLAUSE)]
    targets: Annotated[
        tuple[Subject, ...], Meta(min_length=1, max_length=20), record("character"), by("PAN-RESIST-03")
    ]
    compare: Annotated[Name | None, GM, by("PAN-CONSEQ-05")] = None
    resisted_by: Annotated[PoolTraits | None, GM, by("PAN-CONSEQ-07")] = None
    means: Annotated[Literal["physical", "magical"] | None, GM, by("PAN-CTRL-02")] = None
    stakes: Annotated[Stakes, GM, by("PAN-CONSEQ-03")] = "dramatic"
    way: Annotated[Literal["slow", "added"] | None, PLAYER, by("PAN-ONGOING-01", "PAN-ADDED-01")] = None
    interval: Annotated[Interval | None, DERIVED, by("PAN-ONGOING-02")] = None
    wound: Annotated[Wound | None, DERIVED, by("PAN-ADDED-01")] = None
    aim: Annotated[Literal["watch", "learn"] | None, PLAYER, by("PAN-INVEST-03")] = None
    of: Annotated[Literal["item", "merit"] | None, PLAYER, by("PAN-PLUNDER-01")] = None
    merit: BroughtMerit | None = None
    resource: Annotated[Name | None, PLAYER, by("PAN-DRAIN-01")] = None
    recipient: Annotated[Id | None, record("character"), PLAYER, by("PAN-DRAIN-03")] = None
    triggered: Annotated[bool, GM, by("PAN-DELAY-03")] = False
    settings: CampaignSettings = Settings()

    def __post_init__(self) -> None:
        check_distinct("targets", (one.id for one in self.targets))
        check_distinct("resisted_by", self.resisted_by or ())
        if self.spell.kind not in ACT_OF:
            raise wrong("spell", "nobody resists such a spell: settle its effect on them at once")
        if self.way is not None and self.spell.kind not in IN_WAYS[self.way][1]:
            raise wrong("way", f"this goes with {' or '.join(IN_WAYS[self.way][1])} alone")
        if (self.interval is not None) != (self.way == "slow"):
            raise wrong("interval", "say this of damage that falls piece by piece, and only then")
        for kind, field in NEEDED.items():
            is_needed = self.spell.kind == kind and self.way is None
            if (getattr(self, field) is None) == is_needed:
                told = "say this" if is_needed else "leave this empty"
                raise wrong(field, f"{told}: it goes with {kind} alone")
        if (self.merit is not None) != (self.of == "merit"):
            raise wrong("merit", "name a Merit when one is plundered, and only then")


NEEDED: Final = {"investigation": "aim", "plunder": "of", "drain": "resource"}
"""What a caster says of a spell of these kinds, since it may be used in more than one way."""


SETTLED: Final = ("compare", "resisted_by", "means", "stakes", "aim", "of", "merit", "resource", "recipient")
"""What is said of a spell before anybody resists it."""


class BringOutcome(Outcome):
    act: str
    targets: tuple[str, ...]


def bring(given: BringInput, draws: Draws) -> Result:
    """Bring a spell to bear. Nothing comes of it before its targets resist or let it through (PAN-RESIST-01).

    Each target is asked for the act by itself, and rolls in it (PAN-RESIST-03).
    """
    told = BringOutcome(act=act_of(given), targets=tuple(one.id for one in given.targets))
    return Result(told, clauses=(CLAUSE, "PAN-RESIST-03"))


def act_of(given: BringInput) -> str:
    """The act in which each target resists."""
    return IN_WAYS[given.way][0] if given.way else ACT_OF[given.spell.kind]


def asks(given: BringInput, state: State) -> Iterator[Question]:
    """What each target is asked: the act, of which all is known but how they resist."""
    if given.way == "added":
        yield from _asks_of_the_held(given, state)
        return
    said = said_of(given, given.spell, state) | {
        "interval": given.interval,
        "triggered": given.triggered or None,
    }
    for one in given.targets:
        yield asked_of(act_of(given), one.id, said)


def said_of(given: Struct, spell: BroughtSpell, state: State) -> dict[str, Value]:
    """What is settled of a spell before anybody resists it: said when it is brought to bear, or usual for it."""
    told: dict[str, Any] = {name: getattr(given, name) for name in SETTLED}
    kind, kept, merit = spell.kind, _spell(state, spell.id), told["merit"]
    compare, traits = against(kind, kept)
    means = told["means"] or ("physical" if _is_bodily(kind, kept) else "magical")
    has_stakes = _acts(kind, "control", "plunder") and told["stakes"] != "dramatic"
    return {
        **told,
        "spell": {"id": spell.id},
        "resisted_by": list(told["resisted_by"] or traits or ()) or None,
        "compare": None if kind == "attack" else told["compare"] or compare,
        "means": means if _acts(kind, "control") else None,
        "stakes": told["stakes"] if has_stakes else None,
        "merit": {"name": merit.name, "external": merit.external} if merit else None,
    }


def _asks_of_the_held(given: BringInput, state: State) -> Iterator[Question]:
    """Whoever a spell holds resists its added damage with the pool that first resisted it (PAN-ADDED-03)."""
    spell = _spell(state, given.spell.id)
    harm = {name: spell.get(name) for name in ("resistant", "temporary") if spell.get(name)}
    for one in given.targets:
        came_to = (
            state.records[one.id].fields.get(f"came_to.{given.spell.id}") if one.id in state.records else None
        )
        said: Values = {
            "spell": {"id": given.spell.id},
            "resisted_by": list(given.resisted_by or first_resisted_by(spell, came_to)),
            "damage": {"kind": given.wound, **harm},
        }
        yield asked_of(ADDED, one.id, said)


def first_resisted_by(spell: Values, came_to: Values | None) -> list[str]:
    """The pool that first resisted a spell, after what it came to on somebody, or would usually have."""
    first = (came_to or {}).get("resisted_by") or spell.get("resisted_by")
    if isinstance(first, list | tuple) and first:
        return [str(one) for one in first]
    compared = (came_to or {}).get("compare")
    if compared and compared != "object":
        return [str(compared), "power"]
    is_bodily = _is_bodily(str(spell.get("kind")), spell)
    return [*OF_THE_BODY] if is_bodily else [attribute_against(spell.get("arcanum")), "power"]


def asked_by_casting(given: CastInput, outcome: CastOutcome, state: State) -> Iterator[Question]:
    """Whom a casting is meant for resists it, where its caster has nothing more to say (PAN-RESIST-01)."""
    spell, kind = given.spell, given.spell.kind
    book = getattr(given, "book", None)
    is_harm = kind in ("attack", "direct")
    if given.delayed or kind not in AT_ONCE or (is_harm and getattr(given, "damage", None) is None):
        return
    cast: Values = {"kind": kind, "arcanum": spell.arcanum}
    if book is not None:
        cast = {**cast, "compared": book.compared, "resisted_by": book.resisted_by}
    compare, traits = against(kind, cast)
    interval = getattr(given.damage, "interval", None)
    act = SLOW if interval else ACT_OF[kind]
    said: Values = {
        "spell": {"id": spell.id},
        "interval": interval,
        "resisted_by": list(traits) if traits else None,
        "compare": None if kind == "attack" else compare,
        "means": ("physical" if _is_bodily(kind, cast) else "magical") if kind == "control" else None,
    }
    for target in outcome.record.targets:
        one = state.records.get(target)
        if one is not None and one.kind == "character" and target != given.caster.id:
            yield asked_of(act, target, said)


def against(kind: str, spell: Mapping[str, Any]) -> tuple[str, Sequence[str] | None]:
    """What a spell's net is usually compared with, and the traits that its book says resist it; None: the act's own."""
    return spell.get("compared") or usually_compared(kind, spell), spell.get("resisted_by") or None


def usually_compared(kind: str, spell: Mapping[str, Any]) -> str:
    """What restrains or robs a body goes against its Strength, what harms it directly against its Stamina.

    What does neither goes against the Attribute of its Path (PAN-CTRL-02, PAN-DIRECT-03, PAN-RESIST-08).
    """
    if not _is_bodily(kind, spell):
        return attribute_against(spell.get("arcanum"))
    return "stamina" if kind == "direct" else "strength"


def attribute_against(arcanum: Value) -> str:
    """The resistance Attribute of the Path that an Arcanum belongs to (PAN-RESIST-08)."""
    return next((one for name, one in TABLE.arcana.items() if name == arcanum), "resolve")


def brought(state: State, spell: str, target: str | None = None) -> Iterator[OpenQuestion]:
    """The open questions by which somebody resists this spell; with `target`, theirs alone."""
    for one in state.pending:
        if is_resisted(one.question, one.data) == spell and target in (None, one.who):
            yield one


def is_resisted(question: str, data: Values) -> str | None:
    """The spell that an open question lets its target resist; None of any other question."""
    spell = data.get("brought") if question == DEFEND or question in RESISTED else None
    return str(spell) if spell else None


def refuse_again(given: BringInput, state: State) -> RuleViolation | None:
    """A spell is not brought to bear on somebody who has yet to resist it."""
    asked = (found for one in given.targets for found in brought(state, given.spell.id, one.id))
    if not any(given.way != "slow" or one.question == SLOW for one in asked):
        return None
    told = "they were asked to resist this spell: wait for their answer"
    return RuleViolation(told, field="input.targets", clause=CLAUSE)


def refuse_untriggered(given: BringInput, state: State) -> RuleViolation | None:
    """What lies in wait reaches for nobody before the Storyteller says that it is triggered (PAN-DELAY-03)."""
    if given.triggered or _spell(state, given.spell.id).get("state") != "latent":
        return None
    told = "it lies in wait: the GM says when it is triggered"
    return RuleViolation(told, field="input.triggered", clause="PAN-DELAY-03")


def refuse_unnamed(given: BringInput, state: State) -> RuleViolation | None:
    """Whoever resists harm has to know what kind of wounds they would suffer."""
    if given.way == "added" and given.wound is None:
        told = "it is not said yet which wounds it adds to its hold: the GM says so"
        return RuleViolation(told, field="input.wound", clause="PAN-ADDED-01")
    clause = {"attack": "PAN-ATTACK-03", "direct": "PAN-DIRECT-04"}.get(given.spell.kind)
    if clause is None or _spell(state, given.spell.id).get("wound") is not None:
        return None
    told = "its casting did not say what wounds it deals: cast it again and say so, or the GM settles it"
    return RuleViolation(told, field="input.spell", clause=clause)


def added_as_said(given: Struct, state: State) -> tuple[FollowUp, ...]:
    """What the Storyteller says of the damage that a spell adds to its hold, once for all turns (PAN-ADDED-01)."""
    match given:
        case BringInput(way="added"):
            wound = given.wound
        case CastInput() if state.by_gm and given.damage and given.spell.kind in IN_WAYS["added"][1]:
            wound = given.damage.kind
        case _:
            return ()
    spell = given.spell.id
    is_new = wound is not None and _spell(state, spell).get("adds") != wound
    return (FollowUp("PAN-ADDED-01", (set_to(spell, "adds", wound),)),) if is_new else ()


def nothing_to_resist(state: State, spell: str) -> tuple[FollowUp, ...]:
    """A spell that is made anew is resisted no more as it was; a blow falls all the same (PAN-TRACK-06)."""
    return _struck("PAN-TRACK-06", (one for one in brought(state, spell) if one.question != DEFEND))


def in_place_of(given: Struct, state: State) -> tuple[FollowUp, ...]:
    """What falls piece by piece is no harm at once: it is resisted in the place of that (PAN-ONGOING-01)."""
    if not isinstance(given, BringInput) or given.way != "slow":
        return ()
    asked = (found for one in given.targets for found in brought(state, given.spell.id, one.id))
    return _struck("PAN-ONGOING-01", asked)


def _struck(clause: str, asked: Iterable[OpenQuestion]) -> tuple[FollowUp, ...]:
    effects = tuple(set_to(one.id, "state", "struck") for one in asked)
    return (FollowUp(clause, effects),) if effects else ()


def asked_of(act: str, target: str, said: Values, clause: str = CLAUSE) -> Question:
    """What the target of a spell is asked: an act of which all is known but how they stand up to it."""
    told = {name: value for name, value in said.items() if value is not None}
    data = {
        **told,
        "target": {"id": target},
        "answered_by": target,
        "brought": as_values(told["spell"])["id"],
    }
    return Question(act, "player", target, clause, optional=False, data=data)


def _acts(kind: str, *verbs: str) -> bool:
    return ACT_OF[kind].partition(".")[2] in verbs


def _is_bodily(kind: str, spell: Mapping[str, Any]) -> bool:
    return kind == "plunder" or spell.get("arcanum") in BODILY


def _spell(state: State, spell: str) -> Mapping[str, Any]:
    kept: RecordState | None = state.records.get(spell)
    return kept.fields if kept is not None else {}
