"""Guided creation: a sorcerer and the demon that they begin with, on one page."""

from collections.abc import Mapping

from django import forms
from django.core.exceptions import ValidationError
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.forms.faults import Fault, not_understood
from campaigns.forms.fields import NameField, WordsField, whole_in
from campaigns.forms.owner_fields import owner_fields
from campaigns.forms.people import ActForm
from campaigns.game import CreationStep, CreationTotal
from campaigns.games.sorcerer.ready_made import UsualAbility
from campaigns.games.sorcerer.sheet import acts as creating
from campaigns.games.sorcerer.sheet.acts import Sorcerer
from campaigns.games.sorcerer.sheet.demon_form import (
    TYPE,
    ability_rows,
    demon_fields,
    demon_sheet,
    in_rows,
    known_abilities,
    need_field,
    power_field,
)
from campaigns.games.sorcerer.sheet.faults import leave_to_the_rules, tell
from campaigns.models import Campaign, CampaignState, Membership
from rules.kernel.values import Value, Values
from rules.sorcerer.characters import AREAS, DESCRIPTORS, POINTS, PRICES, SCORES

OWN = "own"
BACKGROUND = {
    "lore": gettext_lazy("Lore: where the sorcery comes from"),
    "price": gettext_lazy("Price: what it has cost"),
    "cover": gettext_lazy("Cover: the daily life"),
    "kicker": gettext_lazy("Kicker: what is about to happen"),
}
SCORE_WORDS = {
    "stamina": gettext_lazy("Stamina"),
    "will": gettext_lazy("Will"),
    "lore": gettext_lazy("Lore"),
}
BEGUN = {"stamina": 3, "will": 4, "lore": 3}
"""What the scores begin with: all points spread, Will a little above the others: people and demons are moved by it."""
STEPS = {
    "scores": gettext_lazy("Name and scores"),
    "cover": gettext_lazy("Cover, telltale and Price"),
    "story": gettext_lazy("Kicker and background"),
    "demon": gettext_lazy("Starting demon"),
}
COVER = ("character.cover.", "character.telltale", "character.price.")
FOLLOWING = {
    "scores": (("left", gettext_lazy("Points left")), ("humanity", gettext_lazy("Humanity"))),
    "cover": (("cover", gettext_lazy("Dice of the Cover")),),
    "demon": (
        ("demon_lore", gettext_lazy("The demon's Lore")),
        ("demon_will", gettext_lazy("The demon's Will")),
        ("demon_power", gettext_lazy("The demon's Power")),
    ),
}
"""The numbers that follow, by step: each by its key in `numbers`."""


class CreationForm(ActForm):
    """Everything that a sorcerer begins with. The rules look at the whole and every fault is told at once."""

    use_required_attribute = False

    def __init__(
        self,
        campaign: Campaign,
        member: Membership,
        data: MultiValueDict[str, str] | None = None,
        *,
        rows: int,
        may_approve: bool,
    ) -> None:
        self.campaign, self.member, self.rows = campaign, member, rows
        self.may_approve = may_approve
        self.faults: list[Fault] = []
        self.numbers: Values = {}
        super().__init__(data)
        self.fields.update(_character_fields(_descriptors(campaign)))
        if not may_approve:  # they are asked once it is made
            del self.fields["character.price.approved"]
        self.fields.update(demon_fields(rows))
        if member.is_gm:
            self.fields.update(_gm_fields(campaign))

    def clean(self) -> None:
        super().clean()
        leave_to_the_rules(self, but=(TYPE, "character.cover.score"))
        unread = set(self.errors)
        self.faults = not_understood(self)
        sheet, demon = self.sheet(), self.demon()
        left = POINTS - sum(whole_in(self[f"character.{score}"]) for score in SCORES)
        self.numbers = {"left": left, **_numbers(self.campaign, sheet, demon)}
        problems = creating.problems_of(self.campaign, sheet, demon, asks_gm=not self.may_approve)
        self.faults += tell(self, in_rows(problems, self.cleaned_data, self.rows), skip=unread)

    @property
    def makes(self) -> str:
        """What the button says that makes somebody."""
        return _("Create the sorcerer")

    def steps(self) -> list[CreationStep]:
        """The parts of the page in their order."""
        asked = {
            "scores": ["name", "owner", "hidden", *_of_scores()],
            "cover": [name for name in self.fields if name.startswith(COVER)],
            "story": ["character.kicker", *(f"character.background.{area}" for area in AREAS)],
            "demon": [name for name in self.fields if name.startswith("demon.") and "abilities." not in name],
        }
        rows = tuple(tuple(control.name for control in row) for row in self.abilities())
        return [
            CreationStep(
                key,
                title,
                tuple((name,) for name in asked[key] if name in self.fields)
                + (rows if key == "demon" else ()),
            )
            for key, title in STEPS.items()
        ]

    def totals(self, step: str) -> list[CreationTotal]:
        """The numbers of a part that follow."""
        told = {"left": POINTS, **self.numbers}
        return [
            CreationTotal(label, _number(told.get(key)), key=key, is_of_sheet=key != "left")
            for key, label in FOLLOWING.get(step, ())
        ]

    def sheet(self) -> Values:
        """The character's sheet in the contract's fields; what was not understood counts as nothing."""
        said = self.cleaned_data.get
        chosen, written = said("character.price.name"), said("character.price.own")
        own = chosen == OWN or bool(written and not chosen)  # who writes one has chosen
        name = written if own else chosen
        return {
            **{score: said(f"character.{score}") or 0 for score in SCORES},
            "descriptors": {score: said(f"character.descriptors.{score}") or [] for score in SCORES},
            "cover": {
                "name": said("character.cover.name") or "",
                "score": said("character.cover.score") or "stamina",
            },
            "telltale": said("character.telltale") or "",
            "price": {"name": name or "", "dice": -1, **self._approval(own)},
            "kicker": said("character.kicker") or "",
            "background": [
                {"area": area, "text": line}
                for area in AREAS
                for line in said(f"character.background.{area}") or ()
            ],
        }

    def demon(self) -> Values:
        """The demon's sheet, with Need and Power where a GM gave them."""
        power = self.cleaned_data.get("demon.power")
        asked = demon_sheet(self.cleaned_data, self.rows)
        return {**asked, "power": power} if power is not None else asked

    def sorcerer(self) -> Sorcerer:
        """What is to be made."""
        said = self.cleaned_data
        owner = said["owner"] if self.member.is_gm else str(self.member.pk)
        return Sorcerer(
            said["name"],
            self.sheet(),
            self.demon(),
            owner or None,
            "gm" if said.get("hidden") else "table",
            asks_gm=not self.may_approve,
        )

    def scores(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """Each score beside the Descriptors that explain it."""
        return [(self[f"character.{score}"], self[f"character.descriptors.{score}"]) for score in SCORES]

    def background(self) -> list[forms.BoundField]:
        return [self[f"character.background.{area}"] for area in AREAS]

    def abilities(self) -> list[list[forms.BoundField]]:
        return ability_rows(self, self.rows)

    def known_abilities(self) -> dict[str, list[UsualAbility]]:
        return known_abilities()

    def _approval(self, own: bool) -> dict[str, bool]:
        # Only where it matters, since a tick is a ruling of the GM's that the log keeps.
        return {"approved": True} if own and self.cleaned_data.get("character.price.approved") else {}


def _numbers(campaign: Campaign, sheet: Values, demon: Values) -> Values:
    """What follows from the typed scores, as the rules work it out."""
    own = creating.check_character(campaign, {**sheet, "starting_demon": "new"}).derived
    its = creating.check_demon(campaign, demon).derived
    return {
        "humanity": own.humanity,
        "cover": own.cover,
        "demon_lore": its.lore,
        "demon_will": its.will,
        "demon_power": its.power,
    }


def _of_scores() -> list[str]:
    return [name for score in SCORES for name in (f"character.{score}", f"character.descriptors.{score}")]


def _number(value: Value) -> int | None:
    return value if isinstance(value, int) else None


class Lines(WordsField):
    """One element a line."""

    def clean(self, value: str | None) -> list[str]:
        lines = [line.strip() for line in str(super().clean(value)).split("\n") if line.strip()]
        if len(lines) > 20 or any(len(line) > 500 for line in lines):
            raise ValidationError(_("Enter at most 20 lines of up to 500 characters each."), code="long")
        return lines


def _character_fields(descriptors: Mapping[str, tuple[str, ...]]) -> dict[str, forms.Field]:
    fields: dict[str, forms.Field] = {"name": NameField(label=_("The sorcerer's name"))}
    for score in SCORES:
        fields[f"character.{score}"] = forms.IntegerField(
            label=SCORE_WORDS[score], initial=BEGUN[score], min_value=0, max_value=30
        )
        fields[f"character.descriptors.{score}"] = forms.MultipleChoiceField(
            label=_("Descriptors for %(score)s") % {"score": SCORE_WORDS[score]},
            choices=[(descriptor, descriptor) for descriptor in descriptors[score]],
            widget=forms.CheckboxSelectMultiple,
        )
    return {**fields, **_cover_and_price(), **_story()}


def _cover_and_price() -> dict[str, forms.Field]:
    prices = [(price, price) for price in PRICES]
    return {
        "character.cover.name": WordsField(
            label=_("Cover"),
            max_length=500,
            lines=False,
            help_text=_("Such as “Auctioneer”."),
        ),
        "character.cover.score": forms.ChoiceField(
            label=_("The Cover is mostly"),
            choices=[("stamina", _("physical (Stamina)")), ("will", _("social or mental (Will)"))],
            initial="stamina",
            widget=forms.RadioSelect,
        ),
        "character.price.name": forms.ChoiceField(
            label=_("Price"), choices=[("", "—"), *prices, (OWN, _("your own"))]
        ),
        "character.price.own": WordsField(
            label=_("Your own Price"),
            max_length=500,
            lines=False,
            required=False,
            help_text=_("Only if you chose none from the list."),
        ),
        "character.price.approved": forms.BooleanField(
            label=_("The GM has agreed to this Price"), required=False
        ),
    }


def _story() -> dict[str, forms.Field]:
    fields: dict[str, forms.Field] = {
        "character.telltale": WordsField(
            label=_("Telltale"),
            max_length=500,
            lines=False,
            help_text=_("The sign that gives a sorcerer away to those who know."),
        ),
        "character.kicker": WordsField(
            label=_("Kicker"),
            max_length=2000,
            help_text=_("Something has happened that cannot be ignored. What?"),
        ),
    }
    for area in AREAS:
        fields[f"character.background.{area}"] = Lines(
            label=BACKGROUND[area],
            max_length=4000,
            required=False,
            help_text=_("People, places, things. One per line."),
            widget=forms.Textarea(attrs={"rows": 3}),
        )
    return fields


def _gm_fields(campaign: Campaign) -> dict[str, forms.Field]:
    asked = owner_fields(campaign)
    asked["hidden"].label = _("Hidden from the players for now, with the demon")
    return {**asked, "demon.need": need_field(), "demon.power": power_field()}


def _descriptors(campaign: Campaign) -> dict[str, tuple[str, ...]]:
    """The lists, with the campaign's own (SOR-DESC-05)."""
    settings = CampaignState.objects.values_list("settings", flat=True).get(pk=campaign.pk)
    extra = settings.get("sorcerer.extra_descriptors", {})
    return {score: (*DESCRIPTORS[score], *extra.get(score, ())) for score in SCORES}
