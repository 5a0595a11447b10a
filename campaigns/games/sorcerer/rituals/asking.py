"""A player asks the GM for what only the GM can say of a Binding."""

from campaigns.models import Campaign, Membership
from campaigns.services.asking import open_of_action
from campaigns.services.play import follow_ups
from campaigns.services.play.action_inputs import Request, new_record_id
from campaigns.services.play.playing import ActRequest, Played, play
from campaigns.state.ids import ids_in
from rules.kernel.errors import RuleViolation
from rules.kernel.procedure import Question
from rules.sorcerer.allowed import BIND


def ask_need(*, actor: Membership, sorcerer: str, demon: str, key: str) -> Played:
    """Ask the GM whether a Binding meets the demon's Need and its Desire (SOR-DEMON-06).

    Raises `RuleViolation` where it is asked already, or is the player's to answer now.
    """
    question = Question(BIND, "gm", sorcerer, "SOR-DEMON-06", optional=False, data={"demon": demon})
    record_id = new_record_id(actor.campaign_id, f"{actor.pk}/{key}", 0, f"ask/{BIND}")
    name, known = follow_ups.carry_out("SOR-DEMON-06", follow_ups.asking(record_id, question, "table"))
    words_said = "Asks the GM whether its Need and its Desire are met"
    note = Request("table.note", {"words": words_said, "about": [sorcerer, demon]})

    def plan(_campaign: Campaign) -> tuple[Request, ...]:
        if any(demon in ids_in(pending.data) for pending in open_of_action(actor, BIND, sorcerer)):
            raise RuleViolation("this has already been asked", clause="SOR-DEMON-06")
        return (Request(name, {}, known=known),)

    return play(actor, ActRequest(key, (note,), plan))
