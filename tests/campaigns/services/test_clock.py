"""Game time passes: demons wither, Contacts run out, and all of it goes back as one."""

import pytest
from django.urls import reverse

from campaigns.log.verify import verify
from campaigns.models import Campaign, CampaignState, Contact, Demon, Entry, Membership, Pending
from campaigns.queries.clock import coming
from campaigns.services import clock, demo, undoing
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, KeyReused, play
from tests.campaigns.spine import browser, new_game

pytestmark = [pytest.mark.django_db, pytest.mark.postgres, pytest.mark.slow]

HOUR, DAY = 3_600, 86_400


@pytest.fixture
def unanswered() -> Campaign:
    """The demo as it stands: the GM has still to say what answered the last Contact."""
    return demo.load_demo()


@pytest.fixture
def campaign(unanswered: Campaign) -> Campaign:
    waiting = Pending.objects.get(
        record__campaign=unanswered, question="sorcerer.alter_contact", state="open"
    )
    given = {"pending": str(waiting.pk), "how": "struck", "reason": "it answered as it was called"}
    play(unanswered.memberships.get(role="gm"), ActRequest("struck", (Request("table.settle", given),)))
    return unanswered


@pytest.fixture
def gm(campaign: Campaign) -> Membership:
    return campaign.memberships.get(role="gm")


def powers() -> dict[str, int]:
    return {demon.record.name: demon.power for demon in Demon.objects.select_related("record")}


def test_a_day_without_its_need_costs_each_demon_here_a_point_of_power(gm: Membership) -> None:
    before = powers()

    clock.advance(actor=gm, seconds=DAY, key="a-day")

    after = powers()
    assert after["Vesh"] == before["Vesh"] - 1
    assert after["The bidder"] == before["The bidder"]


def test_a_demons_day_begins_with_its_arrival(gm: Membership) -> None:
    before = powers()  # Vesh has been here since hour 0, the Ninth Stair since hour 1, and it is hour 21

    clock.advance(actor=gm, seconds=3 * HOUR, key="three-hours")

    after = powers()
    assert after["Vesh"] == before["Vesh"] - 1
    assert after["The Ninth Stair"] == before["The Ninth Stair"]


def test_a_contact_runs_out_with_its_hours_and_lets_the_demon_go(gm: Membership) -> None:
    clock.advance(actor=gm, seconds=2 * HOUR, key="two-hours")

    called = Contact.objects.select_related("demon__demon").latest("record__born")
    assert (called.state, called.hours) == ("closed", 0)
    assert called.demon is not None and called.demon.demon.state == "beyond"
    log = browser(gm).get(reverse("log", args=[gm.campaign_id])).content.decode()
    assert "an hour has passed." in log and "runs out." in log


def test_what_falls_due_is_told_before_it_is_played(campaign: Campaign, gm: Membership) -> None:
    now = CampaignState.objects.get(pk=campaign.pk).now
    told = coming(campaign, now, now + DAY, clock.MOST_DUE)

    done = clock.advance(actor=gm, seconds=DAY, key="a-day")

    assert len(told) == done.due > 0


def test_due_steps_name_the_advance_that_caused_them(campaign: Campaign, gm: Membership) -> None:
    done = clock.advance(actor=gm, seconds=DAY, key="a-day")

    caused = Entry.objects.filter(campaign=campaign, cause=done.first.seq)
    assert caused.exists()
    assert set(caused.values_list("act", flat=True)) == {done.first.act}


def test_undoing_an_advance_takes_all_of_it_back(campaign: Campaign, gm: Membership) -> None:
    before, now = powers(), CampaignState.objects.get(pk=campaign.pk).now
    done = clock.advance(actor=gm, seconds=3 * DAY, key="three-days")

    along = undoing.what_goes_along(campaign, done.first.seq)
    undoing.undo(actor=gm, entries=along, key="back")

    assert (powers(), CampaignState.objects.get(pk=campaign.pk).now) == (before, now)
    campaign.refresh_from_db()
    assert verify(campaign).holds


def test_the_same_advance_twice_passes_once(campaign: Campaign, gm: Membership) -> None:
    clock.advance(actor=gm, seconds=DAY, key="once")
    now = CampaignState.objects.get(pk=campaign.pk).now

    clock.advance(actor=gm, seconds=DAY, key="once")

    assert CampaignState.objects.get(pk=campaign.pk).now == now


def test_the_same_key_with_another_length_is_refused(gm: Membership) -> None:
    clock.advance(actor=gm, seconds=DAY, key="once")

    with pytest.raises(KeyReused):
        clock.advance(actor=gm, seconds=2 * DAY, key="once")


def test_an_advance_with_too_much_due_stops_and_goes_on(
    campaign: Campaign, gm: Membership, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "MOST_DUE", 5)
    start = CampaignState.objects.get(pk=campaign.pk).now

    first = clock.advance(actor=gm, seconds=2 * DAY, key="two-days")
    rest = clock.advance(actor=gm, seconds=start + 2 * DAY - first.now, key="the-rest")

    assert (first.due, first.finished) == (5, False)
    assert rest.finished
    assert CampaignState.objects.get(pk=campaign.pk).now == start + 2 * DAY


def test_a_contacts_hours_do_not_run_while_a_summoning_goes_on() -> None:
    """Half an hour, then an hour in which a Summoning is tried on with, then another act."""
    game = new_game()
    mara = game.make("character", "Mara", will=4, humanity=3, lore=3, stamina=3, state="active")
    guest = game.make(
        "demon", "The guest", state="contacted", stamina=3, power=5, type="object", complete=True
    )
    contact = game.make("contact", "", sorcerer=mara, demon=guest, state="open", hours=1)
    clock.advance(actor=game.gm, seconds=HOUR // 2, key="half")
    summon = {"sorcerer": {"id": mara}, "demon": {"id": guest}, "contact": {"id": contact}}
    game.act("sorcerer.summon", summon, hand=(1, 12, 12, 12, 12, 12))

    clock.advance(actor=game.gm, seconds=HOUR, key="during")
    assert game.sheet(contact)["state"] == "open"
    act = {"character": {"id": mara}, "change": "loss", "chosen": True}
    game.act("sorcerer.humanity_check", act)
    clock.advance(actor=game.gm, seconds=HOUR // 2 - 1, key="nearly")
    assert game.sheet(contact)["state"] == "open"
    clock.advance(actor=game.gm, seconds=1, key="over")

    assert game.sheet(contact)["state"] == "closed"
    assert game.sheet(guest)["state"] == "beyond"
