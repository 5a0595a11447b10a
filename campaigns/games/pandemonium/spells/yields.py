"""What can still be made of what a spell did to somebody: resources of Resistant wounds, something that lingers."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from django.utils.translation import gettext as _

from campaigns.forms.action.lacking import ASK_GM
from campaigns.games.pandemonium.spell_page import LETS_BE, dealing, unused_wounds
from campaigns.games.pandemonium.spells.casters import SpellDeed, SpellOptions
from campaigns.queries.cast import Member
from rules import words
from rules.kernel.procedure import OpenQuestion
from rules.kernel.values import as_values
from rules.pandemonium.book import STRIKING
from rules.pandemonium.health import WORST_FIRST
from rules.pandemonium.lingering import worn_by
from rules.pandemonium.offering import BEAR, TRANSFER
from rules.pandemonium.offering import CLAUSE as TO_ANSWER

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
            full = "" if _has_room(caster, resource) else "PAN-REAP-05"
            for deed in hands.deed("reap", (spell.id, target.id, caster.id), label, **fed, resource=resource):
                yield replace(deed, clause=deed.clause or full, is_press=True)
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
        is_settled = any(dealing(hands.state.pending, target, spell.id, hands.now))
        ways = [] if is_settled else [(_("Ask the GM whether it is dealt with"), {"form__command": ASK_GM})]
    for label, more in ways:
        for deed in hands.deed("end_aftereffect", (target.id, spell.id), label, **given, **more):
            yield replace(deed, is_press=True)


def asked_to_bear(hands: SpellOptions, spell: Member, donor: Member) -> Iterator[SpellDeed]:
    """Asking those who are to bear somebody's wounds (PAN-TRANSFER-02); nothing where there are none.

    While they are asked it waits for them (PAN-TRANSFER-04), and once all have answered the wounds are moved. It begins
    with the worst kind that the spell's Potency moves (PAN-TRANSFER-05), if it moves any.
    """
    answers = [one for one in hands.state.pending if _is_of(one, spell, donor)]
    if ready := next((one for one in answers if one.question == TRANSFER), None):
        for deed in hands.deed("transfer", (spell.id, donor.id)):
            yield replace(deed, answers=ready.id)
        return
    if hurt := movable(donor):
        health = donor.fields["health"]
        moved = next((kind for kind in hurt if health[kind] <= spell["potency"]), "")
        given = {"spell": spell.id, "donor": donor.id} | ({"kinds": moved} if moved else {})
        bearer = spell["caster"] if spell["caster"] not in (None, donor.id) else ""
        more = {"recipients__0__id": bearer} if bearer else {}
        for deed in hands.deed("offer_wounds", (spell.id, donor.id), **given, **more):
            yield replace(deed, clause=deed.clause or (TO_ANSWER if answers else ""))


def movable(donor: Member) -> list[str]:
    """The kinds of wounds somebody has that a spell can move, the worst first: none that is resistant."""
    health = donor.fields.get("health")
    if not isinstance(health, dict):
        return []
    return [kind for kind in WORST_FIRST if health[kind] > health["resistant"][kind]]


def _is_of(asked: OpenQuestion, spell: Member, donor: Member) -> bool:
    """Whether a question came up when somebody's wounds were offered by a spell."""
    told = asked.data.get("donor")
    named = as_values(told).get("id") if isinstance(told, Mapping) else told  # an older question has it bare
    is_through = asked.data.get("through") == spell.id
    return is_through and named == donor.id and asked.question in (BEAR, TRANSFER)


def _has_room(one: Member, resource: str) -> bool:
    now, most = one.fields.get(resource), one.fields.get(f"most.{resource}")
    return not isinstance(now, int) or not isinstance(most, int) or now < most


def _feeds(spell: Member, target: Member) -> bool:
    is_food = bool(target.fields.get("living") and target.fields.get("sapient"))
    return spell["kind"] in STRIKING and is_food and unused_wounds(target.fields, spell.id) > 0
