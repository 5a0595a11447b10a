"""What can still be made of what a spell did to somebody: resources of Resistant wounds, something that lingers."""

from collections.abc import Iterator
from dataclasses import replace

from django.utils.translation import gettext as _

from campaigns.forms.action.lacking import ASK_GM
from campaigns.games.pandemonium.spell_page import LETS_BE, STRIKES, unused_wounds
from campaigns.games.pandemonium.spells.casters import SpellDeed, SpellOptions
from campaigns.queries.cast import Member
from campaigns.state.ids import ids_in
from rules import words
from rules.pandemonium.health import WORST_FIRST
from rules.pandemonium.lingering import END, worn_by

FED = ("mana", "willpower")
"""Resources that wounds usually become (PAN-REAP-03)."""


def made_of(hands: SpellOptions, spell: Member, target: Member) -> Iterator[SpellDeed]:
    """What whoever cast a spell, or the GM, makes of what it did to somebody; each in a tap."""
    given = {"spell": spell.id, "target": target.id}
    caster = hands.seen.get(spell["caster"] or "")
    if caster is not None and hands.speaks_for(spell) and _feeds(spell, target):
        for resource in FED:
            if not isinstance(caster.fields.get(resource), int):
                continue
            label = _("Reap %(resource)s") % {"resource": words.spelled_out(resource)}
            fed = {f"{name}__id": one for name, one in {**given, "recipient": caster.id}.items()}
            for deed in hands.deed("reap", (spell.id, target.id, caster.id), label, **fed, resource=resource):
                yield replace(deed, is_press=True)
    if may_linger(spell, target, hands.scene):
        for deed in hands.deed("aftereffect_duration", (spell.id, target.id), **given):
            yield deed


def is_open(hands: SpellOptions, spell: Member, target: Member) -> bool:
    """Whether anything is left to be made of what an ended spell did in this scene."""
    kept = target.fields.get(f"came_to.{spell.id}")
    is_now = bool(kept and hands.scene and kept["scene"] == hands.scene)
    return is_now and (_feeds(spell, target) or may_linger(spell, target, hands.scene))


def may_linger(spell: Member, target: Member, scene: str) -> bool:
    """Whether a spell has come to severe consequences in this scene and left nothing behind yet (PAN-AFTER-05)."""
    kept = target.fields.get(f"came_to.{spell.id}") or {}
    is_severe = kept.get("severity") == "severe" and kept.get("scene") == (scene or None)
    return is_severe and spell["kind"] not in LETS_BE and not target.fields.get(f"aftereffect.{spell.id}")


def dealt_with(hands: SpellOptions, spell: Member, target: Member) -> Iterator[SpellDeed]:
    """Being rid of what a spell left behind: the GM says so in a tap, and whoever bears it asks them (PAN-AFTER-16)."""
    if not target.fields.get(f"aftereffect.{spell.id}") or not hands.speaks_for(target):
        return
    given = {"target__id": target.id, "spell__id": spell.id}
    ways: list[tuple[str, dict[str, str]]] = [(_("It is dealt with"), {"dealt_with": "yes"})]
    if any(worn_by(target.fields, spell.id).values()):
        ways.append((_("Dealt with, and what it took comes back"), {"dealt_with": "yes", "back": "on"}))
    if not hands.rights.gives_rulings:
        is_asked = is_dealing_asked(hands, spell, target)
        ways = [] if is_asked else [(_("Ask the GM whether it is dealt with"), {"form__command": ASK_GM})]
    for label, more in ways:
        for deed in hands.deed("end_aftereffect", (target.id, spell.id), label, **given, **more):
            yield replace(deed, is_press=True)


def is_dealing_asked(hands: SpellOptions, spell: Member, target: Member) -> bool:
    """Whether it waits for the GM's word that what a spell left behind is dealt with."""
    asked = (one.data for one in hands.state.pending if (one.question, one.who) == (END, target.id))
    return any("asking" not in data and spell.id in ids_in(data) for data in asked)


def asked_to_bear(hands: SpellOptions, spell: Member, donor: Member) -> Iterator[SpellDeed]:
    """Asking those who are to bear somebody's wounds (PAN-TRANSFER-02); nothing where there are none.

    It begins with the worst kind that the spell's Potency moves (PAN-TRANSFER-05).
    """
    health = donor.fields.get("health")
    if not isinstance(health, dict):
        return
    hurt = [kind for kind in WORST_FIRST if health[kind] > health["resistant"][kind]]
    if hurt:
        moved = next((kind for kind in hurt if health[kind] <= spell["potency"]), hurt[0])
        given = {"spell": spell.id, "donor": donor.id, "kinds": moved}
        bearer = spell["caster"] if spell["caster"] not in (None, donor.id) else ""
        more = {"recipients__0__id": bearer} if bearer else {}
        yield from hands.deed("offer_wounds", (spell.id, donor.id), **given, **more)


def _feeds(spell: Member, target: Member) -> bool:
    is_food = bool(target.fields.get("living") and target.fields.get("sapient"))
    return spell["kind"] in STRIKES and is_food and unused_wounds(target.fields, spell.id) > 0
