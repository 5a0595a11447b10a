"""Who is there: written by the streams of any process, shown to all members alike, and gone when nobody says it."""

import asyncio
from datetime import timedelta
from uuid import UUID, uuid4

import pytest
from django.db.models.functions import Now
from django.test import Client
from django.urls import reverse

from campaigns.live import presence
from campaigns.models import Campaign, Membership, Presence
from campaigns.queries.presence import attendance
from campaigns.services.people import remove_member
from tests import people
from tests.campaigns.open_pages import OpenPage, contents
from tests.campaigns.spine import browser

pytestmark = [pytest.mark.django_db, pytest.mark.postgres, pytest.mark.slow]


def beat(table: people.Table, *held: Membership, came: tuple[Membership, ...] = ()) -> int:
    """One beat of a process that holds pages of these; how often open pages were told of something by it."""
    before = stir_of(table)
    presence.beat(table.campaign.pk, {one.pk for one in held}, {one.pk for one in came})
    return stir_of(table) - before


def stir_of(table: people.Table) -> int:
    return Campaign.objects.get(pk=table.campaign.pk).stir


def states(table: people.Table) -> dict[str, str]:
    return {one.id: one.state for one in attendance(table.campaign)}


def state(table: people.Table, member: Membership) -> str:
    return states(table)[str(member.pk)]


def back_in_time(member: Membership, **seconds: int) -> None:
    """What was said of a member was said so many seconds ago."""
    past = {name: Now() - timedelta(seconds=number) for name, number in seconds.items()}
    Presence.objects.filter(member=member).update(**past)


def test_whoever_has_a_page_open_is_here_and_everybody_else_is_gone(table: people.Table) -> None:
    assert set(states(table).values()) == {"gone"}

    assert beat(table, table.player, table.gm) == 1
    assert [state(table, one) for one in (table.gm, table.player, table.other_player)] == [
        "here",
        "here",
        "gone",
    ]
    assert beat(table, table.player, table.gm) == 0, "nothing changed, so no page has to ask"


def test_a_page_that_is_loaded_again_is_no_coming_and_going(table: people.Table) -> None:
    beat(table, table.player)
    back_in_time(table.player, beat=10)

    assert beat(table) == 0
    assert state(table, table.player) == "here"
    assert beat(table, table.player, came=(table.player,)) == 0
    back_in_time(table.player, beat=16)
    assert beat(table) == 1
    assert state(table, table.player) == "gone"


def test_two_processes_agree_whoever_of_them_holds_the_page(table: people.Table) -> None:
    beat(table, table.player)
    back_in_time(table.player, beat=14)
    assert beat(table, table.other_player) == 1, "the second process knows of one more"
    assert state(table, table.player) == "here"
    beat(table, table.player)
    back_in_time(table.other_player, beat=20)

    assert beat(table, table.player) == 1
    assert (state(table, table.player), state(table, table.other_player)) == ("here", "gone")


def test_whoever_does_nothing_for_two_minutes_is_quiet_until_they_do(table: people.Table) -> None:
    beat(table, table.player, table.gm)
    back_in_time(table.player, active=121)
    back_in_time(table.gm, active=121)

    assert beat(table, table.player, table.gm) == 1
    assert state(table, table.player) == "quiet"
    assert state(table, table.gm) == "here", "of a GM who reads nobody has to know"
    before = stir_of(table)
    assert browser(table.player).post(say(table)).status_code == 302
    assert state(table, table.player) == "here"
    assert stir_of(table) == before + 1
    browser(table.player).post(say(table))
    assert stir_of(table) == before + 1


def test_whoever_says_so_is_away_until_they_say_otherwise_or_are_gone(table: people.Table) -> None:
    beat(table, table.player)
    mine = browser(table.player)

    mine.post(say(table), {"away": "yes"})
    assert state(table, table.player) == "away"
    back_in_time(table.player, active=500)
    beat(table, table.player, came=(table.player,))
    mine.post(say(table))
    assert state(table, table.player) == "away"
    mine.post(say(table), {"away": "no"})
    assert state(table, table.player) == "here"
    mine.post(say(table), {"away": "yes"})
    back_in_time(table.player, beat=20)
    beat(table)
    assert beat(table, table.player) == 1
    assert state(table, table.player) == "here"


def test_nothing_is_kept_of_whoever_is_not_there(table: people.Table) -> None:
    browser(table.player).post(say(table), {"away": "yes"})

    assert not Presence.objects.exists()
    beat(table, table.player)
    back_in_time(table.player, beat=151)
    presence.beat(uuid4(), set())
    assert not Presence.objects.exists(), "nor of a campaign that nobody has open"


def test_what_no_process_takes_away_any_more_is_not_believed(table: people.Table) -> None:
    beat(table, table.player)
    back_in_time(table.player, beat=31)

    assert state(table, table.player) == "gone"


def test_former_members_are_not_there_and_see_nobody(table: people.Table) -> None:
    beat(table, table.player, table.other_player)
    remove_member(actor=table.gm, member=table.other_player, key="r")

    assert beat(table, table.player, table.other_player) == 0
    assert str(table.other_player.pk) not in states(table)
    client = browser(table.other_player)
    assert client.post(say(table), {"away": "yes"}).status_code == 404
    assert client.get(reverse("table", args=[table.campaign.pk])).status_code == 404


def test_everybody_sees_the_same_people_and_says_only_of_themselves_that_they_go(table: people.Table) -> None:
    beat(table, table.gm, table.player, table.other_player, table.observer)
    browser(table.player).post(say(table), {"away": "yes"})

    shown = {one: strip_of(browser(one), table) for one in (table.gm, table.player, table.other_player)}

    assert len({text.partition("</ul>")[0] for text in shown.values()}) == 1
    assert "I’m back" in shown[table.player]
    assert "I’m away" in shown[table.other_player]
    assert "<button" not in shown[table.gm]


def say(table: people.Table) -> str:
    return reverse("presence", args=[table.campaign.pk])


def strip_of(client: Client, table: people.Table) -> str:
    text = client.get(reverse("table", args=[table.campaign.pk])).content.decode()
    return (
        text.partition('id="presence"')[2]
        .partition("</form>")[0]
        .partition('id="hands"')[0]
        .partition(">")[2]
    )


def test_a_process_beats_for_as_long_as_it_holds_a_page(
    table: people.Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[set[UUID], set[UUID]]] = []
    monkeypatch.setattr(presence, "_beat", lambda _campaign, held, came: told.append((set(held), set(came))))
    monkeypatch.setattr(presence, "BEAT_SECONDS", 0.05)
    monkeypatch.setattr(presence, "PAUSE_SECONDS", 0.01)
    monkeypatch.setattr(presence, "GONE_SECONDS", 0.05)
    me = table.player.pk

    async def open_and_close() -> None:
        with presence.attending(str(table.campaign.pk), me, is_active=True):
            with presence.attending(str(table.campaign.pk), me, is_active=False):
                await asyncio.sleep(0.2)
            await asyncio.sleep(0.1)
        await asyncio.sleep(0.5)

    asyncio.run(open_and_close())

    assert told[0] == ({me}, {me})
    assert ({me}, set()) in told
    assert told[-1] == (set(), set()), "once more, so that whoever is gone is taken away"
    assert presence._kept == {}


@pytest.mark.parametrize("name", ["table", "campaign_home", "people"])
def test_pages_that_list_members_come_to_say_who_is_there(table: people.Table, name: str) -> None:
    opened = OpenPage(browser(table.other_player), reverse(name, args=[table.campaign.pk]))
    assert opened.text.count("presence-here") == 1, "whoever opens it is there at once"
    beat(table, table.player)

    opened.ask()

    assert opened.text.count("presence-here") == 2
    fresh = browser(table.other_player).get(opened.address).content.decode()
    parts = {key: text for key, text in contents(fresh).items() if key.startswith("presence")}
    assert parts
    assert {key: contents(opened.text)[key] for key in parts} == parts


def test_nobody_keeps_everybodys_pages_asking(table: people.Table) -> None:
    beat(table, table.player)
    client, before = browser(table.player), stir_of(table)
    path = reverse("presence", args=[table.campaign.pk])

    codes = [client.post(path, {"away": ("yes", "no")[n % 2]}).status_code for n in range(60)]

    assert codes[0] == 302
    assert codes[-1] == 429
    assert stir_of(table) - before < 40
    seen = browser(table.player).post(reverse("see_calls", args=[table.campaign.pk]), {"call": "a:b:1"})
    assert seen.status_code == 429
