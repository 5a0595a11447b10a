"""Where each control of an action's form stands: groups, records with what is asked about them, rows."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from django import forms
from django.utils.translation import gettext

from campaigns.forms.action.about import of_the_hidden, people_first, said_what
from campaigns.forms.action.bonuses import BonusControls
from campaigns.forms.action.controls import Choices, field_for, record_choice, switch
from campaigns.forms.action.field_rows import FIELD, KEY, SHOWN, VALUE, StoredRows
from campaigns.forms.action.field_rows import FieldRow as StoredRow
from campaigns.forms.action.helping import HelpControls
from campaigns.forms.action.nested import SOMETHING_ELSE
from campaigns.forms.action.posted import MOST_ROWS, as_posted
from campaigns.forms.action.proposals import PROPOSED, Proposals
from campaigns.forms.action.questions import Ask
from campaigns.forms.action.suggestions import source_of, suggesting
from campaigns.forms.fields import ControlOptions
from campaigns.forms.values.controls import ControlGroup, ValueControls, words_for
from campaigns.game import TABLE, game_of
from campaigns.queries.cast import marked
from campaigns.queries.palette import NameableRecord
from campaigns.queries.told_apart import Listed, told_apart
from campaigns.services.play.action_inputs import NAME
from campaigns.state import kinds
from rules import words

FEW = 2
"""So many optional questions may stand among the others, if none of them is a list of boxes."""


@dataclass
class Node:
    """A place in the form: a control, a group of nodes, or rows of nodes."""

    form: forms.Form
    ask: Ask
    path: str
    label: str
    help: str
    name: str = ""
    is_usual: bool = False
    """Whether the act is mostly done with it, though it may go without."""
    nodes: list["Node"] = field(default_factory=list)
    rows: list[tuple[str, list["Node"]]] = field(default_factory=list)
    value: ValueControls | None = None
    """A value with parts of its own."""
    bonus: BonusControls | None = None
    """What a list of dice offers besides rows."""
    helping: HelpControls | None = None
    """What may help a roll, as boxes."""
    has_rows: bool = True
    """Whether this member adds rows to it."""
    leads: bool = False
    """Whether it names whoever acts, on whom the rest depends."""
    one: str = ""
    """What a single row is called; empty where the list alone has a name."""

    def without_shell(self) -> "Node":
        """A part that holds another and nothing else is that one, under its own name."""
        if self.name or len(self.nodes) != 1 or self.nodes[0].ask.form != "group" or self.ask.is_settled:
            return self
        return replace(self.nodes[0], label=self.label, help=self.help, is_usual=True)

    @property
    def is_preset(self) -> bool:
        """Whether something is said in it already, so that nobody asks whether it may stay empty."""
        return self.ask.default is not None

    @property
    def part(self) -> ControlGroup | None:
        return self.value.shown(self.form, self.label, self.help) if self.value is not None else None

    @property
    def kind(self) -> str:
        if self.value is not None:
            return "value"
        return self.ask.form if self.ask.form in ("rows", "group") else "record" if self.nodes else "field"

    @property
    def control(self) -> forms.BoundField | None:
        return self.form[self.name] if self.name else None

    @property
    def is_ruling(self) -> bool:
        return self.ask.by != "player"

    @property
    def is_extra(self) -> bool:
        """What an act can do without, and mostly does."""
        return not self.ask.required and self.ask.default is not True and not self.is_usual

    @property
    def is_folded(self) -> bool:
        """A part of its own that most acts go without."""
        return self.ask.is_switched and self.is_extra

    @property
    def is_open(self) -> bool:
        """Whether somebody said something in here, or has to put something right."""
        own = self.control is not None and _is_touched(self.control)
        inner = (node for nodes in (self.nodes, *(row for _path, row in self.rows)) for node in nodes)
        return own or any(node.is_open for node in inner)

    @property
    def parts(self) -> "Parts":
        return Parts.of(self.nodes)

    @property
    def parted_rows(self) -> list[tuple[str, "Parts"]]:
        return [(path, Parts.of(nodes)) for path, nodes in self.rows]

    @property
    def may_grow(self) -> bool:
        return len(self.rows) < min(self.ask.most or MOST_ROWS, MOST_ROWS)

    @property
    def values(self) -> list[tuple[str, str]]:
        """Every control inside with its value, as hidden fields carry it."""
        own = [self.name] if self.name else []
        inner = [*self.nodes, *(node for _path, nodes in self.rows for node in nodes)]
        return [
            *((name, one) for name in own for one in as_posted(self.form[name].value())),
            *(pair for node in inner for pair in node.values),
        ]


@dataclass(frozen=True)
class Parts:
    """What stands in sight, and what is folded away since an act can do without it."""

    main: list[Node]
    more: list[Node]

    @classmethod
    def of(cls, nodes: list[Node]) -> "Parts":
        nodes = sorted(nodes, key=_rank)
        more = [node for node in nodes if node.is_extra and not node.is_folded]
        is_long = any(node.ask.form == "choices" for node in more)
        if (len(more) <= FEW and not is_long) or len(more) == len(nodes):
            return cls(nodes, [])
        return cls([node for node in nodes if node not in more], more)

    @property
    def is_open(self) -> bool:
        return any(node.is_open for node in self.more)


@dataclass
class FormLayout:
    """Makes the controls of a form and says where they stand."""

    form: forms.Form
    system: str
    records: list[NameableRecord]
    members: Choices
    acting: str | None
    """The path at which whoever acts is named, who has to be in the member's hands."""
    count_rows: Callable[[Ask, str], int]
    may_give: Callable[[Ask], bool]
    may_decide: Callable[[str], bool]
    """Whether the member plays whoever is named at a path."""
    proposals: Proposals
    """What lists of dice offer besides rows, by their path and whose side they are."""
    stored: StoredRows | None = None
    sides: dict[str, str] = field(default_factory=dict)
    """Of each decision that is asked for, where the record stands whose it is."""
    rolled_by: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Of each control for names of a sheet what they are, and where the record stands whose they are."""

    def of(
        self, asks: tuple[Ask, ...], prefix: str = "", *, required: bool = True, side: str = ""
    ) -> list[Node]:
        """The nodes of these questions; whoever may not answer one is not asked. They speak for who is at `side`."""
        nodes = []
        for ask in asks:
            path = f"{prefix}{ask.name}"
            whose = f"{prefix}{ask.side}" if ask.side else side
            if not (self.may_give(ask) or ask.is_award or ask.names_help) or (
                ask.is_decision and whose and not self.may_decide(whose)
            ):
                continue
            if self._is_in_vain(ask, path):
                continue
            if ask.is_decision and whose:
                self.sides[path] = whose
            node = self._node(ask, path, required=required and ask.required, side=whose)
            if ask.form == "group" and not (node.nodes or node.name):
                continue  # nothing of it is theirs to say
            if node.has_rows or node.name or node.bonus is not None or node.helping is not None:
                nodes.append(node)
        return nodes

    def _is_in_vain(self, ask: Ask, path: str) -> bool:
        """A record that an act can do without, where there is none yet that could be named.

        Of a form that was sent it stays: what was chosen when it was opened may be there no more, and is told so.
        """
        is_needed = ask.required or ask.may_be_none or self.form.is_bound
        return ask.form == "record" and not is_needed and not self._records_for(ask, path)

    def _node(self, ask: Ask, path: str, *, required: bool, side: str) -> Node:
        own = self._own_words(path)
        label, told = own or words.field_words(self.system, ask.name)
        # Modifiers always stand in sight: the odds hang on them.
        is_usual = ask.name in self.proposals.inputs.in_sight or ask.name.endswith("modifiers")
        node = Node(self.form, ask, path, label, told, is_usual=is_usual, leads=path == self.acting)
        if ask.form == "group":
            if ask.is_switched:
                node.name = path
                self.form.fields[path] = switch(ask, self.system, label)
            node.nodes = self.of(ask.children, f"{path}.", required=required, side=side)
            node = node.without_shell()
        elif ask.form == "rows":
            self._list(node, side)
        elif ask.form == "record":
            self._record(node, required=required and not ask.may_be_none)
        else:
            choices = self._records_for(ask, path)
            node.name = path
            control = field_for(ask, self.system, choices, self.members, required=required)
            if own is not None and not ask.is_free:
                control.label, control.help_text = label, told
            if ask.form == "records" and self.system == TABLE and (hidden := of_the_hidden(self.records)):
                control.help_text = f"{control.help_text} {hidden}"
            if (source := source_of(self.system, path)) is not None:
                control = suggesting(control, source)
                if source in game_of(self.proposals.action).values.of_roller:
                    self.rolled_by[path] = source, side or self.proposals.acting
            self.form.fields[path] = control
        return node

    def _own_words(self, path: str) -> tuple[str, str] | None:
        """What a field is called in this act alone, or in its own place, such as `sides.id`."""
        steps = [step for step in path.split(".") if not step.isdecimal()]
        own = words.field_of(self.proposals.action, ".".join(steps))
        return own or words.known_field(self.system, ".".join(steps[-2:]))

    def _list(self, node: Node, side: str) -> None:
        """Rows, and what a list offers besides: a box for what is proposed, bonus dice, what helps."""
        ask, path = node.ask, node.path
        node.has_rows = self.may_give(ask)
        node.one = words.one_of(self.system, ask.name)
        count, single = self.count_rows(ask, path) if node.has_rows else 0, node.one or node.label
        for number in range(count):
            label = f"{single[:1].upper()}{single[1:]}"
            row, label = f"{path}.{number}", f"{label} {number + 1}" if count > 1 else label
            node.rows.append((row, self._row(ask, row, label, side)))
        if (box := self.proposals.box(path, side)) is not None:
            node.name = f"{path}.{PROPOSED}"
            self.form.fields[node.name] = box
        if ask.is_award:
            node.bonus = self.proposals.bonus(path, side)
        if ask.names_help:
            node.helping = self.proposals.help(path, side)

    def _row(self, ask: Ask, path: str, label: str, side: str) -> list[Node]:
        if ask.is_stored and self.stored is not None:
            return self._stored(ask, self.stored.add(path))
        if not ask.kinds:
            return self.of(ask.children, f"{path}.", side=side)
        inner = Ask("id", "record", ask.by, True, kinds=ask.kinds, children=ask.children)
        node = Node(self.form, inner, path, label, words.field_words(self.system, "id")[1])
        self._record(node, required=True)
        return [node]

    def _stored(self, ask: Ask, row: StoredRow) -> list[Node]:
        """A field, the name of a new entry, and the value by its own type."""
        named, value = ask.children
        nodes = [
            Node(self.form, named, name, "", "", name=name)
            for part in (FIELD, SHOWN, KEY)
            if (name := f"{row.at}.{part}") in self.form.fields
        ]
        at = f"{row.at}.{VALUE}"
        if row.value is None or row.value.is_single:
            return [*nodes, Node(self.form, value, at, "", "", name=at)]
        label, told = words_for(row.value.kind, row.value.field)
        return [*nodes, Node(self.form, value, at, label, told, value=row.value)]

    def _record(self, node: Node, *, required: bool) -> None:
        ask = node.ask
        choices = self._records_for(ask, node.path)
        blank = gettext("A difficulty") if ask.may_be_none else "—"
        node.name = node.path if ask.is_bare else f"{node.path}.id"
        told = node.help
        if required and not choices:
            told = gettext(
                "There is nothing to choose yet: what is created, and you may see, is listed here."
            )
        common: ControlOptions = {"label": node.label, "help_text": told, "required": required}
        if len(choices) == 1 and (
            node.path == self.acting or set(ask.kinds) <= self.proposals.inputs.mostly_one
        ):
            common["initial"] = choices[0][0]
        self.form.fields[node.name] = record_choice(choices, common, blank)
        # Whoever is not named is not asked about; the engine says what is missing of one who is.
        node.nodes = self.of(ask.children, f"{node.path}.", required=required, side=node.path)

    def _records_for(self, ask: Ask, path: str) -> list[tuple[str, str]]:
        if not ask.kinds:
            return []
        fitting = [record for record in self.records if kinds.fits(record.kind, ask.kinds, self.system)]
        if path == self.acting or ask.is_own:
            told = self.proposals
            lent = game_of(told.action).playing.lent(told.campaign, told.rights, told.action)
            fitting = [record for record in fitting if record.mine or record.id in lent]
        if ask.form == "records":
            fitting = people_first(fitting)
        nameless = gettext("an unnamed %(kind)s")
        named = told_apart(
            [
                Listed(
                    record.id,
                    marked(
                        record.name or nameless % {"kind": _noun(record.kind)}, is_hidden=record.is_hidden
                    ),
                    record.kind,
                    record.born,
                )
                for record in fitting
            ]
        )
        if ask.form == "records":
            return said_what(fitting, named)
        is_open = ask.is_helper and self.may_give(replace(ask, by="gm_alone"))
        return (
            [*named, (SOMETHING_ELSE, gettext("something else, with its own numbers"))] if is_open else named
        )


def _noun(kind: str) -> str:
    return words.spelled_out(kind.rpartition(".")[2]).lower()


def _rank(node: Node) -> int:
    """Whoever acts, unless much hangs on them; then what else has to be said, is usually added, or is rarely there."""
    if node.leads and not any(inner.is_extra for inner in node.nodes):
        return -1
    if node.is_folded:
        return 3
    return 0 if node.ask.required or node.ask.name == NAME else 2 if node.is_extra else 1


def _is_touched(control: forms.BoundField) -> bool:
    if control.errors:
        return True
    usual = as_posted(control.field.initial) or ["off"]
    return (as_posted(control.value()) or ["off"])[-1:] != usual[-1:]
