"""Override: the GM's way round what is known and round the order of play, a step of its own in the same entry."""

import io
from typing import Any

import pytest
from django.urls import reverse

from campaigns.log.export.reading import WHILE_WAITING
from campaigns.log.projector import read_entry
from campaigns.log.verify import verify
from campaigns.models import Membership, Part, Pending
from campaigns.policy import NotAllowed
from campaigns.queries.review.finding import EVERYTHING
from campaigns.queries.review.statistics import statistics
from campaigns.services import deleting
from campaigns.services.importing import import_campaign
from campaigns.services.play.act_request import KeyReused, Override, Played
from campaigns.services.redaction import redact
from campaigns.viewing import Hidden, Viewer
from rules.kernel.errors import InvalidInput, RuleViolation
from tests.campaigns.log.export.evening import exported
from tests.campaigns.spine import Game, browser, document, input_of, new_game, person

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

HOUSE = Override("house_rule", "The bell tower falls on him.")
TRAITS: dict[str, Any] = {
    "strength": 3,
    "dexterity": 3,
    "stamina": 3,
    "perception": 2,
    "wits": 3,
    "state": "active",
}


@pytest.fixture
def game() -> Game:
    return new_game()


def two(game: Game) -> dict[str, str]:
    """Ana, the player's, and Bo, the GM's."""
    ana = game.make("fallen.character", "Ana", owner=game.player, kind="demon", **TRAITS)
    return {"ana": ana, "bo": game.make("fallen.character", "Bo", kind="mortal", **TRAITS)}


def attack(sides: dict[str, str]) -> dict[str, Any]:
    return {"attacker": {"id": sides["ana"]}, "target": {"id": sides["bo"]}, "maneuver": "strike"}


def hit(sides: dict[str, str], net: int) -> dict[str, Any]:
    return {**attack(sides), "net": net}


@pytest.mark.clause("TAB-OVERRIDE-03")
def test_hit_without_an_attack_is_refused_for_the_player_and_for_the_gm(game: Game) -> None:
    sides = two(game)

    with pytest.raises(NotAllowed):
        game.act("fallen.hit", hit(sides, 60), by=game.player)
    with pytest.raises(RuleViolation) as refused:
        game.act("fallen.hit", hit(sides, 60))

    assert refused.value.clause == "FAL-DAMAGE-01"


@pytest.mark.clause("TAB-OVERRIDE-03")
def test_gm_overrides_a_clause_and_a_player_does_not(game: Game) -> None:
    sides = two(game)
    told: dict[str, Any] = {"action": "fallen.hit", "given": hit(sides, 60), "override": HOUSE}

    with pytest.raises(NotAllowed, match="Only the GM can override"):
        game.act(by=game.player, **told)
    played = game.act(**told)

    assert [step.action for step in played.steps[:2]] == ["table.override", "fallen.hit"]
    assert played.steps[0].input == {
        "action": "fallen.hit",
        "what": ({"field": None, "known": None, "given": None, "clause": "FAL-DAMAGE-01"},),
        "reason": "house_rule",
        "words": "The bell tower falls on him.",
    }
    assert game.verified().holds


def test_value_that_a_request_knows_is_told_with_what_was_given(game: Game) -> None:
    sides = two(game)
    game.act("fallen.attack", attack(sides), hand=(9, 9, 4))
    net = Pending.objects.get(question="fallen.hit", state="open").data["net"]
    game.act("table.settle", {
        "pending": {"id": str(Pending.objects.get(question="fallen.defend", state="open").pk)},
        "how": "waived", "reason": "Away.",
    })  # fmt: skip

    with pytest.raises(RuleViolation) as refused:
        game.act("fallen.hit", hit(sides, 60))
    played = game.act("fallen.hit", hit(sides, 60), override=HOUSE)

    assert (refused.value.clause, refused.value.known) == ("FAL-DAMAGE-01", net)
    what = played.steps[0].input["what"]
    assert what == ({"field": "net", "known": net, "given": 60, "clause": "FAL-DAMAGE-01"},)


def test_value_of_a_record_is_given_otherwise(game: Game) -> None:
    ana = two(game)["ana"]
    roll = {"roller": {"id": ana}, "traits": [{"name": "strength", "dice": 5}]}

    with pytest.raises(RuleViolation) as refused:
        game.act("fallen.roll", roll)
    played = game.act("fallen.roll", roll, override=HOUSE)

    assert (refused.value.clause, refused.value.field, refused.value.known) == (
        "TAB-OVERRIDE-01",
        "input.traits.0.dice",
        3,
    )
    assert len(played.steps[1].drawn) >= 5
    assert game.verified().holds


def test_override_that_sets_nothing_aside_leaves_no_step(game: Game) -> None:
    ana = two(game)["ana"]

    played = game.act(
        "fallen.roll", {"roller": {"id": ana}, "traits": [{"name": "strength"}]}, override=HOUSE
    )

    assert [step.action for step in played.steps] == ["fallen.roll"]


def test_override_breaks_no_types_and_no_engine(game: Game) -> None:
    sides = two(game)

    with pytest.raises(InvalidInput):
        game.act("fallen.hit", hit(sides, 9000), override=HOUSE)
    game.edit(sides["ana"], unconscious=True)
    with pytest.raises(RuleViolation) as refused:
        game.act("fallen.attack", attack(sides), override=HOUSE)

    assert refused.value.clause == "FAL-UNCON-03"


def test_reason_is_one_of_four(game: Game) -> None:
    with pytest.raises(InvalidInput, match="house_rule"):
        game.act("fallen.hit", hit(two(game), 60), override=Override("because"))


@pytest.mark.clause("TAB-OVERRIDE-03")
def test_table_that_agreed_on_no_overrides_has_none(game: Game) -> None:
    sides = two(game)
    game.act("table.change_policy", {"values": {"overrides": False}})

    with pytest.raises(NotAllowed, match="settings do not allow"):
        game.act("fallen.hit", hit(sides, 60), override=HOUSE)


def test_nobody_plays_an_override_by_itself(game: Game) -> None:
    told = {"action": "fallen.hit", "what": [{"clause": "FAL-DAMAGE-01"}], "reason": "story"}

    with pytest.raises(InvalidInput):
        game.act("table.override", told)


def test_same_key_with_another_reason_is_another_request(game: Game) -> None:
    sides = two(game)
    first = game.act("fallen.hit", hit(sides, 60), override=HOUSE, key="once")

    again = game.act("fallen.hit", hit(sides, 60), override=HOUSE, key="once")

    assert (again.was_repeated, again.entry) == (True, first.entry)
    with pytest.raises(KeyReused):
        game.act("fallen.hit", hit(sides, 60), override=Override("story"), key="once")


def as_read(game: Game, member: Membership, played: Played) -> Any:
    """An entry as a member reads it, by whatever keys its actions have."""
    found = read_entry(Viewer.of(member), Part.objects.filter(entry=played.entry))
    assert found is not None
    return found


def test_what_only_the_gm_may_read_of_an_act_is_the_gms_in_its_override(game: Game) -> None:
    """Two rolls of somebody unseen that differ in what was known of them, and in how much: players read the same."""
    read = []
    for strength in (2, 4):
        values = [
            {"field": name, "set": one}
            for name, one in {**TRAITS, "strength": strength, "wits": strength}.items()
        ]
        about = {"kind": "fallen.character", "name": "Lurker", "owner": None, "visibility": "gm"}
        made = game.act(
            "table.create", {"about": about, "fields": [*values, {"field": "kind", "set": "demon"}]}
        )
        roll = {
            "roller": {"id": input_of(made)["id"]},
            "traits": [{"name": "strength", "dice": 3}, {"name": "wits", "dice": 2}],
        }
        played = game.act("fallen.roll", roll, override=HOUSE, hand=(1, 2, 3, 4, 5))
        read.append(as_read(game, game.player, played)["steps"][0])
        page = browser(game.player).get(reverse("log_entry", args=[game.campaign.pk, played.entry.seq]))
        assert page.content.decode().count("Override: the GM decided something hidden") == 1
        whole = as_read(game, game.gm, played)["steps"][0]["input"]["what"]
        told = {"field": "traits.0.dice", "known": strength, "given": 3, "clause": None}
        assert whole[0] == told and len(whole) == (1 if strength == 2 else 2)

    assert read[0] == read[1]
    assert read[0]["input"]["reason"] == "house_rule", "that it happened is everybody's"
    assert isinstance(read[0]["input"]["what"], Hidden) and isinstance(read[0]["outcome"]["values"], Hidden)


def test_words_of_an_override_can_be_taken_out(game: Game) -> None:
    played = game.act("fallen.hit", hit(two(game), 60), override=HOUSE)

    part = next(part for part in Part.objects.filter(entry=played.entry) if "bell tower" in part.text)

    assert part.position > 0
    redact(actor=game.gm, entry=played.entry.seq, part=part.position, reason="private", key=game.key())
    assert isinstance(as_read(game, game.gm, played)["steps"][0]["input"]["words"], Hidden)
    assert game.verified().holds


def test_overrides_are_counted_by_reason_for_each_member(game: Game) -> None:
    sides = two(game)
    for override in (HOUSE, HOUSE, Override("story")):
        game.act("fallen.hit", hit(sides, 1), override=override)
    game.undo_all(game.act("fallen.hit", hit(sides, 1), override=Override("mistake")).entry.seq)

    game.campaign.refresh_from_db()
    (counted,) = statistics(game.campaign, Viewer.of(game.player), EVERYTHING).overrides

    assert (counted.name, counted.counted) == ("Gwen", [("house_rule", 2), ("story", 1)])
    page = browser(game.player).get(reverse("statistics", args=[game.campaign.pk])).content.decode()
    assert 'data-label="Times">3</td>' in page
    assert "house rule <b>2</b>, for the story <b>1</b>" in page


def test_undo_takes_back_the_act_and_the_override_with_it(game: Game) -> None:
    sides = two(game)
    before = game.state()

    game.undo_all(game.act("fallen.hit", hit(sides, 60), override=HOUSE).entry.seq)

    assert game.state() == before
    assert game.verified().holds


def test_a_file_carries_it(game: Game) -> None:
    seq = game.act("fallen.hit", hit(two(game), 60), override=HOUSE).entry.seq
    data = exported(game)
    deleting.delete_campaign(owner=game.campaign.owner, campaign=game.campaign)

    copy = import_campaign(owner=person("owner"), stream=io.BytesIO(data), limits=WHILE_WAITING)

    assert verify(copy).holds
    assert document(copy.entries.get(seq=seq))["steps"][0]["input"]["words"] == HOUSE.words
