"""A spell is cast: what it costs, and the Potency and Tenacity it then has (PAN-ASPECT, PAN-POT, PAN-TEN)."""

from typing import Annotated

import msgspec
from msgspec import Meta

from rules.kernel.action import Chances
from rules.kernel.draws import Draws
from rules.kernel.effects import set_to
from rules.kernel.origins import GM, OWN, PLAYER, PROCEDURE, New, by, record
from rules.kernel.result import Result, cite
from rules.kernel.types import Id, Input, Outcome
from rules.pandemonium import pools, shaping
from rules.pandemonium.aspects import ASPECTS, Boosting, boost_of
from rules.pandemonium.book import STRIKING, BookEntry
from rules.pandemonium.pools import Pool
from rules.pandemonium.resisting import Contest, Given, Side, roll_side
from rules.pandemonium.shaping import Caster, Paid, Refusal
from rules.pandemonium.types import (
    Arcanum,
    Aspect,
    Interval,
    Kind,
    PandemoniumInput,
    SpellDuration,
    SpellState,
    Successes,
    Timing,
    Wound,
)


class NewSpell(Input):
    """What is cast. A spell that its mage casts again keeps its id (PAN-TRACK-07)."""

    id: Annotated[Id, New("spell"), by("PAN-TRACK-07")]
    aspect: Annotated[Aspect, PLAYER, by("PAN-ASPECT-01")]
    kind: Annotated[Kind, PLAYER, by("PAN-CONSEQ-13")]
    arcanum: Annotated[Arcanum, PLAYER, by("PAN-CONSEQ-16")]


class Sympathy(Input):
    """Sympathy factors, and how many each distant target needs (PAN-SYMP-01)."""

    factors: Annotated[int, Meta(ge=0, le=20), PLAYER, by("PAN-SYMP-01")]
    needed: Annotated[tuple[Annotated[int, Meta(ge=0, le=20)], ...], GM, by("PAN-SYMP-01")]


class SpellDamage(Input):
    """The wounds that a spell deals wherever it deals any; later acts read it from its record (PAN-TRACK-01)."""

    kind: Annotated[Wound, PLAYER, by("PAN-ATTACK-03", "PAN-DIRECT-04")]
    resistant: Annotated[bool, PLAYER, by("PAN-HEALTH-08")] = False
    temporary: Annotated[bool, PLAYER, by("PAN-TEMP-01")] = False
    interval: Annotated[Interval | None, PLAYER, by("PAN-ONGOING-02")] = None
    """How often a wound falls; None: all fall at once."""


class CastInput(PandemoniumInput):
    spell: NewSpell
    caster: Annotated[Caster, record("character")]
    targets: Annotated[tuple[Id, ...], record("character", "thing", "place"), PLAYER, by("PAN-TRACK-01")] = ()
    timing: Annotated[Timing, PLAYER, by("PAN-POT-13")] = "instant"
    shaping: Given | None = None
    paid: Paid = Paid()
    tenacity_share: Annotated[Successes, PLAYER, by("PAN-TEN-10")] = 0
    runes: Annotated[int, Meta(ge=0, le=20), GM, by("PAN-TEN-05")] = 0
    delayed: Annotated[bool, PLAYER, by("PAN-DELAY-01")] = False
    duration: Annotated[SpellDuration, PLAYER, by("PAN-TRACK-08")] = "sustained"
    sympathy: Sympathy | None = None
    beside: Annotated[Id | None, record("spell"), PLAYER, OWN, by("PAN-TRACK-07")] = None
    """An earlier casting of the same spell that goes on; its count of free tries goes on here (PAN-TRACK-07)."""
    damage: SpellDamage | None = None
    book: Annotated[BookEntry | None, record("known_spell"), PROCEDURE] = None
    """The entry of the caster's book that it is cast from (PAN-TRACK-09)."""


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


def cast(given: CastInput, draws: Draws) -> Result:
    """Cast a spell: its record, and the Potency with which it first comes to bear (PAN-ASPECT, PAN-POT, PAN-TEN)."""
    side = _plan_cast(given)
    shaped = roll_side(side, draws)
    outcome = _cast_outcome(given, shaped)
    effects = (
        *shaping.costs(given.caster, given.paid, side),
        set_to(given.spell.id, "record", msgspec.to_builtins(outcome.record)),
    )
    return Result(outcome, effects, _cast_clauses(given, shaped))


def cast_odds(given: CastInput) -> Chances:
    """The chances of each number of Shaping successes."""
    return shaping.shaping_odds(_plan_cast(given))


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
    side = shaping.plan_shaping(given.caster, given.shaping, given.paid)
    kind, timing, ritual = given.spell.kind, given.timing, given.timing == "ritual"
    _refuse_anothers_book(given)
    far = max(given.sympathy.needed, default=0) if given.sympathy else 0
    factors = given.sympathy.factors if given.sympathy else 0
    shaping.refuse(
        Refusal(
            kind == "healing" and timing == "reflexive",
            "PAN-HEAL-02",
            "timing",
            "healing takes at least an instant action",
        ),
        Refusal(
            kind == "transfer" and not ritual, "PAN-TRANSFER-01", "timing", "moving wounds takes a ritual"
        ),
        Refusal(
            given.delayed and kind not in STRIKING,
            "PAN-DELAY-01",
            "delayed",
            "only damage can be delayed",
        ),
        Refusal(
            given.damage is not None
            and given.damage.interval is not None
            and (kind not in STRIKING or given.damage.temporary),
            "PAN-ONGOING-01",
            "damage.interval",
            "only an attack or direct damage that lasts falls piece by piece: leave this empty",
        ),
        Refusal(factors < far, "PAN-SYMP-01", "sympathy.factors", f"{far} sympathy factors are needed"),
        Refusal(
            given.tenacity_share > 0 and not ritual and not given.delayed,
            "PAN-TEN-10",
            "tenacity_share",
            "Tenacity is kept only by a ritual or a delayed spell",
        ),
        Refusal(
            timing == "reflexive" and given.shaping is not None,
            "PAN-POT-13",
            "shaping",
            "a reflexive casting cannot include a Shaping",
        ),
    )
    shaping.refuse_unpaid(given.caster, given.paid, free=ritual or given.shaping is None)
    shaping.refuse_boost(given.shaping)
    pools.permit(side.plan, spent={given.caster.id: given.paid.willpower})
    shaping.refuse_ordinary(given.shaping, "tenacity" if given.tenacity_share else "potency")
    return side


def _refuse_anothers_book(given: CastInput) -> None:
    is_anothers = given.book is not None and given.book.caster != given.caster.id
    told = "this stands in the book of another mage"
    shaping.refuse(Refusal(is_anothers, "PAN-TRACK-09", "book", told))


def _cast_clauses(given: CastInput, shaped: Contest) -> tuple[str, ...]:
    return cite(
        "PAN-ASPECT-01",
        ASPECTS[given.spell.aspect].clause,
        "PAN-POT-01",
        "PAN-TEN-01",
        "PAN-SYMP-01" if given.sympathy else None,
        *(("PAN-POT-06", *pools.clauses_of(shaped.pool), "PAN-POT-14") if given.shaping else ()),
        "PAN-TEN-10" if given.tenacity_share else None,
        "PAN-TEN-05" if given.runes or given.timing == "ritual" else None,
        *(("PAN-DELAY-01", "PAN-DELAY-02", "PAN-DELAY-05") if given.delayed else ()),
        "PAN-POT-07" if given.shaping and not given.delayed else None,
    )
