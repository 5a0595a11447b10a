"""What Fallen's kinds of records are to the table."""

from campaigns.game import Records
from campaigns.games.fallen.sheet_page import LAYOUTS
from rules.fallen.allowed import IN_TURN

FIGHTERS = ("fallen.character",)

RECORDS = Records(
    living=FIGHTERS,
    clocked=FIGHTERS,
    seen_in=dict.fromkeys(("fallen.take_turn", "fallen.initiative", *IN_TURN), FIGHTERS),
    layouts=LAYOUTS,
)
