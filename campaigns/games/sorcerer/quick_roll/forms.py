"""The quick roll of the table: one opposed roll with as little to tap as there can be."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django import forms
from django.http import QueryDict

from campaigns.forms.action.bonuses import BonusControls
from campaigns.forms.action.form import ActionForm
from campaigns.forms.action.proposals import PROPOSED
from campaigns.games.sorcerer.quick_roll.rollers import Roller
from campaigns.policy import Rights

ACTION = "sorcerer.roll"
AGAIN = ("acting.id", "acting.score", "opposing.id", "opposing.score", "opposing.dice")
ROWS = ("modifiers", "opposing_modifiers")
ROW = ("0.source", "0.dice", "0.note")
PARTS = {ROWS[0]: ROW, ROWS[1]: (*ROW, PROPOSED)}
MOST_AT_HAND = 8
DICE_AT_HAND = 8
"""A difficulty that is one tap away."""
FIRST = {"acting.score": "will", "opposing.score": "will", "opposing.dice": "3"}
"""What is chosen before anything is tapped: the score that is rolled most, against a plain difficulty."""


@dataclass
class QuickRoll:
    """The form with those who may roll; one of them is chosen, and their scores are the choices."""

    form: ActionForm
    rollers: Sequence[Roller]
    chosen: Roller
    others_here: Sequence[Roller] = ()
    """Whom it may be against."""
    asks: bool = False
    """Whether the GM says what stands against it, so that it is asked for first (SOR-ROLL-02)."""
    is_asked: bool = False
    """Whether they have just been asked."""

    @property
    def at_hand(self) -> Sequence[Roller]:
        """Those one tap away: the first of them, and whoever is chosen."""
        first = self.rollers[:MOST_AT_HAND]
        return first if self.chosen in first else [*first[:-1], self.chosen]

    @property
    def others(self) -> Sequence[Roller]:
        """Those behind them, chosen from a list."""
        return [roller for roller in self.rollers if roller not in self.at_hand]

    @property
    def score(self) -> str:
        return str(self.form["acting.score"].value() or "")

    @property
    def opponent(self) -> str:
        """Whom it is against; empty for a difficulty."""
        return str(self.form["opposing.id"].value() or "")

    @property
    def opponents(self) -> Sequence[Roller]:
        """Those one tap away: the first of them, and whoever is chosen."""
        others = [one for one in self.others_here if one != self.chosen]
        first = others[:MOST_AT_HAND]
        return [*first, *(one for one in others[MOST_AT_HAND:] if one.id == self.opponent)]

    @property
    def opposing_scores(self) -> list[tuple[str, str, bool]]:
        """The scores that may oppose it, and whether one is chosen: those that anybody here has."""
        named = {score.name: score.label for one in self.opponents for score in one.scores}
        chosen = (
            str(self.form["opposing.score"].value() or "") if "opposing.score" in self.form.fields else ""
        )
        return [(name, label, name == chosen) for name, label in named.items()]

    @property
    def difficulties(self) -> list[tuple[str, bool]]:
        """The dice of a difficulty, and whether they are chosen."""
        chosen = str(self.form["opposing.dice"].value() or "") if "opposing.dice" in self.form.fields else ""
        dice = [str(n) for n in range(1, DICE_AT_HAND + 1)]
        more = [chosen] if chosen.isdecimal() and chosen not in dice else []
        return [(one, one == chosen) for one in (*dice, *more)]

    @property
    def opposing_errors(self) -> list[str]:
        """What is wrong with what stands against it."""
        fields = self._there("opposing.id", "opposing.score", "opposing.dice")
        return [str(error) for field in fields for error in field.errors]

    @property
    def bonuses(self) -> list[tuple[str, list[forms.BoundField]]]:
        """Each side's row of bonus dice, where this member may give any."""
        return [
            (name, fields)
            for name in ROWS
            if (fields := self._there(*(f"{name}.{part}" for part in PARTS[name])))
        ]

    @property
    def bonus(self) -> BonusControls | None:
        """The bonus dice of whoever rolls."""
        return self.form.proposals.controls.get(ROWS[0])

    @property
    def other_bonus(self) -> BonusControls | None:
        """Those of the other side, where this member may give any."""
        return self.form.proposals.controls.get(ROWS[1])

    @property
    def price(self) -> list[forms.BoundField]:
        """The box by which whoever rolls takes their Price; that of the other side lies with its bonus dice."""
        return self._there(f"{ROWS[0]}.{PROPOSED}")

    @property
    def has_bonuses(self) -> bool:
        """Whether something stands in the folded rows, so that they are open."""
        return any(field.errors or field.value() for _name, fields in self.bonuses for field in fields)

    @property
    def again(self) -> str:
        """The same roll once more, as a query."""
        return urlencode({name: self.form.typed.get(name, "") for name in AGAIN if name in self.form.typed})

    def _there(self, *names: str) -> list[forms.BoundField]:
        return [self.form[name] for name in names if name in self.form.fields]


def quick_roll(
    rights: Rights, rollers: Sequence[Roller], wanted: Mapping[str, str], data: QueryDict | None = None
) -> QuickRoll | None:
    """The form as it begins, with `wanted` chosen, or as it was sent; None where this member rolls for nobody."""
    mine = [roller for roller in rollers if roller.mine and roller.scores]
    if not mine:
        return None
    named = str((data or wanted).get("acting.id", ""))
    chosen = next((roller for roller in mine if roller.id == named), mine[0])
    preset = {name: wanted[name][:100] for name in AGAIN if name in wanted}
    blank = {f"{name}.0.source": "" for name in ROWS}
    form = ActionForm(
        ACTION,
        member=rights.member,
        rights=rights,
        data=None if data is None else _without_leftovers(data),
        preset={**FIRST, **blank, **preset, "acting.id": chosen.id},
    )
    return QuickRoll(form, mine, chosen, rollers, asks=not rights.gives_rulings)


def _without_leftovers(data: QueryDict) -> QueryDict:
    """A difficulty has no score, whatever the list beside it says."""
    sent = data.copy()
    if not sent.get("opposing.id"):
        sent.pop("opposing.score", None)
    return sent
