"""When the dice of a round of conflict may be rolled: who has still to announce, who takes no part, who is left out."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.models import Record, SorcererHealth, SorcererTurn
from tests.campaigns.conftest import SignIn
from tests.campaigns.world import act
from tests.factories import make_character, make_demon
from tests.people import Table

pytestmark = pytest.mark.slow

AGREED = "Waiting for the GM to roll the round."
MAIN = '<button class="button button-primary" type="submit"><svg'


@pytest.fixture
def mara(table: Table) -> Record:
    return make_character(table.player, "Mara")


@pytest.fixture
def jonas(table: Table) -> Record:
    return make_character(table.other_player, "Jonas")


def url(table: Table, name: str = "conflict", *more: Any) -> str:
    return reverse(name, args=[table.campaign.pk, *more])


def announce(client: Client, table: Table, who: Record) -> None:
    sent = {"who": who.pk, "words": "Up the stairs", "action": "act", "score": "stamina", "target": ""}
    assert client.post(url(table, "announce_action"), sent).status_code == 302


def page(client: Client, table: Table) -> str:
    """What the round waits for."""
    shown: str = client.get(url(table)).content.decode()
    return shown.partition('id="ready"')[2].partition("data-announce")[0]


def test_one_announcement_is_not_all(table: Table, mara: Record, jonas: Record, signed_in: SignIn) -> None:
    announce(signed_in(table.player), table, mara)

    for member in (table.player, table.other_player, table.observer):
        shown = page(signed_in(member), table)
        assert AGREED not in shown
        assert "Not announced yet: Jonas." in shown
    shown = page(signed_in(table.gm), table)
    assert "Roll the round without Jonas" in shown
    assert MAIN not in shown

    announce(signed_in(table.other_player), table, jonas)
    assert AGREED in page(signed_in(table.player), table)
    assert MAIN in page(signed_in(table.gm), table)


@pytest.mark.parametrize("who", ["other_player", "gm"])
def test_nobody_waits_for_whoever_takes_no_part(
    who: str, table: Table, mara: Record, jonas: Record, signed_in: SignIn
) -> None:
    announce(signed_in(table.player), table, mara)
    client = signed_in(getattr(table, who))
    assert "Jonas sits out" in page(client, table)
    assert client.post(url(table, "withdraw_action", jonas.pk)).status_code == 302

    shown = page(signed_in(table.player), table)
    assert "Sitting out: Jonas" in shown
    assert AGREED in shown

    announce(signed_in(table.other_player), table, jonas)
    assert "Sitting out" not in page(signed_in(table.player), table), "whoever announces after all is in"


def test_players_do_not_sit_each_other_out(
    table: Table, mara: Record, jonas: Record, signed_in: SignIn
) -> None:
    client = signed_in(table.player)
    announce(client, table, mara)

    assert "Jonas sits out" not in page(client, table)
    assert client.post(url(table, "withdraw_action", jonas.pk)).status_code == 403
    assert "Not announced yet: Jonas." in page(client, table)


def test_whoever_is_left_out_or_sits_out_rolls_no_dice(
    table: Table, mara: Record, jonas: Record, signed_in: SignIn
) -> None:
    late = make_character(table.other_player, "Late")
    announce(signed_in(table.player), table, mara)
    gm = signed_in(table.gm)
    gm.post(url(table, "withdraw_action", jonas.pk))

    assert "Roll the round without Late" in page(gm, table)
    assert gm.post(url(table, "roll_round"), {"key": "roll-one"}).status_code == 302
    turns = dict(SorcererTurn.objects.values_list("record_id", "turn"))
    assert [turns.get(record.pk, "none") for record in (mara, jonas, late)] == ["pending", "none", "none"]


def test_a_turn_is_resolved_although_somebody_was_left_out(
    table: Table, mara: Record, jonas: Record, signed_in: SignIn
) -> None:
    announce(signed_in(table.player), table, mara)
    gm = signed_in(table.gm)
    gm.post(url(table, "roll_round"), {"key": "roll-one"})

    shown = gm.get(url(table)).content.decode()

    assert "Mara acts" in shown
    assert "Resolve it for Mara" in shown
    assert 'type="submit" disabled' not in shown
    assert "page of its own" not in shown


def test_there_is_no_round_once_the_last_withdraws(
    table: Table, mara: Record, jonas: Record, signed_in: SignIn
) -> None:
    announce(signed_in(table.player), table, mara)
    signed_in(table.other_player).post(url(table, "withdraw_action", jonas.pk))
    signed_in(table.player).post(url(table, "withdraw_action", mara.pk))
    assert (
        "A round of conflict is in progress"
        not in signed_in(table.gm).get(url(table, "table")).content.decode()
    )

    announce(signed_in(table.player), table, mara)
    assert "Not announced yet: Jonas." in page(signed_in(table.gm), table), "the next one begins anew"


def test_nobody_waits_for_whoever_cannot_act_or_is_nobodys_character(
    table: Table, mara: Record, jonas: Record, signed_in: SignIn
) -> None:
    SorcererHealth.objects.filter(record=jonas).update(temporary=7)
    make_character(table.gm, "Bystander")
    make_character(table.other_player, "Unfinished", state="draft")
    make_character(table.former_member, "Gone")
    announce(signed_in(table.player), table, mara)

    assert AGREED in page(signed_in(table.player), table)


def test_whoever_is_unseen_counts_and_is_not_named(table: Table, mara: Record, signed_in: SignIn) -> None:
    unseen = make_demon(table.gm, "Wick", state="present")
    Record.objects.filter(pk=unseen.pk).update(visibility="gm")
    announce(signed_in(table.player), table, mara)
    gm = signed_in(table.gm)
    sent = {"who": unseen.pk, "words": "It waits", "action": "act", "score": "stamina", "unready": "on"}
    gm.post(url(table, "announce_action"), sent)

    assert AGREED in page(signed_in(table.player), table), "nothing tells that somebody unseen is not content"
    assert "Wick" not in signed_in(table.player).get(url(table)).content.decode()
    assert "Not ready yet: Wick." in page(gm, table)


def test_whoever_cannot_act_is_marked_before_being_picked(
    table: Table, mara: Record, jonas: Record, signed_in: SignIn
) -> None:
    SorcererHealth.objects.filter(record=mara).update(temporary=7)
    shown = signed_in(table.gm).get(url(table)).content.decode()

    picks = shown.partition('class="picks"')[2].partition("</nav>")[0]
    first, second = picks.split("</a>")[:2]
    assert "Mara" in first
    assert "cannot act" in first
    assert "cannot act" not in second
    assert 'aria-current="true">Jonas' in second, "the form begins with somebody who can"


def test_answer_of_a_target_whom_the_player_does_not_see_is_not_told_before_the_roll(
    table: Table, mara: Record, signed_in: SignIn
) -> None:
    hidden = make_demon(table.gm, "Vesh", state="present", stamina=4, visibility="gm")
    combatants = [
        {"id": str(mara.pk), "score": "stamina", "action": "attack", "target": str(hidden.pk)},
        {"id": str(hidden.pk), "score": "stamina", "action": "act"},
    ]
    act(table.gm, "sorcerer.conflict_round", {"combatants": combatants}, hand=(12, 11, 10, 4, 3, 2, 1))
    sent = {"key": "their-answer", "acting": mara.pk, "answer": "maintain"}

    assert signed_in(table.gm).post(url(table, "answer_attack"), sent).status_code == 302

    assert "Vesh: Keep to the action" in page(signed_in(table.gm), table)
    assert "Keep to the action" not in page(signed_in(table.player), table)
