"""What somebody announces in a round of Action, asked on the page of the round."""

from typing import Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.forms.fields import Posted, WordsField, choice_field
from campaigns.forms.people import ActForm
from campaigns.games.demon_city.rounds.reading import ActionRound, Place
from campaigns.policy import Rights
from rules import words
from rules.kernel.values import Values

DEEDS: Final = ("attack", "defend", "escape", "other", "move")
LONGEST: Final = 200


class AnnounceForm(ActForm):
    """The deed of whoever is next, and whom it is aimed at: a decision, without ifs (DEC-ROUND-10)."""

    who = forms.CharField(widget=forms.HiddenInput)
    kind = forms.ChoiceField(
        label=gettext_lazy("What they do"),
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Choose what they do this round.")},
    )
    targets = forms.MultipleChoiceField(
        label=gettext_lazy("Aimed at"),
        help_text=gettext_lazy(
            "An attack needs a foe. Defending against no one in particular covers everyone."
        ),
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    area = forms.BooleanField(label=gettext_lazy("Affects several targets"), required=False)
    words = WordsField(
        label=gettext_lazy("Description"),
        help_text=gettext_lazy("What everyone sees them about to do. It appears in the log."),
        max_length=LONGEST,
        lines=False,
        required=False,
    )

    def __init__(self, found: ActionRound, up: Place, rights: Rights, data: Posted | None = None) -> None:
        super().__init__(data, auto_id="announce-%s", initial={"who": up.member.id})
        self.up = up
        deeds = [(deed, words.choice_words("demon_city", deed)) for deed in DEEDS]
        choice_field(self, "kind").choices = deeds
        others = [place.member for place in found.places if place.member.id != up.member.id]
        choice_field(self, "targets").choices = [(other.id, other.name) for other in others]
        if len(others) < 2 or not rights.gives_rulings:
            del self.fields["area"]
        if up.member.visibility != "table":
            del self.fields["words"]

    def clean(self) -> None:
        super().clean()
        cleaned = self.cleaned_data
        if cleaned.get("who") not in (None, self.up.member.id):
            self.add_error(None, _("Someone else announces now. The page shows the round as it is."))
        if cleaned.get("kind") == "attack" and not cleaned.get("targets"):
            self.add_error("targets", _("Who do they attack? Select one."))

    def given(self, round_id: str) -> Values:
        """The announcement as the action has it."""
        said = self.cleaned_data
        return {
            "round": {"id": round_id},
            "character": {"id": self.up.member.id},
            "kind": said["kind"],
            "targets": said["targets"],
            **({"area": True} if said.get("area") else {}),
        }
