"""Whom the GM brings into play by a word."""

from campaigns.forms.npcs import by_layout, npc_rows
from campaigns.games.demon_city.creation import DEMON_CITY

NPCS = by_layout(DEMON_CITY, npc_rows(__package__))
