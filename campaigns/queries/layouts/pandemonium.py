"""How the records of `pandemonium` are laid out."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from campaigns.log.projector import Hidden
from campaigns.queries.cast import Member
from campaigns.queries.layouts.parts import (
    Chip,
    Drawn,
    Facts,
    Glimpse,
    Layout,
    Line,
    Numbers,
    Ratings,
    Reading,
    Said,
)
from rules import words

ATTRIBUTES = (
    *("intelligence", "wits", "resolve"),
    *("strength", "dexterity", "stamina"),
    *("presence", "manipulation", "composure"),
)
ARCANA = ("death", "fate", "forces", "life", "matter", "mind", "prime", "space", "spirit", "time")
BESIDES = ("power", "defense", "size", "speed", "initiative")
WORST_FIRST = ("aggravated", "lethal", "bashing")
FULL = {"bashing": "faltering", "lethal": "incapacitated", "aggravated": "dead"}
"""What the wound in the last box of a full track makes of somebody (PAN-HEALTH-07)."""
HOLDING = ("normal", "severe")
UNTIL = {
    "instant": gettext_lazy("Until what it does is settled"),
    "sustained": gettext_lazy("While its caster keeps it up"),
    "scene": gettext_lazy("Until the scene ends"),
    "lasting": gettext_lazy("Until something ends it"),
}


@dataclass(frozen=True)
class Effect:
    """What one spell does to somebody: the spell as far as it is known, and each thing in words."""

    spell: Said
    potency: int | None
    tenacity: int | None
    until: str
    does: tuple[str, ...]
    holds: bool = False

    @property
    def has_seal(self) -> bool:
        return self.potency is not None and self.tenacity is not None


@dataclass(frozen=True)
class Track:
    """A health track drawn: its boxes, worst first, and in words what it comes to."""

    boxes: tuple[dict[str, Any], ...]
    words: str
    is_bad: bool = False


def track_of(reading: Reading) -> Track | None:
    health = reading.value("health")
    if not isinstance(health, dict):
        return None
    boxes: list[dict[str, Any]] = []
    for kind in WORST_FIRST:
        kept = health["resistant"][kind]
        boxes += [{"mark": kind, "resistant": number < kept} for number in range(health[kind])]
    unhurt = health["boxes"] - len(boxes)
    boxes += [{"mark": "none", "resistant": False}] * unhurt
    last = boxes[-1]["mark"]
    told = _("Able") if unhurt else words.spelled_out(FULL[last])
    if not unhurt:
        return Track(tuple(boxes), told, is_bad=True)
    left = ngettext("%(n)d box left", "%(n)d boxes left", unhurt) % {"n": unhurt}
    return Track(tuple(boxes), f"{told}, {left}")


def effects_on(reading: Reading) -> list[Effect]:
    """What spells do to a record now: holds, wounds to come, what is undone later, what lingers."""
    return [_effect(reading, spell) for spell in dict.fromkeys(_spells_on(reading))]


def cast_by(reading: Reading) -> list[Effect]:
    """The spells that somebody has cast and that have not ended."""
    found = reading.linked("pandemonium.spell", "caster")
    return [_of_spell(reading, one, _on_whom(reading, one)) for one in found if one["state"] != "ended"]


def targets_of(reading: Reading) -> list[Line]:
    """Whom a spell holds and how, whoever is in reach of this viewer."""
    lines = []
    for one in reading.others.values():
        hold = one.fields.get(f"hold.{reading.member.id}")
        if hold in HOLDING:
            lines.append(Line(words.choice_words("pandemonium", hold), (reading.name_of(one.id),)))
    return lines


def _spells_on(reading: Reading) -> Iterator[str]:
    yield from (spell for spell, hold in reading.under("hold").items() if hold in HOLDING)
    for prefix in ("ongoing", "temporary", "aftereffect"):
        yield from (spell for spell, kept in reading.under(prefix).items() if kept)


def _effect(reading: Reading, spell: str) -> Effect:
    does, holds = tuple(_does(reading, spell)), reading.value(f"hold.{spell}") in HOLDING
    found = reading.others.get(spell)
    if found is None:
        return Effect(Said(_("a spell unseen")), None, None, "", does, holds)
    return _of_spell(reading, found, does, holds)


def _of_spell(reading: Reading, spell: Member, does: tuple[str, ...], holds: bool = False) -> Effect:
    if spell["state"] == "ended":
        return Effect(reading.name_of(spell.id), None, None, _("The spell is over."), does, holds)
    numbers = [None if isinstance(spell[name], Hidden) else spell[name] for name in ("potency", "tenacity")]
    until = _("Lies in wait") if spell["state"] == "latent" else str(UNTIL[spell["duration"]])
    return Effect(reading.name_of(spell.id), numbers[0], numbers[1], until, does, holds)


def _does(reading: Reading, spell: str) -> Iterator[str]:
    hold = reading.value(f"hold.{spell}")
    if hold in HOLDING:
        yield _("holds: %(how)s") % {"how": words.choice_words("pandemonium", hold)}
    ongoing = reading.value(f"ongoing.{spell}")
    if ongoing:
        kind, interval = (words.choice_words("pandemonium", ongoing[one]) for one in ("kind", "interval"))
        told = {"n": ongoing["left"], "kind": kind, "interval": interval}
        yield _("%(n)s %(kind)s to come, one each %(interval)s") % told
    for one in reading.value(f"temporary.{spell}") or ():
        yield _("wounds that fade") if one["type"] == "damage" else _("healing that fades")
    lingers = reading.value(f"aftereffect.{spell}")
    if lingers:
        yield _lingers(lingers)


def _lingers(kept: dict[str, Any]) -> str:
    lasts = kept.get("duration") or {}
    if kept.get("indefinite") or not lasts:
        return _("lingers until something ends it")
    told = ", ".join(in_units(unit, number) for unit, number in lasts.items() if number)
    return _("lingers, at most %(time)s") % {"time": told}


def in_units(unit: str, number: int) -> str:
    """A stretch of game time in the unit that the rules count it in."""
    units = {
        "years": ngettext("%(n)d year", "%(n)d years", number),
        "months": ngettext("%(n)d month", "%(n)d months", number),
        "weeks": ngettext("%(n)d week", "%(n)d weeks", number),
        "days": ngettext("%(n)d day", "%(n)d days", number),
    }
    return units[unit] % {"n": number}


def _on_whom(reading: Reading, spell: Member) -> tuple[str, ...]:
    names = [reading.name_of(one).text for one in spell["targets"]]
    return (_("on %(names)s") % {"names": ", ".join(names)},) if names else ()


def _resources(reading: Reading) -> list[tuple[str, Any]]:
    """Points that are spent, each with how many there is room for."""
    others = [name for name in reading.member.fields if "." not in name and name not in KNOWN]
    found = []
    for name in ("willpower", "mana", *sorted(others)):
        value, most = reading.value(name), reading.value(f"most.{name}")
        if isinstance(value, int):
            told = _("%(n)s of %(most)s") % {"n": value, "most": most} if most is not None else value
            found.append((reading.label(name), told))
    return found


KNOWN = frozenset({"state", "control", "willpower", "mana", "wisdom", "reaped", "ending", "health", "fame"})
"""Fields of a character that are no resource of an open name."""


def _at_a_glance(reading: Reading) -> Glimpse:
    chips = []
    track = track_of(reading)
    for one in effects_on(reading):
        if one.holds:
            chips.append(Chip(_("under %(spell)s") % {"spell": one.spell.text}, "magic", "sparkles"))
        else:
            chips.append(Chip(_("left by %(spell)s") % {"spell": one.spell.text}, "waits", "hourglass"))
    chips += [
        Chip(_("casts %(spell)s") % {"spell": one.spell.text}, "magic", "flame") for one in cast_by(reading)
    ]
    if reading.value("ending"):
        chips.append(Chip(_("a fate of their own"), "loss", "skull"))
    return Glimpse(tuple(_resources(reading)), tuple(chips), track)


def own_seal(reading: Reading) -> list[Effect]:
    """A spell's own numbers on its seal."""
    return [_of_spell(reading, reading.member, ())]


def fate_of(reading: Reading) -> list[Line]:
    """What became of somebody in place of death, or by a ritual."""
    ending = reading.value("ending")
    if not isinstance(ending, dict):
        return []
    spell = reading.name_of(ending["spell"])
    return [Line(reading.label("fate"), (Said(str(ending["fate"])),)), Line(reading.label("spell"), (spell,))]


CHARACTER = Layout(
    parts=(
        Drawn("health", gettext_lazy("Health"), "_track.html", track_of),
        Drawn("resources", gettext_lazy("Resources"), "_numbers.html", _resources),
        Drawn(
            "effects",
            gettext_lazy("Spells on them"),
            "_effects.html",
            effects_on,
            gettext_lazy("No spell holds or follows them."),
        ),
        Drawn("cast", gettext_lazy("Spells they keep up"), "_effects.html", cast_by),
        Ratings("attributes", gettext_lazy("Attributes"), "traits", ATTRIBUTES, only=True),
        Ratings("arcana", gettext_lazy("Arcana"), "traits", ARCANA, only=True),
        Ratings("besides", gettext_lazy("Power and defence"), "traits", BESIDES, only=True),
        Ratings(
            "skills", gettext_lazy("Skills and other traits"), "traits", without=ATTRIBUTES + ARCANA + BESIDES
        ),
        Ratings("merits", gettext_lazy("Merits"), "merits"),
        Ratings("pools", gettext_lazy("Worn pools"), "pools"),
        Numbers("wisdom", gettext_lazy("Wisdom and what was reaped"), ("wisdom", "reaped")),
        Ratings("xp", gettext_lazy("Experience given back"), "xp"),
        Drawn("ending", gettext_lazy("What became of them"), "_lines.html", fate_of),
    ),
    deeds=(
        ("pandemonium.roll", "actor"),
        ("pandemonium.cast", "caster"),
        ("pandemonium.shape", "caster"),
        ("pandemonium.act_against_hindrance", "actor"),
        ("pandemonium.resist", "target"),
        ("pandemonium.struggle", "actor"),
        ("pandemonium.assail", "actor"),
        ("pandemonium.boosted_attack", "attacker"),
        ("pandemonium.apply_damage", "target"),
        ("pandemonium.multi_source_damage", "target"),
        ("pandemonium.helpless", "target"),
        ("pandemonium.helpless_rest", "target"),
        ("pandemonium.decay_tick", "target"),
        ("pandemonium.lost_trait", "target"),
    ),
    glimpse=_at_a_glance,
)

OBJECT = Layout(
    parts=(
        Numbers("fame", gettext_lazy("Fame"), ("fame",)),
        Drawn(
            "effects",
            gettext_lazy("Spells on it"),
            "_effects.html",
            effects_on,
            gettext_lazy("No spell holds it."),
        ),
    ),
    deeds=(
        ("pandemonium.control", "target"),
        ("pandemonium.investigate", "target"),
        ("pandemonium.plunder", "target"),
        ("pandemonium.drain", "target"),
    ),
)

SPELL = Layout(
    parts=(
        Drawn("seal", gettext_lazy("The spell"), "_effects.html", own_seal),
        Facts(
            "casting",
            gettext_lazy("How it was cast"),
            ("caster", "arcanum", "aspect", "kind", "state", "duration", "targets", "sympathetic"),
        ),
        Drawn(
            "holds",
            gettext_lazy("Whom it holds"),
            "_lines.html",
            targets_of,
            gettext_lazy("It holds nobody now."),
        ),
        Ratings("opposed", gettext_lazy("Set against it"), "opposed"),
        Numbers("parts", gettext_lazy("Parts lost"), ("parts_lost",)),
    ),
    deeds=(
        ("pandemonium.control", "spell"),
        ("pandemonium.attack", "spell"),
        ("pandemonium.direct", "spell"),
        ("pandemonium.heal", "spell"),
        ("pandemonium.investigate", "spell"),
        ("pandemonium.plunder", "spell"),
        ("pandemonium.drain", "spell"),
        ("pandemonium.transfer", "spell"),
        ("pandemonium.added_damage", "spell"),
        ("pandemonium.ongoing_start", "spell"),
        ("pandemonium.reap", "spell"),
        ("pandemonium.shape", "spell"),
        ("pandemonium.resist", "spell"),
        ("pandemonium.assail", "spell"),
        ("pandemonium.free_spell_allowed", "spell"),
        ("pandemonium.aftereffect_duration", "spell"),
        ("pandemonium.character_ending", "spell"),
    ),
)

CONNECTION = Layout(
    parts=(
        Numbers("rating", gettext_lazy("How strong it is"), ("rating", "base")),
        Facts("about", gettext_lazy("What it joins"), ("inanimate",)),
    ),
    deeds=(("pandemonium.sympathy", "connection"),),
)


LAYOUTS = {
    "pandemonium.character": CHARACTER,
    "pandemonium.thing": OBJECT,
    "pandemonium.place": OBJECT,
    "pandemonium.spell": SPELL,
    "pandemonium.connection": CONNECTION,
}
