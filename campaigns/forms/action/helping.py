"""What helps a roll, as boxes: the records of a game that may, of which everything else is read."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _

from campaigns.forms.action.posted import Typed
from campaigns.game import Help, Helping, game_of
from campaigns.policy import Rights
from campaigns.viewing import Viewer
from rules import words
from rules.kernel.values import Value

HELP = "help"
"""What stands beside the rows of such a list: the boxes that are ticked."""


@dataclass
class HelpControls:
    """The boxes of one list, for the roll of `who`, if that is known yet; they need no form of Django's."""

    action: str
    campaign: str
    rights: Rights
    path: str
    who: str
    typed: Typed
    """What was sent, or what the form begins with."""
    opposed: frozenset[str] = frozenset()
    """What the roll is to overcome, which is none of its help."""

    @property
    def name(self) -> str:
        return f"{self.path}.{HELP}"

    @property
    def title(self) -> str:
        return self._words[0]

    @property
    def told(self) -> object:
        return self._words[1] if self._takes_several else self.of_game.told

    @property
    def of_game(self) -> Helping:
        """What its game offers, and says beside the boxes."""
        return game_of(self.action).inputs.helping

    @cached_property
    def offered(self) -> Sequence[Help]:
        return self.of_game.offered(Viewer.of(self.rights.member), self.campaign, self.who)

    @property
    def near(self) -> list[tuple[Help, bool]]:
        """What touches whoever rolls or is ticked, and whether it is."""
        ticked = self.ticked
        return [
            (one, one.id in ticked)
            for one in self.offered
            if one.id in ticked or (one.is_near and one.id not in self.opposed)
        ]

    @property
    def others(self) -> list[Help]:
        """What else there is."""
        away = self.opposed.union(self.ticked)
        return [one for one in self.offered if not one.is_near and one.id not in away]

    def rows(self) -> list[Value]:
        """What is ticked, as it stands in the list."""
        return [{"id": one} for one in self.ticked]

    def fault(self) -> str:
        """What is wrong with what was sent; empty where nothing is."""
        if not {one.id for one in self.offered}.issuperset(self.ticked):
            return _("What was to help is over by now: clear its box.")
        if self.of_game.one_alone and len(self.ticked) > 1 and not self._takes_several:
            return str(self.of_game.one_alone)
        return ""

    @property
    def _words(self) -> tuple[str, str]:
        return words.field_words(self.action.partition(".")[0], self._list)

    @property
    def _list(self) -> str:
        return self.path.rpartition(".")[2]

    @property
    def _takes_several(self) -> bool:
        return self._list in self.of_game.several

    @property
    def ticked(self) -> list[str]:
        """The boxes that were ticked, or with which the form begins."""
        return self.typed.getlist(self.name)
