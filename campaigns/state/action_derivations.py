"""Traits of an input that depend on what the acting person chose: which score is rolled, which round it is."""

from campaigns.game import Deriver, game_of


def find(action: str, path: str) -> Deriver | None:
    """How a derived trait of an action's input is worked out; None where the record's own trait does."""
    steps = [step for step in path.split(".") if not step.isdigit()]
    return game_of(action).inputs.derived.get((action, ".".join(steps)))
