"""Binding a demon to a sorcerer: it always works, the roll says how well and in whose favour (SOR-BIND)."""

from typing import Annotated

from msgspec import Meta

from rules.kernel.action import Chances
from rules.kernel.draws import Draws
from rules.kernel.effects import Effect, set_to
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import GM, OWN, PLAYER, RESULT, New, by, record, side_of
from rules.kernel.parsing import check_distinct
from rules.kernel.result import Result, cite
from rules.kernel.types import Id, Input
from rules.kernel.values import Value
from rules.sorcerer import contest as contests
from rules.sorcerer import rites
from rules.sorcerer.contest import ContestOutcome, Pools
from rules.sorcerer.modifiers import Base, Ritual
from rules.sorcerer.odds import contest_chances
from rules.sorcerer.types import Binding, BindingScore, DemonState, Favor, Penalties, Score, SorcererInput

NEED_UNMET = -5
DESIRE_MET = 2


class Binder(rites.Performer):
    stamina: Score
    will: Score
    strain_stamina: Score = 0
    strain_will: Score = 0
    strain_lore: Score = 0


class BoundDemon(Input):
    id: Id
    will: Score
    state: DemonState
    bindings: tuple[Binding, ...] = ()
    penalties: Penalties = 0

    def __post_init__(self) -> None:
        check_distinct("bindings", (binding.sorcerer for binding in self.bindings))


class BindInput(SorcererInput):
    sorcerer: Annotated[Binder, record("character", "demon")]
    demon: Annotated[BoundDemon, record("demon"), by("SOR-BIND-01")]
    binding_id: Annotated[Id, New("binding")]
    scores: Annotated[tuple[BindingScore, ...], Meta(min_length=1, max_length=3), GM, by("SOR-BIND-04")]
    # Its Need is the GM's to know, whatever a table lets players rule (SOR-DEMON-06).
    need_met: Annotated[bool, RESULT]
    desire_met: Annotated[bool, RESULT]
    willing: Annotated[bool, PLAYER, side_of("sorcerer"), OWN, by("SOR-BIND-15")] = True
    snapshot: Annotated[bool, PLAYER, by("SOR-RITUAL-06")] = False
    sacrifice: Annotated[bool, PLAYER, by("SOR-RITUAL-10")] = False
    modifiers: Annotated[Ritual, GM] = ()
    opposing_modifiers: Annotated[Base, GM] = ()

    def __post_init__(self) -> None:
        check_distinct("scores", self.scores)


class BindOutcome(ContestOutcome):
    """`score`: the one that was rolled; `strength` and `favor`: the Binding as it stands."""

    score: BindingScore
    strength: int
    favor: Favor
    due: tuple[rites.DueCheck, ...]


def bind(given: BindInput, draws: Draws) -> Result:
    """Bind a demon that is here; its strength is the winner's victories (SOR-BIND-13, SOR-BIND-14)."""
    rolled = contests.roll(bind_pools(given), given.settings.die, draws)
    favor: Favor = {"acting": "sorcerer", "opposing": "demon", "none": "none"}[rolled.winner]  # type: ignore[assignment]  # a dict of literals reads as str
    outcome = BindOutcome(
        contest=rolled,
        success=rolled.winner == "acting",
        victories=contests.acting_victories(rolled),
        score=_score(given),
        strength=rolled.victories,
        favor=favor,
        due=(
            *rites.sacrifice_due(given.sorcerer.id, given.modifiers, brought=given.sacrifice),
            *rites.ritual_due(given.sorcerer.id, given.demon.id),  # SOR-BIND-12
        ),
    )
    stands = "SOR-BIND-14" if favor == "none" else "SOR-BIND-13"
    clauses = cite(*_roll_clauses(given), *contests.clauses_of(rolled), stands, "SOR-BIND-12")
    return Result(outcome, (*rites.begin(given.sorcerer), *_bound(given, outcome)), clauses)


def bind_odds(given: BindInput) -> Chances:
    """The odds of the contest: its victories are the strengths in favour of either side."""
    return contest_chances(bind_pools(given), given.settings.die, cite(*_roll_clauses(given)))


def bind_pools(given: BindInput) -> Pools:
    """Both pools of a Binding, or the first rule that forbids it."""
    _refuse(given)
    score = _score(given)
    acting = (
        contests.score_part(score, rites.in_rite(_dice(given.sorcerer, score), given.snapshot)),
        *contests.other_parts(
            ("strain", -_strain(given.sorcerer, score)),
            ("penalties", -given.sorcerer.penalties),
            ("need", 0 if given.need_met else NEED_UNMET),  # SOR-BIND-05
            ("desire", DESIRE_MET if given.desire_met else 0),  # SOR-BIND-06
        ),
    )
    opposing = (
        contests.score_part("will", given.demon.will),
        *contests.other_parts(("penalties", -given.demon.penalties)),
    )
    return contests.build_pools(
        (*acting, *rites.awards_of(given)),
        (*opposing, *contests.awarded(given.opposing_modifiers)),
    )


def _refuse(given: BindInput) -> None:
    rites.refuse_rite(given, alone=True)
    demon = given.demon
    if demon.state != "present":
        raise RuleViolation(
            "only a demon that is here can be Bound", field="input.demon.state", clause="SOR-BIND-01"
        )
    own = rites.binding_with(demon.bindings, given.sorcerer.id)
    taken = own is not None if given.settings.shared_binding else bool(demon.bindings)
    if taken:
        raise RuleViolation("this demon is already Bound", field="input.demon.bindings", clause="SOR-BIND-10")
    if not given.willing and not given.settings.unwilling_binding:
        raise RuleViolation(
            "no one can be Bound against their will", field="input.willing", clause="SOR-BIND-15"
        )


def _score(given: BindInput) -> BindingScore:
    """The score with most dice after strain, the first listed of equal ones (SOR-BIND-04).

    They are compared whole: a snap-shot makes one die only of the score that was taken (SOR-BIND-08).
    """
    performer = given.sorcerer
    return max(given.scores, key=lambda score: _dice(performer, score) - _strain(performer, score))


def _dice(performer: Binder, score: BindingScore) -> int:
    return {"stamina": performer.stamina, "will": performer.will, "lore": rites.lore_of(performer)}[score]


def _strain(performer: Binder, score: BindingScore) -> int:
    return {
        "stamina": performer.strain_stamina,
        "will": performer.strain_will,
        "lore": performer.strain_lore,
    }[score]


def _bound(given: BindInput, outcome: BindOutcome) -> tuple[Effect, ...]:
    fields: dict[str, Value] = {
        "demon": given.demon.id,
        "sorcerer": given.sorcerer.id,
        "score": outcome.score,
        "strength": outcome.strength,
        "favor": outcome.favor,
        "state": "active",
    }
    fed = (set_to(given.demon.id, "need_unmet_days", 0),) if given.need_met else ()  # SOR-BIND-05
    return (*(set_to(given.binding_id, name, value) for name, value in fields.items()), *fed)


def _roll_clauses(given: BindInput) -> tuple[str | None, ...]:
    return (
        "SOR-BIND-03",
        "SOR-BIND-04" if len(given.scores) > 1 else None,
        None if given.need_met else "SOR-BIND-05",
        "SOR-BIND-06" if given.desire_met else None,
        "SOR-BIND-08" if given.snapshot else None,
        *rites.clauses_of(given),
    )
