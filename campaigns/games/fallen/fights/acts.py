"""What is done in a fight without an action of its own: how somebody stands, and not defending."""

from django.utils.translation import gettext as _

from campaigns.models import Membership
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, Played, play
from rules.kernel.values import Values


def set_conditions(*, actor: Membership, who: str, changes: Values, told: str, key: str) -> Played:
    """How a fighter stands, which no action decides: the GM sets it."""
    rows = [{"field": field, "set": value} for field, value in changes.items()]
    given: Values = {"record": {"id": who}, "changes": rows, "reason": told}
    return play(actor, ActRequest(key, (Request("table.edit", given),)))


def let_through(*, actor: Membership, pending: str, name: str, key: str) -> Played:
    """Whoever is attacked, called `name`, does not defend (FAL-DEFEND-03)."""
    reason = _("%(name)s does not defend.") % {"name": name}
    given: Values = {"pending": {"id": pending}, "how": "waived", "reason": reason}
    return play(actor, ActRequest(key, (Request("table.settle", given),)))
