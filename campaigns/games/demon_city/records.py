"""What Demon City's kinds of records are to the table."""

from django.utils.translation import gettext_lazy

from campaigns.game import Records
from campaigns.games.demon_city.carried_over import carried_over
from campaigns.games.demon_city.rounds.around import with_face_down, with_what_waits
from campaigns.games.demon_city.saved import SAVED
from campaigns.games.demon_city.sheet_page import LAYOUTS
from rules.demon_city.allowed import ORDER
from rules.demon_city.progress import CALM

RECORDS = Records(
    living=("demon_city.character", "demon_city.round"),
    always_seen=("demon_city.deck", "demon_city.character"),
    newest_seen="demon_city.round",
    called={
        "demon_city.clash": gettext_lazy("Clash: %(name)s"),
        "demon_city.chase": gettext_lazy("Chase: %(name)s"),
        "demon_city.round": gettext_lazy("%(name)s (Demon City)"),
    },
    state_for={ORDER: with_what_waits, CALM: with_face_down},
    layouts=LAYOUTS,
    saved=SAVED,
    carried_over=carried_over,
)
