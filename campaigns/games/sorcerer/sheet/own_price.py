"""A Price of a player's own: the sheet counts once the GM agrees that it is valid (SOR-PRICE-03)."""

from dataclasses import dataclass
from typing import Final
from uuid import UUID

from campaigns.games.sorcerer.asking import question_to_gm, settle
from campaigns.models import Campaign, Membership, Pending
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, AlreadyAnswered, Played, play
from campaigns.state.unit_of_work import Sheet
from rules.kernel.errors import RuleViolation
from rules.kernel.procedure import Question
from rules.kernel.values import Values, as_text, as_values
from rules.sorcerer.allowed import SHEET
from rules.sorcerer.characters import PRICES

CHARACTER: Final = SHEET
CLAUSE: Final = "SOR-PRICE-03"


@dataclass(frozen=True)
class OwnPrice:
    """The Price that a sheet waits for: the GM is asked about it, or did not agree to it."""

    name: str
    sheet: Values
    asked: Pending

    @property
    def is_open(self) -> bool:
        return self.asked.state == "open"


def is_own(sheet: Values) -> bool:
    """Whether a sheet has a Price that only the GM can agree to, and nobody has."""
    price = as_values(sheet["price"])
    return bool(price["name"]) and price["name"] not in PRICES and not price.get("approved")


def agreed(sheet: Values) -> Values:
    """The sheet once the GM agrees to its Price."""
    return {**sheet, "price": {**as_values(sheet["price"]), "approved": True}} if is_own(sheet) else sheet


def asking(actor: Membership, sheet: Values, key: str) -> Request:
    """What puts a whole sheet to the GM, who finishes it by agreeing."""
    who = as_text(sheet["id"])
    question = Question(CHARACTER, "gm", who, CLAUSE, optional=True, data={"sheet": sheet})
    return question_to_gm(actor, question, key)


def own_price(character: str) -> OwnPrice | None:
    """What the GM was asked last about a sheet that is not finished; None where they were asked nothing (one query)."""
    asked = Pending.objects.filter(who=UUID(character), question=CHARACTER, clause=CLAUSE)
    last = asked.order_by("-record__born", "-pk").first()
    if last is None:
        return None
    sheet = as_values(last.data["sheet"])
    return OwnPrice(as_text(as_values(sheet["price"])["name"]), sheet, last)


def judge(*, actor: Membership, who: Sheet, agrees: bool, key: str) -> Played:
    """The GM's word on it. `AlreadyAnswered` where nothing is asked any more."""

    def plan(_campaign: Campaign) -> tuple[Request, ...]:
        found = own_price(who.id)
        if found is None or not found.is_open:
            raise AlreadyAnswered
        if agrees:
            return (Request(CHARACTER, {"character": agreed(found.sheet)}),)
        return (settle(str(found.asked.pk), "Another Price is needed"),)

    return play(actor, ActRequest(key, (), plan, asked=[who.id, agrees]))


def choose(*, actor: Membership, who: Sheet, name: str, key: str) -> Played:
    """Another Price for the same sheet: one of the seven finishes it, one of the player's own is put to the GM.

    `RuleViolation` while the GM is asked about the last one.
    """

    def plan(_campaign: Campaign) -> tuple[Request, ...]:
        found = own_price(who.id)
        if found is None or found.is_open:
            raise RuleViolation("the GM has still to say whether the Price is valid", clause=CLAUSE)
        sheet: Values = {**found.sheet, "price": {**as_values(found.sheet["price"]), "name": name}}
        if not is_own(sheet):
            return (Request(CHARACTER, {"character": sheet}),)
        note = Request("table.note", {"words": f"A Price of my own: {name}", "about": [who.id]})
        return (note, asking(actor, sheet, key))

    return play(actor, ActRequest(key, (), plan, asked=[who.id, name]))
