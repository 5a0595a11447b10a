"""The fifth game at the table: found, filled in, asked about, told, taken back, timed."""

import pytest

from campaigns.models import Pending
from campaigns.policy import NotAllowed
from campaigns.services import clock
from rules.kernel.errors import InvalidInput, RuleViolation
from tests.campaigns.spine import browser, folded
from tests.fifth.evening import GONE_WELL, GONE_WRONG, Evening, begun, words_of

pytestmark = pytest.mark.django_db
HOUR = 3_600


@pytest.fixture
def evening() -> Evening:
    return begun()


def test_the_palette_has_both_actions_and_says_what_forbids_one_now(evening: Evening) -> None:
    before = evening.page("play/?words=dark")
    evening.delve(*GONE_WRONG)
    after = evening.page("play/")

    assert "Nobody faces the dark that has not asked them." in before
    assert "Lanterns" in after
    assert "Whoever woke the dark faces it before they delve again." in after


def test_both_actions_are_played_by_their_forms(evening: Evening) -> None:
    evening.fill_in("lanterns.delve", {"turn_up": True}, 1, 2, 3, 3)
    assert evening.has() == (3, 1)

    evening.fill_in("lanterns.face", {"how": "nerve"}, 1, 1, 3)

    assert evening.has() == (2, 1)


@pytest.mark.clause("LAN-DARK-01", "LAN-DARK-02")
def test_a_delve_that_fails_leaves_a_question_that_comes_first(evening: Evening) -> None:
    with pytest.raises(RuleViolation, match="has to wait") as not_asked:
        evening.face("light")
    evening.delve(*GONE_WRONG)
    with pytest.raises(RuleViolation, match="has to wait") as not_answered:
        evening.delve(*GONE_WELL)
    waiting = evening.page("table/")
    evening.face("light")

    assert (not_asked.value.clause, not_answered.value.clause) == ("LAN-DARK-02", "LAN-DARK-01")
    assert "Waiting for you Ilse: Face the dark" in waiting
    assert Pending.objects.get(record__campaign=evening.game.campaign).state == "answered"
    assert evening.has() == (3, 1)


def test_nobody_else_answers_for_her(evening: Evening) -> None:
    evening.delve(*GONE_WRONG)

    with pytest.raises(NotAllowed):
        evening.face("light", by=evening.game.other_player)

    assert evening.has() == (3, 2)


def test_the_log_tells_it(evening: Evening) -> None:
    seq = evening.delve(*GONE_WRONG).entry.seq

    log, entry = evening.page("log/"), evening.page(f"log/{seq}/")

    assert "Ilse goes down, 2 deep. The dark wakes" in log
    assert "LAN-DELVE-01" in entry
    assert "Nerve" in entry


def test_what_was_done_is_taken_back_with_what_it_left(evening: Evening) -> None:
    before = evening.game.state()
    delved = evening.delve(*GONE_WRONG, 1, turn_up=True).entry.seq
    evening.face("nerve", 1, 2, 3)
    assert evening.has() == (2, 1)

    evening.game.undo_all(delved)

    assert evening.game.state() == before == folded(evening.game.campaign)


def test_odds_stand_before_the_roll_and_in_the_explorer(evening: Evening) -> None:
    client, start = browser(evening.game.player), f"/campaigns/{evening.game.campaign.pk}"
    typed = {"bearer.id": evening.ilse, "depth": "2", "turn_up": "off", "key": "k"}

    preview = words_of(client.post(f"{start}/play/odds/lanterns.delve/", typed).content.decode())
    explorer = words_of(client.get("/rules/odds/?question=delve&a-nerve=3&a-depth=2").content.decode())

    assert "50%" in preview
    assert "Rules applied" in explorer
    assert "50%" in explorer


@pytest.mark.clause("LAN-BURN-01")
def test_lanterns_burn_down_by_the_clock(evening: Evening) -> None:
    game, before = evening.game, evening.game.state()
    coming = evening.page("clock/?hours=3", by=game.gm)

    done = clock.advance(actor=game.gm, seconds=3 * HOUR, key="down-there")

    assert "The lantern burns down" in coming
    assert done.due == 2
    assert evening.has() == (3, 0)
    assert game.sheet(evening.ilse)["burns_from"] is None
    assert game.verified().holds
    game.undo_all(done.first.seq)
    assert game.state() == before


def test_its_settings_are_the_campaigns_to_choose(evening: Evening) -> None:
    chosen = {"system": "lanterns", "values": {"success_from": 5, "hours": 2}}
    evening.game.act("table.change_settings", chosen)

    evening.delve(4, 4, 4)
    clock.advance(actor=evening.game.gm, seconds=3 * HOUR, key="slowly")

    assert evening.has() == (3, 1)
    assert "Hours to a point of Light 2" in evening.page("settings/")
    assert "The dark wakes" in evening.page("log/")


def test_it_has_its_pages(evening: Evening) -> None:
    about = {"kind": "lanterns.character", "name": "The drowned", "visibility": "gm"}
    evening.game.act("table.create", {"about": about})

    own, sheet = evening.page("lanterns/"), evening.page(f"characters/{evening.ilse}/")

    assert "Ilse 2" in own
    assert "The drowned" not in own
    assert "The drowned 0" in evening.page("lanterns/", by=evening.game.gm)
    assert "Nerve 3" in sheet
    assert "Who has Light Delve" in sheet
    assert "Who has Light , Ilse" in evening.page("table/")
    assert "What she carries" in evening.page(f"records/{evening.ilse}/edit/", by=evening.game.gm)


def test_whoever_it_is_for_takes_turns(evening: Evening) -> None:
    played = evening.game.act("table.begin_turn", {"who": {"id": evening.ilse}})

    assert played.steps[0].input["who"] == {"id": evening.ilse}
    with pytest.raises(InvalidInput):
        evening.game.act("table.begin_turn", {"who": {"id": str(evening.game.campaign.pk)}})


def test_somebody_is_made_for_it(evening: Evening) -> None:
    client, start = browser(evening.game.player), f"/campaigns/{evening.game.campaign.pk}"
    chosen = evening.page("characters/new/")
    typed = {"name": "Odo", "character.nerve": "4", "character.light": "1", "key": "k", "command": "make"}

    made = client.post(f"{start}/characters/new/lanterns/", typed)

    assert "Lanterns Somebody with a lantern, and the Nerve to go down." in chosen
    assert made.status_code == 302
    assert "Odo 1" in evening.page("lanterns/")


def test_who_makes_nobody_by_a_concept_is_offered_none(evening: Evening) -> None:
    address = "characters/new/lanterns/"

    assert "Make one for me" not in evening.page(address)
    assert "Make one for me" not in evening.page(f"{address}?concept=any&seed=5eed")
