"""Open questions for tests, made through the door as the act would have made them whose answer is tried."""

import uuid
from collections.abc import Mapping
from typing import Any

from campaigns.models import Membership
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, play

OF_A_HIT = ("net", "maneuver", "location", "bypass_armor", "weapon", "custom")


def ask(gm: Membership, question: str, who: str, clause: str, **data: Any) -> str:
    """An open question to whoever plays `who`; its id."""
    asked = str(uuid.uuid4())
    about = {"kind": "pending", "name": "", "owner": None, "visibility": "table"}
    known = {"record": about, "question": question, "for_role": "player", "who": who, "clause": clause}
    fields = {**known, "optional": question == "fallen.defend", "data": data}
    effects: list[Any] = [{"on": asked, "field": name, "set": value} for name, value in fields.items()]
    carried = Request("table.carry_out", {}, known={"clause": clause, "effects": effects})
    note = Request("table.note", {"words": "Asked."})
    play(gm, ActRequest(uuid.uuid4().hex, (note, carried)))
    return asked


def ask_before(gm: Membership, action: str, given: Mapping[str, Any]) -> None:
    """What an attack has left to answer, where `action` with this input is the answer to one."""
    if action == "fallen.defend":
        told = {
            "striker": str(uuid.uuid4()),
            "against": given["against"],
            "ranged": given.get("ranged", False),
        }
        ask(gm, action, given["defender"]["id"], "FAL-DEFEND-03", **told)
    if action == "sorcerer.humanity_check" and given["basis"] != "thematic":
        told = {"change": given["change"], "basis": given["basis"], "demon": given["demon"]["id"]}
        ask(gm, action, given["character"]["id"], "SOR-HUMANITY-04", **told)
    if action == "fallen.hit":
        weapon = given.get("weapon")
        told = {name: given[name] for name in OF_A_HIT if name in given}
        told |= {"target": given["target"]["id"], **({"weapon": weapon["id"]} if weapon else {})}
        ask(gm, action, given["attacker"]["id"], "FAL-DAMAGE-01", **told)
    if given.get("ambush"):
        told = {"target": given["target"]["id"], "ambush": {"extra": 0, **given["ambush"]}}
        ask(gm, "fallen.strike", given["attacker"]["id"], "FAL-AMBUSH-03", **told)
