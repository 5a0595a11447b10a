"""What spells of `pandemonium` do: to those they hold or follow, and for those who keep them up."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypedDict

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from campaigns.queries.cast import Member
from campaigns.queries.layouts.parts import LabelledValue, RecordContext, ValueInWords
from campaigns.queries.waiting import Waiting
from campaigns.state.ids import ids_in
from campaigns.templatetags.look import game_time, long_time
from campaigns.viewing import Hidden
from rules import words
from rules.kernel.procedure import OpenQuestion, RecordState, State
from rules.kernel.values import Value, as_whole
from rules.pandemonium.blows import CARRIED
from rules.pandemonium.book import STRIKING
from rules.pandemonium.due import ends_at
from rules.pandemonium.lingering import END, is_refused
from rules.pandemonium.turns import hampering as in_the_way_of
from rules.pandemonium.types import ARCANA

APPLIED_BY = {
    "control": "control",
    "attack": "attack",
    "direct": "direct",
    "healing": "heal",
    "investigation": "investigate",
    "plunder": "plunder",
    "drain": "drain",
    "transfer": "transfer",
    "other": "control",
}
"""The act that brings a spell of each kind to bear on a target; one of no kind holds as control does."""

ADDS_HARM = ("control", "plunder")
HOLDING = ("normal", "severe")
LETS_BE = ("healing",)
"""Kinds of spells from which nobody has to break free."""

GRIPS = ("control", "plunder", "other")
STRUGGLED_AGAINST = (*GRIPS, "direct")
"""Kinds that keep somebody from acting, or that go on harming them (PAN-STRUGGLE-01, PAN-DIRECT-08)."""

HELPLESS_UNDER = ("control", "other")
Asked = OpenQuestion | Waiting
UNTIL = {
    "latent": gettext_lazy("Lies in wait"),
    "instant": gettext_lazy("Until its effect is settled"),
    "sustained": gettext_lazy("While its caster sustains it"),
    "scene": gettext_lazy("Until the scene ends"),
    "lasting": gettext_lazy("Until something ends it"),
}


@dataclass(frozen=True)
class Effect:
    """What one spell does to somebody: the spell as far as it is known, and each thing in words."""

    spell: ValueInWords
    potency: int | None
    tenacity: int | None
    until: str
    does: tuple[str, ...]
    holds: bool = False
    arcanum: str = ""
    lasts: str = ""
    """As its ring tells it: how long it was cast for, or that it lies in wait."""
    lingers: bool = False
    """Whether it left something behind, which keeps what it took from being regained (PAN-AFTER-13)."""

    @property
    def has_seal(self) -> bool:
        return self.potency is not None and self.tenacity is not None


def effects_on(reading: RecordContext) -> list[Effect]:
    """What spells do to a record now: holds, wounds to come, what is undone later, what lingers."""
    found = [(spell, effect_of(reading, spell)) for spell in dict.fromkeys(spells_on(reading))]
    return [
        replace(effect, does=(*effect.does, *dealing(reading.questions, reading.member, spell, reading.now)))
        for spell, effect in found
    ]


def cast_by(reading: RecordContext) -> list[Effect]:
    """The spells that somebody has cast and that have not ended."""
    found = reading.linked("pandemonium.spell", "caster")
    return [
        _of_spell(reading, member, _on_whom(reading, member))
        for member in found
        if member["state"] != "ended"
    ]


def targets_of(reading: RecordContext) -> list[LabelledValue]:
    """Whom a spell holds and how, whoever is in reach of this viewer."""
    lines = []
    for other in reading.others.values():
        hold = other.fields.get(f"hold.{reading.member.id}")
        if hold in HOLDING:
            lines.append(LabelledValue(words.choice_words("pandemonium", hold), (reading.name_of(other.id),)))
    return lines


def hampering(reading: RecordContext) -> list[Member]:
    """The spells that hamper what somebody does now, as far as this viewer knows of them (PAN-HIND-09)."""
    fields, running = (
        {reading.member.id: RecordState("character", dict(reading.member.fields))},
        reading.others,
    )
    spells = {
        ident: RecordState("spell", dict(one.fields))
        for ident, one in running.items()
        if one.kind == "pandemonium.spell"
    }
    return [running[one] for one in in_the_way_of(reading.member.id, State(records={**fields, **spells}))]


def is_held_by(fields: Mapping[str, Value | Hidden], spell: Member) -> bool:
    """Whether somebody may struggle free of a spell: of slow damage only while wounds are to come (PAN-DIRECT-08)."""
    slow = fields.get(f"ongoing.{spell.id}")
    has_dealt_all = spell["kind"] == "direct" and isinstance(slow, Mapping) and not slow["left"]
    is_caught = fields.get(f"hold.{spell.id}") in HOLDING and spell["kind"] in STRUGGLED_AGAINST
    return is_caught and not has_dealt_all


def holding(seen: Mapping[str, Member], who: Member) -> list[Member]:
    """The spells in force that somebody may struggle free of, as far as whoever looks knows of them."""
    running = (one for one in seen.values() if one.kind == "pandemonium.spell" and one["state"] == "active")
    return [spell for spell in running if is_held_by(who.fields, spell)]


def spells_on(reading: RecordContext) -> Iterator[str]:
    """The spells that do something to a record, some of them more than once; of one unseen nobody knows."""
    yield from (spell for spell in _kept_under(reading) if spell in reading.others)


def _kept_under(reading: RecordContext) -> Iterator[str]:
    yield from (spell for spell, hold in reading.under("hold").items() if hold in HOLDING)
    yield from (spell for spell, ongoing in reading.under("ongoing").items() if _is_to_come(ongoing))
    for prefix in ("temporary", "aftereffect", "plundered"):
        yield from (spell for spell, kept in reading.under(prefix).items() if kept)


def effect_of(reading: RecordContext, spell: str) -> Effect:
    """What one spell does to a record now."""
    does, holds = tuple(_does(reading, spell)), reading.value(f"hold.{spell}") in HOLDING
    found = _of_spell(reading, reading.others[spell], does, holds)
    return replace(found, lingers=bool(reading.value(f"aftereffect.{spell}")))


def _of_spell(reading: RecordContext, spell: Member, does: tuple[str, ...], holds: bool = False) -> Effect:
    if spell["state"] == "ended":
        return Effect(reading.name_of(spell.id), None, None, _("The spell is over."), does, holds)
    numbers = [None if isinstance(spell[name], Hidden) else spell[name] for name in ("potency", "tenacity")]
    lasts = "latent" if spell["state"] == "latent" else str(spell["duration"])
    arcanum = spell.fields.get("arcanum")
    sign = arcanum if isinstance(arcanum, str) else ""
    until = str(UNTIL[lasts])
    return Effect(reading.name_of(spell.id), numbers[0], numbers[1], until, does, holds, sign, lasts)


def _does(reading: RecordContext, spell: str) -> Iterator[str]:
    hold = reading.value(f"hold.{spell}")
    if hold in HOLDING:
        yield _told_hold(reading, spell, hold)
        if _is_healed_no_more(reading, spell):
            yield _("its healing is over")
    ongoing = reading.value(f"ongoing.{spell}")
    if _is_to_come(ongoing):
        kind, interval = (words.choice_words("pandemonium", ongoing[one]) for one in ("kind", "interval"))
        told = {"n": ongoing["left"], "kind": kind, "interval": interval}
        yield _("%(n)s %(kind)s to come, one per %(interval)s") % told
    yield from _kept_from(reading, spell)
    if unused := unused_wounds(reading.member.fields, spell):
        yield ngettext("%(n)d Resistant wound unused", "%(n)d Resistant wounds unused", unused) % {
            "n": unused
        }
    for one in reading.value(f"temporary.{spell}") or ():
        yield (
            _("wounds until the scene ends") if one["type"] == "damage" else _("healing until the scene ends")
        )
    lingers = reading.value(f"aftereffect.{spell}")
    if lingers:
        yield _lingers(lingers)
    ends = ends_at(reading.member.fields, spell)
    if ends is not None:
        yield _("ends on %(when)s") % {"when": game_time(ends)}


def _is_to_come(ongoing: Value) -> bool:
    """Whether wounds of a spell have still to fall: the last leaves its count, at nothing, on the record."""
    return isinstance(ongoing, Mapping) and bool(ongoing["left"])


def _told_hold(reading: RecordContext, spell: str, hold: str) -> str:
    """How a spell bears on somebody: what it grips, whom it heals, or the consequences that it had."""
    kind = _kind(reading, spell)
    if kind in LETS_BE:
        return _("bolstered against harm")
    if kind == "investigation" and (found := _found_out(reading, spell)):
        return found
    told = _("%(how)s hold") if kind in GRIPS else _("%(how)s consequences")
    return told % {"how": words.choice_words("pandemonium", hold)}


def _is_healed_no_more(reading: RecordContext, spell: str) -> bool:
    """Whether a spell that heals for a time has had its time, though it goes on and bolsters them (PAN-HEAL-07)."""
    over = reading.others[spell] if _kind(reading, spell) in LETS_BE else None
    is_past = reading.value(f"hold.{spell}") == "severe" and not reading.value(f"temporary.{spell}")
    return over is not None and bool(over["temporary"]) and is_past


def _found_out(reading: RecordContext, spell: str) -> str:
    """What a spy sees or has learnt, as long as the spell goes on (PAN-INVEST-05)."""
    came = reading.value(f"came_to.{spell}") or {}
    if came.get("aim") == "learn":
        facts = came.get("facts") or 0
        return ngettext("%(n)d piece learnt", "%(n)d pieces learnt", facts) % {"n": facts}
    if came.get("aim") != "watch":
        return ""
    return _("watched, clear view") if came.get("severity") == "severe" else _("watched, dim view")


def _kept_from(reading: RecordContext, spell: str) -> Iterator[str]:
    """What a spell keeps from somebody until it ends (PAN-PLUNDER-07)."""
    kept = reading.value(f"plundered.{spell}")
    if not kept:
        return
    if kept["item"]:
        yield _("cannot use what was taken")
    for merit in kept["merits"]:
        yield _("%(merit)s out of reach") % {"merit": words.spelled_out(merit)}
    for lost in kept["lost"]:
        told = {"merit": words.spelled_out(lost["merit"]), "n": lost["dots"]}
        yield _("%(merit)s −%(n)s for the scene") % told


def unused_wounds(fields: Mapping[str, Value], spell: str) -> int:
    """Resistant wounds that a spell dealt and nobody has gained by (PAN-REAP-04)."""
    dealt, taken = (fields.get(f"{name}.{spell}") or 0 for name in ("dealt", "taken"))
    return as_whole(dealt) - as_whole(taken)


def _kind(reading: RecordContext, spell: str) -> str:
    """The kind of a spell; one that is unseen may be any."""
    return str(reading.others[spell]["kind"]) if spell in reading.others else "other"


class Kept(TypedDict, total=False):
    """What is stored of something that a spell leaves behind (PAN-AFTER-06)."""

    indefinite: bool
    duration: Mapping[str, int] | None


def _lingers(kept: Kept) -> str:
    lasts = kept.get("duration") or {}
    if kept.get("indefinite") or not lasts:
        return _("lingers until something ends it")
    return _("lingers, at most %(time)s") % {"time": long_time(lasts)}


def _on_whom(reading: RecordContext, spell: Member) -> tuple[str, ...]:
    names = [reading.name_of(target).text for target in spell["targets"]]
    return (_("on %(names)s") % {"names": ", ".join(names)},) if names else ()


def fits_spell(action: str, reading: RecordContext) -> bool:
    """Whether an act goes with the kind of a spell: each kind has one that brings it to bear."""
    kind, verb = reading.value("kind"), action.partition(".")[2]
    if verb in APPLIED_BY.values():
        return verb == APPLIED_BY[kind]
    if verb in ("ongoing_start", "reap"):
        return kind in STRIKING
    return kind in ADDS_HARM if verb == "added_damage" else True


def fits_somebody(action: str, reading: RecordContext) -> bool:
    """Whether an act has anything to be about: a spell that somebody keeps up, is held by, or may meet."""
    verb = action.partition(".")[2]
    # Of a hold that nobody but the GM knows of no act on the sheet tells (PAN-RESIST-11).
    known = {spell: hold for spell, hold in reading.under("hold").items() if spell in reading.others}
    holds = {spell: hold for spell, hold in known.items() if hold in HOLDING}
    if verb == "struggle":
        return any(is_held_by(reading.member.fields, reading.others[spell]) for spell in holds)
    if verb in ("helpless", "helpless_rest"):
        severe = (spell for spell, hold in holds.items() if hold == "severe")
        return any(_kind(reading, spell) in HELPLESS_UNDER for spell in severe)
    if verb == "end_aftereffect":
        return any(lingering(reading))
    if verb == "decay_tick":
        return bool(reading.under("decay"))
    if verb == "cast":
        return any(reading.value(f"traits.{one}") for one in ("power", *ARCANA)) or bool(
            reading.value("mana")
        )
    if verb == "lost_trait":
        return any(spells_on(reading))
    if verb == "shape":
        return bool(cast_by(reading))
    spells = [other for other in reading.others.values() if other.kind == "pandemonium.spell"]
    if verb == "strike":
        return any(one["state"] == "active" and one["kind"] in CARRIED for one in spells)
    if verb in ("resist", "act_against_hindrance", "assail"):
        return any(member["state"] != "ended" for member in spells)
    return True


def fits_thing(action: str, reading: RecordContext) -> bool:
    """Whether an act has anything to be about on a thing or a place."""
    return action != END or any(lingering(reading))


def is_dealing_asked(questions: Sequence[Asked], target: str, spell: str) -> bool:
    """Whether it waits for the GM's word that what a spell left behind is dealt with."""
    asked = (one.data for one in questions if (one.question, one.who) == (END, target))
    return any("asking" not in data and spell in ids_in(data) for data in asked)


def dealing(questions: Sequence[Asked], target: Member, spell: str, now: int) -> Iterator[str]:
    """That this waits for the GM, or that they said no and when they are asked again (PAN-AFTER-16)."""
    if not target.fields.get(f"aftereffect.{spell}"):
        return
    if is_dealing_asked(questions, target.id, spell):
        yield _("waiting for the GM: is it dealt with?")
    elif is_refused(target.fields, spell, now):
        yield _("the GM says not yet: ask again in another scene or on another day")


def lingering(reading: RecordContext) -> Iterator[str]:
    """The spells that have left something behind on somebody, as far as this viewer knows of them."""
    left = reading.under("aftereffect").items()
    return (spell for spell, kept in left if kept and spell in reading.others)


def begins_with_hold(action: str, reading: RecordContext) -> Mapping[str, str]:
    """With which spells a struggle, or an act despite them, begins: those of which this viewer may know."""
    match action.partition(".")[2]:
        case "act_against_hindrance":
            return despite(hampering(reading))
        case "end_aftereffect":
            return {"spell.id": next(lingering(reading), "")}
        case "struggle":
            known = (reading.others[spell] for spell in reading.under("hold") if spell in reading.others)
            held_by = next((one for one in known if is_held_by(reading.member.fields, one)), None)
            return {"spells.0.id": held_by.id, "bolster": "willpower"} if held_by is not None else {}
    return {}


def despite(in_the_way: Sequence[Member]) -> dict[str, str]:
    """What a form begins with in which somebody acts although spells hamper them."""
    if not in_the_way:
        return {}
    named = {f"spells.{number}.id": one.id for number, one in enumerate(in_the_way)}
    return {**named, "roll": "rolled", "timing": "instant"}


def own_seal(reading: RecordContext) -> list[Effect]:
    """A spell's own numbers on its seal."""
    return [_of_spell(reading, reading.member, ())]
