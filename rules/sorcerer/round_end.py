"""The end of a round: damage comes into force, the rest of the round is forgotten (SOR-CONFLICT-22)."""

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from rules.kernel.draws import Draws
from rules.kernel.effects import Effect, set_to
from rules.kernel.origins import by, record
from rules.kernel.parsing import check_distinct
from rules.kernel.result import Result, cite
from rules.kernel.types import Id, Outcome
from rules.kernel.values import Value
from rules.sorcerer.damage import ABLE, CanAct, Condition, HitTarget, condition_of
from rules.sorcerer.types import Score, Settings, SorcererInput


class Standing(HitTarget):
    """Somebody as the round ends."""

    shock: Score = 0


class EndRoundInput(SorcererInput):
    combatants: Annotated[
        tuple[Standing, ...],
        Meta(min_length=1, max_length=30),
        record("character", "demon"),
        by("SOR-CONFLICT-22"),
    ]

    def __post_init__(self) -> None:
        check_distinct("combatants", (combatant.id for combatant in self.combatants))


class NextRound(Outcome):
    """How a combatant goes into the round that begins."""

    id: Id
    temporary: int
    lasting: int
    penalties: int
    condition: Condition
    can_act: CanAct
    shock: int


class EndRoundOutcome(Outcome):
    combatants: tuple[NextRound, ...]


def end_round(given: EndRoundInput, draws: Draws) -> Result:
    """What came in counts from now on (SOR-CONFLICT-22, SOR-DAMAGE-04, SOR-DAMAGE-05, SOR-DCONF-06)."""
    outcome = EndRoundOutcome(
        combatants=tuple(_next_round(combatant, given.settings) for combatant in given.combatants)
    )
    pairs = zip(given.combatants, outcome.combatants, strict=True)
    effects = tuple(effect for before, after in pairs for effect in _effects(before, after))
    shocked = any(combatant.shock for combatant in given.combatants)
    return Result(
        outcome,
        effects,
        cite(
            "SOR-CONFLICT-22",
            "SOR-DAMAGE-04",
            "SOR-DAMAGE-05",
            "SOR-DAMAGE-06",
            "SOR-DCONF-06" if shocked else None,
        ),
    )


def _next_round(combatant: Standing, settings: Settings) -> NextRound:
    temporary = combatant.incoming_temporary  # SOR-DAMAGE-04
    lasting = combatant.lasting + combatant.incoming_lasting  # SOR-DAMAGE-05
    condition = condition_of(temporary + lasting, combatant.stamina)
    return NextRound(
        id=combatant.id,
        temporary=temporary,
        lasting=lasting,
        penalties=temporary + lasting,
        condition=condition,
        can_act=ABLE[condition],
        shock=_shock_left(combatant.shock, settings),
    )


def _shock_left(shock: int, settings: Settings) -> int:
    if settings.shock == "fade":  # SOR-DCONF-06
        return max(0, shock - 1)
    return 0 if settings.shock == "first_action" else shock


def _effects(before: Standing, after: NextRound) -> Iterator[Effect]:
    fields: dict[str, Value] = {
        "turn": "none",
        "faces": [],
        "against": 0,
        "override": 0,
        "tried": False,
        "temporary": after.temporary,
        "lasting": after.lasting,
        "incoming_temporary": 0,
        "incoming_lasting": 0,
    }
    for name, value in fields.items():
        yield set_to(after.id, name, value)
    if after.shock != before.shock:
        yield Effect(on=after.id, field="shock", change=after.shock - before.shock)
