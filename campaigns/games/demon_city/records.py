"""What Demon City's kinds of records are to the table."""

from campaigns.game import Records
from campaigns.games.demon_city.carried_over import carried_over
from campaigns.games.demon_city.sheet_page import LAYOUTS

RECORDS = Records(
    living=("demon_city.character", "demon_city.round"),
    always_seen=("demon_city.deck", "demon_city.character"),
    newest_seen="demon_city.round",
    layouts=LAYOUTS,
    carried_over=carried_over,
)
