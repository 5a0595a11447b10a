"""What no single field tells: a record whose fields do not go together is refused by name, and by the database."""

from typing import Any
from uuid import UUID

import pytest
from django.db import IntegrityError, transaction

from campaigns.models import (
    DemonCityHealth,
    FallenHealth,
    FallenTurn,
    PandemoniumHealth,
    PandemoniumSpell,
    SympatheticConnection,
)
from campaigns.state.errors import StateRefusal
from tests.campaigns.spine import folded, new_game

pytestmark = [pytest.mark.django_db, pytest.mark.postgres, pytest.mark.slow]

REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("fallen.character", {"bashing": 4, "lethal": 3, "aggravated": 1}, "bashing"),
    ("fallen.character", {"strength": 11}, "strength"),
    ("fallen.character", {"unconscious_for": "for ever"}, "unconscious_for"),
    ("demon_city.character", {"stats.toughness": 3, "toughness": 4}, "toughness"),
    ("demon_city.character", {"stats.agility": "quick"}, "stats.agility"),
    ("demon_city.deck", {"draw": ["fool"], "discard": ["fool"]}, "discard"),
    ("demon_city.deck", {"draw": ["ace of spades"]}, "draw"),
    ("pandemonium.character", {"health": {"boxes": 2, "bashing": 3}}, "health"),
    ("pandemonium.character", {"health": {"boxes": 7, "resistant": {"lethal": 1}}}, "health"),
    ("pandemonium.character", {"hold.vines": "tight"}, "hold.vines"),
    ("pandemonium.connection", {"rating": 3, "base": 2}, "rating"),
]

BREACHES: list[tuple[str, Any, dict[str, Any]]] = [
    ("fallen.character", FallenHealth, {"bashing": 5, "lethal": 3}),
    ("fallen.character", FallenTurn, {"turn_initiative": 1}),
    ("demon_city.character", DemonCityHealth, {"toughness": -100}),
    ("pandemonium.character", PandemoniumHealth, {"boxes": 3, "lethal": 4}),
    ("pandemonium.character", PandemoniumHealth, {"resistant_bashing": 1}),
    ("pandemonium.spell", PandemoniumSpell, {"state": "forgotten"}),
    ("pandemonium.connection", SympatheticConnection, {"rating": 1}),
]


@pytest.mark.parametrize(("kind", "fields", "named"), REFUSED)
def test_what_does_not_go_together_is_refused_by_its_field(
    kind: str, fields: dict[str, Any], named: str
) -> None:
    game = new_game()
    before = game.state()

    with pytest.raises(StateRefusal) as refused:
        game.make(kind, "Somebody", **fields)

    assert refused.value.field == named
    assert game.state() == before


@pytest.mark.parametrize(("kind", "model", "values"), BREACHES)
def test_the_database_holds_the_same(kind: str, model: Any, values: dict[str, Any]) -> None:
    made = new_game().make(kind, "Somebody")

    with pytest.raises(IntegrityError), transaction.atomic():
        model.objects.filter(pk=UUID(made)).update(**values)


def test_a_health_track_is_one_value_in_columns_of_its_own() -> None:
    game = new_game()
    track = {"boxes": 8, "bashing": 2, "lethal": 1, "aggravated": 0}
    bob = game.make("pandemonium.character", "Bob", health={**track, "resistant": {"lethal": 1}})

    assert game.sheet(bob)["health"] == {**track, "resistant": {"bashing": 0, "lethal": 1, "aggravated": 0}}
    assert PandemoniumHealth.objects.get(pk=UUID(bob)).resistant_lethal == 1
    assert game.state() == folded(game.campaign)
