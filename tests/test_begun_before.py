"""What an older version left in the middle goes on where it was, though that version stored less of it."""

import io
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User

from campaigns.log import rebuilding
from campaigns.log.export.reading import WHILE_WAITING
from campaigns.log.verify import verify
from campaigns.models import Campaign, Membership, Record
from campaigns.services.importing import import_campaign
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, Played, play
from campaigns.state.rows import read_sheet
from campaigns.state.unit_of_work import Sheet
from rules.kernel.errors import RuleViolation

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

LOG = Path(__file__).parent / "golden" / "release-1" / "in_the_middle.jsonl.gz"


@pytest.fixture
def campaign() -> Campaign:
    owner = User.objects.create_user("somebody")
    return import_campaign(owner=owner, stream=io.BytesIO(LOG.read_bytes()), limits=WHILE_WAITING)


def named(campaign: Campaign, name: str) -> Sheet:
    return read_sheet(Record.objects.get(campaign=campaign, name=name))


def act(
    campaign: Campaign, action: str, given: dict[str, Any], hand: tuple[int, ...] | None = None
) -> Played:
    gm = Membership.objects.get(campaign=campaign, user=campaign.owner)
    return play(
        gm, ActRequest(f"on/{campaign.head_seq}/{action}/{given}"[:90], (Request(action, given),), hand=hand)
    )


def test_its_log_still_proves_itself(campaign: Campaign) -> None:
    assert verify(campaign).faults == []
    assert rebuilding.check(campaign) == []


def test_a_fight_goes_on_in_the_turn_that_ran(campaign: Campaign) -> None:
    ana, bo, cy, dy = (named(campaign, name) for name in ("Ana", "Bo", "Cy", "Dy"))

    assert [one["turns_past"] for one in (ana, bo, cy, dy)] == [1, 1, 1, 1]
    assert (ana["holds_back"], ana["ahead_of"]) == (True, cy.id)
    assert (bo["turn_begun"], bo["acted"], [act["name"] for act in bo["plan"]]) == (
        True,
        1,
        ["strike", "dodge"],
    )
    with pytest.raises(RuleViolation) as refused:
        act(campaign, "fallen.hold_back", {"fighter": bo.id})
    assert refused.value.clause == "FAL-YIELD-01"

    act(campaign, "fallen.hold_back", {"fighter": dy.id})
    assert [named(campaign, name)["turn_order"] for name in ("Bo", "Ana", "Cy", "Dy")] == [1, 2, 3, 4]


def test_a_spell_goes_on_with_what_it_came_to(campaign: Campaign) -> None:
    thrall, bob = named(campaign, "Thrall"), named(campaign, "Bob Askew")

    assert thrall["made"] == {"number": 1, "how": "cast", "potency": 3}
    came_to = bob[f"came_to.{thrall.id}"]
    assert (came_to["making"], came_to["net"], came_to["compare"]) == (1, 5, "resolve")
    assert came_to["scene"] == read_sheet(Record.objects.get(pk=campaign.pk))["scene"]


def test_a_calling_goes_on_at_the_same_step(campaign: Campaign) -> None:
    mara, ash = named(campaign, "Mara"), named(campaign, "Ash")

    assert ash.under("callers") == {mara.id: 2}, "one Contact failed, one did not"
    assert mara.under("failed") == {}, "and with the second one nothing is tried again"
    assert (ash["delays"], ash["state"]) == (0, "contacted")


def test_a_round_of_conflict_goes_on_with_whoever_is_next(campaign: Campaign) -> None:
    mara, shelly, boyd = (named(campaign, name) for name in ("Mara", "Shelly", "Boyd"))

    assert [(one["round_place"], one["round_action"], one["turn"]) for one in (mara, shelly, boyd)] == [
        (1, "act", "resolved"),
        (2, "act", "pending"),
        (3, "act", "pending"),
    ]
    for other in (boyd, mara):  # too early, and for a second time
        with pytest.raises(RuleViolation) as refused:
            act(campaign, "sorcerer.resolve_attack", {"attacker": other.id, "response": "none"})
        assert refused.value.clause == "SOR-CONFLICT-16"

    act(campaign, "sorcerer.resolve_attack", {"attacker": shelly.id, "response": "none"})
    assert [named(campaign, name)["turn"] for name in ("Mara", "Shelly", "Boyd")] == [
        "resolved",
        "resolved",
        "pending",
    ]


def test_a_round_of_action_goes_on_with_who_has_not_announced(campaign: Campaign) -> None:
    ann, bill, ghoul = (named(campaign, name) for name in ("Ann Bell", "Bill", "The ghoul"))
    first = named(campaign, "First round")

    assert [(one["deed"], one["aims"]) for one in (ghoul, bill, ann)] == [
        ("attack", [ann.id]),
        ("attack", [ghoul.id]),
        (None, []),
    ]
    attack = {"round": first.id, "kind": "attack", "move": 0, "range": 0}
    with pytest.raises(RuleViolation) as refused:
        act(campaign, "demon_city.announce", {**attack, "character": bill.id, "targets": [ghoul.id]})
    assert refused.value.clause == "DEC-ROUND-08"

    act(campaign, "demon_city.announce", {**attack, "character": ann.id, "targets": [ghoul.id]})
    assert named(campaign, "First round")["announced"] == [ghoul.id, bill.id, ann.id]
    assert (named(campaign, "Ann Bell")["deed"], named(campaign, "Ann Bell")["aims"]) == (
        "attack",
        [ghoul.id],
    )
