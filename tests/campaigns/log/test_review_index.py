"""The index beside the log: whole, for each audience apart, and made again from the log alone."""

import pytest

from campaigns.log import rebuilding, review_index
from campaigns.models import Change, FreshTerms, Membership, Part, Posting, Tag, Term
from campaigns.queries.review.finding import Range, Wanted, find
from campaigns.services import revealing
from campaigns.services.redaction import redact
from campaigns.viewing import Viewer
from tests.campaigns.spine import Game, new_game

pytestmark = [pytest.mark.django_db, pytest.mark.postgres, pytest.mark.slow]


@pytest.fixture(params=[8, review_index.BLOCK], ids=["folded", "fresh"])
def game(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A campaign whose index has full blocks, and one in which everything is fresh."""
    from campaigns.queries.review import finding

    monkeypatch.setattr(review_index, "BLOCK", request.param)
    monkeypatch.setattr(review_index, "BITS", max(1, request.param // 8))
    monkeypatch.setattr(finding, "BLOCK", request.param)
    monkeypatch.setattr(finding, "NEAR", 2)
    game = new_game()
    for number in range(1, 15):
        game.act("table.note", {"words": f"note {number} of the candle"}, by=game.player)
    game.act("table.note", {"words": "the mirror lies", "audience": "gm"})
    game.campaign.refresh_from_db()
    return game


def found(game: Game, who: Membership, where: Range = Range(), most: int = 99, **wanted: str) -> list[int]:  # noqa: B008  # frozen
    game.campaign.refresh_from_db()
    return find(game.campaign, Viewer.of(who), Wanted(**wanted), where, most)  # type: ignore[arg-type]  # texts alone


def test_word_is_found_newest_first(game: Game) -> None:
    head = game.campaign.head_seq

    assert found(game, game.player, words="candles") == list(range(head - 1, head - 15, -1))
    assert found(game, game.player, words="candle", most=3) == [head - 1, head - 2, head - 3]


def test_pages_of_a_search_go_on_both_ways(game: Game) -> None:
    head = game.campaign.head_seq

    assert found(game, game.player, Range(before=head - 10), most=2, words="candle") == [head - 11, head - 12]
    assert found(game, game.player, Range(after=head - 10), most=2, words="candle") == [head - 9, head - 8]
    assert found(game, game.player, Range(oldest_first=True), most=2, words="candle") == [
        head - 14,
        head - 13,
    ]


def test_filters_combine(game: Game) -> None:
    game.act("table.note", {"words": "the candle again"}, by=game.other_player)
    head = game.campaign.head_seq + 1

    both = found(game, game.gm, words="candle again", person=str(game.other_player.pk), clause="TAB-TALK-01")

    assert both == [head]
    assert found(game, game.gm, words="candle again", person=str(game.player.pk)) == []


def test_word_of_the_gm_is_found_by_the_gm_alone(game: Game) -> None:
    assert found(game, game.gm, words="mirror") == [game.campaign.head_seq]
    assert found(game, game.player, words="mirror") == []
    assert found(game, game.player, sealed="yes") == []


def test_secret_value_is_found_by_the_gm_alone(game: Game) -> None:
    demon = game.make("demon", "Vesh", need="tallow")
    seq = game.campaign.head_seq + 1

    assert found(game, game.gm, words="tallow") == found(game, game.player, words="Vesh") == [seq]
    assert found(game, game.player, words="tallow") == []
    assert found(game, game.player, changes=demon, field="need") == []
    assert found(game, game.gm, changes=demon, field="need") == [seq]


def test_reveal_makes_a_word_findable(game: Game) -> None:
    sealed = game.campaign.head_seq

    revealing.reveal_entries(actor=game.gm, entries=[sealed], key="night")

    assert found(game, game.player, words="mirror") == [sealed]
    assert found(game, game.gm, sealed="yes") == []
    assert rebuilding.check(game.campaign) == []


def test_word_that_was_taken_out_leaves_no_trace(game: Game) -> None:
    seq = game.campaign.head_seq - 5
    told = Part.objects.get(entry__campaign=game.campaign, entry__seq=seq, kind="text")
    word = told.text.split()[1]

    redact(actor=game.gm, entry=seq, part=told.position, reason="a slip", key="redact")

    assert seq not in found(game, game.gm, words=f"{word} candle")
    assert not Term.objects.filter(text=f"w:{word}").exists()
    assert not FreshTerms.objects.filter(terms__contains=f"\nw:{word}\n").exists()
    assert rebuilding.check(game.campaign) == []


def test_everything_beside_the_chain_comes_back(game: Game) -> None:
    game.make("demon", "Vesh", need="tallow")
    game.act("table.ruling", {"words": "Chalk is salt.", "clause": "SOR-CONTAIN-01"})
    game.undo_all(game.campaign.entries.count())
    game.campaign.refresh_from_db()
    before = beside(game)
    for model in (Change, Tag, Posting, Term, FreshTerms):
        model._default_manager.all().delete()

    assert rebuilding.check(game.campaign) != []
    assert [campaign.pk for campaign in rebuilding.missing()] == [game.campaign.pk]
    rebuilding.rebuild(game.campaign)

    assert beside(game) == before
    assert rebuilding.check(game.campaign) == []


def test_what_is_wrong_beside_the_chain_is_named(game: Game) -> None:
    Tag.objects.filter(seq=5, kind="action").update(value="table.edit")
    Part.objects.filter(entry__seq=6, position=0).update(opened=7)

    faults = "; ".join(map(str, rebuilding.check(game.campaign)))

    assert "entry 5: its tags" in faults
    assert "entry 6: it is visible to everyone, but no entry reveals it" in faults


def beside(game: Game) -> tuple[object, ...]:
    tags = Tag.objects.values_list("seq", "kind", "value", "audience")
    changes = Change.objects.values_list("seq", "record", "field", "audience")
    blocks = range(game.campaign.head_seq // review_index.BLOCK + 1)
    masks = {(block, *one) for block in blocks for one in review_index.read(game.campaign, block).items()}
    return set(tags), set(changes), masks


@pytest.mark.parametrize(
    "places", [[], [0], [1, 2, 1023], list(range(63)), list(range(64)), list(range(1024))]
)
def test_places_come_back_as_they_were_packed(places: list[int]) -> None:
    mask = sum(1 << place for place in places)

    assert review_index.unpack(review_index.pack(mask)) == mask
    assert list(review_index.places_of(mask)) == places
