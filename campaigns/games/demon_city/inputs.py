"""What the application fills in of the inputs of Demon City, and what of a step stays with the Host."""

from collections.abc import Sequence

from django.db.models import Q
from django.utils.translation import gettext_lazy

from campaigns.game import Awards, Inputs
from campaigns.games.demon_city.decks import reading as decks
from campaigns.games.demon_city.decks.deck_draws import DRAW
from campaigns.games.demon_city.derived import DERIVED, PERHAPS
from campaigns.games.demon_city.kinds import KNOWN_AS_SETS, SECRETS
from campaigns.games.demon_city.rounds.reading import AWARD, FIGHTER
from campaigns.games.demon_city.unseen import face_down
from campaigns.models import Campaign, Membership, Record
from rules.demon_city.allowed import PLAYERS_PILE
from rules.kernel.values import Values


def _players_deck(campaign: Campaign) -> Values:
    """Significators join the Players' Deck and no other, and players draw from it: nobody has to choose it."""
    stands = decks.standing(campaign).get("players")
    return {"deck": stands} if stands else {}


def _not_taken(campaign: Campaign, action: str, member: Membership) -> frozenset[str]:
    """Significators are of the Players' Deck and of players' characters (DEC-DECK-20); the Horror's Deck is the Host's
    (DEC-DECK-08)."""
    is_none = Q()
    if action in PLAYERS_PILE or (action == DRAW and not member.is_gm):
        is_none |= Q(demon_city_deck__deck="horror")
    if action == AWARD:
        is_none |= Q(kind=FIGHTER) & ~Q(character__control="player")
    if not is_none:
        return frozenset()
    found = Record.objects.filter(is_none, campaign=campaign)
    return frozenset(map(str, found.values_list("pk", flat=True)))


def _extra_throws(count: int) -> Sequence[Values]:
    """Each extra throw is an advantage of its own: size does not count (DEC-EXTRA-02, DEC-EXTRA-03)."""
    one: Values = {"source": "situational", "dice": 1}
    return (one,) * count


INPUTS = Inputs(
    awards=Awards(clause="DEC-EXTRA-04", title=gettext_lazy("Extra throws"), rows=_extra_throws),
    derived=DERIVED,
    perhaps=PERHAPS,
    follows_from={("demon_city.recover_toughness", "intensity"): "hit_by"},
    unseen=face_down,
    named_by_id={
        ("SortClashesInput", "links"): ("character",),
        ("Remembered", "targets"): ("character",),
    },
    begun=dict.fromkeys((*PLAYERS_PILE, DRAW), _players_deck),
    told={
        "demon_city.build_players_deck": ("significators",),
        "demon_city.build_horror_deck": ("players_cards",),
        "demon_city.award_significator": ("taken", "horror_cards"),
        "demon_city.c100": ("deck",),
        "demon_city.announce": ("conditional",),  # which none may have (DEC-ROUND-10)
        **dict.fromkeys(("demon_city.clash", "demon_city.chase"), ("sides",)),
    },
    in_sight=frozenset({"targets", "stat_name", "degrees"}),
    over=_not_taken,
    mostly_one=frozenset({"deck", "round", "clash", "chase"}),
    secret=SECRETS,
    known_as_sets=KNOWN_AS_SETS,
)
