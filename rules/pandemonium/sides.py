"""Who resists a spell that comes to bear, and with which pool, before the dice (PAN-RESIST-01)."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec import Struct

from rules.pandemonium.added import AddedDamageInput, plan_added
from rules.pandemonium.blows import DefendInput, plan_defense
from rules.pandemonium.control import ControlInput, plan_control
from rules.pandemonium.drain import DrainInput, plan_drain
from rules.pandemonium.investigation import InvestigateInput, plan_investigation
from rules.pandemonium.offering import BearInput, plan_bearing
from rules.pandemonium.ongoing import OngoingStartInput, plan_ongoing
from rules.pandemonium.plunder import PlunderInput, plan_plunder
from rules.pandemonium.resisting import NOBODY, Side
from rules.pandemonium.striking import AttackInput, DirectInput, plan_attack, plan_direct

PLANS: Final[Mapping[type[Struct], Callable[[Any], Any]]] = {
    AddedDamageInput: plan_added,
    AttackInput: plan_attack,
    BearInput: plan_bearing,
    ControlInput: plan_control,
    DefendInput: plan_defense,
    DirectInput: plan_direct,
    DrainInput: plan_drain,
    InvestigateInput: plan_investigation,
    OngoingStartInput: plan_ongoing,
    PlunderInput: plan_plunder,
}
"""By the input of an act what plans it: the side that resists, or all that is planned with it."""


def side_of(given: Struct) -> Side:
    """The side that resists an act, refused as the act would be; nobody's of an act that is not resisted."""
    plan = PLANS.get(type(given))
    planned = plan(given) if plan is not None else NOBODY
    side: Side = planned if isinstance(planned, Side) else planned.side
    return side


def severe_from(given: Struct) -> int | None:
    """From which net on an act is severe for its target (PAN-CONSEQ-01); None where nothing is compared."""
    match given:
        case DirectInput():
            compared = plan_direct(given).compared
        case ControlInput():
            compared = plan_control(given).compared
        case InvestigateInput():
            compared = plan_investigation(given).compared
        case PlunderInput():
            compared = plan_plunder(given).compared
        case DrainInput():
            compared = plan_drain(given).compared
        case _:
            return None
    return max(1, compared.dots)
