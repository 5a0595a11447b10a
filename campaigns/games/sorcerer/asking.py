"""A player asks the GM for what only the GM can grant: an open question, and their own words beside it."""

from collections.abc import Callable, Sequence

from django.db.models import QuerySet

from campaigns.models import Campaign, Membership, Pending
from campaigns.services.asking import open_of_action
from campaigns.services.play import follow_ups
from campaigns.services.play.action_inputs import Request, new_record_id
from campaigns.services.play.playing import ActRequest, AlreadyAnswered, Played, play
from campaigns.state.errors import UnknownRecord
from campaigns.state.rows import Rows
from campaigns.state.unit_of_work import Sheet
from rules.kernel.errors import RuleViolation
from rules.kernel.procedure import Question
from rules.kernel.values import Values

ASKED = "this has already been asked"


def ask_gm(
    *,
    actor: Membership,
    question: Question,
    about: Sequence[str],
    words: str,
    key: str,
    why_not: Callable[[Campaign], str],
) -> Played:
    """Put a question to the GM with the player's words. `RuleViolation` where `why_not` says why, under the lock."""
    step = question_to_gm(actor, question, key)
    note = Request("table.note", {"words": words, "about": about})

    def plan(campaign: Campaign) -> tuple[Request, ...]:
        if told := why_not(campaign):
            raise RuleViolation(told, clause=question.clause)
        return (step,)

    return play(actor, ActRequest(key, (note,), plan, asked=question.data))


def question_to_gm(actor: Membership, question: Question, key: str) -> Request:
    """The step that puts a question to the GM."""
    record_id = new_record_id(actor.campaign_id, f"{actor.pk}/{key}", 0, f"ask/{question.question}")
    name, known = follow_ups.carry_out(question.clause, follow_ups.asking(record_id, question, "table"))
    return Request(name, {}, known=known)


def ask_to_act(
    *,
    actor: Membership,
    who: Sheet,
    action: str,
    clause: str,
    words: str,
    key: str,
    data: Values | None = None,
    why_not: Callable[[Sheet], str] = lambda _who: "",
) -> Played:
    """Ask the GM for an act of `who`. `RuleViolation` where `why_not` says why, or where it is asked already."""
    # Whom it is about, and what the player said: what else the GM knows of it may be hidden from everybody else.
    question = Question(action, "gm", who.id, clause, optional=True, data=data or {"about": who.id})

    def told(campaign: Campaign) -> str:
        now = Rows(campaign).load(who.id)
        if now is None:
            raise UnknownRecord(who.id)
        return why_not(now) or (ASKED if asked_of_gm(actor, who.id, action, clause) else "")

    return ask_gm(actor=actor, question=question, about=[who.id], words=words, key=key, why_not=told)


def asked_of_gm(actor: Membership, who: str, action: str, clause: str) -> QuerySet[Pending]:
    """What the GM is asked so and has not answered."""
    return open_of_action(actor, action, who).filter(for_role="gm", clause=clause)


def put_away(
    *,
    actor: Membership,
    who: str,
    action: str,
    clause: str,
    reason: str,
    key: str,
    steps: Sequence[Request] = (),
) -> Played:
    """Play these steps, and settle what the GM is asked so without doing it. `AlreadyAnswered` if that is nothing."""

    def plan(_campaign: Campaign) -> tuple[Request, ...]:
        asked = asked_of_gm(actor, who, action, clause)
        if not (asked or steps):
            raise AlreadyAnswered
        return tuple(settle(str(one.pk), reason) for one in asked)

    return play(actor, ActRequest(key, tuple(steps), plan, asked=[action, who, reason]))


def settle(asked: str, reason: str) -> Request:
    """The step that ends a question without doing what it asks."""
    return Request("table.settle", {"pending": {"id": asked}, "how": "waived", "reason": reason})
