"""What the rules find wrong with a sheet, told at the controls that it was typed into."""

from collections.abc import Iterable
from dataclasses import dataclass

from django import forms
from django.utils.translation import gettext_lazy as _

from rules.reference import find_clause
from rules.sorcerer.characters import Problem

SAID = {
    ("SOR-CREATE-01", "stamina"): _("The three scores have to make ten points together."),
    ("SOR-CREATE-02", ""): _("Give this score at least one point."),
    ("SOR-DESC-01", ""): _("Choose one Descriptor, or two for a score of 5 or more."),
    ("SOR-DESC-02", ""): _("Choose from the list of this score."),
    ("SOR-DESC-06", ""): _("Choose two that differ."),
    ("SOR-CREATE-04", "cover.name"): _("Name what the world takes this character for."),
    ("SOR-CREATE-06", ""): _("Name the sign that gives this character away."),
    ("SOR-PRICE-03", ""): _("Choose a Price, or write one of your own that the GM has agreed to."),
    ("SOR-CREATE-08", ""): _("Write what has just happened that cannot be left alone."),
    ("SOR-DEMON-01", "telltale"): _("Name the sign that gives the demon away."),
    ("SOR-DEMON-02", "abilities"): _("Give the demon at least one Ability."),
    ("SOR-DEMON-02", ""): _("Each Ability is named once: change or empty one of the two."),
    ("SOR-DEMON-03", ""): _("Give the demon at least one point of Stamina."),
    ("SOR-DEMON-05", ""): _("Raise Power to Will at least, or leave it empty."),
    ("SOR-DEMON-06", "need"): _("Say what the demon cannot do without."),
    ("SOR-DEMON-06", "desire"): _("Say what the demon likes indulged."),
    ("SOR-DEMON-09", ""): _("Give the demon a name."),
    ("SOR-DEMON-21", ""): _("A Possessor's Abilities are used by the demon itself."),
    ("SOR-ABIL-01", ""): _("Fix the Ability's user, target and effect."),
}


@dataclass(frozen=True)
class Fault:
    """One fault: the control it belongs to, what would be right, and the clause that says so."""

    field: str
    label: str
    control: str
    text: str
    clause: str = ""
    summary: str = ""


def tell(form: forms.Form, problems: Iterable[Problem], *, skip: Iterable[str] = ()) -> list[Fault]:
    """Put each problem to its control, and give the list for the head of the form.

    Controls in `skip` were not understood at all; what the rules say of a stand-in is of no use there.
    """
    found = []
    for problem in problems:
        path = problem.field.removeprefix("input.")
        control = _control(form, path)
        if control in skip:
            continue
        said = str(_said(problem.clause, path))
        form.add_error(control or None, said)
        found.append(_fault(form, control, path, said, problem.clause))
    return found


def tell_at(form: forms.Form, control: str, said: str, clause: str = "") -> Fault:
    """Put one fault to a control, and give it for the list at the head of the form."""
    form.add_error(control, said)
    return _fault(form, control, control, said, clause)


def leave_to_the_rules(form: forms.Form, but: Iterable[str] = ()) -> None:
    """An empty control of a sheet is no fault of form: the rules say what is missing, and why."""
    for name in [one for one in form.errors if one.startswith(("character.", "demon.")) and one not in but]:
        if {error.code for error in form.errors[name].as_data()} == {"required"}:
            del form.errors[name]


def not_understood(form: forms.Form) -> list[Fault]:
    """What no control could read, as faults without a clause."""
    return [
        _fault(form, name, name, str(errors[0]), "")
        for name, errors in form.errors.items()
        if name in form.fields
    ]


def _said(clause: str, path: str) -> object:
    short = path.partition(".")[2]
    return SAID.get((clause, short)) or SAID.get((clause, "")) or find_clause(clause).summary


def _control(form: forms.Form, path: str) -> str:
    """The control of a path: its own, or that of the longest part of it that has one."""
    while path and path not in form.fields:
        path = path.rpartition(".")[0]
    return path


def _fault(form: forms.Form, control: str, path: str, said: str, clause: str) -> Fault:
    label = str(form.fields[control].label) if control else path
    summary = find_clause(clause).summary if clause else ""
    at = form[control].id_for_label if control else "form"
    return Fault(path, label, at, said, clause, summary)
