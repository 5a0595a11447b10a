"""What somebody announces in a round of Action, asked on the page of the round."""

from collections.abc import Mapping
from typing import Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.forms.fields import Posted, WordsField, choice_field
from campaigns.forms.people import ActForm
from campaigns.games.demon_city.rounds.reading import ActionRound, Place
from campaigns.policy import Rights
from campaigns.queries.cast import Member
from rules import words
from rules.kernel.values import Value, Values

ATTACKS: Final[Mapping[str, tuple[str | None, object]]] = {
    "attack": (None, gettext_lazy("Attack, close")),
    "shoot": ("shoot", gettext_lazy("Shoot")),
    "power": ("power", gettext_lazy("Use a power")),
}
"""The attacks, each with its approach; a close one is the usual one (DEC-CTHROW-10 to DEC-CTHROW-12)."""
DEEDS: Final = ("defend", "escape", "other", "move")
SHOT_WITH: Final = ("firearms", "exotic_weapons")
LONGEST: Final = 200


RESISTING: Final = ("agility", "toughness", "calm")
"""What usually resists a power, first."""


class AnnounceForm(ActForm):
    """What whoever is next does, how and at whom, without ifs (DEC-ROUND-10). A tap on a person sends it."""

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
    skill = forms.ChoiceField(label=gettext_lazy("Shoots with"), widget=forms.RadioSelect, required=False)
    stat = forms.ChoiceField(
        label=gettext_lazy("The power’s stat"),
        help_text=gettext_lazy("Its description names both stats."),
        required=False,
    )
    resist = forms.ChoiceField(label=gettext_lazy("Resisted by"), required=False)
    placed = forms.BooleanField(
        label=gettext_lazy("Starts elsewhere, up to 60 feet away"),
        help_text=gettext_lazy(
            "After an attack that landed, or a defence that worked: to where they could move anyway, "
            "measured from where the two stood last."
        ),
        required=False,
    )
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
        attacks = [(code, label) for code, (_approach, label) in ATTACKS.items()]
        deeds = [(deed, words.choice_words("demon_city", deed)) for deed in DEEDS]
        choice_field(self, "kind").choices = [*attacks, *deeds]
        self.fields["kind"].initial = next(iter(ATTACKS))
        others = [place.member for place in found.places if place.member.id != up.member.id]
        self.people = [(other.id, other.name) for other in others]
        """Whom one may aim at, each with a button that sends the announcement."""
        choice_field(self, "targets").choices = self.people
        self.may_aim_at_several = len(others) > 1 and rights.gives_rulings
        own = _stats(up.member)
        guns = sorted((name for name in SHOT_WITH if name in own), key=own.__getitem__, reverse=True)
        choice_field(self, "skill").choices = [(name, stat_name(name)) for name in (*guns, "agility")]
        self.fields["skill"].initial = next(iter(guns), "agility")
        choice_field(self, "stat").choices = [(name, stat_name(name)) for name in own]
        resisting = dict.fromkeys((*RESISTING, *(name for other in others for name in _stats(other))))
        choice_field(self, "resist").choices = [(name, stat_name(name)) for name in resisting]
        if not up.member["reposition"]:
            del self.fields["placed"]
        if up.member.visibility != "table":
            del self.fields["words"]

    def clean(self) -> None:
        super().clean()
        cleaned = self.cleaned_data
        if cleaned.get("who") not in (None, self.up.member.id):
            self.add_error(None, _("Someone else announces now. The page shows the round as it is."))
        if cleaned.get("kind") in ATTACKS and not cleaned.get("targets"):
            self.add_error("targets", _("Who do they attack? Select one."))
        if cleaned.get("kind") == "power" and not (cleaned.get("stat") and cleaned.get("resist")):
            self.add_error("stat", _("A power needs both stats: its own and the one that resists it."))

    def given(self, round_id: str) -> Values:
        """The announcement as the action has it."""
        said = self.cleaned_data
        approach, _label = ATTACKS.get(said["kind"], (None, ""))
        how: dict[str, Value] = {"approach": approach} if approach else {}
        if approach == "shoot" and said["skill"] in SHOT_WITH:
            how["skill"] = said["skill"]
        if approach == "power":
            how.update(stat=said["stat"], resist=said["resist"])
        return {
            "round": {"id": round_id},
            "character": {"id": self.up.member.id},
            "kind": "attack" if said["kind"] in ATTACKS else said["kind"],
            "targets": said["targets"],
            **how,
            **({"reposition": self.up.member["reposition"]} if said.get("placed") else {}),
            **({"area": True} if self.may_aim_at_several and len(said["targets"]) > 1 else {}),
        }


def stat_name(name: str) -> str:
    """How a stat is called on a page."""
    return name.replace("_", " ").capitalize()


def _stats(one: Member) -> dict[str, int]:
    return {
        name.removeprefix("stats."): value
        for name, value in one.fields.items()
        if name.startswith("stats.") and isinstance(value, int)
    }
