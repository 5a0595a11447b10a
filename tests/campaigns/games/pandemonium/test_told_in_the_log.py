"""What the log and the calls say of spells: whom they ask, what they came to, whom they bear down."""

import html
import re
from typing import Any

import pytest
from django.urls import reverse

from campaigns.models import Entry, Membership, Pending
from tests.campaigns.form_filling import Form
from tests.campaigns.games.pandemonium.test_bearing_wounds import HURT, NONE, answer, offer, ritual
from tests.campaigns.magic import Magic, new_magic
from tests.campaigns.spine import browser, input_of

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def magic() -> Magic:
    return new_magic()


def told(magic: Magic, who: Membership, name: str, *at: object) -> str:
    """The words of a page, its calls among them, without its markup."""
    answer = browser(who).get(reverse(name, args=[magic.game.campaign.pk, *at]))
    assert answer.status_code == 200
    return " ".join(html.unescape(re.sub("<[^>]*>", " ", answer.content.decode())).split())


def newest(magic: Magic) -> int:
    return Entry.objects.filter(campaign=magic.game.campaign).latest("seq").seq


def test_the_call_to_bear_wounds_names_the_spell(magic: Magic) -> None:
    magic.game.edit(magic.bob, health={**HURT, "resistant": NONE})
    shaped: dict[str, Any] = {"shaping": {"successes": 2}, "timing": "ritual"}
    spell = magic.cast("transfer", on=(magic.bob,), spell={"name": "The red thread"}, **shaped)
    offer(magic, spell, magic.nan)

    assert "Nan: bear the wounds that The red thread would move, or resist" in told(
        magic, magic.game.other_player, "table"
    )


def test_whoever_is_meant_to_bear_nothing_is_told_so(magic: Magic) -> None:
    """The first who is named bears all, unless it is shared out; the others read an empty line."""
    offer(magic, ritual(magic), magic.mira, magic.nan)

    assert "no wounds are meant for them as it stands PAN-TRANSFER-04" in told(
        magic, magic.game.other_player, "spells"
    )


def test_the_log_says_whom_a_casting_or_a_triggered_spell_asks(magic: Magic) -> None:
    spell = magic.cast("attack", on=(magic.nan, magic.bob), delayed=True, damage={"kind": "lethal"})
    waits = newest(magic)
    brought = {"spell": {"id": spell}, "targets": [{"id": magic.nan}], "triggered": True}
    magic.play("bring", brought)

    triggered = told(magic, magic.game.player, "log_entry", newest(magic))

    assert "lay in wait and is triggered. Asked to resist: Nan" in triggered
    assert "Asked to resist" not in told(magic, magic.game.player, "log_entry", waits)
    magic.cast("control", on=(magic.nan, magic.bob))
    assert "Asked to resist: Nan , Bob" in told(magic, magic.game.player, "log_entry", newest(magic))


def test_the_log_names_nobody_hidden_among_those_whom_a_casting_asks(magic: Magic) -> None:
    about = {"kind": "pandemonium.character", "name": "Gus", "visibility": "gm"}
    hidden = input_of(magic.game.act("table.create", {"about": about}))["id"]

    magic.cast("control", on=(magic.nan, hidden))

    assert "Asked to resist: Nan Explain" in told(magic, magic.game.player, "log")
    assert "Asked to resist: Nan , Gus" in told(magic, magic.game.gm, "log")


def test_the_log_says_whom_moved_wounds_make_unable_to_act(magic: Magic) -> None:
    spell, game = ritual(magic), magic.game
    game.edit(magic.nan, health={**HURT, "lethal": 4, "resistant": NONE})
    offer(magic, spell, magic.nan)
    answer(magic, Pending.objects.get(question="pandemonium.bear_wounds"), magic.nan, willing=True)
    to_move = Pending.objects.get(question="pandemonium.transfer", state="open")
    at, client = reverse("pending_answer", args=[game.campaign.pk, to_move.pk]), browser(game.player)

    client.post(at, Form(client.get(at).content.decode(), "action-form", at).sent)

    assert "3 lethal to Nan Nan is incapacitated by it." in told(magic, game.player, "log")


def test_what_is_kept_of_a_spell_is_explained_as_people_say_it(magic: Magic) -> None:
    spell = magic.cast("control", on=(magic.nan,))

    explained = told(magic, magic.game.gm, "log_entry", newest(magic))

    assert "Last casting or Shaping becomes no. 1, cast now, Potency 3" in explained
    assert "How to settle it" not in explained
    assert "Number 0" not in explained
    magic.apply("control", spell, magic.nan, successes=1)
    explained = told(magic, magic.game.gm, "log_entry", newest(magic))
    assert "net 2, normal, compared with Resolve, resisted by" in explained
    assert "Making or Unmaking" not in explained
