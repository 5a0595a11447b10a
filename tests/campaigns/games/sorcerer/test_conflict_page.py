"""A round of conflict on its page: announced, rolled, resolved in order and ended, by the right people."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.games.sorcerer.conflict.announcements import announcements
from campaigns.models import Demon, Draft, Entry, Record, SorcererHealth, SorcererTurn
from tests.campaigns.conftest import SignIn
from tests.campaigns.world import act, undo
from tests.factories import make_character, make_demon
from tests.people import Table

pytestmark = pytest.mark.slow


@pytest.fixture
def mara(table: Table) -> Record:
    return make_character(table.player, "Mara")


@pytest.fixture
def guard(table: Table) -> Record:
    return make_character(table.other_player, "Shelly", stamina=4)


def url(table: Table, name: str = "conflict", *more: Any) -> str:
    return reverse(name, args=[table.campaign.pk, *more])


def announce(client: Client, table: Table, who: Record, **given: Any) -> Any:
    sent = {
        "who": who.pk,
        "words": "Up the stairs",
        "action": "act",
        "score": "stamina",
        "target": "",
        **given,
    }
    return client.post(url(table, "announce_action"), sent)


def page(client: Client, table: Table, query: str = "") -> str:
    return str(client.get(f"{url(table)}{query}").content.decode())


def roll_out(table: Table, mara: Record, guard: Record, *, faces: tuple[int, ...], **more: Any) -> None:
    """Mara (Stamina 3) and the guard (Stamina 4) attack one another, with these faces thrown by hand."""
    combatants = [
        {"id": str(mara.pk), "score": "stamina", "action": "attack", "target": str(guard.pk)},
        {"id": str(guard.pk), "score": "stamina", "action": "attack", "target": str(mara.pk), **more},
    ]
    act(table.gm, "sorcerer.conflict_round", {"combatants": combatants}, hand=faces)


def resolve(client: Client, table: Table, attacker: Record, target: Record | None, response: str) -> Any:
    sent = {
        "key": f"turn-{attacker.pk.hex[:20]}",
        "nonce": "",
        "attacker.id": attacker.pk,
        "response": response,
    }
    sent |= {"target.id": target.pk} if target else {}
    return client.post(url(table, "resolve_turn"), sent | ({} if response == "defend" else {"difficulty": 1}))


MARA_FIRST = (12, 11, 10, 4, 3, 2, 1)


def test_announcement_is_seen_by_all_and_in_no_log(
    table: Table, mara: Record, guard: Record, signed_in: SignIn
) -> None:
    before = Entry.objects.count()
    announce(signed_in(table.player), table, mara, words="At her throat", action="attack", target=guard.pk)

    shown = page(signed_in(table.other_player), table)
    assert "At her throat" in shown
    assert "3 dice" in shown
    assert "still thinking" in shown
    assert Entry.objects.count() == before


@pytest.mark.clause("SOR-CONFLICT-03", "SOR-CONFLICT-04")
def test_amended_announcement_takes_the_place_of_the_first(
    table: Table, mara: Record, signed_in: SignIn
) -> None:
    client = signed_in(table.player)
    announce(client, table, mara, words="Up the stairs")
    announce(client, table, mara, words="Down the stairs", content="on")

    assert "Up the stairs" not in page(client, table)
    assert Draft.objects.get().data["content"] is True


def test_nobody_announces_for_another_player(table: Table, guard: Record, signed_in: SignIn) -> None:
    assert announce(signed_in(table.player), table, guard).status_code == 422
    response = signed_in(table.player).post(url(table, "withdraw_action", guard.pk))
    assert response.status_code == 403


@pytest.mark.clause("SOR-CONFLICT-03")
def test_dice_are_not_rolled_until_all_are_content(
    table: Table, mara: Record, guard: Record, signed_in: SignIn
) -> None:
    announce(signed_in(table.player), table, mara, content="on")
    announce(signed_in(table.other_player), table, guard)
    client = signed_in(table.gm)

    assert "Not ready yet: Shelly" in page(client, table)
    refused = client.post(url(table, "roll_round"), {"key": "roll-one"})
    assert refused.status_code == 422
    assert "SOR-CONFLICT-03" in refused.content.decode()

    announce(client, table, guard, content="on")
    assert client.post(url(table, "roll_round"), {"key": "roll-two"}).status_code == 302
    assert set(SorcererTurn.objects.exclude(faces=[]).values_list("turn", flat=True)) == {"pending"}


@pytest.mark.clause("SOR-CONFLICT-23", "SOR-MAP-02")
def test_log_keeps_what_was_announced_with_the_roll(table: Table, mara: Record, signed_in: SignIn) -> None:
    client = signed_in(table.gm)
    announce(client, table, mara, words="Up the stairs", content="on")
    client.post(url(table, "roll_round"), {"key": "roll-one"})

    shown = client.get(reverse("log_entry", args=[table.campaign.pk, Entry.objects.latest("seq").seq]))
    assert "Mara: Up the stairs" in shown.content.decode()


def test_awarded_dice_are_known_before_the_roll_and_rolled(
    table: Table, mara: Record, signed_in: SignIn
) -> None:
    client = signed_in(table.gm)
    announce(client, table, mara, content="on", source0="good_play", dice0="2", note0="the chandelier")

    assert "5 dice" in page(client, table)
    client.post(url(table, "roll_round"), {"key": "roll-one"})
    assert len(SorcererTurn.objects.get(record=mara).faces) == 5


@pytest.mark.clause("SOR-CONFLICT-04")
@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"action": "attack"}, "Choose a target."),
        ({"source0": "descriptor", "dice0": "2"}, "Enter 1 to 1 dice"),
        ({"words": ""}, "required"),
    ],
)
def test_announcement_that_lacks_something_says_what(
    given: dict[str, str], told: str, table: Table, mara: Record, signed_in: SignIn
) -> None:
    response = announce(signed_in(table.gm), table, mara, **given)

    assert response.status_code == 422
    assert told in response.content.decode()
    assert not Draft.objects.exists()


def test_highest_roll_acts_first_and_nobody_before_it(
    table: Table, mara: Record, guard: Record, signed_in: SignIn
) -> None:
    roll_out(table, mara, guard, faces=MARA_FIRST)
    client = signed_in(table.gm)

    assert "Mara acts" in page(client, table)
    assert resolve(client, table, guard, mara, "abort").status_code == 409
    assert resolve(client, table, mara, guard, "maintain").status_code == 302
    assert "Shelly acts" in page(client, table)


def test_target_player_chooses_and_gm_form_begins_with_it(
    table: Table, mara: Record, guard: Record, signed_in: SignIn
) -> None:
    roll_out(table, mara, guard, faces=MARA_FIRST)
    sent = {"acting": str(mara.pk), "answer": "maintain"}

    assert signed_in(table.player).post(url(table, "answer_attack"), sent).status_code == 403
    assert signed_in(table.other_player).post(url(table, "answer_attack"), sent).status_code == 302
    shown = page(signed_in(table.gm), table)
    assert "Shelly: Keep to the action" in shown
    assert 'value="maintain" selected' in shown


def test_choice_comes_too_late_once_the_turn_is_over(
    table: Table, mara: Record, guard: Record, signed_in: SignIn
) -> None:
    roll_out(table, mara, guard, faces=MARA_FIRST)
    resolve(signed_in(table.gm), table, mara, guard, "maintain")

    sent = {"acting": str(mara.pk), "answer": "abort"}
    assert signed_in(table.other_player).post(url(table, "answer_attack"), sent).status_code == 409


def test_full_defense_stands_with_its_faces(
    table: Table, mara: Record, guard: Record, signed_in: SignIn
) -> None:
    roll_out(table, mara, guard, faces=(12, 11, 10, 4, 3, 2, 1, 1, 1), action="full_defense", target=None)
    client = signed_in(table.gm)

    assert "<select" not in page(client, table), "the response is no choice"
    assert resolve(client, table, mara, guard, "maintain").status_code == 422
    sent = {"key": "on-guard", "nonce": "", "attacker.id": mara.pk, "target.id": guard.pk}
    response = client.post(url(table, "resolve_turn"), sent | {"response": "full_defense"})
    assert response.status_code == 302, response.content.decode()
    assert SorcererTurn.objects.get(record=mara).turn == "resolved"

    shown = page(client, table)
    assert "Shelly acts" in shown
    assert '<input type="hidden" name="difficulty" value="0">' in shown, "nothing opposes a defense"


def test_hit_waits_for_the_chart_until_it_is_read_off(
    table: Table, mara: Record, guard: Record, signed_in: SignIn
) -> None:
    roll_out(table, mara, guard, faces=MARA_FIRST)
    given = {"attacker": str(mara.pk), "target": str(guard.pk), "response": "maintain", "difficulty": 1}
    act(table.gm, "sorcerer.resolve_attack", given, hand=(2,))
    client = signed_in(table.gm)

    assert "Mara hit Shelly with 3 victories" in page(client, table)
    act(table.gm, "sorcerer.damage", {"target": str(guard.pk), "weapon": "fists", "victories": 3})
    assert "Hits to look up on the chart" not in page(client, table)


@pytest.mark.clause("SOR-CONFLICT-23", "SOR-DAMAGE-01")
def test_end_of_the_round_brings_damage_into_force_and_opens_the_next(
    table: Table, mara: Record, guard: Record, signed_in: SignIn
) -> None:
    announce(signed_in(table.player), table, mara, words="At her throat")
    roll_out(table, mara, guard, faces=MARA_FIRST)
    act(table.gm, "sorcerer.damage", {"target": str(guard.pk), "weapon": "fists", "victories": 3})
    client = signed_in(table.gm)

    assert client.post(url(table, "end_conflict_round"), {"key": "end-one"}).status_code == 302
    assert SorcererHealth.objects.get(record=guard).temporary == 3
    shown = page(client, table)
    assert "No one has announced yet" in shown
    assert not Draft.objects.exists()


def test_round_that_was_taken_back_is_announced_still(table: Table, mara: Record, signed_in: SignIn) -> None:
    client = signed_in(table.gm)
    announce(client, table, mara, words="Up the stairs", content="on")
    client.post(url(table, "roll_round"), {"key": "roll-one"})
    undo(table.gm, Entry.objects.latest("seq").seq)

    shown = page(client, table)
    assert "Up the stairs" in shown
    assert "Roll the round" in shown


def test_what_players_do_not_know_of_announces_unseen(table: Table, mara: Record, signed_in: SignIn) -> None:
    lurker = make_demon(table.gm, "The lurker", state="present", visibility="gm")
    announce(signed_in(table.gm), table, lurker, words="Out of the wall", action="attack", target=mara.pk)

    shown = page(signed_in(table.player), table)
    assert "lurker" not in shown
    assert "Out of the wall" not in shown
    assert "The lurker" in page(signed_in(table.gm), table)


def test_table_leads_to_a_round_that_is_on(
    table: Table, mara: Record, guard: Record, signed_in: SignIn
) -> None:
    other, told = signed_in(table.other_player), "A round of conflict is in progress"
    assert told not in other.get(url(table, "table")).content.decode()

    announce(signed_in(table.player), table, mara)
    assert told in other.get(url(table, "table")).content.decode()
    roll_out(table, mara, guard, faces=MARA_FIRST)
    signed_in(table.player).post(url(table, "withdraw_action", mara.pk))
    assert told in other.get(url(table, "table")).content.decode()


def test_round_of_the_unseen_alone_is_told_to_the_gm_alone(table: Table, signed_in: SignIn) -> None:
    lurker = make_demon(table.gm, "The lurker", state="present", visibility="gm")
    announce(signed_in(table.gm), table, lurker, words="Out of the wall")

    assert (
        "A round of conflict is in progress" in signed_in(table.gm).get(url(table, "table")).content.decode()
    )
    assert (
        "A round of conflict is in progress"
        not in signed_in(table.player).get(url(table, "table")).content.decode()
    )


def test_words_of_the_unseen_stay_out_of_the_log_of_the_table(
    table: Table, mara: Record, signed_in: SignIn
) -> None:
    lurker = make_demon(table.gm, "The lurker", state="present", visibility="gm")
    client = signed_in(table.gm)
    announce(client, table, lurker, words="Out of the wall", content="on")
    announce(client, table, mara, words="Up the stairs", content="on")
    assert client.post(url(table, "roll_round"), {"key": "roll-one"}).status_code == 302

    shown = signed_in(table.player).get(reverse("log", args=[table.campaign.pk])).content.decode()
    assert "Up the stairs" in shown
    assert "Out of the wall" not in shown
    assert "The lurker" not in shown
    assert "The lurker" not in page(signed_in(table.player), table)


@pytest.mark.parametrize(
    ("gun", "status"), [(["drawn", "aimed", "proficient"], 302), (["aimed", "proficient"], 422)]
)
def test_shot_needs_a_gun_that_is_drawn(
    gun: list[str], status: int, table: Table, mara: Record, guard: Record, signed_in: SignIn
) -> None:
    client = signed_in(table.gm)
    announce(client, table, mara, action="shoot", target=guard.pk, gun=gun, content="on")

    refused = client.post(url(table, "roll_round"), {"key": "roll-one"})
    assert refused.status_code == status
    assert ("SOR-GUN-01" in refused.content.decode()) == (status == 422)
    if status == 422:
        shown = refused.content.decode()
        assert "Mara: Drawing a weapon takes a full round" in shown, (
            "whose action it is, on the round's own page"
        )
        assert "Roll the round" in shown


def test_one_tap_makes_content(table: Table, mara: Record, guard: Record, signed_in: SignIn) -> None:
    client, other = signed_in(table.player), signed_in(table.other_player)
    announce(client, table, mara, words="Up the stairs")

    assert "Mara is ready" in page(client, table)
    assert "Mara is ready" not in page(other, table)
    assert other.post(url(table, "be_content", mara.pk)).status_code == 403
    assert client.post(url(table, "be_content", mara.pk)).status_code == 302
    said = Draft.objects.get().data
    assert (said["content"], said["words"]) == (True, "Up the stairs")
    assert "Mara is ready" not in page(client, table)


def test_scores_are_offered_with_their_dice_and_no_others(
    table: Table, mara: Record, signed_in: SignIn
) -> None:
    demon = make_demon(table.gm, "Tallow", state="present")
    client = signed_in(table.gm)

    shown = page(client, table, f"?who={mara.pk}")
    assert "Stamina 3</option>" in shown
    assert 'value="power"' not in shown
    assert "Power 4</option>" in page(client, table, f"?who={demon.pk}")
    assert announce(client, table, mara, score="power").status_code == 422


def test_newest_result_stands_above_the_next_turn(
    table: Table, mara: Record, guard: Record, signed_in: SignIn
) -> None:
    roll_out(table, mara, guard, faces=MARA_FIRST)
    given = {"attacker": str(mara.pk), "target": str(guard.pk), "response": "maintain", "difficulty": 1}
    act(table.gm, "sorcerer.resolve_attack", given, hand=(2,))

    shown = page(signed_in(table.player), table)
    assert shown.index('id="latest"') < shown.index('id="now-title"')


@pytest.mark.clause("SOR-CONFLICT-15")
def test_gm_orders_the_list_in_which_equal_rolls_act(
    table: Table, mara: Record, guard: Record, signed_in: SignIn
) -> None:
    client = signed_in(table.gm)
    for record in (mara, guard):
        announce(client, table, record, words="Up the stairs", content="on")
    client.post(url(table, "announce_earlier", guard.pk))
    announce(client, table, mara, words="Down the stairs", content="on")
    late = make_character(table.gm, "Late")
    announce(client, table, late, words="In", content="on")

    said = announcements(table.campaign)
    assert [announcement.who for announcement in said] == [str(record.pk) for record in (guard, mara, late)]
    assert signed_in(table.player).post(url(table, "announce_earlier", mara.pk)).status_code == 403


def test_demon_acts_with_its_cover_if_it_has_that_ability(table: Table, signed_in: SignIn) -> None:
    client = signed_in(table.gm)
    plain = make_demon(table.gm, "Plain", state="present", abilities=["Big"])
    passing = make_demon(table.gm, "Passing", state="present", abilities=["Cover"])

    assert 'value="cover"' not in page(client, table, f"?who={plain.pk}")
    assert "Cover 4</option>" in page(client, table, f"?who={passing.pk}")


@pytest.mark.clause("SOR-DCONF-07")
def test_fatigue_of_an_ability_is_told_beforehand_and_taken_off(table: Table, signed_in: SignIn) -> None:
    client = signed_in(table.gm)
    demon = make_demon(table.gm, "Vesh", state="present", abilities=["Big"], uses=4)
    announce(client, table, demon, score="ability", content="on")

    assert "2 dice" in page(client, table)
    assert client.post(url(table, "roll_round"), {"key": "roll-one"}).status_code == 302

    assert len(SorcererTurn.objects.get(record=demon).faces) == 2
    assert Demon.objects.get(pk=demon.pk).uses == 5


@pytest.mark.parametrize(("penalties", "clause"), [(7, "SOR-WILL-02"), (4, "SOR-WILL-01"), (3, None)])
def test_dice_wait_for_whoever_cannot_act_for_pain(
    penalties: int, clause: str | None, table: Table, mara: Record, signed_in: SignIn
) -> None:
    client = signed_in(table.gm)
    announce(client, table, mara, content="on")
    SorcererHealth.objects.filter(record=mara).update(temporary=penalties)

    shown = page(client, table)
    assert ("Mara is in too much pain to act" in shown) == (clause is not None)
    assert ("Roll the round" in shown) == (clause is None)
    assert ("Override the pain" in shown) == (clause == "SOR-WILL-01")
    assert clause is None or clause in shown


def test_choice_of_a_player_comes_before_what_happened_last(
    table: Table, mara: Record, guard: Record, signed_in: SignIn
) -> None:
    helper = make_character(table.gm, "Boyd")
    combatants = [
        {"id": str(helper.pk), "score": "stamina", "action": "act"},
        {"id": str(mara.pk), "score": "stamina", "action": "attack", "target": str(guard.pk)},
        {"id": str(guard.pk), "score": "stamina", "action": "act"},
    ]
    faces = (12, 12, 12, 11, 11, 11, 2, 2, 2, 2)
    act(table.gm, "sorcerer.conflict_round", {"combatants": combatants}, hand=faces)
    act(
        table.gm, "sorcerer.resolve_attack", {"attacker": str(helper.pk), "response": "none", "difficulty": 0}
    )

    asked, told = page(signed_in(table.other_player), table), page(signed_in(table.player), table)
    assert asked.index('name="answer"') < asked.index('id="latest"')
    assert told.index('id="latest"') < told.index('id="now-title"')


def test_pool_below_one_die_says_what_it_owes(table: Table, mara: Record, signed_in: SignIn) -> None:
    SorcererHealth.objects.filter(record=mara).update(temporary=5)
    announce(signed_in(table.player), table, mara)

    shown = page(signed_in(table.gm), table)
    assert '<b class="figures">1 die</b> plus 3 owed to the opposition' in shown


def test_helpless_is_said_in_the_words_of_this_game(table: Table, mara: Record, signed_in: SignIn) -> None:
    act(table.gm, "sorcerer.damage", {"target": str(mara.pk), "weapon": "automatic", "victories": 5})
    act(table.gm, "sorcerer.end_round", {"combatants": [str(mara.pk)]})

    shown = signed_in(table.gm).get(reverse("log", args=[table.campaign.pk])).content.decode()
    assert "25 penalties, helpless" in shown
