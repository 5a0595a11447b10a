"""Demon City, as the campaign's side knows it."""

from django.utils.translation import gettext_lazy

from campaigns.game import Game, Pages
from campaigns.games.demon_city.at_table import at_table
from campaigns.games.demon_city.creation import DEMON_CITY
from campaigns.games.demon_city.evening import EVENING
from campaigns.games.demon_city.inputs import INPUTS
from campaigns.games.demon_city.npcs import NPCS
from campaigns.games.demon_city.odds import ODDS
from campaigns.games.demon_city.permissions import PERMISSIONS
from campaigns.games.demon_city.playing import PLAYING
from campaigns.games.demon_city.ready_made import READY_MADE
from campaigns.games.demon_city.records import RECORDS
from campaigns.games.demon_city.sigils import EMBLEM
from campaigns.games.demon_city.telling import TELLING
from campaigns.games.demon_city.urls import URLS
from campaigns.games.demon_city.values import VALUES
from campaigns.games.demon_city.waiting import WAITING

GAME = Game(
    code="demon_city",
    name="Demon City",
    odds=ODDS,
    values=VALUES,
    telling=TELLING,
    permissions=PERMISSIONS,
    playing=PLAYING,
    records=RECORDS,
    evening=EVENING,
    pages=Pages(
        about=gettext_lazy(
            "People look into horrors, and a city that would rather not be looked into. "
            "Tarot cards decide in the place of dice."
        ),
        emblem=EMBLEM,
        urls=URLS,
        creation=DEMON_CITY,
        ready_made=READY_MADE,
        npcs=NPCS,
        at_table=at_table,
        asked_on={
            "demon_city.build_horror_deck": "choose_horrors",
            "demon_city.announce_order": "action_round",
            "demon_city.announce": "action_round",
            "demon_city.sort_clashes": "action_round",
            "demon_city.clash": "action_round",
            "demon_city.chase": "action_round",
        },
        turned="games/demon_city/decks/_turned.html",
        whom=gettext_lazy(
            "Someone in a haunted city: characteristics and skills from 0 to 9, and cards that decide what happens."
        ),
    ),
    waiting=WAITING,
    inputs=INPUTS,
)
