"""Badge, home, table and the ritual's own page agree in every state of a calling, for the GM and for the player."""

from dataclasses import dataclass
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.models import Contact, Demon, Pending, Record
from campaigns.services.playing import ActRequest, play
from campaigns.services.rituals import answer_contact
from campaigns.services.subjects import Request
from tests.campaigns.conftest import SignIn
from tests.factories import make_character, make_demon
from tests.people import Table

CHECK, ANSWER = "sorcerer.humanity_check", "sorcerer.alter_contact"
QUESTIONS = {"answer", "check-contact", "check-summon", "check-bind"}
"""The steps of a ritual that are answers to an open question."""


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
        given = {**about, "change": "loss", "basis": "ritual", "chosen": True}
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
    return "Waits for you" in shown, sum(badges)


def step_of(client: Client, calling: Calling) -> str:
    """The step whose form stands on the ritual's page; empty where there is nothing to do."""
    answer = client.get(calling.url)
    current = answer.context["current"]
    assert ("Nothing for you to do" in answer.content.decode()) == (
        current is None and not answer.context["is_over"]
    )
    return current["name"] if current else ""


def agree(calling: Calling, *, player: str, gm: str) -> None:
    """What each finds open on the ritual's page, and that the other pages call them for it and for nothing else."""
    campaign = calling.table.campaign.pk
    for client, step, role in ((calling.player, player, "player"), (calling.gm, gm, "gm")):
        assert step_of(client, calling) == step
        own = step in (QUESTIONS - {"answer"} if role == "player" else {"answer"})
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
    agree(calling, player="bind", gm="bind")

    terms = {**calling.pair, "scores": ["will"], "need_met": True, "desire_met": False}
    calling.act(Request("sorcerer.bind", terms, known={"binding_id": "new"}), (12, 11, 10, 9, 8, 1, 1, 1, 1))
    agree(calling, player="check-bind", gm="check-bind")

    calling.check()
    agree(calling, player="", gm="")
