"""How the caster of a spell brings it to bear on somebody, who is asked to resist (PAN-RESIST-01)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.games.pandemonium.spells.casters import SYSTEM, SpellDeed, SpellOptions
from campaigns.queries.cast import Member
from rules import words
from rules.pandemonium.bearing import added_harm_waits
from rules.pandemonium.book import STRIKING
from rules.pandemonium.bringing import ACT_OF, ADDED, NEEDED, SLOW
from rules.pandemonium.progress import bears_now
from rules.pandemonium.targets import KEPT_UP

WAYS: Final = {
    "investigation": (("watch", gettext_lazy("Watch them")), ("learn", gettext_lazy("Learn from them"))),
    "plunder": (("item", gettext_lazy("Take a thing")),),
}
"""Of a kind of spell that may be used in few ways, each of them with the tap that does so."""


NOT_ASKED: Final = {
    "slow": "way aim of merit resource recipient",
    "added": "way aim of merit resource recipient interval compare means stakes triggered",
}
"""What the form of a spell that comes to bear in another way than usual leaves out: it goes with other kinds."""
DRAINED: Final = ("mana", "willpower")
"""Resources that a spell usually takes, for whoever cast it (PAN-DRAIN-03)."""


Way = tuple[str, Mapping[str, str]]
"""What a tap says of a spell that may be used in more than one way, and what it sends."""


def _ways(spell: Member, target: Member) -> Iterator[Way]:
    kind = spell["kind"]
    for code, told in WAYS.get(kind, ()):
        yield str(told), {NEEDED[kind]: code}
    if kind == "drain":
        recipient = {"recipient": spell["caster"]} if spell["caster"] else {}
        for name in DRAINED:
            if isinstance(target.fields.get(name), int):
                label = _("Drain %(resource)s") % {"resource": words.spelled_out(name)}
                yield label, {"resource": name, **recipient}
    if kind == "plunder":
        has = sorted(name for name, dots in target.fields.items() if name.startswith("merits.") and dots)
        for merit in (name.removeprefix("merits.") for name in has):
            label = _("Plunder %(merit)s") % {"merit": words.spelled_out(merit)}
            yield label, {"of": "merit", "merit": "on", "merit.name": merit}


def is_resisted_by(spell: Member, target: Member) -> bool:
    """Whether somebody is asked before a spell does anything to them: of wounds nobody has named, only the GM says."""
    is_said = spell["kind"] not in STRIKING or spell["wound"] is not None
    return spell["kind"] in ACT_OF and target.kind == f"{SYSTEM}.character" and is_said


def reaching_for(hands: SpellOptions, spell: Member, target: Member, clause: str) -> Iterator[SpellDeed]:
    """A tap that asks them, or the form where its caster has more to say; `clause` forbids it now."""
    if any(hands.asked(spell.id, target.id)):
        return
    begun = {"spell__id": spell.id, "targets__0__id": target.id}
    is_trigger = spell["state"] == "latent"
    if spell["interval"]:
        begun["way"] = "slow"
    is_of_no_kind = spell["kind"] == "other"  # it holds as control does, and is called by no such name
    act = SLOW if spell["interval"] else ACT_OF[spell["kind"]]
    label = _("Bring it to bear") if is_of_no_kind else words.action_words(act)[0]
    if is_trigger:
        begun["triggered"], label = "on", _("Trigger it")
    usual: tuple[Way, ...] = tuple(_ways(spell, target)) or ((label, {}),)
    for name, more in usual:
        for deed in hands.deed("bring", (spell.id, target.id), name, **begun, **more):
            is_said = spell["kind"] not in NEEDED or bool(more)
            waits = "PAN-DELAY-03" if is_trigger and not hands.rights.gives_rulings else ""
            yield replace(deed, clause=deed.clause or clause or waits, is_press=is_said)


def adding_harm(hands: SpellOptions, spell: Member, target: Member) -> Iterator[SpellDeed]:
    """A tap by which somebody whom a spell holds is asked to resist the damage that it adds (PAN-ADDED-03)."""
    waits = added_harm_waits(spell.id, target.id, hands.state) or ""
    for deed in _in_another_way(hands, spell, target, "added", _("Harm them")):
        yield replace(deed, clause=deed.clause or waits, is_press=spell["adds"] is not None)


def harming_slowly(hands: SpellOptions, spell: Member, target: Member) -> Iterator[SpellDeed]:
    """The form in which the GM says how often a wound falls; whom it reaches for is then asked (PAN-ONGOING-01)."""
    made = bears_now(spell.id, spell.fields, target.id, target.fields)
    spent = "PAN-POT-15" if made is not None and made.applied in KEPT_UP else ""
    for deed in _in_another_way(hands, spell, target, "slow", words.action_words(SLOW)[0]):
        yield replace(deed, clause=deed.clause or spent)


def _in_another_way(
    hands: SpellOptions, spell: Member, target: Member, way: str, label: str
) -> Iterator[SpellDeed]:
    if any(one.question in (ADDED, SLOW) for one in hands.asked(spell.id, target.id)):
        return
    begun = {"spell__id": spell.id, "targets__0__id": target.id, "way": way, "form__hide": NOT_ASKED[way]}
    if way == "added" and spell["adds"] is None and spell["wound"] is not None and hands.rights.gives_rulings:
        begun["wound"] = spell["wound"]  # what its caster said of it
    yield from hands.deed("bring", (spell.id, target.id), label, **begun)
