"""What a hit does to Toughness, and getting it back (area DMG)."""

from typing import Annotated

from msgspec import Meta

from rules.demon_city.cards import face_value
from rules.demon_city.decks import Dealer, TakesCards, refuse_too_few_numbered
from rules.demon_city.refusals import refused
from rules.demon_city.types import DeckName, DemonCityInput, Settings, Stat
from rules.kernel.draws import Draws
from rules.kernel.effects import Effect, change_by, set_to
from rules.kernel.origins import GM, RESULT, by, record
from rules.kernel.parsing import wrong
from rules.kernel.result import Result, cite
from rules.kernel.types import Id, Input, Outcome

Toughness = Annotated[int, Meta(ge=-99, le=99)]
INJURED_AT_ONCE = -1
"""Toughness after a hit on somebody whose base is 0 (DEC-DMG-06)."""


class Body(Input):
    """Somebody's Toughness and what a fight has done to it."""

    id: Id
    base_toughness: Stat
    toughness: Toughness
    out: bool = False
    injured: bool = False

    def __post_init__(self) -> None:
        if self.toughness > self.base_toughness:
            raise wrong("toughness", f"{self.toughness} is above the base of {self.base_toughness}")


class DamageInput(TakesCards):
    target: Annotated[Body, record("character")]
    deck: Annotated[DeckName, GM, by("DEC-DMG-03")] = "horror"
    amount: Annotated[Annotated[int, Meta(ge=0, le=99)] | None, RESULT] = None


class Damage(Outcome):
    throws: int
    cards: tuple[str, ...]
    ignored: tuple[str, ...]
    damage: int | None
    toughness: int
    out: bool
    injured: bool


class HealInput(DemonCityInput):
    character: Annotated[Body, record("character")]
    amount: Annotated[int, Meta(ge=1, le=99), GM, by("DEC-DMG-01")]


class Heal(Outcome):
    gained: int
    toughness: int
    injured: bool
    out: bool


def damage(given: DamageInput, draws: Draws) -> Result:
    """The damage of a hit, the lowest of as many cards as the base Toughness, and its effects (DEC-DMG-02)."""
    throws = damage_throws(given)
    courts = given.settings.court_values
    refuse_too_few_numbered(given.decks, given.deck, throws, courts)
    cards, ignored = Dealer(given.decks, given.settings, draws).deal_numbered(given.deck, throws)
    if given.amount is not None:
        suffered: int | None = given.amount
    else:
        suffered = min((face_value(card, courts) for card in cards), default=None)
    after = hurt(given.target, suffered, given.settings)
    outcome = Damage(
        throws=throws,
        cards=cards,
        ignored=ignored,
        damage=suffered,
        toughness=after.toughness,
        out=after.out,
        injured=after.injured,
    )
    return Result(outcome, _changes(given.target, after, suffered), _damage_clauses(given, outcome))


def damage_throws(given: DamageInput) -> int:
    """How many cards valued 1 to 10 a hit takes; 0 where the Host gives the amount or the base is 0."""
    if given.amount is not None:
        return 0
    if not given.settings.reconstructed:
        raise refused("this campaign does not throw damage: enter the amount", "amount", "DEC-DMG-01")
    base, top = given.target.base_toughness, given.settings.max_damage_throws
    return base if top is None else min(base, top)  # DEC-DMG-12


def hurt(target: Body, suffered: int | None, settings: Settings) -> Body:
    """The target after a hit; None stands for a hit on somebody whose base is 0 (DEC-DMG-04 to DEC-DMG-07).

    An amount of 0 is no hit and leaves the target as it is.
    """
    if suffered == 0:  # DEC-DMG-05
        return target
    if suffered is None:  # DEC-DMG-06
        return Body(
            id=target.id,
            base_toughness=target.base_toughness,
            toughness=min(target.toughness, INJURED_AT_ONCE),
            out=True,
            injured=True,
        )
    left = target.toughness - suffered
    falls = left < 0 or (left == 0 and settings.out_at == "zero")  # DEC-DMG-05
    return Body(
        id=target.id,
        base_toughness=target.base_toughness,
        toughness=left,
        out=target.out or falls,
        injured=target.injured or left < 0,  # DEC-DMG-07
    )


def heal(given: HealInput, draws: Draws) -> Result:
    """Toughness gained back, up to the base; it ends an injury above 0 or at the base (DEC-DMG-11)."""
    before = given.character
    gained = min(given.amount, before.base_toughness - before.toughness)
    toughness = before.toughness + gained
    outcome = Heal(
        gained=gained,
        toughness=toughness,
        injured=before.injured and toughness <= 0 and toughness != before.base_toughness,
        out=before.out and toughness <= 0,
    )
    effects: list[Effect] = []
    if gained:
        effects.append(change_by(before.id, "toughness", gained))
    if before.injured and not outcome.injured:
        effects.append(set_to(before.id, "injured", False))
    if before.out and not outcome.out:
        effects.append(set_to(before.id, "out", False))
    ended = "DEC-CLOST-08" if before.injured and not outcome.injured else None
    return Result(outcome, tuple(effects), cite("DEC-DMG-11", ended))


def _changes(before: Body, after: Body, suffered: int | None) -> tuple[Effect, ...]:
    effects: list[Effect] = []
    if after.toughness != before.toughness:
        if suffered is None:
            effects.append(set_to(before.id, "toughness", after.toughness))
        else:
            effects.append(change_by(before.id, "toughness", -suffered))
    falls = [field for field in ("out", "injured") if getattr(after, field) and not getattr(before, field)]
    return (*effects, *(set_to(before.id, field, True) for field in falls))


def _damage_clauses(given: DamageInput, outcome: Damage) -> tuple[str, ...]:
    limited = 0 < outcome.throws < given.target.base_toughness
    is_hit = outcome.damage != 0
    return cite(
        "DEC-DMG-01",
        "DEC-DMG-06" if outcome.damage is None else None,
        *(("DEC-DMG-02", "DEC-DMG-03") if outcome.throws else ()),
        "DEC-DMG-12" if limited else None,
        "DEC-DMG-04" if outcome.damage else None,
        "DEC-DMG-05" if outcome.out or not is_hit else None,
        "DEC-DMG-07" if is_hit and outcome.toughness < 0 else None,
        "DEC-CLOST-09" if is_hit and outcome.toughness == 0 else None,
    )
