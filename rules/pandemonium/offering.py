"""Those who are to bear somebody's wounds are asked, each for themselves, before any wound moves (PAN-TRANSFER-04)."""

from collections.abc import Iterator
from typing import Annotated, Final

from msgspec import Meta, Struct, to_builtins

from rules.kernel.action import Chances
from rules.kernel.draws import Draws
from rules.kernel.effects import set_to
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import DERIVED, OWN, PLAYER, by, record
from rules.kernel.procedure import FollowUp, OpenQuestion, Question, State
from rules.kernel.result import Result, cite
from rules.kernel.types import Input, Outcome
from rules.kernel.values import Value, as_list, as_values
from rules.pandemonium import pools
from rules.pandemonium.damage import Wounded
from rules.pandemonium.health import WOUNDS
from rules.pandemonium.pools import Pool, PoolInput
from rules.pandemonium.resisting import NOBODY, Side, roll_side
from rules.pandemonium.transfer import (
    RitualSpell,
    TransferInput,
    Wish,
    WoundKinds,
    WoundsSpell,
    check_moved,
    limits_of,
)
from rules.pandemonium.types import Character, PandemoniumInput, Subject, Successes

ASK: Final = "pandemonium.offer_wounds"
BEAR: Final = "pandemonium.bear_wounds"
TRANSFER: Final = "pandemonium.transfer"
CLAUSE: Final = "PAN-TRANSFER-04"
USUAL: Final = ("stamina", "power")
"""What an unwilling recipient rolls (PAN-TRANSFER-02)."""


class Answer(Input):
    """What somebody said who was asked to bear wounds: that they are willing, or how well they resisted."""

    willing: bool
    successes: Successes = 0


class OfferInput(PandemoniumInput):
    spell: Annotated[RitualSpell, record("spell")]
    donor: Annotated[Wounded, record("character"), by("PAN-TRANSFER-01")]
    kinds: Annotated[WoundKinds, PLAYER, by("PAN-TRANSFER-02")]
    recipients: Annotated[
        tuple[Subject, ...],
        Meta(min_length=1, max_length=20),
        record("character"),
        by("PAN-TRANSFER-03"),
    ]
    allot: Annotated[tuple[Wish, ...], Meta(max_length=100)] = ()
    """None: as many as there are to whoever is named first."""

    def __post_init__(self) -> None:
        check_moved(self.donor.id, self.kinds, [one.id for one in self.recipients], self.allot)


class OfferOutcome(Outcome):
    total: int
    potency: int


class BearInput(PandemoniumInput):
    """Whoever does not bear them willingly resists with a pool, usually Stamina + the power trait.

    Who is asked is told of which spell and whose wounds; somebody may also say so before they are asked.
    """

    bearer: Annotated[Character, record("character")]
    spell: Annotated[WoundsSpell, record("spell"), by("PAN-TRANSFER-01")]
    donor: Annotated[Subject, record("character"), by("PAN-TRANSFER-01")]
    willing: Annotated[bool, PLAYER, OWN, by(CLAUSE)] = False
    pool: PoolInput = PoolInput()
    aid: Annotated[Successes, DERIVED] = 0
    """The best that others have set against the spell (PAN-ASSAIL-04)."""


class BearOutcome(Outcome):
    willing: bool
    pool: Pool | None
    successes: int


def offer_wounds(given: OfferInput, draws: Draws) -> Result:
    """Ask everybody who is to bear wounds; refused where the spell moves none (PAN-TRANSFER-02, PAN-TRANSFER-05)."""
    total = sum(getattr(given.donor.health, kind) for kind in given.kinds)
    if not given.spell.ritual:
        raise RuleViolation(
            "moving wounds takes a ritual", field="input.spell.ritual", clause="PAN-TRANSFER-01"
        )
    if not total:
        raise RuleViolation("the donor has no such wound", field="input.kinds", clause="PAN-TRANSFER-02")
    if given.spell.potency < total:
        raise _too_weak(given, total)
    return Result(OfferOutcome(total=total, potency=given.spell.potency), clauses=("PAN-TRANSFER-02", CLAUSE))


def bear_wounds(given: BearInput, draws: Draws) -> Result:
    """Bear wounds willingly, or resist (PAN-TRANSFER-04)."""
    side = plan_bearing(given)
    rolled = roll_side(side, draws)
    pool, successes = rolled.pool, rolled.successes
    kept = to_builtins(Answer(willing=given.willing, successes=successes))
    return Result(
        BearOutcome(willing=given.willing, pool=pool, successes=successes),
        (*pools.spend(side.plan), set_to(given.bearer.id, f"bears.{given.spell.id}", kept)),
        cite(CLAUSE, *pools.clauses_of(pool), "PAN-ASSAIL-04" if side.least else None),
    )


def bear_odds(given: BearInput) -> Chances:
    """The chances of each limit on the wounds that they bear, and of none at all."""
    side = plan_bearing(given)
    limits = [0.0] * given.spell.potency + [1.0] if given.willing else limits_of(side, given.spell.potency)
    return Chances({"limits": limits, "none": limits[0]}, cite("PAN-POOL-11", CLAUSE))


def plan_bearing(given: BearInput) -> Side:
    """What whoever is unwilling sets against the spell, before the dice."""
    if given.willing:
        return NOBODY
    plan = pools.plan(given.bearer, given.pool, usual=USUAL, owner="input.bearer")
    pools.permit(plan)
    return Side(plan, given.aid)


def asks(given: OfferInput | BearInput, outcome: Struct, state: State) -> Iterator[Question]:
    """Each recipient is asked; with the last answer the caster is asked to move the wounds."""
    if isinstance(given, OfferInput):
        yield from _asked(given)
    elif isinstance(outcome, BearOutcome):
        yield from _to_move(given, outcome, state)


def answers(given: BearInput | TransferInput, state: State) -> Iterator[str]:
    """The questions that an answer, or the transfer itself, settles."""
    if isinstance(given, BearInput):
        return (one.id for one in _open(BEAR, given.spell.id, state) if one.who == given.bearer.id)
    return (one.id for one in _open(TRANSFER, given.spell.id, state))


def waits(given: OfferInput | TransferInput, state: State) -> RuleViolation | None:
    """Nothing moves, and nobody is asked again, before everybody who was asked has answered."""
    if not any(_open(BEAR, given.spell.id, state)):
        return None
    told = "whoever was asked to bear the wounds has yet to answer: wait for them"
    return RuleViolation(told, field="input.recipients", clause=CLAUSE)


def used(given: TransferInput, state: State) -> tuple[FollowUp, ...]:
    """What somebody said counts for this one transfer."""
    name = f"bears.{given.spell.id}"
    said = [
        one.id for one in given.recipients if one.id in state.records and name in state.records[one.id].fields
    ]
    return (FollowUp(CLAUSE, tuple(set_to(one, name, None) for one in said)),) if said else ()


def as_recipient(answer: Value) -> dict[str, Value]:
    """What a transfer knows of a recipient who has answered."""
    said = as_values(answer)
    willing = bool(said["willing"])
    return {"willing": willing, "resist": None if willing else {"successes": said["successes"]}}


def _too_weak(given: OfferInput, total: int) -> RuleViolation:
    """With what moves them: so much more Potency, or the worst kind that there are few enough of (PAN-TRANSFER-05)."""
    potency, track = given.spell.potency, given.donor.health
    borne = ", ".join(f"{n} {kind}" for kind in given.kinds if (n := getattr(track, kind)))
    fewer = [f"{kind} ({n})" for kind in reversed(WOUNDS) if 0 < (n := getattr(track, kind)) <= potency]
    told = f"{given.donor.id} bears {borne}, the Potency is {potency}: Shape it by {total - potency}"
    told = f"{told}, or choose {fewer[0]}" if fewer else told
    return RuleViolation(told, field="input.kinds", clause="PAN-TRANSFER-05", is_open=True)


def _asked(given: OfferInput) -> Iterator[Question]:
    data = {
        "through": given.spell.id,
        "spell": {"id": given.spell.id},
        "donor": {"id": given.donor.id},
        "kinds": list(given.kinds),
        "allot": to_builtins(given.allot or tuple(_all_to_the_first(given))),
        "recipients": [one.id for one in given.recipients],
    }
    for one in given.recipients:
        yield Question(BEAR, "player", one.id, CLAUSE, optional=False, data=data)


def _all_to_the_first(given: OfferInput) -> Iterator[Wish]:
    """As many as can be moved: Resistant ones stay (PAN-TRANSFER-07)."""
    track = given.donor.health
    for kind in given.kinds:
        if wounds := getattr(track, kind) - getattr(track.resistant, kind):
            yield Wish(to=given.recipients[0].id, kind=kind, wounds=wounds)


def _to_move(given: BearInput, outcome: BearOutcome, state: State) -> Iterator[Question]:
    """What its caster is asked once nobody else has to answer any more, with all that everybody said."""
    spell, who = given.spell.id, given.bearer.id
    waiting = list(_open(BEAR, spell, state))
    asked = next((one for one in waiting if one.who == who), None)
    if asked is None or len(waiting) > 1:
        return
    said = {who: {"willing": outcome.willing, "successes": outcome.successes}}
    for one in as_list(asked.data["recipients"]):
        kept = state.records[str(one)].fields.get(f"bears.{spell}") if str(one) in state.records else None
        if kept is not None:
            said.setdefault(str(one), kept)
    recipients = [{"id": one, **as_recipient(answer)} for one, answer in said.items()]
    allot = [one for one in as_list(asked.data["allot"]) if as_values(one)["to"] in said]
    caster = state.records[spell].fields.get("caster") if spell in state.records else None
    named = {"spell": {"id": spell}, "donor": {"id": given.donor.id}}  # older questions have them bare
    data = {**asked.data, **named, "recipients": recipients, "allot": allot}
    yield Question(
        TRANSFER, "player" if caster else "gm", caster, "PAN-TRANSFER-03", optional=False, data=data
    )


def _open(question: str, spell: str, state: State) -> Iterator[OpenQuestion]:
    for one in state.pending:
        if one.question == question and one.data.get("through") == spell:
            yield one
