"""The fallen actions of the catalogue."""

from rules.fallen import (
    ambushes,
    blackouts,
    damage,
    declarations,
    defences,
    escapes,
    exchanges,
    falls,
    grips,
    healing,
    health,
    initiative,
    magazines,
    movement,
    ordering,
    rolls,
    soak,
    strafing,
    strikes,
    turns,
)
from rules.kernel.action import Action

POOL = (
    "difficulty_cap",
    "over_cap",
    "ones_cancel",
    "botch_rule",
    "specialty_tens",
    "reroll_limit",
    "willpower_success",
)
DEFENCE = ("extra_successes", "ranged_defence", "dodge_ability", "dazed_may_defend")
ATTACK = (*POOL, *DEFENCE, "ambush_bonus", "blind_ranged", "two_weapons_attribute")
FIXED = ("ones_cancel", "damage_ones_cancel")
SOAK = (*FIXED, "faith_soak", "mortal_lethal_soak", "armor_soaks_aggravated", "armor_break_on")
HARM = (*SOAK, "daze_on", "overflow")
STRIKE = tuple(dict.fromkeys((*ATTACK, *HARM)))

ACTIONS = (
    Action("fallen.roll", rolls.roll, rolls.odds_of_roll, settings=POOL),
    Action("fallen.resisted_roll", rolls.resisted_roll, rolls.odds_of_resisted_roll, settings=POOL),
    Action(
        "fallen.initiative",
        initiative.initiative,
        initiative.odds_of_initiative,
        settings=("initiative_rolled",),
    ),
    Action("fallen.order_actions", ordering.order_actions),
    Action("fallen.hold_back", ordering.hold_back),
    Action("fallen.new_turn", turns.new_turn, settings=("initiative_rolled",)),
    Action("fallen.take_turn", turns.take_turn),
    Action("fallen.end_turn", turns.end_turn),
    Action("fallen.multiple_actions", declarations.multiple_actions),
    Action("fallen.attack", exchanges.attack, exchanges.odds_of_attack, settings=ATTACK),
    Action("fallen.defend", defences.defend, defences.odds_of_defend, settings=(*POOL, *DEFENCE)),
    Action("fallen.damage", damage.damage, damage.odds_of_damage, settings=(*FIXED, "extra_successes")),
    Action("fallen.soak", soak.soak, soak.odds_of_soak, settings=SOAK),
    Action("fallen.strike", strikes.strike, strikes.odds_of_strike, settings=STRIKE),
    Action("fallen.hit", strikes.hit, strikes.odds_of_hit, settings=(*HARM, "extra_successes")),
    Action("fallen.strafe", strafing.strafe, strafing.odds_of_strafe, settings=(*POOL, "blind_ranged")),
    Action("fallen.ambush", ambushes.ambush, ambushes.odds_of_ambush, settings=POOL),
    Action("fallen.knockdown", falls.knockdown, falls.odds_of_knockdown, settings=(*POOL, "overflow")),
    Action("fallen.maintain", grips.maintain, grips.odds_of_maintain, settings=HARM),
    Action("fallen.let_go", grips.let_go),
    Action("fallen.escape", escapes.escape, escapes.odds_of_escape, settings=POOL),
    Action("fallen.apply_damage", health.apply_damage, settings=("overflow",)),
    Action("fallen.heal", healing.heal, settings=("heal_hours",)),
    Action("fallen.reload", magazines.reload),
    Action("fallen.movement", movement.movement),
    Action("fallen.blackout", blackouts.blackout),
)
