"""Healing: all wounds of a kind or none, and then those of the next (PAN-HEAL)."""

from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec
from msgspec import Struct, field

from rules.kernel.draws import Draws
from rules.kernel.effects import Effect, set_to
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import DERIVED, PLAYER, by, record
from rules.kernel.parsing import wrong
from rules.kernel.result import Result, cite
from rules.kernel.types import Outcome
from rules.pandemonium import health, targets
from rules.pandemonium.aspects import Boosting, boost_of
from rules.pandemonium.damage import changed_track
from rules.pandemonium.health import WORST_FIRST, Marking, Status, Track
from rules.pandemonium.targets import ANY_HOLD, HeldCharacter, SpellInUse
from rules.pandemonium.types import Aspect, PandemoniumInput, Subject, Timing, Wound

Lessened = Literal["lethal", "bashing", "none"]


class HealingSpell(SpellInUse):
    aspect: Aspect


class Patient(HeldCharacter):
    health: Track


class HealInput(PandemoniumInput):
    spell: Annotated[HealingSpell, record("spell")]
    target: Annotated[Patient, record("character"), by("PAN-HEAL-01")]
    kind: Annotated[Wound, PLAYER, by("PAN-HEAL-01")]
    timing: Annotated[Timing, PLAYER, by("PAN-HEAL-02")] = "instant"
    temporary: Annotated[bool, DERIVED, by("PAN-TEMP-01")] = False
    by_damage: Annotated[bool, DERIVED, by("PAN-HEAL-09")] = False
    from_temporary: Annotated[bool, DERIVED] = False
    harmed: Annotated[Subject | None, record("character"), PLAYER, by("PAN-HEAL-09")] = None
    """Whom the spell did the harm by which it heals; its net against them is the Potency of this try."""

    def __post_init__(self) -> None:
        if self.from_temporary and not self.by_damage:
            raise wrong("from_temporary", "this applies only to healing by harming")
        if self.harmed is not None and not self.by_damage:
            raise wrong("harmed", "leave this empty: the spell does not heal by harming")


class HealingStep(Outcome):
    """One comparison of the cascade: the Potency before it and what was left."""

    kind: Wound
    wounds: int
    potency: int
    downgraded: int
    left: int


class Downgraded(Outcome):
    """Ordinary wounds of one kind, and the kind they ended as."""

    from_: Wound = field(name="from")
    to: Lessened
    count: int


class HealOutcome(Outcome):
    severity: Literal["severe", "normal"]
    steps: tuple[HealingStep, ...]
    downgraded: tuple[Downgraded, ...]
    potency_left: int
    health: Track
    status: Status
    boost: Boosting


class _Healed(Struct, frozen=True):
    steps: tuple[HealingStep, ...]
    succeeded: tuple[Wound, ...]
    track: Track


def heal(given: HealInput, draws: Draws) -> Result:
    """Lessen wounds, from one kind downwards (PAN-HEAL-01 to PAN-HEAL-10)."""
    _refuse(given)
    before = given.target.health
    healed = _cascade(before, given.kind, given.spell.potency)
    outcome = HealOutcome(
        severity="severe" if healed.succeeded else "normal",  # PAN-HEAL-06
        steps=healed.steps,
        downgraded=tuple(_rows(before, healed.succeeded)),
        potency_left=healed.steps[-1].left,
        health=healed.track,
        status=health.status_of(healed.track),
        boost=boost_of(given.spell.aspect),  # PAN-HEAL-07
    )
    return Result(outcome, _effects(given, outcome), _clauses(given, outcome))


def _refuse(given: HealInput) -> None:
    if given.from_temporary:
        raise RuleViolation(
            "temporary damage cannot heal anyone", field="input.from_temporary", clause="PAN-TEMP-06"
        )
    if given.timing == "reflexive" and not given.by_damage:
        raise RuleViolation(
            "healing takes at least an instant action", field="input.timing", clause="PAN-HEAL-02"
        )
    targets.refuse_retry(
        given.spell.applied, given.target.hold, clause="PAN-HEAL-08", tries=("sustained",), over=ANY_HOLD
    )
    if not getattr(given.target.health, given.kind):
        raise RuleViolation(f"there is no {given.kind} wound", field="input.kind", clause="PAN-HEAL-01")


def _cascade(track: Track, first: Wound, potency: int) -> _Healed:
    """Compare and lessen kind by kind, as far as the Potency lasts (PAN-HEAL-04, PAN-HEAL-05)."""
    marking, left = Marking(track), potency
    steps: list[HealingStep] = []
    succeeded: list[Wound] = []
    for kind in WORST_FIRST[WORST_FIRST.index(first) :]:
        wounds = marking.count(kind)
        if not wounds:
            continue
        if left < wounds:
            steps.append(HealingStep(kind=kind, wounds=wounds, potency=left, downgraded=0, left=left))
            break
        ordinary = marking.lessen_ordinary(kind)  # PAN-HEAL-03
        steps.append(
            HealingStep(kind=kind, wounds=wounds, potency=left, downgraded=ordinary, left=left - wounds)
        )
        succeeded.append(kind)
        left -= wounds
    return _Healed(tuple(steps), tuple(succeeded), marking.track())


def _rows(before: Track, succeeded: tuple[Wound, ...]) -> Iterator[Downgraded]:
    """What became of the ordinary wounds of each original kind, the most severe first."""
    marking = Marking(before)
    for kind in WORST_FIRST:
        count, to = marking.ordinary[kind], _ends_as(kind, succeeded)
        if count and to is not None:
            yield Downgraded(from_=kind, to=to, count=count)


def _ends_as(kind: Wound, succeeded: tuple[Wound, ...]) -> Lessened | None:
    """What wounds of a kind become, step by step; None where they stay."""
    if kind not in succeeded:
        return None
    lower = health.milder(kind)
    return "none" if lower is None else _ends_as(lower, succeeded) or lower


def _effects(given: HealInput, outcome: HealOutcome) -> tuple[Effect, ...]:
    on, spell = given.target.id, given.spell.id
    changed = changed_track(on, given.target.health, outcome.health)
    kept = {"type": "healing", "downgraded": msgspec.to_builtins(outcome.downgraded)}
    return (
        *changed,
        *([set_to(on, f"temporary.{spell}", kept)] if changed and given.temporary else []),  # PAN-TEMP-01
        set_to(on, f"hold.{spell}", outcome.severity),
    )


def _clauses(given: HealInput, outcome: HealOutcome) -> tuple[str, ...]:
    resistant = msgspec.structs.astuple(given.target.health.resistant)
    return cite(
        "PAN-HEAL-09" if given.by_damage else "PAN-HEAL-02",
        "PAN-HEAL-01",
        "PAN-HEAL-05",
        "PAN-HEAL-04" if outcome.severity == "severe" else "PAN-HEAL-06",
        "PAN-HEAL-03" if any(resistant) else None,
        "PAN-HEAL-10" if given.by_damage else "PAN-HEAL-07",
        "PAN-HEAL-08",
        "PAN-TEMP-01" if given.temporary else None,
    )
