"""How the records of `pandemonium` are laid out."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from campaigns.games.pandemonium.book.reading import is_mage
from campaigns.games.pandemonium.giving_way import given_way
from campaigns.games.pandemonium.quick import quick
from campaigns.games.pandemonium.sigils import of_mage
from campaigns.games.pandemonium.spell_page import (
    begins_with_hold,
    cast_by,
    despite,
    effects_on,
    fits_somebody,
    fits_spell,
    fits_thing,
    hampering,
    own_seal,
    targets_of,
)
from campaigns.queries.cast import Member
from campaigns.queries.layouts.drawn import deeds_of, health, lines
from campaigns.queries.layouts.parts import (
    Box,
    Chip,
    Drawn,
    Facts,
    Glimpse,
    LabelledValue,
    Make,
    Numbers,
    Ratings,
    RecordContext,
    RecordLayout,
    Roll,
    Text,
    Track,
    ValueInWords,
)
from rules import words
from rules.kernel.values import Values, as_whole

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


def seals(name: str, title: Text, make: Make, empty: Text = "") -> Drawn:
    """Spells with their seals and what they do."""
    return Drawn(name, title, "games/pandemonium/records/_effects.html", make, empty)


def track_of(reading: RecordContext) -> Track | None:
    health = reading.value("health")
    if not isinstance(health, dict):
        return None
    boxes: list[Box] = []
    for kind in WORST_FIRST:
        kept = health["resistant"][kind]
        boxes += [Box(kind, resistant=number < kept) for number in range(health[kind])]
    unhurt = health["boxes"] - len(boxes)
    boxes += [Box("none")] * unhurt
    told = _("Able") if unhurt else words.spelled_out(FULL[boxes[-1].mark])
    if not unhurt:
        return Track(tuple(boxes), told, is_bad=True)
    left = ngettext("%(n)d box left", "%(n)d boxes left", unhurt) % {"n": unhurt}
    return Track(tuple(boxes), f"{told}, {left}")


def _resources(reading: RecordContext) -> list[tuple[str, int | str]]:
    """Points that are spent, each with how many there is room for."""
    others = [name for name in reading.member.fields if "." not in name and name not in KNOWN]
    found = []
    for name in ("willpower", "mana", *sorted(others)):
        value, most = reading.value(name), reading.value(f"most.{name}")
        if isinstance(value, int):
            told = _("%(n)s of %(most)s") % {"n": value, "most": most} if most is not None else value
            found.append((reading.label(name), told))
    return found


POOLS = (
    ("wits", "composure"),
    ("resolve", "composure"),
    ("strength", "brawl"),
    ("dexterity", "firearms"),
    ("dexterity", "stealth"),
    ("strength", "athletics"),
    ("intelligence", "investigation"),
    ("intelligence", "occult"),
    ("manipulation", "persuasion"),
)
"""Pools that are rolled often, offered to whoever has both traits; then each Arcanum with the power trait."""


def rolls_of(reading: RecordContext) -> list[Roll]:
    """The usual pools of somebody, without modifiers or boosts."""
    traits, in_the_way = reading.under("traits"), hampering(reading)
    pools = [*POOLS, *(("power", name) for name in ARCANA)]
    return [_roll(reading, pool, traits, in_the_way) for pool in pools if all(map(traits.get, pool))]


ATTACKS = frozenset({("strength", "brawl"), ("strength", "weaponry"), ("dexterity", "firearms")})


def attack_of(reading: RecordContext) -> Roll | None:
    """The largest pool that somebody attacks with."""
    traits, in_the_way = reading.under("traits"), hampering(reading)
    pools = [pool for pool in sorted(ATTACKS) if all(map(traits.get, pool))]
    rolls = [_roll(reading, pool, traits, in_the_way) for pool in pools]
    return max(rolls, key=lambda roll: roll.dice, default=None)


def _roll(
    reading: RecordContext, pool: tuple[str, ...], traits: Values, in_the_way: Sequence[Member]
) -> Roll:
    """A usual roll; whoever spells hamper acts despite them, each of them named (PAN-HIND-07, PAN-HIND-09)."""
    label = " + ".join(words.spelled_out(name) for name in pool)
    dice = sum(as_whole(traits[name]) for name in pool)
    given = {"actor": reading.member.id, "pool.traits": "\n".join(map(words.spelled_out, pool))}
    if not in_the_way:
        return Roll(label, dice, "pandemonium.roll", given)
    named = ", ".join(one.name or _("an unnamed spell") for one in in_the_way)
    label = _("%(pool)s despite %(spells)s") % {"pool": label, "spells": named}
    return Roll(label, dice, "pandemonium.act_against_hindrance", {**given, **despite(in_the_way)})


KNOWN = frozenset(
    {
        *("state", "control", "willpower", "mana", "wisdom", "reaped", "ending", "health", "fame"),
        *("living", "sapient"),
    }
)
"""Fields of a character that are no resource of an open name."""


def _book_of(reading: RecordContext) -> tuple[str, list[tuple[str, str]]] | None:
    """Whose book it is, and its spells by name, for whoever sees them; a mage who has none yet begins it here."""
    spells = [(member.id, member.name) for member in reading.linked("pandemonium.known_spell", "caster")]
    return (reading.member.id, spells) if spells or is_mage(reading.member) else None


def _itself(reading: RecordContext) -> str:
    return reading.member.id


def _at_a_glance(reading: RecordContext) -> Glimpse:
    chips = []
    track = track_of(reading)
    for effect in effects_on(reading):
        if effect.holds:
            chips.append(Chip(_("under %(spell)s") % {"spell": effect.spell.text}, "magic", "sparkles"))
        else:
            chips.append(Chip(_("left by %(spell)s") % {"spell": effect.spell.text}, "waits", "hourglass"))
    chips += [
        Chip(_("casts %(spell)s") % {"spell": effect.spell.text}, "magic", "flame")
        for effect in cast_by(reading)
    ]
    if reading.value("ending"):
        chips.append(Chip(_("story ended"), "loss", "skull"))
    return Glimpse(tuple(_resources(reading)), tuple(chips), track)


def _means(before: RecordContext, after: RecordContext) -> list[str]:
    """Which of somebody's wounds gave way: their track alone does not tell it."""
    had, has = before.under("hurt"), after.under("hurt")
    return list(given_way(before.value("health"), had, has, lambda mage: after.name_of(mage).text))


def fate_of(reading: RecordContext) -> list[LabelledValue]:
    """What became of somebody in place of death, or by a ritual."""
    ending = reading.value("ending")
    if not isinstance(ending, dict):
        return []
    spell = reading.name_of(ending["spell"])
    return [
        LabelledValue(reading.label("fate"), (ValueInWords(str(ending["fate"])),)),
        LabelledValue(reading.label("spell"), (spell,)),
    ]


CHARACTER = RecordLayout(
    parts=(
        health(gettext_lazy("Health"), track_of),
        Drawn("resources", gettext_lazy("Resources"), "records/_numbers.html", _resources),
        Drawn("book", gettext_lazy("Spell book"), "games/pandemonium/records/_book.html", _book_of),
        seals(
            "effects",
            gettext_lazy("Spells on them"),
            effects_on,
            gettext_lazy("No spell holds them or has left anything on them."),
        ),
        seals("cast", gettext_lazy("Spells they have cast"), cast_by),
        Ratings("attributes", gettext_lazy("Attributes"), "traits", ATTRIBUTES, only=True),
        Ratings("arcana", gettext_lazy("Arcana"), "traits", ARCANA, only=True),
        Ratings("besides", gettext_lazy("Power and Defense"), "traits", BESIDES, only=True),
        Ratings(
            "skills", gettext_lazy("Skills and other traits"), "traits", without=ATTRIBUTES + ARCANA + BESIDES
        ),
        Ratings("merits", gettext_lazy("Merits"), "merits"),
        Ratings("pools", gettext_lazy("Worn-down pools"), "pools"),
        Numbers("wisdom", gettext_lazy("Wisdom and wounds reaped"), ("wisdom", "reaped")),
        Ratings("lost", gettext_lazy("Lost to spells"), "lost"),
        Ratings("xp", gettext_lazy("Experience refunded"), "xp"),
        lines("ending", gettext_lazy("Fate"), fate_of),
    ),
    deeds=deeds_of(
        "pandemonium",
        roll="actor",
        cast="caster",
        shape="caster",
        apply_damage="target",  # the table shows the first few
        act_against_hindrance="actor",
        resist="target",
        struggle="actor",
        assail="actor",
        strike="attacker",
        multi_source_damage="target",
        helpless="target",
        helpless_rest="target",
        end_aftereffect="target",
        decay_tick="target",
        lost_trait="target",
    ),
    glimpse=_at_a_glance,
    sigil=of_mage,
    rolls=rolls_of,
    attacks=attack_of,
    means=_means,
    quick=quick,
    fits=fits_somebody,
    begins=begins_with_hold,
)

OBJECT = RecordLayout(
    parts=(
        Numbers("fame", gettext_lazy("Fame"), ("fame",)),
        seals(
            "effects",
            gettext_lazy("Spells on it"),
            effects_on,
            gettext_lazy("No spell holds it."),
        ),
    ),
    deeds=deeds_of(
        "pandemonium",
        control="target",
        investigate="target",
        plunder="target",
        drain="target",
        end_aftereffect="target",
    ),
    fits=fits_thing,
    begins=begins_with_hold,
)

OF_A_SPELL = (
    *("control", "attack", "direct", "heal", "investigate", "plunder", "drain", "transfer"),
    *("added_damage", "ongoing_start", "reap", "shape", "resist", "assail"),
    *("free_spell_allowed", "aftereffect_duration", "character_ending"),
)
"""What is done with a spell: bringing it to bear, changing it or opposing it, and asking of it."""

SPELL = RecordLayout(
    parts=(
        seals("seal", gettext_lazy("The spell"), own_seal),
        Facts(
            "casting",
            gettext_lazy("How it was cast"),
            ("caster", "arcanum", "aspect", "kind", "state", "duration", "targets", "sympathetic"),
        ),
        lines(
            "holds",
            gettext_lazy("Who it holds"),
            targets_of,
            gettext_lazy("It holds no one now."),
        ),
        Ratings("opposed", gettext_lazy("Successes against it"), "opposed"),
        Facts("parts", gettext_lazy("Parts lost"), ("parts_lost",)),
    ),
    deeds=deeds_of("pandemonium", **dict.fromkeys(OF_A_SPELL, "spell")),
    fits=fits_spell,
)

KNOWN_SPELL = RecordLayout(
    parts=(
        Facts(
            "written",
            gettext_lazy("As it is written"),
            (
                *("caster", "aspect", "kind", "arcanum", "wound", "resistant", "temporary"),
                *("interval", "delayed", "reach", "area"),
                *("compared", "resisted_by", "shaped_with", "mana", "timing", "duration", "words"),
            ),
        ),
        Drawn(
            "cast",
            gettext_lazy("In the spell book"),
            "games/pandemonium/records/_cast_it.html",
            _itself,
            for_owner=True,
        ),
    ),
    deeds=(),
)

CONNECTION = RecordLayout(
    parts=(
        Numbers("rating", gettext_lazy("Strength"), ("rating", "base")),
        Facts("about", gettext_lazy("What it joins"), ("inanimate",)),
    ),
    deeds=deeds_of("pandemonium", tap="connection"),
)


LAYOUTS = {
    "pandemonium.character": CHARACTER,
    "pandemonium.thing": OBJECT,
    "pandemonium.place": OBJECT,
    "pandemonium.spell": SPELL,
    "pandemonium.known_spell": KNOWN_SPELL,
    "pandemonium.connection": CONNECTION,
}
