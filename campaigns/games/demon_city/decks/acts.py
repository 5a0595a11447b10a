"""The two decks laid out as they usually are, in one act (DEC-DECK-01)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from django.utils.translation import gettext as _

from campaigns.games.demon_city.decks.reading import BOTH
from campaigns.games.demon_city.kinds import PILES
from campaigns.models import Campaign, DemonCityDeck, Membership
from campaigns.services.play.action_inputs import Request, new_record_id
from campaigns.services.play.playing import ActRequest, Played, play
from rules import words
from rules.demon_city.building import OF_EACH_VALUE
from rules.demon_city.cards import FOOL, HIGHEST_NUMBER, PACK, SUITS
from rules.kernel.values import Values

KIND = "demon_city.deck"


class BothStand(Exception):
    """Both decks are made up already. Nothing was changed."""


class NothingLeft(Exception):
    """No card of the Horror's Deck lies face down."""


def standing_decks(campaign: Campaign) -> dict[str, list[str]]:
    """The cards of the decks that are made up, in no order that tells of the piles; the oldest of each counts."""
    rows = DemonCityDeck.objects.filter(record__campaign=campaign, deck__in=BOTH)
    found: dict[str, list[str]] = {}
    for row in rows.order_by("record__born", "pk"):
        cards = sorted(card for pile in PILES for card in getattr(row, pile))
        if cards:
            found.setdefault(str(row.deck), cards)
    return found


def lay_out_decks(*, actor: Membership, key: str, nonce: str = "") -> Played:
    """Make up whichever deck is missing: the thirty numbers and The Fool, and the numbers that they leave.

    `BothStand` where there is nothing to do. A record that waits to be made up as that deck is taken for it.
    """

    def plan(campaign: Campaign) -> Iterator[Request]:
        standing = standing_decks(campaign)
        missing = [name for name in BOTH if name not in standing]
        if not missing:
            raise BothStand
        return _steps(campaign, standing, missing, f"{actor.pk}/{key}")

    return play(actor, ActRequest(key, (), plan, nonce=nonce))


def share_what_is_left(*, actor: Membership, key: str) -> Played:
    """The GM tells the table which cards of the Horror's Deck lie face down, as they are now (DEC-DECK-18).

    `NothingLeft` where none does.
    """

    def plan(campaign: Campaign) -> Iterator[Request]:
        rows = DemonCityDeck.objects.filter(record__campaign=campaign, deck="horror").exclude(draw=[])
        deck = rows.order_by("record__born", "pk").first()
        if deck is None:
            raise NothingLeft
        cards = ", ".join(words.choice_of("demon_city", "card", card) for card in PACK if card in deck.draw)
        told = _("Left in the Horror's Deck, face down: %(cards)s") % {"cards": cards}
        yield Request("table.note", {"words": told, "about": [str(deck.pk)]})

    return play(actor, ActRequest(key, (), plan))


def _steps(
    campaign: Campaign, standing: Mapping[str, list[str]], missing: Sequence[str], act: str
) -> Iterator[Request]:
    waiting = _begun(campaign)
    names = {"players": _("The Players' Deck"), "horror": _("The Horror's Deck")}
    made: dict[str, str] = {}
    for number, name in enumerate(one for one in missing if one not in waiting):
        made[name] = new_record_id(campaign.pk, act, number, "input.id")
        about = {"kind": KIND, "name": names[name], "owner": None, "visibility": "table"}
        yield Request("table.create", {"about": about, "fields": []}, known={"id": made[name]})
    ids = {**waiting, **made}
    theirs = standing.get("players") or _thirty(standing.get("horror", ()))
    if "players" in missing:
        has_fool = FOOL not in standing.get("horror", ())
        given: Values = {"deck": {"id": ids["players"]}, "cards": theirs, "fool": has_fool}
        yield Request("demon_city.build_players_deck", given)
        theirs = [*theirs, *([FOOL] if has_fool else [])]
    if "horror" in missing:
        yield _horror(ids["horror"], theirs)


def _horror(record: str, theirs: list[str]) -> Request:
    """The number cards that the players leave; The Fool too, if theirs was made up without it (DEC-DECK-09)."""
    ties_fool = FOOL not in theirs
    left = [card for card in _numbers() if card not in theirs]
    cards = [*left, *([FOOL] if ties_fool else [])]
    given: Values = {"deck": {"id": record}, "fool_creature": ties_fool, "cards": cards}
    return Request("demon_city.build_horror_deck", given, known={"players_cards": theirs})


def _thirty(taken: Iterable[str]) -> list[str]:
    """Three number cards of each value, by suits in their order, of those that the Horror's Deck leaves."""
    cards: list[str] = []
    for value in range(1, HIGHEST_NUMBER + 1):
        free = [f"{suit}-{value}" for suit in SUITS if f"{suit}-{value}" not in taken]
        cards += free[:OF_EACH_VALUE]
    return cards


def _numbers() -> list[str]:
    return [f"{suit}-{value}" for suit in SUITS for value in range(1, HIGHEST_NUMBER + 1)]


def _begun(campaign: Campaign) -> dict[str, str]:
    """Records that were made as a deck and hold no card yet, by which deck they are to be."""
    rows = DemonCityDeck.objects.filter(record__campaign=campaign, deck__in=BOTH, draw=[])
    empty = rows.filter(discard=[], table=[]).order_by("-record__born", "-pk")
    return {str(row.deck): str(row.pk) for row in empty}
