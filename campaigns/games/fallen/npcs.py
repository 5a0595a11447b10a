"""Whom the GM brings into play by a word."""

from campaigns.forms.npcs import by_layout, npc_rows
from campaigns.games.fallen.creation import FALLEN

NPCS = by_layout(FALLEN, npc_rows(__package__))
