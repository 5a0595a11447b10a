"""A possessed host tries to act: the player asks, the GM allows a roll of Humanity against it (SOR-DEMON-20)."""

from typing import Final

from campaigns.models import Campaign, Membership, Pending
from campaigns.services.asking import ask_player, open_of_action
from campaigns.services.play import follow_ups
from campaigns.services.play.action_inputs import Request, new_record_id
from campaigns.services.play.playing import ActRequest, Played, play
from campaigns.state.unit_of_work import Sheet
from rules.kernel.errors import RuleViolation
from rules.kernel.procedure import Question
from rules.kernel.values import Values

ROLL: Final = "sorcerer.roll"
CLAUSE: Final = "SOR-DEMON-20"


def attempts_of(actor: Membership, host: str) -> list[Pending]:
    """The attempts of a host that the GM has not judged yet."""
    return list(open_of_action(actor, ROLL, host).filter(for_role="gm", clause=CLAUSE))


def ask_to_act(*, actor: Membership, host: Sheet, what: str, key: str) -> Played:
    """Ask the GM whether the host may try; `RuleViolation` for whoever nobody possesses, or who waits already."""
    # Whose body it is alone, and not by whom: the demon may be hidden from everybody else.
    question = Question(ROLL, "gm", host.id, CLAUSE, optional=True, data={"host": host.id})
    record_id = new_record_id(actor.campaign_id, f"{actor.pk}/{key}", 0, f"ask/{ROLL}")
    name, known = follow_ups.carry_out(CLAUSE, follow_ups.asking(record_id, question, "table"))
    note = Request("table.note", {"words": what, "about": [host.id]})

    def plan(_campaign: Campaign) -> tuple[Request, ...]:
        if not host["possessed_by"]:
            raise RuleViolation(f"{host.name} is not possessed: act as usual", clause=CLAUSE)
        if attempts_of(actor, host.id):
            raise RuleViolation("this has already been asked", clause=CLAUSE)
        return (Request(name, {}, known=known),)

    return play(actor, ActRequest(key, (note,), plan))


def let_them_try(*, actor: Membership, host: Sheet, key: str) -> Played:
    """The roll becomes the player's: Humanity against the demon's Power."""
    return ask_player(actor=actor, action=ROLL, who=host.id, settled=the_roll(host), key=key)


def refuse_attempt(*, actor: Membership, host: Sheet, key: str) -> Played:
    """The demon holds them down."""
    reason = "The demon holds on"
    steps = tuple(
        Request("table.settle", {"pending": {"id": str(one.pk)}, "how": "waived", "reason": reason})
        for one in attempts_of(actor, host.id)
    )
    return play(actor, ActRequest(key, steps))


def the_roll(host: Sheet) -> Values:
    """What is rolled: the host's Humanity against the Power of the demon in them."""
    return {
        "acting": {"id": host.id, "score": "humanity"},
        "opposing": {"id": host["possessed_by"], "score": "power"},
    }
