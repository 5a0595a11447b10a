"""What the consequences have in common that a target resists and that are measured against a trait (PAN-CONSEQ)."""

from collections.abc import Collection
from typing import TypedDict

from msgspec import Struct

from rules.kernel.action import Chances
from rules.kernel.effects import Effect, set_to
from rules.kernel.errors import RuleViolation
from rules.kernel.result import cite
from rules.kernel.types import Outcome
from rules.pandemonium import pools, targets
from rules.pandemonium.pools import Pool
from rules.pandemonium.resisting import NOBODY, Contest, Side, plan_side
from rules.pandemonium.targets import ANY_HOLD, BY_DEGREE, KEPT_UP, Compared, FarSpell, MayCompare
from rules.pandemonium.types import Severity, Stakes


class Planned(Struct, frozen=True):
    """A consequence before the dice: who resists with what, and what the net is compared with."""

    side: Side
    compared: Compared


class SpellReach(Struct, frozen=True):
    """How far a spell gets, and by which clause."""

    net: int
    severity: Severity
    achieved: bool
    clause: str | None


class Measured(Outcome):
    """What comes of any spell that is resisted and measured; each consequence adds what it does."""

    pool: Pool | None
    potency: int
    resisted: int
    net: int
    compare: Compared
    severity: Severity


def read_side(given: MayCompare) -> Side:
    """The resisting side of a target; an object has none, and giving one is refused first (PAN-CONSEQ-08)."""
    if given.resist is None:
        return NOBODY
    if given.target.object:
        raise RuleViolation("an object does not roll", field="input.resist", clause="PAN-CONSEQ-08")
    return plan_side(given.resist, given.target.character, given.first_resisted_with, at="input.resist")


def read(given: MayCompare) -> Planned:
    """Both sides of a consequence, before any of its rules is asked."""
    side = read_side(given)
    return Planned(side, targets.compare_target(given.target, given.compare, given.instead))


def plan(
    given: MayCompare,
    spell: FarSpell,
    clause: str,
    tries: Collection[str] = KEPT_UP,
) -> Planned:
    """Read a consequence and ask the rules that all of them have; `tries` may not be repeated (`clause`)."""
    planned = read(given)
    refuse_again(given, spell, clause, tries)
    pools.permit(planned.side.plan)
    return planned


def refuse_again(given: MayCompare, spell: FarSpell, clause: str, tries: Collection[str] = KEPT_UP) -> None:
    """Refuse what may not be tried again on this target (`clause`, PAN-SYMP-02)."""
    held = given.target.held
    targets.refuse_retry(spell.applied, held, clause=clause, tries=tries, over=ANY_HOLD)
    targets.refuse_lost_sympathy(spell, held)


def bear(potency: int, rolled: Contest, compared: Compared, stakes: Stakes = "dramatic") -> SpellReach:
    """How far a spell of this Potency gets against what was rolled (PAN-RESIST-02, PAN-CONSEQ-01 to PAN-CONSEQ-03)."""
    net = max(0, potency - rolled.successes)
    severity = targets.severity_of(net, compared.dots)
    if stakes == "ordinary":
        return SpellReach(net, targets.capped(severity), net > 0, "PAN-CONSEQ-03")
    return SpellReach(net, severity, severity == "severe", BY_DEGREE.get(severity))


class MeasuredFields(TypedDict):
    """The fields of `Measured`."""

    pool: Pool | None
    potency: int
    resisted: int
    net: int
    compare: Compared
    severity: Severity


def measured(spell: FarSpell, planned: Planned, rolled: Contest, bearing: SpellReach) -> MeasuredFields:
    """How far a spell got, for the outcome of its action."""
    return {
        "pool": rolled.pool,
        "potency": spell.potency,
        "resisted": rolled.successes,
        "net": bearing.net,
        "compare": planned.compared,
        "severity": bearing.severity,
    }


def hold_on(given: MayCompare, spell: FarSpell, severity: Severity) -> Effect:
    """What the spell's hold on its target becomes (PAN-CONSEQ-17)."""
    target = given.target
    hold = targets.hold_after(spell.applied, target.held, severity)
    return set_to(target.id, f"hold.{spell.id}", hold)


def chances(potency: int, planned: Planned, stakes: Stakes = "dramatic") -> Chances:
    """The odds of a resisted spell."""
    dots = planned.compared.dots if stakes == "dramatic" else None
    return Chances(
        targets.odds_of(potency, planned.side, dots),
        cite("PAN-POOL-11", "PAN-RESIST-02", "PAN-CONSEQ-01" if dots is not None else "PAN-CONSEQ-03"),
    )


def clauses_of(given: MayCompare, rolled: Contest, bearing: SpellReach) -> tuple[str, ...]:
    """The clauses by which a consequence was resisted and measured."""
    return cite(
        *pools.clauses_of(rolled.pool),
        "PAN-ASSAIL-04" if given.resist and given.resist.aid else None,
        "PAN-RESIST-02",
        "PAN-POT-04",
        "PAN-RESIST-04" if rolled.successes else None,
        "PAN-CONSEQ-08" if given.target.object else None,
        "PAN-CONSEQ-09" if given.target.rating is not None else None,
        "PAN-CONSEQ-06" if given.instead else None,
        bearing.clause,
        "PAN-CONSEQ-17",
    )
