"""Whose the acts of Pandemonium are, and what of it players make for themselves."""

from campaigns.game import Permissions
from rules.pandemonium.bringing import DEFEND, RESISTED
from rules.pandemonium.sympathy import SYMPATHY

PERMISSIONS = Permissions(
    of_gm=frozenset(
        {
            "pandemonium.aftereffect_duration",
            "pandemonium.apply_damage",
            "pandemonium.character_ending",
            "pandemonium.decay_tick",
            "pandemonium.helpless",
            "pandemonium.lost_trait",
            "pandemonium.multi_source_damage",
            "pandemonium.ongoing_tick",
            SYMPATHY,
            "pandemonium.temporary_expire",
        }
    ),
    asks_only=frozenset({"pandemonium.applicable"}),
    leaves_no_answer={
        **dict.fromkeys(RESISTED, "PAN-RESIST-01"),
        **dict.fromkeys((DEFEND, "pandemonium.boosted_attack"), "PAN-CONSEQ-11"),
    },
    acting={SYMPATHY: "pandemonium.connection"}
    | dict.fromkeys(
        (
            "pandemonium.bring",
            "pandemonium.control",
            "pandemonium.attack",
            "pandemonium.direct",
            "pandemonium.heal",
            "pandemonium.investigate",
            "pandemonium.plunder",
            "pandemonium.drain",
            "pandemonium.reap",
            "pandemonium.transfer",
            "pandemonium.offer_wounds",
            "pandemonium.added_damage",
            "pandemonium.ongoing_start",
            DEFEND,
            "pandemonium.let_go",
            "pandemonium.free_spell_allowed",
        ),
        "pandemonium.spell",
    ),
    players_make={
        "pandemonium.character": frozenset(
            {"traits", "merits", "willpower", "mana", "most", "wisdom", "health", "state"}
        ),
        "pandemonium.connection": frozenset({"rating", "base", "inanimate"}),
    },
)
