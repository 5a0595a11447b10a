"""What a ritual asks for that no action's input does: the demon that is looked for, and the Power the GM names."""

from collections.abc import Sequence

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from campaigns.forms.fields import NameField, WordsField, choice_field
from campaigns.forms.people import ActForm
from campaigns.state.unit_of_work import Sheet
from rules import words
from rules.kernel.values import Values

YES_OR_NO = (("yes", _("yes")), ("no", _("no")))
SCORES = ("stamina", "will", "lore")
TYPES = ("inconspicuous", "object", "parasite", "passing", "possessor")


class DescribeForm(ActForm):
    """Which demon a sorcerer looks for (SOR-CONTACT-01), and what for (SOR-SUMMON-12)."""

    sorcerer = forms.ChoiceField(label=_("Who is calling"))
    name = NameField(label=_("Working name"), help_text=_("Its true name can come later."))
    type = forms.ChoiceField(label=_("Its Type"), widget=forms.RadioSelect)
    abilities = WordsField(
        label=_("Its Abilities"),
        max_length=2000,
        help_text=_("One per line. Each is worth a point of Power."),
    )
    desire = NameField(label=_("Its Desire"), max_length=500, help_text=_("Only the GM knows its Need."))
    power = forms.IntegerField(
        label=_("Its assumed Power"),
        min_value=0,
        max_value=30,
        required=False,
        help_text=_("At least the number of Abilities. If left empty, it is that number."),
    )
    purpose = WordsField(label=_("Purpose"), max_length=1000)

    def __init__(
        self, data: QueryDict | None = None, *, sorcerers: Sequence[Sheet], gives_rulings: bool
    ) -> None:
        super().__init__(data)
        if not gives_rulings:
            del self.fields["power"]
        choice_field(self, "sorcerer").choices = [(one.id, one.name) for one in sorcerers]
        choice_field(self, "type").choices = [(kind, words.choice_words("sorcerer", kind)) for kind in TYPES]

    def clean_abilities(self) -> list[str]:
        listed = [line.strip() for line in self.cleaned_data["abilities"].splitlines() if line.strip()]
        if any(len(one) > 100 for one in listed):
            raise ValidationError(_now("Keep each Ability's name to 100 characters or fewer."))
        twice = [one for number, one in enumerate(listed) if one in listed[:number]]
        if twice:
            raise ValidationError(
                _now("“%(name)s” is listed twice. Remove one of them.") % {"name": twice[0]}
            )
        if len(listed) > 30:
            raise ValidationError(
                _now("More than 30 Abilities is more than a demon has Power for. Remove some.")
            )
        return listed

    def clean(self) -> None:
        super().clean()
        cleaned = self.cleaned_data
        least = len(cleaned.get("abilities") or [])
        power = cleaned.get("power")
        if power is None:
            cleaned["power"] = least
        elif power < least:
            text = _now("It has %(n)s Abilities, so its Power must be at least that (SOR-CONTACT-03).")
            self.add_error("power", text % {"n": least})


class PowerForm(ActForm):
    """The Power that the GM names for a demon that is only described."""

    power = forms.IntegerField(label=_("Its assumed Power"), min_value=0, max_value=30)


MET = (
    ("both", _("its Need and its Desire")),
    ("need", _("its Need alone")),
    ("desire", _("its Desire alone")),
    ("neither", _("neither")),
)


class NeedForm(ActForm):
    """What the GM says of a Binding: whether its Need and its Desire are met, and the scores that fit."""

    use_required_attribute = False

    met = forms.ChoiceField(label=_("What the ritual meets"), choices=MET, widget=forms.RadioSelect)
    scores = forms.MultipleChoiceField(
        label=_("Scores that fit"), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, data: QueryDict | None = None, *, player_rulings: bool) -> None:
        super().__init__(data, initial={} if player_rulings else {"scores": SCORES})
        scores = choice_field(self, "scores")
        scores.choices = [(score, words.choice_words("sorcerer", score)) for score in SCORES]
        scores.required = not player_rulings
        scores.help_text = (
            _now("If left empty, the player chooses.") if player_rulings else _now("The highest counts.")
        )

    def settled(self) -> Values:
        """What was said, as `sorcerer.bind` takes it; scores left open are the player's."""
        said = self.cleaned_data
        scores = {"scores": said["scores"]} if said["scores"] else {}
        met = said["met"]
        return {"need_met": met in ("both", "need"), "desire_met": met in ("both", "desire"), **scores}


class ResistsForm(ActForm):
    """What the GM says of a Banishing: whether the demon resists, and where it matters whether it is near."""

    use_required_attribute = False

    resists = forms.ChoiceField(label=_("It resists"), choices=YES_OR_NO, widget=forms.RadioSelect)
    at_hand = forms.ChoiceField(label=_("It is near"), choices=YES_OR_NO, widget=forms.RadioSelect)

    def __init__(self, data: QueryDict | None = None, *, needs_presence: bool) -> None:
        super().__init__(data)
        self.fields["resists"].help_text = _now("A demon that wants to go leaves its Will out.")
        if not needs_presence:
            del self.fields["at_hand"]

    def settled(self) -> Values:
        """What was said, as `sorcerer.banish` takes it."""
        return {name: self.cleaned_data[name] == "yes" for name in self.fields if name != "key"}


class HelpersForm(ActForm):
    """Who helps with a ritual, each by a tap; nobody where the Primary goes on alone."""

    helpers = forms.MultipleChoiceField(
        label=_("Who helps"), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, data: QueryDict | None = None, *, people: Sequence[tuple[str, str]]) -> None:
        super().__init__(data)
        choice_field(self, "helpers").choices = list(people)


class AnswerForm(ActForm):
    """What answers, made from the demon that was asked for: each detail once, as many as the dice allow."""

    use_required_attribute = False

    def __init__(
        self,
        data: QueryDict | None = None,
        *,
        kind: str,
        abilities: Sequence[str],
        desire: str,
        most_changes: int,
        most_raise: int,
    ) -> None:
        super().__init__(data)
        self.kind, self.abilities, self.desire = kind, abilities, desire
        self.most_changes, self.most_raise = most_changes, most_raise
        if most_changes:
            self.fields.update(self._details())
        if most_raise:
            steps = [(str(n), _now("no change") if not n else f"+{n}") for n in range(most_raise + 1)]
            self.fields["power_raise"] = forms.ChoiceField(
                label=_now("Its Power"), choices=steps, required=False
            )

    @property
    def details(self) -> list[forms.BoundField]:
        """The controls of what may be changed."""
        return [self[name] for name in self.fields if name not in ("key", "power_raise")]

    def clean(self) -> None:
        super().clean()
        count = len(self.changes())
        if count > self.most_changes:
            text = _now("You made %(n)s changes, but the dice allow %(most)s (SOR-CONTACT-06). Undo some.")
            self.add_error(None, text % {"n": count, "most": self.most_changes})

    def changes(self) -> list[Values]:
        """The changes as `sorcerer.alter_contact` takes them; what was left alone is none."""
        said = self.cleaned_data.get
        found: list[Values] = []
        if said("type"):
            found.append({"detail": "type", "to": said("type")})
        for number, ability in enumerate(self.abilities):
            if said(f"ability.{number}"):
                found.append({"detail": "ability", "from": ability, "to": said(f"ability.{number}")})
        if said("desire"):
            found.append({"detail": "desire", "to": said("desire")})
        return found

    def raised(self) -> int:
        return int(self.cleaned_data.get("power_raise") or 0)

    def _details(self) -> dict[str, forms.Field]:
        stays = _now("Keep %(what)s") % {"what": words.choice_words("sorcerer", self.kind)}
        others = [(one, words.choice_words("sorcerer", one)) for one in TYPES if one != self.kind]
        fields: dict[str, forms.Field] = {
            "type": forms.ChoiceField(label=_now("Its Type"), choices=[("", stays), *others], required=False)
        }
        for number, ability in enumerate(self.abilities):
            label = _now("Replace %(what)s with") % {"what": ability}
            fields[f"ability.{number}"] = NameField(label=label, max_length=100, required=False)
        desire = _now("Replace the Desire for %(what)s with") % {"what": self.desire}
        fields["desire"] = NameField(label=desire, max_length=500, required=False)
        return fields
