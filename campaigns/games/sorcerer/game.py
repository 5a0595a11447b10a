"""Sorcerer, as the campaign's side knows it."""

from campaigns.game import Game, Inputs
from campaigns.games.sorcerer.derived import DERIVED
from campaigns.games.sorcerer.odds import ODDS
from campaigns.games.sorcerer.permissions import PERMISSIONS
from campaigns.games.sorcerer.playing import PLAYING
from campaigns.games.sorcerer.urls import URLS
from campaigns.games.sorcerer.values import VALUES

GAME = Game(
    code="sorcerer",
    name="Sorcerer",
    odds=ODDS,
    values=VALUES,
    permissions=PERMISSIONS,
    playing=PLAYING,
    urls=URLS,
    inputs=Inputs(
        derived=DERIVED,
        told={"sorcerer.recover_power": ("days_since",), "sorcerer.group_ritual": ("retry",)},
    ),
)
