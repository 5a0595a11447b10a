"""What a spell has come to: how it was last made, and with what result it was tried on whom (PAN-POT-15).

A casting's outcome and a Shaping's total count for the one moment in which they are used, so the stored Potency stays
as it is (PAN-POT-07). How a spell was last made stands on its own record, what it came to on that of each target.
"""

from collections.abc import Iterator
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct, field, structs, to_builtins

from rules.kernel.effects import Effect, set_to
from rules.kernel.parsing import convert
from rules.kernel.procedure import FollowUp, State
from rules.kernel.types import Id, Input
from rules.kernel.values import Values, as_list, as_values, as_whole
from rules.pandemonium.blows import DefendInput, DefendOutcome, is_missed
from rules.pandemonium.casting import CastInput, CastOutcome
from rules.pandemonium.control import ControlInput
from rules.pandemonium.damage import LastingDamageInput
from rules.pandemonium.drain import DrainInput
from rules.pandemonium.healing import HealInput
from rules.pandemonium.investigation import InvestigateInput
from rules.pandemonium.ongoing import OngoingStartInput
from rules.pandemonium.plunder import PlunderInput
from rules.pandemonium.release import RefreshInput
from rules.pandemonium.shaping import ShapeInput, ShapeOutcome
from rules.pandemonium.sources import SettledSource, Source, SourcesInput, SourcesOutcome
from rules.pandemonium.striking import AttackInput, DirectInput
from rules.pandemonium.targets import Compared
from rules.pandemonium.touch import BoostedAttackInput
from rules.pandemonium.transfer import TransferInput
from rules.pandemonium.types import Applied, Severity, Wound

CLAUSE: Final = "PAN-POT-15"
CAST: Final = "pandemonium.cast"
SHAPE: Final = "pandemonium.shape"
REFRESH: Final = "pandemonium.refresh"
APPLIED: Final = tuple(
    f"pandemonium.{verb}"
    for verb in (
        *("control", "attack", "direct", "heal", "investigate", "plunder", "drain"),
        *("boosted_attack", "ongoing_start"),
    )
)
"""Acts that bring a spell to bear on one target. Resisting it beforehand only tells how far it would get."""

Bearing = (
    ControlInput
    | AttackInput
    | DirectInput
    | HealInput
    | InvestigateInput
    | PlunderInput
    | DrainInput
    | BoostedAttackInput
    | OngoingStartInput
)
"""What these acts are given."""
Grip = ControlInput | InvestigateInput | PlunderInput | DrainInput | BoostedAttackInput
"""Of these what keeps a hold; harm is measured anew each time."""
DEGREES: Final[tuple[str, ...]] = ("none", "normal", "severe")
LEAVES_MARKS: Final = frozenset({CAST, SHAPE, REFRESH, "pandemonium.transfer", *APPLIED})
"""The actions that leave anything."""

How = Literal["cast", "shaped", "refreshed"]
Count = Annotated[int, Meta(ge=0, le=9999)]
"""A Potency or net, which exploding dice leave without a bound of its own, or a number of castings and Shapings."""


class Made(Input):
    """How a spell was last made: which casting or Shaping of it that was, and the Potency that came of it."""

    number: Count = 0
    how: How | None = None
    potency: Count | None = None


class CameTo(Input):
    """What a spell last came to on somebody, kept on their own record.

    `making` is the casting or Shaping it was tried after, by number, and `tries` how often it has been tried on them;
    `compare` the trait that the net was measured by, `scene` the scene in which it was, `aim` and `facts` what a
    spy was after and learnt (PAN-INVEST-05). What an act tells nothing of is None.
    """

    making: Count
    tries: Count
    net: Count | None = None
    compare: str | None = None
    kind: Wound | None = None
    resistant: bool = False
    scene: Id | None = None
    severity: Severity | None = None
    aim: Literal["watch", "learn"] | None = None
    facts: Count = 0
    resisted_by: list[str] = []
    """The traits that first resisted it, with which whoever it holds struggles free (PAN-STRUGGLE-02)."""


class Came(Struct, frozen=True):
    """Of any outcome what is left of it on a spell and its target."""

    potency: int = 0
    raised: str = field(default="", name="raise")
    total: int = 0
    net: int | None = None
    compare: Compared | None = None
    severity: Severity | None = None
    facts: int = 0
    sources: tuple[SettledSource, ...] = ()
    missed: DefendOutcome | None = None

    @classmethod
    def of(cls, outcome: Struct) -> "Came":
        match outcome:
            case CastOutcome():
                return cls(potency=outcome.potency)
            case ShapeOutcome():
                return cls(raised=outcome.raised, total=outcome.total)
            case SourcesOutcome():
                return cls(sources=outcome.sources)
            case DefendOutcome():
                return cls(missed=outcome)
        return cls(
            net=getattr(outcome, "net", None),
            compare=getattr(outcome, "compare", None),
            severity=getattr(outcome, "severity", None),
            facts=getattr(outcome, "facts", 0),
        )


def progress(given: Struct, came: Came, state: State) -> tuple[FollowUp, ...]:
    """What an act leaves of its spell for the acts after it; `state` is the one before it."""
    effects = tuple(_left(given, came, state))
    return (FollowUp(CLAUSE, effects),) if effects else ()


def kept(given: Struct, came: Came) -> tuple[FollowUp, ...]:
    """How a spell was made and what it deals, for the acts after it: what its record keeps besides (PAN-TRACK-01)."""
    match given:
        case CastInput():
            return (FollowUp("PAN-TRACK-01", (*_paid(given), *_as_cast(given))),)
        case ShapeInput() if came.raised == "potency":
            return (FollowUp("PAN-TRACK-01", tuple(_paid(given))),)
        case RefreshInput():  # whatever way it was made in, this is what its next try took
            return (FollowUp("PAN-TRACK-01", (set_to(given.spell.id, "paid", given.paid.mana),)),)
    return ()


def is_fresh(spell: str, fields: Values, target: Values) -> bool:
    """Whether the newest casting or Shaping of a spell has not been used on this target yet (PAN-POT-15).

    `fields` are those of the spell, `target` those of whom it is meant for, as they are stored.
    """
    tried, newest = target.get(f"came_to.{spell}"), as_values(fields["made"])["number"]
    return as_whole(newest) > (as_whole(as_values(tried)["making"]) if tried else 0)


class BearsNow(Struct, frozen=True):
    """How a spell comes to bear on somebody at this moment, and with what Potency; None: with the stored one."""

    applied: Applied
    potency: int | None = None


def bears_now(spell: str, fields: Values, target: str, on: Values) -> BearsNow | None:
    """How a spell comes to bear on a target if it is brought to bear now (PAN-CONSEQ-17, PAN-POT-15).

    `fields` are those of the spell, `on` those of the target. None where nobody cast the spell here. A casting is for
    those it was meant for; whoever comes later meets the spell as it stands (PAN-CTRL-07).
    """
    made, meant = as_values(fields["made"]), as_list(fields["targets"] or ())
    if not made["number"]:
        return None
    is_late = made["how"] == "cast" and bool(meant) and target not in meant
    if is_late or not is_fresh(spell, fields, on):
        return BearsNow("sustained")
    potency = made["potency"]
    return BearsNow(convert(made["how"], How), None if potency is None else as_whole(potency))


def _left(given: Struct, came: Came, state: State) -> Iterator[Effect]:
    match given:
        case CastInput():
            yield from _made(state, given.spell.id, "cast", came.potency)
        case ShapeInput() if came.raised == "potency":
            yield from _made(state, given.spell.id, "shaped", came.total)
        case RefreshInput():
            yield from _made(state, given.spell.id, "refreshed", given.spell.potency)
        case DefendInput() if came.missed is not None and is_missed(given, came.missed):
            told = CameTo(making=0, tries=0, net=0, kind=given.damage.kind, severity="none")
            yield _tried(state, given.spell.id, given.target.id, told)
        case TransferInput():
            for who in (given.donor, *given.recipients):
                yield _tried(state, given.spell.id, who.id, CameTo(making=0, tries=0))
        case SourcesInput():
            yield from _by_sources(given, came, state)
    if isinstance(given, Bearing):
        yield _by_bearing(given, came, state)


def _made(state: State, spell: str, how: How, potency: int) -> Iterator[Effect]:
    found = (one.fields.get(f"came_to.{spell}") for one in state.records.values())
    # Above whatever was tried, too: the making that it was tried after may have been undone since.
    number = 1 + max(_makings(state, spell), *(tried["making"] for tried in found if tried), 0)
    yield set_to(spell, "made", to_builtins(Made(number=number, how=how, potency=potency)))


def _as_cast(given: CastInput) -> Iterator[Effect]:
    """The wounds that it deals, and what its book says of whom it meets."""
    spell, harm, book = given.spell.id, given.damage, given.book
    if harm is not None:
        yield set_to(spell, "wound", harm.kind)
        yield set_to(spell, "resistant", harm.resistant)
        yield set_to(spell, "temporary", harm.temporary)
        yield set_to(spell, "interval", harm.interval)
    if book is not None:
        yield set_to(spell, "book", book.id)
        if harm is None:  # healing for a while deals no wounds
            yield set_to(spell, "temporary", book.temporary)
        yield set_to(spell, "compared", book.compared)
        yield set_to(spell, "resisted_by", list(book.resisted_by) if book.resisted_by else None)


def _paid(given: CastInput | ShapeInput) -> Iterator[Effect]:
    """In which way it was last made, and what Mana of the caster's own it took (PAN-FREE-03)."""
    yield set_to(given.spell.id, "timing", given.timing)
    yield set_to(given.spell.id, "paid", given.paid.mana)


def _by_sources(given: SourcesInput, came: Came, state: State) -> Iterator[Effect]:
    for source, settled in zip(given.sources, came.sources, strict=False):
        if source.is_spell and source.id in state.records:
            yield _tried(state, source.id, given.target.id, _of_a_source(source, settled))


def _of_a_source(source: Source, settled: SettledSource) -> CameTo:
    return CameTo(
        making=0,
        tries=0,
        net=settled.net,
        compare=source.compare,
        kind=source.kind,
        resistant=source.resistant,
        severity=settled.severity,
    )


def _by_bearing(given: Bearing, came: Came, state: State) -> Effect:
    damage: LastingDamageInput | None = getattr(given, "damage", None)
    told = CameTo(
        making=0,
        tries=0,
        net=came.net,
        compare=came.compare.name if came.compare else None,
        kind=damage.kind if damage else None,
        resistant=damage is not None and damage.resistant,
        severity=came.severity,
        aim=given.aim if isinstance(given, InvestigateInput) else None,
        facts=came.facts,
        resisted_by=_first_resisted_with(given),
    )
    spell, target, is_anew = given.spell.id, given.target.id, getattr(given.spell, "applied", None) == "cast"
    if isinstance(given, Grip) and not is_anew:
        told = _as_it_stands(told, state, spell, target)
    return _tried(state, spell, target, told, is_anew=is_anew)


def _as_it_stands(told: CameTo, state: State, spell: str, target: str) -> CameTo:
    """What a try came to that gets less far than the hold that stands, which it never loosens (PAN-CONSEQ-17)."""
    fields = state.records[target].fields if target in state.records else {}
    before, hold = fields.get(f"came_to.{spell}"), fields.get(f"hold.{spell}")
    if not before or hold not in DEGREES or DEGREES.index(told.severity or "none") >= DEGREES.index(hold):
        return told
    stood = {name: before[name] for name in ("net", "compare", "severity", "scene")}
    return structs.replace(told, **stood)


def _first_resisted_with(given: Bearing) -> list[str]:
    """The traits of the pool that resists it, also where nobody rolled it (PAN-STRUGGLE-02)."""
    if isinstance(given, HealInput) or given.resist is None:
        return []
    named = given.resist.pool.traits if given.resist.pool is not None else None
    return list(named or given.first_resisted_with)


def _tried(state: State, spell: str, target: str, told: CameTo, *, is_anew: bool = False) -> Effect:
    """What a spell came to, `told` as far as its act tells it."""
    name = f"came_to.{spell}"
    before = state.records[target].fields.get(name) if target in state.records else None
    # The count makes each word another than the one before it, so that an undo of the older leaves the newer.
    tries = 1 + (before["tries"] if before else 0)
    scene = told.scene or _scene(state)
    kept = structs.replace(told, making=_makings(state, spell), tries=tries, scene=scene)
    if before and before.get("resisted_by") and not (is_anew and kept.resisted_by):
        kept = structs.replace(kept, resisted_by=list(before["resisted_by"]))  # the pool that first did
    return set_to(target, name, to_builtins(kept))


def _makings(state: State, spell: str) -> int:
    made = state.records[spell].fields.get("made") if spell in state.records else None
    return int(made["number"]) if made else 0


def _scene(state: State) -> str | None:
    found = (one.fields.get("scene") for one in state.records.values() if one.kind == "campaign")
    return next(found, None)
