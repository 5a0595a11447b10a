"""What the rules find wrong with the sheets of a sorcerer and a demon, told at the controls."""

from collections.abc import Iterable, Iterator

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.forms import faults
from campaigns.forms.faults import Fault
from rules.sorcerer.characters import Problem

SAID = {
    ("SOR-CREATE-01", "stamina"): _("The three scores must add up to ten points."),
    ("SOR-CREATE-02", ""): _("Give this score at least one point."),
    ("SOR-DESC-01", ""): _("Choose one Descriptor, or two for a score of 5 or more."),
    ("SOR-DESC-02", ""): _("Choose from the list of this score."),
    ("SOR-DESC-06", ""): _("Choose two different Descriptors."),
    ("SOR-CREATE-04", "cover.name"): _("Name what the world takes this character for."),
    ("SOR-CREATE-06", ""): _("Name the sign that gives this character away."),
    ("SOR-PRICE-03", ""): _("Choose a Price, or write one of your own that the GM has agreed to."),
    ("SOR-CREATE-08", ""): _("Write what has just happened that cannot be ignored."),
    ("SOR-DEMON-01", "telltale"): _("Name the sign that gives the demon away."),
    ("SOR-DEMON-02", "abilities"): _("Give the demon at least one Ability."),
    ("SOR-DEMON-02", ""): _("Each Ability can be listed only once: change or clear one of the two."),
    ("SOR-DEMON-03", ""): _("Give the demon at least one point of Stamina."),
    ("SOR-DEMON-05", ""): _("Raise Power to at least Will, or leave it empty."),
    ("SOR-DEMON-06", "need"): _("Say what the demon cannot do without."),
    ("SOR-DEMON-06", "desire"): _("Say what the demon likes to see indulged."),
    ("SOR-DEMON-09", ""): _("Give the demon a name."),
    ("SOR-DEMON-21", ""): _("A Possessor's Abilities are used by the demon itself."),
    ("SOR-ABIL-01", ""): _("Set the Ability's user, target and effect."),
}
OF_AN_ABILITY = {
    "user": _("%(name)s: choose who uses it."),
    "target": _("%(name)s: say whom or what it affects."),
    "effect": _("%(name)s: say what it does."),
}
"""What an Ability lacks, by the part of its row."""


def tell(form: forms.Form, problems: Iterable[Problem], *, skip: Iterable[str] = ()) -> list[Fault]:
    """Put each problem to its control, and give the list for the head of the form."""
    return faults.tell(form, problems, {**SAID, **dict(_of_abilities(form))}, skip=skip)


def _of_abilities(form: forms.Form) -> Iterator[tuple[tuple[str, str], str]]:
    """What is said of each Ability by its name: a demon has several."""
    for field, name in form.cleaned_data.items():
        sheet, _dot, place = field.removesuffix(".name").partition(".")
        if sheet == "demon" and place.startswith("abilities.") and field.endswith(".name") and name:
            for part, said in OF_AN_ABILITY.items():
                yield ("SOR-ABIL-01", f"{place}.{part}"), said % {"name": name}


def leave_to_the_rules(form: forms.Form, but: Iterable[str] = ()) -> None:
    """An empty control of either sheet is no fault of form: the rules say what is missing, and why."""
    faults.leave_to_the_rules(form, ("character.", "demon."), but)
