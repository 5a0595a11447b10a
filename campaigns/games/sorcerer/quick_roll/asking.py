"""A roll whose opposition the GM names: the player says who rolls what, the GM against what, the player rolls."""

from collections.abc import Sequence
from typing import Final

from django import forms
from django.http import QueryDict

from campaigns.forms.fields import choice_field
from campaigns.forms.people import ActForm
from campaigns.games.sorcerer.asking import ask_to_act, settle
from campaigns.games.sorcerer.quick_roll.rollers import Roller
from campaigns.models import Membership
from campaigns.queries.waiting import Waiting
from campaigns.services.asking import ask_player
from campaigns.services.play.playing import ActRequest, Played, play
from campaigns.state.unit_of_work import Sheet
from rules import words
from rules.kernel.values import Values

ROLL: Final = "sorcerer.roll"
CLAUSE: Final = "SOR-ROLL-02"
ASK: Final = "ask-gm"
"""The command of the quick roll that asks for one."""
DICE: Final = tuple(str(n) for n in range(1, 11))
"""A difficulty that is one tap away."""


class AskForm(ActForm):
    """Who rolls which score, and against whom if not against a difficulty."""

    def __init__(self, data: QueryDict, *, mine: Sequence[Roller], others: Sequence[Roller]) -> None:
        super().__init__(data)
        self.fields["acting.id"] = forms.ChoiceField(choices=[(one.id, one.name) for one in mine])
        chosen = next((one for one in mine if one.id == data.get("acting.id")), None)
        scores = [(score.name, score.label) for score in chosen.scores] if chosen else []
        self.fields["acting.score"] = forms.ChoiceField(choices=scores)
        against = [("", ""), *((one.id, one.name) for one in others)]
        self.fields["opposing.id"] = forms.ChoiceField(choices=against, required=False)


class OpposeForm(ActForm):
    """What stands against a roll: so many dice, a score of whom it is against, or nothing, so that it just works."""

    against = forms.ChoiceField()

    def __init__(self, data: QueryDict | None = None, *, scores: Sequence[tuple[str, str]]) -> None:
        super().__init__(data)
        choice_field(self, "against").choices = [*((one, one) for one in DICE), *scores, ("no", "")]


def ask_for_roll(*, actor: Membership, who: Sheet, given: Values, key: str) -> Played:
    """Ask the GM for a roll (SOR-ROLL-02). `RuleViolation` where one is asked for already."""
    score, against = str(given["acting.score"]), str(given["opposing.id"] or "")
    told = f"{who.name}: {words.field_words('sorcerer', score)[0]}"
    data: Values = {"about": who.id, "score": score, **({"against": against} if against else {})}
    return ask_to_act(actor=actor, who=who, action=ROLL, clause=CLAUSE, words=told, key=key, data=data)


def oppose(*, actor: Membership, asked: Waiting, against: str, key: str) -> Played:
    """The GM's word: the roll becomes the player's, or needs no dice (SOR-ROLL-04)."""
    if against == "no":
        return play(actor, ActRequest(key, (settle(asked.id, "No roll is needed"),), answers=asked.id))
    who = asked.who or ""
    opposing: Values = (
        {"score": "difficulty", "dice": int(against)}
        if against.isdecimal()
        else {"id": asked.data["against"], "score": against}
    )
    settled: Values = {"acting": {"id": who, "score": asked.data["score"]}, "opposing": opposing}
    return ask_player(actor=actor, action=ROLL, who=who, settled=settled, key=key, is_asked_for=True)
