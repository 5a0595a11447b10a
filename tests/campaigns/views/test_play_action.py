"""Playing actions through the page that plays any of them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, cast
from uuid import uuid4

import pytest
from django.test import Client

from campaigns.log.record import read_document
from campaigns.models import Entry, Membership, Part, Pending, Record
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, play
from tests.campaigns.conftest import SignIn
from tests.factories import make_character, make_demon, make_record
from tests.people import Table

pytestmark = pytest.mark.slow


@dataclass
class Browser:
    """Somebody who plays actions from forms; every act has a key of its own unless one is given."""

    client: Client
    member: Membership
    headers: dict[str, str] = field(default_factory=dict)

    def post(self, action: str, words: Mapping[str, Any], **extra: Any) -> Any:
        path = f"/campaigns/{self.member.campaign_id}/play/{action}/"
        return self.client.post(path, {"key": uuid4().hex, **words}, headers=self.headers, **extra)

    def last(self) -> dict[str, Any]:
        """What the newest entry says."""
        entry = Entry.objects.filter(campaign=self.member.campaign_id).latest("seq")
        return cast("dict[str, Any]", read_document(Part.objects.filter(entry=entry)))

    def step(self) -> dict[str, Any]:
        step: dict[str, Any] = self.last()["steps"][0]
        return step


@pytest.fixture
def gm_plays(table: Table, signed_in: SignIn) -> Browser:
    return Browser(signed_in(table.gm), table.gm)


@pytest.fixture
def player_plays(table: Table, signed_in: SignIn) -> Browser:
    return Browser(signed_in(table.player), table.player)


@pytest.fixture
def mara(table: Table) -> Record:
    return make_character(table.player, "Mara")


@pytest.fixture
def demon(table: Table) -> Record:
    return make_demon(table.gm, abilities=["Cover"])


def entries(table: Table) -> int:
    return Entry.objects.filter(campaign=table.campaign).count()


def text_of(response: Any) -> str:
    words: str = response.content.decode()
    return words


def set_policy(table: Table, **values: bool) -> None:
    request = Request("table.change_policy", {"values": values})
    play(table.gm, ActRequest(key=uuid4().hex, steps=(request,)))


def contest(mara: Record, **more: Any) -> dict[str, Any]:
    return {
        "acting.id": str(mara.pk),
        "acting.score": "stamina",
        "opposing.id": "",
        "opposing.score": "difficulty",
        "opposing.dice": "3",
        **more,
    }


def test_player_rolls_against_a_difficulty(player_plays: Browser, mara: Record) -> None:
    answer = player_plays.post("sorcerer.roll", contest(mara))

    assert answer.status_code == 302
    rolled = player_plays.step()["outcome"]["contest"]
    assert (rolled["acting"]["size"], rolled["opposing"]["size"]) == (3, 3)


def test_player_rolls_against_another(player_plays: Browser, table: Table, mara: Record) -> None:
    toll = make_character(table.other_player, "Toll", will=5)
    words = contest(mara, **{"opposing.id": str(toll.pk), "opposing.score": "will", "opposing.dice": ""})

    assert player_plays.post("sorcerer.roll", words).status_code == 302
    assert player_plays.step()["input"]["opposing"]["dice"] == 5


def test_rows_become_modifiers_and_blank_ones_do_not_count(player_plays: Browser, mara: Record) -> None:
    rows = {
        "modifiers.0.source": "",
        "modifiers.0.dice": "",
        "modifiers.0.note": "",
        "modifiers.3.source": "good_play",
        "modifiers.3.dice": "2",
        "modifiers.3.note": "a fine speech",
    }

    assert player_plays.post("sorcerer.roll", contest(mara, **rows)).status_code == 302
    assert player_plays.step()["input"]["modifiers"] == [
        {"dice": 2, "note": "a fine speech", "source": "good_play"}
    ]


def test_row_is_added_with_everything_typed_kept(player_plays: Browser, table: Table, mara: Record) -> None:
    before = entries(table)

    answer = player_plays.post(
        "sorcerer.roll", contest(mara, **{"opposing.dice": "many", "form.command": "add modifiers"})
    )

    assert answer.status_code == 200
    assert 'name="modifiers.0.source"' in text_of(answer)
    assert 'value="many"' in text_of(answer)
    assert entries(table) == before


def test_row_is_taken_out(player_plays: Browser, mara: Record) -> None:
    rows = {f"modifiers.{row}.note": f"note {row}" for row in range(3)}

    page = text_of(
        player_plays.post("sorcerer.roll", contest(mara, **rows, **{"form.command": "remove modifiers.1"}))
    )

    assert 'name="modifiers.1.note" value="note 2"' in page
    assert "note 1" not in page


def test_engine_fault_lands_on_its_control(player_plays: Browser, mara: Record) -> None:
    rows = {"modifiers.0.source": "good_play", "modifiers.0.dice": "55", "modifiers.0.note": "a fine speech"}

    answer = player_plays.post("sorcerer.roll", contest(mara, **rows))

    page = text_of(answer)
    assert answer.status_code == 422
    assert 'id="id_modifiers.0.dice_error"' in page
    assert "a fine speech" in page


def test_all_faults_of_a_form_are_told_at_once(player_plays: Browser, table: Table, mara: Record) -> None:
    before = entries(table)

    answer = player_plays.post(
        "sorcerer.roll", contest(mara, **{"acting.score": "luck", "opposing.dice": "99"})
    )

    page = text_of(answer)
    assert answer.status_code == 422
    assert 'id="id_acting.score_error"' in page
    assert 'id="id_opposing.dice_error"' in page
    assert entries(table) == before


def test_broken_rule_shows_its_clause_and_keeps_the_words(
    player_plays: Browser, mara: Record, table: Table
) -> None:
    before = entries(table)

    answer = player_plays.post(
        "sorcerer.roll", contest(mara, **{"opposing.dice": "0", "modifiers.0.note": "so dark"})
    )

    assert answer.status_code == 422
    assert entries(table) == before


def test_difficulty_of_no_dice_is_refused_by_its_rule(player_plays: Browser, mara: Record) -> None:
    answer = player_plays.post("sorcerer.roll", contest(mara, **{"opposing.dice": "0"}))

    assert answer.status_code == 422
    assert "SOR-ROLL-02" in text_of(answer)
    assert "Nothing was rolled" in text_of(answer)


def test_contact_makes_its_record_and_says_for_whom(
    gm_plays: Browser, table: Table, mara: Record, demon: Record
) -> None:
    both = {"sorcerer.id": str(mara.pk), "demon.id": str(demon.pk)}
    hand = "12, 12, 12 1 1 1 1"

    answer = gm_plays.post("sorcerer.contact", {**both, "hand": hand})

    assert answer.status_code == 302

    told = gm_plays.last()
    assert told["from"] == {"by": "hand"}
    assert told["for"] == str(table.player.pk), "the GM acted for the player"
    assert Record.objects.filter(kind="contact", campaign=table.campaign).count() == 1


def test_binding_takes_choices_and_boxes(gm_plays: Browser, table: Table, mara: Record) -> None:
    here = make_demon(table.gm, "Present", state="present", abilities=["Cover"])
    words = {
        "sorcerer.id": str(mara.pk),
        "demon.id": str(here.pk),
        "scores": ["will", "lore"],
        "need_met": ["off", "on"],
        "desire_met": "off",
        "willing": ["off", "on"],
    }

    assert gm_plays.post("sorcerer.bind", words).status_code == 302
    given = gm_plays.step()["input"]
    assert given["scores"] == ["will", "lore"]
    assert (given["need_met"], given["desire_met"]) == (True, False)


def test_sheet_of_nested_groups_is_played(player_plays: Browser, table: Table) -> None:
    draft = make_character(table.player, state="draft")
    words = {
        "character.id": str(draft.pk),
        "character.stamina": "3",
        "character.will": "4",
        "character.lore": "3",
        "character.descriptors.stamina": "Athletic",
        "character.descriptors.will": "Belief System",
        "character.descriptors.lore": "Apprentice",
        "character.cover.name": "Nurse",
        "character.cover.score": "will",
        "character.price.name": "Paranoid",
        "character.price.dice": "-1",
        "character.telltale": "Ash on the cuffs",
        "character.kicker": "",
        "character.background.0.area": "lore",
        "character.background.0.text": "An aunt who knew",
    }

    assert player_plays.post("sorcerer.create_character", words).status_code == 302
    given = player_plays.step()["input"]["character"]
    assert given["telltale"] == "Ash on the cuffs"
    assert given["descriptors"]["lore"] == ["Apprentice"]
    assert given["background"] == [{"area": "lore", "text": "An aunt who knew"}]


def test_round_of_several_is_rolled(gm_plays: Browser, table: Table, mara: Record) -> None:
    toll = make_character(table.other_player, "Toll")
    words = {
        "combatants.0.id": str(mara.pk),
        "combatants.0.score": "stamina",
        "combatants.0.action": "attack",
        "combatants.0.target": str(toll.pk),
        "combatants.1.id": str(toll.pk),
        "combatants.1.score": "will",
        "combatants.1.action": "full_defense",
    }

    assert gm_plays.post("sorcerer.conflict_round", words).status_code == 302
    assert len(gm_plays.step()["outcome"]["rolls"]) == 2


def test_record_is_named_by_its_id_alone(gm_plays: Browser, table: Table, mara: Record) -> None:
    gun = make_record(table.gm, "gun", "Revolver", holder=str(mara.pk))

    answer = gm_plays.post(
        "sorcerer.ready_gun", {"character": str(mara.pk), "gun.id": str(gun.pk), "step": "draw"}
    )

    assert answer.status_code == 302
    assert gm_plays.step()["outcome"]["drawn"] is True


def test_table_actions_are_played(gm_plays: Browser, table: Table, mara: Record) -> None:
    for action, words in (
        ("table.begin_session", {"name": "First night"}),
        ("table.begin_scene", {"name": ""}),
        ("table.advance_clock", {"seconds": "3600"}),
        ("table.note", {"words": "It rains.", "audience": "table", "about": [str(mara.pk)]}),
        ("table.ruling", {"words": "As with doors.", "clause": "TAB-TIME-01"}),
        ("table.end_scene", {}),
        ("table.end_session", {}),
    ):
        answer = gm_plays.post(action, words)
        assert answer.status_code == 302, (action, text_of(answer))


def test_records_are_made_and_corrected(gm_plays: Browser, table: Table, mara: Record) -> None:
    made = {"about.kind": "gun", "about.name": "Old pistol", "about.owner": str(table.player.pk)}
    fixed = {
        "record.id": str(mara.pk),
        "reason": "misread",
        "changes.0.field": "stamina",
        "changes.0.set": "5",
    }

    assert gm_plays.post("table.create", {**made, "about.visibility": "table"}).status_code == 302
    assert gm_plays.post("table.edit", fixed).status_code == 302
    mara.sorcerer_sheet.refresh_from_db()
    assert mara.sorcerer_sheet.stamina == 5


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("luck", "5"),
        ("stamina", "99"),
        ("stamina", '"high"'),
        ("starting_demon", "nobody"),
        ("starting_demon", "00000000-0000-4000-8000-000000000000"),
        ("record", "null"),
        ("bound", "true"),
    ],
)
def test_impossible_correction_is_refused(
    name: str, value: str, gm_plays: Browser, table: Table, mara: Record
) -> None:
    before = entries(table)

    answer = gm_plays.post(
        "table.edit",
        {"record.id": str(mara.pk), "reason": "why", "changes.0.field": name, "changes.0.set": value},
    )

    assert answer.status_code == 422
    assert "why" in text_of(answer)
    assert entries(table) == before


def test_same_form_twice_is_one_entry(player_plays: Browser, table: Table, mara: Record) -> None:
    first = player_plays.post("sorcerer.roll", contest(mara, key="once"))
    after = entries(table)

    again = player_plays.post("sorcerer.roll", contest(mara, key="once"))

    assert again.status_code == 302
    assert again["Location"] == first["Location"]
    assert entries(table) == after


def test_key_used_for_something_else_keeps_the_words(player_plays: Browser, table: Table) -> None:
    player_plays.post("table.note", {"key": "once", "words": "It rains.", "audience": "table"})

    answer = player_plays.post("table.note", {"key": "once", "words": "It snows.", "audience": "table"})

    assert answer.status_code == 409
    assert "It snows." in text_of(answer)
    assert 'name="key" value="once"' not in text_of(answer)


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_refused_form_comes_back_with_and_without_htmx(
    headers: dict[str, str], player_plays: Browser, mara: Record
) -> None:
    player_plays.headers = headers

    answer = player_plays.post("sorcerer.roll", contest(mara, **{"opposing.dice": "0"}))

    assert answer.status_code == 422
    assert "SOR-ROLL-02" in text_of(answer)
    assert ("<html" in text_of(answer)) is not bool(headers)


def test_htmx_gets_what_was_played(player_plays: Browser, mara: Record) -> None:
    player_plays.headers = {"HX-Request": "true"}

    answer = player_plays.post("sorcerer.roll", contest(mara))

    assert answer.status_code == 200
    assert 'id="played"' in text_of(answer)
    assert "<html" not in text_of(answer)


def test_after_playing_the_way_leads_back(player_plays: Browser, mara: Record) -> None:
    assert player_plays.post("sorcerer.roll", contest(mara, next="/campaigns/"))["Location"] == "/campaigns/"
    assert (
        "elsewhere"
        not in player_plays.post("sorcerer.roll", contest(mara, next="https://elsewhere.example"))["Location"]
    )


def test_player_gives_no_ruling_where_the_table_has_not_agreed(
    player_plays: Browser, table: Table, mara: Record
) -> None:
    set_policy(table, player_rulings=False)
    before = entries(table)

    answer = player_plays.post(
        "sorcerer.roll", contest(mara, **{"modifiers.0.source": "good_play", "modifiers.0.dice": "9"})
    )

    assert answer.status_code == 422
    assert "SOR-BONUS-01" in text_of(answer)
    assert entries(table) == before


@pytest.mark.parametrize(
    ("name", "value"),
    [("retry", "on"), ("settings.die", "2"), ("contact_id", "x"), ("sorcerer.lore", "30"), ("anything", "")],
)
def test_nobody_gives_what_follows_from_elsewhere(
    name: str, value: str, gm_plays: Browser, table: Table, mara: Record, demon: Record
) -> None:
    before = entries(table)

    answer = gm_plays.post(
        "sorcerer.contact", {"sorcerer.id": str(mara.pk), "demon.id": str(demon.pk), name: value}
    )

    assert answer.status_code == 422
    assert entries(table) == before


def test_foreign_and_forged_records_are_refused(player_plays: Browser, table: Table, mara: Record) -> None:
    theirs = make_character(table.other_player, "Toll")

    for forged in (str(theirs.pk), str(uuid4()), "mara", "\x00", str(table.campaign.pk)):
        answer = player_plays.post("sorcerer.roll", contest(mara, **{"acting.id": forged}))
        assert answer.status_code == 422
        assert 'id="id_acting.id_error"' in text_of(answer)


def test_gm_leaves_consent_to_the_player(gm_plays: Browser, table: Table, mara: Record) -> None:
    set_policy(table, gm_may_consent=False)
    here = make_demon(table.gm, "Present", state="present", abilities=["Cover"])
    words = {"sorcerer.id": str(mara.pk), "demon.id": str(here.pk), "scores": "will"}

    answer = gm_plays.post("sorcerer.bind", {**words, "need_met": "on", "desire_met": "off", "willing": "on"})

    assert answer.status_code == 422
    assert "player can decide this" in text_of(answer)


@pytest.mark.parametrize("thrown", ["12 x", "99 1 1 1 1 1", "1", "1 2 3 4 5 6 7 8 9 10"])
def test_dice_thrown_by_hand_are_checked(
    thrown: str, player_plays: Browser, table: Table, mara: Record
) -> None:
    before = entries(table)

    answer = player_plays.post("sorcerer.roll", contest(mara, hand=thrown))

    assert answer.status_code == 422
    assert 'id="id_hand_error"' in text_of(answer)
    assert entries(table) == before


def test_an_act_that_rolls_nothing_takes_no_dice_by_hand(
    gm_plays: Browser, table: Table, mara: Record
) -> None:
    said = {"target.id": str(mara.pk), "weapon": "edged", "victories": "1", "hand": "3 4"}

    answer = gm_plays.post("sorcerer.damage", said)

    assert 'name="hand"' not in text_of(answer)
    assert b'name="hand"' in gm_plays.post("sorcerer.roll", {"hand": "3 4"}).content


def test_nonce_of_the_browser_reaches_the_log(player_plays: Browser, mara: Record) -> None:
    player_plays.post("sorcerer.roll", contest(mara, nonce="ab" * 16))

    assert player_plays.last()["from"]["nonce"] == "ab" * 16


@pytest.mark.parametrize(
    ("name", "value"), [("key", ""), ("key", "a b"), ("nonce", "xyz"), ("key", "k" * 300)]
)
def test_damaged_form_is_told_so(
    name: str, value: str, player_plays: Browser, table: Table, mara: Record
) -> None:
    before = entries(table)

    assert player_plays.post("sorcerer.roll", contest(mara, **{name: value})).status_code == 422
    assert entries(table) == before


def owed_check(table: Table, mara: Record, demon: Record) -> Pending:
    """A Humanity check that Mara owes for a ritual."""
    data = {"change": "loss", "basis": "ritual", "demon": str(demon.pk), "after": "sorcerer.bind"}
    asked: dict[str, Any] = {"question": "sorcerer.humanity_check", "for_role": "player", "who": str(mara.pk)}
    made = make_record(table.gm, "pending", "", **asked, clause="SOR-BIND-12", optional=True, data=data)
    return Pending.objects.get(pk=made.pk)


def test_open_question_is_answered_with_what_it_knows(
    player_plays: Browser, table: Table, mara: Record, demon: Record
) -> None:
    set_policy(table, player_rulings=False)
    asked = owed_check(table, mara, demon)
    path = f"waiting/{asked.pk}"

    shown = text_of(player_plays.client.get(f"/campaigns/{table.campaign.pk}/play/{path}/"))
    answer = player_plays.post(path, {"chosen": "on"})

    assert "Tallowmere" in shown
    assert answer.status_code == 302
    asked.refresh_from_db()
    assert asked.state == "answered"
    assert player_plays.step()["input"]["basis"] == "ritual"


def test_odds_of_an_answer_know_what_the_question_knows(
    player_plays: Browser, table: Table, mara: Record, demon: Record
) -> None:
    page = f"/campaigns/{table.campaign.pk}/play/waiting/{owed_check(table, mara, demon).pk}/"

    odds = text_of(player_plays.client.post(f"{page}odds/", {"key": "k", "chosen": "on"}))

    assert f'hx-post="{page}odds/"' in text_of(player_plays.client.get(page))
    assert 'class="odds-bar"' in odds


def test_question_of_another_is_not_there(
    table: Table, signed_in: SignIn, mara: Record, demon: Record
) -> None:
    asked = owed_check(table, mara, demon)
    other = Browser(signed_in(table.other_player), table.other_player)

    assert other.post(f"waiting/{asked.pk}", {}).status_code == 404
    assert other.post(f"waiting/{asked.pk}/settle", {"how": "waived", "reason": "no"}).status_code == 404


def test_optional_question_is_waived_with_its_reason(
    gm_plays: Browser, table: Table, mara: Record, demon: Record
) -> None:
    asked = owed_check(table, mara, demon)

    assert gm_plays.post(f"waiting/{asked.pk}/settle", {"how": "waived", "reason": ""}).status_code == 422
    assert (
        gm_plays.post(f"waiting/{asked.pk}/settle", {"how": "waived", "reason": "mercy"}).status_code == 302
    )
    asked.refresh_from_db()
    assert asked.state == "waived"


def test_note_to_the_gm_leads_to_its_own_entry(player_plays: Browser) -> None:
    answer = player_plays.post("table.note", {"words": "I know.", "audience": "gm"})

    assert answer.status_code == 302
    assert player_plays.client.get(answer["Location"]).status_code == 200
