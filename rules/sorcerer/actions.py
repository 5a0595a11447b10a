"""The sorcerer actions of the catalogue."""

from rules.kernel.action import Action
from rules.sorcerer import (
    alter_contact,
    banish,
    bind,
    contact,
    contain,
    group_ritual,
    punish,
    rolls,
    summon,
)

RITE = ("die", "enhancements", "snapshot_bonuses")
DEMON_RITE = (*RITE, "shared_binding")

RITES = (
    Action(
        "sorcerer.contact",
        contact.ContactInput,
        contact.contact,
        contact.contact_odds,
        settings=(*DEMON_RITE, "contact_present", "contact_hours", "named_contact"),
        result_when_sure=True,
    ),
    Action("sorcerer.alter_contact", alter_contact.AlterContactInput, alter_contact.alter_contact),
    Action(
        "sorcerer.contain",
        contain.ContainInput,
        contain.contain,
        contain.contain_odds,
        settings=RITE,
        result_when_sure=True,
    ),
    Action(
        "sorcerer.test_contain",
        contain.EscapeInput,
        contain.test_contain,
        contain.test_contain_odds,
        settings=("die",),
        result_when_sure=True,
    ),
    Action(
        "sorcerer.summon",
        summon.SummonInput,
        summon.summon,
        summon.summon_odds,
        settings=DEMON_RITE,
        result_when_sure=True,
    ),
    Action(
        "sorcerer.bind",
        bind.BindInput,
        bind.bind,
        bind.bind_odds,
        settings=(*DEMON_RITE, "unwilling_binding"),
        result_when_sure=True,
    ),
    Action(
        "sorcerer.banish",
        banish.BanishInput,
        banish.banish,
        banish.banish_odds,
        settings=(*DEMON_RITE, "banish_needs_presence"),
        result_when_sure=True,
    ),
    Action(
        "sorcerer.punish",
        punish.PunishInput,
        punish.punish,
        punish.punish_odds,
        settings=DEMON_RITE,
        result_when_sure=True,
    ),
    Action(
        "sorcerer.recover_power",
        punish.RecoverPowerInput,
        punish.recover_power,
        punish.recover_power_odds,
        settings=("die", "power_recovery_days"),
        result_when_sure=True,
    ),
    Action(
        "sorcerer.group_ritual",
        group_ritual.GroupRitualInput,
        group_ritual.group_ritual,
        group_ritual.group_ritual_odds,
        settings=DEMON_RITE,
    ),
)

ACTIONS = (
    Action("sorcerer.roll", rolls.RollInput, rolls.roll, settings=("die",), result_when_sure=True),
    *RITES,
)
