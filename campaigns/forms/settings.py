"""What a group agrees on: each system's settings, and the policies of the table."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import msgspec
from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.forms.action.controls import KEY_PATTERN, Flag, field_for
from campaigns.forms.action.questions import Ask, asks_of
from campaigns.forms.fields import Posted
from campaigns.forms.games import GamesField
from campaigns.forms.people import ActForm
from campaigns.game import Text, games
from campaigns.policy import rulings_of, whispers_of
from campaigns.queries.clauses import systems, title_of
from campaigns.queries.games import PLAYED, KnownGames, games_with_records
from rules import catalogue, words
from rules.kernel.errors import InvalidInput
from rules.kernel.parsing import parse
from rules.kernel.values import Value, Values, as_list, as_values
from rules.reference import Clause, UnknownClause, find_clause

POLICY_WORDS: dict[str, tuple[Text, Text]] = {
    "player_rulings": (
        gettext_lazy("Bonuses and rulings"),
        gettext_lazy("What the GM awards or decides about a roll. The log shows it."),
    ),
    "hand_dice": (
        gettext_lazy("Players may use physical dice or cards"),
        gettext_lazy(
            "They are typed in, and permanently marked as rolled or drawn by hand, because nothing proves them. "
            "While decks are laid out here, their cards are drawn from those."
        ),
    ),
    "player_undo": (
        gettext_lazy("Players may undo their own last action"),
        gettext_lazy("Repeating the action draws the same dice or cards, so undo is no second chance."),
    ),
    "gm_may_consent": (
        gettext_lazy("The GM may agree for an absent player"),
        gettext_lazy("Where a rule needs the player's agreement and the player is away. The player sees it."),
    ),
    "sealed_rolls": (
        gettext_lazy("The GM may seal rolls"),
        gettext_lazy(
            "A sealed roll is in the log and its dice are committed to, but only the GM can read it."
        ),
    ),
    "overrides": (
        gettext_lazy("The GM may override outcomes"),
        gettext_lazy(
            "By a correction that names the action, or by Override in its form. The log shows the reason permanently."
        ),
    ),
    "whispers": (
        gettext_lazy("Whispers"),
        gettext_lazy("Words for one person, which the others see in the log only as a sealed entry."),
    ),
}


GAMES_PLAYED = gettext_lazy("Games played")
"""What the policy is called that says which games are played."""

RULINGS: dict[str, Text] = {
    "propose": gettext_lazy(
        "Players ask, the GM grants. One tap each; a player can roll without waiting for the answer."
    ),
    "gm": gettext_lazy("Only the GM. The GM grants bonuses and enters every ruling."),
    "players": gettext_lazy("Players enter them. They type in what the GM says at the table."),
}
"""The values of `player_rulings`, a sentence for each."""


WHISPERS: dict[str, Text] = {
    "gm": gettext_lazy("Players whisper only with the GM."),
    "gm_reads": gettext_lazy("Players may whisper to one another, and the GM reads it."),
    "private": gettext_lazy(
        "Players may whisper to one another, and the GM does not see it. Only the file of the whole campaign, "
        "which GMs can export, holds it."
    ),
}
"""The values of `whispers`, a sentence for each."""
CHOICES = {"player_rulings": RULINGS, "whispers": WHISPERS}
"""Policies that are no yes or no."""


MENDS: dict[str, Text] = {
    "defense_pool": gettext_lazy("Enter one to five traits, one per line, such as Dexterity."),
    **{
        f"heal_hours.{part}": gettext_lazy("Enter seven whole numbers from 1 to 100000, one for each level.")
        for part in ("mortal_bashing", "mortal_lethal", "demon_bashing", "demon_lethal")
    },
}
"""What would be right, where a whole list is at fault."""


@dataclass(frozen=True)
class Setting:
    """One setting as the page tells it."""

    name: str
    label: str
    help: str
    clause: Clause | None
    default: str
    value: str
    is_changed: bool
    controls: list[forms.BoundField]

    @property
    def area(self) -> str:
        """What the part of the rules is called that it belongs to."""
        return title_of(self.clause) if self.clause else _("Other settings")


class SettingsForm(ActForm):
    """The settings of one system, each with a control of its own kind. All faults are told at once."""

    use_required_attribute = False

    def __init__(self, system: str, chosen: Values, data: Posted | None = None) -> None:
        self.system, self.chosen = system, dict(chosen)
        self.type = catalogue.SETTINGS[system]
        self.defaults: Values = msgspec.json.decode(msgspec.json.encode(self.type()))
        self.asks = asks_of(self.type)
        super().__init__(data, auto_id=f"id_{system}_%s")  # all systems stand on one page
        for ask in self.asks:
            for path, leaf in _leaves(ask):
                value = _at(self.defaults, path)
                needed = leaf.form in ("choice", "number", "numbers") and value is not None
                field = field_for(leaf, system, (), (), required=needed)
                field.label, field.help_text = self._words(ask, leaf)
                field.initial = _shown_in_control(leaf, _at(self.values, path))
                self.fields[path] = field

    def clean(self) -> dict[str, Value]:
        cleaned = super().clean() or self.cleaned_data
        if not self.errors:
            self._ask_the_rules()
        return cleaned

    @property
    def title(self) -> str:
        """What the system is called."""
        return systems()[self.system]

    @property
    def values(self) -> Values:
        """Every setting as it stands now."""
        return {**self.defaults, **self.chosen}

    def wanted(self) -> Values:
        """The settings that the person changed; None puts one back to its default."""
        found: dict[str, Value] = {}
        for ask in self.asks:
            value = self._value(ask)
            if value != self.values[ask.name]:
                found[ask.name] = None if value == self.defaults[ask.name] else value
        return found

    def rows(self) -> list[Setting]:
        """Each setting with its words, its clause and its control."""
        return [self._row(ask) for ask in self.asks]

    def _ask_the_rules(self) -> None:
        """What no control alone can see: how many of a list, which names are names."""
        try:
            parse(self.type, {ask.name: self._value(ask) for ask in self.asks})
        except InvalidInput as error:
            path = (error.field or "").removeprefix("input.")
            while path and path not in self.fields:
                path = path.rpartition(".")[0]
            self.add_error(path or None, MENDS.get(path, error.message))

    def _value(self, ask: Ask) -> Value:
        if ask.form == "group":
            return {leaf.name: self.cleaned_data[path] for path, leaf in _leaves(ask)}
        value: Value = self.cleaned_data[ask.name]
        if ask.form == "choices":
            stands, value = as_list(self.values[ask.name]), as_list(value)
            return stands if set(value) == set(stands) else [one for one in ask.values if one in value]
        return self.defaults[ask.name] if value is None else value

    def _row(self, ask: Ask) -> Setting:
        label, told, clause = words.setting_words(self.system, ask.name)
        value, default = self.values[ask.name], self.defaults[ask.name]
        return Setting(
            ask.name,
            label,
            told,
            _clause(clause),
            in_words(self.system, default),
            in_words(self.system, value),
            value != default,
            [self[path] for path, _leaf in _leaves(ask)],
        )

    def _words(self, ask: Ask, leaf: Ask) -> tuple[str, str]:
        if ask is leaf:
            return words.setting_words(self.system, ask.name)[:2]
        told = {"lines": _("One per line."), "numbers": _("Seven numbers separated by spaces.")}
        label = words.setting_part_words(self.system, ask.name, leaf.name)
        return label, "" if leaf.form == "number" else told.get(leaf.form, "")


def _policy_field(name: str, **about: Any) -> forms.Field:
    if name in CHOICES:
        return forms.ChoiceField(choices=list(CHOICES[name].items()), widget=forms.RadioSelect, **about)
    return Flag(**about)


class GamesForm(ActForm):
    """Which games are played. What a campaign has records of stays on."""

    def __init__(self, campaign: UUID, known: KnownGames, data: Posted | None = None) -> None:
        super().__init__(data)
        self.standing = [code for code in games() if code in known.here]
        self.is_chosen = known.is_chosen
        self.fields["games"] = GamesField(
            stay=games_with_records(campaign), label=GAMES_PLAYED, initial=self.standing
        )

    def wanted(self) -> Values:
        """The games as the person wants them; nothing where they are played already."""
        chosen = self.cleaned_data["games"]
        return {} if self.is_chosen and chosen == self.standing else {PLAYED: chosen}


class PolicyForm(ActForm):
    """What the table allows beside the rules."""

    def __init__(
        self, chosen: Values, data: Posted | None = None, *, played: Collection[str] | None = None
    ) -> None:
        """`played` are the games that it speaks of: those of the campaign, else all."""
        played = games().keys() if played is None else played
        self.standing: dict[str, bool | str] = {
            **{name: bool(chosen.get(name)) for name in POLICY_WORDS},
            "player_rulings": rulings_of(chosen),
            "whispers": whispers_of(chosen),
        }
        super().__init__(data)
        for name, (label, told) in POLICY_WORDS.items():
            more = never_sealed_words(played) if name == "sealed_rolls" else ""
            about = {"label": label, "help_text": f"{told} {more}".rstrip(), "required": False}
            self.fields[name] = _policy_field(name, initial=self.standing[name], **about)

    def wanted(self) -> dict[str, bool | str]:
        """The policies that the person changed."""
        given = {name: self.cleaned_data[name] for name in POLICY_WORDS}
        return {
            name: value
            for name, value in given.items()
            if value not in (None, "") and value != self.standing[name]
        }

    def rows(self) -> list[tuple[forms.BoundField, Text]]:
        """Each policy: its control, and how it stands."""
        return [(self[name], self._told(name)) for name in POLICY_WORDS]

    def _told(self, name: str) -> Text:
        stands = self.standing[name]
        return CHOICES[name][stands] if isinstance(stands, str) else _("yes") if stands else _("no")


def never_sealed_words(played: Collection[str]) -> str:
    """In which of these games nobody rolls in secret, and by which clause."""
    found = [(game.name, game.permissions.never_sealed) for code, game in games().items() if code in played]
    listed = ", ".join(f"{name} ({clause})" for name, clause in found if clause)
    return (
        _("Whatever is chosen here, no result is ever sealed in: %(games)s.") % {"games": listed}
        if listed
        else ""
    )


def in_words(system: str, value: Value) -> str:
    """A setting's value as a person reads it."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, dict):
        named = (
            f"{words.choice_words(system, key)}: {in_words(system, one)}" for key, one in value.items() if one
        )
        return "; ".join(named) or _("none")
    if isinstance(value, list):
        return ", ".join(_listed(system, one) for one in value) or _("none")
    if value in ("", None):
        return _("none") if value is None else _("not set")
    return (
        words.choice_words(system, value)
        if isinstance(value, str) and "_" in value
        else _plain(system, value)
    )


def _listed(system: str, value: Value) -> str:
    """One of several: traits as they stand on sheets, not as they are stored."""
    return words.choice_words(system, value) if isinstance(value, str) and value else in_words(system, value)


def _plain(system: str, value: Value) -> str:
    known = words.choice_words(system, value)
    return str(value) if known == words.spelled_out(value) else known


def _leaves(ask: Ask) -> list[tuple[str, Ask]]:
    if ask.form == "group":
        return [(f"{ask.name}.{leaf.name}", leaf) for leaf in ask.children]
    return [(ask.name, ask)]


def _at(values: Values, path: str) -> Value:
    found: Value = values
    for step in path.split("."):
        found = as_values(found)[step]
    return found


def _shown_in_control(leaf: Ask, value: Value) -> Value:
    if not isinstance(value, list) or leaf.form == "choices":
        return value
    if leaf.form == "numbers":
        return " ".join(map(str, value))
    return "\n".join(map(words.spelled_out, value) if leaf.pattern == KEY_PATTERN else map(str, value))


def _clause(clause_id: str) -> Clause | None:
    try:
        return find_clause(clause_id)
    except UnknownClause:
        return None
