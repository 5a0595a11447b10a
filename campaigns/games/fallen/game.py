"""Fallen, as the campaign's side knows it."""

from campaigns.game import Game, Inputs
from campaigns.games.fallen.derived import DERIVED
from campaigns.games.fallen.permissions import PERMISSIONS

GAME = Game(
    code="fallen",
    name="Fallen",
    permissions=PERMISSIONS,
    inputs=Inputs(
        derived=DERIVED,
    ),
)
