"""The questions of the odds explorer about Fallen, each worked out, and what luck is measured by in it."""

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaigns.forms.odds import MOST_DICE, SituationForm, choice, whole
from campaigns.game import Odds, Text
from campaigns.queries.odds_answers import Answer, Given, Numbers, numbered, odds_of
from campaigns.queries.odds_questions import OddsQuestion
from campaigns.queries.review.luck import flag, result, winner
from rules.kernel.values import Values, as_whole

MOST_DOTS = 10
MOST_IN_A_TRAIT = 10


def _difficulty(label: Text) -> forms.TypedChoiceField:
    return choice(label, 6, [(number, str(number)) for number in range(2, 11)])


class PoolForm(SituationForm):
    dice = whole(_("Dice"), 1, MOST_DICE)
    difficulty = _difficulty(_("Difficulty"))
    botch_rule = forms.ChoiceField(
        label=_("A botch is"),
        initial="no_success",
        choices=[("no_success", _("a 1 and no successes")), ("net_negative", _("more ones than successes"))],
    )


class ResistedForm(SituationForm):
    dice = whole(_("Your dice"), 1, MOST_DICE)
    difficulty = _difficulty(_("Your difficulty"))
    against = whole(_("Dice against you"), 1, MOST_DICE)
    against_difficulty = _difficulty(_("Their difficulty"))


class StrikeForm(SituationForm):
    dexterity = whole(_("Your Dexterity"), 1, MOST_DOTS)
    brawl = whole(_("Your Brawl"), 0, MOST_DOTS)
    strength = whole(_("Your Strength"), 1, MOST_DOTS)
    stamina = whole(_("Their Stamina"), 0, MOST_DOTS)


def pool(numbers: Numbers) -> Answer:
    given: Given = {
        "roller": {"id": "roller"},
        "traits": _traits(as_whole(numbers["dice"])),
        "difficulty": numbers["difficulty"],
        "settings": {"botch_rule": numbers["botch_rule"]},
    }
    odds = odds_of("fallen.roll", given)
    return Answer(
        (gettext("Success"), odds["success"]),
        [(gettext("Failure"), odds["failure"]), (gettext("Botch"), odds["botch"])],
        gettext("Successes"),
        numbered(odds.each("successes")),
        odds.clauses,
        mean=odds["mean"],
    )


def resisted(numbers: Numbers) -> Answer:
    sides: Given = {
        role: {"subject": {"id": role}, "traits": _traits(as_whole(dice)), "difficulty": difficulty}
        for role, dice, difficulty in (
            ("acting", numbers["dice"], numbers["difficulty"]),
            ("resisting", numbers["against"], numbers["against_difficulty"]),
        )
    }
    odds = odds_of("fallen.resisted_roll", sides)
    return Answer(
        (gettext("You win"), odds["acting"]),
        [
            (gettext("The other side wins"), odds["resisting"]),
            (gettext("A tie"), odds["tie"]),
            (gettext("You botch"), odds["acting_botch"]),
        ],
        gettext("Successes you win by"),
        numbered(odds.each("margin")),
        odds.clauses,
        mean=sum(number * chance for number, chance in enumerate(odds.each("margin"))),
    )


def strike(numbers: Numbers) -> Answer:
    attacker = {name: numbers[name] for name in ("dexterity", "brawl", "strength")}
    target = {"id": "target", "kind": "mortal", "stamina": numbers["stamina"]}
    given: Given = {"attacker": {"id": "attacker", **attacker}, "target": target, "maneuver": "strike"}
    odds = odds_of("fallen.strike", given)
    return Answer(
        (gettext("You do damage"), 1 - odds.each("levels")[0]),
        [
            (gettext("You hit"), odds["hit"]),
            (gettext("You botch"), odds["botch"]),
            (gettext("The target is dazed"), odds["dazed"]),
        ],
        gettext("Health levels lost"),
        numbered(odds.each("levels")),
        odds.clauses,
        mean=odds["mean"],
    )


def _traits(dice: int) -> list[Values]:
    """A pool of `fallen` out of as many traits as it takes."""
    parts = [min(MOST_IN_A_TRAIT, dice - start) for start in range(0, dice, MOST_IN_A_TRAIT)]
    return [{"name": f"dice {number}", "dice": part} for number, part in enumerate(parts, 1)]


ODDS = Odds(
    questions={
        "pool": OddsQuestion(
            "fallen.roll",
            _("A pool against a difficulty"),
            _("Dice that show the difficulty or more are successes; ones take successes away."),
            PoolForm,
            {"dice": 5, "difficulty": 6, "botch_rule": "no_success"},
            pool,
        ),
        "resisted": OddsQuestion(
            "fallen.resisted_roll",
            _("A roll against someone"),
            _("Both sides roll a pool; more successes win, and the difference is the margin."),
            ResistedForm,
            {"dice": 5, "difficulty": 6, "against": 4, "against_difficulty": 6},
            resisted,
        ),
        "strike": OddsQuestion(
            "fallen.strike",
            _("A bare-handed strike"),
            _(
                "Dexterity + Brawl to hit a mortal who does not defend; Strength is the damage, Stamina soaks it."
            ),
            StrikeForm,
            {"dexterity": 3, "brawl": 2, "strength": 3, "stamina": 2},
            strike,
        ),
    },
    events={
        "fallen.roll": result("success"),
        "fallen.strafe": result("success"),
        "fallen.knockdown": result("success"),
        "fallen.attack": result("hit"),
        "fallen.strike": result("hit"),
        "fallen.defend": flag("avoided", "avoided"),
        "fallen.escape": flag("freed", "freed"),
        "fallen.ambush": result("surprise"),
        "fallen.resisted_roll": winner("acting", "acting"),
    },
)
