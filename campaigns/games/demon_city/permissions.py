"""Whose the acts of Demon City are, and what of it players make for themselves."""

from campaigns.game import Permissions

PERMISSIONS = Permissions(
    of_gm=frozenset(
        {
            "demon_city.announce_order",
            "demon_city.award_significator",
            "demon_city.build_horror_deck",
            "demon_city.build_players_deck",
            "demon_city.chase",
            "demon_city.clash",
            "demon_city.damage",
            "demon_city.heal",
            # The Host chooses whether a throw is opposed (DEC-THROW-07); players play it when they are asked.
            "demon_city.opposed_throw",
            "demon_city.sort_clashes",
        }
    ),
    never_asked=frozenset(
        f"demon_city.{verb}"
        for verb in (
            *("announce_order", "sort_clashes", "clash", "chase", "heal"),
            *("award_significator", "build_horror_deck", "build_players_deck"),
        )
    ),
    of_application=frozenset({"demon_city.turn_up"}),
    asks_only=frozenset({"demon_city.c10", "demon_city.c100", "demon_city.draw"}),
    players_make={
        "demon_city.character": frozenset({"stats", "toughness", "state"}),
    },
    by_setting={"demon_city.spend_significator": "spend_significators"},  # DEC-DECK-21
    never_sealed="DEC-DECK-13",
)
