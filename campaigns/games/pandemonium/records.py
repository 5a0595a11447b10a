"""What Pandemonium's kinds of records are to the table."""

from campaigns.game import Records
from campaigns.games.pandemonium.carried_over import carried_over
from campaigns.games.pandemonium.sheet_page import LAYOUTS

SPELLBOUND = (
    "pandemonium.character",
    "pandemonium.thing",
    "pandemonium.place",
    "pandemonium.spell",
)
"""What a spell holds, and the spells."""

RECORDS = Records(
    living=SPELLBOUND,
    clocked=(*SPELLBOUND, "pandemonium.connection"),
    always_seen=SPELLBOUND,
    at_work=("pandemonium.spell",),
    layouts=LAYOUTS,
    carried_over=carried_over,
)
