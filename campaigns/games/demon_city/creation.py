"""How somebody is made for `demon_city`."""

from django.utils.translation import gettext_lazy as _

from campaigns.forms.creation_layouts.parts import (
    AskedField,
    CreationLayout,
    CreationPart,
    NamedEntries,
    Said,
    Ticked,
    Trouble,
)
from rules.kernel.values import Values, as_whole


def _beyond_nine(fields: Values, said: Said) -> list[Trouble]:
    if said("supernatural"):
        return []
    text = _("Stats run from 0 to 9. Lower it: only something supernatural goes higher, if the GM says so.")
    return [
        Trouble(name, text, "DEC-EXTRA-05")
        for name, value in fields.items()
        if name.startswith("stats.") and as_whole(value) > 9
    ]


DEMON_CITY = CreationLayout(
    "demon_city",
    "demon_city.character",
    _("A sheet records how a character differs from you. Stats that cards are compared with are required."),
    (
        CreationPart(
            "characteristics",
            _("Characteristics"),
            ("DEC-EXTRA-05", "DEC-ROUND-05", "DEC-CTHROW-10", "DEC-CALM-02", "DEC-DMG-02", "DEC-THROW-10"),
            (
                AskedField(
                    "stats.agility", needs="DEC-ROUND-05", told=_("Slower characters announce first.")
                ),
                AskedField(
                    "stats.toughness",
                    needs="DEC-DMG-02",
                    told=_("Also how much harm they can take: Toughness starts full."),
                ),
                AskedField(
                    "stats.calm", needs="DEC-CALM-02", told=_("The stat for throws when things get ghastly.")
                ),
                *(AskedField(f"stats.{one}") for one in ("perception", "appeal", "cash", "knowledge")),
                Ticked("supernatural", _("Something supernatural: stats may go above 9")),
            ),
        ),
        CreationPart(
            "skills",
            _("What they can do"),
            ("DEC-EXTRA-08", "DEC-EXTRA-09", "DEC-CTHROW-11", "DEC-CTHROW-24"),
            (
                NamedEntries(
                    "stats",
                    _("Skills"),
                    _("Skill"),
                    _("Rank"),
                    _(
                        "Hand To Hand, Firearms and Exotic Weapons count in Action only under these exact names."
                    ),
                    suggests=(
                        "Hand To Hand",
                        "Firearms",
                        "Exotic Weapons",
                        "Athletics",
                        "Science",
                        "Humanities",
                    ),
                ),
            ),
        ),
    ),
    lambda said: {"toughness": said("stats.toughness") or 0},
    _beyond_nine,
)
