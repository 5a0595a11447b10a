"""The demon_city actions of the catalogue, each with the campaign settings that its rules read."""

from rules.demon_city import (
    announcing,
    building,
    chase,
    choosers,
    clash,
    combat,
    counting,
    drawing,
    health,
    odds_contests,
    odds_numbers,
    odds_opposed,
    odds_throws,
    opposed_throw,
    recovering,
    significators,
    sorting,
    static_throw,
    table_odds,
)
from rules.kernel.action import Action

CARDS = ("court_values", "single_pack")
COUNT = ("scaled_advantages", "max_throws", "max_situational")
THROW = (*CARDS, *COUNT)

DECKS = (
    Action("demon_city.build_players_deck", building.build_players_deck, draws_without_odds=True),
    Action(
        "demon_city.build_horror_deck", building.build_horror_deck, settings=CARDS, draws_without_odds=True
    ),
    Action("demon_city.turn_up", drawing.turn_up, draws_without_odds=True),
    Action("demon_city.draw", drawing.draw, draws_without_odds=True),
    Action(
        "demon_city.award_significator",
        significators.award_significator,
        settings=CARDS,
        draws_without_odds=True,
    ),
    Action(
        "demon_city.spend_significator", significators.spend_significator, settings=("spend_significators",)
    ),
)

THROWS = (
    Action("demon_city.throw_count", counting.throw_count, settings=COUNT),
    Action("demon_city.combat_stats", combat.combat_stats),
    Action("demon_city.relative_advantage", combat.relative_advantage),
    Action(
        "demon_city.static_throw", static_throw.static_throw, odds_throws.static_throw_odds, settings=THROW
    ),
    Action(
        "demon_city.opposed_throw",
        opposed_throw.opposed_throw,
        odds_opposed.opposed_throw_odds,
        settings=THROW,
    ),
    Action("demon_city.table_odds", table_odds.nothing_to_play, table_odds.table_odds, odds_only=True),
    Action("demon_city.c10", choosers.c10, odds_numbers.c10_odds, settings=CARDS),
    Action("demon_city.c100", choosers.c100, odds_numbers.c100_odds, settings=CARDS),
)

ROUNDS = (
    Action("demon_city.announce_order", announcing.announce_order, draws_without_odds=True),
    Action("demon_city.announce", announcing.announce),
    Action("demon_city.sort_clashes", sorting.sort_clashes),
    Action(
        "demon_city.clash",
        clash.clash,
        odds_contests.clash_odds,
        settings=(*CARDS, "attack_pick", "attacks_per_clash"),
    ),
    Action("demon_city.chase", chase.chase, odds_contests.chase_odds, settings=CARDS),
)

HEALTH = (
    Action(
        "demon_city.damage",
        health.damage,
        odds_numbers.damage_odds,
        settings=(*CARDS, "reconstructed", "out_at", "max_damage_throws"),
    ),
    Action(
        "demon_city.recover_toughness",
        recovering.recover_toughness,
        odds_throws.recover_odds,
        settings=(*THROW, "reconstructed"),
    ),
    Action("demon_city.calm", recovering.calm, odds_throws.calm_odds, settings=(*THROW, "reconstructed")),
    Action("demon_city.heal", health.heal),
)

ACTIONS: tuple[Action, ...] = DECKS + THROWS + ROUNDS + HEALTH
