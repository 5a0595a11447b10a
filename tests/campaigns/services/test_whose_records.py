"""Role by record: what a player's valid act does to records that are not theirs, of every act of the palette."""

import json
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import transaction

from campaigns.game import games
from campaigns.models import Membership, Record
from campaigns.policy import NotAllowed
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, Played, play
from campaigns.state.errors import StateRefusal, UnknownRecord
from rules.kernel.errors import RulesError
from tests.campaigns.palette_cases import AT_THE_TABLE, make_world, players_actions, worked_for
from tests.campaigns.services.stored_cases import Case
from tests.campaigns.spine import Game, document, new_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

ACTIONS = [name for name in players_actions() if name not in AT_THE_TABLE]
REFUSED = (NotAllowed, UnknownRecord, RulesError, StateRefusal)

MEANT: dict[str, set[str]] = {
    # What a spell does to those it is worked on, or an attack on it to the spell.
    "pandemonium.assail": {"opposed.*", "state"},
    "pandemonium.attack": {"came_to.*", "health", "round.hit.*"},
    "pandemonium.control": {"came_to.*", "hold.*"},
    "pandemonium.direct": {"came_to.*", "health", "hold.*", "round.hit.*"},
    "pandemonium.drain": {"came_to.*", "hold.*", "mana"},
    "pandemonium.heal": {"came_to.*", "health", "hold.*"},
    "pandemonium.investigate": {"came_to.*", "hold.*"},
    "pandemonium.plunder": {"came_to.*", "hold.*"},
    # What a mage makes of a spell of their own, whoever it belongs to.
    # With what the newest use of it was paid, and in which way it was made, which say whether its next try is free.
    "pandemonium.refresh": {"made", "paid"},
    "pandemonium.shape": {"made", "paid", "timing"},
    # What a ritual does to its demon.
    "sorcerer.banish": {"state"},
    "sorcerer.contact": {"callers.*", "delays", "state"},
    "sorcerer.end_contact": {"state"},
    "sorcerer.lift_contain": {"state"},  # a Contain is its maker's, and nobody's own
    "sorcerer.punish": {"power", "punished_at", "punishment"},
    "sorcerer.summon": {"callers.*", "delays", "tries"},
    # Those whom one who waits lets go ahead, whom a grip of one's own lets go, and a weapon in one's own hands.
    "fallen.hold_back": {"turn_order"},
    "fallen.let_go": {"grip", "held_by", "restraint"},
    "fallen.reload": {"ammo"},
    # Who is met in a fight; what is held keeps being held.
    "fallen.ambush": {"in_combat"},
    "fallen.maintain": {"bashing", "healed_from"},
    # A weapon that nobody holds: in the cases these lie about.
    "fallen.strafe": {"ammo"},
    "sorcerer.ready_gun": {"drawn"},
    # The table's own: a round, a task, a pile.
    "demon_city.announce": {"announced"},
    "demon_city.opposed_throw": {"state"},
    "demon_city.spend_significator": {"discard"},
    "demon_city.static_throw": {"state"},
}
"""By act, the fields of somebody else's records that a player's act may change."""


@contextmanager
def undone() -> Iterator[None]:
    """Whatever happens in here is taken back."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def played(game: Game, member: Membership, case: Case, faces: list[Any], given: Any = None) -> Played | None:
    """What comes of a case that a member plays; None where it is refused."""
    step = Request(case.action, given or case.given, known=case.known)
    try:
        with transaction.atomic():
            return play(member, ActRequest(uuid.uuid4().hex, (step,), hand=tuple(faces) or None))
    except REFUSED:
        return None


def owned(case: Case, mine: str | None, player: Membership, other: Membership) -> None:
    """One record is a player's, all others somebody else's."""
    Record.objects.filter(pk__in=case.ids.values()).update(owner=other)
    if mine is not None:
        Record.objects.filter(pk=mine).update(owner=player)


def field_of(name: str, case: Case) -> str:
    """A field, without the id that it may end with."""
    ids = {*case.ids.values()}
    return ".".join("*" if part in ids else part for part in name.split("."))


@pytest.mark.parametrize("action", ACTIONS)
def test_player_changes_nothing_of_somebody_elses_but_what_the_act_is_for(action: str) -> None:
    game = new_game()
    worked = worked_for(action, by_player=True)
    case = make_world(game, worked)
    found: set[str] = set()
    for mine in case.ids.values():
        with undone():
            owned(case, mine, game.player, game.other_player)
            done = played(game, game.player, case, worked.faces)
            changes = document(done.entry)["changes"] if done is not None else ()
            others = {*case.ids.values()} - {mine}
            found |= {field_of(name, case) for record, name, _old, _new in changes if record in others}

    assert found == MEANT.get(action, set())


@pytest.mark.parametrize("action", ACTIONS)
def test_nobody_but_its_player_plays_an_act(action: str) -> None:
    game = new_game()
    worked = worked_for(action, by_player=True)
    case = make_world(game, worked)
    for member in (game.observer, game.player):
        with undone():
            owned(case, None, game.player, game.other_player)
            assert played(game, member, case, worked.faces) is None or any(
                action in game.permissions.asks_only for game in games().values()
            )


@pytest.mark.parametrize("action", ACTIONS)
def test_what_is_hidden_is_told_from_nothing_that_is_not_there(action: str) -> None:
    game = new_game()
    worked = worked_for(action, by_player=True)
    case = make_world(game, worked)
    for hidden in case.ids.values():
        if hidden not in json.dumps(case.given):
            continue
        nowhere = str(uuid.uuid4())
        elsewhere = json.loads(json.dumps(case.given).replace(hidden, nowhere))
        with undone():
            Record.objects.filter(pk__in=case.ids.values()).update(owner=game.player)
            Record.objects.filter(pk=hidden).update(owner=None, visibility="gm")
            told = [
                _told(game, case, given).replace(one, "")
                for given, one in ((case.given, hidden), (elsewhere, nowhere))
            ]
        assert told[0] == told[1]


def _told(game: Game, case: Case, given: Any) -> str:
    step = Request(case.action, given, known=case.known)
    try:
        with transaction.atomic():
            play(game.player, ActRequest(uuid.uuid4().hex, (step,)))
    except REFUSED as error:
        return f"{type(error).__name__}: {error}"
    return "played"
