"""Who resists a spell that comes to bear, and with which pool, before the dice (PAN-RESIST-01)."""

from msgspec import Struct

from rules.pandemonium.added import AddedDamageInput, plan_added
from rules.pandemonium.control import ControlInput, plan_control
from rules.pandemonium.drain import DrainInput, plan_drain
from rules.pandemonium.investigation import InvestigateInput, plan_investigation
from rules.pandemonium.offering import BearInput, plan_bearing
from rules.pandemonium.ongoing import OngoingStartInput, plan_ongoing
from rules.pandemonium.plunder import PlunderInput, plan_plunder
from rules.pandemonium.resisting import NOBODY, Side
from rules.pandemonium.striking import AttackInput, DirectInput, plan_attack, plan_direct


def side_of(given: Struct) -> Side:
    """The side that resists an act, refused as the act would be; nobody's of an act that is not resisted."""
    match given:
        case AttackInput():
            return plan_attack(given)
        case DirectInput():
            return plan_direct(given).side
        case ControlInput():
            return plan_control(given).side
        case InvestigateInput():
            return plan_investigation(given).side
        case PlunderInput():
            return plan_plunder(given).side
        case DrainInput():
            return plan_drain(given).side
        case AddedDamageInput():
            return plan_added(given)
        case BearInput():
            return plan_bearing(given)
        case OngoingStartInput():
            return plan_ongoing(given).side
    return NOBODY


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
