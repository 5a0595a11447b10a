"""Whose the acts of Fallen are, and what of it players make for themselves."""

from campaigns.game import Permissions
from campaigns.models.fallen import ABILITIES, ATTRIBUTES

PERMISSIONS = Permissions(
    of_gm=frozenset(
        {
            "fallen.apply_damage",
            "fallen.blackout",
            "fallen.heal",
            "fallen.new_turn",
            "fallen.order_actions",
        }
    ),
    leaves_no_answer={"fallen.strike": "FAL-DEFEND-03"},
    players_make={
        "fallen.character": frozenset(
            {"kind", "traits", "faith", "willpower", "state", *ATTRIBUTES, *ABILITIES}
        ),
        "fallen.weapon": frozenset({"holder", "dice", "kind", "strength", "range", "automatic", "ammo"}),
        "fallen.armor": frozenset({"wearer", "rating"}),
    },
)
