"""The bonus dice of one list of an act: boxes for what was granted, and chips to add some or to ask for some."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.forms.action.posted import Typed, without_rows
from campaigns.game import Carried, game_of
from campaigns.policy import Rights
from campaigns.queries.bonuses import BONUS, SIZES, Bonuses, OpenBonus, Proposal
from campaigns.services.play.awards import OF_ONES_OWN
from campaigns.viewing import Viewer
from rules import words
from rules.kernel.values import Value, Values

TAKEN, SEEN, PLUS, REASON, CARRIED = BONUS, "seen", "plus", "reason", "carried"
"""What stands beside the rows of a list: boxes that are ticked, those that were shown, a chip, why, what is carried."""
PROPOSE = "propose"
"""The command by which a form asks the GM: `propose 2 modifiers`."""
LONGEST = 500


@dataclass
class BonusControls:
    """The controls of one list, for whoever is named at `at` or fixed as `who`; they need no form of Django's."""

    rights: Rights
    campaign: str
    action: str
    path: str
    who: str
    """Who rolls here, if this member decides for them; else empty."""
    at: str
    """The control that names them; empty where they are fixed."""
    typed: Typed
    """What was sent, or what the form begins with."""
    bonuses: Bonuses
    by_command: bool = True
    """Whether it stands in a form of one act, which takes the command and what is ticked.

    Elsewhere nothing is played yet, and the act takes what is granted by when it is played, but
    for what was left.
    """

    @property
    def title(self) -> str:
        """What the list is called: bonus dice, or those of another side."""
        name = self.path.rpartition(".")[2]
        system = self.action.partition(".")[0]
        own = str(game_of(self.action).inputs.awards.title)
        return own if name == "modifiers" else words.field_words(system, name)[0]

    @property
    def may_give(self) -> bool:
        return self.rights.gives_rulings and self.by_command

    @property
    def may_ask(self) -> bool:
        return self.rights.proposes and bool(self.who or self.at)

    @property
    def boxes(self) -> list[tuple[OpenBonus, bool]]:
        """What may be taken, and whether it is: at first everything."""
        shown, ticked = self._said(SEEN), self._said(TAKEN)
        open_ones = self.bonuses.of(self.who, self.action) if self.who else []
        return [(one, one.id in ticked or one.id not in shown) for one in open_ones]

    @cached_property
    def _held(self) -> Sequence[Carried]:
        """What records hold for this roll."""
        viewer = Viewer.of(self.rights.member)
        return game_of(self.action).inputs.awards.carried(viewer, self.campaign, self.who) if self.who else ()

    @property
    def carried(self) -> list[tuple[Carried, bool]]:
        """What records hold for this roll, and whether it is taken: at first what is usual."""
        shown, ticked = self._said(SEEN), self._said(CARRIED)
        taken = [one.id in ticked or (one.is_usual and one.id not in shown) for one in self._held]
        return [
            (one, is_taken) for one, is_taken in zip(self._held, taken, strict=True) if not self._counts(one)
        ]

    @property
    def counting(self) -> list[Carried]:
        """What counts whether whoever rolls wants it or not: only the GM lets go of it."""
        return [one for one in self._held if self._counts(one)]

    @property
    def left(self) -> list[str]:
        """What was granted and is not taken."""
        return [one.id for one, is_taken in self.boxes if not is_taken]

    @property
    def asked(self) -> Proposal | None:
        return self.bonuses.asked(self.who, self.action) if self.who and self.may_ask else None

    @property
    def sizes(self) -> list[tuple[str, bool]]:
        """The chips that add dice, and whether one is chosen."""
        chosen = self._plus
        return [("", not chosen), *((str(size), chosen == str(size)) for size in SIZES)]

    @property
    def asks(self) -> list[tuple[int, str]]:
        """The chips that ask for dice, and the command of each."""
        return [(size, f"{PROPOSE} {size} {self.path}") for size in SIZES]

    def wanted(self, command: str) -> int | None:
        """How many dice a command asks the GM for, if it asks for some here."""
        return next((size for size, said in self.asks if said == command), None) if self.may_ask else None

    @property
    def reason(self) -> str:
        return next(iter(self._said(REASON)), "")

    @property
    def slug(self) -> str:
        return re.sub(
            r"[^a-z0-9]+", "-", f"{self.action}-{self.path}-{'' if self.at else self.who}".lower()
        ).strip("-")

    @property
    def names(self) -> set[str]:
        """What is sent of it besides rows."""
        return {f"{self.path}.{name}" for name in (TAKEN, SEEN, PLUS, REASON, CARRIED)}

    @property
    def state_url(self) -> str:
        return f"{reverse('bonus_state', args=[self.campaign])}?{self._query}"

    @property
    def ask_url(self) -> str:
        return f"{reverse('ask_bonus', args=[self.campaign])}?{self._query}"

    @property
    def params(self) -> str:
        """The controls around it that say what it shows."""
        return ",".join(
            [*(f"{self.path}.{name}" for name in (TAKEN, SEEN, CARRIED)), *([self.at] if self.at else [])]
        )

    def rows(self) -> list[Value]:
        """What of it goes into the list: what was granted and is ticked, and the chip."""
        rows: list[Value] = [{BONUS: one} for one in self._said(TAKEN)]
        rows += self.held_rows()
        if self.may_give and self._plus in map(str, SIZES):
            rows += [dict(row) for row in game_of(self.action).inputs.awards.rows(int(self._plus))]
        return rows

    def held_rows(self) -> list[Values]:
        """What records hold, as far as it is taken."""
        taken = self._said(CARRIED)
        if not taken and self.rights.gives_rulings:
            return []  # nothing counts by itself, so nobody needs to know what there is
        return [dict(one.row) for one in self._held if one.id in taken or self._counts(one)]

    def _counts(self, one: Carried) -> bool:
        return one.is_usual and not self.rights.gives_rulings

    def fault(self) -> str:
        """What is wrong with what was sent; empty where nothing is."""
        if self._plus and not (self.may_give and self._plus in map(str, SIZES)):
            return _("Choose +1 or +2, or add a row for anything else.")
        taken = self._said(CARRIED)
        if taken and not {one.id for one in self._held}.issuperset(taken):
            return _("These dice were carried already or are gone: clear their box.")
        return ""

    @property
    def _plus(self) -> str:
        return next(iter(self._said(PLUS)), "")

    @property
    def _query(self) -> str:
        who = {"at": self.at} if self.at else {"who": self.who}
        return urlencode(
            {"action": self.action, "path": self.path, **who, **({} if self.by_command else {"own": "1"})}
        )

    def _said(self, name: str) -> list[str]:
        return self.typed.getlist(f"{self.path}.{name}")


def who_rolls_at(action: str, path: str, side: str, acting: str) -> str:
    """Where whoever rolls with a list is named: as `AwardedDice` reads it, by the paths of a form."""
    named = game_of(action).inputs.awards.sides.get((action, without_rows(path)))
    if named is not None:
        return side or named
    return (side or acting) if path.rpartition(".")[2] in OF_ONES_OWN else ""
