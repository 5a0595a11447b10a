"""A player asks the GM for what only the GM can say of a Binding or of a Banishing."""

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from campaigns.models import Campaign, Membership
from campaigns.services.asking import open_of_action
from campaigns.services.play import follow_ups
from campaigns.services.play.action_inputs import Request, new_record_id
from campaigns.services.play.playing import ActRequest, Played, play
from campaigns.state.ids import ids_in
from rules.kernel.errors import RuleViolation
from rules.kernel.procedure import Question
from rules.sorcerer.allowed import BANISH, BIND


class Fact(NamedTuple):
    """What of an act the GM alone says: by which clause, and the words in which it is asked."""

    clause: str
    words: Promise


FACTS = {
    BIND: Fact("SOR-DEMON-06", gettext_lazy("Asks the GM whether its Need and its Desire are met")),
    BANISH: Fact("SOR-BANISH-11", gettext_lazy("Asks the GM whether it resists its Banishing")),
}


def ask_gm(*, actor: Membership, action: str, sorcerer: str, demon: str, key: str) -> Played:
    """Ask the GM for the facts of an act about a demon.

    Raises `RuleViolation` where it is asked already, or is the player's to answer now.
    """
    fact = FACTS[action]
    question = Question(action, "gm", sorcerer, fact.clause, optional=False, data={"demon": demon})
    record_id = new_record_id(actor.campaign_id, f"{actor.pk}/{key}", 0, f"ask/{action}")
    name, known = follow_ups.carry_out(fact.clause, follow_ups.asking(record_id, question, "table"))
    note = Request("table.note", {"words": str(fact.words), "about": [sorcerer, demon]})

    def plan(_campaign: Campaign) -> tuple[Request, ...]:
        if any(demon in ids_in(pending.data) for pending in open_of_action(actor, action, sorcerer)):
            raise RuleViolation("this has already been asked", clause=fact.clause)
        return (Request(name, {}, known=known),)

    return play(actor, ActRequest(key, (note,), plan))
