"""The questions of the odds explorer about Sorcerer, each worked out, and what luck is measured by in it."""

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaigns.forms.odds import MOST_DICE, SituationForm, choice, whole
from campaigns.game import Odds
from campaigns.queries.odds_answers import Answer, Given, Numbers, clauses_of, each_once, odds_of
from campaigns.queries.odds_questions import OddsQuestion
from campaigns.queries.review.luck import flag
from rules.kernel.values import as_whole

BONUSES = range(-3, 7)


class ContestForm(SituationForm):
    dice = whole(_("Your dice"), 1, MOST_DICE)
    against = whole(_("Dice against you"), 1, MOST_DICE)
    die = choice(_("Die"), 12, [(sides, f"d{sides}") for sides in (6, 8, 10, 12, 20)])


def contest(numbers: Numbers) -> Answer:
    odds = odds_of("sorcerer.roll", _pools(numbers))
    told = odds.by_number("victories")
    victories = {str(n): told.get(str(n), 0.0) for n in range(as_whole(numbers["dice"]) + 1)}
    victories["0"] = 1 - odds["success"]
    return Answer(
        (gettext("Your side wins"), odds["success"]),
        [
            (gettext("The other side wins"), odds["failure"]),
            (gettext("A tie"), odds["tie"]),
            (gettext("Total victory"), odds["total"]),
        ],
        gettext("Victories of your side"),
        victories,
        odds.clauses,
        mean=sum(int(number) * chance for number, chance in victories.items()),
    )


def bonus(numbers: Numbers) -> Answer:
    found = {dice: odds_of("sorcerer.roll", _pools(numbers, dice)) for dice in BONUSES}
    wins = {dice: odds["success"] for dice, odds in found.items()}
    return Answer(
        (gettext("Your side wins as is"), wins[0]),
        [
            (gettext("With one bonus die"), wins[1]),
            (gettext("With three bonus dice"), wins[3]),
            (gettext("With one penalty die"), wins[-1]),
        ],
        gettext("Chance that your side wins"),
        {_signed(dice): chance for dice, chance in wins.items()},
        each_once(*(odds.clauses for odds in found.values()), clauses_of("SOR-CURRENCY-02", "SOR-BONUS-04")),
        across=gettext("Bonus dice"),
    )


def _pools(numbers: Numbers, awarded: int = 0) -> Given:
    given: Given = {
        "acting": {"id": "acting", "score": "will", "dice": numbers["dice"]},
        "opposing": {"id": "opposing", "score": "will", "dice": numbers["against"]},
        "settings": {"die": numbers["die"]},
    }
    return given | {"modifiers": [{"source": "situation", "dice": awarded}]} if awarded else given


def _signed(dice: int) -> str:
    return f"+{dice}" if dice > 0 else f"−{-dice}" if dice else "0"


ODDS = Odds(
    questions={
        "contest": OddsQuestion(
            "sorcerer.roll",
            _("A contest of dice"),
            _("Two sides roll; the highest die wins, and its side counts victories."),
            ContestForm,
            {"dice": 5, "against": 4, "die": 12},
            contest,
        ),
        "bonus": OddsQuestion(
            "sorcerer.roll",
            _("What bonus dice are worth"),
            _("The same contest with bonus dice, such as roll-over victories, and with penalties."),
            ContestForm,
            {"dice": 4, "against": 6, "die": 12},
            bonus,
        ),
    },
    usual_event=flag("success", "success"),
)
