"""Settings and policies: readable by all, changed by GMs, every fault told at once."""

import html
import re
import uuid
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse

from campaigns.forms.settings import POLICY_WORDS, RULINGS, PolicyForm, SettingsForm
from campaigns.game import games
from campaigns.models import CampaignState, Entry, Membership
from campaigns.policy import POLICIES
from campaigns.queries.clauses import title_of
from rules.catalogue import SETTINGS
from rules.kernel.errors import RulesError
from rules.reference import all_clauses
from rules.words import setting_words
from tests.campaigns.spine import Game, browser, new_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

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


def send(game: Game, member: Membership, **words: Any) -> Any:
    address = reverse("change_settings", args=[game.campaign.pk, "sorcerer"])
    return browser(member).post(address, {"key": uuid.uuid4().hex, **PLAIN, **words})


def settings(game: Game) -> dict[str, Any]:
    return dict(CampaignState.objects.get(pk=game.campaign.pk).settings)


def test_every_setting_stands_on_the_page_with_its_clause() -> None:
    game = new_game()
    page = browser(game.observer).get(reverse("campaign_settings", args=[game.campaign.pk])).content.decode()

    assert len(PLAIN) - 2 == len(SETTINGS["sorcerer"].__struct_fields__)
    for name in SETTINGS["sorcerer"].__struct_fields__:
        label, _help, clause = setting_words("sorcerer", name)
        assert label in page
        assert clause in page
    assert "<input" not in page.partition("<main")[2].partition("</main")[0]


def test_a_reader_is_told_how_each_stands_and_a_default_only_of_what_is_another() -> None:
    game = new_game()
    address = reverse("campaign_settings", args=[game.campaign.pk])
    page = browser(game.observer).get(address).content.decode()

    assert '<dd><b>No</b></dd><dd class="note">' in page
    assert "Default:" not in page
    send(game, game.gm, die="10")
    assert browser(game.observer).get(address).content.decode().count("Changed. Default: 12.") == 1


def test_traits_stand_in_settings_as_on_sheets() -> None:
    game = new_game()
    address = reverse("campaign_settings", args=[game.campaign.pk])

    assert "<b>Defense, Wits</b>" in browser(game.player).get(address).content.decode()
    assert "Defense\nWits</textarea>" in browser(game.gm).get(address).content.decode()


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
    policies = ("player_undo", "gm_may_consent", "overrides")
    words = {"hand_dice": "off", "sealed_rolls": "off", **dict.fromkeys(policies, "on")}
    words["player_rulings"] = "gm"

    assert browser(game.gm).post(address, {"key": "one", **words}).status_code == 302
    assert CampaignState.objects.get(pk=game.campaign.pk).policy == {
        **dict.fromkeys(policies, True),
        "player_rulings": "gm",
        "hand_dice": False,
        "sealed_rolls": False,
        "whispers": "gm_reads",
    }
    assert browser(game.player).post(address, {"key": "two", **words}).status_code == 403


def test_unknown_system_is_not_there() -> None:
    game = new_game()
    address = reverse("change_settings", args=[game.campaign.pk, "chess"])

    assert browser(game.gm).post(address, {"key": "one"}).status_code == 404


OTHERS = ("pandemonium", "demon_city", "fallen")


def _change(game: Game, system: str, **words: str) -> Any:
    """The GM's form of a system as it stands, but for `words`."""
    form = SettingsForm(system, {})
    stands = {name: form[name].value() for name in form.fields if name != "key"}
    typed = {name: _typed(value) for name, value in stands.items() if value is not None}
    address = reverse("change_settings", args=[game.campaign.pk, system])
    return browser(game.gm).post(address, {"key": uuid.uuid4().hex, **typed, **words})


def _typed(value: Any) -> Any:
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else value


@pytest.mark.parametrize("system", OTHERS)
@pytest.mark.parametrize("role", ["gm", "player"])
def test_each_systems_settings_stand_on_the_page_with_their_clauses(system: str, role: str) -> None:
    game = new_game()
    page = browser(getattr(game, role)).get(reverse("campaign_settings", args=[game.campaign.pk]))

    told = page.content.decode()
    for name in SETTINGS[system].__struct_fields__:
        label, _help, clause = setting_words(system, name)
        assert label in told
        assert f">{clause}</a>" in told


@pytest.mark.parametrize("system", OTHERS)
def test_settings_sent_as_they_stand_write_nothing(system: str) -> None:
    game = new_game()
    before = Entry.objects.count()

    assert _change(game, system).status_code == 302
    assert Entry.objects.count() == before


CHANGES: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("pandemonium", {"defense_pool": "defense\ndexterity"}, {"defense_pool": ["defense", "dexterity"]}),
    ("pandemonium", {"free_kinds": ["drain", "control"]}, {"free_kinds": ["control", "drain"]}),
    ("demon_city", {"max_throws": "5", "single_pack": "off"}, {"max_throws": 5, "single_pack": False}),
    (
        "demon_city",
        {"court_values.king": "10"},
        {"court_values": {"page": 11, "knight": 12, "queen": 13, "king": 10}},
    ),
    ("fallen", {"difficulty_cap": "9", "ones_cancel": "off"}, {"difficulty_cap": 9, "ones_cancel": False}),
]


@pytest.mark.parametrize(("system", "words", "wanted"), CHANGES, ids=[f"{change[1]}" for change in CHANGES])
def test_change_in_any_system_is_one_entry_of_what_differs(
    system: str, words: dict[str, Any], wanted: dict[str, Any]
) -> None:
    game = new_game()

    assert _change(game, system, **words).status_code == 302
    assert settings(game) == {f"{system}.{name}": value for name, value in wanted.items()}
    assert game.verified().faults == []


def test_healing_times_are_changed_as_rows_of_seven() -> None:
    game = new_game()

    assert _change(game, "fallen", **{"heal_hours.mortal_bashing": "2 2 2 2 3 6 12"}).status_code == 302
    assert settings(game)["fallen.heal_hours"]["mortal_bashing"] == [2, 2, 2, 2, 3, 6, 12]


FAULTS = [
    ("pandemonium", "defense_pool", "Den's Wits"),
    ("pandemonium", "defense_pool", "a\nb\nc\nd\ne\nf"),
    ("pandemonium", "defense_pool", ""),
    ("pandemonium", "facts_per_success", ""),
    ("pandemonium", "free_kinds", "everything"),
    ("demon_city", "court_values.king", "99"),
    ("demon_city", "max_throws", "0"),
    ("demon_city", "out_at", "never"),
    ("fallen", "heal_hours.mortal_lethal", "1 2 3"),
    ("fallen", "heal_hours.mortal_lethal", "1 2 3 4 5 6 seven"),
    ("fallen", "heal_hours.demon_lethal", "0 0 0 0 0 0 0"),
    ("fallen", "difficulty_cap", "11"),
    ("fallen", "reroll_limit", "9" * 30),
]


@pytest.mark.parametrize(("system", "name", "value"), FAULTS)
def test_faulty_setting_is_told_at_its_control(system: str, name: str, value: str) -> None:
    game = new_game()
    before = Entry.objects.count()

    response = _change(game, system, **{name: value})

    assert response.status_code == 422
    assert list(response.context["sent"].errors) == [name]
    assert f'id="id_{system}_{name}_error"' in response.content.decode()
    assert Entry.objects.count() == before


def test_each_setting_says_to_which_part_of_the_rules_it_belongs() -> None:
    game = new_game()
    page = browser(game.gm).get(reverse("campaign_settings", args=[game.campaign.pk])).content.decode()
    found = re.findall(r'id="(setting-[^"]+)" data-area="([^"]+)" data-name="([^"]+)"', page)
    known = {title_of(clause) for clause in all_clauses()} | {"Other settings"}
    assert len(found) == page.count('id="setting-') > 20
    assert {html.unescape(area) for _id, area, _name in found} - known == set()


def test_policy_of_sealed_rolls_says_where_nothing_is_ever_sealed() -> None:
    told = PolicyForm({})["sealed_rolls"].help_text
    clauses = {game.name: game.permissions.never_sealed for game in games().values()}

    assert {name for name in clauses if name in told} == {name for name, clause in clauses.items() if clause}
    assert [clause for clause in clauses.values() if clause not in told] == []


def test_the_page_for_people_names_each_policy_as_settings_do() -> None:
    told = Path("docs/at-the-table.md").read_text(encoding="utf-8")
    head, _title, agreed = told.partition("## What the table agrees on")
    choices = [list(map(str.strip, row.split("|")[1:3])) for row in re.findall(r"^\| .*", head, re.MULTILINE)]
    policies = [row.split("|")[1].strip() for row in re.findall(r"^\| .*", agreed, re.MULTILINE)]

    assert policies[1:] == [str(label) for label, _told in POLICY_WORDS.values()]
    assert [str(one).split(".")[0] for one in RULINGS.values()] == [label for label, _told in choices[1:]]
    assert {name for name, stands in POLICIES.items() if stands} == {
        "player_rulings",
        "player_undo",
        "overrides",
        "whispers",
    }
    begins = "*Players ask, the GM grants*, undo, overriding, and whispers that the GM reads; the other three are off"
    assert f"A new campaign begins with {begins}" in agreed


def choose_games(game: Game, member: Membership, *chosen: str) -> Any:
    address = reverse("change_games", args=[game.campaign.pk])
    return browser(member).post(address, {"key": uuid.uuid4().hex, "games": chosen})


def played(game: Game) -> Any:
    return CampaignState.objects.get(pk=game.campaign.pk).policy.get("games")


def test_games_are_switched_on_and_off_and_the_log_proves_it() -> None:
    game = new_game()

    assert choose_games(game, game.gm, "fallen", "sorcerer").status_code == 302
    assert played(game) == ["sorcerer", "fallen"], "in the order in which games are listed"
    assert choose_games(game, game.gm, "fallen").status_code == 302
    assert played(game) == ["fallen"]

    page = browser(game.player).get(reverse("campaign_settings", args=[game.campaign.pk])).content.decode()
    assert "Played here: Fallen." in page
    told = browser(game.player).get(reverse("log", args=[game.campaign.pk])).content.decode()
    assert re.search(r"Games played: <b>Fallen</b>", told)
    assert game.verified().holds


def test_a_game_of_which_there_are_records_stays_on_and_the_page_says_why() -> None:
    game = new_game()
    game.make("demon", "Vesh")

    page = browser(game.gm).get(reverse("campaign_settings", args=[game.campaign.pk])).content.decode()
    assert re.search(r'value="sorcerer"[^>]* checked disabled', page)
    assert page.count("so it stays on") == 1
    assert choose_games(game, game.gm, "fallen").status_code == 302
    assert played(game) == ["sorcerer", "fallen"], "the browser sends nothing for what cannot be unticked"


@pytest.mark.parametrize(
    "chosen", [["fallen"], [], ["sorcerer", "nowhere"], ["sorcerer"] * 2, "sorcerer", None]
)
def test_what_cannot_be_played_is_refused_whoever_sends_it(chosen: Any) -> None:
    game = new_game()
    game.make("character", "Mara")

    with pytest.raises(RulesError):
        game.act("table.change_policy", {"values": {"games": chosen}})

    assert played(game) is None


def test_nothing_chosen_and_nothing_new_write_nothing() -> None:
    game = new_game()
    choose_games(game, game.gm, "fallen")
    before = Entry.objects.count()

    refused = choose_games(game, game.gm)
    assert (refused.status_code, "Choose at least one game." in refused.content.decode()) == (422, True)
    assert choose_games(game, game.gm, "fallen").status_code == 302
    assert choose_games(game, game.player, "sorcerer").status_code == 403
    assert Entry.objects.count() == before


def test_pages_show_the_games_that_are_played() -> None:
    game = new_game()
    choose_games(game, game.gm, "fallen", "demon_city")

    for name in ("action_palette", "campaign_rules", "campaign_odds", "campaign_settings", "new_character"):
        page = browser(game.gm).get(reverse(name, args=[game.campaign.pk])).content.decode()
        main = page.partition("<main")[2]
        if name == "campaign_settings":  # where the others are switched on
            main = main.partition('id="games"')[0] + main.partition('id="policies"')[2]
        assert ("Fallen" in main, "Demon City" in main) == (True, True), name
        assert ("Sorcerer" in main, "Pandemonium" in main) == (False, False), name
    making = reverse("make_character", args=[game.campaign.pk, "sorcerer"])
    assert browser(game.gm).get(making).status_code == 404


def test_a_player_of_one_game_comes_to_its_creation_at_once() -> None:
    game = new_game()
    choose_games(game, game.gm, "fallen")

    answer = browser(game.player).get(reverse("new_character", args=[game.campaign.pk]))

    assert answer["Location"] == reverse("make_character", args=[game.campaign.pk, "fallen"])
