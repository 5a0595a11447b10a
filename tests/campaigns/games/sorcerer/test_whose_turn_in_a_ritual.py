"""Badge, home, table and the ritual's own page agree in every state of a calling, for the GM and for the player."""

from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.games.sorcerer.rituals.acts import answer_contact
from campaigns.models import Contact, Demon, Pending, Record
from campaigns.services.asking import ask_player
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, play
from tests.campaigns.conftest import SignIn
from tests.factories import make_character, make_demon
from tests.people import Table

pytestmark = pytest.mark.slow

CHECK, ANSWER, BIND = "sorcerer.humanity_check", "sorcerer.alter_contact", "sorcerer.bind"
QUESTIONS = {"check-contact", "check-summon", "bind", "check-bind"}
"""The steps of a ritual to which a player is called: answers to an open question."""
GMS_OWN = {"answer", "complete_sheet", "bind"}
"""Those to which the GM is."""


@dataclass
class Calling:
    """One sorcerer's calling of one demon, and its two people's browsers."""

    table: Table
    sorcerer: Record
    demon: Record
    gm: Client
    player: Client

    @property
    def url(self) -> str:
        return reverse("ritual", args=[self.table.campaign.pk, self.sorcerer.pk, self.demon.pk])

    @property
    def pair(self) -> dict[str, str]:
        return {"sorcerer": str(self.sorcerer.pk), "demon": str(self.demon.pk)}

    def contact(self) -> str:
        return str(Contact.objects.get(demon=self.demon).pk)

    def act(self, request: Request, hand: tuple[int, ...], answers: str | None = None) -> None:
        play(self.table.player, ActRequest(uuid4().hex, (request,), hand=hand, answers=answers))

    def check(self) -> None:
        asked = Pending.objects.get(question=CHECK, state="open")
        about = {"character": {"id": str(self.sorcerer.pk)}, "demon": {"id": str(self.demon.pk)}}
        given: dict[str, Any] = {**about, "change": "loss", "basis": "ritual", "chosen": True}
        demons_dice = Demon.objects.get(pk=self.demon.pk).power
        self.act(Request(CHECK, given), (12, 11, *(1,) * demons_dice), str(asked.pk))


@pytest.fixture
def calling(table: Table, signed_in: SignIn) -> Calling:
    sorcerer = make_character(table.player, "Ilse Marrow", will=5, humanity=2)
    demon = make_demon(table.gm, "What answers", abilities=["Armor"], power=3, complete=False)
    return Calling(table, sorcerer, demon, signed_in(table.gm), signed_in(table.player))


def called(client: Client, page: str) -> tuple[bool, int]:
    """Whether a page says that something waits for its reader, and the number at the badge."""
    answer = client.get(page)
    shown = answer.content.decode()
    badges = [one["count"] for one in answer.context["bar"] if one.get("count")]
    assert badges in ([], [len(answer.context["calls"])])
    return "Waiting for you" in shown or "Complete the sheet of" in shown, sum(badges)


def step_of(client: Client, calling: Calling) -> str:
    """The step whose form stands on the ritual's page; empty where there is nothing to do."""
    answer = client.get(calling.url)
    current = answer.context["current"]
    assert ("Nothing for you to do" in answer.content.decode()) == (
        current is None and not answer.context["is_over"]
    )
    return current.name if current else ""


def agree(calling: Calling, *, player: str, gm: str, asked_nothing: tuple[tuple[str, str], ...] = ()) -> None:
    """What each finds open on the ritual's page, and that the other pages call them for it and for nothing else."""
    campaign = calling.table.campaign.pk
    for client, step, role in ((calling.player, player, "player"), (calling.gm, gm, "gm")):
        assert step_of(client, calling) == step
        own = step in (QUESTIONS if role == "player" else GMS_OWN) and (role, step) not in asked_nothing
        for name in ("campaign_home", "table"):
            assert called(client, reverse(name, args=[campaign])) == (own, int(own)), (role, name, step)


def test_everything_agrees_from_the_contact_to_the_binding(calling: Calling) -> None:
    agree(calling, player="contact", gm="contact")

    contact = Request("sorcerer.contact", calling.pair, known={"contact_id": "new"})
    calling.act(contact, (11, 5, 4, 9, 9, 4))
    agree(calling, player="", gm="answer")  # the check is owed, and the GM answers first

    given = {"contact": calling.contact(), "demon": str(calling.demon.pk)}
    answer_contact(actor=calling.table.gm, **given, changes=(), power_raise=0, key="answer")
    agree(calling, player="check-contact", gm="complete_sheet")

    calling.check()
    agree(calling, player="", gm="complete_sheet")

    Demon.objects.filter(pk=calling.demon.pk).update(complete=True)
    agree(calling, player="summon", gm="summon")

    calling.act(
        Request("sorcerer.summon", {**calling.pair, "contact": calling.contact()}),
        (12, 11, 10, 9, 1, 1, 1),
    )
    agree(calling, player="check-summon", gm="check-summon")

    calling.check()
    agree(calling, player="", gm="bind")  # the GM says first whether its Need is met
    assert "Waiting for the GM" in calling.player.get(calling.url).content.decode()

    terms: dict[str, Any] = {"scores": ["will"], "need_met": True, "desire_met": False}
    who: dict[str, Any] = {"actor": calling.table.gm, "action": BIND, "who": str(calling.sorcerer.pk)}
    ask_player(**who, settled={**calling.pair, **terms}, key="ask")
    agree(calling, player="bind", gm="bind", asked_nothing=(("gm", "bind"),))

    asked = Pending.objects.get(question=BIND, state="open")
    bound = Request(BIND, calling.pair, known={"binding_id": "new"})
    calling.act(bound, (12, 11, 10, 9, 8, 1, 1, 1, 1), str(asked.pk))
    agree(calling, player="check-bind", gm="check-bind")

    calling.check()
    agree(calling, player="", gm="")
