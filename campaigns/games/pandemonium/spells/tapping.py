"""Connections that are tapped from the board, and whose word a tap waits for (PAN-SYMP-04)."""

from collections.abc import Iterator
from dataclasses import replace

from django.utils.translation import gettext as _

from campaigns.games.pandemonium.book.reading import is_mage
from campaigns.games.pandemonium.spells.casters import SpellDeed, SpellOptions
from campaigns.queries.cast import Member
from rules.pandemonium.sympathy import SYMPATHY


def tap(hands: SpellOptions, link: Member) -> Iterator[SpellDeed]:
    """Making use of a connection, for every mage: whoever it belongs to is asked about the will of the two it joins.

    Of one that belongs to nobody the GM says it with the tap.
    """
    mages = [one for one in hands.own if is_mage(one)]
    if not mages or is_tapped(hands, link):
        return
    usual = _("Tap it")
    if hands.rights.member.is_gm and link.owner in (None, hands.rights.id):
        ways = ((usual, "no"), (_("Tap it against someone’s will"), "yes"))
        said = [(label, "sympathy", {"event": "tap", "unwilling": word}) for label, word in ways]
    else:
        said = [(usual, "tap", {"mage__id": mages[0].id} if len(mages) == 1 else {})]
    worn_out = "" if link["rating"] else "PAN-SYMP-08"
    for label, verb, more in said:
        for deed in hands.deed(verb, (link.id,), label, connection__id=link.id, **more):
            yield replace(deed, is_press=bool(more), clause=deed.clause or worn_out)


def is_tapped(hands: SpellOptions, link: Member) -> bool:
    """Whether a tap of it waits for somebody's word."""
    return any((one.question, one.who) == (SYMPATHY, link.id) for one in hands.state.pending)
