"""The POST matrix of forms that stand on no page before something has happened: each met where it stands."""

from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction
from django.test import Client

from campaigns.games.sorcerer.rituals.acts import describe_demon
from campaigns.models import Record
from campaigns.services import sessions
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, play
from tests import people
from tests.campaigns import fighting
from tests.campaigns.everybody import Matrix, make_matrix, unhurried
from tests.campaigns.games.demon_city import test_round_page
from tests.campaigns.games.sorcerer import test_conflict_page as test_conflict
from tests.campaigns.games.sorcerer import test_ritual_page as test_rituals
from tests.campaigns.world import World, act, undo
from tests.factories import make_character, make_demon

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(300), pytest.mark.slow]

Table = people.Table
Met = dict[str, str]
"""The page on which each form is met, by the view that it is sent to."""


def in_a_turn(table: Table, gm: Client) -> Met:
    """The player's sorcerer attacks the other player's, who has still to act."""
    _two_attacks(table)
    return dict.fromkeys(("answer_attack", "end_conflict_round"), "conflict/")


def in_a_turn_answered(table: Table, gm: Client) -> Met:
    """The other player has said how the attack is met, which is to be resolved."""
    guard = _two_attacks(table)
    act(table.gm, "sorcerer.answer_attack", {"target": str(guard.pk), "response": "maintain"})
    return {"resolve_turn": "conflict/"}


def after_a_shot(table: Table, gm: Client) -> Met:
    """A shot has hit one and a second shot nobody: the first is to be read off, and the second may go on."""
    guard = make_character(table.other_player, "Shelly")
    shooters = [make_character(table.gm, name) for name in ("Boyd", "Amber")]
    for shooter in shooters:
        test_conflict.make_gun(table, shooter, drawn=True, aimed_at=str(guard.pk))
    shot = {"score": "stamina", "action": "shoot", "target": str(guard.pk)}
    combatants = [{"id": str(shooter.pk), **shot} for shooter in shooters]
    act(table.gm, "sorcerer.conflict_round", {"combatants": combatants}, hand=(12, 11, 10, 4, 3, 2))
    for shooter, faces in zip(shooters, ((1, 1, 1), (12, 12, 12)), strict=True):
        act(table.gm, "sorcerer.resolve_attack", {"attacker": str(shooter.pk)}, hand=faces)
    return dict.fromkeys(("read_off_hit", "shot_goes_on"), "conflict/")


def _two_attacks(table: Table) -> Record:
    mara, guard = (
        make_character(table.player, "Mara"),
        make_character(table.other_player, "Shelly", stamina=4),
    )
    test_conflict.roll_out(table, mara, guard, faces=test_conflict.MARA_FIRST)
    return guard


def in_a_fight(table: Table, gm: Client) -> Met:
    """The player's fighter has her turn and an empty pistol; the other player's holds back and may step in."""
    fighters = fighting.two_fighters(table)
    fighters["cy"] = fighting.fighter(table.gm, "Cy", table.other_player)
    known = {"holder": fighters["ana"], "dice": 4, "kind": "lethal", "ammo": 0}
    fighting.made(table.gm, "fallen.weapon", "Pistol", None, known)
    everybody = [{"id": fighter} for fighter in fighters.values()]
    act(table.gm, "fallen.initiative", {"fighters": everybody}, hand=(5, 2, 9))
    act(table.gm, "fallen.order_actions", {"fighters": everybody})
    act(table.other_player, "fallen.hold_back", {"fighter": fighters["cy"]})
    act(table.gm, "fallen.take_turn", {"fighter": {"id": fighters["ana"]}})
    return dict.fromkeys(("hold_back", "reload_weapon"), "fight/")


def at_a_ritual(table: Table, gm: Client) -> Met:
    """One demon is described, another has answered, a third was not fed."""
    sorcerer = make_character(table.player)
    asked: dict[str, Any] = {
        "kind": "object",
        "abilities": ["Cover"],
        "desire": "Power",
        "power": 3,
        "purpose": "To know",
    }
    described = str(uuid4())
    describe_demon(
        actor=table.player, sorcerer=str(sorcerer.pk), demon=described, name="Vesh", key="call", **asked
    )
    heard = make_demon(table.gm, "What answers", abilities=["Armor", "Big"], power=3, complete=False, need="")
    test_rituals.contact(table, sorcerer, heard)
    assert test_rituals.answer(gm, table, sorcerer, heard).status_code == 302
    unfed = make_demon(table.gm, "Tallowmere", state="present", need_unmet_days=3)
    start = f"rituals/{sorcerer.pk}"
    return {
        "name_power": f"{start}/{described}/",
        "end_contact": f"{start}/{heard.pk}/",
        "need_was_met": f"demons/{unfed.pk}/",
    }


def after_an_evening(table: Table, gm: Client) -> Met:
    """A roll was sealed in an evening that is over, and one is taken back."""
    act(table.gm, "table.change_policy", {"values": {"sealed_rolls": True}})
    given: dict[str, Any] = {
        "roller": {"id": fighting.two_fighters(table)["ana"]},
        "traits": [{"name": "strength"}],
    }
    sessions.begin_session(actor=table.gm, name="The first evening", key="evening")
    play(table.gm, ActRequest("sealed", (Request("fallen.roll", given),), sealed=True))
    sessions.end_session(actor=table.gm, key="over")
    rolled = act(table.player, "fallen.roll", given).entry.seq
    undo(table.player, rolled)
    return {"fresh_draws": f"log/{rolled}/fresh-draws/", "reveal_night": "log/reveal/"}


def without_decks(table: Table, gm: Client) -> Met:
    """Nobody has laid out a deck."""
    return {"lay_out_decks": "decks/"}


def in_a_round_announced(table: Table, gm: Client) -> Met:
    """Everybody has announced a deed, and nobody sorted them."""
    test_round_page.announced(gm, table)
    return {"sort_round": "action/"}


def in_a_round_sorted(table: Table, gm: Client) -> Met:
    """The cards of two Clashes lie face down."""
    test_round_page.two_fights(gm, table)
    clash = test_round_page.face_down(table)[0]
    return {"flip_round": "action/", "say_ready": "action/", "settle_clash": f"action/settle/{clash.id}/"}


STORIES: tuple[Callable[[Table, Client], Met], ...] = (
    in_a_turn,
    in_a_turn_answered,
    after_a_shot,
    in_a_fight,
    at_a_ritual,
    after_an_evening,
    without_decks,
    in_a_round_announced,
    in_a_round_sorted,
)


@pytest.fixture(scope="module", params=STORIES, ids=lambda one: one.__name__)
def met(request: Any, django_db_setup: None, django_db_blocker: Any) -> Iterator[tuple[Matrix, Met]]:
    """One story told, and the matrix of its forms; in the end it was never told."""
    with django_db_blocker.unblock(), transaction.atomic(), unhurried():
        table = people.make_table()
        gm = Client()
        gm.force_login(table.gm.user)
        pages = request.param(table, gm)
        yield make_matrix(World(table, {}), pages.values(), pages.keys()), pages
        transaction.set_rollback(True)


def test_everybody_sends_what_stands_there_and_only_whose_it_is_leaves_a_trace(
    met: tuple[Matrix, Met],
) -> None:
    matrix, pages = met

    wrong, taken = matrix.sent_by_everybody()

    assert wrong == [], "\n".join(wrong)
    assert {post.match.url_name for post in matrix.posts} == pages.keys()
    assert taken["gm"] + taken["other_player"] + taken["player"] >= len(pages)


def test_what_stands_there_about_others_is_answered_alike_and_writes_nothing(
    met: tuple[Matrix, Met],
) -> None:
    wrong, told = met[0].sent_about_others()

    assert wrong == [], "\n".join(wrong)
    assert not told["written"]


def test_gm_of_another_campaign_has_nothing_of_it_taken_there(met: tuple[Matrix, Met]) -> None:
    assert met[0].sent_elsewhere() == []
