"""What Fallen's kinds of records are to the table."""

from campaigns.game import Records
from campaigns.games.fallen.carried_over import carried_over
from campaigns.games.fallen.saved import SAVED
from campaigns.games.fallen.sheet_page import LAYOUTS
from rules.fallen.allowed import HOLD_BACK, IN_TURN, INITIATIVE, NEW_TURN

FIGHTERS = ("fallen.character",)

RECORDS = Records(
    living=FIGHTERS,
    clocked=FIGHTERS,
    seen_in=dict.fromkeys(
        ("fallen.take_turn", "fallen.roll", INITIATIVE, NEW_TURN, HOLD_BACK, *IN_TURN), FIGHTERS
    ),
    layouts=LAYOUTS,
    saved=SAVED,
    carried_over=carried_over,
)
