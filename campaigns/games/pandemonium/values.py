"""Single values of Pandemonium: how they are asked for, whose they are, what they tell of somebody."""

from typing import Literal
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy

from campaigns.game import Names, Shape, Values
from campaigns.games.pandemonium.boosts import carried_by, struggled_against
from campaigns.games.pandemonium.kinds import WOUNDS
from campaigns.models import Campaign, PandemoniumSheet
from campaigns.models.prepared import prepared
from campaigns.queries.suggestions import as_written
from rules.kernel.parsing import wrong
from rules.kernel.types import Id, Input, Text
from rules.kernel.values import Value, as_list, as_text, as_values
from rules.pandemonium.health import Track
from rules.pandemonium.progress import CameTo
from rules.pandemonium.temporary import StoredByMilder, StoredDowngrade
from rules.pandemonium.types import Points, Successes, Wound

PARTS = {
    "damage": ("type", "kind", "resistant", "marked", "pushed", "upgraded"),
    "healing": ("type", "downgraded"),
}
"""What belongs to damage, and what to healing."""


class Fate(Input):
    """What a spell has made of somebody for good (PAN-ENDING)."""

    fate: Text
    spell: Id | None = None


class Length(Input):
    """A length of game time; a month is 30 days, a year 365."""

    years: Points = 0
    months: Points = 0
    weeks: Points = 0
    days: Points = 0


class Lingering(Input):
    """How long something stays behind: for a time, or without end (PAN-AFTER-06, PAN-AFTER-07)."""

    indefinite: bool = False
    duration: Length | None = None

    def __post_init__(self) -> None:
        if self.indefinite == (self.duration is not None):
            raise wrong("indefinite", "enter either how long it lasts or that it has no end, not both")


class Temporary(Input):
    """Damage or healing that is undone when its time is up (PAN-TEMP), whichever of the two it is."""

    type: Literal["damage", "healing"]
    kind: Wound | None = None
    resistant: bool = False
    marked: Successes = 0
    pushed: StoredByMilder = StoredByMilder()
    upgraded: StoredByMilder = StoredByMilder()
    downgraded: tuple[StoredDowngrade, ...] = ()

    def __post_init__(self) -> None:
        is_damage = self.type == "damage"
        if is_damage == (self.kind is None):
            raise wrong("kind", "set a kind of wound for damage, none for healing")
        if is_damage and self.downgraded:
            raise wrong("downgraded", "only healing makes wounds milder")
        if not is_damage and (
            self.resistant or self.marked or {self.pushed, self.upgraded} != {StoredByMilder()}
        ):
            raise wrong("marked", "only damage marks wounds, pushes them off or makes them worse")


COMPARED = ("strength", "dexterity", "stamina", "resolve", "composure", "intelligence", "wits", "presence")
RESISTED_BY = (*COMPARED, "manipulation", "defense", "power", "empathy")
"""What a spell may be resisted by of whoever it will meet: none of them is known yet when it is written."""


def _no_time_is_none(asked: Value) -> Value:
    length = as_values(asked)
    return length if any(as_values(length.get("duration") or {}).values()) else {**length, "duration": None}


def _of_their_types(rows: Value) -> Value:
    """Damage or healing with its own parts alone."""
    return [
        {name: part for name, part in row.items() if name in PARTS[as_text(row["type"])]}
        for row in map(as_values, as_list(rows))
    ]


CHARACTER = "pandemonium.character"
SPELLBOUND = (CHARACTER, "pandemonium.thing", "pandemonium.place")

NOT_ROLLED = frozenset({"size", "speed", "initiative", "defense"})
"""What stands among a sheet's traits and makes up no pool; Defense is rolled by whoever resists (PAN-RESIST-05)."""
RESISTS = frozenset({"defense", "resist", "resisted_by", "contest"})
"""Acts, and parts of a form, in which somebody sets a pool against what others do (PAN-RESIST-13, PAN-CTRL-02)."""
MOVES = ("transfer", "offer_wounds")
"""Acts by which wounds go from one being to others."""
UNDODGED = frozenset({"direct", "transfer", "bear_wounds"})
"""Acts against which no Defense helps: nobody dodges them (PAN-DIRECT-01, PAN-DIRECT-03, PAN-TRANSFER-02)."""


def _traits_of(campaign: Campaign, who: str, place: str, is_gm: bool) -> list[tuple[str, str]]:
    """What somebody rolls with: the traits of their sheet with their dots, or the names of those of everybody."""
    at = frozenset(place.split("."))
    defends = {"defense"} if at & RESISTS and not at & UNDODGED else set()
    found = _sheets_of(campaign.pk, UUID(who) if who else None, is_gm)
    dots = {name: n for traits in found for name, n in traits.items()}
    names = sorted(dots.keys() - (NOT_ROLLED - defends))
    return [(name, f"{as_written(name)} {dots[name]}" if who else as_written(name)) for name in names]


@prepared
def _sheets_of(campaign: UUID, who: UUID | None, is_gm: bool) -> QuerySet[PandemoniumSheet, dict[str, int]]:
    sheets = PandemoniumSheet.objects.filter(record__campaign=campaign)
    own = sheets.filter(pk=who) if who else sheets if is_gm else sheets.filter(record__visibility="table")
    return own.values_list("traits", flat=True)


VALUES = Values(
    of_roller={
        "traits": _traits_of,  # PAN-POOL-01
        "resisting": lambda *_: [(one, as_written(one)) for one in RESISTED_BY],
    },
    asked={
        "traits": "traits",
        "resisted_by": "traits",
        "spell.resisted_by": "resisting",
        "compare": "traits",
        "compared": "comparing",
        "trait": "traits",
        "threat.pool": "traits",
        "threat.label": "worn-pools",
        "instead": "skills-and-merits",
        "also": "skills-and-merits",
        "merit.name": "merits",
        "resource": "resources",
        "dots.category": "categories",
        "sources.contest": "contests",
    },
    names={
        "traits": Names(on_sheets=((CHARACTER, "traits"),)),
        "resisting": Names(besides=RESISTED_BY),
        "comparing": Names(besides=COMPARED),
        "skills-and-merits": Names(on_sheets=((CHARACTER, "traits"), (CHARACTER, "merits"))),
        "merits": Names(on_sheets=((CHARACTER, "merits"),)),
        "resources": Names(on_sheets=((CHARACTER, "*"),), besides=("mana", "willpower")),
        "worn-pools": Names(on_sheets=((CHARACTER, "pools"),)),
        "categories": Names(on_sheets=((CHARACTER, "xp"),)),
        "contests": Names(in_form=("contests", "name")),
    },
    shapes={
        (CHARACTER, "ending"): Shape(Fate | None),
        (CHARACTER, "health"): Shape(Track, worked_out=frozenset({"boxes"})),  # PAN-HEALTH-01
        **{(kind, "came_to"): Shape(CameTo, worked_out=frozenset({"scene"})) for kind in SPELLBOUND},
        **{(kind, "aftereffect"): Shape(Lingering, typed=_no_time_is_none) for kind in SPELLBOUND},
        **{
            (kind, "temporary"): Shape(tuple[Temporary, ...], stored=_of_their_types, parts=PARTS)
            for kind in SPELLBOUND
        },
    },
    keys={
        "hold": ("{spell}",),
        "turn": ("hindrance.{spell}", "over"),
        "round": ("hit.{spell}",),
        "scene": ("tries.{spell}", "merits.{merits}", "aftereffect"),
        "ongoing": ("{spell}",),
        "temporary": ("{spell}",),
        "aftereffect": ("{spell}",),
        "began": ("ongoing.{spell}", "aftereffect.{spell}", "refused.{spell}", "helpless_rest"),
        "opposed": ("{character}",),
    },  # PAN-TRACK-01 to PAN-TRACK-05
    not_oneself={
        ("pandemonium.strike", "target.id"): "attacker",
        **{(f"pandemonium.{verb}", at): "donor" for verb in MOVES for at in ("recipients.id", "allot.to")},
    },  # PAN-TRANSFER-01
    grouped={
        ("pandemonium.strike", "spell.id"): ("attacker", carried_by),
        ("pandemonium.struggle", "spells.id"): ("actor", struggled_against),
    },
    sections={
        "PandemoniumSheet": (gettext_lazy("Sheet"), False),
        "PandemoniumHealth": (gettext_lazy("Health"), False),
        "Spellbound": (gettext_lazy("Spells at work"), True),
    },
    kept_of=frozenset({"Spellbound"}),
    tracked={CHARACTER: {"health": WOUNDS}},
    belongings={"pandemonium.known_spell": "caster", "pandemonium.spell": "caster"},
)
