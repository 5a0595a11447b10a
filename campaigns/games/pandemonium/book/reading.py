"""The spell book of each mage, and what a casting or a Shaping comes to before it is made (PAN-TRACK-09)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.games.pandemonium.spell_page import ADDS_HARM
from campaigns.games.pandemonium.spells.actions import ON_SOMEBODY
from campaigns.games.pandemonium.spells.casters import SYSTEM
from campaigns.games.pandemonium.values import NOT_ROLLED
from campaigns.policy import Rights
from campaigns.queries.at_hand import speaks_for
from campaigns.queries.cast import Member
from campaigns.state.unit_of_work import Sheet
from campaigns.templatetags.look import share
from rules import service, words
from rules.kernel.errors import RulesError
from rules.kernel.values import Value, Values, as_list, as_number
from rules.pandemonium.aspects import ASPECTS
from rules.pandemonium.casting import CastInput
from rules.pandemonium.shaping import plan_shaping
from rules.pandemonium.types import ARCANA

KNOWN, MAGE, SPELL = "pandemonium.known_spell", "pandemonium.character", "pandemonium.spell"
CAST = "pandemonium.cast"
MAGICAL = ("power", "rote", *sorted(ARCANA))
MOST_ROWS = 6
"""Rows of odds that are told; the rest is hardly ever reached."""


@dataclass(frozen=True)
class Told:
    """A piece of what a spell is, and the clause that it comes from."""

    text: str
    clause: str = ""


@dataclass(frozen=True)
class Entry:
    """A spell of a book, as its page tells it."""

    id: str
    name: str
    told: tuple[Told, ...]
    words: str
    running: tuple[Member, ...]
    """What was cast from it and has not ended."""


@dataclass(frozen=True)
class Book:
    mage: Member
    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class Chance:
    """What a Shaping comes to: the dice it has, named, and each total with its share."""

    parts: tuple[tuple[str, int], ...]
    size: int
    totals: tuple[tuple[int, str], ...]


def books(seen: Mapping[str, Member], rights: Rights) -> list[Book]:
    """The book of each mage in play whom this member speaks for."""
    mages = (one for one in seen.values() if one.kind == MAGE and one["state"] == "active")
    mine = [one for one in mages if speaks_for(one, rights.member)]
    return [Book(one, tuple(entries_of(seen, one.id))) for one in mine if is_mage(one)]


def is_mage(one: Member) -> bool:
    """Whether somebody has anything to cast with."""
    return any(dots_of(one, name) for name in MAGICAL) or bool(one.fields.get("mana"))


def entries_of(seen: Mapping[str, Member], mage: str) -> Iterator[Entry]:
    """What stands in a mage's book, by name."""
    found = (one for one in seen.values() if one.kind == KNOWN and one["caster"] == mage)
    yield from (entry_of(seen, one) for one in sorted(found, key=lambda one: one.name.casefold()))


def entry_of(seen: Mapping[str, Member], one: Member) -> Entry:
    """A spell of a book in words."""
    made = (other for other in seen.values() if other.kind == SPELL and other.fields.get("book") == one.id)
    running = tuple(other for other in made if other["state"] != "ended")
    return Entry(one.id, one.name, tuple(_told(one)), str(one["words"] or ""), running)


def named(seen: Mapping[str, Member], ids: Sequence[Value]) -> str:
    """Records by name; whom this viewer does not see is left out."""
    return ", ".join(seen[str(one)].name for one in ids if str(one) in seen)


def targets_for(seen: Mapping[str, Member], caster: str) -> list[Member]:
    """Whom or what a spell may be meant for, its caster last."""
    found = [one for one in seen.values() if one.kind in ON_SOMEBODY]
    ready = (one for one in found if one.kind != MAGE or one["state"] == "active")
    return sorted(ready, key=lambda one: (one.id == caster, one.kind != MAGE, one.name.casefold()))


def traits_to_shape(mage: Member, entry: Member | None = None) -> list[tuple[str, str]]:
    """The traits on a mage's sheet, those that the book or their magic has first, with their dots."""
    dots = {
        name.removeprefix("traits."): value
        for name, value in mage.fields.items()
        if name.startswith("traits.")
    }
    own = as_list((entry["shaped_with"] if entry else None) or ())
    first = [str(one) for one in own if one in dots] + [one for one in MAGICAL if dots.get(one)]
    names = dict.fromkeys(
        [*first, *(name for name, value in dots.items() if value and name not in NOT_ROLLED)]
    )
    return [(name, f"{words.spelled_out(name)} {dots[name]}") for name in names]


def usual_traits(mage: Member, arcanum: Value, entry: Member | None = None) -> list[str]:
    """With what a mage usually Shapes a spell: as the book says, else with Power and its Arcanum."""
    if entry is not None and entry["shaped_with"]:
        return [str(one) for one in entry["shaped_with"]]
    return [one for one in ("power", str(arcanum)) if dots_of(mage, one)]


def arcana_of(mage: Member) -> list[str]:
    """The Arcana that a mage has."""
    return [one for one in sorted(ARCANA) if dots_of(mage, one)]


def dots_of(mage: Member, name: str) -> int:
    return int(mage.fields.get(f"traits.{name}") or 0)


def chances(mage: Member | Sheet, base: int, shaping: Values) -> Chance | None:
    """What a Shaping adds to a measure; None where its pool is none."""
    sheet = {
        name.removeprefix("traits."): one for name, one in mage.fields.items() if name.startswith("traits.")
    }
    raw: Values = {
        "spell": {"id": "spell", "aspect": "covert", "kind": "other", "arcanum": "prime"},
        "caster": {"id": mage.id, "traits": sheet, "willpower": mage.fields.get("willpower"), "mana": 1},
        "shaping": shaping,
        "paid": {"mana": 1},
    }
    try:
        given = service.read(CAST, raw)
        at_least = as_list(service.odds(CAST, given).odds["at_least"])
    except RulesError:
        return None
    if not isinstance(given, CastInput):
        return None
    plan = plan_shaping(given.caster, given.shaping, given.paid).plan
    if plan is None:
        return None
    parts = tuple((words.spelled_out(one.name or one.source), one.dice) for one in plan.parts)
    likely = [(base + more, as_number(chance)) for more, chance in enumerate(at_least[:MOST_ROWS])]
    return Chance(parts, plan.size, tuple((total, share(chance)) for total, chance in likely))


def _told(one: Member) -> Iterator[Told]:
    row = ASPECTS[one["aspect"]]
    aspect = words.choice_words(SYSTEM, one["aspect"]).capitalize()
    yield Told(
        _("%(aspect)s: Potency and Tenacity %(base)d") % {"aspect": aspect, "base": row.base}, row.clause
    )
    kind = words.choice_words(SYSTEM, one["kind"]).capitalize()
    if one["arcanum"]:
        kind = f"{kind} ({words.choice_words(SYSTEM, one['arcanum']).capitalize()})"
    yield Told(kind, "PAN-CONSEQ-13")
    if one["wound"]:
        marks = [words.choice_words(SYSTEM, one["wound"])]
        if one["resistant"]:
            marks.insert(0, words.field_words(SYSTEM, "resistant")[0])
        if one["kind"] in ADDS_HARM:
            told = _("Adds %(wounds)s wounds to its hold, if the GM says so")
            yield Told(told % {"wounds": ", ".join(marks)}, "PAN-ADDED-01")
        else:
            yield Told(_("Deals %(wounds)s wounds") % {"wounds": ", ".join(marks)}, "PAN-HEALTH-03")
    if one["interval"]:
        interval = words.choice_words(SYSTEM, one["interval"])
        yield Told(_("One wound per %(interval)s") % {"interval": interval}, "PAN-ONGOING-02")
    if one["delayed"]:
        yield Told(words.stored_words(SYSTEM, "known_spell", "delayed")[0], "PAN-DELAY-01")
    if one["temporary"]:
        yield Told(words.field_words(SYSTEM, "temporary")[0], "PAN-TEMP-01")
    reach = one["reach"]
    whom = [ngettext("%(n)d target", "%(n)d targets", reach) % {"n": reach}] if reach else []
    yield Told(", ".join([*whom, *filter(None, [one["area"]])]) or _("No target"))
    if one["resisted_by"]:
        pool = " + ".join(map(words.spelled_out, one["resisted_by"]))
        yield Told(_("Resisted by %(pool)s") % {"pool": pool}, "PAN-CONSEQ-07")
    if one["compared"]:
        yield Told(
            _("Compared with %(trait)s") % {"trait": words.spelled_out(one["compared"])}, "PAN-CONSEQ-05"
        )
    yield Told(_("Costs %(n)d Mana") % {"n": one["mana"]})
    timing, lasts = (words.choice_words(SYSTEM, one[name]) for name in ("timing", "duration"))
    yield Told(_("%(timing)s action") % {"timing": timing.capitalize()})
    yield Told(_("Lasts: %(how_long)s") % {"how_long": lasts})
