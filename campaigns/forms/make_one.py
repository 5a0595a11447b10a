"""“Make one for me”: by which concept a creation form is filled in, and what that would replace."""

from random import Random

from django import forms
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext_lazy as _

from campaigns.forms.fields import choice_field
from campaigns.forms.people import new_key
from campaigns.game import Concept, CreationForm
from rules.kernel.values import Value

ANY = "any"
NOT_THEIRS = frozenset({"key", "owner", "hidden"})
"""Controls of a creation form that say nothing of the character."""
UNTOUCHED: tuple[Value, ...] = (None, "", [], "off", False)
"""What a control holds in which nobody wrote anything."""


class MakeOneForm(forms.Form):
    """Who is to be made, and by a seed which of all who are like that."""

    concept = forms.ChoiceField(label=_("Who"))
    seed = forms.RegexField(r"\A[0-9a-f]{1,32}\Z", widget=forms.HiddenInput)

    def __init__(
        self,
        concepts: tuple[Concept, ...],
        data: MultiValueDict[str, str] | None = None,
        *,
        prefix: str | None = None,
    ) -> None:
        super().__init__(data, prefix=prefix, initial={"concept": ANY, "seed": new_key()[:12]})
        self.concepts = concepts
        choice_field(self, "concept").choices = [
            (ANY, _("Any")),
            *((one.code, f"{one.title}: {one.told}") for one in concepts),
        ]

    def chosen(self) -> tuple[Concept, Random]:
        """The concept of a valid form, and the chance by which one is made: the same for the same choice and seed."""
        code, seed = self.cleaned_data["concept"], self.cleaned_data["seed"]
        chance = Random(f"{code} {seed}")  # noqa: S311  # it fills in a form; nothing is drawn for a game
        found = [one for one in self.concepts if one.code == code]
        usual = [one for one in self.concepts if not one.only_chosen]
        return (found[0] if found else chance.choice(usual)), chance


def written(form: CreationForm, data: MultiValueDict[str, str]) -> dict[str, Value]:
    """What a creation form holds of a character that a blank one does not."""
    found = {}
    for name, field in form.fields.items():
        value = field.widget.value_from_datadict(data, MultiValueDict(), name)
        value = value.replace("\r\n", "\n").strip() if isinstance(value, str) else value
        is_said = value not in UNTOUCHED or (value is not None and field.initial not in UNTOUCHED)  # emptied
        if name not in NOT_THEIRS and is_said and value != str(field.initial):
            found[name] = value
    return found
