"""A creation form in steps: which one is shown, what those that were left lack, and the sheet that grows beside them.

The form stays one form: what it asks in other steps stays in it, hidden, so that nothing typed is lost and one request
makes somebody. Where one stands, and what one has left, is sent along with it and kept in the draft.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from django import forms
from django.forms.boundfield import BoundField
from django.utils.datastructures import MultiValueDict
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.forms.action.controls import Flag
from campaigns.forms.faults import Fault
from campaigns.forms.fields import Posted
from campaigns.game import CreationForm, CreationStep, CreationTotal
from rules.kernel.values import Value

NOW, LEFT = "step", "left"
"""The controls that say which step is shown, and which somebody has left."""
CHECK = CreationStep("check", gettext_lazy("Check and create"), ())
"""The step behind all others: the finished sheet, and what it lacks."""
CALLS_IT = "name"
"""The control that heads the sheet."""
ASKED_AGAIN = (CALLS_IT, "owner", "hidden")
"""What the check asks for, too: it is what people change of somebody who was made for them."""
TICKED = ("on", "True", "true", True)


@dataclass(frozen=True)
class Line:
    """A line of the sheet: what it is called, what is typed, and the controls that a script reads it from."""

    label: str
    value: str
    of: str


@dataclass(frozen=True)
class PartOfSheet:
    """What a step adds to the sheet."""

    title: str
    lines: list[Line]
    totals: list[CreationTotal]
    is_now: bool
    """Whether its step is shown."""

    @property
    def is_empty(self) -> bool:
        return not any(line.value for line in self.lines)


@dataclass(frozen=True)
class InBar:
    """A step as the bar shows it."""

    step: CreationStep
    number: int
    is_now: bool
    is_left: bool
    faults: int


class Steps:
    """The walk through a form, from where `said` has it."""

    is_refused = False

    def __init__(self, form: CreationForm, said: Posted | None = None) -> None:
        self.form = form
        self.every: tuple[CreationStep, ...] = (*form.steps(), CHECK)
        self._of = {name: step.key for step in self.every for asked in step.asks for name in asked}
        said = said or {}
        self.now = self._known(said.get(NOW, "")) or self.every[0].key
        self.left = {key for key in said.get(LEFT, "").split() if self._known(key)}

    def go(self, key: str) -> None:
        """Leave the step that is shown for another one; an unknown one leads nowhere."""
        self.left.add(self.now)
        self.now = self._known(key) or self.now

    def finish(self) -> None:
        """On to the check of the whole."""
        self.now = CHECK.key

    def judge(self) -> None:
        """Tell what is wrong in the steps that were left, and nothing yet of the others.

        Whoever checks the whole has seen what every step lacks.
        """
        if self.is_last:
            self.left = {step.key for step in self.every}
        self.form.is_valid()
        for name in [one for one in self.form.errors if self.step_of(one) not in self.left]:
            del self.form.errors[name]
        self._place(fault for fault in self.form.faults if self.step_of(fault.name) in self.left)

    def refuse(self) -> None:
        """Nobody could be made: to the first step that lacks something, and everything told."""
        self.is_refused = True
        self.left = {step.key for step in self.every}
        lacking = {self.step_of(fault.name) for fault in self.form.faults}
        self.now = next((step.key for step in self.every if step.key in lacking), CHECK.key)
        self._place(self.form.faults)

    def step_of(self, name: str) -> str:
        """The step that asks for a control; what lies in the whole belongs to its check."""
        return self._of.get(name, CHECK.key)

    @property
    def said(self) -> MultiValueDict[str, str]:
        """Where one stands, as it is sent and kept."""
        return MultiValueDict({NOW: [self.now], LEFT: [self.left_words]})

    @property
    def left_words(self) -> str:
        return " ".join(step.key for step in self.every if step.key in self.left)

    @property
    def bar(self) -> list[InBar]:
        """Every step, with what is told of those that were left."""
        told = [self.step_of(fault.name) for fault in self.form.faults]
        return [
            InBar(
                step,
                at + 1,
                step.key == self.now,
                step.key in self.left and step != CHECK,
                told.count(step.key),
            )
            for at, step in enumerate(self.every)
        ]

    @property
    def is_sound(self) -> bool:
        """Whether nothing is told of the step that is shown."""
        return not any(self.step_of(fault.name) == self.now for fault in self.form.faults)

    @property
    def at(self) -> int:
        return [step.key for step in self.every].index(self.now)

    @property
    def number(self) -> int:
        return self.at + 1

    @property
    def title(self) -> str:
        return str(self.every[self.at].title)

    @property
    def back(self) -> str:
        """The step before, if there is one."""
        return self.every[self.at - 1].key if self.at else ""

    @property
    def next(self) -> str:
        """The step behind, if there is one."""
        return "" if self.is_last else self.every[self.at + 1].key

    @property
    def is_first(self) -> bool:
        return self.at == 0

    @property
    def is_last(self) -> bool:
        return self.now == CHECK.key

    @property
    def totals(self) -> list[CreationTotal]:
        """The numbers that follow from what is asked now."""
        return list(self.form.totals(self.now))

    @cached_property
    def called(self) -> str:
        """Who it is going to be."""
        return str(self.form[CALLS_IT].value() or "")

    @cached_property
    def sheet(self) -> list[PartOfSheet]:
        """The finished sheet as far as it is typed, in the order of the steps."""
        return [
            PartOfSheet(
                str(step.title),
                [self._line(asked) for asked in step.asks],
                [total for total in self.form.totals(step.key) if total.is_of_sheet],
                step.key == self.now,
            )
            for step in self.every
            if step.asks
        ]

    def _line(self, asked: tuple[str, ...]) -> Line:
        first, *others = (self.form[name] for name in asked)
        if first.name in ASKED_AGAIN or first.is_hidden:
            return Line("", "", "")
        if not others:
            return Line(str(first.label), shown(first), first.name)
        told = [(str(one.label), shown(one)) for one in others]
        if len(told) == 1:
            return Line(shown(first), told[0][1], " ".join(asked))
        # A ticked box is said by its label alone.
        pairs = [label if value == _("yes") else f"{label}: {value}" for label, value in told if value]
        return Line(shown(first), "; ".join(pairs) if shown(first) else "", " ".join(asked))

    def _known(self, key: str) -> str:
        return key if any(step.key == key for step in self.every) else ""

    def _place(self, faults: Iterable[Fault]) -> None:
        """Put faults in the order of the steps, and say of each which leads to its control, unless that is in sight."""
        order = [step.key for step in self.every]
        self.form.faults = [
            replace(fault, step="" if self._is_in_sight(fault.name) else self.step_of(fault.name))
            for fault in sorted(faults, key=lambda fault: order.index(self.step_of(fault.name)))
        ]

    def _is_in_sight(self, name: str) -> bool:
        return self.step_of(name) == self.now or (self.is_last and name in ASKED_AGAIN)


def shown(control: BoundField) -> str:
    """What stands in a control, as a reader of the sheet is told it."""
    value = control.value()
    if isinstance(control.field, Flag | forms.BooleanField):
        return _("yes") if value in TICKED else ""
    chosen: list[Value] = value if isinstance(value, list) else [value]
    choices = getattr(control.field, "choices", None)
    if choices is None:
        return " · ".join(str(value if value is not None else "").split("\n")).strip()
    words = {str(code): str(said) for code, said in choices}
    return ", ".join(words.get(str(one), str(one)) for one in chosen if one not in (None, ""))
