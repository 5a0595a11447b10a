"""What a form was shown with: whatever was played meanwhile is neither overwritten nor taken back by it."""

import hashlib
import json
from collections.abc import Callable, Mapping

from django import forms
from django.utils.translation import gettext as _

from campaigns.forms.action.facts import known_words
from rules import words
from rules.kernel.values import Value

LONGEST = 40_000
SIGNS = 12


class SeenField(forms.Field):
    """Marks of the values that a page showed; without them each value counts as shown as it stands."""

    widget = forms.HiddenInput

    def __init__(self) -> None:
        super().__init__(required=False)

    def clean(self, value: Value) -> "Seen":
        return Seen.read(str(value or ""))


class Seen:
    """What somebody saw of each value when they began to type."""

    def __init__(self, marks: Mapping[str, str]) -> None:
        self._marks = marks

    @classmethod
    def of(cls, values: Mapping[str, Value]) -> "Seen":
        return cls({name: _mark(value) for name, value in values.items()})

    @classmethod
    def read(cls, sent: str) -> "Seen":
        """What a page sent back; nothing where it is no page of ours."""
        try:
            marks = json.loads(sent[:LONGEST])
        except (ValueError, RecursionError):
            return cls({})
        is_ours = isinstance(marks, dict) and all(isinstance(one, str) for one in marks.values())
        return cls(marks if is_ours else {})

    @property
    def names(self) -> set[str]:
        """What was shown at all."""
        return {*self._marks}

    def __str__(self) -> str:
        return json.dumps(self._marks, separators=(",", ":"))

    def anew(self, values: Mapping[str, Value]) -> "Seen":
        """The same once these were shown."""
        return Seen({**self._marks, **Seen.of(values)._marks})

    def left_alone(self, said: Mapping[str, Value], stands: Mapping[str, Value]) -> set[str]:
        """What was changed meanwhile and is sent as it was shown: it stays as it is now."""
        return {name for name in self.moved(stands) & said.keys() if self._marks[name] == _mark(said[name])}

    def disputed(self, said: Mapping[str, Value], stands: Mapping[str, Value]) -> set[str]:
        """What was changed meanwhile and is to become something else again."""
        moved = (self.moved(stands) & said.keys()) - self.left_alone(said, stands)
        return {name for name in moved if _mark(said[name]) != _mark(stands[name])}

    def moved(self, stands: Mapping[str, Value]) -> set[str]:
        """What was shown as something else than it is now."""
        return {name for name, mark in self._marks.items() if name in stands and mark != _mark(stands[name])}


def told(
    form: forms.Form,
    seen: Seen,
    said: Mapping[str, Value],
    stands: Mapping[str, Value],
    control_of: Callable[[str], str | None],
    called: Callable[[Value], str],
) -> Seen:
    """Tell at its control what somebody else changed meanwhile; whoever sends the form again has seen that."""
    both = seen.disputed(said, stands)
    for name in sorted(both):
        now = stands[name]
        if now is None:
            text = _("It was removed meanwhile.")
        elif isinstance(now, int | str):
            text = _("It was changed meanwhile, to %(value)s.") % {"value": called(now)}
        else:  # in a list, or in what has parts, nobody sees what is otherwise
            both_ways = {"now": called(now) or _("nothing"), "typed": called(said[name]) or _("nothing")}
            text = _("It was changed meanwhile. It is now: %(now)s. You entered: %(typed)s.") % both_ways
        form.add_error(control_of(name), f"{text} {_('Save again to set what you entered.')}")
    return seen.anew({name: stands[name] for name in both})


def in_words(system: str, names: Mapping[str, str], value: Value) -> str:
    """A value as people read it: records by their names, what has a word by its word; empty for none."""
    if isinstance(value, list | tuple):
        return ", ".join(filter(None, (in_words(system, names, one) for one in value)))
    if isinstance(value, str | int) and not isinstance(value, bool):
        return names.get(str(value)) or words.known_choice(system, value) or str(value)
    return known_words(system, value, names)


def _mark(value: Value) -> str:
    told = json.dumps(value, sort_keys=True, default=str)
    return hashlib.sha256(told.encode()).hexdigest()[:SIGNS]
