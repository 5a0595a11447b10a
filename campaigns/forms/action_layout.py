"""Where each control of an action's form stands: groups, records with what is asked about them, rows."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django import forms
from django.utils.translation import gettext

from campaigns.forms.action_controls import Choices, field_for, record_choice
from campaigns.forms.action_shapes import Ask
from campaigns.queries.palette import Named
from campaigns.state import kinds
from rules import words


@dataclass
class Node:
    """A place in the form: a control, a group of nodes, or rows of nodes."""

    form: forms.Form
    ask: Ask
    path: str
    label: str
    help: str
    name: str = ""
    nodes: list["Node"] = field(default_factory=list)
    rows: list[tuple[str, list["Node"]]] = field(default_factory=list)

    @property
    def kind(self) -> str:
        return self.ask.form if self.ask.form in ("rows", "group") else "record" if self.nodes else "field"

    @property
    def control(self) -> forms.BoundField | None:
        return self.form[self.name] if self.name else None

    @property
    def is_ruling(self) -> bool:
        return self.ask.by != "player"

    @property
    def values(self) -> list[tuple[str, str]]:
        """Every control inside with its value, as hidden fields carry it."""
        own = [self.name] if self.name else []
        inner = [*self.nodes, *(node for _path, nodes in self.rows for node in nodes)]
        return [
            *((name, one) for name in own for one in _as_posted(self.form[name].value())),
            *(pair for node in inner for pair in node.values),
        ]


@dataclass
class Layout:
    """Makes the controls of a form and says where they stand."""

    form: forms.Form
    system: str
    records: list[Named]
    members: Choices
    must_be_mine: bool
    """The record that is asked for first acts, so it has to be in the member's hands."""
    count_rows: Callable[[Ask, str], int]
    may_give: Callable[[Ask], bool]

    def of(self, asks: tuple[Ask, ...], prefix: str = "", *, required: bool = True) -> list[Node]:
        """The nodes of these questions; whoever may not answer one is not asked."""
        return [
            self._node(ask, f"{prefix}{ask.name}", required=required and ask.required)
            for ask in asks
            if self.may_give(ask)
        ]

    def _node(self, ask: Ask, path: str, *, required: bool) -> Node:
        label, told = words.field_words(self.system, ask.name)
        node = Node(self.form, ask, path, label, told)
        if ask.form == "group":
            node.nodes = self.of(ask.children, f"{path}.", required=required)
        elif ask.form == "rows":
            for number in range(self.count_rows(ask, path)):
                row = f"{path}.{number}"
                node.rows.append((row, self._row(ask, row)))
        elif ask.form == "record":
            self._record(node, required=required and not ask.may_be_none)
        else:
            choices = self._records_for(ask)
            node.name = path
            self.form.fields[path] = field_for(ask, self.system, choices, self.members, required=required)
        return node

    def _row(self, ask: Ask, path: str) -> list[Node]:
        if not ask.kinds:
            return self.of(ask.children, f"{path}.")
        inner = Ask("id", "record", ask.by, True, kinds=ask.kinds, children=ask.children)
        node = Node(self.form, inner, path, *words.field_words(self.system, "id"))
        self._record(node, required=True)
        return [node]

    def _record(self, node: Node, *, required: bool) -> None:
        ask = node.ask
        choices = self._records_for(ask)
        blank = gettext("nobody: a difficulty") if ask.may_be_none else "—"
        node.name = node.path if ask.is_bare else f"{node.path}.id"
        common = {"label": node.label, "help_text": node.help, "required": required}
        self.form.fields[node.name] = record_choice(choices, common, blank)
        # Whoever is not named is not asked about; the engine says what is missing of one who is.
        node.nodes = self.of(ask.children, f"{node.path}.", required=required)

    def _records_for(self, ask: Ask) -> list[tuple[str, str]]:
        if not ask.kinds:
            return []
        fitting = [one for one in self.records if kinds.fits(one.kind, ask.kinds, self.system)]
        if self.must_be_mine:
            fitting = [one for one in fitting if one.mine]
        self.must_be_mine = False
        nameless = gettext("a %(kind)s without a name")
        return [(one.id, one.name or nameless % {"kind": words.spelled_out(one.kind)}) for one in fitting]


def _as_posted(value: Any) -> list[str]:
    if value is None or value == "":
        return []
    if isinstance(value, list | tuple):
        return [str(one) for one in value]
    return ["on" if value is True else "off" if value is False else str(value)]
