"""What a demon as it stands asks of the GM: whether it turns on its master, and what becomes of one hurt to death."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from rules.kernel.effects import set_to
from rules.kernel.errors import RuleViolation
from rules.kernel.procedure import FollowUp, OpenQuestion, Question, State
from rules.kernel.result import Result
from rules.sorcerer.demon_death import DemonDeathInput
from rules.sorcerer.possession import PossessInput
from rules.sorcerer.procedures.conflict import hits_of, order_of
from rules.sorcerer.rebellion import BreakBindingInput, RebelInput
from rules.sorcerer.round_end import EndRoundInput, EndRoundOutcome
from rules.sorcerer.state import asked, setting, stored
from rules.sorcerer.withdrawal import WithdrawalDayInput, WithdrawalDayOutcome

REBEL: Final = "sorcerer.rebel"
DEATH: Final = "sorcerer.demon_death"
TURNS: Final = "SOR-REBEL-03"
"""The clause by which the GM is asked whether a demon turns on its master."""
ABOUT_DEMONS: Final = (REBEL, DEATH)


def asked_of_gm(given: Struct, result: Result, state: State) -> Iterator[Question]:
    """What an act leaves for the GM to say of demons: of each master once, and of a death once."""
    match given, result.outcome:
        case WithdrawalDayInput(), WithdrawalDayOutcome(in_withdrawal=True, banished=False):
            yield from _turns_on_masters(given, state)
        case EndRoundInput(), EndRoundOutcome() as ended:
            for before, after in zip(given.combatants, ended.combatants, strict=True):
                if is_slain(after.lasting, before.stamina) and _is_a_living_demon(state, after.id):
                    yield from _dies(after.id, state)


def no_longer_asked(given: Struct, result: Result, state: State) -> Iterator[str]:
    """The ids of questions about demons that an act answers, or that ask nothing any more after it."""
    changed = {(effect.on, effect.field) for effect in result.effects}
    for question in (one for name in ABOUT_DEMONS for one in asked(state, name)):
        demon, binding = str(question.data.get("demon")), question.data.get("binding")
        is_over = (demon, "state") in changed or (binding, "state") in changed
        if is_over or _answers(given, result, question, demon):
            yield question.id


def other_killer(given: Struct, state: State) -> RuleViolation | None:
    """Why this is not who killed a demon: the round that killed it tells (SOR-DEATH-04)."""
    if not isinstance(given, DemonDeathInput):
        return None
    known = [one.data.get("killer") for one in asked(state, DEATH) if one.data.get("demon") == given.demon.id]
    named = given.killer.id if given.killer else None
    if not known or known[0] in (None, named):
        return None
    told = f"{known[0]} struck the blow that killed it"
    return RuleViolation(told, field="input.killer", clause="SOR-DEATH-04")


def is_slain(lasting: int, stamina: int) -> bool:
    """Whether a demon with this much lasting damage is slain (SOR-DEATH-02)."""
    return lasting > 2 * stamina


def body_taken(given: PossessInput, state: State) -> FollowUp | None:
    """What a possessed body does is the demon's, and so the GM's, while it lasts (SOR-DEMON-17)."""
    if stored(state, given.target.id, "control") != "player":
        return None
    return FollowUp("SOR-DEMON-17", (set_to(given.target.id, "control", "gm_temporary"),))


def body_returned(state: State, host: str) -> FollowUp | None:
    """Whoever is rid of a demon acts again.

    A mind that was put out stays out (SOR-DEMON-19), and without Humanity they are the GM's (SOR-HUMANITY-13).
    """
    is_there = stored(state, host, "state") == "active" and stored(state, host, "humanity", 0) > 0
    is_lent = is_there and stored(state, host, "control") == "gm_temporary"
    return FollowUp("SOR-DEMON-17", (set_to(host, "control", "player"),)) if is_lent else None


def _answers(given: Struct, result: Result, question: OpenQuestion, demon: str) -> bool:
    match given:
        case RebelInput() | BreakBindingInput():
            master = question.data.get("sorcerer")
            return question.question == REBEL and (given.demon.id, given.sorcerer.id) == (demon, master)
        case WithdrawalDayInput():
            fed = not getattr(result.outcome, "in_withdrawal", True)
            return question.question == REBEL and given.demon.id == demon and fed
        case DemonDeathInput():
            return question.question == DEATH and given.demon.id == demon
    return False


def _turns_on_masters(given: WithdrawalDayInput, state: State) -> Iterator[Question]:
    """With each die that its days in withdrawal bring, the GM is asked anew, of each master (SOR-REBEL-03)."""
    demon = given.demon.id
    if (given.demon.withdrawal_days + 1) % int(setting(state, "need_bonus_days", 1)):
        return
    open_now = {one.data.get("binding") for one in asked(state, REBEL)}
    for ident, one in state.records.items():
        fields = one.fields
        is_its = one.kind == "binding" and fields["demon"] == demon and fields["state"] == "active"
        if is_its and ident not in open_now:
            data = {"demon": demon, "sorcerer": fields["sorcerer"], "binding": ident}
            yield Question(
                question=REBEL,
                for_role="gm",
                who=demon,
                clause=TURNS,
                optional=True,
                data=data,
            )


def _dies(demon: str, state: State) -> Iterator[Question]:
    if any(one.data.get("demon") == demon for one in asked(state, DEATH)):
        return
    if not setting(state, "demons_can_die", True):  # SOR-DEATH-01
        return
    hit_it = [who for who in order_of(state) if demon in hits_of(state, who)]
    yield Question(
        question=DEATH,
        for_role="gm",
        who=demon,
        clause="SOR-DEATH-02",
        optional=False,
        data={"demon": demon, "killer": hit_it[-1] if hit_it else None},
    )


def _is_a_living_demon(state: State, who: str) -> bool:
    one = state.records.get(who)
    return one is not None and one.kind == "demon" and one.fields.get("state") == "present"
