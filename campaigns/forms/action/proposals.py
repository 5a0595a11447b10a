"""What the lists of dice of one form offer: a Price of whoever rolls, what they were granted, chips for more."""

import re
from collections.abc import Callable, Collection, Iterator
from itertools import count, takewhile
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from campaigns.forms.action.bonuses import PROPOSE, BonusControls, who_rolls_at
from campaigns.forms.action.helping import HelpControls
from campaigns.forms.action.posted import Typed, without_rows
from campaigns.game import OfferedDice, game_of
from campaigns.models import Campaign
from campaigns.policy import NotGranted, Rights
from campaigns.queries.bonuses import Bonuses
from campaigns.services.play.awards import OF_ONES_OWN
from rules.kernel.values import Value

PROPOSED = "proposed"


class Proposals:
    """What is proposed in one form: the boxes, and the rows of those that are ticked."""

    def __init__(
        self,
        campaign: Campaign,
        action: str,
        rights: Rights,
        acting: str,
        named_at: Callable[[str], str],
        may_decide: Callable[[str], bool],
        sent: Typed,
    ) -> None:
        """`acting` is where whoever acts is named; `sent` is what was sent, or what the form begins with."""
        self.inputs = game_of(action).inputs
        self.campaign, self.action, self.rights, self.acting = campaign, action, rights, acting
        self.named_at, self.may_decide, self.sent = named_at, may_decide, sent
        self.places: dict[str, str] = {}
        """Where whoever it is of is named, by the path of the rows."""
        self.found: dict[str, OfferedDice | None] = {}
        self.bonuses = Bonuses(campaign.pk)
        self.controls: dict[str, BonusControls] = {}
        """The bonus dice of each list, by its path."""
        self.helping: dict[str, HelpControls] = {}
        """The boxes for what helps each roll, by the path of its list."""
        self.rolls_at: dict[str, str] = {}
        """Where whoever rolls with a list is named, by its path."""

    def box(self, path: str, side: str) -> forms.Field | None:
        """The control at rows for which something is proposed; None where nothing is."""
        who = self.inputs.proposed.get((self.action, without_rows(path)), "")
        who = side if who and side else who
        if not who or not self.may_decide(who):
            return None
        found = self._of(who)
        if found is None and self.named_at(who) and f"{path}.{PROPOSED}" not in self.sent:
            return None
        self.places[path] = who
        return forms.BooleanField(
            label=found.label if found else self.inputs.proposed_unnamed, required=False
        )

    def bonus(self, path: str, side: str) -> BonusControls | None:
        """The bonus dice at rows; None where this member has none to take, to add or to ask for."""
        at = who_rolls_at(self.action, path, side, self.acting)
        beside, _dot, name = path.rpartition(".")
        if name in OF_ONES_OWN and beside and not self.may_decide(at) and self.may_decide(beside):
            at = beside  # of two who are both asked, each has a list of their own
        is_theirs = bool(at) and self.may_decide(at)
        if not (is_theirs or self.rights.gives_rulings):
            return None
        who = self.named_at(at) if is_theirs else ""
        made = BonusControls(
            self.rights, str(self.campaign.pk), self.action, path, who, "", self.sent, self.bonuses
        )
        self.controls[path] = made
        if is_theirs:
            self.rolls_at[path] = at
        return made

    def help(self, path: str, side: str) -> HelpControls | None:
        """The boxes for what helps a roll; None where this member names nothing of it."""
        at = side or self.acting
        if not self.inputs.helping.never.isdisjoint(path.split(".")) or not self.rights.names_help:
            return None
        if not (self.rights.gives_rulings or self.may_decide(at)):
            return None
        campaign, who, opposed = str(self.campaign.pk), self.named_at(at), frozenset(self._opposed(path))
        made = HelpControls(self.action, campaign, self.rights, path, who, self.sent, opposed)
        if not (made.near or made.others):
            return None
        self.helping[path] = made
        return made

    def _opposed(self, path: str) -> Iterator[str]:
        """What the roll with a list is to overcome, as far as that is named."""
        pool = without_rows(path).rpartition(".")[0]
        for place in self.inputs.helping.opposes.get((self.action, pool), ()):
            yield self.named_at(place)
            yield from takewhile(bool, (self.named_at(f"{place}.{row}") for row in count()))

    def name_controls(self, fields: Collection[str]) -> None:
        """Say which control names whoever rolls with a list: none where that is settled, and nobody is asked.

        Called when all controls are made: a list may stand before whoever rolls with it.
        """
        for path, at in self.rolls_at.items():
            self.controls[path].at = next((name for name in (f"{at}.id", at) if name in fields), "")

    def wanted(self, command: str) -> tuple[BonusControls, int] | None:
        """Of which list, and how much, a command asks the GM."""
        verb, _space, rest = command.partition(" ")
        size, _space, path = rest.partition(" ")
        if verb != PROPOSE or path not in self.controls or not size.isascii() or not size.isdecimal():
            return None
        return self.controls[path], int(size[:3])

    def names(self) -> set[str]:
        """The controls that are no fields of the form."""
        taken = {made.name for made in self.helping.values()}
        return {name for made in self.controls.values() for name in made.names} | self._not_granted() | taken

    def check(self, form: forms.Form) -> None:
        """Who has nothing of the kind takes nothing."""
        for path, who in self.places.items():
            name = f"{path}.{PROPOSED}"
            if form.cleaned_data.get(name) and self._of(who) is None:
                form.add_error(name, _("The character rolling here has none: clear this box."))
        for made in self.controls.values():
            if fault := made.fault():
                form.add_error(None, fault)
        for helping in self.helping.values():
            if fault := helping.fault():
                form.add_error(None, fault)
        if refused := self._not_granted():
            try:
                self.rights.check_bonuses(self.action, sorted(refused))
            except NotGranted as error:
                form.add_error(None, f"{error.message} ({error.clause})")

    def _not_granted(self) -> set[str]:
        """Rows that were sent where this member has none to give."""
        lists = () if self.rights.gives_rulings else self.controls
        return {name for path in lists for name in self.sent if re.match(rf"{re.escape(path)}\.\d", name)}

    def into(self, given: dict[str, Value], cleaned: dict[str, Any]) -> dict[str, Value]:
        """The values given, with the rows of the boxes that are ticked."""
        for path, who in self.places.items():
            found = self._of(who) if cleaned.get(f"{path}.{PROPOSED}") else None
            if found is not None:
                _add(given, path, dict(found.row))
        for path, made in self.controls.items():
            if _is_there(path, cleaned):
                for row in made.rows():
                    _add(given, path, row)
        for path, helping in self.helping.items():
            if _is_there(path, cleaned):
                for row in helping.rows():
                    _add(given, path, row)
        return given

    def _of(self, who: str) -> OfferedDice | None:
        named = self.named_at(who)
        if named and named not in self.found:
            self.found[named] = self.inputs.proposal(self.campaign, named)
        return self.found.get(named)


def _is_there(path: str, cleaned: dict[str, Any]) -> bool:
    """Whether the parts in which a list lies are there: no box that is ticked brings one in that was left out."""
    steps = path.split(".")
    around = (".".join(steps[:place]) for place in range(1, len(steps)))
    return all(cleaned.get(one, True) and cleaned.get(f"{one}.id", True) for one in around)


def _add(given: Any, path: str, row: Value) -> None:
    """Put a row at the end of the list at a path."""
    step, _dot, rest = path.partition(".")
    if not rest:
        given[step] = [*given.get(step, ()), row]
    elif isinstance(given, list):
        _add(given[int(step)], rest, row)
    else:
        _add(given.setdefault(step, {}), rest, row)
