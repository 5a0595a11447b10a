"""A spell is brought to bear: whoever it is meant for resists on their own, and nothing happens before (PAN-RESIST)."""

import pytest

from campaigns.models import Pending
from campaigns.policy import NotAllowed
from tests.campaigns.magic import Magic, new_magic, refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def magic() -> Magic:
    return new_magic()


def asked(magic: Magic) -> list[Pending]:
    return list(
        Pending.objects.filter(record__campaign=magic.game.campaign, state="open").order_by("who__name")
    )


@pytest.mark.clause("PAN-RESIST-03", "PAN-CONSEQ-07")
def test_each_target_of_a_casting_resists_by_themselves_before_anything_comes_of_it(magic: Magic) -> None:
    game = magic.game
    grip = magic.cast(on=(magic.nan, magic.bob), spell={"arcanum": "mind"})

    found = asked(magic)

    assert [(str(one.who_id), one.question, one.data["compare"]) for one in found] == [
        (magic.bob, "pandemonium.control", "resolve"),
        (magic.nan, "pandemonium.control", "resolve"),
    ]
    assert (magic.hold(grip, magic.nan), magic.hold(grip, magic.bob)) == ("none", "none")
    at_once = {
        "spell": {"id": grip},
        "target": {"id": magic.nan},
        "compare": "resolve",
        "resist": {"pool": {}},
    }
    with pytest.raises(NotAllowed, match="is asked to defend"):
        magic.play("control", at_once, by=game.player)
    with refused("PAN-RESIST-01"):
        magic.play("control", at_once)
    with refused("PAN-RESIST-01"):
        magic.play("bring", {"spell": {"id": grip}, "targets": [{"id": magic.nan}]})
    outcome = magic.resist(grip, magic.nan, 8, *(1,) * 7, by=game.other_player, willpower=True)

    assert (outcome.pool.size, outcome.net, outcome.severity) == (8, 2, "normal")
    assert (magic.hold(grip, magic.nan), magic.hold(grip, magic.bob)) == ("normal", "none")
    assert [str(one.who_id) for one in asked(magic)] == [magic.bob]
