import pytest
from django.template.loader import render_to_string

from campaigns.templatetags.cards import COURTS, MAJORS, PIPS, SUITS, card, card_back, grand_card
from campaigns.templatetags.telling_pools import ToldHand

PACK = [*MAJORS, *(f"{suit}-{rank}" for suit in SUITS for rank in (*range(1, 11), *COURTS))]


def test_pack_has_seventy_eight_faces() -> None:
    drawn = {render_to_string("components/_card.html", card(code)) for code in PACK}

    assert len(drawn) == len(PACK) == 78


@pytest.mark.parametrize("number", sorted(PIPS))
def test_number_card_shows_its_number_of_pips(number: int) -> None:
    assert len(card(f"cups-{number}")["pips"]) == number


@pytest.mark.parametrize(
    ("code", "corner", "name"),
    [
        ("fool", "0", "The Fool"),
        ("death", "XIII", "Death"),
        ("wheel-of-fortune", "X", "Wheel of Fortune"),
        ("world", "XXI", "The World"),
        ("swords-queen", "Q", "Queen of Swords"),
        ("wands-1", "A", "Ace of Wands"),
        ("pentacles-10", "10", "10 of Pentacles"),
    ],
)
def test_card_is_named_and_numbered(code: str, corner: str, name: str) -> None:
    face = card(code)

    assert (face["corner"], face["name"]) == (corner, name)


def test_face_down_card_tells_its_deck_only() -> None:
    assert card_back("horror") == card_back("horror")
    assert card_back("horror") != card_back("players")


def test_each_major_has_a_ground_and_a_scene_of_its_own_and_no_other_card_has_one() -> None:
    grounds = {code: face["ground"] for code in PACK if (face := card(code)).get("ground")}

    assert grounds.keys() == {*MAJORS}
    assert len({*grounds.values()}) == len({card(code)["drawing"] for code in MAJORS}) == 22


def hand(counts: str, owned: tuple[str, ...] = (), *, is_top: bool = False) -> ToldHand:
    return ToldHand("Ann", (), (counts,), "", owned, counts=counts, is_top=is_top)


@pytest.mark.parametrize(
    ("hands", "code"),
    [
        ([hand("tower")], "tower"),
        ([hand("cups-queen", ("cups-queen",))], "cups-queen"),
        ([hand("cups-queen", ("cups-king",))], None),
        ([hand("cups-9")], None),
        ([hand("tower"), hand("cups-9", is_top=True)], None),
        ([hand("cups-9"), hand("star", is_top=True)], "star"),
        ([], None),
    ],
)
def test_a_major_or_a_significator_that_counts_for_most_fills_its_moment(
    hands: list[ToldHand], code: str | None
) -> None:
    assert grand_card(hands).get("code") == code
