"""The questions of the odds explorer about Demon City, each worked out, and what luck is measured by in it."""

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaigns.forms.odds import SituationForm, whole
from campaigns.game import Odds
from campaigns.queries.odds_answers import Answer, Given, Numbers, odds_of
from campaigns.queries.odds_questions import OddsQuestion
from campaigns.queries.review.luck import flag, winner
from rules.kernel.values import Values, as_whole

MOST_CARDS, MOST_INTENSITY = 10, 9
FRESH_DECK = [f"{suit}-{value}" for suit in ("wands", "cups", "swords") for value in range(1, 11)] + ["fool"]
INTENSITIES = range(1, 10)


class ThrowForm(SituationForm):
    cards = whole(_("Your cards"), 1, MOST_CARDS)
    against = whole(_("Cards against you"), 1, MOST_CARDS)


class IntensityForm(SituationForm):
    stat = whole(_("Your stat"), 0, MOST_INTENSITY)
    intensity = whole(_("Intensity"), 1, MOST_INTENSITY)
    extra = whole(_("Extra throws"), 0, MOST_CARDS)


def throw(numbers: Numbers) -> Answer:
    given: Given = {
        "actor": _thrower("actor", as_whole(numbers["cards"]) - 1),
        "opponent": _thrower("opponent", as_whole(numbers["against"]) - 1),
        "decks": {"players": {"draw": FRESH_DECK}},
    }
    odds = odds_of("demon_city.opposed_throw", given)
    names = {"win": gettext("You win"), "tie": gettext("A tie"), "lose": gettext("You lose")}
    return Answer(
        (names["win"], odds["win"]),
        [
            (names["tie"], odds["tie"]),
            (names["lose"], odds["lose"]),
            (gettext("Of that, you fumble"), odds["fumble"]),
        ],
        gettext("Outcome"),
        {title: odds[name] for name, title in names.items()},
        odds.clauses,
    )


def intensity(numbers: Numbers) -> Answer:
    found = {number: odds_of("demon_city.static_throw", _task(numbers, number)) for number in INTENSITIES}
    odds = found[as_whole(numbers["intensity"])]
    return Answer(
        (gettext("You succeed"), odds["win"]),
        [(gettext("You fail"), odds["lose"]), (gettext("Of that, you fumble"), odds["fumble"])],
        gettext("Chance to succeed"),
        {str(number): one["win"] for number, one in found.items()},
        odds.clauses,
        across=gettext("Intensity"),
    )


def _thrower(name: str, extra: int) -> Given:
    causes: list[Values] = [{"source": "situational", "dice": 1, "cause": str(one)} for one in range(extra)]
    return {"id": name, "modifiers": causes, "deck": "players"}


def _task(numbers: Numbers, against: int) -> Given:
    return {
        "task": {"id": "task"},
        "thrower": _thrower("thrower", as_whole(numbers["extra"])) | {"stat": numbers["stat"]},
        "intensity": against,
        "decks": {"players": {"draw": FRESH_DECK}},
    }


ODDS = Odds(
    questions={
        "throw": OddsQuestion(
            "demon_city.opposed_throw",
            _("A throw against someone"),
            _("Both draw from one full deck of thirty number cards and The Fool; the highest card wins."),
            ThrowForm,
            {"cards": 2, "against": 1},
            throw,
        ),
        "intensity": OddsQuestion(
            "demon_city.static_throw",
            _("A throw against an Intensity"),
            _(
                "Cards from a full deck; the highest has to beat the Intensity. A stat above it gives one extra throw."
            ),
            IntensityForm,
            {"stat": 3, "intensity": 5, "extra": 0},
            intensity,
        ),
    },
    events={
        "demon_city.opposed_throw": winner("actor", "win"),
    },
    usual_event=flag("success", "win"),
)
