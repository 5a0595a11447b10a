"""What the rules find wrong with a sheet, told at the controls that it was typed into."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from django import forms
from django.utils.translation import gettext as _

from campaigns.game import Text
from rules.reference import find_clause


class Problem(Protocol):
    """What rules find wrong: where, and by which clause."""

    @property
    def clause(self) -> str: ...

    @property
    def field(self) -> str: ...


@dataclass(frozen=True)
class Fault:
    """One fault: the control it belongs to, what would be right, and the clause that says so."""

    field: str
    label: str
    control: str
    text: str
    clause: str = ""
    summary: str = ""
    name: str = ""
    """The name of the control; none where it lies in the whole."""
    step: str = ""
    """The step that has the control, where another one is shown."""


def tell(
    form: forms.Form,
    problems: Iterable[Problem],
    words: Mapping[tuple[str, str], Text],
    *,
    skip: Iterable[str] = (),
) -> list[Fault]:
    """Put each problem to its control, and give the list for the head of the form.

    `words` say what would be right, by clause and field or by the clause alone; all others say what the clause does.
    Controls in `skip` were not understood at all; what the rules say of a stand-in is of no use there.
    """
    found = []
    for problem in problems:
        path = problem.field.removeprefix("input.")
        control = _control(form, path)
        if control in skip:
            continue
        said = str(_said(words, problem.clause, path))
        form.add_error(control or None, said)
        found.append(_fault(form, control, path, said, problem.clause))
    return found


def tell_at(form: forms.Form, control: str, said: str, clause: str = "") -> Fault:
    """Put one fault to a control, and give it for the list at the head of the form."""
    form.add_error(control, said)
    return _fault(form, control, control, said, clause)


def leave_to_the_rules(form: forms.Form, sheets: tuple[str, ...], but: Iterable[str] = ()) -> None:
    """An empty control of a sheet is no fault of form: the rules say what is missing, and why."""
    for name in [one for one in form.errors if one.startswith(sheets) and one not in but]:
        if {error.code for error in form.errors[name].as_data()} == {"required"}:
            del form.errors[name]


def not_understood(form: forms.Form) -> list[Fault]:
    """What no control could read, as faults without a clause."""
    return [
        _fault(form, name, name, str(errors[0]), "")
        for name, errors in form.errors.items()
        if name in form.fields
    ]


def _said(words: Mapping[tuple[str, str], Text], clause: str, path: str) -> Text:
    short = path.partition(".")[2]
    return words.get((clause, short)) or words.get((clause, "")) or find_clause(clause).summary


def _control(form: forms.Form, path: str) -> str:
    """The control of a path: its own, or that of the longest part of it that has one."""
    while path and path not in form.fields:
        path = path.rpartition(".")[0]
    return path


def _fault(form: forms.Form, control: str, path: str, said: str, clause: str) -> Fault:
    label = _label(form, control) if control else path
    summary = find_clause(clause).summary if clause else ""
    at = form[control].id_for_label if control else "form"
    return Fault(path, label, at, said, clause, summary, control)


def _label(form: forms.Form, control: str) -> str:
    """What a control is called; one in a row of others like it with the name in that row, or else its number."""
    label = str(form.fields[control].label)
    list_of, number, part = [*control.rsplit(".", 2), "", ""][:3]
    if not number.isdecimal():
        return label
    named = f"{list_of}.{number}.name"
    name = str(form[named].value() or "") if named in form.fields and part != "name" else ""
    if name:
        return _("%(label)s of %(name)s") % {"label": label, "name": name}
    return _("%(label)s in row %(n)d") % {"label": label, "n": int(number) + 1}
