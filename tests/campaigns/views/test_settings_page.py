"""Settings and policies: readable by all, changed by GMs, every fault told at once."""

import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.models import CampaignState, Entry, Membership
from rules.catalogue import SETTINGS
from rules.words import setting_words
from tests.campaigns.spine import Game, new_game

pytestmark = pytest.mark.django_db

PLAIN = {
    "die": "12",
    "humanity_definition": "",
    "humanity_zero": "gm_permanent",
    "extra_descriptors.stamina": "",
    "extra_descriptors.will": "",
    "extra_descriptors.lore": "",
    "power_minimum": "will",
    "need_days": "1",
    "need_bonus_days": "1",
    "withdrawal_rolls": "separate",
    "fatigue_rest_hours": "24",
    "enhancements": "on",
    "snapshot_bonuses": "normal",
    "named_contact": "exact",
    "contact_present": "off",
    "contact_hours": "1",
    "unwilling_binding": "off",
    "shared_binding": "off",
    "banish_needs_presence": "off",
    "power_recovery_days": "1",
    "shock": "scene",
    "demons_can_die": "on",
    "demon_evidence": "off",
}


def as_(member: Membership) -> Client:
    client = Client()
    client.force_login(member.user)
    return client


def send(game: Game, member: Membership, **words: Any) -> Any:
    address = reverse("change_settings", args=[game.campaign.pk, "sorcerer"])
    return as_(member).post(address, {"key": uuid.uuid4().hex, **PLAIN, **words})


def settings(game: Game) -> dict[str, Any]:
    return dict(CampaignState.objects.get(pk=game.campaign.pk).settings)


def test_every_setting_stands_on_the_page_with_its_clause() -> None:
    game = new_game()
    page = as_(game.observer).get(reverse("campaign_settings", args=[game.campaign.pk])).content.decode()

    assert len(PLAIN) - 2 == len(SETTINGS["sorcerer"].__struct_fields__)
    for name in SETTINGS["sorcerer"].__struct_fields__:
        label, _help, clause = setting_words("sorcerer", name)
        assert label in page
        assert clause in page
    assert "<input" not in page.partition("<main")[2].partition("</main")[0]


def test_gm_changes_settings_in_one_entry_with_only_what_is_different() -> None:
    game = new_game()
    before = Entry.objects.count()

    assert (
        send(game, game.gm, die="10", **{"extra_descriptors.lore": "Book-Bound\nTaught by Cats"}).status_code
        == 302
    )

    assert Entry.objects.count() == before + 1
    lore = {"stamina": [], "will": [], "lore": ["Book-Bound", "Taught by Cats"]}
    assert settings(game) == {"sorcerer.die": 10, "sorcerer.extra_descriptors": lore}


def test_setting_put_back_to_its_default_is_chosen_no_more() -> None:
    game = new_game()
    send(game, game.gm, die="10")

    assert send(game, game.gm, die="12").status_code == 302
    assert settings(game) == {}


def test_nothing_different_writes_nothing() -> None:
    game = new_game()
    before = Entry.objects.count()

    assert send(game, game.gm).status_code == 302
    assert Entry.objects.count() == before


def test_all_faults_are_told_at_once_and_words_are_kept() -> None:
    game = new_game()
    before = Entry.objects.count()

    response = send(
        game, game.gm, die="1", contact_hours="99", shock="never", humanity_definition="keep faith"
    )

    page = response.content.decode()
    assert response.status_code == 422
    assert all(f"{name}_error" in page for name in ("die", "contact_hours", "shock"))
    assert "keep faith" in page
    assert Entry.objects.count() == before


@pytest.mark.parametrize("role", ["player", "observer"])
def test_only_gms_change_what_was_agreed(role: str) -> None:
    game = new_game()

    assert send(game, getattr(game, role), die="10").status_code == 403
    assert settings(game) == {}


def test_policy_is_changed_for_all_to_see() -> None:
    game = new_game()
    address = reverse("change_policy", args=[game.campaign.pk])
    policies = ("player_rulings", "player_undo", "gm_may_consent")
    words = {"hand_dice": "off", "sealed_rolls": "off", **dict.fromkeys(policies, "on")}

    assert as_(game.gm).post(address, {"key": "one", **words}).status_code == 302
    assert CampaignState.objects.get(pk=game.campaign.pk).policy == {"hand_dice": False}
    assert as_(game.player).post(address, {"key": "two", **words}).status_code == 403


def test_unknown_system_is_not_there() -> None:
    game = new_game()
    address = reverse("change_settings", args=[game.campaign.pk, "chess"])

    assert as_(game.gm).post(address, {"key": "one"}).status_code == 404
