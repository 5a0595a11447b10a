"""Which spells an act may take: those at work (PAN-TRACK-06), and which of them help a roll (PAN-BOOST-01)."""

from collections.abc import Iterable, Iterator, Sequence
from uuid import UUID

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.game import Groups, Help, Helping
from campaigns.games.pandemonium.spell_page import HOLDING, LETS_BE
from campaigns.models import Campaign, Membership, PandemoniumSpell, Spellbound
from campaigns.queries import records
from campaigns.queries.cast import Member
from campaigns.viewing import Hidden, Viewer
from rules import words
from rules.pandemonium.allowed import NEEDS_A_SPELL
from rules.pandemonium.aspects import ASPECTS
from rules.pandemonium.blows import CARRIED
from rules.pandemonium.book import STRIKING
from rules.pandemonium.chosen import MADE_FOR
from rules.pandemonium.helping import OPPOSES
from rules.pandemonium.lingering import END
from rules.pandemonium.offering import ASK, TRANSFER
from rules.pandemonium.pools import ORDINARY_AGAIN

SPELL = "pandemonium.spell"
TAKES = {
    **{one: (*MADE_FOR[one], "other") for one in (ASK, TRANSFER)},
    "pandemonium.strike": CARRIED,
    "pandemonium.heal": ("healing", *STRIKING, "other"),
}
"""The kinds of spells that an act takes alone, as long as they are at work."""
EXPIRE = "pandemonium.temporary_expire"
LEFT = {EXPIRE: "temporary", END: "aftereffect", "pandemonium.ongoing_tick": "ongoing"}
"""Where spells keep on somebody what an act ends."""
OF_ITS_CASTER = ("pandemonium.shape", "pandemonium.refresh")
"""What only whoever cast a spell does with it."""
HARMLESS = ("healing", "other")
"""Kinds of spells that whoever they are meant for has not to resist; one of no kind, until it holds them."""


def _spells(viewer: Viewer, campaign: str, who: str) -> Sequence[Help]:
    """The spells in force that this viewer knows of; all of them are near while nobody is named.

    Those that are on the side of whoever rolls come first.
    """
    seen = records.around(Campaign.objects.get(pk=UUID(campaign)), viewer, SPELL)
    found = [one for one in seen.values() if one.kind == SPELL and one["state"] == "active"]
    known = [one for one in found if not isinstance(one["aspect"], Hidden)]
    return [Help(one.id, _told(one), not who or who in _on_its_side(one, seen.values())) for one in known]


def carried_by(viewer: Viewer, campaign: str, who: str) -> Groups:
    """The spells that a blow may carry, those of whoever strikes first; what holds them is last to be their help."""
    if not who:
        return ()
    seen = records.around(Campaign.objects.get(pk=UUID(campaign)), viewer, SPELL)
    spells = [one for one in seen.values() if one.kind == SPELL]
    own = {one.id for one in spells if one["caster"] == who}
    bound = {one.id for one in spells if _holds(one, seen.values(), who)} - own
    others = {one.id for one in spells} - own - bound
    name = seen[who].name if who in seen else ""
    return (
        (_("Spells of %(name)s") % {"name": name}, own),
        (_("Others’ spells"), others),
        (_("Spells that hold %(name)s") % {"name": name}, bound),
    )


def struggled_against(viewer: Viewer, campaign: str, who: str) -> Groups:
    """The spells to break free of, first those that hold whoever struggles; what ended is apart (PAN-STRUGGLE-12)."""
    seen = records.around(Campaign.objects.get(pk=UUID(campaign)), viewer, SPELL)
    spells = [one for one in seen.values() if one.kind == SPELL]
    ended = {one.id for one in spells if one["state"] == "ended"}
    bound = {one.id for one in spells if _holds(one, seen.values(), who)}
    at_work = {one.id for one in spells} - ended
    name = {"name": seen[who].name if who in seen else ""}
    return (
        (_("Spells that hold %(name)s") % name, at_work & bound),
        (_("Ended, but something of them still holds %(name)s") % name, ended & bound),
        (_("Other spells at work") if bound else _("Spells at work"), at_work - bound),
        (_("Ended spells"), ended - bound),
    )


def _holds(spell: Member, everybody: Iterable[Member], who: str) -> bool:
    held = (one for one in everybody if one.id == who)
    return spell["kind"] not in LETS_BE and any(one.fields.get(f"hold.{spell.id}") in HOLDING for one in held)


def over(campaign: Campaign, action: str, member: Membership) -> frozenset[str]:
    """The spells that have ended, which nothing is done with any more (PAN-TRACK-06).

    Some acts take only spells at work that were made for it (PAN-TRANSFER-01, PAN-CONSEQ-10), healing also those
    that heal by harming (PAN-HEAL-09). Only the mage who cast a spell Shapes it (PAN-TIME-01). What ends something
    that spells left takes only what left some (PAN-TEMP-01, PAN-AFTER-13, PAN-ONGOING-02).
    """
    if action in LEFT:
        return _nothing_left(campaign, LEFT[action])
    if action not in NEEDS_A_SPELL:
        return frozenset()
    is_over = Q(state="ended")
    if (takes := TAKES.get(action)) is not None:
        is_over = ~Q(state="active") | ~Q(kind__in=takes)
    if action in OF_ITS_CASTER and not member.is_gm:
        is_over |= Q(caster__isnull=False) & ~Q(caster__owner=member)
    over = PandemoniumSpell.objects.filter(is_over, record__campaign=campaign)
    return frozenset(map(str, over.values_list("record", flat=True)))


def _nothing_left(campaign: Campaign, kept: str) -> frozenset[str]:
    """The spells that left nothing of that on anybody, and those on whom none did."""
    bound = Spellbound.objects.filter(record__campaign=campaign).values_list("record", kept)
    left = {str(who): {spell for spell, kept in found.items() if kept} for who, found in bound}
    spells = PandemoniumSpell.objects.filter(record__campaign=campaign).values_list("record", flat=True)
    leaving = {spell for found in left.values() for spell in found}
    return frozenset(map(str, spells)).union(who for who, found in left.items() if not found) - leaving


def _on_its_side(spell: Member, everybody: Iterable[Member]) -> Iterator[str]:
    """Its caster, and whom it is meant for where it neither harms nor holds them (PAN-BOOST-12)."""
    yield str(spell["caster"])
    held = {one.id for one in everybody if one.fields.get(f"hold.{spell.id}") in HOLDING}
    if spell["kind"] in HARMLESS:
        yield from (one for one in spell["targets"] if spell["kind"] in LETS_BE or one not in held)


def _told(spell: Member) -> str:
    row = ASPECTS[spell["aspect"]]
    told = {
        "spell": spell.name or _("an unnamed spell"),
        "aspect": words.choice_words("pandemonium", spell["aspect"]),
        "n": row.minimum,
        "again": row.again,
    }
    if row.again == ORDINARY_AGAIN:
        return _("%(spell)s (%(aspect)s): at least %(n)s") % told
    return _("%(spell)s (%(aspect)s): at least %(n)s, %(again)s-again") % told


HELPING = Helping(
    offered=_spells,
    told=gettext_lazy(
        "Tick the one that helps directly and tangibly, the strongest alone: several are not added, and the pool "
        "stays the same."
    ),
    one_alone=gettext_lazy("Tick one boost alone, the strongest: several are not added."),  # PAN-BOOST-05
    others=gettext_lazy("Other spells at work"),
    opposes=OPPOSES,
    never=frozenset({"shaping"}),  # PAN-APPLY-05
    several=frozenset({"sources"}),  # PAN-MULTI-04: they hurt, and the best counts
)
