"""How the caster of a spell brings it to bear on somebody, who is asked to resist (PAN-RESIST-01)."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.games.pandemonium.spell_page import STRIKES
from campaigns.games.pandemonium.spells.casters import SYSTEM, SpellDeed, SpellOptions
from campaigns.queries.cast import Member
from rules import words
from rules.pandemonium.bearing import added_harm_waits
from rules.pandemonium.bringing import ACT_OF, ADDED, NEEDED, SLOW

WAYS: Final = {
    "investigation": (("watch", gettext_lazy("Watch them")), ("learn", gettext_lazy("Learn from them")))
}
"""Of a kind of spell that may be used in few ways, each of them with the tap that does so."""


DRAINED: Final = ("mana", "willpower")
"""Resources that a spell usually takes, for whoever cast it (PAN-DRAIN-03)."""


def _drained(target: Member) -> Iterator[tuple[str, str]]:
    for name in DRAINED:
        if isinstance(target.fields.get(name), int):
            yield name, _("Drain %(resource)s") % {"resource": words.spelled_out(name)}


def is_resisted_by(spell: Member, target: Member) -> bool:
    """Whether somebody is asked before a spell does anything to them: of wounds nobody has named, only the GM says."""
    is_said = spell["kind"] not in STRIKES or spell["wound"] is not None
    return spell["kind"] in ACT_OF and target.kind == f"{SYSTEM}.character" and is_said


def reaching_for(hands: SpellOptions, spell: Member, target: Member, clause: str) -> Iterator[SpellDeed]:
    """A tap that asks them, or the form where its caster has more to say; `clause` forbids it now."""
    if any(hands.asked(spell.id, target.id)):
        return
    begun = {"spell__id": spell.id, "targets__0__id": target.id}
    is_trigger = spell["state"] == "latent"
    label = words.action_words(ACT_OF[spell["kind"]])[0]
    if is_trigger:
        begun["triggered"], label = "on", _("Trigger it")
    usual = _drained(target) if spell["kind"] == "drain" else WAYS.get(spell["kind"], ())
    for code, name in tuple(usual) or (("", label),):
        more = {NEEDED[spell["kind"]]: code} if code else {}
        if code in DRAINED and spell["caster"]:
            more["recipient"] = spell["caster"]
        for deed in hands.deed("bring", (spell.id, target.id), str(name), **begun, **more):
            is_said = spell["kind"] not in NEEDED or bool(code)
            may = not is_trigger or hands.rights.gives_rulings
            yield replace(deed, clause=deed.clause or clause, is_press=is_said and may)


def adding_harm(hands: SpellOptions, spell: Member, target: Member) -> Iterator[SpellDeed]:
    """A tap by which somebody whom a spell holds is asked to resist the damage that it adds (PAN-ADDED-03)."""
    waits = added_harm_waits(spell.id, target.id, hands.state) or ""
    for deed in _in_another_way(hands, spell, target, "added", words.action_words(ADDED)[0]):
        yield replace(deed, clause=deed.clause or waits, is_press=spell["wound"] is not None)


def harming_slowly(hands: SpellOptions, spell: Member, target: Member) -> Iterator[SpellDeed]:
    """The form in which the GM says how often a wound falls; whom it reaches for is then asked (PAN-ONGOING-01)."""
    yield from _in_another_way(hands, spell, target, "slow", words.action_words(SLOW)[0])


def _in_another_way(
    hands: SpellOptions, spell: Member, target: Member, way: str, label: str
) -> Iterator[SpellDeed]:
    if any(one.question in (ADDED, SLOW) for one in hands.asked(spell.id, target.id)):
        return
    begun = {"spell__id": spell.id, "targets__0__id": target.id, "way": way}
    yield from hands.deed("bring", (spell.id, target.id), label, **begun)
