"""The pandemonium actions of the catalogue."""

from rules.kernel.action import Action
from rules.pandemonium import (
    added,
    aftereffects,
    assail,
    casting,
    control,
    damage,
    drain,
    ending,
    free,
    healing,
    helpless,
    hindrance,
    investigation,
    ongoing,
    plunder,
    release,
    resistance,
    rolls,
    shaping,
    sources,
    striking,
    struggle,
    sympathy,
    temporary,
    touch,
    transfer,
)

DEFENSE = ("defense_pool",)

ACTIONS: tuple[Action, ...] = (
    Action("pandemonium.roll", rolls.RollInput, rolls.roll, rolls.roll_odds),
    Action("pandemonium.applicable", rolls.ApplicableInput, rolls.applicable),
    Action("pandemonium.cast", casting.CastInput, casting.cast, casting.cast_odds),
    Action("pandemonium.shape", shaping.ShapeInput, shaping.shape, shaping.shape_odds),
    Action(
        "pandemonium.resist",
        resistance.ResistInput,
        resistance.resist,
        resistance.resist_odds,
        settings=DEFENSE,
    ),
    Action(
        "pandemonium.act_against_hindrance",
        hindrance.HindranceInput,
        hindrance.act_against_hindrance,
        hindrance.hindrance_odds,
    ),
    Action("pandemonium.control", control.ControlInput, control.control, control.control_odds),
    Action(
        "pandemonium.attack", striking.AttackInput, striking.attack, striking.attack_odds, settings=DEFENSE
    ),
    Action("pandemonium.direct", striking.DirectInput, striking.direct, striking.direct_odds),
    Action("pandemonium.heal", healing.HealInput, healing.heal),
    Action(
        "pandemonium.investigate",
        investigation.InvestigateInput,
        investigation.investigate,
        investigation.investigate_odds,
        settings=("facts_per_success",),
    ),
    Action("pandemonium.plunder", plunder.PlunderInput, plunder.plunder, plunder.plunder_odds),
    Action("pandemonium.drain", drain.DrainInput, drain.drain, drain.drain_odds),
    Action("pandemonium.transfer", transfer.TransferInput, transfer.transfer, transfer.transfer_odds),
    Action("pandemonium.added_damage", added.AddedDamageInput, added.added_damage, added.added_odds),
    Action(
        "pandemonium.boosted_attack",
        touch.BoostedAttackInput,
        touch.boosted_attack,
        touch.boosted_attack_odds,
        settings=DEFENSE,
    ),
    Action("pandemonium.apply_damage", damage.ApplyDamageInput, damage.apply_damage),
    Action(
        "pandemonium.multi_source_damage",
        sources.SourcesInput,
        sources.multi_source_damage,
        sources.sources_odds,
        settings=DEFENSE,
    ),
    Action(
        "pandemonium.ongoing_start",
        ongoing.OngoingStartInput,
        ongoing.ongoing_start,
        ongoing.ongoing_odds,
        settings=DEFENSE,
    ),
    Action("pandemonium.ongoing_tick", ongoing.OngoingTickInput, ongoing.ongoing_tick),
    Action("pandemonium.temporary_expire", temporary.ExpireInput, temporary.temporary_expire),
    Action("pandemonium.reap", drain.ReapInput, drain.reap),
    Action("pandemonium.sympathy", sympathy.SympathyInput, sympathy.sympathy),
    Action(
        "pandemonium.free_spell_allowed",
        free.FreeSpellInput,
        free.free_spell_allowed,
        settings=("free_kinds",),
    ),
    Action("pandemonium.assail", assail.AssailInput, assail.assail, assail.assail_odds),
    Action("pandemonium.let_go", release.LetGoInput, release.let_go),
    Action("pandemonium.struggle", struggle.StruggleInput, struggle.struggle, struggle.struggle_odds),
    Action("pandemonium.helpless", helpless.HelplessInput, helpless.helpless, settings=DEFENSE),
    Action("pandemonium.helpless_rest", helpless.HelplessRestInput, helpless.helpless_rest),
    Action(
        "pandemonium.aftereffect_duration", aftereffects.AftereffectInput, aftereffects.aftereffect_duration
    ),
    Action(
        "pandemonium.decay_tick", aftereffects.DecayInput, aftereffects.decay_tick, aftereffects.decay_odds
    ),
    Action("pandemonium.lost_trait", aftereffects.LostTraitInput, aftereffects.lost_trait),
    Action("pandemonium.character_ending", ending.EndingInput, ending.character_ending),
)
