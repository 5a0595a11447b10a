"""What can be done from a spell that is running: by whoever cast it, by those it is on, by anybody."""

from collections.abc import Iterator
from dataclasses import replace

from django.utils.translation import gettext as _

from campaigns.games.pandemonium.spell_page import ADDS_HARM, APPLIED_BY, HOLDING, despite, is_held_by
from campaigns.games.pandemonium.spells.casters import SYSTEM, SpellDeed, SpellOptions
from campaigns.games.pandemonium.spells.reaching import (
    adding_harm,
    harming_slowly,
    is_resisted_by,
    reaching_for,
)
from campaigns.games.pandemonium.spells.yields import asked_to_bear, dealt_with, made_of
from campaigns.queries.cast import Member
from campaigns.queries.layouts.parts import RecordContext
from rules import words
from rules.pandemonium.allowed import spent_by
from rules.pandemonium.bearing import KEPT_UP_ON_TURN, acts_out_of_turn, is_anothers_turn, tried_already
from rules.pandemonium.blows import CARRIED
from rules.pandemonium.book import STRIKING
from rules.pandemonium.bringing import BODILY, usually_compared
from rules.pandemonium.free_tries import FREE_TRY, is_limited, is_spent
from rules.pandemonium.health import WOUNDS
from rules.pandemonium.progress import bears_now
from rules.pandemonium.turns import INSTANT, hampering, has_acted

RESISTED = ("control", "attack", "direct", "investigate", "plunder", "drain")
ROLLED = {"resist": "on", "resist__pool": "on"}
HAMPERING = ("control", "plunder")
"""Acts of the caster that, short of complete, hinder whomever they were meant for (PAN-CTRL-04, PAN-PLUNDER-06)."""

ON_SOMEBODY = ("pandemonium.character", "pandemonium.thing", "pandemonium.place")


def deeds_on(hands: SpellOptions, spell: Member, target: Member) -> Iterator[SpellDeed]:
    """What its caster may do to one target with a spell, and the target against it."""
    if hands.works(spell):
        yield from _of_the_caster(hands, spell, target)
    hold = target.fields.get(f"hold.{spell.id}")
    if is_held_by(target.fields, spell) and target.kind == f"{SYSTEM}.character" and hands.speaks_for(target):
        in_the_way = [hands.seen[one] for one in hampering(target.id, hands.state) if one in hands.seen]
        caught = {"actor": target.id, **despite(in_the_way)}
        if hold == "normal" and APPLIED_BY[spell["kind"]] in HAMPERING:
            yield from hands.deed("act_against_hindrance", (target.id, spell.id), **caught)
    yield from dealt_with(hands, spell, target)


def deeds_with(hands: SpellOptions, spell: Member) -> Iterator[SpellDeed]:
    """What a spell is used for besides its targets: Shaped, cast again, set against, leant on."""
    mine = hands.own[0].id if len(hands.own) == 1 else ""
    if hands.works(spell):
        if spell["book"] is None:  # what stands in a book is cast again from there
            yield from hands.deed(
                "cast", (spell["caster"] or "", spell.id), _("Cast it again"), **_again(spell)
            )
        kept_up = {"spell": spell.id, "caster": spell["caster"] or ""}
        waits = "PAN-TIME-01" if acts_out_of_turn(spell.id, "", hands.state) else ""
        for deed in hands.deed("refresh", (spell.id,), _("Refresh it"), **kept_up):
            yield replace(deed, clause=deed.clause or waits)
        if spell["kind"] in CARRIED and spell["state"] == "active":
            by_its_caster = {"spell": spell.id, "attacker": spell["caster"] or ""}
            yield from hands.deed("strike", (spell.id,), **by_its_caster)
    if hands.own and spell["state"] == "active":
        boost = {"pool__boosts__help": spell.id}
        yield from hands.deed("roll", (mine,) if mine else (), _("Roll with its help"), **_by(mine), **boost)
    if hands.own:
        yield from hands.deed(
            "assail",
            (*((mine,) if mine else ()), spell.id),
            _("Attack its effect"),
            **_by(mine),
            spell=spell.id,
        )


def caught_by(reading: RecordContext) -> list[Member]:
    """Those whom a spell is meant for, then those on whom it left a mark, each once."""
    spell = reading.member
    meant = [reading.others[target] for target in spell["targets"] if target in reading.others]
    marked = [
        other for other in reading.others.values() if other.kind in ON_SOMEBODY and _is_on(spell.id, other)
    ]
    return list({member.id: member for member in (*meant, *marked)}.values())


def _of_the_caster(hands: SpellOptions, spell: Member, target: Member) -> Iterator[SpellDeed]:
    kind = spell["kind"]
    verb, given = APPLIED_BY[kind], {"spell": spell.id}
    if kind == "transfer":
        yield from asked_to_bear(hands, spell, target)
        return
    given |= {"target": target.id, **_resisting(verb, spell, target)}
    label = ""
    if spell["state"] == "latent":
        given["triggered"], label = "on", _("Trigger it")
    if kind in STRIKING:
        given |= _wounds(hands, spell)
    if verb == "heal":
        given |= _hurt(target)
    spent = _spent(hands, spell, target)
    if is_resisted_by(spell, target):
        yield from reaching_for(hands, spell, target, spent)
    else:
        for deed in hands.deed(verb, (spell.id, target.id), label, **given):
            yield replace(deed, clause=deed.clause or spent)
    yield from _besides(hands, spell, target)


def _besides(hands: SpellOptions, spell: Member, target: Member) -> Iterator[SpellDeed]:
    """What a caster does with a spell that is on somebody, besides bringing it to bear."""
    kind, hold = spell["kind"], target.fields.get(f"hold.{spell.id}") or "none"
    is_somebody = target.kind == f"{SYSTEM}.character"
    is_puppet = kind == "control" and hold == "severe" and not is_anothers_turn(spell.id, hands.state)
    if is_puppet and is_somebody:
        caster = spell["caster"] or ""
        spent = spent_by(hands.state, caster, INSTANT) if has_acted(caster, hands.state) else ""
        for deed in hands.deed("roll", (target.id,), _("Act with them"), actor=target.id, timing="instant"):
            yield replace(deed, clause=deed.clause or spent)
    if is_somebody and kind in ADDS_HARM and hold in HOLDING:
        yield from adding_harm(hands, spell, target)
    yield from made_of(hands, spell, target)
    # Whose wounds were named when it was cast falls as it was then said: at once, or bit by bit.
    is_unsaid = kind in STRIKING and spell["state"] == "active" and spell["wound"] is None
    if is_somebody and is_unsaid and not target.fields.get(f"ongoing.{spell.id}"):
        yield from harming_slowly(hands, spell, target)


def _spent(hands: SpellOptions, spell: Member, target: Member) -> str:
    """The clause by which a spell that is only kept up does no more to this target now; empty where it may."""
    is_kept_up = _applied(spell, target) == "sustained"
    kept_up = f"{SYSTEM}.{spell['kind']}" if is_kept_up else ""
    if kept_up in KEPT_UP_ON_TURN and spell["state"] == "active" and is_anothers_turn(spell.id, hands.state):
        return KEPT_UP_ON_TURN[kept_up]
    if spell["state"] == "active" and acts_out_of_turn(spell.id, target.id, hands.state):
        return "PAN-TIME-01"
    if spell["kind"] in STRIKING and target.fields.get(f"ongoing.{spell.id}"):
        return "PAN-ONGOING-01"
    is_free = is_limited(spell.id, hands.free_kinds, hands.state)
    if is_free and not is_kept_up and is_spent(spell.id, target.id, hands.state):
        return FREE_TRY
    return tried_already(spell.id, target.id, hands.state) or ""


def _applied(spell: Member, target: Member) -> str:
    """How a spell comes to bear now: as it was cast or Shaped last, or as it is kept up (PAN-CONSEQ-17)."""
    now = bears_now(spell.id, spell.fields, target.id, target.fields)
    if now is not None:
        return now.applied
    hold = target.fields.get(f"hold.{spell.id}") or "none"
    return "cast" if hold == "none" and spell["kind"] not in STRIKING else "sustained"


def _resisting(verb: str, spell: Member, target: Member) -> dict[str, str]:
    """How a character usually resists such a spell, for the form to begin with (PAN-CTRL-02, PAN-RESIST-08)."""
    if verb not in RESISTED or target.kind != f"{SYSTEM}.character":
        return {}
    bodily = verb == "plunder" or spell["arcanum"] in BODILY
    begun = {
        **ROLLED,
        "compare": words.spelled_out(usually_compared(verb, spell.fields)),
    }
    if verb == "attack":
        del begun["compare"]  # no trait is compared: PAN-ATTACK-03
    return begun | ({"means": "physical" if bodily else "magical"} if verb == "control" else {})


def _wounds(hands: SpellOptions, spell: Member) -> dict[str, str]:
    """The kind of wounds that the spell dealt before."""
    found = (one.fields.get(f"came_to.{spell.id}") for one in hands.seen.values())
    dealt = [one for one in found if one and one["kind"]]
    if not dealt:
        return {}
    newest = max(dealt, key=lambda one: (one["making"], one["tries"]))
    return {"damage__kind": newest["kind"], **({"damage__resistant": "on"} if newest["resistant"] else {})}


def _hurt(target: Member) -> dict[str, str]:
    """The worst wounds that there are to heal (PAN-HEAL-01)."""
    health = target.fields.get("health")
    found = [kind for kind in reversed(WOUNDS) if isinstance(health, dict) and health[kind]]
    return {"kind": found[0]} if found else {}


def _again(spell: Member) -> dict[str, str]:
    names = {f"spell__{name}": spell[name] or "" for name in ("aspect", "kind", "arcanum")}
    return {**names, "spell__id": spell.id, "caster": spell["caster"] or "", "duration": spell["duration"]}


def _by(mine: str) -> dict[str, str]:
    return {"actor": mine} if mine else {}


def _is_on(spell: str, one: Member) -> bool:
    held = one.fields.get(f"hold.{spell}") not in (None, "none")
    return held or any(one.fields.get(f"{name}.{spell}") for name in ("ongoing", "temporary", "aftereffect"))
