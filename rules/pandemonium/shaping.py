"""Shaping: raising a spell's Potency or Tenacity, and what that costs (PAN-POT-12 to PAN-POT-15, PAN-TEN-05)."""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from rules.kernel.action import Chances
from rules.kernel.draws import Draws
from rules.kernel.effects import Effect, change_by, set_to
from rules.kernel.errors import InvalidInput, RuleViolation
from rules.kernel.origins import GM, PLAYER, by, record
from rules.kernel.parsing import wrong
from rules.kernel.result import Result, cite
from rules.kernel.types import Id, Input, Outcome
from rules.pandemonium import odds, pools
from rules.pandemonium.pools import Pool
from rules.pandemonium.resisting import NOBODY, Given, Side, plan_side, roll_side
from rules.pandemonium.types import Character, Kind, Measure, PandemoniumInput, Points, Timing

Raised = Literal["potency", "tenacity"]


class Caster(Character):
    mana: Points | None = None


class ConsciousCaster(Caster):
    conscious: Annotated[bool, GM, by("PAN-TEN-07")] = True


class Paid(Input):
    """All that is paid for a casting or a Shaping; the prices are not part of these rules."""

    mana: Annotated[int, Meta(ge=0, le=50), PLAYER, by("PAN-POT-06")] = 0
    willpower: Annotated[int, Meta(ge=0, le=10), PLAYER, by("PAN-POT-06")] = 0


class StoredSpell(Input):
    id: Id
    potency: Measure
    tenacity: Measure


class ShapeInput(PandemoniumInput):
    spell: Annotated[StoredSpell, record("spell")]
    caster: Annotated[ConsciousCaster, record("character"), by("PAN-POT-06")]
    raised: Annotated[Raised, PLAYER, by("PAN-POT-14")] = field(name="raise")
    timing: Annotated[Timing, PLAYER, by("PAN-POT-13")]
    shaping: Given
    paid: Paid = Paid()
    consequence: Annotated[Kind | None, PLAYER, by("PAN-CONSEQ-13")] = None
    """What the spell inflicts from now on, where that is something else than before (PAN-CONSEQ-13)."""

    def __post_init__(self) -> None:
        if self.consequence is not None and self.raised == "tenacity":
            raise wrong("consequence", "leave this empty: Tenacity inflicts nothing")


class ShapeOutcome(Outcome):
    raised: Raised = field(name="raise")
    from_: int = field(name="from")
    added: int
    total: int
    lasts: Literal["ritual", "action"]
    pool: Pool | None


UNSHAPED = ("PAN-ASPECT-05", "PAN-BOOST-17", "PAN-HIND-13")
"""What a Shaping leaves as it was: the aspect, and with it what the spell boosts and hinders."""


class Refusal(Struct, frozen=True):
    """A rule that is broken where `broken` holds."""

    broken: bool
    clause: str
    at: str
    message: str
    is_open: bool = False
    """Whether its numbers are those of whoever plays it."""


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
        *costs(given.caster, given.paid, side),
        *([change_by(given.spell.id, "tenacity", shaped.successes)] if kept else []),
        *([set_to(given.spell.id, "kind", given.consequence)] if given.consequence else []),
    )
    lasting = ("PAN-TEN-05", "PAN-TEN-09") if keeps else ("PAN-TEN-07", "PAN-TEN-08", "PAN-TEN-09")
    if given.raised == "potency":
        lasting = ("PAN-POT-12", "PAN-POT-07")
    clauses = cite("PAN-POT-06", *pools.clauses_of(shaped.pool), "PAN-POT-14", *lasting, *UNSHAPED)
    return Result(outcome, effects, clauses)


def shape_odds(given: ShapeInput) -> Chances:
    """The chances of each number of points added."""
    return shaping_odds(_plan_shape(given))


def plan_shaping(caster: Caster, shaping: Given | None, paid: Paid) -> Side:
    """The Shaping side of a caster; InvalidInput where what is paid is not known."""
    for name in ("mana", "willpower"):
        if getattr(paid, name) and getattr(caster, name) is None:
            raise InvalidInput(f"give the {name} it is paid from", field=f"input.caster.{name}")
    if shaping is None:
        return NOBODY
    return plan_side(shaping, caster, None, at="input.shaping", owner="input.caster")


def shaping_odds(side: Side) -> Chances:
    """The chances of each number of Shaping successes."""
    return Chances(odds.successes(side.tally), cite("PAN-POOL-11", "PAN-POT-14"))


def refuse(*refusals: Refusal) -> None:
    """Refuse by the first rule that is broken."""
    for refusal in refusals:
        if refusal.broken:
            at, clause = f"input.{refusal.at}", refusal.clause
            raise RuleViolation(refusal.message, field=at, clause=clause, is_open=refusal.is_open)


def refuse_unpaid(caster: Caster, paid: Paid, *, free: bool) -> None:
    """A Shaping is paid for, and by what the caster has (PAN-POT-06)."""
    nothing = not free and paid.mana + paid.willpower == 0
    too_much = paid.mana > (caster.mana or 0) or paid.willpower > (caster.willpower or 0)
    has = f"{caster.mana or 0} Mana and {caster.willpower or 0} Willpower"
    refuse(
        Refusal(nothing, "PAN-POT-06", "paid", "a Shaping outside a ritual has to be paid for"),
        Refusal(too_much, "PAN-POT-06", "paid", f"the caster has {has}, which is less than is paid", True),
    )


def refuse_boost(shaping: Given | None) -> None:
    """No spell boosts the Shaping pool of another (PAN-APPLY-05)."""
    boosts = shaping.pool.boosts if shaping and shaping.pool else ()
    if any(boost.aspect for boost in boosts):
        raise RuleViolation(
            "spells cannot boost a Shaping", field="input.shaping.pool.boosts", clause="PAN-APPLY-05"
        )


def refuse_ordinary(shaping: Given | None, raised: Raised) -> None:
    """A pool to Shape with has some trait of a mage: no ordinary one raises either measure (PAN-POT-06, PAN-TEN-04)."""
    if not (shaping and shaping.pool) or not pools.OUT_OF_REACH.isdisjoint(shaping.pool.traits):
        return
    raise RuleViolation(
        f"ordinary traits do not raise {raised.capitalize()}: Shape it with Power, an Arcanum or a Rote",
        field="input.shaping.pool.traits",
        clause="PAN-TEN-04" if raised == "tenacity" else "PAN-POT-06",
    )


def costs(caster: Caster, paid: Paid, side: Side) -> tuple[Effect, ...]:
    """Mana, then Willpower: what is paid and what is spent on the pool together."""
    on_pool = 1 if side.plan and side.plan.willpower is not None else 0
    points = (("mana", paid.mana), ("willpower", paid.willpower + on_pool))
    return tuple(change_by(caster.id, name, -cost) for name, cost in points if cost)


def _plan_shape(given: ShapeInput) -> Side:
    side = plan_shaping(given.caster, given.shaping, given.paid)
    refuse(
        Refusal(
            given.raised == "potency" and given.timing == "reflexive",
            "PAN-POT-13",
            "timing",
            "Potency cannot be Shaped reflexively",
        ),
        Refusal(
            given.raised == "tenacity" and given.timing == "instant",
            "PAN-TEN-07",
            "timing",
            "Tenacity cannot be Shaped with an instant action",
        ),
        Refusal(not given.caster.conscious, "PAN-TEN-07", "caster.conscious", "the unconscious cannot Shape"),
    )
    refuse_unpaid(given.caster, given.paid, free=given.timing == "ritual")
    refuse_boost(given.shaping)
    pools.permit(side.plan, spent={given.caster.id: given.paid.willpower})
    refuse_ordinary(given.shaping, given.raised)
    return side
