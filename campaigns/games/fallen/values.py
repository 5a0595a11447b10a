"""Single values of Fallen: how they are asked for, whose they are, what they tell of somebody."""

from django.utils.translation import gettext_lazy

from campaigns.game import Names, Shape, Values
from campaigns.models.fallen import ABILITIES, ATTRIBUTES
from rules.fallen.maneuvers import all_maneuvers
from rules.fallen.types import Trait

VALUES = Values(
    asked={"traits.name": "fallen-traits", "actions.name": "maneuvers"},
    names={
        "fallen-traits": Names(
            on_sheets=(("fallen.character", "traits"),),
            besides=(*ATTRIBUTES, *ABILITIES, "faith", "willpower"),
            coded="all",
        ),
        "maneuvers": Names(besides=all_maneuvers(), coded="besides"),
    },
    shapes={("fallen.character", "traits"): Shape(Trait)},
    sections={
        "FallenSheet": (gettext_lazy("Sheet"), False),
        "FallenHealth": (gettext_lazy("Health"), False),
        "FallenCondition": (gettext_lazy("Conditions"), True),
        "FallenTurn": (gettext_lazy("This turn"), True),
    },
    tracked={"fallen.character": {"bashing": (), "lethal": (), "aggravated": ()}},
    belongings={"fallen.weapon": "holder", "fallen.armor": "wearer"},
)
