"""What players wait for the GM to do in Pandemonium."""

from campaigns.game import Waits

WAITING = Waits(
    asked_of_gm={"pandemonium.reap": "games/pandemonium/spells/_asks_gm.html"},
    asked_most=("pandemonium.roll", "pandemonium.resist"),
)
