"""The sorcerer actions of the catalogue."""

from rules.kernel.action import Action
from rules.sorcerer import rolls

ACTIONS = (Action("sorcerer.roll", rolls.RollInput, rolls.roll, settings=("die",), result_when_sure=True),)
