"""How somebody is made for `fallen`."""

from django.utils.translation import gettext_lazy as _

from campaigns.forms.creation_layouts.parts import (
    AskedField,
    Carried,
    CreationLayout,
    CreationPart,
    NamedEntries,
    Sum,
    needed,
)
from campaigns.models.fallen import ABILITIES, ATTRIBUTES

FALLEN = CreationLayout(
    "fallen",
    "fallen.character",
    _("A demon or a mortal. Every fight uses the Attributes; missing Abilities count as 0."),
    (
        CreationPart(
            "attributes",
            _("Nature and Attributes"),
            ("FAL-TYPE-06", "FAL-POOL-01", "FAL-INIT-02", "FAL-SOAK-01", "FAL-SOAK-02"),
            (
                AskedField("kind", needs="FAL-TYPE-06", label=_("Kind (for soaking and healing)")),
                *needed("FAL-POOL-01", *ATTRIBUTES),
            ),
            (
                Sum(_("Initiative rating"), ("dexterity", "wits")),
                Sum(_("Soak against bashing"), ("stamina",)),
            ),
        ),
        CreationPart(
            "abilities",
            _("Abilities, Faith and Willpower"),
            ("FAL-POOL-10", "FAL-SOAK-06", "FAL-POOL-05"),
            (
                *(AskedField(ability) for ability in ABILITIES),
                AskedField("faith", told=_("A demon's rating; leave it at 0 for a mortal.")),
                AskedField("willpower", told=_("Points to spend.")),
                NamedEntries(
                    "traits",
                    _("Other traits"),
                    _("Other trait"),
                    _("Dice"),
                    _("Any other traits that rolls may use, such as Manipulation or Empathy."),
                    most=10,
                ),
            ),
            told=_("All of these are optional and count as 0 if left empty."),
        ),
        CreationPart(
            "gear",
            _("Weapons and armor"),
            ("FAL-DAMAGE-09", "FAL-TYPE-04", "FAL-ARMOR-01", "FAL-ARMOR-04"),
            (
                Carried(
                    "fallen.weapon",
                    "holder",
                    _("Weapons"),
                    _("Weapon"),
                    ("dice", "kind", "strength", "range", "automatic", "ammo"),
                    _(
                        "A weapon that is swung adds Strength to its dice; an automatic one fires bursts. "
                        "Leave the rounds empty if nobody counts them."
                    ),
                ),
                Carried(
                    "fallen.armor",
                    "wearer",
                    _("Armor"),
                    _("Armor"),
                    ("rating",),
                    _("Its rating is added to soak, until a blow for twice as much destroys it."),
                ),
            ),
        ),
    ),
)
