"""Whose the acts of Sorcerer are, and what of it players make for themselves."""

from campaigns.game import Permissions

PERMISSIONS = Permissions(
    of_gm=frozenset(
        {
            "sorcerer.alter_contact",
            "sorcerer.break_binding",
            "sorcerer.conflict_round",
            "sorcerer.create_demon",
            "sorcerer.damage",
            "sorcerer.demon_death",
            "sorcerer.end_round",
            "sorcerer.first_sight",
            "sorcerer.go_astray",
            "sorcerer.group_ritual",
            "sorcerer.possess",
            "sorcerer.rebel",
            "sorcerer.ready_gun",
            "sorcerer.recover_power",
            "sorcerer.rest_demon",
            "sorcerer.test_contain",
            "sorcerer.withdrawal_day",
        }
    ),
    acts_first=True,
    players_make={
        "character": frozenset(),
        "demon": frozenset(
            {"type", "abilities", "ability_details", "desire", "telltale", "callers"}
            | {"stamina", "power", "will", "lore"}
        ),
        "gun": frozenset({"holder", "weapon"}),
    },
    stays_gms={"demon": "SOR-DCONF-01"},
    never_sealed="SOR-ROLL-03",
)
