"""What is asked of a mage's player: how a spell stands in the book, how it is cast, how it is Shaped."""

from collections.abc import Collection, Sequence
from functools import partial
from typing import get_args

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.forms import meanwhile
from campaigns.forms.fields import NameField, Posted, WordsField, choice_field
from campaigns.forms.meanwhile import Seen, SeenField
from campaigns.forms.people import ActForm, DrawForm
from campaigns.games.pandemonium.spells.casters import SYSTEM
from campaigns.games.pandemonium.values import COMPARED, RESISTED_BY
from rules import words
from rules.kernel.values import Value, Values, as_list
from rules.pandemonium.book import STRIKING, WOUNDING
from rules.pandemonium.types import Arcanum, Aspect, Interval, Kind, SpellDuration, Timing, Wound

Choices = Sequence[tuple[str, str]]
Grouped = Sequence[tuple[str, Choices]]
OF_THE_GM = ("needed", "runes")
"""What of a casting the Storyteller says: how far away somebody is, and what runes are worth."""
IN_WORDS = ("area", "words")
BESIDE = "beside "
"""Before the spell that goes on beside the new casting."""


def _words_of(kind: object) -> list[tuple[str, str]]:
    return [(one, words.choice_words(SYSTEM, one).capitalize()) for one in get_args(kind)]


def _grouped(own: Collection[str]) -> Choices | Grouped:
    """The Arcana, those of the mage first; whether others suffice is the Storyteller's to say (PAN-CONSEQ-16)."""
    named = _words_of(Arcanum)
    if not own:
        return named
    lacking = [pair for pair in named if pair[0] not in own]
    return [
        (_("Their own"), [pair for pair in named if pair[0] in own]),
        (_("Others, if the GM agrees"), lacking),
    ]


def _as_given(said: Values) -> dict[str, Value]:
    """What is left empty is none, but for what is words."""
    return {
        name: one or "" if name in IN_WORDS else None if one in ("", []) else one
        for name, one in said.items()
    }


class EntryForm(ActForm):
    """A spell as it is written into the book."""

    name = NameField(label=gettext_lazy("Name"))
    aspect = forms.ChoiceField(widget=forms.RadioSelect, initial="covert")
    kind = forms.ChoiceField()
    arcanum = forms.ChoiceField()
    wound = forms.ChoiceField(required=False)
    resistant = forms.BooleanField(required=False)
    temporary = forms.BooleanField(required=False)
    interval = forms.ChoiceField(required=False)
    delayed = forms.BooleanField(required=False)
    reach = forms.IntegerField(min_value=0, max_value=30, initial=1)
    area = forms.CharField(max_length=100, required=False)
    compared = forms.ChoiceField(required=False)
    resisted_by = forms.MultipleChoiceField(required=False, widget=forms.CheckboxSelectMultiple)
    shaped_with = forms.MultipleChoiceField(required=False, widget=forms.CheckboxSelectMultiple)
    mana = forms.IntegerField(min_value=0, max_value=50, initial=0)
    timing = forms.ChoiceField(widget=forms.RadioSelect, initial="instant")
    duration = forms.ChoiceField(initial="sustained")
    words = WordsField(required=False, max_length=500)
    seen = SeenField()

    def __init__(
        self,
        data: Posted | None,
        *,
        traits: Choices,
        arcana: Collection[str],
        is_new: bool,
        initial: Values,
    ) -> None:
        super().__init__(data, initial=dict(initial))
        self.stands = {} if is_new else _as_given(initial)
        self.shown_with = Seen.of(self.stands)
        """What its page shows of a spell that is written anew, or what that showed from which it was sent."""
        usual = _("As usual for such a spell")
        choices: dict[str, Choices | Grouped] = {
            "aspect": _words_of(Aspect),
            "kind": _words_of(Kind),
            "arcanum": _grouped(arcana),
            "wound": [("", _("None")), *_words_of(Wound)],
            "interval": [("", _("All at once")), *_words_of(Interval)],
            "compared": [("", usual), *((one, words.spelled_out(one)) for one in COMPARED)],
            "resisted_by": [(one, words.spelled_out(one)) for one in RESISTED_BY],
            "shaped_with": traits,
            "timing": _words_of(Timing),
            "duration": _words_of(SpellDuration),
        }
        for name, field in self.fields.items():
            if name in choices:
                choice_field(self, name).choices = choices[name]
            if name not in ("key", "name", "seen"):
                field.label, field.help_text = words.stored_words(SYSTEM, "known_spell", name)
        if not is_new:  # its name is changed on its own page, as any record's
            del self.fields["name"]

    def clean(self) -> dict[str, Value]:
        said = super().clean() or self.cleaned_data
        kind, wound = said.get("kind"), said.get("wound")
        if wound and kind not in WOUNDING:
            self.add_error("wound", _("Choose “None”: a spell of this kind deals no wounds of its own."))
        if not wound and kind in STRIKING:
            self.add_error("wound", _("Choose the kind of wounds that it deals."))
        if kind == "transfer" and said.get("timing") not in ("ritual", None):
            self.add_error("timing", _("Choose “Ritual”: moving wounds takes one (PAN-TRANSFER-01)."))
        for name in ("interval", "delayed"):
            if said.get(name) and kind not in STRIKING:
                self.add_error(
                    name, _("Leave this empty: only an attack or direct damage takes its time or waits.")
                )
        if said.get("interval") and said.get("temporary"):
            self.add_error(
                "interval", _("Choose “All at once”: wounds for a while are not dealt bit by bit.")
            )
        called = partial(meanwhile.in_words, SYSTEM, {})
        self.shown_with = meanwhile.told(self, said["seen"], self._said, self.stands, str, called)
        return said

    @property
    def given(self) -> Values:
        """The entry as the rules take it; what was written meanwhile and is left here as it was shown stays."""
        left = self.shown_with.left_alone(self._said, self.stands)
        return {**self._said, **{name: self.stands[name] for name in left}}

    @property
    def _said(self) -> Values:
        return _as_given(
            {name: one for name, one in self.cleaned_data.items() if name not in ("key", "seen")}
        )


class ShapingForm(DrawForm):
    """A Shaping: traits that are picked, and what is paid for it."""

    with_ = forms.MultipleChoiceField(
        required=False, widget=forms.CheckboxSelectMultiple, label=gettext_lazy("With")
    )
    strain = forms.BooleanField(required=False, label=gettext_lazy("Spend Willpower for 3 more dice"))
    mana = forms.IntegerField(min_value=0, max_value=50, required=False, label=gettext_lazy("Mana to pay"))
    willpower = forms.IntegerField(
        min_value=0, max_value=10, required=False, label=gettext_lazy("Willpower to pay")
    )
    timing = forms.ChoiceField(widget=forms.RadioSelect, label=gettext_lazy("Action"))
    usual_mana = 0
    """What a casting takes by the book."""

    @property
    def is_shaped(self) -> bool:
        return True

    def shaping_with(self, dice: Sequence[Value]) -> Values:
        """The pool to Shape with, and these bonus dice."""
        said = self.cleaned_data
        return {"pool": {"traits": said["with_"], "willpower": said["strain"], "modifiers": dice}}

    @property
    def paid(self) -> dict[str, Value]:
        """What is paid: as it was said, else by the book; a Shaping outside a ritual takes a point (PAN-POT-06)."""
        said = self.cleaned_data
        willpower = said["willpower"] or 0
        needs = self.is_shaped and said["timing"] != "ritual" and not willpower
        mana = said["mana"] if said["mana"] is not None else max(self.usual_mana, int(needs))
        return {"mana": mana, "willpower": willpower}

    def clean(self) -> dict[str, Value]:
        said = super().clean() or self.cleaned_data
        if self.is_shaped and not said.get("with_"):
            self.add_error(
                "with_", _("Choose the traits to Shape with: Power, an Arcanum or a Rote among them.")
            )
        return said


class CastForm(ShapingForm):
    """How a spell of the book is cast this time."""

    field_order = (
        "target",
        "again",
        "timing",
        "duration",
        "delayed",
        "shape",
        "with_",
        "strain",
        "share",
        "mana",
        "willpower",
    )
    target = forms.MultipleChoiceField(required=False, widget=forms.CheckboxSelectMultiple)
    again = forms.ChoiceField(required=False, widget=forms.RadioSelect, label=gettext_lazy("The one at work"))
    duration = forms.ChoiceField(label=gettext_lazy("Duration"))
    delayed = forms.BooleanField(required=False, label=gettext_lazy("Let it lie in wait"))
    shape = forms.BooleanField(required=False, label=gettext_lazy("Shape it"))
    share = forms.IntegerField(
        min_value=0, max_value=99, required=False, label=gettext_lazy("Of these into Tenacity")
    )
    factors = forms.IntegerField(
        min_value=0, max_value=20, required=False, label=gettext_lazy("Sympathy factors used")
    )
    needed = forms.IntegerField(
        min_value=0,
        max_value=20,
        required=False,
        label=gettext_lazy("Factors that the farthest target needs"),
    )
    runes = forms.IntegerField(
        min_value=0, max_value=20, required=False, label=gettext_lazy("Tenacity added by runes")
    )

    def __init__(
        self,
        data: Posted | None,
        *,
        targets: Choices,
        traits: Choices,
        running: Choices,
        kind: str,
        usual_mana: int,
        reach: int,
        may_rule: bool,
        initial: Values,
    ) -> None:
        super().__init__(data, initial=dict(initial))
        self.usual_mana, self.reach = usual_mana, reach
        again = [
            (one, _("%(spell)s: cast it again, the casting at work ends") % {"spell": name})
            for one, name in running
        ]
        beside = [
            (f"{BESIDE}{one}", _("%(spell)s goes on beside it") % {"spell": name}) for one, name in running
        ]
        choices: dict[str, Choices] = {
            "target": targets,
            "with_": traits,
            "again": [*again, *beside],
            "timing": _words_of(Timing),
            "duration": _words_of(SpellDuration),
        }
        for name, ones in choices.items():
            choice_field(self, name).choices = ones
        if not running:
            del self.fields["again"]
        if kind not in STRIKING:
            del self.fields["delayed"]
        for name in () if may_rule else OF_THE_GM:
            del self.fields[name]

    def clean(self) -> dict[str, Value]:
        said = super().clean()
        if said.get("needed") and said.get("factors") is None:
            self.add_error("factors", _("Enter how many factors are used to reach them."))
        if self.reach and len(as_list(said.get("target") or ())) > self.reach:
            told = _("This spell is written for %(n)d targets: choose no more, or write it anew for more.")
            self.add_error("target", told % {"n": self.reach})
        return said

    @property
    def is_shaped(self) -> bool:
        return bool(self.cleaned_data.get("shape"))


class ShapeForm(ShapingForm):
    """How a spell at work is Shaped."""

    field_order = ("raised", "timing", "with_", "strain", "consequence", "mana", "willpower")
    raised = forms.ChoiceField(
        widget=forms.RadioSelect,
        label=gettext_lazy("Raise"),
        choices=[("potency", gettext_lazy("Potency")), ("tenacity", gettext_lazy("Tenacity"))],
    )
    consequence = forms.ChoiceField(required=False, label=gettext_lazy("What it does from now on"))

    def __init__(self, data: Posted | None, *, traits: Choices, initial: Values) -> None:
        super().__init__(data, initial=dict(initial))
        choice_field(self, "with_").choices = traits
        choice_field(self, "timing").choices = _words_of(Timing)
        choice_field(self, "consequence").choices = [("", _("As before")), *_words_of(Kind)]
