"""A row that the application proposes for a list of an act, such as the Price of whoever rolls: a box to tick."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from campaigns.forms.action.posted import Typed, without_rows
from campaigns.game import Inputs, Proposal, game_of
from campaigns.models import Campaign
from rules.kernel.values import Value

PROPOSED = "proposed"


class Proposals:
    """What is proposed in one form: the boxes, and the rows of those that are ticked."""

    def __init__(
        self,
        campaign: Campaign,
        action: str,
        named_at: Callable[[str], str],
        may_decide: Callable[[str], bool],
        typed: Typed,
    ) -> None:
        game = game_of(action)
        self.inputs = game.inputs if game is not None else Inputs()
        self.campaign, self.action = campaign, action
        self.named_at, self.may_decide, self.typed = named_at, may_decide, typed
        self.places: dict[str, str] = {}
        """Where whoever it is of is named, by the path of the rows."""
        self.found: dict[str, Proposal | None] = {}

    def box(self, path: str, side: str) -> forms.Field | None:
        """The control at rows for which something is proposed; None where nothing is."""
        who = self.inputs.proposed.get((self.action, without_rows(path)), "")
        who = side if who and side else who
        if not who or not self.may_decide(who):
            return None
        found = self._of(who)
        if found is None and self.named_at(who) and f"{path}.{PROPOSED}" not in self.typed:
            return None
        self.places[path] = who
        return forms.BooleanField(
            label=found.label if found else self.inputs.proposed_unnamed, required=False
        )

    def check(self, form: forms.Form) -> None:
        """Who has nothing of the kind takes nothing."""
        for path, who in self.places.items():
            name = f"{path}.{PROPOSED}"
            if form.cleaned_data.get(name) and self._of(who) is None:
                form.add_error(name, _("The character rolling here has none: clear this box."))

    def into(self, given: dict[str, Value], cleaned: dict[str, Any]) -> dict[str, Value]:
        """The values given, with the rows of the boxes that are ticked."""
        for path, who in self.places.items():
            found = self._of(who) if cleaned.get(f"{path}.{PROPOSED}") else None
            if found is not None:
                _add(given, path, dict(found.row))
        return given

    def _of(self, who: str) -> Proposal | None:
        named = self.named_at(who)
        if named and named not in self.found:
            self.found[named] = self.inputs.proposal(self.campaign, named)
        return self.found.get(named)


def _add(given: Any, path: str, row: Value) -> None:
    """Put a row at the end of the list at a path."""
    step, _dot, rest = path.partition(".")
    if rest:
        _add(given[int(step) if isinstance(given, list) else step], rest, row)
    else:
        given[step] = [*given.get(step, ()), row]
