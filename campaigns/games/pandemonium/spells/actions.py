"""What can be done from a spell that is running: by whoever cast it, by those it is on, by anybody."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from django.utils.translation import gettext as _

from campaigns.games.pandemonium.spell_page import ADDS_HARM, APPLIED_BY, HOLDING, LETS_BE, STRIKES
from campaigns.games.pandemonium.spells.casters import SYSTEM, SpellDeed, SpellOptions
from campaigns.games.pandemonium.spells.pools import BODILY, as_typed, attribute_against, struggle_with
from campaigns.queries.cast import Member
from campaigns.queries.layouts.parts import RecordContext
from rules import words
from rules.pandemonium.bearing import KEPT_UP_ON_TURN, is_anothers_turn
from rules.pandemonium.health import WOUNDS
from rules.pandemonium.progress import is_fresh

RESISTED = ("control", "attack", "direct", "investigate", "plunder", "drain")
ROLLED = {"resist": "on", "resist__pool": "on"}
HAMPERING = ("control", "plunder")
"""Acts of the caster that, short of complete, hinder whomever they were meant for (PAN-CTRL-04, PAN-PLUNDER-06)."""

HARMS_AGAIN = {"attack": "PAN-ATTACK-05", "direct": "PAN-DIRECT-06"}
ONCE_ONLY = {
    "control": "PAN-CTRL-06",
    "other": "PAN-CTRL-06",
    "direct": "PAN-DIRECT-07",
    "healing": "PAN-HEAL-08",
    "investigation": "PAN-INVEST-06",
    "plunder": "PAN-PLUNDER-08",
    "drain": "PAN-DRAIN-05",
}
"""Spells that try themselves on a target once, until they are Shaped or cast anew, and the clause that says so."""

ON_SOMEBODY = ("pandemonium.character", "pandemonium.thing", "pandemonium.place")


def deeds_on(hands: SpellOptions, spell: Member, target: Member) -> Iterator[SpellDeed]:
    """What its caster may do to one target with a spell, and the target against it."""
    if hands.speaks_for(spell):
        yield from _of_the_caster(hands, spell, target)
    hold = target.fields.get(f"hold.{spell.id}")
    is_caught = hold in HOLDING and spell["kind"] not in LETS_BE
    if is_caught and target.kind == f"{SYSTEM}.character" and hands.speaks_for(target):
        caught = {"actor": target.id, "spells__0__id": spell.id}
        if hold == "normal" and APPLIED_BY[spell["kind"]] in HAMPERING:
            yield from hands.deed("act_against_hindrance", (target.id, spell.id), **caught)
        begun = {"actor": target.id, **struggle_with(spell)}
        yield from hands.deed("struggle", (target.id, spell.id), **begun)


def deeds_with(hands: SpellOptions, spell: Member) -> Iterator[SpellDeed]:
    """What a spell is used for besides its targets: Shaped, cast again, set against, leant on."""
    mine = hands.own[0].id if len(hands.own) == 1 else ""
    if hands.speaks_for(spell):
        given = {"spell": spell.id, "caster": spell["caster"] or "", **_shaped_with(hands, spell)}
        yield from hands.deed("shape", (spell.id,), _("Shape it"), **given)
        yield from hands.deed("cast", (spell["caster"] or "", spell.id), _("Cast it again"), **_again(spell))
    if hands.own and spell["state"] == "active":
        boost = {"pool__boosts__0__id": spell.id}
        yield from hands.deed("roll", (mine,) if mine else (), _("Roll with its help"), **_by(mine), **boost)
    if hands.own:
        yield from hands.deed(
            "assail",
            (*((mine,) if mine else ()), spell.id),
            _("Attack its effect"),
            **_by(mine),
            spell=spell.id,
        )


def tap(hands: SpellOptions, connection: Member) -> Iterator[SpellDeed]:
    """Reaching somebody through a connection (PAN-SYMP-04)."""
    if hands.speaks_for(connection):
        given = {"connection": connection.id, "event": "tap"}
        yield from hands.deed("sympathy", (connection.id,), _("Tap it"), **given)


def caught_by(reading: RecordContext) -> list[Member]:
    """Those whom a spell is meant for, then those on whom it left a mark, each once."""
    spell = reading.member
    meant = [reading.others[target] for target in spell["targets"] if target in reading.others]
    marked = [
        other for other in reading.others.values() if other.kind in ON_SOMEBODY and _is_on(spell.id, other)
    ]
    return list({member.id: member for member in (*meant, *marked)}.values())


def _of_the_caster(hands: SpellOptions, spell: Member, target: Member) -> Iterator[SpellDeed]:
    kind, hold = spell["kind"], target.fields.get(f"hold.{spell.id}") or "none"
    verb, given = APPLIED_BY[kind], {"spell": spell.id}
    if kind == "transfer":
        yield from hands.deed(verb, (spell.id, target.id), **given, spell__ritual="on", donor=target.id)
        return
    given |= {"target": target.id, **_bearing(spell, target, hold), **_resisting(verb, spell, target)}
    label = ""
    if spell["state"] == "latent":
        given["triggered"], label = "on", _("Trigger it")
    if kind in STRIKES:
        given |= _wounds(hands, spell)
    if verb == "heal":
        given |= _hurt(target)
    for deed in hands.deed(verb, (spell.id, target.id), label, **given):
        yield SpellDeed(
            deed.label, deed.action, deed.given, deed.clause or _spent(hands, spell, target, given)
        )
    again = {"spell": spell.id, "target": target.id}
    if kind in ADDS_HARM and hold in HOLDING:
        for deed in hands.deed("added_damage", (spell.id, target.id), **again, **ROLLED):
            waits = KEPT_UP_ON_TURN[deed.action] if is_anothers_turn(spell.id, hands.state) else ""
            yield replace(deed, clause=deed.clause or waits)
    is_severe = hold == "severe" and kind not in LETS_BE
    if is_severe and not target.fields.get(f"aftereffect.{spell.id}"):
        yield from hands.deed("aftereffect_duration", (spell.id, target.id), **again)
    if kind in STRIKES and spell["state"] == "active" and not target.fields.get(f"ongoing.{spell.id}"):
        slow = {**_resisting(verb, spell, target), **_wounds(hands, spell)}
        slow["spell__potency"] = given["spell__potency"]
        yield from hands.deed("ongoing_start", (spell.id, target.id), **again, **slow)


def _spent(hands: SpellOptions, spell: Member, target: Member, given: Mapping[str, str]) -> str:
    """The clause by which a spell that is only kept up does no more to this target now; empty where it may."""
    kept_up = f"{SYSTEM}.{spell['kind']}" if given["spell__applied"] == "sustained" else ""
    if kept_up in KEPT_UP_ON_TURN and spell["state"] == "active" and is_anothers_turn(spell.id, hands.state):
        return KEPT_UP_ON_TURN[kept_up]
    kind, hold = spell["kind"], target.fields.get(f"hold.{spell.id}") or "none"
    if target.fields.get(f"round.hit.{spell.id}"):
        return HARMS_AGAIN.get(kind, "")
    if given["spell__applied"] != "sustained" or (kind == "direct" and hold not in ("resisted", "escaped")):
        return ""
    return "" if hold == "none" else ONCE_ONLY.get(kind, "")


def _bearing(spell: Member, target: Member, hold: str) -> dict[str, str]:
    """How a spell comes to bear now: as it was cast or Shaped last, or as it is kept up (PAN-CONSEQ-17)."""
    if is_fresh(spell.id, spell.fields, target.fields):
        made = spell["made"]
        return {"spell__applied": made["how"], "spell__potency": str(made["potency"])}
    applied = "cast" if hold == "none" and spell["kind"] not in STRIKES else "sustained"
    return {"spell__applied": applied, "spell__potency": str(spell["potency"])}


def _resisting(verb: str, spell: Member, target: Member) -> dict[str, str]:
    """How a character usually resists such a spell, for the form to begin with (PAN-CTRL-02, PAN-RESIST-08)."""
    if verb not in RESISTED or target.kind != f"{SYSTEM}.character":
        return {}
    bodily = verb == "plunder" or spell["arcanum"] in BODILY
    begun = {
        **ROLLED,
        "compare": words.spelled_out("strength" if bodily else attribute_against(spell)),
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


def _shaped_with(hands: SpellOptions, spell: Member) -> dict[str, str]:
    """The pool that a mage usually Shapes with, as far as it stands on their sheet."""
    caster = hands.seen.get(spell["caster"] or "")
    names = [one for one in ("power", spell["arcanum"]) if caster and caster.fields.get(f"traits.{one}")]
    return {"shaping__pool__traits": as_typed(names)} if names else {}


def _by(mine: str) -> dict[str, str]:
    return {"actor": mine} if mine else {}


def _is_on(spell: str, one: Member) -> bool:
    held = one.fields.get(f"hold.{spell}") not in (None, "none")
    return held or any(one.fields.get(f"{name}.{spell}") for name in ("ongoing", "temporary", "aftereffect"))
