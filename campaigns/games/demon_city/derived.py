"""Traits of an input that no record has: what somebody who is out, panicked or aimed at makes of an act."""

from collections.abc import Mapping

from msgspec import UNSET, UnsetType

from campaigns.game import Deriver, Given
from campaigns.state.errors import Lacking
from campaigns.state.unit_of_work import Sheet, UnitOfWork
from rules.demon_city.advantages import HIGHEST_MUNDANE_STAT
from rules.demon_city.cards import HIGHEST_NUMBER


def _severity(working: UnitOfWork, sheet: Sheet, _given: Given, _whole: Given) -> int | UnsetType:
    """The stat of whoever hit them last; the Host's word where nobody known did (DEC-DMG-09)."""
    attacker = working.find(sheet["hit_by"] or "")
    if attacker is None or attacker.about["visibility"] == "gm":  # a number would tell of somebody unseen
        return UNSET
    stats = (attacker.fields.get(f"stats.{name}") for name in ("hand_to_hand", "toughness"))
    return next((min(int(stat), HIGHEST_NUMBER) for stat in stats if stat is not None), UNSET)


def _purpose(_working: UnitOfWork, sheet: Sheet, _given: Given, _whole: Given) -> str:
    """Whoever is in a panic throws to regain Calm, anybody else checks it (DEC-CALM-03, DEC-CALM-04)."""
    return "regain" if sheet["panicked"] else "check"


def _facing(working: UnitOfWork, sheet: Sheet, _given: Given, whole: Given) -> str | UnsetType:
    """What the target announced: an attack back, a defence or something else (DEC-CTHROW-07, DEC-CTHROW-13)."""
    deed, aims = sheet["deed"], sheet["aims"]
    if deed is None or sheet["stage"] is None:  # it stands for no round but its own
        return UNSET
    attacker = whole.get("attacker")
    who = attacker.get("id") if isinstance(attacker, Mapping) else attacker
    if deed == "attack" and who in aims:
        return "back"
    return "defend" if deed == "defend" and (not aims or who in aims) else "away"


def _named_stat(_working: UnitOfWork, sheet: Sheet, given: Given, _whole: Given) -> int | None:
    """How high what somebody throws with is on their sheet (DEC-EXTRA-06, DEC-EXTRA-07)."""
    named = given.get("stat_name")
    found = sheet.fields.get(f"stats.{named}") if named else None
    if named and found is None and "stat" not in given:
        raise Lacking((sheet.name,), str(named), field="stat_name")
    return None if found is None else int(found)


def _is_beyond(stat: int | None) -> bool | UnsetType:
    """A stat of a sheet above 9 is supernatural by itself, as in Action (DEC-EXTRA-05, DEC-INTENS-07)."""
    return True if stat is not None and stat > HIGHEST_MUNDANE_STAT else UNSET


def _by_named_stat(_working: UnitOfWork, sheet: Sheet, given: Given, _whole: Given) -> bool | UnsetType:
    """What is typed in a stat's place is no sheet's, so nothing is known of it."""
    named = given.get("stat_name")
    return UNSET if not named or "stat" in given else _is_beyond(sheet.fields.get(f"stats.{named}"))


def _by_own(trait: str) -> Deriver:
    def is_beyond(working: UnitOfWork, sheet: Sheet, given: Given, _whole: Given) -> bool | UnsetType:
        return UNSET if trait in given else _is_beyond(working.trait(sheet, trait))

    return is_beyond


def _own_in_a_throw(_working: UnitOfWork, sheet: Sheet, _given: Given, _whole: Given) -> list[str]:
    """A throw from the Horror's Deck has none, whatever somebody won before the Host ran them (DEC-CRIT-05)."""
    return [*sheet["significators"]] if sheet["control"] == "player" else []


THROWS_WITH = {
    "static_throw": ("thrower",),
    "opposed_throw": ("actor", "opponent"),
    "throw_count": ("thrower",),
}
"""Who throws with a characteristic or skill, by action."""
THROWERS = {
    **THROWS_WITH,
    "recover_toughness": ("character",),
    "calm": ("character",),
    "clash": ("participants",),
    "chase": ("drivers",),
}
DERIVED: Mapping[tuple[str, str], Deriver] = {
    ("demon_city.recover_toughness", "input.intensity"): _severity,
    ("demon_city.calm", "input.purpose"): _purpose,
    ("demon_city.combat_stats", "input.facing"): _facing,
    **{
        (f"demon_city.{verb}", f"input.{who}.stat"): _named_stat
        for verb, throwers in THROWS_WITH.items()
        for who in throwers
    },
    **{
        (f"demon_city.{verb}", f"input.{who}.supernatural"): _by_named_stat
        for verb, throwers in THROWS_WITH.items()
        for who in throwers
    },
    ("demon_city.recover_toughness", "input.character.supernatural"): _by_own("base_toughness"),
    ("demon_city.calm", "input.character.supernatural"): _by_own("calm"),
    **{
        (f"demon_city.{verb}", f"input.{who}.significators"): _own_in_a_throw
        for verb, throwers in THROWERS.items()
        for who in throwers
    },
}
"""By action and path."""
PERHAPS = frozenset({("demon_city.recover_toughness", "intensity"), ("demon_city.combat_stats", "facing")})
"""What the Host says where nobody is known to have hit them, or nobody announced anything."""
