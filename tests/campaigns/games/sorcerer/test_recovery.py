"""Wounds are what lasting penalties become with the scene; a rest halves them all the same."""

import pytest

from campaigns.models import SorcererHealth
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, play
from tests.factories import make_character
from tests.people import Table

pytestmark = pytest.mark.django_db


def test_a_rest_after_the_scene_halves_the_wounds(table: Table) -> None:
    hurt = make_character(table.player, wounds=5)

    rest = Request("sorcerer.recover", {"character": str(hurt.pk), "rested": True})
    played = play(table.gm, ActRequest("rest", (rest,)))

    health = SorcererHealth.objects.get(pk=hurt.pk)
    assert (health.wounds, health.lasting) == (2, 0)
    assert played.result.outcome.after == 2  # type: ignore[attr-defined]  # a recovery's outcome


def test_a_rest_in_the_scene_halves_what_lasts(table: Table) -> None:
    hurt = make_character(table.player, lasting=5)

    rest = Request("sorcerer.recover", {"character": str(hurt.pk), "rested": True})
    play(table.gm, ActRequest("rest", (rest,)))

    health = SorcererHealth.objects.get(pk=hurt.pk)
    assert (health.wounds, health.lasting) == (0, 2)
