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
from rules.fallen.attacks import AttackInput
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
    Action("fallen.roll", rolls.RollInput, rolls.roll, rolls.odds_of_roll, settings=POOL),
    Action(
        "fallen.resisted_roll",
        rolls.ResistedRollInput,
        rolls.resisted_roll,
        rolls.odds_of_resisted_roll,
        settings=POOL,
    ),
    Action(
        "fallen.initiative", initiative.InitiativeInput, initiative.initiative, initiative.odds_of_initiative
    ),
    Action("fallen.order_actions", ordering.OrderInput, ordering.order_actions),
    Action("fallen.hold_back", ordering.HoldBackInput, ordering.hold_back),
    Action("fallen.new_turn", turns.NewTurnInput, turns.new_turn),
    Action("fallen.take_turn", turns.TakeTurnInput, turns.take_turn),
    Action("fallen.end_turn", turns.EndTurnInput, turns.end_turn),
    Action("fallen.multiple_actions", declarations.MultipleActionsInput, declarations.multiple_actions),
    Action("fallen.attack", AttackInput, exchanges.attack, exchanges.odds_of_attack, settings=ATTACK),
    Action(
        "fallen.defend",
        defences.DefendInput,
        defences.defend,
        defences.odds_of_defend,
        settings=(*POOL, *DEFENCE),
    ),
    Action(
        "fallen.damage",
        damage.DamageInput,
        damage.damage,
        damage.odds_of_damage,
        settings=(*FIXED, "extra_successes"),
    ),
    Action("fallen.soak", soak.SoakInput, soak.soak, soak.odds_of_soak, settings=SOAK),
    Action("fallen.strike", strikes.StrikeInput, strikes.strike, strikes.odds_of_strike, settings=STRIKE),
    Action(
        "fallen.hit",
        strikes.HitInput,
        strikes.hit,
        strikes.odds_of_hit,
        settings=(*HARM, "extra_successes"),
    ),
    Action(
        "fallen.strafe",
        strafing.StrafeInput,
        strafing.strafe,
        strafing.odds_of_strafe,
        settings=(*POOL, "blind_ranged"),
    ),
    Action("fallen.ambush", ambushes.AmbushInput, ambushes.ambush, ambushes.odds_of_ambush, settings=POOL),
    Action(
        "fallen.knockdown",
        falls.KnockdownInput,
        falls.knockdown,
        falls.odds_of_knockdown,
        settings=(*POOL, "overflow"),
    ),
    Action("fallen.maintain", grips.MaintainInput, grips.maintain, grips.odds_of_maintain, settings=HARM),
    Action("fallen.let_go", grips.LetGoInput, grips.let_go),
    Action("fallen.escape", escapes.EscapeInput, escapes.escape, escapes.odds_of_escape, settings=POOL),
    Action("fallen.apply_damage", health.ApplyDamageInput, health.apply_damage, settings=("overflow",)),
    Action("fallen.heal", healing.HealInput, healing.heal, settings=("heal_hours",)),
    Action("fallen.reload", magazines.ReloadInput, magazines.reload),
    Action("fallen.movement", movement.MovementInput, movement.movement),
    Action("fallen.blackout", blackouts.BlackoutInput, blackouts.blackout),
)
