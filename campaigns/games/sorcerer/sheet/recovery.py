"""A rest after the conflict: the player asks for it, the GM says what it brought (SOR-RECOVER)."""

from dataclasses import dataclass
from typing import Final

from campaigns.games.sorcerer.asking import ask_to_act, put_away
from campaigns.models import Membership
from campaigns.queries.cast import Member
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, Played, play
from campaigns.state.unit_of_work import Sheet
from rules.kernel.values import Values

RECOVER: Final = "sorcerer.recover"
CLAUSE: Final = "SOR-RECOVER-01"


@dataclass(frozen=True)
class Recovery:
    """What a rest would do for somebody who is hurt: what lasts, what is left of it, and what stands in the way."""

    lasting: int
    halved: int
    in_conflict: bool
    is_halved: bool
    """Whether it was halved since the last conflict (SOR-RECOVER-03)."""
    is_asked: bool


def recovery_of(member: Member, *, is_asked: bool) -> Recovery | None:
    """What a rest would do; None for somebody whom nothing hurts."""
    lasting = int(member["lasting"] or member["wounds"])
    if not lasting and not member["temporary"]:
        return None
    in_conflict = member["turn"] != "none"
    return Recovery(lasting, lasting // 2, in_conflict, bool(member["recovered"]), is_asked)


def ask_for_rest(*, actor: Membership, who: Sheet, key: str) -> Played:
    """Ask the GM; `RuleViolation` in a conflict, or where it is asked already."""
    words = f"{who.name} rests and recovers, if the GM agrees"
    return ask_to_act(
        actor=actor, who=who, action=RECOVER, clause=CLAUSE, words=words, key=key, why_not=_why_no_rest
    )


def _why_no_rest(who: Sheet) -> str:
    return "" if who["turn"] == "none" else "recovery comes after the conflict"


def judge_rest(*, actor: Membership, who: Sheet, how: str, key: str) -> Played:
    """The GM's word: `rested`, `healed`, or `no`."""
    if how == "no":
        reason = "It was no rest"
        return put_away(actor=actor, who=who.id, action=RECOVER, clause=CLAUSE, reason=reason, key=key)
    given: Values = {"character": {"id": who.id}, "rested": True, "healed": how == "healed"}
    return play(actor, ActRequest(key, (Request(RECOVER, given),)))
