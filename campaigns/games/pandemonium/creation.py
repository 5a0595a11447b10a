"""How somebody is made for `pandemonium`."""

from django.utils.translation import gettext_lazy as _

from campaigns.forms.creation_layouts.parts import (
    AskedField,
    CreationLayout,
    CreationPart,
    Measured,
    NamedEntries,
    Said,
    Sum,
    Trouble,
    needed,
)
from rules.kernel.values import Values, as_whole
from rules.pandemonium.types import ARCANA

MENTAL = ("intelligence", "wits", "resolve")
PHYSICAL = ("strength", "dexterity", "stamina")
SOCIAL = ("presence", "manipulation", "composure")
SKILLS = (
    *("Athletics", "Brawl", "Firearms", "Larceny", "Stealth"),
    *("Investigation", "Occult", "Empathy", "Persuasion", "Subterfuge"),
)
"""Those that usual rolls and pools of these rules ask for; any other may be written."""


def _track(said: Said) -> Values:
    """A track of Size + Stamina boxes (PAN-HEALTH-01), unhurt, and the Size, which they follow from now on."""
    unhurt = dict.fromkeys(("bashing", "lethal", "aggravated"), 0)
    boxes = min(60, max(1, as_whole(said("size") or 0) + as_whole(said("traits.stamina") or 0)))
    size = {"traits.size": as_whole(said("size"))} if said("size") is not None else {}
    return {**size, "health": {"boxes": boxes, **unhurt, "resistant": unhurt}}


def _more_than_there_is_room_for(_fields: Values, said: Said) -> list[Trouble]:
    text = _("This is above the maximum. Lower it, or raise the maximum.")
    pairs = [(said(one), said(f"most.{one}"), one) for one in ("willpower", "mana")]
    return [
        Trouble(one, text)
        for now, most, one in pairs
        if now is not None and most is not None and as_whole(now) > as_whole(most)
    ]


PANDEMONIUM = CreationLayout(
    "pandemonium",
    "pandemonium.character",
    _("A mage, or anyone magic may affect. Fill in what rolls need; the rest can come later."),
    (
        CreationPart(
            "attributes",
            _("Attributes"),
            ("PAN-POOL-01", "PAN-RESIST-05", "PAN-CONSEQ-01", "PAN-HEALTH-01"),
            (
                *needed("PAN-POOL-01", *MENTAL, *PHYSICAL, *SOCIAL, prefix="traits."),
                Measured(
                    "size",
                    _("Size"),
                    _("5 for a grown human."),
                    5,
                    1,
                    needs="PAN-HEALTH-01",
                    kept="traits.size",
                ),
            ),
            (Sum(_("Health boxes"), ("size", "traits.stamina")),),
        ),
        CreationPart(
            "strength",
            _("Defense, Willpower and magic"),
            ("PAN-RESIST-13", "PAN-POOL-07", "PAN-RESIST-06", "PAN-APPLY-03"),
            (
                AskedField(
                    "traits.defense",
                    needs="PAN-RESIST-13",
                    label=_("Defense"),
                    told=_("Used to dodge and parry."),
                ),
                AskedField(
                    "traits.power",
                    label=_("Power"),
                    told=_("Gnosis for mages; leave empty for ordinary people."),
                ),
                AskedField("willpower", told=_("Current points. Without any, none can be spent.")),
                AskedField(
                    "most.willpower", label=_("Maximum Willpower"), told=_("The most points they can have.")
                ),
                AskedField("mana", told=_("Current points; leave empty for those who have none.")),
                AskedField("most.mana", label=_("Maximum Mana"), told=_("The most points they can have.")),
                AskedField("wisdom", told=_("Or the morality trait in its place.")),
            ),
        ),
        CreationPart(
            "arcana",
            _("Arcana"),
            ("PAN-APPLY-03", "PAN-RESIST-08"),
            tuple(AskedField(f"traits.{one}") for one in sorted(ARCANA)),
            told=_("For mages. Leave all empty for anyone who knows none."),
        ),
        CreationPart(
            "skills",
            _("Skills and Merits"),
            ("PAN-CONSEQ-06", "PAN-PLUNDER-03"),
            (
                NamedEntries(
                    "traits",
                    _("Skills"),
                    _("Skill"),
                    _("Dots"),
                    _("By name, such as Stealth. Rolls refer to them by these names."),
                    suggests=SKILLS,
                    rows=6,
                ),
                NamedEntries(
                    "merits",
                    _("Merits"),
                    _("Merit"),
                    _("Rating"),
                    _("Looks, means, allies and the like."),
                    most=30,
                ),
            ),
        ),
    ),
    _track,
    _more_than_there_is_room_for,
)
