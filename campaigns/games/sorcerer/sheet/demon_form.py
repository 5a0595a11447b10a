"""A demon's sheet: asked for by a player, or completed by the GM."""

from collections.abc import Iterable

from django import forms
from django.forms.utils import ErrorDict
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from msgspec import structs

from campaigns.forms.faults import Fault, not_understood
from campaigns.forms.fields import NameField, WordsField, rows_named
from campaigns.forms.people import ActForm
from campaigns.game import Text
from campaigns.games.sorcerer.ready_made import UsualAbility, usual_abilities
from campaigns.games.sorcerer.sheet import acts as creating
from campaigns.games.sorcerer.sheet.faults import leave_to_the_rules, tell
from campaigns.models import Campaign
from rules import words
from rules.kernel.values import Values
from rules.reference import Clause, find_clause
from rules.sorcerer.characters import Problem

TYPES = ("inconspicuous", "object", "parasite", "passing", "possessor")
TYPE, POWER = "demon.type", "demon.power"
USERS = ("demon", "host", "sorcerer", "other")
PARTS = ("name", "user", "target", "effect")
FEWEST_ROWS, MOST_ROWS = 3, 20


def chosen(values: tuple[str, ...]) -> list[tuple[str, str]]:
    """Values of a vocabulary with their words."""
    named = ((value, words.choice_words("sorcerer", value)) for value in values)
    return [(value, name[:1].upper() + name[1:]) for value, name in named]


def demon_fields(rows: int) -> dict[str, forms.Field]:
    """The controls of what a player asks for, by their paths in the contract."""
    fields: dict[str, forms.Field] = {
        "demon.name": NameField(label=gettext_lazy("The demon's name")),
        "demon.type": forms.ChoiceField(
            label=gettext_lazy("Type"), choices=chosen(TYPES), widget=forms.RadioSelect
        ),
        "demon.telltale": _line(gettext_lazy("The demon's telltale"), gettext_lazy("What gives it away.")),
        "demon.stamina": forms.IntegerField(
            label=gettext_lazy("The demon's Stamina"), initial=3, min_value=0, max_value=30
        ),
        "demon.desire": _line(
            gettext_lazy("Desire"),
            gettext_lazy("What it likes to see indulged, such as Power, Mischief or Ruin."),
        ),
    }
    for row in range(rows):
        fields.update(_ability(row))
    fields["demon.abilities"] = forms.CharField(
        label=gettext_lazy("Abilities"), required=False, widget=forms.HiddenInput, disabled=True
    )
    return fields


def rows_in(data: Iterable[str], more: bool = False) -> int:
    """How many rows of Abilities a form with these names has."""
    return min(MOST_ROWS, max(FEWEST_ROWS, rows_named(data, "demon.abilities")) + int(more))


def demon_sheet(cleaned: Values, rows: int) -> Values:
    """What was typed, in the contract's fields; rows without a word in them are left out."""
    abilities = []
    for row in range(rows):
        typed = {part: cleaned.get(f"demon.abilities.{row}.{part}") or "" for part in PARTS}
        if any(typed.values()):
            abilities.append({**typed, "name": typed["name"] or "?", "user": typed["user"] or None})
    sheet = {
        name: cleaned.get(f"demon.{name}") or "" for name in ("name", "type", "telltale", "desire", "need")
    }
    sheet["type"] = sheet["type"] or TYPES[0]
    return {**sheet, "abilities": abilities, "stamina": cleaned.get("demon.stamina") or 0}


def row_of(cleaned: Values, rows: int) -> list[int]:
    """Which row of the form each Ability of the sheet was typed into."""
    return [row for row in range(rows) if any(cleaned.get(f"demon.abilities.{row}.{part}") for part in PARTS)]


class DemonForm(ActForm):
    """The GM's whole sheet of a demon that was asked for: everything as asked, a Need, and Power."""

    use_required_attribute = False

    def __init__(
        self, campaign: Campaign, data: MultiValueDict[str, str] | None = None, *, rows: int = FEWEST_ROWS
    ) -> None:
        self.campaign, self.rows, self.faults = campaign, rows, list[Fault]()
        self.numbers: Values = {}
        self.warnings: list[Clause] = []
        super().__init__(data)
        self.fields.update(demon_fields(rows))
        self.fields["demon.need"] = need_field(required=True)
        self.fields[POWER] = power_field()

    def clean(self) -> None:
        super().clean()
        leave_to_the_rules(self, but=(TYPE,))
        unread = set(self.errors)
        self.faults = not_understood(self)
        outcome = creating.check_demon(self.campaign, self.sheet())
        its = outcome.derived
        self.numbers = {"demon_lore": its.lore, "demon_will": its.will, "demon_power": its.power}
        self.warnings = [find_clause(problem.clause) for problem in outcome.warnings]
        self.faults += tell(self, in_rows(outcome.problems, self.cleaned_data, self.rows), skip=unread)

    def put_judgement_off(self, *, is_prefilled: bool = False) -> None:
        """Keep what was typed and say nothing yet of what is missing.

        The Power that a Contact assumed may be less than the whole sheet's (SOR-CONTACT-03, SOR-DEMON-05): where
        nobody has typed it yet, it is left to the rules.
        """
        if not self.is_valid() and is_prefilled and POWER in self.errors:
            self.data = {name: one for name, one in self.data.items() if name != POWER}
        self._errors, self.faults = ErrorDict(), []

    def sheet(self) -> Values:
        """The sheet as the rules read it."""
        return {**demon_sheet(self.cleaned_data, self.rows), "power": self.cleaned_data.get("demon.power")}

    def abilities(self) -> list[list[forms.BoundField]]:
        return ability_rows(self, self.rows)

    def known_abilities(self) -> dict[str, list[UsualAbility]]:
        return known_abilities()


def ability_rows(form: forms.Form, rows: int) -> list[list[forms.BoundField]]:
    """The controls of each Ability."""
    return [[form[f"demon.abilities.{row}.{part}"] for part in PARTS] for row in range(rows)]


def known_abilities() -> dict[str, list[UsualAbility]]:
    """What is offered while an Ability is typed: those of the tables, by name, with what each often is."""
    found: dict[str, list[UsualAbility]] = {}
    for one in usual_abilities():
        found.setdefault(one.name, []).append(one)
    return found


def in_rows(problems: Iterable[Problem], cleaned: Values, rows: int) -> list[Problem]:
    """Problems with the numbers of the form's rows in place of the sheet's, which skips empty ones."""
    filled = row_of(cleaned, rows)
    found = []
    for problem in problems:
        steps = problem.field.split(".")
        if steps[1:3] == ["demon", "abilities"] and len(steps) > 3:
            steps[3] = str(filled[int(steps[3])])
        found.append(structs.replace(problem, field=".".join(steps)))
    return found


def need_field(*, required: bool = False) -> forms.Field:
    return WordsField(
        label=gettext_lazy("Need"),
        max_length=500,
        lines=False,
        required=required,
        help_text=gettext_lazy("What the demon cannot do without. Only GMs see it."),
    )


def power_field() -> forms.Field:
    return forms.IntegerField(
        label=gettext_lazy("Power"),
        min_value=0,
        max_value=30,
        required=False,
        help_text=gettext_lazy("Equal to Will unless you set it higher."),
    )


def _ability(row: int) -> dict[str, forms.Field]:
    at = f"demon.abilities.{row}"
    number = row + 1
    name = WordsField(label=_("Ability %(n)s") % {"n": number}, max_length=100, lines=False)
    name.widget.attrs |= {"list": "known-abilities", "data-ability": True}
    return {
        f"{at}.name": name,
        f"{at}.user": forms.ChoiceField(label=_("User"), choices=[("", "—"), *chosen(USERS)]),
        f"{at}.target": WordsField(label=_("Target"), max_length=500, lines=False),
        f"{at}.effect": WordsField(label=_("Effect"), max_length=500, lines=False),
    }


def _line(label: Text, told: Text) -> WordsField:
    return WordsField(label=label, max_length=500, lines=False, help_text=told)
