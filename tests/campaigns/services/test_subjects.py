"""Where the fields of an input come from, for every action of every system."""

from collections.abc import Iterator
from typing import Annotated, Any, get_args, get_origin

import pytest
from msgspec import Struct

from campaigns.state import action_derivations, kinds
from campaigns.state.fields import Map
from rules import catalogue
from rules.kernel.action import Action
from rules.kernel.inputs import InputField, slots_of
from rules.kernel.origins import FreeText, FromRecord
from tests.campaigns.spine import new_game

pytestmark = pytest.mark.slow

KNOWN_BY_PROCEDURE = frozenset(
    {
        "sorcerer.recover_power input.days_since",
        "demon_city.build_players_deck input.significators",
        "demon_city.build_horror_deck input.players_cards",
        "demon_city.award_significator input.taken",
        "demon_city.award_significator input.horror_cards",
    }
)
"""What stands by itself in an input and is told by the log or by records that the input does not name."""

PLAYED = [action for action in catalogue.ACTIONS.values() if action.system != "table"]


@pytest.mark.parametrize("action", PLAYED, ids=[action.name for action in PLAYED])
def test_every_trait_that_an_action_reads_of_a_record_is_kept_or_derived(action: Action) -> None:
    unheard_of = [
        f"{action.name} {path}"
        for path, slot, nouns in traits_of(action.input_type, "input", ())
        if not _comes_from_somewhere(action, path, slot, nouns)
    ]

    assert set(unheard_of) <= KNOWN_BY_PROCEDURE


def traits_of(
    struct: type[Struct], path: str, nouns: tuple[str, ...]
) -> Iterator[tuple[str, InputField, tuple[str, ...]]]:
    """The fields that are read from records, and those that are derived, with the kinds they are read from."""
    for slot in slots_of(struct).values():
        here, source = f"{path}.{slot.name}", slot.mark(FromRecord)
        from_record = bool(nouns) and slot.given_by is None and source is None
        is_trait = from_record and slot.name != "id" and not slot.mark(FreeText)
        if is_trait or slot.given_by == "derived":
            yield here, slot, nouns
        if not is_trait:
            for inner in _structs(slot.kind):
                yield from traits_of(inner, here, source.kinds if source else ())


def _comes_from_somewhere(action: Action, path: str, slot: InputField, nouns: tuple[str, ...]) -> bool:
    if action_derivations.find(action.name, path) is not None:
        return True
    found = [kinds.kind(kinds.named(noun, action.system)).fields.get(slot.name) for noun in nouns]
    if slot.name == "hold" and any(isinstance(one, Map) for one in found):
        return False  # of all spells, this one's is meant
    return any(found) if found else False


def _structs(kind: Any) -> list[type[Struct]]:
    while get_origin(kind) is Annotated:
        kind = get_args(kind)[0]
    if isinstance(kind, type) and issubclass(kind, Struct):
        return [kind]
    return [struct for arg in get_args(kind) for struct in _structs(arg)]


@pytest.mark.django_db
def test_a_record_of_another_system_does_not_fit() -> None:
    game = new_game()
    sorcerer = game.make("character", "Mara", will=3)
    fighter = game.make("fallen.character", "Ana", strength=3, dexterity=3)

    with pytest.raises(Exception, match=r"a fallen\.character is needed here"):
        game.act("fallen.movement", {"fighter": {"id": sorcerer}, "gait": "walk", "yards": 3})
    with pytest.raises(Exception, match=r"a character( or demon)? is needed here"):
        game.act("sorcerer.spot_telltale", {"spotter": {"id": fighter}})


@pytest.mark.django_db
def test_an_attribute_that_nobody_settled_is_named_in_the_refusal() -> None:
    game = new_game()
    fighter = game.make("fallen.character", "Ana")

    with pytest.raises(Exception, match="Ana has no dexterity"):
        game.act("fallen.initiative", {"fighters": [{"id": fighter}]})
