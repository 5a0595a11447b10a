"""What waits for somebody, and what others did to theirs, stands on whatever page of the campaign they have open."""

import re
from typing import Any

import pytest
from django.urls import reverse

from campaigns.games.demon_city.decks.acts import lay_out_decks
from campaigns.games.demon_city.rounds.acts import begin_round
from campaigns.games.sorcerer.conflict import acts as conflict
from campaigns.games.sorcerer.conflict.announcements import Announcement
from campaigns.models import Campaign, Change, Contact, Membership, Record
from tests.campaigns.conftest import SignIn
from tests.campaigns.fighting import begun, fighter, two_fighters
from tests.campaigns.open_pages import frame
from tests.campaigns.spine import BY_OVERRIDE
from tests.campaigns.world import act, call_demon, undo
from tests.factories import make_character, make_demon, make_record
from tests.people import Table

pytestmark = pytest.mark.slow

FAR_PAGES = ("campaign_home", "table", "log", "campaign_rules", "campaign_settings", "people")
DECK: dict[str, Any] = {"draw": ["cups-2", "cups-3"], "discard": [], "table": []}

QUICK: dict[str, Any] = {"stats.agility": 2}
QUICKER: dict[str, Any] = {"stats.agility": 5}


@pytest.fixture
def mara(table: Table) -> Record:
    return make_character(table.player, "Mara")


@pytest.fixture
def shelly(table: Table) -> Record:
    return make_character(table.other_player, "Shelly")


def announce(member: Membership, who: Record, *, content: bool = False) -> None:
    conflict.announce(member, Announcement(str(who.pk), "act", "will", content=content))


def page(signed_in: SignIn, member: Membership, name: str, **query: Any) -> str:
    url = reverse(name, args=[member.campaign_id])
    return str(signed_in(member).get(url, query).content.decode())


def put_away(signed_in: SignIn, member: Membership, seq: int) -> None:
    url = reverse("see_news", args=[member.campaign_id, seq])
    assert signed_in(member).post(url).status_code == 302


def calls(text: str) -> list[tuple[str, str]]:
    return re.findall(r'data-calls="(\d+)".*?<a class="button" href="[^"]*">([^<]*)</a>', text, re.DOTALL)


@pytest.mark.parametrize("name", FAR_PAGES)
def test_a_round_that_somebody_opens_is_called_on_every_page(
    table: Table, mara: Record, shelly: Record, signed_in: SignIn, name: str
) -> None:
    before = page(signed_in, table.player, name)
    announce(table.other_player, shelly)

    after = page(signed_in, table.player, name)

    assert calls(before) == []
    assert calls(after) == [("1", "A round has begun: announce for Mara")]
    assert "<title>(1) " in after
    assert calls(page(signed_in, table.other_player, name)) == []
    assert calls(page(signed_in, table.observer, name)) == calls(page(signed_in, table.gm, name)) == []


def test_nobody_is_called_to_a_round_that_does_not_wait_for_them(
    table: Table, shelly: Record, signed_in: SignIn
) -> None:
    make_character(table.player, "Hurt", stamina=2, temporary=5)
    make_demon(table.gm, "Vesh", owner=table.player, state="present")
    announce(table.other_player, shelly)

    assert calls(page(signed_in, table.player, "log")) == []
    make_character(table.player, "Able")
    assert calls(page(signed_in, table.player, "log")) == [("1", "A round has begun: announce for Able")]


def test_whoever_is_not_content_is_called_once_all_have_announced(
    table: Table, mara: Record, shelly: Record, signed_in: SignIn
) -> None:
    announce(table.other_player, shelly)
    assert calls(page(signed_in, table.other_player, "log")) == [], "Mara may say what changes it"
    announce(table.player, mara, content=True)

    called = page(signed_in, table.other_player, "log")

    assert calls(called) == [("1", "Every player has announced: is Shelly ready?")]
    assert f'href="{reverse("conflict", args=[table.campaign.pk])}"' in called
    assert calls(page(signed_in, table.player, "log")) == calls(page(signed_in, table.gm, "log")) == []
    announce(table.other_player, shelly, content=True)
    assert calls(page(signed_in, table.other_player, "log")) == []


def test_nobody_is_asked_to_be_content_who_takes_no_part(
    table: Table, mara: Record, shelly: Record, signed_in: SignIn
) -> None:
    announce(table.other_player, shelly)
    conflict.withdraw(table.player, str(mara.pk))

    assert calls(page(signed_in, table.player, "log")) == []
    assert len(calls(page(signed_in, table.other_player, "log"))) == 1


def test_nobody_unseen_decides_when_somebody_is_asked_to_be_content(
    table: Table, shelly: Record, signed_in: SignIn
) -> None:
    make_character(table.player, "Behind", visibility="gm")
    announce(table.other_player, shelly)

    assert len(calls(page(signed_in, table.other_player, "log"))) == 1


def test_the_sheet_that_a_summoning_waits_for_is_called_for_the_gm(table: Table, signed_in: SignIn) -> None:
    call_demon(table.gm, table.player)
    contact = Contact.objects.get(record__campaign=table.campaign)
    act(table.gm, "sorcerer.alter_contact", {"contact": str(contact.pk), "demon": str(contact.demon_id)})

    called = page(signed_in, table.gm, "log")

    assert calls(called) == [("1", "Complete the sheet of The lodger")]
    assert f'href="{reverse("complete_demon", args=[table.campaign.pk, contact.demon_id])}"' in called
    Contact.objects.filter(pk=contact.pk).update(state="closed")
    assert calls(page(signed_in, table.gm, "log")) == []


def test_a_page_that_is_open_hears_of_it(
    table: Table, mara: Record, shelly: Record, signed_in: SignIn
) -> None:
    stir = Campaign.objects.get(pk=table.campaign.pk).stir
    announce(table.other_player, shelly)

    assert Campaign.objects.get(pk=table.campaign.pk).stir > stir
    fetched = frame(signed_in(table.player), table.campaign.pk)
    assert calls(fetched) == [("1", "A round has begun: announce for Mara")]
    assert "Waiting" in fetched


def test_nobody_is_called_by_somebody_whom_they_do_not_know(
    table: Table, mara: Record, signed_in: SignIn
) -> None:
    behind = make_character(table.gm, "Behind", visibility="gm")
    announce(table.gm, behind)

    assert calls(page(signed_in, table.player, "log")) == []


def test_nobody_is_called_to_a_round_that_was_rolled(
    table: Table, mara: Record, shelly: Record, signed_in: SignIn
) -> None:
    other = make_character(table.gm, "Vesh")
    announce(table.other_player, shelly)
    combatants = [
        {"id": str(record.pk), "score": "will", "action": "act", "modifiers": []}
        for record in (shelly, other)
    ]
    act(table.gm, "sorcerer.conflict_round", {"combatants": combatants})

    assert calls(page(signed_in, table.player, "log")) == []


def test_the_next_in_the_list_by_agility_is_called(table: Table, signed_in: SignIn) -> None:
    marty = make_record(
        table.gm, "demon_city.character", "Marty", owner=table.player, state="active", **QUICK
    )
    fiend = make_record(table.gm, "demon_city.character", "Fiend", state="active", **QUICKER)
    begin_round(
        actor=table.gm,
        name="In the yard",
        who=[str(record.pk) for record in (marty, fiend)],
        previous=(),
        anew=False,
        key="r",
    )

    called = {who: calls(page(signed_in, who, "log")) for who in (table.player, table.other_player, table.gm)}
    assert called == {
        table.player: [("1", "A round has begun: announce for Marty")],
        table.other_player: [],
        table.gm: [],
    }

    assert calls(page(signed_in, table.player, "log")) == [("1", "A round has begun: announce for Marty")]
    assert calls(page(signed_in, table.other_player, "log")) == []


def test_the_gm_is_called_where_the_next_in_the_list_is_theirs(table: Table, signed_in: SignIn) -> None:
    marty = make_record(
        table.gm, "demon_city.character", "Marty", owner=table.player, state="active", **QUICKER
    )
    fiend = make_record(table.gm, "demon_city.character", "Fiend", state="active", **QUICK)
    who = [str(record.pk) for record in (marty, fiend)]
    begin_round(actor=table.gm, name="In the yard", who=who, previous=(), anew=False, key="r")

    called = {who: calls(page(signed_in, who, "log")) for who in (table.player, table.other_player, table.gm)}
    assert called == {
        table.player: [],
        table.other_player: [],
        table.gm: [("1", "A round has begun: announce for Fiend")],
    }


def in_a_round(table: Table) -> tuple[str, str]:
    """A round that has just begun, with Marty of the player's out of the fight, and a fiend; both ids."""
    down: dict[str, Any] = {"state": "active", "out": True, "stats.toughness": 3, **QUICK}
    marty = make_record(table.gm, "demon_city.character", "Marty", owner=table.player, **down)
    fiend = make_record(table.gm, "demon_city.character", "Fiend", state="active", **QUICKER)
    who = [str(record.pk) for record in (marty, fiend)]
    begin_round(actor=table.gm, name="In the yard", who=who, previous=(), anew=False, key="r")
    return str(marty.pk), str(fiend.pk)


def test_whoever_is_out_of_the_fight_is_called_to_get_up_once_a_round(
    table: Table, signed_in: SignIn
) -> None:
    marty, _fiend = in_a_round(table)

    called = page(signed_in, table.player, "log")

    assert calls(called) == [("1", "Marty is out of the fight: throw to get back up")]
    assert f'href="{reverse("action_round", args=[table.campaign.pk])}"' in called
    for other in (table.other_player, table.gm, table.observer):
        assert calls(page(signed_in, other, "log")) == []
    lay_out_decks(actor=table.gm, key="decks")
    act(table.player, "demon_city.recover_toughness", {"character": {"id": marty}, "intensity": 9})
    assert "throw to get back up" not in page(signed_in, table.player, "log")


@pytest.mark.parametrize("reason", ["sorted", "passed over", "another round"])
def test_nobody_is_called_to_get_up_who_cannot_throw_for_it_now(
    table: Table, signed_in: SignIn, reason: str
) -> None:
    marty, fiend = in_a_round(table)
    if reason == "sorted":
        actions = [{"id": fiend, "side": "them", "kind": "defend", "targets": []}]
        act(table.gm, "demon_city.sort_clashes", {"actions": actions})
    elif reason == "passed over":
        current = {"id": str(Record.objects.get(kind="demon_city.round").pk)}
        changes = [{"field": "counted_out", "set": [marty]}]
        act(table.gm, "table.edit", {"record": current, "reason": "stunned", "changes": changes})
    else:
        begin_round(actor=table.gm, name="Later", who=[fiend], previous=(), anew=False, key="later")

    assert calls(page(signed_in, table.player, "log")) == []


@pytest.mark.parametrize("rulings", ["propose", "gm"])
@pytest.mark.parametrize("is_hit", [True, False])
def test_whoever_is_out_is_called_whether_or_not_the_blow_tells_how_hard_it_is(
    table: Table, signed_in: SignIn, rulings: str, is_hit: bool
) -> None:
    marty, fiend = in_a_round(table)
    hit = [{"field": "hit_by", "set": fiend if is_hit else None}]
    act(table.gm, "table.edit", {"record": {"id": marty}, "reason": "as it was", "changes": hit})
    act(table.gm, "table.change_policy", {"values": {"player_rulings": rulings}})

    (told,) = calls(page(signed_in, table.player, "log"))
    assert told[1] == "Marty is out of the fight: throw to get back up"


def test_a_question_is_called_for_whom_it_waits_and_for_nobody_else(table: Table, signed_in: SignIn) -> None:
    call_demon(table.gm, table.player)

    assert calls(page(signed_in, table.gm, "log")) == [("1", "Who calls The lodger: Answer the Contact")]
    assert calls(page(signed_in, table.player, "log")) == [], "the check comes after the answer"
    assert calls(page(signed_in, table.other_player, "log")) == []
    assert calls(page(signed_in, table.observer, "log")) == []


def test_a_blow_is_called_to_the_fight_where_the_ways_to_answer_stand(
    table: Table, signed_in: SignIn
) -> None:
    fighters = two_fighters(table)
    begun(table.gm, fighters)
    sides = {"attacker": {"id": fighters["bo"]}, "target": {"id": fighters["ana"]}, "maneuver": "strike"}
    act(table.gm, "fallen.attack", sides, hand=(9, 9, 4), override=BY_OVERRIDE)
    fight = reverse("fight", args=[table.campaign.pk])

    called = page(signed_in, table.player, "log")
    assert calls(called) == [("1", "Ana: Defend")]
    assert f'href="{fight}#fight-now">Ana: Defend</a>' in called
    act(table.gm, "table.end_fight", {})
    assert f'href="{fight}#fight-now"' not in page(signed_in, table.player, "log")


def test_whose_turn_it_is_in_a_fight_is_called_and_nobody_else(table: Table, signed_in: SignIn) -> None:
    fighters = two_fighters(table)
    begun(table.gm, fighters)
    turn = [("1", "It’s Ana’s turn")]

    assert calls(page(signed_in, table.player, "log")) == turn
    assert calls(page(signed_in, table.other_player, "log")) == calls(page(signed_in, table.gm, "log")) == []

    sides = {"attacker": {"id": fighters["ana"]}, "target": {"id": fighters["bo"]}, "maneuver": "strike"}
    act(table.gm, "fallen.attack", sides, hand=(9, 9, 4, 3, 3))
    assert calls(page(signed_in, table.player, "log")) == [], "Bo defends first"
    undo(table.gm, Campaign.objects.get(pk=table.campaign.pk).head_seq)
    assert calls(page(signed_in, table.player, "log")) == turn
    act(table.gm, "fallen.end_turn", {"fighter": {"id": fighters["ana"]}})
    assert calls(page(signed_in, table.player, "log")) == []
    assert calls(page(signed_in, table.gm, "log")) == [("1", "It’s Bo’s turn")], "his turn is the GM's"


def test_nobody_is_called_to_a_turn_while_somebody_unseen_comes_first(
    table: Table, signed_in: SignIn
) -> None:
    lurker = {"id": fighter(table.gm, "Lurker", kind="mortal", control="gm")}
    seen = [{"id": two_fighter} for two_fighter in two_fighters(table).values()]
    hidden = {"kind": "fallen.character", "name": "Lurker", "owner": None, "visibility": "gm"}
    act(table.gm, "table.edit", {"record": lurker, "reason": "Hidden", "about": hidden})
    act(table.gm, "fallen.initiative", {"fighters": [lurker, *seen]}, hand=(10, 9, 2))
    act(table.gm, "fallen.order_actions", {"fighters": [lurker, *seen]})

    assert calls(page(signed_in, table.player, "log")) == []
    assert calls(page(signed_in, table.gm, "log")) == [("1", "It’s Lurker’s turn")]
    for step in ("take_turn", "end_turn"):
        act(table.gm, f"fallen.{step}", {"fighter": lurker})
    assert calls(page(signed_in, table.player, "log")) == [("1", "It’s Ana’s turn")]


def test_a_card_that_was_won_is_told_to_whoever_won_it(table: Table, signed_in: SignIn) -> None:
    marty = make_record(
        table.gm, "demon_city.character", "Marty", owner=table.player, state="active", **QUICK
    )
    deck = make_record(table.gm, "demon_city.deck", "Players' Deck", **DECK)
    since = Campaign.objects.get(pk=table.campaign.pk).head_seq
    given = {"character": {"id": str(marty.pk)}, "card": "death", "deck": {"id": str(deck.pk)}}
    act(table.gm, "demon_city.award_significator", given)

    fetched = frame(signed_in(table.player), table.campaign.pk)

    assert "Marty wins a Significator" in fetched
    assert f'data-news="{since + 1}"' in fetched
    for other in (table.other_player, table.observer, table.gm):
        assert "data-news" not in frame(signed_in(other), table.campaign.pk)
    put_away(signed_in, table.player, since + 1)
    assert "data-news" not in frame(signed_in(table.player), table.campaign.pk)


def test_a_scene_that_ends_is_no_news_whatever_ends_with_it(
    table: Table, mara: Record, signed_in: SignIn
) -> None:
    act(table.gm, "table.begin_session", {"name": "Night"})
    act(table.gm, "table.begin_scene", {"name": "The loading dock"})
    penalty = [{"field": "temporary", "set": 3}]
    hurt = {"record": {"id": str(mara.pk)}, "reason": "as agreed", "changes": penalty}
    since = act(table.gm, "table.edit", hurt).entry.seq
    ended = act(table.gm, "table.end_scene", {}).entry.seq

    assert Change.objects.filter(campaign=table.campaign, seq=ended, record=mara.pk).exists()
    told = frame(signed_in(table.player), table.campaign.pk)
    assert f'data-news="{since}"' in told
    assert f'data-news="{ended}"' not in told
    put_away(signed_in, table.player, since)
    assert "data-news" not in frame(signed_in(table.player), table.campaign.pk)


def test_own_acts_are_no_news_and_what_was_undone_is_told_as_undone(
    table: Table, mara: Record, signed_in: SignIn
) -> None:
    since = Campaign.objects.get(pk=table.campaign.pk).head_seq
    own = {"acting": {"id": str(mara.pk), "score": "will"}, "opposing": {"score": "difficulty", "dice": 2}}
    act(table.player, "sorcerer.roll", own)
    changes = [{"field": "will", "set": 6}]
    edit = {"record": {"id": str(mara.pk)}, "reason": "as agreed", "changes": changes}
    undo(table.gm, act(table.gm, "table.edit", edit).entry.seq)

    text = frame(signed_in(table.player), table.campaign.pk)

    assert text.count("data-news") == 1
    assert f"No. {since + 3}" in text
