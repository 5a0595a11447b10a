"""A new release changes stored records by an entry that says so."""

from typing import Any

import pytest
from django.core.management import call_command

from campaigns import policy
from campaigns.log.verify import verify
from campaigns.models import CampaignState, Entry
from campaigns.services.founding import found_campaign
from campaigns.services.migrating import STOOD_UNSAID, bring_up_to_date, migrate
from rules.kernel.effects import set_to
from rules.kernel.errors import InvalidInput
from tests.campaigns.services.test_importing import moved
from tests.campaigns.spine import Game, document, folded, new_game, new_game_as_patched, person

pytestmark = [pytest.mark.django_db, pytest.mark.postgres, pytest.mark.slow]


def test_a_change_of_records_is_an_entry_that_is_played_once() -> None:
    game = new_game()
    vesh = game.make("demon", "Vesh", stamina=3)

    first = migrate(game.campaign, "stamina-doubled", (set_to(vesh, "stamina", 6),))
    again = migrate(game.campaign, "stamina-doubled", (set_to(vesh, "stamina", 6),))

    assert first is not None and again is not None
    assert (first.entry, again.was_repeated) == (again.entry, True)
    assert game.sheet(vesh)["stamina"] == 6
    assert document(first.entry)["steps"][0]["clauses"] == ["TAB-RECORD-04"]
    assert game.state() == folded(game.campaign)
    assert game.verified().holds


def test_where_nothing_changes_nothing_is_logged() -> None:
    game = new_game()
    before = Entry.objects.count()

    assert migrate(game.campaign, "nothing", ()) is None
    assert Entry.objects.count() == before


def an_older_campaign(monkeypatch: pytest.MonkeyPatch) -> Game:
    """A campaign whose first entry tells of no policy, as every one before they were written there."""
    with monkeypatch.context() as patch:
        patch.setattr("campaigns.services.founding.POLICIES", {})
        patch.setattr("tests.people.BY_HAND", {})
        return new_game_as_patched()


def agreed(game: Game) -> dict[str, Any]:
    found: dict[str, Any] = CampaignState.objects.get(pk=game.campaign.pk).policy
    return found


def test_the_first_entry_of_a_campaign_tells_every_policy() -> None:
    campaign = found_campaign(owner=person("gm"), name="Anew", gm_name="Gesa")

    made = document(Entry.objects.get(campaign=campaign, seq=1))["steps"][0]

    told = {field["field"]: field["set"] for field in made["input"]["fields"]}
    assert told == {f"policy.{name}": stands for name, stands in policy.POLICIES.items()}
    assert (told["policy.hand_dice"], told["policy.gm_may_consent"]) == (False, False)
    assert CampaignState.objects.get(pk=campaign.pk).policy == policy.POLICIES
    assert verify(campaign).holds


def test_what_no_entry_agreed_on_is_not_agreed() -> None:
    game = new_game()

    assert [name for name in policy.POLICIES if policy.Rights(game.gm, {}).agreed(name)] == []


def test_an_older_campaign_keeps_what_was_in_force_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    game = an_older_campaign(monkeypatch)
    game.act("table.change_policy", {"values": {"player_undo": False, "sealed_rolls": True}})

    call_command("migrate", verbosity=0)

    was = {"player_rulings": True, "hand_dice": True, "gm_may_consent": True, "overrides": True}
    assert agreed(game) == {**was, "player_undo": False, "sealed_rolls": True}
    newest = Entry.objects.filter(campaign=game.campaign).latest("seq")
    assert [step["action"] for step in document(newest)["steps"]] == ["table.migrate"]
    assert game.verified().holds


def test_what_is_written_down_is_not_written_again(monkeypatch: pytest.MonkeyPatch) -> None:
    game = an_older_campaign(monkeypatch)
    bring_up_to_date()
    before = Entry.objects.filter(campaign=game.campaign).count()

    bring_up_to_date()

    assert Entry.objects.filter(campaign=game.campaign).count() == before
    # Whispers came later: where no entry tells of them they go to the GM alone.
    assert STOOD_UNSAID.keys() == policy.POLICIES.keys() - {"whispers"}
    assert policy.whispers_of({}) == "gm"


def test_an_older_campaign_from_a_file_keeps_what_was_in_force(monkeypatch: pytest.MonkeyPatch) -> None:
    game = an_older_campaign(monkeypatch)
    game.act("table.change_policy", {"values": {"overrides": False}})

    campaign = moved(game)

    was = {**STOOD_UNSAID, "overrides": False}
    assert CampaignState.objects.get(pk=campaign.pk).policy == was
    assert verify(campaign).holds


def test_a_policy_is_said_and_not_left_open() -> None:
    game = new_game()

    with pytest.raises(InvalidInput, match="choose yes or no"):
        game.act("table.change_policy", {"values": {"hand_dice": None}})
