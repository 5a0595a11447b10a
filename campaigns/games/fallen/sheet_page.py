"""How the records of `fallen` are laid out."""

from collections.abc import Mapping
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from campaigns.games.fallen.fights.settings import rolls_each_turn
from campaigns.games.fallen.quick import quick
from campaigns.games.fallen.sigils import of_fallen
from campaigns.models.fallen import ABILITIES, ATTRIBUTES
from campaigns.queries.cast import Member
from campaigns.queries.layouts.drawn import deeds_of, health, lines
from campaigns.queries.layouts.parts import (
    Box,
    Chip,
    Drawn,
    Facts,
    Glimpse,
    LabelledValue,
    Numbers,
    Ratings,
    RecordContext,
    RecordLayout,
    Roll,
    Track,
    ValueInWords,
)
from campaigns.templatetags.look import game_time
from rules import words
from rules.fallen.healing import next_level
from rules.fallen.health import LEVEL_NAMES
from rules.fallen.subjects import WOUND_PENALTIES
from rules.fallen.types import LEVELS, DamageKind, HealHours
from rules.kernel.clock import HOUR
from rules.kernel.parsing import convert

WORST_FIRST: tuple[DamageKind, ...] = ("aggravated", "lethal", "bashing")


def levels_of(reading: RecordContext) -> Track:
    """The seven levels by name, the marks worst first, each with the dice that it costs (FAL-HEALTH-01)."""
    marks = [kind for kind in WORST_FIRST for _n in range(reading.value(kind) or 0)]
    boxes = tuple(
        Box(
            mark,
            name=words.spelled_out(LEVEL_NAMES[place]),
            penalty=-WOUND_PENALTIES[place] if place < LEVELS else 0,
            is_here=place == len(marks),
        )
        for place, mark in enumerate([*marks, *["none"] * (LEVELS - len(marks))], 1)
    )
    return Track(
        boxes=boxes,
        words=level_words(reading, len(marks)),
        is_bad=bool(reading.value("dead")) or len(marks) == LEVELS,
        chips=condition_chips(reading),
    )


def level_words(reading: RecordContext, marks: int) -> str:
    """How hurt somebody is: the level, and the dice that it takes off every pool of an action."""
    if reading.value("dead"):
        return _("Dead")
    level = words.spelled_out(LEVEL_NAMES[marks])
    if not WOUND_PENALTIES[marks] or marks == LEVELS:
        return level
    return _("%(level)s, %(n)s to every pool") % {"level": level, "n": f"−{WOUND_PENALTIES[marks]}"}


def _out(turns: int | str | None) -> str:
    """That somebody is out, and for how long where that is known (FAL-UNCON-02)."""
    if turns is None:
        return _("unconscious")
    if isinstance(turns, int):
        return ngettext("unconscious for %(n)d turn", "unconscious for %(n)d turns", turns) % {"n": turns}
    return _("unconscious for the scene")


def condition_chips(reading: RecordContext) -> tuple[Chip, ...]:
    """What hinders somebody in a fight."""
    chips = [
        Chip(told, "loss", symbol)
        for name, told, symbol in (
            ("unconscious", _out(reading.value("unconscious_for")), "moon"),
            ("dazed", _("dazed"), "loader"),
            ("prone", _("on the ground"), "arrow-down"),
            ("rising", _("getting up"), "arrow-up"),
            ("disarmed", _("disarmed"), "hand"),
            ("blind", _("cannot see"), "eye-off"),
            ("turn_lost", _("turn lost"), "hourglass"),
        )
        if reading.value(name)
    ]
    if reading.value("restraint") in ("held", "helpless"):
        told = _("held") if reading.value("restraint") == "held" else _("cannot move at all")
        held_by = reading.value("held_by")
        if held_by:
            told = _("%(how)s, by %(who)s") % {"how": told, "who": reading.name_of(held_by).text}
        chips.append(Chip(told, "loss", "link"))
    return tuple(chips)


def items_of(reading: RecordContext) -> list[LabelledValue]:
    """What somebody wears and holds."""
    worn = reading.linked("fallen.armor", "wearer")
    held = reading.linked("fallen.weapon", "holder")
    lines = [
        LabelledValue(pgettext("item", "Armor"), (reading.name_of(member.id), ValueInWords(_armor(member))))
        for member in worn
    ]
    return lines + [
        LabelledValue(pgettext("item", "Weapon"), (reading.name_of(member.id), ValueInWords(_weapon(member))))
        for member in held
    ]


def _armor(armor: Member) -> str:
    if armor["destroyed"]:
        return _("destroyed")
    return _("rating %(n)s") % {"n": armor["rating"]}


def _weapon(weapon: Member) -> str:
    dice = _("Strength + %(n)s") if weapon["strength"] else "%(n)s"
    told = f"{dice % {'n': weapon['dice']}} {words.choice_words('fallen', weapon['kind']).lower()}"
    if weapon["ammo"] is None:
        return told
    return _("%(weapon)s, %(n)s rounds") % {"weapon": told, "n": weapon["ammo"]}


def _turn(reading: RecordContext) -> list[LabelledValue]:
    """Where a fighter stands in the order, while there is a fight."""
    if not reading.value("in_combat"):
        return []
    shown = ("initiative", "turn_order", "actions_taken", "moved", "turn_initiative", "next_initiative")
    lines = [reading.line(name, reading.value(name)) for name in shown if reading.value(name)]
    over = _("turn over") if reading.value("turn_done") else _("turn not over yet")
    return [*lines, LabelledValue(_("Now"), (ValueInWords(over),))]


POOLS = (
    ("perception", "alertness"),
    ("wits", "alertness"),
    ("dexterity", "athletics"),
    ("dexterity", "stealth"),
    ("dexterity", "brawl"),
    ("dexterity", "melee"),
    ("dexterity", "firearms"),
    ("strength", "athletics"),
)
"""An Attribute and an Ability that are rolled often; whoever lacks the Ability rolls the Attribute alone."""


def rolls_of(reading: RecordContext) -> list[Roll]:
    """The usual pools of somebody as they are now, wounds taken off (FAL-HEALTH-05)."""
    marks = sum(reading.value(kind) or 0 for kind in WORST_FIRST)
    if reading.value("dead") or marks >= LEVELS:
        return []
    rolls = [_roll(reading, pool, WOUND_PENALTIES[marks]) for pool in POOLS]
    rolls += [_own_roll(reading, name, WOUND_PENALTIES[marks]) for name in sorted(reading.under("traits"))]
    return list({roll.label: roll for roll in rolls if roll is not None}.values())


def attack_of(reading: RecordContext) -> Roll:
    """A strike: what it is made with and whom it is aimed at is chosen in its form, and its dice follow."""
    return Roll(words.action_words("fallen.strike")[0], 0, "fallen.strike", {"attacker": reading.member.id})


def _roll(reading: RecordContext, pool: tuple[str, str], penalty: int) -> Roll | None:
    names = [name for name in pool if reading.value(name)]
    if pool[0] not in names:
        return None
    dice = sum(reading.value(name) for name in names) - penalty
    return _rolled(reading, [words.spelled_out(name) for name in names], dice)


def _own_roll(reading: RecordContext, name: str, penalty: int) -> Roll | None:
    """A trait of her own by itself, such as Torment or a Lore; the form takes what goes with it."""
    dots = reading.value(f"traits.{name}")
    is_rolled = isinstance(dots, int) and dots > penalty
    return _rolled(reading, [words.spelled_out(name)], dots - penalty) if is_rolled else None


def _rolled(reading: RecordContext, names: list[str], dice: int) -> Roll:
    given = {"roller": reading.member.id}
    given |= {f"traits.{place}.name": name for place, name in enumerate(names)}
    return Roll(" + ".join(names), max(0, dice), "fallen.roll", given)


def healing_of(reading: RecordContext) -> list[LabelledValue]:
    """When the marks heal if nothing else happens, the next first, and how long a blackout lasts (FAL-HEALTH-08)."""
    shown = [reading.line("unconscious_for", one) for one in [reading.value("unconscious_for")] if one]
    moment, kind = reading.value("healed_from"), reading.value("kind")
    if moment is None or kind is None or reading.value("dead"):
        return shown
    chosen = reading.settings.get("fallen.heal_hours")
    hours = convert(chosen or {}, HealHours)
    marks: dict[DamageKind, int] = {mark: int(reading.value(mark) or 0) for mark in WORST_FIRST}
    saved = int(reading.value("heal_hours") or 0)
    upcoming = next_level(kind, marks, hours)
    while upcoming is not None:
        needed = max(1, upcoming.hours - saved)
        moment, saved = moment + needed * HOUR, max(0, saved + needed - upcoming.hours)
        label = _("%(level)s heals") % {"level": words.spelled_out(upcoming.level)}
        shown.append(LabelledValue(label, (ValueInWords(game_time(moment)),)))
        marks[upcoming.kind] -= 1
        upcoming = next_level(kind, marks, hours)
    return shown


def _numbers(reading: RecordContext) -> list[tuple[str, int]]:
    found = [(reading.label(name), reading.value(name)) for name in ("faith", "willpower")]
    return [pair for pair in found if pair[1]]


def _at_a_glance(reading: RecordContext) -> Glimpse:
    track = levels_of(reading)
    chips = condition_chips(reading)
    rolled = reading.value("initiative")
    if reading.value("in_combat") and rolled is not None:
        lowered = 0 if rolls_each_turn(reading.settings) else int(reading.value("turn_initiative") or 0)
        chips = (*chips, Chip(_("initiative %(n)s") % {"n": int(rolled) + lowered}, "waits", "swords"))
    return Glimpse(tuple(_numbers(reading)), chips, replace(track, chips=()))


def begins_with_grip(action: str, reading: RecordContext) -> Mapping[str, str]:
    """Breaking free begins with whoever holds on, if this viewer knows them (FAL-MANEUV-22)."""
    holder = reading.others.get(str(reading.value("held_by"))) if action == "fallen.escape" else None
    return {"holder": holder.id} if holder is not None else {}


CHARACTER = RecordLayout(
    parts=(
        health(gettext_lazy("Health"), levels_of),
        Numbers(
            "attributes",
            gettext_lazy("Attributes"),
            ATTRIBUTES,
            gettext_lazy("None set yet."),
        ),
        Numbers("abilities", gettext_lazy("Abilities"), ABILITIES),
        Drawn("powers", gettext_lazy("Faith and Willpower"), "records/_numbers.html", _numbers),
        Ratings("traits", gettext_lazy("Other traits"), "traits"),
        lines(
            "items",
            gettext_lazy("Armor and weapons"),
            items_of,
            gettext_lazy("Nothing worn or held."),
        ),
        lines("turn", gettext_lazy("In the fight"), _turn),
        lines("rest", gettext_lazy("Rest"), healing_of),
    ),
    deeds=deeds_of(
        "fallen",
        roll="roller",
        resisted_roll="acting.subject.id",
        strike="attacker",
        attack="attacker",
        defend="defender",
        ambush="attacker",
        movement="fighter",
        strafe="attacker",
        take_turn="fighter",
        multiple_actions="fighter",
        knockdown="fighter",
        maintain="holder",
        escape="prisoner",
        end_turn="fighter",
        soak="target",
        apply_damage="target",
        blackout="fighter",
    ),
    glimpse=_at_a_glance,
    sigil=of_fallen,
    rolls=rolls_of,
    attacks=attack_of,
    quick=quick,
    begins=begins_with_grip,
)

ARMOR = RecordLayout(
    parts=(
        Numbers("rating", gettext_lazy("Soak dice"), ("rating",)),
        Facts("worn", gettext_lazy("Worn by"), ("wearer", "destroyed"), gettext_lazy("Nobody wears it.")),
    ),
)

WEAPON = RecordLayout(
    parts=(
        Numbers("dice", gettext_lazy("Damage"), ("dice", "ammo")),
        Facts(
            "weapon",
            gettext_lazy("Weapon"),
            ("holder", "kind", "strength", "range", "automatic"),
        ),
    ),
    deeds=deeds_of("fallen", strike="weapon", attack="weapon", strafe="weapon"),
)

LAYOUTS = {"fallen.character": CHARACTER, "fallen.armor": ARMOR, "fallen.weapon": WEAPON}
