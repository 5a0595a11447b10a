"""What the guided page of each system asks for whoever is made: parts, fields, rows, and the rules beside them.

Types, bounds and defaults come from the declarations in `campaigns/state/`; here stands only the order, what may not
stay empty and by which clause, and what follows from what was typed.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from campaigns.models.fallen import ABILITIES, ATTRIBUTES
from rules.pandemonium.types import ARCANA

Said = Callable[[str], Any]
"""What was typed for a field, or None."""


@dataclass(frozen=True)
class Asked:
    """One field of the character. `needs` is the clause by which it may not stay empty."""

    field: str
    needs: str = ""
    told: Any = ""
    label: Any = ""


@dataclass(frozen=True)
class Measured:
    """A number that no field keeps and that others follow from."""

    field: str
    label: Any
    told: Any
    initial: int
    least: int = 0
    most: int = 30
    needs: str = ""


@dataclass(frozen=True)
class Ticked:
    """A word of the GM's that no field keeps; players are not asked."""

    field: str
    label: Any


@dataclass(frozen=True)
class Listed:
    """Entries of a map that are named by whoever makes the character."""

    field: str
    title: Any
    noun: Any
    value: Any
    told: Any = ""
    most: int | None = None
    """The highest value, where the map itself sets none."""
    suggests: tuple[str, ...] = ()


@dataclass(frozen=True)
class Carried:
    """Records of another kind that belong to the character by a reference of theirs."""

    kind: str
    ref: str
    title: Any
    noun: Any
    fields: tuple[str, ...]
    told: Any = ""


@dataclass(frozen=True)
class Sum:
    """A number that is the sum of typed ones."""

    label: Any
    of: tuple[str, ...]


@dataclass(frozen=True)
class Part:
    """A part of the page with the clauses that stand beside it."""

    key: str
    title: Any
    clauses: tuple[str, ...]
    holds: tuple[Asked | Measured | Ticked | Listed | Carried, ...]
    sums: tuple[Sum, ...] = ()
    told: Any = ""

    @property
    def is_quiet(self) -> bool:
        """Nothing in it is needed, so that nothing has to say that it may stay empty."""
        return not any(getattr(one, "needs", "") for one in self.holds)


@dataclass(frozen=True)
class Trouble:
    """Something wrong with the whole: the field it lies in, what to do, and the clause that says so, if one does."""

    field: str
    text: Any
    clause: str = ""


def _nothing_follows(_said: Said) -> dict[str, Any]:
    return {}


def _nothing_wrong(_fields: Mapping[str, Any], _said: Said) -> list[Trouble]:
    return []


@dataclass(frozen=True)
class Layout:
    """The page of one system."""

    system: str
    kind: str
    lead: Any
    parts: tuple[Part, ...]
    follows: Callable[[Said], dict[str, Any]] = _nothing_follows
    """Fields that follow from what was typed."""
    troubles: Callable[[Mapping[str, Any], Said], list[Trouble]] = _nothing_wrong


def _needed(clause: str, *fields: str, prefix: str = "") -> tuple[Asked, ...]:
    return tuple(Asked(f"{prefix}{one}", needs=clause) for one in fields)


def _track(said: Said) -> dict[str, Any]:
    """A track of Size + Stamina boxes (PAN-HEALTH-01), unhurt."""
    unhurt = dict.fromkeys(("bashing", "lethal", "aggravated"), 0)
    boxes = min(60, max(1, (said("size") or 0) + (said("traits.stamina") or 0)))
    return {"health": {"boxes": boxes, **unhurt, "resistant": unhurt}}


def _more_than_there_is_room_for(_fields: Mapping[str, Any], said: Said) -> list[Trouble]:
    text = _("There is room for fewer points than that. Lower this, or raise the most there is room for.")
    pairs = [(said(one), said(f"most.{one}"), one) for one in ("willpower", "mana")]
    return [
        Trouble(one, text) for now, most, one in pairs if now is not None and most is not None and now > most
    ]


def _beyond_nine(fields: Mapping[str, Any], said: Said) -> list[Trouble]:
    if said("supernatural"):
        return []
    text = _("Stats run from 0 to 9. Lower it; only the supernatural goes beyond, by the Host's word.")
    return [
        Trouble(name, text, "DEC-EXTRA-05")
        for name, value in fields.items()
        if name.startswith("stats.") and value > 9
    ]


MENTAL = ("intelligence", "wits", "resolve")
PHYSICAL = ("strength", "dexterity", "stamina")
SOCIAL = ("presence", "manipulation", "composure")

PANDEMONIUM = Layout(
    "pandemonium",
    "pandemonium.character",
    _("A mage, or anybody whom magic may meet. What rolls read has to be there; the rest may come later."),
    (
        Part(
            "attributes",
            _("Attributes"),
            ("PAN-POOL-01", "PAN-RESIST-05", "PAN-CONSEQ-01", "PAN-HEALTH-01"),
            (
                *_needed("PAN-POOL-01", *MENTAL, *PHYSICAL, *SOCIAL, prefix="traits."),
                Measured("size", _("Size"), _("5 for a grown human."), 5, 1, needs="PAN-HEALTH-01"),
            ),
            (Sum(_("Health boxes"), ("size", "traits.stamina")),),
        ),
        Part(
            "strength",
            _("Defense, Willpower and magic"),
            ("PAN-RESIST-13", "PAN-POOL-07", "PAN-RESIST-06", "PAN-APPLY-03"),
            (
                Asked(
                    "traits.defense",
                    needs="PAN-RESIST-13",
                    label=_("Defense"),
                    told=_("What dodges and parries."),
                ),
                Asked(
                    "traits.power", label=_("Power"), told=_("Gnosis for mages; empty for ordinary people.")
                ),
                Asked("willpower", told=_("Points now. Without any, none can be spent.")),
                Asked("most.willpower", label=_("Willpower at most"), told=_("What there is room for.")),
                Asked("mana", told=_("Points now; empty for those who have none.")),
                Asked("most.mana", label=_("Mana at most"), told=_("What there is room for.")),
                Asked("wisdom", told=_("Or the morality trait in its place.")),
            ),
        ),
        Part(
            "arcana",
            _("Arcana"),
            ("PAN-APPLY-03", "PAN-RESIST-08"),
            tuple(Asked(f"traits.{one}") for one in sorted(ARCANA)),
            told=_("For mages. Whoever knows none leaves all of them empty."),
        ),
        Part(
            "skills",
            _("Skills and Merits"),
            ("PAN-CONSEQ-06", "PAN-PLUNDER-03"),
            (
                Listed(
                    "traits",
                    _("Skills"),
                    _("Skill"),
                    _("Dots"),
                    _("By their names, such as Stealth. Rolls ask for them by these."),
                    suggests=("Stealth", "Larceny", "Subterfuge", "Empathy", "Persuasion", "Occult"),
                ),
                Listed(
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

DEMON_CITY = Layout(
    "demon_city",
    "demon_city.character",
    _("A sheet holds how somebody differs from you. What the cards compare has to be there."),
    (
        Part(
            "characteristics",
            _("Characteristics"),
            ("DEC-EXTRA-05", "DEC-ROUND-05", "DEC-CTHROW-10", "DEC-CALM-02", "DEC-DMG-02", "DEC-THROW-10"),
            (
                Asked("stats.agility", needs="DEC-ROUND-05", told=_("Who is slower announces first.")),
                Asked(
                    "stats.toughness",
                    needs="DEC-DMG-02",
                    told=_("Also how much a hit leaves standing: Toughness starts full."),
                ),
                Asked(
                    "stats.calm", needs="DEC-CALM-02", told=_("What is thrown with when things get ghastly.")
                ),
                *(Asked(f"stats.{one}") for one in ("perception", "appeal", "cash", "knowledge")),
                Ticked("supernatural", _("Something supernatural: stats may go beyond 9")),
            ),
        ),
        Part(
            "skills",
            _("What they can do"),
            ("DEC-EXTRA-08", "DEC-EXTRA-09", "DEC-CTHROW-11", "DEC-CTHROW-24"),
            (
                Listed(
                    "stats",
                    _("Skills"),
                    _("Skill"),
                    _("Rank"),
                    _("Hand To Hand, Firearms and Exotic Weapons count in Action by these very names."),
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
                *_needed("FAL-POOL-01", *ATTRIBUTES),
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

LAYOUTS: Mapping[str, Layout] = {one.system: one for one in (PANDEMONIUM, DEMON_CITY, FALLEN)}
