"""What the application fills in of the inputs of Demon City, and what of a step stays with the Host."""

from campaigns.game import Awards, Inputs
from campaigns.games.demon_city.decks import reading as decks
from campaigns.games.demon_city.derived import DERIVED, PERHAPS
from campaigns.games.demon_city.kinds import KNOWN_AS_SETS, SECRETS
from campaigns.models import Campaign
from rules.demon_city.allowed import PLAYERS_PILE
from rules.kernel.values import Values


def _players_deck(campaign: Campaign) -> Values:
    """Significators join the Players' Deck and no other, so that nobody has to choose it."""
    stands = decks.standing(campaign).get("players")
    return {"deck": stands} if stands else {}


def _extra_throws(count: int) -> Values:
    return {"source": "situational", "dice": count}


INPUTS = Inputs(
    awards=Awards(clause="DEC-EXTRA-04", row=_extra_throws),
    derived=DERIVED,
    perhaps=PERHAPS,
    named_by_id={("SortClashesInput", "links"): ("character",)},
    begun=dict.fromkeys(PLAYERS_PILE, _players_deck),
    told={
        "demon_city.build_players_deck": ("significators",),
        "demon_city.build_horror_deck": ("players_cards",),
        "demon_city.award_significator": ("taken", "horror_cards"),
    },
    secret=SECRETS,
    known_as_sets=KNOWN_AS_SETS,
)
