"""A fight that ends in mid-blow: nothing of it stays open, and its undo brings all of it back."""

import pytest
from django.urls import reverse

from campaigns.models import Pending
from campaigns.services import sessions
from tests.campaigns.conftest import SignIn
from tests.campaigns.fighting import TRAITS, begun, page, two_fighters
from tests.campaigns.world import act, undo
from tests.people import Table

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

BLOW = {"fallen.defend", "fallen.hit"}
DROPPED = "Whatever was still open in it is dropped"


def waiting() -> set[str]:
    return set(Pending.objects.filter(state="open").values_list("question", flat=True))


def strike(table: Table, attacker: str, target: str) -> None:
    sides = {"attacker": {"id": attacker}, "target": {"id": target}, "maneuver": "strike"}
    act(table.gm, "fallen.attack", sides, hand=(9, 9, 4, 4, 4))


def hidden(table: Table, name: str) -> str:
    known = {"state": "active", "kind": "demon", "control": "gm", "brawl": 2, **TRAITS}
    about = {"kind": "fallen.character", "name": name, "owner": None, "visibility": "gm"}
    fields = [{"field": field, "set": value} for field, value in known.items()]
    return str(act(table.gm, "table.create", {"about": about, "fields": fields}).steps[0].input["id"])


@pytest.mark.parametrize("ending", ["table.end_fight", "table.end_scene"])
def test_nothing_of_a_blow_stays_open(table: Table, signed_in: SignIn, ending: str) -> None:
    sessions.begin_session(actor=table.gm, name="One", key="session")
    sessions.begin_scene(actor=table.gm, name="The yard", key="scene")
    fighters = two_fighters(table)
    begun(table.gm, fighters)
    strike(table, fighters["ana"], fighters["bo"])

    ended = act(table.gm, ending, {}).entry.seq

    assert not waiting()
    told = signed_in(table.player).get(reverse("log_entry", args=[table.campaign.pk, ended]))
    assert DROPPED in told.content.decode()
    undo(table.gm, ended)
    assert waiting() == BLOW
    assert "Bo still has to defend" in page(signed_in(table.player), table)


def test_a_blow_among_the_hidden_is_dropped_in_their_sight_alone(table: Table, signed_in: SignIn) -> None:
    begun(table.gm, two_fighters(table))
    strike(table, hidden(table, "Cy"), hidden(table, "Di"))
    assert waiting() == BLOW

    ended = act(table.gm, "table.end_fight", {}).entry.seq

    assert not waiting()
    url = reverse("log_entry", args=[table.campaign.pk, ended])
    assert DROPPED in signed_in(table.gm).get(url).content.decode()
    assert DROPPED not in signed_in(table.player).get(url).content.decode()
