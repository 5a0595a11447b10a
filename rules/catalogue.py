"""The one table of actions. A system lists its own in `actions.py`; nothing registers itself on import."""

from importlib import import_module

from msgspec import Struct

from rules.demon_city.actions import ACTIONS as DEMON_CITY
from rules.demon_city.follows import PROCEDURES as DEMON_CITY_PROCEDURES
from rules.demon_city.types import Settings as DemonCitySettings
from rules.fallen.actions import ACTIONS as FALLEN
from rules.fallen.follows import PROCEDURES as FALLEN_PROCEDURES
from rules.fallen.types import Settings as FallenSettings
from rules.kernel.action import Action
from rules.kernel.errors import UnknownAction
from rules.kernel.procedures import Procedures
from rules.kernel.values import Value
from rules.pandemonium.actions import ACTIONS as PANDEMONIUM
from rules.pandemonium.follows import PROCEDURES as PANDEMONIUM_PROCEDURES
from rules.pandemonium.types import Settings as PandemoniumSettings
from rules.sorcerer.actions import ACTIONS as SORCERER
from rules.sorcerer.follows import PROCEDURES as SORCERER_PROCEDURES
from rules.sorcerer.types import Settings as SorcererSettings
from rules.table.actions import ACTIONS as TABLE
from rules.table.follows import PROCEDURES as TABLE_PROCEDURES

SYSTEMS = {
    "table": TABLE,
    "sorcerer": SORCERER,
    "pandemonium": PANDEMONIUM,
    "demon_city": DEMON_CITY,
    "fallen": FALLEN,
}

ACTIONS: dict[str, Action] = {action.name: action for actions in SYSTEMS.values() for action in actions}

PROCEDURES: dict[str, Procedures] = {
    "table": TABLE_PROCEDURES,
    "sorcerer": SORCERER_PROCEDURES,
    "demon_city": DEMON_CITY_PROCEDURES,
    "pandemonium": PANDEMONIUM_PROCEDURES,
    "fallen": FALLEN_PROCEDURES,
}
"""What a system says around its actions: what is allowed now, what follows, what is asked."""

SETTINGS: dict[str, type[Struct]] = {
    "sorcerer": SorcererSettings,
    "pandemonium": PandemoniumSettings,
    "demon_city": DemonCitySettings,
    "fallen": FallenSettings,
}
"""What each system leaves to the campaign."""

HERE = frozenset(SYSTEMS)
"""The systems whose rules lie in this package, so that its releases have them."""

PACKAGES: dict[str, str] = {system: f"rules.{system}" for system in SYSTEMS}
"""Where the code and the tables of each system lie."""


def add(package: str) -> None:
    """Take in a system whose rules lie elsewhere, in a package made as those in here are; once more changes nothing.

    No release holds it: its steps are played again by its rules as they stand.
    """
    actions: tuple[Action, ...] = import_module(f"{package}.actions").ACTIONS
    system = actions[0].system
    PACKAGES[system] = package
    SYSTEMS[system] = actions
    ACTIONS.update((action.name, action) for action in actions)
    PROCEDURES[system] = import_module(f"{package}.follows").PROCEDURES
    SETTINGS[system] = import_module(f"{package}.types").Settings


def find(name: Value) -> Action:
    """The action of that name, or `UnknownAction`."""
    action = ACTIONS.get(name) if isinstance(name, str) else None
    if action is None:
        raise UnknownAction(f"there is no action {name!r}", field="action")
    return action
