"""The questions of the odds explorer about Pandemonium, each worked out, and what luck is measured by in it."""

from collections.abc import Iterable

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaigns.forms.odds import MOST_DICE, SituationForm, choice, whole
from campaigns.game import Odds, Text
from campaigns.queries.odds_answers import Answer, Numbers, numbered, odds_of
from campaigns.queries.odds_questions import OddsQuestion
from campaigns.queries.review.luck import flag
from rules.kernel.values import Value, Values, as_list, as_number, as_whole


def _again(label: Text) -> forms.TypedChoiceField:
    return choice(label, 10, [(10, _("10")), (9, _("9 and 10")), (8, _("8, 9 and 10"))])


class AgainForm(SituationForm):
    dice = whole(_("Dice"), 1, MOST_DICE)
    again = _again(_("Roll again on"))


class ContestedForm(SituationForm):
    dice = whole(_("Your dice"), 1, MOST_DICE)
    again = _again(_("You roll again on"))
    against = whole(_("Dice against you"), 1, MOST_DICE)
    against_again = _again(_("They roll again on"))


def again(numbers: Numbers) -> Answer:
    dice, again = as_whole(numbers["dice"]), as_whole(numbers["again"])
    odds = odds_of("pandemonium.roll", _hand("actor", dice, again))
    return Answer(
        (gettext("Success"), odds["success"]),
        [],  # the rules know no exceptional success (PAN-POOL-10)
        gettext("Successes"),
        _with_more(odds.each("exactly")),
        odds.clauses,
        # Each die: 3/10, and another throw in (11 - again)/10.
        mean=3 * dice / (again - 1),
    )


def contested(numbers: Numbers) -> Answer:
    theirs = _hand("by", as_whole(numbers["against"]), as_whole(numbers["against_again"]))
    given = _hand("actor", as_whole(numbers["dice"]), as_whole(numbers["again"])) | {"contest": theirs}
    odds = odds_of("pandemonium.roll", given)
    return Answer(
        (gettext("Success: more than the other side"), odds["success"]),
        [
            (gettext("The other side holds"), 1 - odds["success"]),
            (gettext("Five or more net successes"), odds.each("at_least")[5]),
        ],
        gettext("Net successes"),
        _with_more(odds.each("exactly")),
        odds.clauses,
    )


def _hand(who: str, dice: int, again: int) -> dict[str, Value]:
    """A pool of `pandemonium` and whose it is."""
    pool: Values = {"traits": ["power"], "again": again}
    return {who: {"id": who, "traits": {"power": dice}}, "pool": pool}


def _with_more(exactly: Iterable[float]) -> dict[str, float]:
    """Dice that are rolled again have no end: what comes to more than is listed stands together at its end."""
    found = numbered(exactly)
    return found | {f"{len(found)}+": max(0.0, 1 - sum(found.values()))}


def _severity(_given: Values, outcome: Values, odds: Values) -> tuple[bool, float]:
    return outcome["severity"] != "none", 1 - as_number(odds["none"])


def _at_least_one(_given: Values, outcome: Values, odds: Values) -> tuple[bool, float]:
    chance = odds["success"] if "success" in odds else as_list(odds["at_least"])[1]
    return bool(outcome["success"]), as_number(chance)


ODDS = Odds(
    questions={
        "again": OddsQuestion(
            "pandemonium.roll",
            _("A pool of dice"),
            _("Each die of 8 or more is a success, and high dice are rolled again."),
            AgainForm,
            {"dice": 5, "again": 10},
            again,
        ),
        "contested": OddsQuestion(
            "pandemonium.roll",
            _("A contested pool"),
            _(
                "Both sides roll. Only successes beyond the other side's count, and ties go to the contesting side."
            ),
            ContestedForm,
            {"dice": 6, "again": 10, "against": 4, "against_again": 10},
            contested,
        ),
    },
    events={
        "pandemonium.roll": _at_least_one,
        "pandemonium.act_against_hindrance": flag("acts", "success"),
        "pandemonium.resist": lambda _given, outcome, odds: (
            bool(outcome["affected"]),
            1 - as_number(odds["none"]),
        ),
    },
    usual_event=_severity,
)
