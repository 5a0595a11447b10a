"""The fight of Fallen on one page: from initiative to the next turn, for those who see it and those who act in it."""

import re
import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.models import Entry, Pending
from campaigns.policy import NotAllowed
from rules.kernel.errors import RuleViolation
from tests.campaigns.conftest import SignIn
from tests.campaigns.fighting import (
    TRAITS,
    begun,
    fields_of,
    fighter,
    made,
    page,
    press,
    send,
    turn_over,
    two_fighters,
)
from tests.campaigns.open_pages import OpenPage, contents
from tests.campaigns.spine import BY_OVERRIDE, document
from tests.campaigns.test_query_counts import queries_asked_again, queries_of
from tests.campaigns.world import act, undo
from tests.factories import make_record
from tests.people import Table

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def start_fight(client: Client, table: Table, *who: str) -> None:
    """The GM says who is in the fight: those named, else whoever is ticked."""
    url = reverse("begin_fight", args=[table.campaign.pk])
    ticked = re.findall(r'name="fighters" value="([^"]*)" checked', page(client, table))
    answer = client.post(url, {"key": uuid.uuid4().hex, "fighters": who or ticked})
    assert answer.status_code == 302, answer.content.decode()


def attack_url(table: Table, who: str) -> str:
    return reverse("attack_in_fight", args=[table.campaign.pk, who])


@pytest.fixture
def fighters(table: Table) -> dict[str, str]:
    return two_fighters(table)


def test_more_fighters_ask_no_more_of_the_database(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    client = signed_in(table.player)
    begun(table.gm, fighters)
    address = reverse("fight", args=[table.campaign.pk])
    few = queries_of(client, address)

    late = [fighter(table.gm, f"Guard {number}") for number in range(4)]
    act(table.gm, "fallen.initiative", {"fighters": [{"id": one} for one in late]}, hand=(1, 3, 4, 5))

    assert queries_asked_again(client, address) <= few


def test_page_without_fighters_leads_to_making_one(table: Table, signed_in: SignIn) -> None:
    way = reverse("make_character", args=[table.campaign.pk, "fallen"])

    assert way in page(signed_in(table.player), table)
    assert way not in page(signed_in(table.observer), table)


def test_empty_page_says_who_begins_a_fight(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    assert "A fight begins when the GM says who is in it" in page(signed_in(table.observer), table)
    assert "Choose who fights: you roll for your own" in page(signed_in(table.gm), table)


def test_a_whole_turn_is_played_by_pressing(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    gm, player = signed_in(table.gm), signed_in(table.player)

    start_fight(gm, table)
    assert fields_of(fighters["bo"])["initiative"] is not None
    assert fields_of(fighters["ana"])["initiative"] is None
    assert "Roll initiative for Ana" in page(player, table)
    assert "Waiting for Ana to roll" in page(signed_in(table.observer), table)
    press(player, table, "fallen.initiative")
    for _one in fighters:
        press(gm, table, "fallen.end_turn")
    press(gm, table, "fallen.new_turn")

    assert "Turn 2" in page(gm, table)
    assert "acts</h2>" in page(gm, table), "its order is made with it"
    assert fields_of(fighters["ana"])["turn_done"] is False


def test_whoever_is_out_cold_before_the_fight_is_not_called_into_it(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    gm = signed_in(table.gm)
    blow = [{"field": "unconscious", "set": True}, {"field": "in_combat", "set": True}]
    act(
        table.gm,
        "table.edit",
        {"record": {"id": fighters["bo"]}, "changes": blow, "reason": "Hit from ambush."},
    )

    assert f'name="fighters" value="{fighters["bo"]}"' not in page(gm, table)
    start_fight(gm, table)
    assert "Waiting for Ana to roll" in page(gm, table)
    assert fields_of(fighters["bo"])["initiative"] is None


def test_the_gm_goes_on_without_who_is_away_and_they_join_later(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    gm = signed_in(table.gm)
    # So that she is never level with Bo, whatever he rolls.
    quicker = {"record": {"id": fighters["ana"]}, "changes": [{"field": "wits", "set": 4}], "reason": "Quick"}
    act(table.gm, "table.edit", quicker)
    start_fight(gm, table)

    press(gm, table, "fallen.order_actions")
    assert "Bo acts" in page(gm, table)
    act(table.player, "fallen.initiative", {"fighters": [{"id": fighters["ana"]}]}, hand=(10,))

    assert fields_of(fighters["ana"])["turn_order"] == 1
    assert not Pending.objects.filter(state="open").exists()


def test_players_roll_for_nobody_else_and_start_no_fight(table: Table, fighters: dict[str, str]) -> None:
    ana, bo = ({"id": fighters[name]} for name in ("ana", "bo"))
    for given in ({"fighters": [ana]}, {"fighters": [ana], "asked": [bo]}, {"fighters": [ana, bo]}):
        with pytest.raises(NotAllowed):
            act(table.player, "fallen.initiative", given)

    act(table.gm, "fallen.initiative", {"fighters": [bo], "asked": [ana]})
    act(table.player, "fallen.initiative", {"fighters": [ana]})
    with pytest.raises(RuleViolation) as again:
        act(table.player, "fallen.initiative", {"fighters": [ana]})
    assert again.value.clause == "FAL-INIT-01"


def test_initiative_is_rolled_anew_where_the_table_says_so(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    chosen = {"system": "fallen", "values": {"initiative_rolled": "turn"}}
    act(table.gm, "table.change_settings", chosen)
    begun(table.gm, fighters)
    turn_over(table.gm, fighters)
    asked = Pending.objects.filter(question="fallen.initiative", state="open")
    assert {str(one.who_id) for one in asked} == set(fighters.values())

    press(signed_in(table.player), table, "fallen.initiative")
    press(signed_in(table.gm), table, "fallen.initiative")

    assert "acts</h2>" in page(signed_in(table.gm), table)


def test_player_has_her_maneuvers_when_her_turn_comes(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    begun(table.gm, fighters)
    client = signed_in(table.player)

    shown = page(client, table)
    assert "Against Bo" in shown, "the only foe is chosen"
    assert re.search(r'value="strike\|\|">Strike <b class="figures">5</b> <span class="note">\d+%', shown)
    send(client, table, attack_url(table, fighters["ana"]), pick="strike||", location="none")

    assert fields_of(fighters["ana"])["actions_taken"] == 1


def test_an_attack_takes_the_tables_own_dice_where_it_throws_them(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    begun(table.gm, fighters)
    client, way = signed_in(table.player), attack_url(table, fighters["ana"])
    assert 'name="hand"' in page(client, table)

    few = {"key": "a" * 32, "target": fighters["bo"], "pick": "strike||", "hand": "9 8 7"}
    answer = client.post(way, few | {"location": "small"})
    kept = answer.content.decode()
    assert answer.status_code == 422
    assert re.search(r"You entered \d+ of \d+ dice\.", kept)
    assert 'value="9 8 7"' in kept
    assert '<option value="small" selected>' in kept
    unread = client.post(way, few | {"foe": fighters["bo"], "hand": "nine", "pick": ""}).content.decode()
    assert 'value="nine"' in unread
    assert "Choose a maneuver from the page." in unread
    send(client, table, way, pick="strike||", location="none", hand="9 8 7 1 2")

    step = document(Entry.objects.filter(campaign=table.campaign).latest("seq"))["steps"][0]
    assert ([face for _die, face in step["draws"]], fields_of(fighters["ana"])["actions_taken"]) == (
        [9, 8, 7, 1, 2],
        1,
    )
    act(table.gm, "table.change_policy", {"values": {"hand_dice": False}})
    assert 'name="hand"' not in page(client, table)


def test_a_grip_says_what_is_rolled_to_keep_it_or_break_it(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    def gripped(who: str, by: str, grip: str) -> None:
        fields = {"restraint": "held", "held_by": fighters[by], "grip": grip}
        changes = [{"field": name, "set": value} for name, value in fields.items()]
        act(table.gm, "table.edit", {"record": {"id": fighters[who]}, "changes": changes, "reason": "A grip"})

    begun(table.gm, fighters)
    client = signed_in(table.player)
    gripped("ana", "bo", "hold")
    assert re.search(r'>Break free <b class="figures">5</b> <span class="note">\d+%<', page(client, table))
    gripped("bo", "ana", "clinch")
    assert '>Keep the grip on Bo <b class="figures">3</b><' in page(client, table)
    gripped("bo", "ana", "hold")
    assert ">Keep the grip on Bo<" in page(client, table)


def test_whoever_has_acted_is_told_that_nothing_more_was_declared(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    begun(table.gm, fighters)
    sides = {"attacker": {"id": fighters["ana"]}, "target": {"id": fighters["bo"]}, "maneuver": "strike"}
    act(table.player, "fallen.attack", sides, hand=(2, 2, 3, 3, 4))

    assert "declared no further action" in page(signed_in(table.player), table)


def test_a_maneuver_and_then_the_foe_or_the_foe_first(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    fighters["cy"] = fighter(table.gm, "Cy", restraint="held", held_by=fighters["bo"], grip="hold")
    rolled = [{"id": one} for one in fighters.values()]
    act(table.gm, "fallen.initiative", {"fighters": rolled}, hand=(9, 2, 1))
    client = signed_in(table.player)

    chosen = page(client, table, "?do=strike&with=")
    chances = dict(re.findall(r'name="target" value="([^"]*)">.*?(\d+)% to hit', chosen))
    assert chances.keys() == {fighters["bo"], fighters["cy"]}, "neither herself nor a weapon"
    assert int(chances[fighters["cy"]]) > int(chances[fighters["bo"]]), "FAL-IMMOB-01"
    assert "Choose another" in chosen

    assert f"?foe={fighters['cy']}" in page(client, table)
    first = page(client, table, f"?foe={fighters['cy']}")
    assert "Against Cy" in first
    sent = {"key": "a" * 32, "target": fighters["cy"], "pick": "strike||", "willpower": ""}
    answer = client.post(attack_url(table, fighters["ana"]), sent)
    assert answer.status_code == 302
    assert fields_of(fighters["cy"])[f"foes.{fighters['ana']}"] is True


def test_what_no_page_sends_is_told_and_plays_nothing(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    begun(table.gm, fighters)
    client, way = signed_in(table.player), attack_url(table, fighters["ana"])

    for said in ({"pick": "nonsense"}, {"pick": "strike||", "target": "nobody"}, {"pick": "strike||"}):
        answer = client.post(way, {"key": "a" * 32, **said})
        assert answer.status_code == 422
        assert "from the page" in answer.content.decode()
    assert signed_in(table.other_player).post(way, {"key": "a" * 32}).status_code == 403
    assert fields_of(fighters["ana"])["actions_taken"] == 0


def test_what_has_no_dice_leads_nowhere(table: Table, signed_in: SignIn, fighters: dict[str, str]) -> None:
    wounded = fighter(table.gm, "Cy", table.player, bashing=6, strength=3, dexterity=6)
    act(table.gm, "fallen.initiative", {"fighters": [{"id": wounded}]}, hand=(5,))

    shown = page(signed_in(table.player), table)

    assert "do=strike" in shown
    assert "do=hold" not in shown


def test_another_player_waits_and_is_told_for_whom(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    begun(table.gm, fighters)

    shown = page(signed_in(table.other_player), table)

    assert "Ana is choosing what to do" in shown
    assert "fallen.strike" not in shown


@pytest.mark.parametrize("query", ["", "?do=strike&with=", "?declare=x&act=strike&act=dodge"])
def test_open_page_is_sent_its_parts_with_what_was_tapped(
    table: Table, signed_in: SignIn, fighters: dict[str, str], query: str
) -> None:
    begun(table.gm, fighters)
    client = signed_in(table.player)

    opened = OpenPage(client, reverse("fight", args=[table.campaign.pk]) + query)

    assert opened.ask() == ""
    act(table.gm, "table.note", {"words": "It rains."})
    assert "<html" not in opened.ask()
    assert contents(opened.text) == contents(client.get(opened.address).content.decode())


def test_weapons_show_what_they_can_do(table: Table, signed_in: SignIn, fighters: dict[str, str]) -> None:
    gun = {"holder": fighters["ana"], "dice": 4, "kind": "lethal", "automatic": True, "ammo": 2}
    made(table.gm, "fallen.weapon", "Machine pistol", table.player, gun)
    made(table.gm, "fallen.weapon", "Empty gun", table.player, {**gun, "ammo": 0})
    begun(table.gm, fighters)

    shown = page(signed_in(table.player), table)

    assert "Automatic fire" in shown
    assert "Three-round burst" not in shown
    assert "Machine pistol" in shown
    assert "No rounds left" in shown
    assert "Weapon strike" not in shown


def test_two_weapons_need_a_pair(table: Table, signed_in: SignIn, fighters: dict[str, str]) -> None:
    gun = {"holder": fighters["ana"], "dice": 4, "kind": "lethal", "ammo": 6}
    made(table.gm, "fallen.weapon", "One", table.player, gun)
    begun(table.gm, fighters)
    plan = [{"name": "Multiple shots"}, {"name": "Two weapons"}]
    act(table.player, "fallen.multiple_actions", {"fighter": {"id": fighters["ana"]}, "actions": plan})

    alone = page(signed_in(table.player), table)
    made(table.gm, "fallen.weapon", "Another", table.player, gun)

    assert 'value="multiple_shots|' in alone
    assert 'value="shot|' not in alone, "of several actions those that were declared"
    assert 'value="two_weapons|' not in alone
    both = re.sub(r"<[^>]*>", "", page(signed_in(table.player), table, f"?foe={fighters['bo']}"))
    one, other = (re.search(rf"Two weapons{hand} (\d+) (\d+)%", both) for hand in ("", ", off hand at 7"))
    assert one is not None
    assert other is not None
    assert one.group(1) == other.group(1)
    assert int(one.group(2)) > int(other.group(2)), "the off hand is harder (FAL-RANGED-11)"


def test_declared_maneuvers_have_their_dice_from_the_sheet(table: Table, fighters: dict[str, str]) -> None:
    begun(table.gm, fighters)
    plan = [{"name": "Weapon strike"}, {"name": "strike"}, {"name": "shout", "pool": 6}]
    fighter = {"id": fighters["ana"]}

    played = act(table.player, "fallen.multiple_actions", {"fighter": fighter, "actions": plan})

    planned: Any = played.result.outcome
    assert [one.pool for one in planned.plan] == [3, 5, 6]


def test_roll_takes_traits_as_people_write_them(table: Table, fighters: dict[str, str]) -> None:
    brave = fighter(table.gm, "Cy", table.player, **{"traits.Empathy": 2, "martial_arts": 1})
    traits = [{"name": "Dexterity"}, {"name": "Martial Arts"}, {"name": "empathy"}]

    played = act(table.player, "fallen.roll", {"roller": {"id": brave}, "traits": traits})

    rolled: Any = played.result.outcome
    assert [part.dice for part in rolled.pool.parts] == [3, 1, 2]


def test_declared_actions_stand_with_whoever_declared_them(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    begun(table.gm, fighters)
    plan = [{"name": "weapon_strike"}, {"name": "A dodge", "pool": 5}]

    act(table.player, "fallen.multiple_actions", {"fighter": {"id": fighters["ana"]}, "actions": plan})

    shown = page(signed_in(table.other_player), table)
    assert "Weapon strike" in shown
    assert "A dodge" in shown


def test_open_question_is_answered_from_here(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    begun(table.gm, fighters)
    sides = {"attacker": {"id": fighters["ana"]}, "target": {"id": fighters["bo"]}, "maneuver": "strike"}
    act(table.player, "fallen.attack", sides, hand=(9, 9, 4, 4, 4))
    asked = {"id": str(Pending.objects.get(question="fallen.defend").pk)}
    act(table.gm, "table.settle", {"pending": asked, "how": "waived", "reason": "Away."})

    shown = page(signed_in(table.gm), table)

    assert "Bo is hit with 2 successes" in shown
    assert "Bo is hit with 2 successes" in page(signed_in(table.player), table)
    assert f"?next={reverse('fight', args=[table.campaign.pk]).replace('/', '%2F')}" in shown


def test_whoever_is_attacked_answers_for_herself(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    begun(table.gm, fighters)
    sides = {"attacker": {"id": fighters["bo"]}, "target": {"id": fighters["ana"]}, "maneuver": "strike"}
    act(table.gm, "fallen.attack", sides, hand=(9, 9, 4), override=BY_OVERRIDE)
    client = signed_in(table.player)

    asked = Pending.objects.get(question="fallen.defend")
    send(client, table, reverse("pending_answer", args=[table.campaign.pk, asked.pk]), maneuver="dodge")

    asked.refresh_from_db()
    assert asked.state == "answered"


def test_hidden_fighter_is_nowhere_on_a_players_page(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    begun(table.gm, fighters)
    hidden: dict[str, Any] = {"visibility": "gm", "in_combat": True, "initiative": 40, "turn_order": 1}
    make_record(table.gm, "fallen.character", "Lurker", state="active", **TRAITS, **hidden)

    assert "Lurker" in page(signed_in(table.gm), table)
    for viewer in (table.player, table.observer):
        assert "Lurker" not in page(signed_in(viewer), table)
        assert "Ana" in page(signed_in(viewer), table)


def test_a_turn_taken_back_is_to_be_taken_again(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    begun(table.gm, fighters)
    ended = act(table.gm, "fallen.end_turn", {"fighter": {"id": fighters["ana"]}})

    undo(table.gm, ended.entry.seq)

    assert "Ana acts" in page(signed_in(table.player), table)


def test_last_act_is_taken_back_from_here(table: Table, signed_in: SignIn, fighters: dict[str, str]) -> None:
    begun(table.gm, fighters)
    act(table.player, "fallen.end_turn", {"fighter": {"id": fighters["ana"]}})
    client = signed_in(table.player)

    shown = page(client, table).partition("<main")[2]
    way = re.search(r'<form class="undo"[^>]*action="([^"]*)".*?</form>', shown, re.DOTALL)
    assert way is not None
    sent = dict(re.findall(r'name="(key|back)" value="([^"]*)"', way[0]))
    fight = reverse("fight", args=[table.campaign.pk])
    answer = client.post(way[1], sent, headers={"Referer": f"http://testserver{fight}"})

    assert answer.headers["Location"] == f"http://testserver{fight}"
    assert "Ana acts" in page(client, table)


def test_what_somebody_types_is_not_swept_away_by_others(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    begun(table.gm, fighters)

    shown = page(signed_in(table.player), table)

    now = shown[shown.index('id="fight-now"') :]
    assert "data-keep-typed" in now[: now.index(">")]
    assert "Something has changed in the meantime" in now
    assert "js/keep.js" in shown


def test_table_says_that_a_fight_is_on(table: Table, signed_in: SignIn, fighters: dict[str, str]) -> None:
    client, url = signed_in(table.player), reverse("table", args=[table.campaign.pk])
    assert "A fight is in progress" not in client.get(url).content.decode()

    begun(table.gm, fighters)

    assert "A fight is in progress" in client.get(url).content.decode()


def test_a_card_says_the_initiative_that_counts_in_this_turn(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    begun(table.gm, fighters)
    rolled = fields_of(fighters["ana"])["initiative"]
    fallen = [{"field": "turn_initiative", "set": -2}]
    act(table.gm, "table.edit", {"record": {"id": fighters["ana"]}, "changes": fallen, "reason": "A fall"})

    cards = signed_in(table.player).get(reverse("table", args=[table.campaign.pk])).content.decode()

    assert f"initiative {rolled - 2}<" in cards
    assert f"initiative {rolled}<" not in cards


def test_fight_ends_by_the_gms_press(table: Table, signed_in: SignIn, fighters: dict[str, str]) -> None:
    begun(table.gm, fighters)

    press(signed_in(table.gm), table, "table.end_fight")

    assert fields_of(fighters["bo"])["in_combat"] is False
    assert "No fight in progress" in page(signed_in(table.player), table)


def test_observer_is_offered_nothing_to_press(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    begun(table.gm, fighters)

    assert "/play/" not in page(signed_in(table.observer), table).partition("<main")[2]


def test_who_is_in_it_already_rolls_and_others_may_be_called_in(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    cy = fighter(table.gm, "Cy")
    sides = {"attacker": {"id": fighters["ana"]}, "target": {"id": fighters["bo"]}}
    act(table.player, "fallen.ambush", sides, hand=(2, 2, 2, 9, 9))

    shown = page(signed_in(table.gm), table)

    boxes = dict(re.findall(r'name="fighters" value="([^"]*)"( checked)?>', shown))
    assert boxes == {fighters["ana"]: " checked", fighters["bo"]: " checked", cy: ""}
    assert "Roll initiative for Ana" in page(signed_in(table.player), table)


def test_latecomer_rolls_alone_and_gets_a_place(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    begun(table.gm, fighters)
    late = fighter(table.gm, "Cy", kind="mortal", wits=4)  # of another rating, so never level

    start_fight(signed_in(table.gm), table, late)

    ranks = [fields_of(one)["initiative_rank"] for one in (*fighters.values(), late)]
    assert ranks == [1, 2, 3]
    assert fields_of(late)["turn_order"] is not None
    assert fields_of(fighters["ana"])["initiative"] == 15
