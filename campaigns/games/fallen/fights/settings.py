"""What a campaign chose for its fights."""

from rules.fallen.types import Settings
from rules.kernel.parsing import parse
from rules.kernel.values import Values


def settings_of(chosen: Values) -> Settings:
    """What a campaign chose for its fights, out of everything that it chose."""
    own = {name: value for name, value in chosen.items() if name.startswith("fallen.")}
    return parse(Settings, {name.removeprefix("fallen."): value for name, value in own.items()})


def rolls_each_turn(chosen: Values) -> bool:
    """Whether initiative is rolled every turn (FAL-INIT-01)."""
    return settings_of(chosen).initiative_rolled == "turn"
