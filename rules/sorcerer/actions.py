"""The sorcerer actions of the catalogue."""

from rules.kernel.action import Action
from rules.sorcerer import (
    abilities,
    alter_contact,
    answers,
    attacks,
    banish,
    bind,
    characters,
    contact,
    contain,
    damage,
    demon_death,
    demons,
    end_contact,
    first_sight,
    gathering,
    group_ritual,
    guns,
    humanity,
    possession,
    punish,
    rebellion,
    recovery,
    rites,
    rolls,
    round_end,
    rounds,
    summon,
    telltales,
    will_override,
    withdrawal,
)

RITE = rites.RITE_SETTINGS
DEMON_RITE = (*RITE, "shared_binding")

DEEDS = (
    Action("sorcerer.roll", rolls.roll, rolls.roll_odds, settings=("die",), result_when_sure=True),
    Action(
        "sorcerer.humanity_check",
        humanity.humanity_check,
        humanity.humanity_check_odds,
        settings=("die", "humanity_zero"),
        result_when_sure=True,
    ),
    Action(
        "sorcerer.perceive_humanity",
        humanity.perceive_humanity,
        humanity.perceive_odds,
        settings=("die",),
        result_when_sure=True,
    ),
    Action(
        "sorcerer.spot_telltale",
        telltales.spot_telltale,
        telltales.telltale_odds,
        settings=("die",),
        result_when_sure=True,
    ),
    Action("sorcerer.create_character", characters.create_character, settings=("extra_descriptors",)),
    Action("sorcerer.create_demon", demons.create_demon, settings=("power_minimum",)),
    Action(
        "sorcerer.use_ability",
        abilities.use_ability,
        abilities.use_ability_odds,
        settings=("die",),
        result_when_sure=True,
    ),
    Action("sorcerer.rest_demon", abilities.rest_demon, settings=("fatigue_rest_hours",)),
    Action(
        "sorcerer.withdrawal_day",
        withdrawal.withdrawal_day,
        withdrawal.withdrawal_odds,
        settings=("die", "need_days", "withdrawal_rolls"),
        result_when_sure=True,
    ),
    Action(
        "sorcerer.rebel",
        rebellion.rebel,
        rebellion.rebel_odds,
        settings=("die", "need_bonus_days", "shared_binding"),
        result_when_sure=True,
    ),
    Action(
        "sorcerer.break_binding",
        rebellion.break_binding,
        rebellion.break_odds,
        settings=("die", "need_bonus_days", "shared_binding"),
        result_when_sure=True,
    ),
    Action(
        "sorcerer.possess",
        possession.possess,
        possession.possess_odds,
        settings=("die",),
        result_when_sure=True,
    ),
)

RITES = (
    Action(
        "sorcerer.contact",
        contact.contact,
        contact.contact_odds,
        settings=(*DEMON_RITE, "contact_present", "contact_hours", "named_contact"),
        result_when_sure=True,
    ),
    Action("sorcerer.alter_contact", alter_contact.alter_contact),
    Action("sorcerer.end_contact", end_contact.end_contact),
    Action("sorcerer.contain", contain.contain, contain.contain_odds, settings=RITE, result_when_sure=True),
    Action(
        "sorcerer.test_contain",
        contain.test_contain,
        contain.test_contain_odds,
        settings=("die",),
        result_when_sure=True,
    ),
    Action("sorcerer.lift_contain", contain.lift_contain),
    Action("sorcerer.summon", summon.summon, summon.summon_odds, settings=DEMON_RITE, result_when_sure=True),
    Action(
        "sorcerer.bind",
        bind.bind,
        bind.bind_odds,
        settings=(*DEMON_RITE, "unwilling_binding"),
        result_when_sure=True,
    ),
    Action(
        "sorcerer.banish",
        banish.banish,
        banish.banish_odds,
        settings=(*DEMON_RITE, "banish_needs_presence"),
        result_when_sure=True,
    ),
    Action("sorcerer.punish", punish.punish, punish.punish_odds, settings=DEMON_RITE, result_when_sure=True),
    Action(
        "sorcerer.recover_power",
        punish.recover_power,
        punish.recover_power_odds,
        settings=("die", "power_recovery_days"),
        result_when_sure=True,
    ),
    Action("sorcerer.gather_helpers", gathering.gather_helpers),
    Action(
        "sorcerer.group_ritual",
        group_ritual.group_ritual,
        group_ritual.group_ritual_odds,
        settings=DEMON_RITE,
    ),
)

CONFLICT = (
    Action("sorcerer.conflict_round", rounds.conflict_round, settings=("die",), draws_without_odds=True),
    Action(
        "sorcerer.resolve_attack",
        attacks.resolve_attack,
        attacks.resolve_attack_odds,
        settings=("die",),
        result_when_sure=True,
    ),
    Action("sorcerer.answer_attack", answers.answer_attack),
    Action("sorcerer.go_astray", answers.go_astray),
    Action("sorcerer.ready_gun", guns.ready_gun),
    Action("sorcerer.damage", damage.damage),
    Action("sorcerer.end_round", round_end.end_round, settings=("shock",)),
    Action(
        "sorcerer.will_override",
        will_override.will_override,
        will_override.will_override_odds,
        settings=("die",),
        result_when_sure=True,
    ),
    Action("sorcerer.recover", recovery.recover),
    Action(
        "sorcerer.first_sight",
        first_sight.first_sight,
        first_sight.first_sight_odds,
        settings=("die", "shock"),
        result_when_sure=True,
    ),
    Action(
        "sorcerer.demon_death",
        demon_death.demon_death,
        settings=("shared_binding", "demons_can_die", "demon_evidence"),
    ),
)

ACTIONS = (
    *DEEDS,
    *RITES,
    *CONFLICT,
)
