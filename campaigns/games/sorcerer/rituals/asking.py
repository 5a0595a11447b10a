"""A player asks the GM for what only the GM can say of a Binding or of a Banishing."""

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from campaigns.games.sorcerer import asking
from campaigns.models import Campaign, Membership
from campaigns.services.asking import open_of_action
from campaigns.services.play.playing import Played
from campaigns.state.ids import ids_in
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


def ask_for_facts(*, actor: Membership, action: str, sorcerer: str, demon: str, key: str) -> Played:
    """Ask the GM for the facts of an act about a demon.

    Raises `RuleViolation` where it is asked already, or is the player's to answer now.
    """
    fact = FACTS[action]
    question = Question(action, "gm", sorcerer, fact.clause, optional=False, data={"demon": demon})

    def why_not(_campaign: Campaign) -> str:
        asked = (ids_in(pending.data) for pending in open_of_action(actor, action, sorcerer))
        return asking.ASKED if any(demon in named for named in asked) else ""

    words, about = str(fact.words), [sorcerer, demon]
    return asking.ask_gm(actor=actor, question=question, about=about, words=words, key=key, why_not=why_not)
