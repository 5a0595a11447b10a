"""The bonus dice of Sorcerer: who rolls with which list, and what stands on a sheet (SOR-BONUS-01)."""

from campaigns.game import Awards
from rules.sorcerer.prices import ROLLS

RITUALS = ("contact", "summon", "bind", "contain", "banish", "punish")

AWARDS = Awards(
    clause="SOR-BONUS-01",
    own_sources=frozenset({"price"}),  # SOR-PRICE-04 refuses any but that of the sheet
    sides={
        **{(f"sorcerer.{name}", "opposing_modifiers"): "demon" for name in RITUALS},
        ("sorcerer.use_ability", "modifiers"): "demon",
        ("sorcerer.rebel", "modifiers"): "demon",
        ("sorcerer.break_binding", "modifiers"): "demon",
        ("sorcerer.possess", "modifiers"): "demon",
        ("sorcerer.first_sight", "modifiers"): "demon",
        **ROLLS,
    },
)
