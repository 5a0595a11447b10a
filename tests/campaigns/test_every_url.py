"""Every URL for every person, by a table: who is let in, whom it turns away and how, and what every answer carries."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.db import transaction
from django.urls import URLPattern

from campaigns.config import lanes
from campaigns.services.founding import found_campaign
from tests.campaigns import world as worlds
from tests.campaigns.pages import faults_of
from tests.campaigns.world import PEOPLE, World, rolled_back

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

SENT_AWAY, GONE = "302 404 404", "405 405 405 405"
OPEN, NO_FORM = "200 " * 7, "405 " * 7
MINE, MINE_ONLY = f"302 {'200 ' * 6}", f"302 {'405 ' * 6}"
ALL_IN = f"{SENT_AWAY} 200 200 200 200"
GMS = f"{SENT_AWAY} 403 403 403"

# By view: what GET gives to anonymous, outsider, former member, observer, other player, player and GM; then what a
# POST with nothing in it gives them.
EXPECTED: dict[str, tuple[str, str]] = {
    # For all
    "about": (OPEN, NO_FORM),
    "licence": (OPEN, NO_FORM),
    "stylebook": (OPEN, NO_FORM),
    "reached": (OPEN, NO_FORM),
    "rules": (OPEN, NO_FORM),
    "clause": (OPEN, NO_FORM),
    "glossary": (OPEN, NO_FORM),
    "stage": (OPEN, NO_FORM),
    "stage_since": ("205 " * 7, NO_FORM),
    "odds_explorer": (OPEN, NO_FORM),
    "first_run": (OPEN, "422 " * 7),
    "set_new_password": (OPEN, "422 " * 7),
    "join_campaign": ("200 200 200 302 302 302 302", "422 422 422 302 302 302 302"),
    # For whoever has an account
    "campaigns_list": (MINE, MINE_ONLY),
    "found_campaign": (MINE, f"302 {'422 ' * 6}"),
    "look_around": (MINE_ONLY, f"302 {'400 ' * 6}"),
    "start_demo_over": ("302 " * 7, "302 " * 7),  # nobody has one
    "remove_demo": ("302 " * 7, "302 " * 7),
    "import_campaign": (MINE, f"302 {'422 ' * 6}"),
    "import_progress": (MINE, MINE_ONLY),
    "account_home": (MINE, MINE_ONLY),
    "own_templates": (MINE, MINE_ONLY),
    "own_template": (f"302 {'404 ' * 5} 200", f"302 {'404 ' * 5} 400"),  # the GM's own
    "end_session_of_mine": (MINE_ONLY, f"302 {'404 ' * 6}"),
    "make_owners_link": (MINE_ONLY, f"302 {'403 ' * 6}"),
    "close_reset_link": (MINE_ONLY, "302 " * 7),
    "put_away_notice": (MINE_ONLY, f"302 {'404 ' * 6}"),
    "let_stage_in": (MINE, MINE_ONLY),
    "can_reach": (MINE, MINE_ONLY),
    "devices_seen": (MINE, MINE_ONLY),
    # Accounts, ours and allauth's
    "account_login": (f"200 {'302 ' * 6}", f"422 {'302 ' * 6}"),
    "account_logout": (MINE, "302 " * 7),
    "account_inactive": (OPEN, NO_FORM),
    "account_signup": (OPEN, NO_FORM),
    "account_reauthenticate": (MINE, MINE),
    "account_email": (MINE, MINE_ONLY),
    "account_email_verification_sent": (OPEN, NO_FORM),
    "account_change_password": (MINE, f"302 {'422 ' * 6}"),
    "account_confirm_email": (OPEN, "404 " * 7),
    "account_reset_password_from_key": (OPEN, OPEN),
    "account_set_password": ("302 " * 7, "302 " * 7),
    "account_reset_password": (OPEN, NO_FORM),
    "account_reset_password_done": (OPEN, NO_FORM),
    "account_reset_password_from_key_done": (OPEN, NO_FORM),
    "account_confirm_login_code": ("302 " * 7, "302 " * 7),
    "usersessions_list": (MINE, MINE_ONLY),
    "mfa_index": (MINE, MINE_ONLY),
    "mfa_authenticate": ("302 " * 7, "302 " * 7),
    "mfa_reauthenticate": ("302 " * 7, "302 " * 7),
    "mfa_activate_totp": ("302 " * 7, "302 " * 7),
    "mfa_deactivate_totp": (f"302 {'404 ' * 6}", f"302 {'404 ' * 6}"),
    "mfa_view_recovery_codes": (f"302 {'404 ' * 6}", MINE_ONLY),
    "mfa_generate_recovery_codes": ("302 " * 7, "302 " * 7),
    "mfa_download_recovery_codes": (f"302 {'404 ' * 6}", f"302 {'404 ' * 6}"),
    # Pages for all members
    "campaign_home": (ALL_IN, f"{SENT_AWAY} {GONE}"),
    "since": (ALL_IN, f"{SENT_AWAY} {GONE}"),
    "people": (ALL_IN, f"{SENT_AWAY} {GONE}"),
    "log": (ALL_IN, f"{SENT_AWAY} {GONE}"),
    "log_verify": (ALL_IN, f"{SENT_AWAY} {GONE}"),
    "check_dice": (ALL_IN, f"{SENT_AWAY} {GONE}"),
    "log_lines": (ALL_IN, f"{SENT_AWAY} {GONE}"),
    # The world's newest entry is not undone, and holds words of the player's.
    "fresh_draws": (f"{GMS} 404", f"{GMS} 404"),
    "redact_entry": (f"{SENT_AWAY} 403 404 200 200", f"{SENT_AWAY} 403 404 422 422"),
    "recap": (ALL_IN, f"{SENT_AWAY} {GONE}"),
    "edit_recap": (f"{SENT_AWAY} 403 200 200 200", f"{SENT_AWAY} 403 400 400 400"),
    "statistics": (ALL_IN, f"{SENT_AWAY} {GONE}"),
    "log_head": (ALL_IN, f"{SENT_AWAY} {GONE}"),
    "log_entry": (ALL_IN, f"{SENT_AWAY} {GONE}"),
    "log_row": (ALL_IN, f"{SENT_AWAY} {GONE}"),
    "cast_then": (ALL_IN, f"{SENT_AWAY} {GONE}"),
    "record_then": (ALL_IN, f"{SENT_AWAY} {GONE}"),
    "exports": (ALL_IN, f"{SENT_AWAY} {GONE}"),
    "take_export": (ALL_IN, f"{SENT_AWAY} {GONE}"),
    "campaign_odds": (ALL_IN, f"{SENT_AWAY} {GONE}"),
    "campaign_rules": (ALL_IN, f"{SENT_AWAY} {GONE}"),
    "campaign_glossary": (ALL_IN, f"{SENT_AWAY} {GONE}"),
    "campaign_clause": (ALL_IN, f"{SENT_AWAY} {GONE}"),
    "table": (ALL_IN, f"{SENT_AWAY} {GONE}"),
    "fight": (ALL_IN, f"{SENT_AWAY} {GONE}"),
    "decks": (ALL_IN, f"{SENT_AWAY} {GONE}"),
    "action_round": (ALL_IN, f"{SENT_AWAY} {GONE}"),
    "spells": (ALL_IN, f"{SENT_AWAY} {GONE}"),
    "let_go_of_spell": (f"{SENT_AWAY} 403 404 404 404", f"{SENT_AWAY} 403 404 404 404"),  # here no spell
    "shape_spell": (f"{SENT_AWAY} 403 404 404 404", f"{SENT_AWAY} 403 404 404 404"),
    "spell_book": (ALL_IN, f"{SENT_AWAY} {GONE}"),
    "write_spell": (f"{SENT_AWAY} 403 404 404 404", f"{SENT_AWAY} 403 404 404 404"),  # here no mage
    "cast_from_book": (f"{SENT_AWAY} 403 404 404 404", f"{SENT_AWAY} 403 404 404 404"),
    "conflict": (ALL_IN, f"{SENT_AWAY} {GONE}"),
    "rituals": (ALL_IN, f"{SENT_AWAY} {GONE}"),
    "ritual": (ALL_IN, f"{SENT_AWAY} {GONE}"),
    "contain": (ALL_IN, f"{SENT_AWAY} {GONE}"),
    "character": (ALL_IN, f"{SENT_AWAY} {GONE}"),
    "record": (f"{SENT_AWAY} 302 302 302 302", f"{SENT_AWAY} {GONE}"),  # here a character, which is elsewhere
    "demon": (ALL_IN, f"{SENT_AWAY} {GONE}"),
    "campaign_settings": (ALL_IN, f"{SENT_AWAY} {GONE}"),
    "action_palette": (ALL_IN, NO_FORM),
    # Reviewing the log
    "log_sessions": (ALL_IN, f"{SENT_AWAY} {GONE}"),
    "bookmark_entry": (f"{SENT_AWAY} {GONE}", f"{SENT_AWAY} 400 400 400 400"),
    "entry_comments": (f"{SENT_AWAY} {GONE}", f"{SENT_AWAY} 422 422 422 422"),
    "edit_comment": (f"{SENT_AWAY} 403 403 403 200", f"{SENT_AWAY} 403 403 403 422"),
    "remove_comment": (f"{SENT_AWAY} {GONE}", f"{SENT_AWAY} 403 403 403 302"),
    "reveal_night": (f"{GMS} 200", f"{GMS} 422"),
    "reveal_entry": (f"{GMS} 200", f"{GMS} 422"),
    "reveal_session": (f"{GMS} 404", f"{GMS} 404"),
    # What members do
    "leave_campaign": (ALL_IN, f"{SENT_AWAY} 422 422 422 422"),
    "presence": (f"{SENT_AWAY} {GONE}", f"{SENT_AWAY} 302 302 302 302"),
    "see_calls": (f"{SENT_AWAY} {GONE}", f"{SENT_AWAY} 204 204 204 204"),
    "portrait_image": (ALL_IN, f"{SENT_AWAY} {GONE}"),
    "shown_picture": (ALL_IN, f"{SENT_AWAY} {GONE}"),
    "portrait": (f"{SENT_AWAY} 403 403 200 200", f"{SENT_AWAY} 403 403 422 422"),
    "remove_portrait": (f"{SENT_AWAY} 403 405 405 405", f"{SENT_AWAY} 403 403 400 400"),
    "change_places": (f"{SENT_AWAY} {GONE}", f"{SENT_AWAY} 404 404 404 404"),
    "choose_colour": (f"{SENT_AWAY} {GONE}", f"{SENT_AWAY} 400 400 400 400"),
    "see_news": (f"{SENT_AWAY} {GONE}", f"{SENT_AWAY} 302 302 302 302"),
    "put_away": (f"{SENT_AWAY} {GONE}", f"{SENT_AWAY} 302 302 302 302"),
    "write_note": (f"{SENT_AWAY} {GONE}", f"{SENT_AWAY} 422 422 422 422"),
    # What players do. An action that is not offered, or a question that is not one's own, is not there.
    "play_action": (f"{SENT_AWAY} 404 200 200 200", f"{SENT_AWAY} 404 422 422 422"),
    "preview_odds": (NO_FORM, f"{SENT_AWAY} 404 200 200 200"),
    "change_somebody": (f"{SENT_AWAY} 403 403 200 200", f"{SENT_AWAY} 403 403 409 409"),
    "pending_answer": (f"{SENT_AWAY} 404 404 404 200", f"{SENT_AWAY} 404 404 404 422"),
    # The world's record is no fighter and no weapon, and its open question no defence.
    "hold_back": (f"{SENT_AWAY} 403 405 405 405", f"{SENT_AWAY} 403 404 404 404"),
    "let_go_of_grip": (f"{SENT_AWAY} 403 405 405 405", f"{SENT_AWAY} 403 404 404 404"),
    "reload_weapon": (f"{SENT_AWAY} 403 405 405 405", f"{SENT_AWAY} 403 404 404 404"),
    "attack_in_fight": (f"{SENT_AWAY} 403 405 405 405", f"{SENT_AWAY} 403 404 404 404"),
    "begin_fight": (f"{GMS} 405", f"{GMS} 400"),
    "set_conditions": (f"{GMS} 405", f"{GMS} 404"),
    "let_spell_through": (f"{SENT_AWAY} 403 405 405 405", f"{SENT_AWAY} 403 404 404 404"),
    "let_through": (f"{SENT_AWAY} 403 405 405 405", f"{SENT_AWAY} 403 404 404 404"),
    "answers_odds": (NO_FORM, f"{SENT_AWAY} 404 404 404 200"),
    "settle_question": (NO_FORM, f"{SENT_AWAY} 404 404 404 422"),
    "announce_action": (f"{SENT_AWAY} 403 405 405 405", f"{SENT_AWAY} 403 422 422 422"),
    "be_content": (f"{SENT_AWAY} 403 405 405 405", f"{SENT_AWAY} 403 403 409 409"),
    "ask_for_throw": (f"{SENT_AWAY} 403 405 405 405", f"{SENT_AWAY} 403 302 302 302"),  # nobody's deed waits
    "announce_deed": (f"{SENT_AWAY} 403 405 405 405", f"{SENT_AWAY} 403 302 302 302"),  # it is nobody's turn
    "say_ready": (f"{SENT_AWAY} 403 405 405 405", f"{SENT_AWAY} 403 302 302 302"),  # nothing lies face down
    "announce_earlier": (f"{GMS} 405", f"{GMS} 302"),
    "withdraw_action": (f"{SENT_AWAY} 403 405 405 405", f"{SENT_AWAY} 403 403 302 302"),
    "roll_round": (f"{GMS} 405", f"{GMS} 400"),
    "answer_attack": (f"{SENT_AWAY} 403 405 405 405", f"{SENT_AWAY} 403 409 409 409"),
    "resolve_turn": (f"{SENT_AWAY} 403 405 405 405", f"{SENT_AWAY} 403 409 409 409"),
    "shot_goes_on": (f"{GMS} 405", f"{GMS} 400"),
    "read_off_hit": (f"{GMS} 405", f"{GMS} 400"),
    "penalise_unaimed": (f"{GMS} 405", f"{GMS} 409"),
    "end_conflict_round": (f"{GMS} 405", f"{GMS} 400"),
    "describe_demon": (f"{SENT_AWAY} 403 405 405 405", f"{SENT_AWAY} 403 422 422 422"),
    "roll_at_table": (f"{SENT_AWAY} 403 200 200 200", f"{SENT_AWAY} 403 422 422 422"),
    "ask_need": (f"{SENT_AWAY} 403 405 405 405", f"{SENT_AWAY} 403 403 400 400"),
    "choose_price": (f"{SENT_AWAY} 403 405 405 405", f"{SENT_AWAY} 403 403 302 302"),
    "hand_victories": (f"{SENT_AWAY} 403 405 405 405", f"{SENT_AWAY} 403 403 400 400"),
    "give_gun": (f"{SENT_AWAY} 403 405 405 405", f"{SENT_AWAY} 403 403 400 400"),
    "judge_price": (f"{GMS} 405", f"{GMS} 400"),
    "ask_for_rest": (f"{SENT_AWAY} 403 405 405 405", f"{SENT_AWAY} 403 403 400 400"),
    "try_to_act": (f"{SENT_AWAY} 403 405 405 405", f"{SENT_AWAY} 403 403 302 302"),
    "ask_resists": (f"{SENT_AWAY} 403 405 405 405", f"{SENT_AWAY} 403 403 400 400"),
    "gather_helpers": (f"{SENT_AWAY} 403 405 405 405", f"{SENT_AWAY} 403 403 400 400"),
    "gather_for_contain": (f"{SENT_AWAY} 403 405 405 405", f"{SENT_AWAY} 403 403 400 400"),
    "decline_help": (f"{SENT_AWAY} 403 405 405 405", f"{SENT_AWAY} 403 404 404 404"),
    "lift_contain": (f"{SENT_AWAY} 403 405 405 405", f"{SENT_AWAY} 403 404 404 404"),  # there is none
    "end_contact": (f"{SENT_AWAY} 403 405 405 405", f"{SENT_AWAY} 403 403 400 400"),
    "templates": (f"{SENT_AWAY} 403 200 200 200", f"{SENT_AWAY} 403 405 405 405"),
    "save_template": (f"{SENT_AWAY} 403 405 405 405", f"{SENT_AWAY} 403 403 302 302"),
    "new_character": (f"{SENT_AWAY} 403 200 200 200", f"{SENT_AWAY} 403 405 405 405"),
    "make_character": (f"{SENT_AWAY} 403 200 200 200", f"{SENT_AWAY} 403 422 422 422"),
    "take_seat": (f"{SENT_AWAY} 403 405 405 405", f"{SENT_AWAY} 403 422 422 422"),
    "undo_entry": (f"{SENT_AWAY} 403 403 200 200", f"{SENT_AWAY} 403 403 422 422"),
    "undo_now": (f"{SENT_AWAY} 403 405 405 405", f"{SENT_AWAY} 403 400 400 400"),
    "bonus_state": (f"{SENT_AWAY} 404 404 404 404", f"{SENT_AWAY} {GONE}"),  # no list is named
    "ask_bonus": (f"{SENT_AWAY} 403 405 405 405", f"{SENT_AWAY} 403 404 404 404"),
    "whisper": (f"{SENT_AWAY} 403 200 200 200", f"{SENT_AWAY} 403 422 422 422"),
    # What GMs do
    "open_stage": (f"{GMS} 405", f"{GMS} 302"),
    "direct_stage": (f"{GMS} 405", f"{GMS} 400"),
    "show_text": (f"{GMS} 200", f"{GMS} 422"),
    "show_picture": (f"{GMS} 200", f"{GMS} 422"),
    "ask": (f"{GMS} 200", f"{GMS} 422"),
    "strike_questions": (f"{GMS} 405", f"{GMS} 400"),
    "grant_bonus": (f"{GMS} 405", f"{GMS} 422"),
    "answer_proposal": (f"{GMS} 405", f"{GMS} 404"),  # the world's open question is no proposal
    "take_back_bonus": (f"{GMS} 405", f"{GMS} 404"),
    "invitations": (f"{GMS} 200", f"{GMS} 422"),
    "delete_campaign": (f"{GMS} 200", f"{GMS} 422"),
    "revoke_invitation": (f"{GMS} 405", f"{GMS} 302"),
    "look": (f"{GMS} 405", f"{GMS} 302"),
    "change_role": (f"{GMS} 405", f"{GMS} 422"),
    "remove_member": (f"{GMS} 405", f"{GMS} 422"),
    "make_reset_link": (f"{GMS} 405", f"{GMS} 200"),
    "hand_over": (f"{GMS} 200", f"{GMS} 422"),
    "answer_contact": (f"{GMS} 405", f"{GMS} 422"),
    "say_need": (f"{GMS} 405", f"{GMS} 422"),
    "say_resists": (f"{GMS} 405", f"{GMS} 422"),
    "take_time": (f"{GMS} 405", f"{GMS} 400"),
    "take_time_to_contain": (f"{GMS} 405", f"{GMS} 400"),
    "ask_loss_check": (f"{GMS} 405", f"{GMS} 400"),
    "ask_gain_check": (f"{GMS} 405", f"{GMS} 400"),
    "name_power": (f"{GMS} 405", f"{GMS} 422"),
    "lay_out_decks": (f"{GMS} 405", f"{GMS} 422"),
    "share_horrors": (f"{GMS} 405", f"{GMS} 400"),
    "choose_horrors": (f"{GMS} 302", f"{GMS} 405"),
    "begin_round": (f"{GMS} 405", f"{GMS} 422"),
    "sort_round": (f"{GMS} 405", f"{GMS} 302"),  # here nobody has announced
    "flip_round": (f"{GMS} 405", f"{GMS} 302"),  # and no Clash was sorted
    "settle_clash": (f"{GMS} 404", f"{GMS} 404"),
    "begin_session": (f"{GMS} 405", f"{GMS} 422"),
    "end_session": (f"{GMS} 405", f"{GMS} 422"),
    "begin_scene": (f"{GMS} 405", f"{GMS} 422"),
    "end_scene": (f"{GMS} 405", f"{GMS} 422"),
    "advance_clock": (f"{GMS} 200", f"{GMS} 422"),
    "edit_record": (f"{GMS} 200", f"{GMS} 422"),
    "show_or_hide": (f"{GMS} 405", f"{GMS} 400"),
    "make_bystander": (f"{GMS} 200", f"{GMS} 422"),
    "add_from_template": (f"{GMS} 405", f"{GMS} 422"),
    "make_npcs": (f"{GMS} 200", f"{GMS} 422"),
    "complete_demon": (f"{GMS} 200", f"{GMS} 422"),
    "need_was_met": (f"{GMS} 405", f"{GMS} 400"),
    "judge_rest": (f"{GMS} 405", f"{GMS} 400"),
    "oppose_roll": (f"{GMS} 404", f"{GMS} 404"),
    "demon_bears_it": (f"{GMS} 405", f"{GMS} 400"),
    "calm_demon": (f"{GMS} 405", f"{GMS} 400"),
    "demon_is_seen": (f"{GMS} 405", f"{GMS} 302"),
    "allow_attempt": (f"{GMS} 405", f"{GMS} 400"),
    "change_games": (f"{GMS} 405", f"{GMS} 422"),
    "change_policy": (f"{GMS} 405", f"{GMS} 422"),
    "change_settings": (f"{GMS} 405", f"{GMS} 422"),
}
SAMPLES = {"stylebook"}
"""Pages that show parts of pages, some of them twice."""

EVERY = sorted(
    {(name, str(pattern.pattern)): (name, pattern) for name, pattern in worlds.named_urls()}.items()
)
VIEWS = [(name, pattern) for _key, (name, pattern) in EVERY]
IDS = [f"{name}-{number}" for number, (name, _pattern) in enumerate(VIEWS)]
IN_CAMPAIGN = [(name, pattern) for name, pattern in VIEWS if "campaign_id" in pattern.pattern.converters]


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: pytest.FixtureRequest) -> Iterator[World]:
    """One world for all the tests here; each test's own changes are rolled back, and in the end the world is."""
    with django_db_blocker.unblock(), transaction.atomic():  # type: ignore[attr-defined]  # pytest-django's own
        made = worlds.make_world()
        for who in PEOPLE:
            made.client(who)  # signed in once, before anything is taken back
        yield made
        transaction.set_rollback(True)


def test_every_view_has_its_line() -> None:
    assert {name for name, _pattern in VIEWS} ^ EXPECTED.keys() == set()


@pytest.mark.parametrize(("name", "pattern"), VIEWS, ids=IDS)
def test_url_answers_each_person_as_the_table_says(world: World, name: str, pattern: URLPattern) -> None:
    url = world.url(name, pattern)
    faults: list[str] = []
    found: dict[str, list[int]] = {"get": [], "post": []}

    for who in PEOPLE:
        for method, statuses in found.items():
            cache.clear()
            with rolled_back():
                answer = getattr(world.client(who), method)(url)
            statuses.append(answer.status_code)
            faults += [f"{who} {method}: {told}" for told in faults_of(answer)]
            if 'type="password"' in str(getattr(answer, "content", "")) and name not in SAMPLES:
                assert url.startswith(lanes.PASSWORDS)

    expected = [[int(status) for status in line.split()] for line in EXPECTED[name]]
    assert list(found.values()) == expected
    assert name in SAMPLES or faults == []


@pytest.mark.parametrize(("name", "pattern"), IN_CAMPAIGN, ids=[name for name, _pattern in IN_CAMPAIGN])
def test_nothing_of_a_foreign_campaign_is_there(world: World, name: str, pattern: URLPattern) -> None:
    with rolled_back():
        foreign = found_campaign(owner=world.table.outsider, name="Elsewhere", gm_name="Otto")
        client, url = world.client("outsider"), world.url(name, pattern)
        theirs = url.replace(str(world.table.campaign.pk), str(foreign.pk))
        inner = {key for key in pattern.pattern.converters if key.endswith("_id")} - {
            "campaign_id",
            "clause_id",
        }

        answers = [client.get(url), client.post(url)]
        mixed = [client.get(theirs), client.post(theirs)] if inner else []

    assert {answer.status_code for answer in answers} <= {404, 405}
    assert {answer.status_code for answer in mixed} <= {404, 405}
