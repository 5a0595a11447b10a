"""Fallen, as the campaign's side knows it."""

from django.utils.translation import gettext_lazy

from campaigns.game import Awards, Game, Inputs, Pages, Way
from campaigns.games.fallen.at_table import at_table
from campaigns.games.fallen.creation import FALLEN
from campaigns.games.fallen.derived import DERIVED
from campaigns.games.fallen.evening import EVENING
from campaigns.games.fallen.npcs import NPCS
from campaigns.games.fallen.odds import ODDS
from campaigns.games.fallen.permissions import PERMISSIONS
from campaigns.games.fallen.playing import PLAYING, TOLD
from campaigns.games.fallen.ready_made import READY_MADE
from campaigns.games.fallen.records import RECORDS
from campaigns.games.fallen.sigils import EMBLEM
from campaigns.games.fallen.telling import TELLING
from campaigns.games.fallen.unseen import traits_of_the_hidden
from campaigns.games.fallen.urls import URLS
from campaigns.games.fallen.values import VALUES
from campaigns.games.fallen.waiting import WAITING
from rules.kernel.values import Values


def _storytellers(dice: int) -> tuple[Values]:
    return ({"source": "storyteller", "dice": dice},)


GAME = Game(
    code="fallen",
    name="Fallen",
    odds=ODDS,
    values=VALUES,
    telling=TELLING,
    permissions=PERMISSIONS,
    playing=PLAYING,
    records=RECORDS,
    evening=EVENING,
    pages=Pages(
        about=gettext_lazy(
            "Demons cast out of heaven fight in borrowed bodies, turn by turn. "
            "Ten-sided dice against a Difficulty decide each attack, defence and soak."
        ),
        emblem=EMBLEM,
        urls=URLS,
        creation=FALLEN,
        ready_made=READY_MADE,
        npcs=NPCS,
        at_table=at_table,
        whom=gettext_lazy("A demon or a mortal in a fight: Attributes, Abilities, weapons and armor."),
        way=Way("fight", gettext_lazy("Go to the fight"), "swords"),
    ),
    waiting=WAITING,
    inputs=Inputs(
        derived=DERIVED,
        awards=Awards(clause="FAL-POOL-11", rows=_storytellers),
        told=TOLD,
        in_sight=frozenset({"weapon", "targets", "difficulty", "yards"}),
        unseen=traits_of_the_hidden,
    ),
)
