"""Which Significators somebody holds, and which nobody may win."""

from campaigns.games.demon_city.kinds import PILES
from campaigns.models import Campaign, DemonCityDeck, DemonCitySheet
from campaigns.queries import cast
from rules.demon_city.cards import FOOL


def held(campaign: Campaign) -> set[str]:
    """The cards that are somebody's Significators."""
    sheets = DemonCitySheet.objects.filter(record__campaign=campaign)
    return {card for cards in sheets.values_list("significators", flat=True) for card in cards}


def not_free(campaign: Campaign) -> set[str]:
    """Those, and what the Horror's Deck holds of the one pack (DEC-DECK-11), or of The Fool in any case."""
    rows = DemonCityDeck.objects.filter(record__campaign=campaign, deck="horror")
    horrors = {card for row in rows for pile in PILES for card in getattr(row, pile)}
    return held(campaign) | (horrors if is_one_pack(campaign) else horrors & {FOOL})


def is_one_pack(campaign: Campaign) -> bool:
    """Whether both decks come from one pack (DEC-DECK-11)."""
    return bool(cast.campaign_sheet(campaign).under("settings.demon_city").get("single_pack", True))
