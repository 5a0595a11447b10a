"""The lanterns actions of the catalogue."""

from rules.kernel.action import Action
from tests.fifth.lanterns.rules import delving, facing

SUCCESS = ("success_from",)
ACTIONS = (
    Action("lanterns.delve", delving.delve, delving.delve_odds, settings=SUCCESS),
    Action("lanterns.face", facing.face, facing.face_odds, settings=SUCCESS, result_when_sure=True),
)
