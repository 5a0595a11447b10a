"""A spell is cast or Shaped: what it costs, and the Potency and Tenacity it then has (PAN-POT, PAN-TEN)."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct, field

from rules.kernel.action import Chances
from rules.kernel.draws import Draws
from rules.kernel.effects import Effect, change_by, set_to
from rules.kernel.errors import InvalidInput, RuleViolation
from rules.kernel.origins import GM, PLAYER, New, record
from rules.kernel.result import Result, cite
from rules.kernel.types import Id, Input, Outcome
from rules.pandemonium import odds, pools
from rules.pandemonium.aspects import ASPECTS, Boosting, boost_of
from rules.pandemonium.pools import Pool
from rules.pandemonium.resisting import NOBODY, Contest, Given, Side, plan_side, roll_side
from rules.pandemonium.types import (
    Arcanum,
    Aspect,
    Character,
    Kind,
    Measure,
    PandemoniumInput,
    Points,
    SpellDuration,
    SpellState,
    Successes,
    Timing,
)


class Caster(Character):
    mana: Points | None = None


class ConsciousCaster(Caster):
    conscious: Annotated[bool, GM] = True


class Paid(Input):
    """All that is paid for a casting or a Shaping; the prices are not part of these rules."""

    mana: Annotated[int, Meta(ge=0, le=50), PLAYER] = 0
    willpower: Annotated[int, Meta(ge=0, le=10), PLAYER] = 0


class NewSpell(Input):
    """What is cast. A spell that its mage casts again keeps its id (PAN-TRACK-07)."""

    id: Annotated[Id, New("spell")]
    aspect: Annotated[Aspect, PLAYER]
    kind: Annotated[Kind, PLAYER]
    arcanum: Annotated[Arcanum, PLAYER]


class Sympathy(Input):
    """Sympathy factors, and how many each distant target needs (PAN-SYMP-01)."""

    factors: Annotated[int, Meta(ge=0, le=20), PLAYER]
    needed: Annotated[tuple[Annotated[int, Meta(ge=0, le=20)], ...], GM]


class CastInput(PandemoniumInput):
    spell: NewSpell
    caster: Annotated[Caster, record("character")]
    targets: Annotated[tuple[Id, ...], record("character", "thing", "place"), PLAYER] = ()
    timing: Annotated[Timing, PLAYER] = "instant"
    shaping: Given | None = None
    paid: Paid = Paid()
    tenacity_share: Annotated[Successes, PLAYER] = 0
    runes: Annotated[int, Meta(ge=0, le=20), GM] = 0
    delayed: Annotated[bool, PLAYER] = False
    duration: Annotated[SpellDuration, PLAYER] = "sustained"
    sympathy: Sympathy | None = None


class StoredSpell(Input):
    id: Id
    potency: Measure
    tenacity: Measure


class ShapeInput(PandemoniumInput):
    spell: Annotated[StoredSpell, record("spell")]
    caster: Annotated[ConsciousCaster, record("character")]
    raised: Annotated[Literal["potency", "tenacity"], PLAYER] = field(name="raise")
    timing: Annotated[Timing, PLAYER]
    shaping: Given
    paid: Paid = Paid()


class Added(Outcome):
    potency: int
    tenacity: int


class SpellRecord(Outcome):
    """What is stored of a spell (PAN-TRACK-01)."""

    caster: str
    aspect: Aspect
    kind: Kind
    arcanum: Arcanum
    potency: int
    tenacity: int
    state: SpellState
    duration: SpellDuration
    targets: tuple[str, ...]
    sympathetic: bool


class CastOutcome(Outcome):
    base: int
    added: Added
    potency: int
    tenacity: int
    boost: Boosting
    hindrance: int
    pool: Pool | None
    record: SpellRecord


class ShapeOutcome(Outcome):
    raised: Literal["potency", "tenacity"] = field(name="raise")
    from_: int = field(name="from")
    added: int
    total: int
    lasts: Literal["ritual", "action"]
    pool: Pool | None


class _Refusal(Struct, frozen=True):
    """A rule that is broken where `broken` holds."""

    broken: bool
    clause: str
    at: str
    message: str


def cast(given: CastInput, draws: Draws) -> Result:
    """Cast a spell: its record, and the Potency with which it first comes to bear (PAN-ASPECT, PAN-POT, PAN-TEN)."""
    side = _plan_cast(given)
    shaped = roll_side(side, draws)
    outcome = _cast_outcome(given, shaped)
    effects = (
        *_costs(given.caster, given.paid, side),
        set_to(given.spell.id, "record", msgspec.to_builtins(outcome.record)),
    )
    return Result(outcome, effects, _cast_clauses(given, shaped))


def cast_odds(given: CastInput) -> Chances:
    """The chances of each number of Shaping successes."""
    return _shaping_odds(_plan_cast(given))


def shape(given: ShapeInput, draws: Draws) -> Result:
    """Raise a spell's Potency or Tenacity (PAN-POT-12 to PAN-POT-15, PAN-TEN-05 to PAN-TEN-09)."""
    side = _plan_shape(given)
    shaped = roll_side(side, draws)
    stored = given.spell.potency if given.raised == "potency" else given.spell.tenacity
    keeps = given.raised == "tenacity" and given.timing == "ritual"  # PAN-TEN-05
    outcome = ShapeOutcome(
        raised=given.raised,
        from_=stored,
        added=shaped.successes,
        total=stored + shaped.successes,
        lasts="ritual" if keeps else "action",
        pool=shaped.pool,
    )
    kept = keeps and shaped.successes
    effects = (
        *_costs(given.caster, given.paid, side),
        *([change_by(given.spell.id, "tenacity", shaped.successes)] if kept else []),
    )
    lasting = "PAN-TEN-05" if keeps else "PAN-POT-07" if given.raised == "potency" else "PAN-TEN-08"
    return Result(outcome, effects, cite("PAN-POT-06", *pools.clauses_of(shaped.pool), "PAN-POT-14", lasting))


def shape_odds(given: ShapeInput) -> Chances:
    """The chances of each number of points added."""
    return _shaping_odds(_plan_shape(given))


def _cast_outcome(given: CastInput, shaped: Contest) -> CastOutcome:
    row = ASPECTS[given.spell.aspect]
    to_tenacity = min(given.tenacity_share, shaped.successes)  # PAN-TEN-10
    added = Added(potency=shaped.successes - to_tenacity, tenacity=to_tenacity)
    potency = row.base + added.potency
    tenacity = row.base + added.tenacity + given.runes  # PAN-TEN-05
    stored = SpellRecord(
        caster=given.caster.id,
        aspect=given.spell.aspect,
        kind=given.spell.kind,
        arcanum=given.spell.arcanum,
        potency=potency if given.delayed else row.base,  # PAN-POT-07, PAN-DELAY-02
        tenacity=tenacity,
        state="latent" if given.delayed else "active",
        duration=given.duration,
        targets=given.targets,
        sympathetic=given.sympathy is not None,
    )
    return CastOutcome(
        base=row.base,
        added=added,
        potency=potency,
        tenacity=tenacity,
        boost=boost_of(given.spell.aspect),
        hindrance=row.hindrance,
        pool=shaped.pool,
        record=stored,
    )


def _plan_cast(given: CastInput) -> Side:
    side = _plan_shaping(given.caster, given.shaping, given.paid)
    kind, timing, ritual = given.spell.kind, given.timing, given.timing == "ritual"
    far = max(given.sympathy.needed, default=0) if given.sympathy else 0
    factors = given.sympathy.factors if given.sympathy else 0
    _refuse(
        _Refusal(
            kind == "healing" and timing == "reflexive",
            "PAN-HEAL-02",
            "timing",
            "healing takes an instant action",
        ),
        _Refusal(
            kind == "transfer" and not ritual, "PAN-TRANSFER-01", "timing", "moving wounds takes a ritual"
        ),
        _Refusal(
            given.delayed and kind not in ("attack", "direct"),
            "PAN-DELAY-01",
            "delayed",
            "only damage can be delayed",
        ),
        _Refusal(factors < far, "PAN-SYMP-01", "sympathy.factors", f"{far} sympathy factors are needed"),
        _Refusal(
            given.tenacity_share > 0 and not ritual and not given.delayed,
            "PAN-TEN-10",
            "tenacity_share",
            "no Tenacity is kept",
        ),
        _Refusal(
            timing == "reflexive" and given.shaping is not None,
            "PAN-POT-13",
            "shaping",
            "a reflexive casting takes no Shaping",
        ),
    )
    _refuse_unpaid(given.caster, given.paid, free=ritual or given.shaping is None)
    _refuse_boost(given.shaping)
    pools.permit(side.plan, spent={given.caster.id: given.paid.willpower})
    return side


def _plan_shape(given: ShapeInput) -> Side:
    side = _plan_shaping(given.caster, given.shaping, given.paid)
    _refuse(
        _Refusal(
            given.raised == "potency" and given.timing == "reflexive",
            "PAN-POT-13",
            "timing",
            "Potency is not Shaped reflexively",
        ),
        _Refusal(
            given.raised == "tenacity" and given.timing == "instant",
            "PAN-TEN-07",
            "timing",
            "Tenacity is not Shaped with an instant action",
        ),
        _Refusal(
            not given.caster.conscious, "PAN-TEN-07", "caster.conscious", "the unconscious cannot Shape"
        ),
    )
    _refuse_unpaid(given.caster, given.paid, free=given.timing == "ritual")
    _refuse_boost(given.shaping)
    pools.permit(side.plan, spent={given.caster.id: given.paid.willpower})
    return side


def _plan_shaping(caster: Caster, shaping: Given | None, paid: Paid) -> Side:
    for name in ("mana", "willpower"):
        if getattr(paid, name) and getattr(caster, name) is None:
            raise InvalidInput(f"{name} is to be paid", field=f"input.caster.{name}")
    if shaping is None:
        return NOBODY
    return plan_side(shaping, caster, None, at="input.shaping", owner="input.caster")


def _refuse(*refusals: _Refusal) -> None:
    for one in refusals:
        if one.broken:
            raise RuleViolation(one.message, field=f"input.{one.at}", clause=one.clause)


def _refuse_unpaid(caster: Caster, paid: Paid, *, free: bool) -> None:
    nothing = not free and paid.mana + paid.willpower == 0
    too_much = paid.mana > (caster.mana or 0) or paid.willpower > (caster.willpower or 0)
    _refuse(
        _Refusal(nothing, "PAN-POT-06", "paid", "a Shaping outside a ritual must be paid for"),
        _Refusal(too_much, "PAN-POT-06", "paid", "the caster has less than is paid"),
    )


def _refuse_boost(shaping: Given | None) -> None:
    boosts = shaping.pool.boosts if shaping and shaping.pool else ()
    if any(boost.aspect for boost in boosts):
        raise RuleViolation(
            "no spell boosts a Shaping", field="input.shaping.pool.boosts", clause="PAN-APPLY-05"
        )


def _costs(caster: Caster, paid: Paid, side: Side) -> tuple[Effect, ...]:
    on_pool = 1 if side.plan and side.plan.willpower is not None else 0
    costs = (("mana", paid.mana), ("willpower", paid.willpower + on_pool))
    return tuple(change_by(caster.id, name, -cost) for name, cost in costs if cost)


def _shaping_odds(side: Side) -> Chances:
    found: dict[str, Any] = odds.successes(side.tally)
    return Chances(found, cite("PAN-POOL-11", "PAN-POT-14"))


def _cast_clauses(given: CastInput, shaped: Contest) -> tuple[str, ...]:
    return cite(
        "PAN-ASPECT-01",
        "PAN-POT-01",
        "PAN-TEN-01",
        "PAN-SYMP-01" if given.sympathy else None,
        *(("PAN-POT-06", *pools.clauses_of(shaped.pool), "PAN-POT-14") if given.shaping else ()),
        "PAN-TEN-10" if given.tenacity_share else None,
        "PAN-TEN-05" if given.runes or given.timing == "ritual" else None,
        "PAN-DELAY-02" if given.delayed else "PAN-POT-07" if given.shaping else None,
    )
