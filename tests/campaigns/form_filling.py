"""A person in front of a form: reads which controls it offers, fills them in, sends what a browser would send."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

from django.test import Client

from campaigns.forms.action.nested import SOMETHING_ELSE

UNTICKED = "off"
OTHERWISE = "form.other."
"""How controls begin in which the GM overrides what is known."""
FORM = re.compile(r"(<form\b([^>]*)>)(.*?</form>)", re.DOTALL)


class NotOffered(AssertionError):
    """The form has no such control, or no such choice."""


@dataclass
class Control:
    """Everything of one name: its kind, what may be chosen, what stands in it."""

    name: str
    kind: str
    values: list[str] = field(default_factory=list)
    options: list[str] = field(default_factory=list)

    def fill(self, value: Any) -> None:
        """Enter a value as somebody would who reads the label; `NotOffered` where it cannot be chosen."""
        wanted = [_written(one) for one in value] if isinstance(value, list) else [_written(value)]
        if self.kind == "checkbox" and self.options == ["on"]:
            self.values = [UNTICKED, "on"] if value else [UNTICKED]
        elif self.kind in ("checkbox", "select-multiple", "selects"):
            self.values = self._chosen(wanted)
        elif self.kind in ("radio", "select"):
            assert len(wanted) == 1, f"{self.name} takes one choice, not {value!r}"
            self.values = self._chosen(wanted)
        elif isinstance(value, list):
            self.values = ["\n".join(wanted) if self.kind == "textarea" else " ".join(wanted)]
        else:
            self.values = [json.dumps(value) if isinstance(value, dict) else wanted[0]]

    def _chosen(self, wanted: list[str]) -> list[str]:
        for one in wanted:
            if one not in self.options:
                raise NotOffered(f"{self.name} offers {self.options}, not {one!r}")
        return wanted


class Form(HTMLParser):
    """The controls of one form of a page; a form that names no address sends to the page's own."""

    def __init__(self, page: str, form_id: str | None, page_url: str = "") -> None:
        super().__init__()
        self.controls: dict[str, Control] = {}
        self.buttons: list[tuple[str, str]] = []
        self.action = ""
        self.id = form_id
        self._page_url = page_url
        self._inside = False
        self._select: Control | None = None
        self._is_first = True
        self._textarea: Control | None = None
        for tag, attributes, rest in FORM.findall(
            page
        ):  # the rest of a page is long, and is no part of a form
            if form_id is None or f'id="{form_id}"' in attributes:
                self.feed(tag + rest)
        assert self.action, f"the page has no form #{form_id}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._inside = given.get("id") == self.id
            self.action = (given.get("action") or self._page_url) if self._inside else self.action
        elif self._inside:
            self._control(tag, given, {name for name, _value in attrs})

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._inside = False
        elif tag == "select":
            self._select = None
        elif tag == "textarea":
            self._textarea = None

    def handle_data(self, data: str) -> None:
        if self._textarea is not None:
            text = "".join(self._textarea.values) + data
            self._textarea.values = [text.removeprefix("\n")]

    def _control(self, tag: str, given: dict[str, str], flags: set[str]) -> None:
        name, value = given.get("name", ""), given.get("value", "")
        if tag == "input" and name:
            self._input(name, given.get("type", "text"), value, "checked" in flags)
        elif tag == "select":
            kind = (
                "select-multiple" if "multiple" in flags else "selects" if name in self.controls else "select"
            )
            self._select = self.controls.setdefault(name, Control(name, kind))
            self._select.kind, self._is_first = kind, True
        elif tag == "option" and self._select is not None:
            self._select.options.append(value)
            if self._select.kind == "select-multiple":
                self._select.values = [value] if "selected" in flags else self._select.values
            elif self._is_first:
                self._select.values.append(value)  # what nobody chose shows its first
            elif "selected" in flags:
                self._select.values[-1] = value
            self._is_first = False
        elif tag == "textarea":
            self._textarea = self.controls.setdefault(name, Control(name, "textarea", [""]))
        elif tag == "button" and name:
            self.buttons.append((name, value))

    def _input(self, name: str, kind: str, value: str, is_checked: bool) -> None:
        if kind in ("checkbox", "radio"):
            control = self.controls.setdefault(name, Control(name, kind))
            control.kind = kind
            control.options.append(value)
            if is_checked:
                control.values = [*control.values, value]
        else:
            self.controls.setdefault(name, Control(name, kind, [value]))

    def fill(self, path: str, value: Any) -> None:
        if path not in self.controls:
            raise NotOffered(f"there is no control {path!r}, only {sorted(self.controls)}")
        self.controls[path].fill(value)

    def has_no_record(self, path: str, value: Any) -> bool:
        """Whether a control asks for a record, this is none of them, and its numbers may be told beside it."""
        offered = self.controls[path].options if path in self.controls else []
        return SOMETHING_ELSE in offered and value not in offered

    @property
    def rows(self) -> set[str]:
        """Every row that the form has, by its path."""
        steps = [name.split(".") for name in self.controls]
        return {
            ".".join(one[: n + 1]) for one in steps for n, step in enumerate(one) if n and step.isdecimal()
        }

    @property
    def sent(self) -> dict[str, list[str]]:
        """What a browser sends of the form."""
        return {name: control.values for name, control in self.controls.items() if control.values}


def posted_forms(page: str, page_url: str) -> Iterator[Form]:
    """Every form of a page that writes."""
    for tag, attributes, rest in FORM.findall(page):
        if 'method="post"' in attributes:
            found = re.search(r'\bid="([^"]*)"', attributes)
            yield Form(tag + rest, found[1] if found else None, page_url)


def paths_of(given: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every value to be entered with the control that it belongs to; a record goes by its id."""
    if isinstance(given, Mapping) and given:
        for name, inner in given.items():
            yield from paths_of(inner, f"{path}.{name}" if path else name)
    elif isinstance(given, list) and given and isinstance(given[0], Mapping):
        for number, inner in enumerate(given):
            yield from paths_of(inner, f"{path}.{number}")
    elif given not in (None, [], {}):
        yield path, given


def parts_of(given: Any, path: str = "") -> Iterator[str]:
    """Every part that is there at all, whatever is said in it."""
    if isinstance(given, list) and given and isinstance(given[0], Mapping):
        for number, inner in enumerate(given):
            yield from parts_of(inner, f"{path}.{number}")
    elif isinstance(given, Mapping):
        if path:
            yield path
        for name, inner in given.items():
            yield from parts_of(inner, f"{path}.{name}" if path else name)


def rows_of(given: Any, path: str = "") -> Iterator[tuple[str, int]]:
    """Every list of rows with how many it has, outermost first."""
    if isinstance(given, Mapping):
        for name, inner in given.items():
            yield from rows_of(inner, f"{path}.{name}" if path else name)
    elif isinstance(given, list) and given and isinstance(given[0], Mapping):
        yield path, len(given)
        for number, inner in enumerate(given):
            yield from rows_of(inner, f"{path}.{number}")


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return json.dumps(value) if isinstance(value, dict | list) else str(value)


def first_form(client: Client, url: str, form_id: str = "action-form") -> Form:
    """The form of a page, as it first comes."""
    answer = client.get(url)
    assert answer.status_code == 200, f"{url}: {answer.status_code}"
    return Form(answer.content.decode(), form_id)


def fill_in(client: Client, form: Form, given: Mapping[str, Any]) -> Form:
    """The form with everything entered; rows are added by its buttons, as without JavaScript.

    What the application knows by itself is entered as the GM overrides it.
    """
    for path, count in rows_of(given):
        while f"{path}.{count - 1}" not in form.rows:
            form = _with_a_row(client, form, path)
    for path in parts_of(given):
        if path in form.controls:
            form.fill(path, True)
    for path, value in paths_of(given):
        if path not in form.controls and f"{OTHERWISE}{path}" in form.controls:
            form.fill(f"{OTHERWISE}{path}", value)
            form.fill("form.override.reason", "house_rule")
        else:
            form.fill(path, SOMETHING_ELSE if form.has_no_record(path, value) else value)
    return form


def told_faults(answer: Any) -> list[str]:
    """What an answer says is wrong, in words."""
    page = answer.content.decode()
    found = re.findall(r'id="(?:[^"]*_error|refusal|form-errors)"[^>]*>(.*?)</div>', page, re.DOTALL)
    return [" ".join(re.sub("<[^>]+>", " ", one).split()) for one in found]


def _with_a_row(client: Client, form: Form, path: str) -> Form:
    if ("form.command", f"add {path}") not in form.buttons:
        raise NotOffered(f"no button adds a row to {path!r}, only {form.buttons}")
    answer = client.post(form.action, {**form.sent, "form.command": [f"add {path}"]})
    grown = Form(answer.content.decode(), form.id)
    assert grown.rows > form.rows, f"no row was added to {path}"
    return grown
