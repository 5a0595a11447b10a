"""The cast in rows: several who were made in one line stand in one, each with their own health and usual act."""

import re
from collections.abc import Hashable, Iterable
from typing import TypedDict
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from campaigns.game import games
from campaigns.policy import Rights
from campaigns.queries import at_hand
from campaigns.queries.home import Glance
from campaigns.queries.layouts.plain import layout_of
from campaigns.views.addresses import Addresses
from campaigns.views.shown_member import ShownMember, UsualAct

NUMBERED = re.compile(r"(.+) [1-9][0-9]{0,3}")
"""What those are called of whom a line made several."""


class CastRow(TypedDict):
    """One of the cast, or several under one name, as `components/_cast_row.html` takes them."""

    name: str
    game: str
    members: list[ShownMember]


def rows_of(
    found: Iterable[tuple[Glance, ShownMember]], rights: Rights | None, addresses: Addresses
) -> list[CastRow]:
    """Those who are in play; the GM's own who are called alike but for their number in one row."""
    rows: dict[Hashable, list[tuple[Glance, ShownMember]]] = {}
    for glance, shown in found:
        rows.setdefault(_alike(glance), []).append((glance, shown))
    made = []
    for key, row in rows.items():
        is_group = len(row) > 1
        if is_group:
            for glance, shown in row:
                shown["act"] = _usual_act(glance, rights, addresses) if rights else None
        members = [shown for _glance, shown in row]
        name = key[-1] if is_group and isinstance(key, tuple) else members[0]["name"]
        made.append(CastRow(name=str(name), game=members[0].get("game", ""), members=members))
    return made


def _alike(one: Glance) -> Hashable:
    """What those of one row share: a group is no record, and each of them is hurt and acts alone."""
    member = one.member
    numbered = NUMBERED.fullmatch(member.name)
    if numbered is None or member.owner is not None:
        return member.id
    return member.kind, member.visibility, numbered[1]


def _usual_act(one: Glance, rights: Rights, addresses: Addresses) -> UsualAct | None:
    """What a foe does most, ready to be sent, for whoever plays them: an attack, or else the first of their rolls."""
    chosen_by = games()[one.reading.system].pages.chosen_by
    hand = next(iter(at_hand.hands([one.reading], rights)), None)
    if chosen_by and at_hand.speaks_for(one.member, rights.member):
        query = urlencode({chosen_by: one.member.id})
        return UsualAct(label=_("Roll"), url=f"{addresses.of('table')}?{query}#act")
    if hand is None or not hand.rolls:
        return None
    roll = layout_of(one.member.kind).attacks(one.reading) or hand.rolls[0]
    url = f"{addresses.of('play_action', roll.action)}?{urlencode(roll.given)}"
    return UsualAct(label=f"{roll.label} {roll.dice}" if roll.dice else roll.label, url=url)
