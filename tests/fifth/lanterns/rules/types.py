"""What the inputs of Lanterns share."""

from typing import Annotated, Literal

from msgspec import Meta

from rules.kernel.origins import SETTING
from rules.kernel.types import Id, Input

Nerve = Annotated[int, Meta(ge=0, le=6)]
Light = Annotated[int, Meta(ge=0, le=12)]


class Settings(Input):
    """What a campaign chooses."""

    success_from: Literal[4, 5] = 4
    hours: Annotated[int, Meta(ge=1, le=24)] = 1


class LanternsInput(Input):
    """The input of any action of Lanterns."""

    settings: Annotated[Settings, SETTING] = Settings()


class Bearer(Input):
    """Whoever carries a lantern."""

    id: Id
    nerve: Nerve
    light: Light
