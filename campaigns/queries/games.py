"""Which of the games a campaign plays, and which of them concern somebody: no campaign is bound to one."""

from collections.abc import Iterable
from dataclasses import dataclass

from campaigns.game import TABLE
from campaigns.models import Membership, Record
from campaigns.state.kinds import named
from rules.catalogue import SETTINGS

CHARACTERS = {system: named("character", system) for system in SETTINGS}
"""The kind of a character, and the purpose of its draft, by system."""

Known = tuple[str, str | None]
"""The kind of somebody whom a member knows, and who owns them."""


@dataclass(frozen=True)
class KnownGames:
    """The systems of which a member knows somebody in play, all of them where that is nobody yet; and a player's own.

    Somebody whom the GM plays for a while is still their player's.
    """

    here: frozenset[str]
    own: frozenset[str]
    is_gm: bool

    @property
    def shown(self) -> frozenset[str]:
        """Those that concern the member: who plays nobody yet, the GM and whoever watches have all."""
        return self.own or self.here

    def listed(self) -> list[str]:
        """The systems that a page lists: those that concern the member, the table's own, and for the GM the rest."""
        rest = [one for one in SETTINGS if self.is_gm and one not in self.shown]
        return [*self.in_order(), TABLE, *rest]

    def in_order(self) -> list[str]:
        """Those that concern the member, in the order in which games are listed."""
        return [one for one in SETTINGS if one in self.shown]

    def place(self, system: str) -> int:
        """Where what belongs to a system stands among the others: what concerns the member comes first."""
        order = [*self.in_order(), *(one for one in SETTINGS if one not in self.shown)]
        return order.index(system) if system in order else len(order)


def games_of(member: Membership) -> KnownGames:
    """The games of a member (one query)."""
    known = Record.objects.filter(campaign=member.campaign_id, kind__in=CHARACTERS.values())
    if not member.is_gm:
        known = known.filter(visibility="table")
    found = known.values_list("kind", "owner").distinct()
    return games_among(member, ((kind, str(owner)) for kind, owner in found))


def games_among(member: Membership, known: Iterable[Known]) -> KnownGames:
    """The same, of those whom the member knows."""
    known = list(known)
    kinds = {kind for kind, _owner in known}.intersection(CHARACTERS.values())
    mine = {kind for kind, owner in known if member.role == "player" and owner == str(member.pk)}
    here = frozenset(system for system, kind in CHARACTERS.items() if kind in kinds or not kinds)
    own = frozenset(system for system, kind in CHARACTERS.items() if kind in mine)
    return KnownGames(here, own, member.is_gm)
