"""The two decks on the table, as one viewer may see them, and whether anybody can throw yet."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.db.models import QuerySet

from campaigns.games.demon_city.kinds import PILES
from campaigns.models import Campaign, DemonCityDeck
from campaigns.models.prepared import prepared
from campaigns.queries import cast
from campaigns.queries.cast import Member
from campaigns.viewing import Hidden, Viewer
from rules.demon_city.cards import FOOL, PACK, is_number_card
from rules.demon_city.types import DeckName

KIND = "demon_city.deck"
BOTH: Final[tuple[DeckName, ...]] = ("players", "horror")


@dataclass(frozen=True)
class OnTheTable:
    """One deck: whether it is made up, its record, and what lies open of it. `left` is None for who may not count."""

    name: str
    stands: bool
    record: Member | None = None
    left: int | None = None
    table: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    """All of it, in the order of the pack; none for those who may not look into the pile."""
    face_down: tuple[str, ...] = ()
    """What of it lies in the pile, in the order of the pack: of the Players' Deck everybody knows it (DEC-DECK-18)."""

    @property
    def numbers(self) -> tuple[str, ...]:
        return tuple(card for card in self.cards if is_number_card(card))


def standing(campaign: Campaign) -> dict[str, str]:
    """The records of the decks that are made up, the oldest of each: until both stand, nobody throws (DEC-DECK-01)."""
    rows = DemonCityDeck.objects.filter(record__campaign=campaign, deck__in=BOTH)
    found: dict[str, str] = {}
    for row in rows.order_by("record__born", "pk"):
        if any(getattr(row, pile) for pile in PILES):
            found.setdefault(str(row.deck), str(row.pk))
    return found


def are_kept_here(campaign: Campaign) -> bool:
    """Whether cards come from a deck stored here: then nobody types any in, for a refusal would tell the next one."""
    return bool(_any_deck(campaign.pk))


@prepared
def _any_deck(campaign: UUID) -> QuerySet[DemonCityDeck, UUID]:
    return DemonCityDeck.objects.filter(record__campaign=campaign).values_list("pk", flat=True)[:1]


def on_the_table(campaign: Campaign, viewer: Viewer) -> list[OnTheTable]:
    """The Players' Deck and the Horror's Deck, whether they stand or not."""
    stand = standing(campaign)
    seen = {member.id: member for member in cast.of_kind(campaign, viewer, KIND)}
    return [_shown(name, name in stand, seen.get(stand.get(name, ""))) for name in BOTH]


def is_fool_astray(shown: Sequence[OnTheTable]) -> bool:
    """Whether both decks hold The Fool, or neither does, as far as the viewer may look into them (DEC-DECK-09)."""
    known = [card for card in shown if card.cards]
    return len(known) == len(BOTH) and sum(FOOL in card.cards for card in known) != 1


def _shown(name: str, stands: bool, one: Member | None) -> OnTheTable:
    if one is None:
        return OnTheTable(name, stands)
    pile = _known_to_all(one) if name == "players" else one["draw"]
    table, discard = tuple(one["table"]), tuple(one["discard"])
    if isinstance(pile, Hidden):
        return OnTheTable(name, stands, one, None, table, discard)
    cards = tuple(card for card in PACK if card in {*pile, *table, *discard})
    face_down = tuple(card for card in cards if card in pile)
    return OnTheTable(name, stands, one, len(pile), table, discard, cards, face_down)


def _known_to_all(deck: Member) -> list[str]:
    """What lies in the pile of the Players' Deck: whoever counted the cards that were thrown knows it."""
    return list(DemonCityDeck.objects.get(pk=UUID(deck.id)).draw)
