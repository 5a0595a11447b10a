"""The steps of a ritual that no rule rolls: describing the demon that is called, and ending a Contact."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db import transaction

from campaigns.models import Act, Campaign, Contact, Demon, Membership, Pending
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, Played, play
from rules.kernel.errors import RuleViolation


def describe_demon(
    *,
    actor: Membership,
    sorcerer: str,
    demon: str,
    name: str,
    kind: str,
    abilities: Sequence[str],
    desire: str,
    power: int,
    purpose: str,
    key: str,
) -> Played:
    """Store the demon that is asked for, out of reach, and what it is called for (SOR-DEMON-25, SOR-SUMMON-12).

    `demon` is the id that it gets; `power` is the assumed Power, which the GM names.
    """
    asked_for = {"type": kind, "abilities": list(abilities), "desire": desire, "power": power}
    about = {"kind": "demon", "name": name, "owner": None}
    fields = [{"field": field, "set": value} for field, value in asked_for.items()]
    made = Request("table.create", {"about": about, "fields": fields}, known={"id": demon})
    note = Request("table.note", {"words": purpose, "about": [sorcerer, demon]})
    return play(actor, ActRequest(key, (made, note)))


def name_power(*, actor: Membership, demon: str, power: int, reason: str, key: str) -> Played:
    """The GM names the Power that a described demon is assumed to have (SOR-CONTACT-03)."""
    given = {"record": demon, "reason": reason, "changes": [{"field": "power", "set": power}]}
    return play(actor, ActRequest(key, (Request("table.edit", given),)))


def answer_contact(
    *,
    actor: Membership,
    contact: str,
    demon: str,
    changes: Sequence[Mapping[str, Any]],
    power_raise: int,
    key: str,
) -> Played:
    """The GM says what answered (SOR-CONTACT-04)."""
    given = {"contact": contact, "demon": demon, "changes": list(changes), "power_raise": power_raise}
    asked = Pending.objects.filter(
        record__campaign=actor.campaign_id, question="sorcerer.alter_contact", data__contact=contact
    )
    newest = asked.order_by("-record__born").values_list("pk", flat=True).first()
    answers = str(newest) if newest else None
    return play(actor, ActRequest(key, (Request("sorcerer.alter_contact", given),), answers=answers))


def end_contact(*, actor: Membership, sorcerer: str, demon: str, key: str) -> Played:
    """The sorcerer lets a demon go: their Contact closes, and what is only contacted is beyond again (SOR-CONTACT-16).

    Raises `RuleViolation` where no Contact of theirs is open, or where the GM still has to answer it.
    """
    note = Request("table.note", {"words": "Ends the Contact", "about": [sorcerer, demon]})
    with transaction.atomic():
        Campaign.objects.select_for_update().get(pk=actor.campaign_id)
        is_repeated = Act.objects.filter(campaign=actor.campaign_id, member=actor, key=key).exists()
        effects = [] if is_repeated else _ending(actor, sorcerer, demon)
        ending = Request("table.carry_out", {}, known={"clause": "SOR-CONTACT-16", "effects": effects})
        return play(actor, ActRequest(key, (note, ending)))


def _ending(actor: Membership, sorcerer: str, demon: str) -> list[dict[str, Any]]:
    contacts = Contact.objects.filter(
        record__campaign=actor.campaign_id, sorcerer=UUID(sorcerer), demon=UUID(demon)
    )
    contact = contacts.filter(state="open").first()
    if contact is None:
        raise RuleViolation("they have no open Contact", clause="SOR-CONTACT-09")
    waiting = Pending.objects.filter(
        record__campaign=actor.campaign_id, state="open", question="sorcerer.alter_contact"
    )
    if any(pending.data.get("contact") == str(contact.pk) for pending in waiting):
        raise RuleViolation("the GM has to answer first", clause="SOR-CONTACT-04")
    effects = [{"on": str(contact.pk), "field": "state", "set": "closed"}]
    if Demon.objects.filter(pk=UUID(demon), state="contacted").exists():
        effects.append({"on": demon, "field": "state", "set": "beyond"})
    return effects
