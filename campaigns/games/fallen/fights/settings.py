"""What a campaign chose for its fights."""

from collections.abc import Mapping
from typing import Any

from rules.fallen.types import Settings
from rules.kernel.parsing import parse


def settings_of(chosen: Mapping[str, Any]) -> Settings:
    """What a campaign chose for its fights, out of everything that it chose."""
    own = {name: value for name, value in chosen.items() if name.startswith("fallen.")}
    return parse(Settings, {name.removeprefix("fallen."): value for name, value in own.items()})


def rolls_each_turn(chosen: Mapping[str, Any]) -> bool:
    """Whether initiative is rolled every turn (FAL-INIT-01)."""
    return settings_of(chosen).initiative_rolled == "turn"
