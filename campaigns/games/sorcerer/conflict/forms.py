"""What somebody announces in a round of conflict, and the dice that the GM awards before it is rolled."""

from collections.abc import Iterator, Sequence
from typing import get_args

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.forms.fields import WordsField, choice_field
from campaigns.game import Proposal
from campaigns.games.sorcerer.conflict.announcements import Announcement
from rules import words
from rules.kernel.values import Value, Values
from rules.sorcerer.modifiers import BaseSource
from rules.sorcerer.rounds import RoundAction

SOURCES = (
    *(source for source in get_args(BaseSource) if source != "price"),
    "strain",
    "unaimed",
    "unskilled",
)
AIMED = ("attack", "shoot", "aim")
MOST_AWARDS = 4


def _choices(codes: Sequence[str]) -> list[tuple[str, str]]:
    return [(code, words.choice_words("sorcerer", code)) for code in codes]


def _with_dice(code: str, dice: int | None) -> str:
    label = words.choice_words("sorcerer", code)
    return label if dice is None else f"{label} {dice}".replace("-", "\N{MINUS SIGN}")


class AnnounceForm(forms.Form):
    """One action of one person. Whoever may enter rulings gives its dice as well."""

    use_required_attribute = False

    who = forms.ChoiceField(label=gettext_lazy("Who"), widget=forms.HiddenInput)
    words = WordsField(
        label=gettext_lazy("What they do and what they want from it"),
        max_length=200,
        lines=False,
        help_text=gettext_lazy("The group sees it right away; it enters the log when the dice are rolled."),
    )
    action = forms.ChoiceField(
        label=gettext_lazy("Kind of action"), choices=lambda: _choices(get_args(RoundAction))
    )
    target = forms.ChoiceField(label=gettext_lazy("Against"), required=False)
    score = forms.ChoiceField(label=gettext_lazy("With"))
    gun = forms.MultipleChoiceField(
        label=gettext_lazy("Gun"),
        required=False,
        choices=(
            ("drawn", gettext_lazy("It is drawn")),
            ("aimed", gettext_lazy("It is aimed at the target")),
            ("close", gettext_lazy("At arm's length, where no aim is needed")),
            ("proficient", gettext_lazy("A Cover or Descriptor accounts for the skill")),
        ),
        widget=forms.CheckboxSelectMultiple,
    )
    content = forms.BooleanField(label=gettext_lazy("Ready to roll"), required=False)

    def __init__(
        self,
        data: QueryDict | None = None,
        *,
        mine: Sequence[tuple[str, str]],
        others: Sequence[tuple[str, str]],
        scores: Sequence[tuple[str, int | None]],
        gives_dice: bool,
        price: Proposal | None = None,
        initial: dict[str, Value] | None = None,
    ) -> None:
        super().__init__(data, auto_id="announce-%s", initial=initial)
        offered = {
            "who": list(mine),
            "target": [("", _("no one")), *others],
            "score": [(code, _with_dice(code, dice)) for code, dice in scores],
        }
        for name, choices in offered.items():
            choice_field(self, name).choices = choices
        self.gives_dice, self.price = gives_dice, price
        if gives_dice and price is not None:
            self.fields["price"] = forms.BooleanField(label=price.label, required=False)
        if gives_dice:
            for place in range(MOST_AWARDS):
                self._add_award(place)

    @classmethod
    def filled(cls, said: Announcement) -> Values:
        """What the form begins with where something was announced."""
        found: dict[str, Value] = {
            **{name: getattr(said, name) for name in ("who", "words", "action", "score", "content")},
            "target": said.target or "",
            "gun": list(said.gun),
        }
        rows = [award for award in said.awards if award["source"] != "price"]
        found["price"] = len(rows) < len(said.awards)
        for place, award in enumerate(rows):
            found |= {f"{name}{place}": award.get(name, "") for name in ("source", "dice", "note")}
        return found

    @property
    def awards(self) -> Iterator[tuple[forms.BoundField, ...]]:
        """The rows of dice, as they are shown."""
        if self.gives_dice:
            for place in range(MOST_AWARDS):
                yield tuple(self[f"{name}{place}"] for name in ("source", "dice", "note"))

    @property
    def price_control(self) -> forms.BoundField:
        return self["price"]

    @property
    def has_awards(self) -> bool:
        return any(field.value() or field.errors for row in self.awards for field in row)

    def clean(self) -> None:
        super().clean()
        given = self.cleaned_data
        action, target = given.get("action"), given.get("target")
        if action in AIMED and not target:
            self.add_error("target", _("Choose a target."))
        if action == "full_defense" and target:
            self.add_error("target", _("A full defence works against everyone: choose “no one”."))
        if target and target == given.get("who"):
            self.add_error("target", _("No one acts against themselves: choose someone else, or “no one”."))
        for place in range(MOST_AWARDS if self.gives_dice else 0):
            self._check_award(place)

    def announcement(self, before: Announcement | None) -> Announcement:
        """What was announced; dice awarded before stand where this member gives none."""
        given = self.cleaned_data
        awards = tuple(self._awarded()) if self.gives_dice else before.awards if before else ()
        return Announcement(
            who=given["who"],
            action=given["action"],
            score=given["score"],
            target=given["target"] or None,
            words=given["words"],
            content=given["content"],
            gun=tuple(given["gun"]),
            awards=awards,
        )

    def _add_award(self, place: int) -> None:
        sources = [("", _("none")), *_choices(SOURCES)]
        self.fields[f"source{place}"] = forms.ChoiceField(
            label=_("Dice for"), choices=sources, required=False
        )
        self.fields[f"dice{place}"] = forms.IntegerField(
            label=_("How many"), min_value=-30, max_value=30, required=False
        )
        self.fields[f"note{place}"] = WordsField(label=_("Why"), max_length=100, lines=False, required=False)

    def _check_award(self, place: int) -> None:
        source, dice = (self.cleaned_data.get(f"{name}{place}") for name in ("source", "dice"))
        if not source:
            return
        low, high = words.range_of("sorcerer", source) or (-30, 30)
        if not dice or not low <= dice <= high:
            told = {"low": low, "high": high}
            self.add_error(f"dice{place}", _("Enter %(low)d to %(high)d dice, but not 0.") % told)

    def _awarded(self) -> Iterator[Values]:
        given = self.cleaned_data
        if self.price is not None and given.get("price"):
            yield dict(self.price.row)
        for place in range(MOST_AWARDS):
            if given.get(f"source{place}"):
                note = given.get(f"note{place}")
                yield {
                    "source": given[f"source{place}"],
                    "dice": given[f"dice{place}"],
                    **({"note": note} if note else {}),
                }
