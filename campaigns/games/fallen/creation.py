"""How somebody is made for `fallen`."""

from django.utils.translation import gettext_lazy as _

from campaigns.forms.creation_layouts.parts import Asked, Carried, Layout, Listed, Part, Sum, needed
from campaigns.models.fallen import ABILITIES, ATTRIBUTES

FALLEN = Layout(
    "fallen",
    "fallen.character",
    _("A demon or a mortal. Every fight reads the Attributes; Abilities that are not there count as 0."),
    (
        Part(
            "attributes",
            _("Nature and Attributes"),
            ("FAL-TYPE-06", "FAL-POOL-01", "FAL-INIT-02", "FAL-SOAK-01", "FAL-SOAK-02"),
            (
                Asked("kind", needs="FAL-TYPE-06", label=_("For soaking and healing she is")),
                *needed("FAL-POOL-01", *ATTRIBUTES),
            ),
            (
                Sum(_("Initiative rating"), ("dexterity", "wits")),
                Sum(_("Soak against bashing"), ("stamina",)),
            ),
        ),
        Part(
            "abilities",
            _("Abilities, Faith and Willpower"),
            ("FAL-POOL-10", "FAL-SOAK-06", "FAL-POOL-05"),
            (
                *(Asked(one) for one in ABILITIES),
                Asked("faith", told=_("A demon's rating; mortals leave it at 0.")),
                Asked("willpower", told=_("Points to spend.")),
                Listed(
                    "traits",
                    _("Other traits"),
                    _("Other trait"),
                    _("Dice"),
                    _("Whatever else rolls may name, such as Manipulation or Empathy."),
                    most=10,
                ),
            ),
            told=_("All of these may stay empty and then count as 0."),
        ),
        Part(
            "gear",
            _("Weapons and armor"),
            ("FAL-DAMAGE-09", "FAL-TYPE-04", "FAL-ARMOR-01", "FAL-ARMOR-04"),
            (
                Carried(
                    "fallen.weapon",
                    "holder",
                    _("Weapons"),
                    _("Weapon"),
                    ("dice", "kind", "strength", "automatic", "ammo"),
                    _(
                        "What is swung adds Strength to its dice; what is automatic fires bursts. "
                        "Rounds stay empty where nobody counts them."
                    ),
                ),
                Carried(
                    "fallen.armor",
                    "wearer",
                    _("Armor"),
                    _("Armor"),
                    ("rating",),
                    _("Its rating is added to the soak, until a blow of twice as much destroys it."),
                ),
            ),
        ),
    ),
)
