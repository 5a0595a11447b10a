"""The steps of a ritual that no rule rolls: describing the demon that is called, answering and ending a Contact."""

from collections.abc import Iterable, Sequence

from campaigns.models import Membership
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, Played, play
from rules.kernel.values import Values
from rules.sorcerer.allowed import ANSWER, END
from rules.sorcerer.helping import GATHER


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
    asked_for: Values = {
        "type": kind,
        "abilities": list(abilities),
        "desire": desire,
        "power": power,
        f"callers.{sorcerer}": 1,
    }
    about = {"kind": "demon", "name": name, "owner": None}
    fields: Sequence[Values] = [{"field": field, "set": value} for field, value in asked_for.items()]
    made = Request("table.create", {"about": about, "fields": fields}, known={"id": demon})
    note = Request("table.note", {"words": purpose, "about": [sorcerer, demon]})
    return play(actor, ActRequest(key, (made, note)))


def name_power(*, actor: Membership, demon: str, power: int, reason: str, key: str) -> Played:
    """The GM names the Power that a described demon is assumed to have (SOR-CONTACT-03)."""
    given: Values = {"record": demon, "reason": reason, "changes": [{"field": "power", "set": power}]}
    return play(actor, ActRequest(key, (Request("table.edit", given),)))


def answer_contact(
    *,
    actor: Membership,
    contact: str,
    demon: str,
    changes: Sequence[Values],
    power_raise: int,
    key: str,
    answers: str | None = None,
) -> Played:
    """The GM says what answered, once: `answers` is the question that it settles (SOR-CONTACT-04)."""
    given: Values = {"contact": contact, "demon": demon, "changes": list(changes), "power_raise": power_raise}
    return play(actor, ActRequest(key, (Request(ANSWER, given),), answers=answers))


def end_contact(*, actor: Membership, sorcerer: str, demon: str, key: str) -> Played:
    """The sorcerer lets a demon go: their Contact closes (SOR-CONTACT-16)."""
    return play(actor, ActRequest(key, (Request(END, {"sorcerer": sorcerer, "demon": demon}),)))


def gather_helpers(
    *, actor: Membership, sorcerer: str, ritual: str, demon: str | None, helpers: Iterable[str], key: str
) -> Played:
    """Say who helps with a ritual: whoever is new to it is asked to roll, whoever is left out is not any more."""
    asked: list[Values] = [{"id": helper} for helper in helpers]
    given: Values = {"sorcerer": sorcerer, "ritual": ritual, "helpers": asked, "demon": demon}
    return play(actor, ActRequest(key, (Request(GATHER, given),)))


def lift_contain(*, actor: Membership, contain: str, sorcerer: str, key: str) -> Played:
    """Whoever made a Contain takes it down."""
    given: Values = {"sorcerer": sorcerer, "contain": contain}
    return play(actor, ActRequest(key, (Request("sorcerer.lift_contain", given),)))


def spend_no_time(*, actor: Membership, sorcerer: str, reason: str, key: str) -> Played:
    """The GM says that a ritual took no time to speak of (SOR-RITUAL-04)."""
    changes: list[Values] = [{"field": "busy_until", "set": None}]
    given: Values = {"record": sorcerer, "reason": reason, "changes": changes}
    return play(actor, ActRequest(key, (Request("table.edit", given),)))
