"""What somebody announces in a round of conflict, and the dice that the GM awards before it is rolled."""

from collections.abc import Collection, Iterator, Sequence
from typing import get_args

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.forms.action.bonuses import BonusControls
from campaigns.forms.action.controls import offered_by
from campaigns.forms.action.hand_draws import hand_field
from campaigns.forms.fields import WordsField, choice_field
from campaigns.forms.people import ActForm
from campaigns.game import OfferedDice
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
AT_SOMEBODY = (*AIMED, "act", "command")
"""What is announced by choosing against whom."""
ALONE = ("full_defense", "act", "wait", "command", "draw")
"""What is announced against nobody."""
ABILITY = "ability:"
"""Before the name of the Ability by which a demon acts."""
UNREADY = {
    "draw": gettext_lazy("No gun of theirs is left to draw."),
    "aim": gettext_lazy("Draw a gun first. That takes a round."),
    "shoot": gettext_lazy("Draw a gun first. That takes a round."),
}
MOST_AWARDS = 4


def _choices(codes: Sequence[str]) -> list[tuple[str, str]]:
    return [(code, words.choice_words("sorcerer", code)) for code in codes]


def _as_tapped(data: QueryDict | None) -> QueryDict | None:
    """What is done against nobody has a button of its own, whatever kind is chosen for a target."""
    if data is None or not data.get("alone"):
        return data
    tapped = data.copy()
    tapped.setlist("action", [data.get("alone", "")])
    tapped.setlist("target", [""])
    return tapped


def is_held(award: Values) -> bool:
    """Whether these are dice that the record of whoever acts holds, and no award of the GM's."""
    return award["source"] in ("rollover", "shock") and "note" not in award


class AnnounceForm(forms.Form):
    """One action of one person. Whoever may enter rulings gives its dice as well."""

    use_required_attribute = False

    who = forms.ChoiceField(label=gettext_lazy("Who"), widget=forms.HiddenInput)
    action = forms.ChoiceField(label=gettext_lazy("Kind of action"))
    target = forms.ChoiceField(label=gettext_lazy("Against"), required=False)
    score = forms.ChoiceField(label=gettext_lazy("With"))
    words = WordsField(
        label=gettext_lazy("What they do and want"),
        max_length=200,
        lines=False,
        required=False,
        help_text=gettext_lazy("The group sees it right away; it enters the log when the dice are rolled."),
    )
    gun = forms.MultipleChoiceField(
        label=gettext_lazy("Gun"),
        required=False,
        choices=(
            ("close", gettext_lazy("At arm's length, where no aim is needed")),
            ("untrained", gettext_lazy("No Cover or Descriptor accounts for the skill")),
        ),
        widget=forms.CheckboxSelectMultiple,
    )
    unready = forms.BooleanField(label=gettext_lazy("Not ready to roll yet"), required=False)

    def __init__(
        self,
        data: QueryDict | None = None,
        *,
        mine: Sequence[tuple[str, str]],
        others: Sequence[tuple[str, str]],
        scores: Sequence[tuple[str, str]],
        lacking: Collection[str] = (),
        rules: bool = False,
        gives_dice: bool,
        price: OfferedDice | None = None,
        initial: dict[str, Value] | None = None,
    ) -> None:
        super().__init__(_as_tapped(data), auto_id="announce-%s", initial=initial)
        offered = {
            "who": list(mine),
            "target": [("", _("no one")), *others],
            "score": list(scores),
            "action": _choices(get_args(RoundAction)),
        }
        for name, choices in offered.items():
            choice_field(self, name).choices = choices
        if not rules:
            del self.fields["gun"]
        self.gives_dice, self.price, self.lacking = gives_dice, price, lacking
        if gives_dice and price is not None:
            self.fields["price"] = forms.BooleanField(label=price.label, required=False)
        if gives_dice:
            for place in range(MOST_AWARDS):
                self._add_award(place)

    @classmethod
    def filled(cls, said: Announcement) -> Values:
        """What the form begins with where something was announced."""
        found: dict[str, Value] = {
            **{name: getattr(said, name) for name in ("who", "words", "action")},
            "score": f"{ABILITY}{said.ability}" if said.ability else said.score,
            "unready": not said.content,
            "target": said.target or "",
            "gun": list(said.gun),
        }
        found["price"] = any(award["source"] == "price" for award in said.awards)
        rows = [award for award in said.awards if award["source"] != "price" and not is_held(award)]
        for place, award in enumerate(rows):
            found |= {f"{name}{place}": award.get(name, "") for name in ("source", "dice", "note")}
        return found

    @property
    def kinds(self) -> list[tuple[str, str]]:
        """What may be done against somebody."""
        return [pair for pair in self._ready() if pair[0] in AT_SOMEBODY]

    @property
    def alone(self) -> list[tuple[str, str]]:
        """What may be done against nobody."""
        by = dict(self._ready())
        return [(code, by[code]) for code in ALONE if code in by]

    @property
    def faces(self) -> list[tuple[str, str]]:
        """Against whom something may be done."""
        mine = self["who"].value()
        return [pair for pair in self._offered("target") if pair[0] not in ("", mine)]

    @property
    def scores(self) -> list[tuple[str, str]]:
        return self._offered("score")

    def _ready(self) -> list[tuple[str, str]]:
        return [pair for pair in self._offered("action") if pair[0] not in self.lacking]

    def _offered(self, name: str) -> list[tuple[str, str]]:
        return [(str(code), str(label)) for code, label in offered_by(choice_field(self, name))]

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
    def gun_control(self) -> forms.BoundField:
        return self["gun"]

    @property
    def wrong(self) -> list[forms.BoundField]:
        """What is said by tapping, where that is refused."""
        return [self[name] for name in ("action", "target", "score") if self[name].errors]

    @property
    def has_more(self) -> bool:
        """Whether something stands in the fold."""
        fields = [self["words"], self["unready"], *(field for row in self.awards for field in row)]
        return any(field.value() or field.errors for field in fields)

    def clean(self) -> None:
        super().clean()
        given = self.cleaned_data
        action, target = given.get("action"), given.get("target")
        if action in AIMED and not target:
            self.add_error("target", _("Choose a target."))
        if action and action in self.lacking:
            self.add_error("action", UNREADY[action])
        if action == "full_defense" and target:
            self.add_error("target", _("A full defence works against everyone: choose “no one”."))
        if target and target == given.get("who"):
            self.add_error("target", _("No one acts against themselves: choose someone else, or “no one”."))
        for place in range(MOST_AWARDS if self.gives_dice else 0):
            self._check_award(place)

    def announcement(self, before: Announcement | None, bonus: BonusControls | None) -> Announcement:
        """What was announced; dice awarded before stand where this member gives none."""
        given = self.cleaned_data
        kept = [award for award in before.awards if not is_held(award)] if before else []
        held = bonus.held_rows() if bonus else []
        awards = (*held, *(self._awarded() if self.gives_dice else kept))
        return Announcement(
            who=given["who"],
            action=given["action"],
            score="ability" if given["score"].startswith(ABILITY) else given["score"],
            ability=given["score"].removeprefix(ABILITY) if given["score"].startswith(ABILITY) else "",
            target=given["target"] or None,
            words=given["words"],
            content=not given["unready"],
            gun=tuple(given["gun"]) if "gun" in self.fields else before.gun if before else (),
            awards=awards,
            left=tuple(bonus.left) if bonus else (),
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


class RollForm(ActForm):
    """All roll; where the table throws its own dice, each combatant's in the order of the list."""

    def __init__(self, data: QueryDict | None = None, *, takes_hand: bool) -> None:
        super().__init__(data, auto_id="round-%s")
        if takes_hand:
            self.fields["hand"] = hand_field("sorcerer")

    @property
    def hand_control(self) -> forms.BoundField | None:
        return self["hand"] if "hand" in self.fields else None
