"""Which spells an act may take: those at work (PAN-TRACK-06), and which of them help a roll (PAN-BOOST-01)."""

from collections.abc import Iterable, Iterator, Sequence
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.game import Help, Helping
from campaigns.games.pandemonium.spell_page import HOLDING, LETS_BE
from campaigns.models import Campaign, PandemoniumSpell
from campaigns.queries import records
from campaigns.queries.cast import Member
from campaigns.viewing import Hidden, Viewer
from rules import words
from rules.pandemonium.allowed import NEEDS_A_SPELL
from rules.pandemonium.aspects import ASPECTS
from rules.pandemonium.helping import OPPOSES
from rules.pandemonium.pools import ORDINARY_AGAIN

SPELL = "pandemonium.spell"
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


def over(campaign: Campaign, action: str) -> frozenset[str]:
    """The spells that have ended, which nothing is done with any more (PAN-TRACK-06)."""
    if action not in NEEDS_A_SPELL:
        return frozenset()
    ended = PandemoniumSpell.objects.filter(record__campaign=campaign, state="ended")
    return frozenset(map(str, ended.values_list("record", flat=True)))


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
)
