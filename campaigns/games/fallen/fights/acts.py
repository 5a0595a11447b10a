"""What is done in a fight by more than one step, or without an action of its own."""

from django.utils.translation import gettext as _

from campaigns.models import Membership
from campaigns.queries.palette import known_of
from campaigns.queries.waiting import Waiting
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, Played, play
from rules.fallen.allowed import HIT, INITIATIVE
from rules.kernel.values import Values


def set_conditions(*, actor: Membership, who: str, changes: Values, told: str, key: str) -> Played:
    """How a fighter stands, which no action decides: the GM sets it."""
    rows = [{"field": field, "set": value} for field, value in changes.items()]
    given: Values = {"record": {"id": who}, "changes": rows, "reason": told}
    return play(actor, ActRequest(key, (Request("table.edit", given),)))


def begin_fight(*, actor: Membership, own: list[str], asked: list[str], key: str, nonce: str = "") -> Played:
    """The GM rolls for their own fighters, and asks everybody else for their own die (FAL-INIT-01)."""
    given: Values = {"fighters": [{"id": who} for who in own], "asked": [{"id": who} for who in asked]}
    return play(actor, ActRequest(key, (Request(INITIATIVE, given),), nonce=nonce))


def let_through(
    *, actor: Membership, asked: Waiting, blow: Waiting | None, soak: str, key: str, nonce: str = ""
) -> Played:
    """Whoever is attacked does not defend, and takes the hit in the same act where it is theirs (FAL-DEFEND-03)."""
    reason = _("%(name)s does not defend.") % {"name": asked.who_name}
    given: Values = {"pending": {"id": asked.id}, "how": "waived", "reason": reason}
    steps = [Request("table.settle", given)]
    if blow is not None:
        steps.append(Request(HIT, {"soak": {"with": soak}}, known=known_of(blow)))
    answers = blow.id if blow is not None else None
    return play(actor, ActRequest(key, tuple(steps), nonce=nonce, answers=answers))
