"""The sorcerer lets a demon go: their Contact ends at will, without a roll (SOR-CONTACT-16)."""

from typing import Annotated

from rules.kernel.draws import Draws
from rules.kernel.effects import set_to
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import by, record
from rules.kernel.result import Result
from rules.kernel.types import Id, Input, Outcome
from rules.sorcerer.contact import ContactState
from rules.sorcerer.types import DemonState, SorcererInput


class EndedContact(Input):
    id: Id
    state: ContactState


class ReleasedDemon(Input):
    id: Id
    state: DemonState


class EndContactInput(SorcererInput):
    """`contact` is None where these two have none."""

    sorcerer: Annotated[Id, record("character", "demon")]
    demon: Annotated[ReleasedDemon, record("demon"), by("SOR-CONTACT-16")]
    contact: Annotated[EndedContact | None, record("contact"), by("SOR-CONTACT-16")] = None


class EndContactOutcome(Outcome):
    """`gone`: the demon was only in Contact, and is beyond again."""

    gone: bool


def end_contact(given: EndContactInput, draws: Draws) -> Result:
    """Close an open Contact; whoever is only contacted is beyond again (SOR-CONTACT-16).

    RuleViolation where none is open (SOR-CONTACT-09).
    """
    contact, demon = given.contact, given.demon
    if contact is None or contact.state != "open":
        raise RuleViolation("they have no open Contact", field="input.contact", clause="SOR-CONTACT-09")
    gone = demon.state == "contacted"
    beyond = (set_to(demon.id, "state", "beyond"),) if gone else ()
    closed = set_to(contact.id, "state", "closed")
    return Result(EndContactOutcome(gone=gone), (closed, *beyond), ("SOR-CONTACT-16",))
