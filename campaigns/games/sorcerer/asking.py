"""A player asks the GM for what only the GM can grant: an open question, and their own words beside it."""

from collections.abc import Callable

from campaigns.models import Campaign, Membership, Pending
from campaigns.services.asking import open_of_action
from campaigns.services.play import follow_ups
from campaigns.services.play.action_inputs import Request, new_record_id
from campaigns.services.play.playing import ActRequest, Played, play
from campaigns.state.unit_of_work import Sheet
from rules.kernel.errors import RuleViolation
from rules.kernel.procedure import Question
from rules.kernel.values import Values


def ask_gm(
    *,
    actor: Membership,
    who: Sheet,
    action: str,
    clause: str,
    words: str,
    key: str,
    data: Values | None = None,
    why_not: Callable[[], str] = lambda: "",
) -> Played:
    """Ask the GM for an act about `who`. `RuleViolation` where `why_not` says why, or where it is asked already."""
    # Whom it is about, and what the player said: what else the GM knows of it may be hidden from everybody else.
    question = Question(action, "gm", who.id, clause, optional=True, data=data or {"about": who.id})
    record_id = new_record_id(actor.campaign_id, f"{actor.pk}/{key}", 0, f"ask/{action}")
    name, known = follow_ups.carry_out(clause, follow_ups.asking(record_id, question, "table"))
    note = Request("table.note", {"words": words, "about": [who.id]})

    def plan(_campaign: Campaign) -> tuple[Request, ...]:
        told = why_not() or (
            "this has already been asked" if asked_of_gm(actor, who.id, action, clause) else ""
        )
        if told:
            raise RuleViolation(told, clause=clause)
        return (Request(name, {}, known=known),)

    return play(actor, ActRequest(key, (note,), plan))


def asked_of_gm(actor: Membership, who: str, action: str, clause: str) -> list[Pending]:
    """What the GM is asked so and has not answered."""
    return list(open_of_action(actor, action, who).filter(for_role="gm", clause=clause))


def put_away(asked: list[Pending], reason: str) -> tuple[Request, ...]:
    """The steps that settle what was asked without doing it."""
    return tuple(
        Request("table.settle", {"pending": {"id": str(one.pk)}, "how": "waived", "reason": reason})
        for one in asked
    )
