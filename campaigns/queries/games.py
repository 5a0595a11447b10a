"""Which of the games a campaign plays, and which of them concern somebody."""

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from django.db.models import QuerySet

from campaigns.game import TABLE
from campaigns.models import CampaignState, Membership, Record
from campaigns.models.kept_reads import kept_read
from campaigns.models.prepared import prepared
from campaigns.state.kinds import named, system_of
from rules.catalogue import SETTINGS
from rules.kernel.values import Value, Values

CHARACTERS = {system: named("character", system) for system in SETTINGS}
"""The kind of a character, and the purpose of its draft, by system."""

PLAYED = "games"
"""The policy that says which games are played: a list of their codes, or nothing where nobody has chosen."""

Known = tuple[str, str | None]
"""The kind of somebody whom a member knows, and who owns them."""


@dataclass(frozen=True)
class KnownGames:
    """The systems that are played, as a member knows it; and a player's own.

    Those that the table has chosen, and where it has not, as in older campaigns, those of which the member knows
    somebody in play: all of them while that is nobody yet. Whom the GM plays for a while is still their player's.
    """

    here: frozenset[str]
    own: frozenset[str]
    is_gm: bool
    is_chosen: bool

    @property
    def shown(self) -> frozenset[str]:
        """Those that concern the member: who plays nobody yet, the GM and whoever watches have all."""
        return self.own or self.here

    def listed(self) -> list[str]:
        """The systems that a page lists: those that concern the member, and the table's own."""
        return [*self.in_order(), TABLE]

    def in_order(self) -> list[str]:
        """Those that concern the member, in the order in which games are listed."""
        return [one for one in SETTINGS if one in self.shown]

    def may_begin(self, system: str) -> bool:
        """Whether somebody is made for a game here: of those that are played, once the table has chosen."""
        return system in self.here or (system in SETTINGS and not self.is_chosen)

    def place(self, system: str) -> int:
        """Where what belongs to a system stands among the others: what concerns the member comes first."""
        order = [*self.in_order(), *(one for one in SETTINGS if one not in self.shown)]
        return order.index(system) if system in order else len(order)


def games_chosen(policies: Values) -> tuple[str, ...]:
    """The games that the table has chosen to play; none where it has not, as in older logs."""
    said = policies.get(PLAYED)
    return tuple(one for one in said if isinstance(one, str)) if isinstance(said, list) else ()


def games_of(member: Membership) -> KnownGames:
    """The games of a member (two queries)."""
    known = Record.objects.filter(campaign=member.campaign_id, kind__in=CHARACTERS.values())
    if not member.is_gm:
        known = known.filter(visibility="table")
    found = known.values_list("kind", "owner").distinct()
    (policies,) = _policies(member.campaign_id)
    return games_among(member, ((kind, str(owner)) for kind, owner in found), policies)


def games_among(member: Membership, known: Iterable[Known], policies: Values) -> KnownGames:
    """The same, of those whom the member knows."""
    known = list(known)
    kinds = {kind for kind, _owner in known}.intersection(CHARACTERS.values())
    mine = {kind for kind, owner in known if member.role == "player" and owner == str(member.pk)}
    chosen = frozenset(SETTINGS).intersection(games_chosen(policies))
    is_open = not (kinds or chosen)
    here = frozenset(
        system for system, kind in CHARACTERS.items() if is_open or kind in kinds or system in chosen
    )
    own = frozenset(system for system, kind in CHARACTERS.items() if kind in mine)
    return KnownGames(here, own, member.is_gm, bool(chosen))


def games_with_records(campaign: UUID) -> frozenset[str]:
    """The games of which a campaign has records, whoever may see them."""
    kinds = Record.objects.filter(campaign=campaign).values_list("kind", flat=True).distinct()
    return frozenset(map(system_of, kinds)).intersection(SETTINGS)


@kept_read
@prepared
def _policies(campaign: UUID) -> QuerySet[CampaignState, dict[str, Value]]:
    return CampaignState.objects.filter(pk=campaign).values_list("policy", flat=True)
