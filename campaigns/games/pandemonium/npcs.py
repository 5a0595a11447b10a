"""Whom the GM brings into play by a word."""

from campaigns.forms.npcs import by_layout, npc_rows
from campaigns.games.pandemonium.creation import PANDEMONIUM

NPCS = by_layout(PANDEMONIUM, npc_rows(__package__))
