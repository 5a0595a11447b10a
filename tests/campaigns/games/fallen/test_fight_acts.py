"""What players do of themselves in a fight: hold back and step in, let go of a grip, reload, not defend."""

import re
from typing import Any

import pytest
from django.urls import reverse

from campaigns.games.fallen.fights.reading import MOST_TOLD
from tests.campaigns.conftest import SignIn
from tests.campaigns.fighting import fields_of, fighter, made, page, press, send, two_fighters
from tests.campaigns.form_filling import Form
from tests.campaigns.world import act
from tests.people import Table

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def fighters(table: Table) -> dict[str, str]:
    """Ana of the player's, then Bo and Cy of the GM's, in the order of their initiative."""
    return {**two_fighters(table), "cy": fighter(table.gm, "Cy", control="gm")}


def ordered(table: Table, fighters: dict[str, str]) -> None:
    everybody = [{"id": one} for one in fighters.values()]
    act(table.gm, "fallen.initiative", {"fighters": everybody}, hand=(9, 5, 2))
    act(table.gm, "fallen.order_actions", {"fighters": everybody})


def places(fighters: dict[str, str]) -> list[str]:
    return sorted(fighters, key=lambda name: int(fields_of(fighters[name])["turn_order"]))


def own(table: Table, name: str, record: str) -> str:
    return reverse(name, args=[table.campaign.pk, record])


def test_a_score_that_was_written_down_alone_has_no_place_in_the_order(
    table: Table, fighters: dict[str, str]
) -> None:
    ordered(table, fighters)
    dov = fighter(table.gm, "Dov", control="gm")
    changes = [{"field": "initiative", "set": 20}, {"field": "in_combat", "set": True}]
    act(table.gm, "table.edit", {"record": {"id": dov}, "reason": "Comes first", "changes": changes})
    for who in fighters.values():
        act(table.gm, "fallen.end_turn", {"fighter": {"id": who}})

    act(table.gm, "fallen.new_turn", {})

    assert places(fighters) == ["ana", "bo", "cy"]
    assert fields_of(dov)["turn_order"] is None


def test_player_holds_back_until_the_end_of_the_turn(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    ordered(table, fighters)
    player = signed_in(table.player)

    send(player, table, own(table, "hold_back", fighters["ana"]), before="")

    assert places(fighters) == ["bo", "cy", "ana"]
    assert "Ana holds back until" in page(player, table)
    assert "holds back</span>" in page(signed_in(table.observer), table)


@pytest.mark.parametrize("dazed", [False, True])
def test_who_climbs_to_her_feet_is_offered_to_get_up(
    table: Table, signed_in: SignIn, fighters: dict[str, str], dazed: bool
) -> None:
    ordered(table, fighters)
    fallen = {"prone": True, "rising": True, "dazed": dazed}
    changes = [{"field": field, "set": value} for field, value in fallen.items()]
    act(table.gm, "table.edit", {"record": {"id": fighters["ana"]}, "reason": "Down", "changes": changes})

    shown = page(signed_in(table.player), table)

    assert ("Ana: Get back up" in shown) is not dazed
    assert (">Get back up</button>" in shown) is not dazed
    press(signed_in(table.player), table, "fallen.take_turn")
    assert fields_of(fighters["ana"])["prone"] is dazed


@pytest.mark.parametrize("who", ["gm", "player"])
def test_an_ambush_begins_with_the_only_one_of_ones_own_side_and_of_the_other(
    table: Table, signed_in: SignIn, who: str
) -> None:
    found = two_fighters(table)
    mine, theirs = ("bo", "ana") if who == "gm" else ("ana", "bo")
    client = signed_in(getattr(table, who))

    (url,) = re.findall(r'href="([^"]*fallen\.ambush[^"]*)"', page(client, table))
    form = Form(client.get(url).content.decode(), "action-form")

    assert form.controls["attacker.id"].values == [found[mine]]
    assert form.controls["target.id"].values == [found[theirs]]


def test_player_steps_in_before_a_slower_one_who_acts(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    ordered(table, fighters)
    player = signed_in(table.player)
    send(player, table, own(table, "hold_back", fighters["ana"]), before="")
    act(table.gm, "fallen.take_turn", {"fighter": {"id": fighters["bo"]}})

    send(player, table, own(table, "hold_back", fighters["ana"]), before=fighters["bo"])

    assert places(fighters) == ["ana", "bo", "cy"]
    assert "Ana acts" in page(player, table)


def test_who_holds_back_already_still_does_when_another_does(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    ordered(table, fighters)
    gm = signed_in(table.gm)

    send(gm, table, own(table, "hold_back", fighters["ana"]), before=fighters["cy"])
    send(gm, table, own(table, "hold_back", fighters["bo"]), before="")

    assert places(fighters) == ["ana", "cy", "bo"]


def test_who_holds_back_still_does_when_somebody_joins_in(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    ordered(table, fighters)
    gm = signed_in(table.gm)
    send(gm, table, own(table, "hold_back", fighters["ana"]), before=fighters["cy"])
    fighters["di"] = fighter(table.gm, "Di", dexterity=1)

    act(table.gm, "fallen.initiative", {"fighters": [{"id": fighters["di"]}]}, hand=(1,))

    assert places(fighters) == ["bo", "ana", "cy", "di"]


def test_only_slower_fighters_can_be_waited_for(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    ordered(table, fighters)
    act(table.gm, "fallen.end_turn", {"fighter": {"id": fighters["ana"]}})
    gm = signed_in(table.gm)

    shown = page(gm, table)
    gm.post(own(table, "hold_back", fighters["bo"]), {"key": "a" * 32, "before": fighters["ana"]})

    assert "before Cy" in shown
    assert "before Ana" not in shown
    assert "That moment has passed" in page(gm, table)
    assert places(fighters) == ["ana", "bo", "cy"]


def test_the_last_of_a_turn_is_offered_no_later_moment(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    ordered(table, fighters)
    for name in ("ana", "bo"):
        act(table.gm, "fallen.end_turn", {"fighter": {"id": fighters[name]}})

    assert "Hold back" not in page(signed_in(table.gm), table)


def test_whose_turn_is_over_holds_back_no_more(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    ordered(table, fighters)
    act(table.gm, "fallen.end_turn", {"fighter": {"id": fighters["ana"]}})

    answer = signed_in(table.player).post(own(table, "hold_back", fighters["ana"]), {"key": "a" * 32})

    assert answer.status_code == 422
    assert "FAL-YIELD-01" in answer.content.decode()


def test_holding_back_twice_by_one_key_is_one_act(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    ordered(table, fighters)
    player, sent = signed_in(table.player), {"key": "a" * 32, "before": ""}

    player.post(own(table, "hold_back", fighters["ana"]), sent)
    table.campaign.refresh_from_db()
    head = table.campaign.head_seq
    again = player.post(own(table, "hold_back", fighters["ana"]), sent)

    table.campaign.refresh_from_db()
    assert again.status_code == 302
    assert table.campaign.head_seq == head


def test_holding_back_otherwise_by_the_same_key_is_refused(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    ordered(table, fighters)
    player, way = signed_in(table.player), own(table, "hold_back", fighters["ana"])
    player.post(way, {"key": "a" * 32, "before": ""})

    again = player.post(way, {"key": "a" * 32, "before": fighters["cy"]})

    assert again.status_code == 409
    assert "already sent with different content" in again.content.decode()
    assert places(fighters) == ["bo", "cy", "ana"]


def test_who_has_acted_holds_back_no_more(table: Table, signed_in: SignIn, fighters: dict[str, str]) -> None:
    ordered(table, fighters)
    player, way = signed_in(table.player), own(table, "hold_back", fighters["ana"])
    assert way in page(player, table)
    sides = {"attacker": {"id": fighters["ana"]}, "target": {"id": fighters["bo"]}, "maneuver": "strike"}
    act(table.gm, "fallen.strike", sides, hand=(2, 3, 4, 5, 5))

    answer = player.post(way, {"key": "a" * 32, "before": ""})

    assert way not in page(player, table)
    assert answer.status_code == 422
    assert "FAL-YIELD-01" in answer.content.decode()
    assert places(fighters) == ["ana", "bo", "cy"]


def notes(table: Table, count: int) -> None:
    for number in range(count):
        act(table.gm, "table.note", {"words": f"Rain, {number}."})


def test_who_holds_back_still_does_after_many_words(table: Table, fighters: dict[str, str]) -> None:
    fighters["dy"] = fighter(table.gm, "Dy", control="gm")
    everybody = [{"id": one} for one in fighters.values()]
    act(table.gm, "fallen.initiative", {"fighters": everybody}, hand=(9, 7, 5, 2))
    act(table.gm, "fallen.order_actions", {"fighters": everybody})
    act(table.gm, "fallen.hold_back", {"fighter": fighters["ana"], "before": fighters["dy"]})

    notes(table, MOST_TOLD + 1)
    act(table.gm, "fallen.hold_back", {"fighter": fighters["bo"]})

    assert places(fighters) == ["cy", "ana", "dy", "bo"]


def test_who_is_waited_for_and_holds_back_is_told_what_comes_first(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    ordered(table, fighters)
    act(table.gm, "fallen.hold_back", {"fighter": fighters["ana"], "before": fighters["bo"]})

    answer = signed_in(table.gm).post(own(table, "hold_back", fighters["bo"]), {"key": "a" * 32})

    told = answer.content.decode()
    assert answer.status_code == 422
    assert "If someone waits to act before her, let them act first." in told
    assert "Bo is waiting too." in told


def test_what_was_done_and_declared_stands_after_many_words(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    ordered(table, fighters)
    act(table.gm, "fallen.take_turn", {"fighter": {"id": fighters["ana"]}})
    plan = [{"name": "A somersault", "pool": 5}, {"name": "Strike"}]
    act(table.player, "fallen.multiple_actions", {"fighter": {"id": fighters["ana"]}, "actions": plan})
    sides = {"attacker": {"id": fighters["ana"]}, "target": {"id": fighters["bo"]}, "maneuver": "strike"}
    act(table.gm, "fallen.strike", sides, hand=(2, 3, 4))

    notes(table, MOST_TOLD + 1)

    shown = page(signed_in(table.player), table)
    assert "Declared: a somersault" in shown
    assert 'Half a run <b class="figures">14</b>' in shown
    assert 'Run <b class="figures">' not in shown, "she has acted"


def test_nobody_holds_back_with_anothers_fighter(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    ordered(table, fighters)

    for name in ("ana", "bo"):
        answer = signed_in(table.other_player).post(
            own(table, "hold_back", fighters[name]), {"key": "a" * 32}
        )
        assert answer.status_code == 403
    assert places(fighters) == ["ana", "bo", "cy"]


def held(table: Table, holder: str | None, prisoner: str) -> None:
    changes = [
        {"field": name, "set": value}
        for name, value in {"restraint": "held", "held_by": holder, "grip": "hold"}.items()
    ]
    act(table.gm, "table.edit", {"record": {"id": prisoner}, "changes": changes, "reason": "A grip"})


def test_whoever_plays_the_holder_lets_go(table: Table, signed_in: SignIn, fighters: dict[str, str]) -> None:
    ordered(table, fighters)
    held(table, fighters["ana"], fighters["bo"])

    send(signed_in(table.player), table, own(table, "let_go_of_grip", fighters["bo"]))

    freed = fields_of(fighters["bo"])
    assert (freed["restraint"], freed["held_by"], freed["grip"]) == ("free", None, None)


def test_prisoners_player_cannot_end_the_grip(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    ordered(table, fighters)
    held(table, fighters["bo"], fighters["ana"])
    player, way = signed_in(table.player), own(table, "let_go_of_grip", fighters["ana"])

    assert way not in page(player, table)
    assert player.post(way, {"key": "a" * 32}).status_code == 403
    send(signed_in(table.gm), table, way)
    assert fields_of(fighters["ana"])["restraint"] == "free"


def pistol(table: Table, holder: str, **fields: Any) -> str:
    known = {"holder": holder, "dice": 4, "kind": "lethal", "ammo": 0, **fields}
    return made(table.gm, "fallen.weapon", "Pistol", None, known)


def test_player_reloads_what_her_fighter_holds(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    gun = pistol(table, fighters["ana"])
    ordered(table, fighters)
    act(table.gm, "fallen.take_turn", {"fighter": {"id": fighters["ana"]}})
    player = signed_in(table.player)
    assert "No rounds left" in page(player, table)

    send(player, table, own(table, "reload_weapon", gun), rounds="6")

    assert fields_of(gun)["ammo"] == 6
    assert "is reloaded: 6 rounds." in page(player, table)


def test_nobody_reloads_anothers_gun_or_beyond_reason(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    gun, other = pistol(table, fighters["ana"]), pistol(table, fighters["bo"])

    refused = signed_in(table.player).post(own(table, "reload_weapon", other), {"key": "a" * 32, "rounds": 6})
    for rounds in (5000, ""):
        too_much = {"key": "a" * 32, "rounds": rounds}
        told = signed_in(table.player).post(own(table, "reload_weapon", gun), too_much, follow=True)
        assert "a whole number from 0 to 1000." in told.content.decode()

    assert refused.status_code == 403
    assert [fields_of(one)["ammo"] for one in (gun, other)] == [0, 0]


def unseen(table: Table, name: str) -> str:
    about = {"kind": "fallen.character", "name": name, "owner": None, "visibility": "gm"}
    return str(act(table.gm, "table.create", {"about": about, "fields": []}).steps[0].input["id"])


def test_a_grip_or_a_gun_of_somebody_unseen_is_like_anybodys(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    lurker, player = unseen(table, "Lurker"), signed_in(table.player)
    guns = [pistol(table, one) for one in (fighters["bo"], lurker)]
    nobodys = made(table.gm, "fallen.weapon", "Left behind", None, {"dice": 4, "ammo": 0})
    answers = [
        player.post(own(table, "reload_weapon", gun), {"key": "a" * 32, "rounds": 6})
        for gun in (*guns, nobodys)
    ]
    for holder in (fighters["bo"], lurker, None):
        held(table, holder, fighters["ana"])
        answers.append(player.post(own(table, "let_go_of_grip", fighters["ana"]), {"key": "a" * 32}))

    assert [response.status_code for response in answers] == [403] * 6
    assert all(
        "Ask the GM: none of your characters holds them." in response.content.decode() for response in answers
    )
    by_chance = re.compile(r'nonce[-="\w]*|value="[^"]*"|src="[^"]*"|[0-9a-f-]{36}|[0-9a-f]{32}')
    said = [by_chance.sub("-", response.content.decode()) for response in answers]
    assert len(set(said[:3])) == 1
    # Between the others something was played, which the frame around them tells.
    assert len({one.partition("<main")[2].partition("</main>")[0] for one in said}) == 1
    assert fields_of(fighters["ana"])["restraint"] == "held"


def test_gm_sets_what_no_action_does(table: Table, signed_in: SignIn, fighters: dict[str, str]) -> None:
    ordered(table, fighters)
    gm, way = signed_in(table.gm), own(table, "set_conditions", fighters["bo"])

    send(gm, table, way, opponents="2", blind="on", bound="on", position="flank")

    stands = fields_of(fighters["bo"])
    assert (stands["opponents"], stands["blind"], stands["restraint"]) == (2, True, "helpless")
    assert "Opponents: 2; Blind: yes; Attacks from: The flank" in page(gm, table)
    assert "Restraint: Cannot move at all" in page(gm, table)
    assert "2 opponents</span>" in page(signed_in(table.observer), table)


def test_whoever_is_unbound_is_in_nobodys_grip(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    ordered(table, fighters)
    held(table, fighters["ana"], fighters["bo"])
    gm, way = signed_in(table.gm), own(table, "set_conditions", fighters["bo"])

    send(gm, table, way, bound="on", position="front")
    sent = {"key": "b" * 32, "opponents": "1", "position": "front", "move_difficulty": "0"}
    gm.post(way, sent)

    freed = fields_of(fighters["bo"])
    assert (freed["restraint"], freed["held_by"], freed["grip"]) == ("free", None, None)


def test_conditions_left_as_they_are_write_nothing(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    ordered(table, fighters)
    held(table, fighters["ana"], fighters["bo"])
    table.campaign.refresh_from_db()
    head = table.campaign.head_seq

    send(signed_in(table.gm), table, own(table, "set_conditions", fighters["bo"]), position="front")

    table.campaign.refresh_from_db()
    assert table.campaign.head_seq == head
    assert fields_of(fighters["bo"])["restraint"] == "held"


def test_players_set_no_conditions(table: Table, signed_in: SignIn, fighters: dict[str, str]) -> None:
    ordered(table, fighters)

    assert "Set conditions" not in page(signed_in(table.player), table)


def test_disarmed_fighter_is_offered_no_weapon(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    pistol(table, fighters["ana"], ammo=6)
    ordered(table, fighters)
    act(table.gm, "fallen.take_turn", {"fighter": {"id": fighters["ana"]}})
    player = signed_in(table.player)
    assert "do=shot" in page(player, table)

    way = own(table, "set_conditions", fighters["ana"])
    send(signed_in(table.gm), table, way, disarmed="on", position="front")

    assert "do=shot" not in page(player, table)


def test_whoever_lacks_what_initiative_reads_is_named_with_the_way_to_their_sheet(
    table: Table, signed_in: SignIn
) -> None:
    lena = made(table.gm, "fallen.character", "Lena", None, {"kind": "mortal", "state": "active"})
    begin = reverse("begin_fight", args=[table.campaign.pk])

    answer = signed_in(table.gm).post(begin, {"key": "a" * 32, "fighters": [lena]})

    shown = answer.content.decode()
    assert answer.status_code == 422
    assert "Lena has no Dexterity." in shown
    assert "marked field" not in shown
    assert f'href="{own(table, "edit_record", lena)}">Edit Lena</a>' in shown
