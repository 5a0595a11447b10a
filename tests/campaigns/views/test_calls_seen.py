"""Who has seen what waits for them: said by their page, told to the GM alone, beside since when they are asked."""

import re
from typing import Any

import pytest
from django.urls import reverse

from campaigns.games.sorcerer.conflict import acts as conflict
from campaigns.games.sorcerer.conflict.announcements import Announcement
from campaigns.models import Campaign, Draft, Membership, Pending, Record, Seen
from campaigns.services.presence import MOST_KEPT
from tests.campaigns.conftest import SignIn
from tests.campaigns.fighting import begun, two_fighters
from tests.campaigns.open_pages import OpenPage
from tests.campaigns.spine import BY_OVERRIDE
from tests.campaigns.world import act
from tests.factories import make_character
from tests.people import Table

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

BAR = re.compile(r'data-call="([^"]*)"')
NOT_SEEN = re.compile(r'data-unseen="([^"]*)"')
READ_OUT = re.compile(r'<div id="calls"[^>]* data-part="([^"]*)"')
STANDING = re.compile(r'<span class="note standing">(.*?)</span>', re.DOTALL)
UNSEEN = re.compile(r"asked \d\d:\d\d UTC, not seen yet")
PAGES = ("table", "campaign_home", "log")


def page(signed_in: SignIn, member: Membership, name: str) -> str:
    return signed_in(member).get(reverse(name, args=[member.campaign_id])).content.decode()


def unseen(signed_in: SignIn, member: Membership) -> list[str]:
    found = NOT_SEEN.search(page(signed_in, member, "log"))
    return found[1].split() if found else []


def say_seen(signed_in: SignIn, member: Membership, *calls: str) -> int:
    url = reverse("see_calls", args=[member.campaign_id])
    return signed_in(member).post(url, {"call": calls}).status_code


def standings(text: str) -> list[str]:
    return [" ".join(re.sub(r"<[^>]*>", "", one).split()) for one in STANDING.findall(text)]


def gm_stir(table: Table) -> int:
    return Campaign.objects.get(pk=table.campaign.pk).gm_stir


@pytest.fixture
def asked(table: Table) -> str:
    """A blow at the player's Ana, who has to defend; the id of the question."""
    fighters = two_fighters(table)
    begun(table.gm, fighters)
    sides = {"attacker": {"id": fighters["bo"]}, "target": {"id": fighters["ana"]}, "maneuver": "strike"}
    act(table.gm, "fallen.attack", sides, hand=(9, 9, 4), override=BY_OVERRIDE)
    return str(Pending.objects.get(state="open", question="fallen.defend").pk)


def test_a_call_is_unseen_until_a_page_that_is_looked_at_says_otherwise(
    table: Table, asked: str, signed_in: SignIn
) -> None:
    assert unseen(signed_in, table.player) == [asked]
    assert unseen(signed_in, table.player) == [asked], "a page that is fetched is not looked at yet"

    assert say_seen(signed_in, table.player, asked) == 204
    assert unseen(signed_in, table.player) == []
    assert BAR.search(page(signed_in, table.player, "log")), "it waits all the same"


def test_that_a_call_was_seen_lets_nobody_hear_it_again(table: Table, asked: str, signed_in: SignIn) -> None:
    before = READ_OUT.findall(page(signed_in, table.player, "log"))

    say_seen(signed_in, table.player, asked)

    after = page(signed_in, table.player, "log")
    assert before == READ_OUT.findall(after) != []
    assert NOT_SEEN.findall(after) == [""]


def test_the_gm_is_told_since_when_somebody_is_asked_and_whether_they_saw_it(
    table: Table, asked: str, signed_in: SignIn
) -> None:
    (told,) = standings(page(signed_in, table.gm, "table"))
    assert re.fullmatch(r"asked \d\d:\d\d UTC, not seen yet", told)
    assert standings(page(signed_in, table.gm, "campaign_home")) == [told]

    say_seen(signed_in, table.player, asked)
    for name in ("table", "campaign_home"):
        (told,) = standings(page(signed_in, table.gm, name))
        assert re.fullmatch(r"asked \d\d:\d\d UTC, seen \d\d:\d\d UTC", told)


def test_the_gm_is_told_since_when_somebody_is_to_announce(table: Table, signed_in: SignIn) -> None:
    mara, shelly = make_character(table.player, "Mara"), make_character(table.other_player, "Shelly")
    announce(table.other_player, shelly, content=False)
    first = Draft.objects.get()
    Draft.objects.update(updated=first.updated.replace(hour=7, minute=31))
    announce(table.other_player, shelly, content=False)  # amended

    assert standings(page(signed_in, table.gm, "table")) == ["asked 07:31 UTC, not seen yet"]
    announce(table.player, mara, content=False)
    Draft.objects.filter(member=table.player).update(updated=first.updated.replace(hour=7, minute=45))
    assert standings(page(signed_in, table.gm, "table")) == ["asked 07:45 UTC, not seen yet"] * 2


def test_an_answered_call_is_told_to_the_gm_with_the_entry_that_answered_it(
    table: Table, asked: str, signed_in: SignIn
) -> None:
    say_seen(signed_in, table.player, asked)
    act(table.gm, "table.settle", {"pending": {"id": asked}, "how": "struck", "reason": "over"})
    head = Campaign.objects.get(pk=table.campaign.pk).head_seq

    found = (
        page(signed_in, table.gm, "campaign_home").partition('id="answered"')[2].partition("</details>")[0]
    )

    words = " ".join(re.sub(r"<[^>]*>", " ", found).split())
    assert re.search(rf"Ana : Defend was let off seen \d\d:\d\d UTC No\. {head}", words)
    assert 'id="answered"' not in page(signed_in, table.player, "campaign_home")


def test_to_be_seen_again_is_nothing_new_and_moves_no_page(
    table: Table, asked: str, signed_in: SignIn
) -> None:
    before = gm_stir(table), Campaign.objects.get(pk=table.campaign.pk).stir

    for _time in range(2):
        say_seen(signed_in, table.player, asked)

    assert Seen.objects.count() == 1
    assert (gm_stir(table), Campaign.objects.get(pk=table.campaign.pk).stir) == (before[0] + 1, before[1])


@pytest.mark.parametrize("sent", [(), ("",), ("é",), ("x" * 101,), ("a b",)])
def test_what_is_no_call_is_not_kept(table: Table, signed_in: SignIn, sent: tuple[str, ...]) -> None:
    assert say_seen(signed_in, table.player, *sent) == 204
    assert not Seen.objects.exists()


def test_of_each_member_the_newest_calls_alone_are_remembered(table: Table, signed_in: SignIn) -> None:
    say_seen(signed_in, table.player, "call:0")
    for first in range(1, MOST_KEPT + 5, 5):
        say_seen(signed_in, table.player, *(f"call:{first + number}" for number in range(5)))
    say_seen(signed_in, table.other_player, "call:0")

    kept = Seen.objects.filter(member=table.player)
    assert kept.count() == MOST_KEPT
    assert not kept.filter(call="call:0").exists()
    assert Seen.objects.filter(member=table.other_player).count() == 1


def test_whether_it_was_seen_is_for_the_gm_alone(table: Table, asked: str, signed_in: SignIn) -> None:
    others = (table.other_player, table.observer)
    before = {(one.pk, name): page_as_read(signed_in, one, name) for one in others for name in PAGES}

    say_seen(signed_in, table.player, asked)

    assert {(one.pk, name): page_as_read(signed_in, one, name) for one in others for name in PAGES} == before
    for one in (*others, table.player):
        assert standings(page(signed_in, one, "table")) == []


def page_as_read(signed_in: SignIn, member: Membership, name: str) -> str:
    """A page but for what is another each time it is made."""
    text = page(signed_in, member, name)
    return re.sub(r'(name="(?:csrfmiddlewaretoken|key|nonce)" value=|data-part=|nonce-)"[^"]*"', r"\1", text)


def announce(member: Membership, who: Record, *, content: bool = True) -> None:
    conflict.announce(member, Announcement(str(who.pk), "act", "will", content=content))


def test_a_turn_is_a_call_like_a_question_and_the_next_one_is_another(
    table: Table, signed_in: SignIn
) -> None:
    mara, shelly = make_character(table.player, "Mara"), make_character(table.other_player, "Shelly")
    announce(table.other_player, shelly)

    (first,) = unseen(signed_in, table.player)
    assert unseen(signed_in, table.other_player) == []
    (told,) = standings(page(signed_in, table.gm, "table"))
    assert UNSEEN.fullmatch(told)
    assert "A round has begun: announce for Mara" in page(signed_in, table.gm, "table")
    say_seen(signed_in, table.player, first)
    (told,) = standings(page(signed_in, table.gm, "table"))
    assert re.search(r", seen \d\d", told)

    fresh: dict[str, Any] = {"score": "will", "action": "act", "modifiers": []}
    both = [{"id": str(record.pk), **fresh} for record in (shelly, mara)]
    act(table.gm, "sorcerer.conflict_round", {"combatants": both})
    conflict.end_round(actor=table.gm, key="over")
    announce(table.other_player, shelly)
    (second,) = unseen(signed_in, table.player)
    assert first != second
    (told,) = standings(page(signed_in, table.gm, "table"))
    assert UNSEEN.fullmatch(told)


def test_the_gm_is_called_to_nothing_that_is_a_players(table: Table, signed_in: SignIn) -> None:
    make_character(table.player, "Mara")
    announce(table.other_player, make_character(table.other_player, "Shelly"))

    for name in PAGES:
        assert not BAR.search(page(signed_in, table.gm, name))


def test_an_open_page_of_the_gms_comes_to_say_that_it_was_seen(
    table: Table, asked: str, signed_in: SignIn
) -> None:
    opened = OpenPage(signed_in(table.gm), reverse("table", args=[table.campaign.pk]))
    assert "not seen yet" in opened.text

    say_seen(signed_in, table.player, asked)
    opened.ask()

    assert "not seen yet" not in opened.text


def test_a_former_member_says_nothing(table: Table, signed_in: SignIn) -> None:
    assert say_seen(signed_in, table.former_member, "call:1") == 404
    assert not Seen.objects.exists()
