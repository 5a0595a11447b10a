"""The addresses of its pages."""

from django.urls import URLPattern, path

from campaigns.game import CAMPAIGN
from campaigns.games.demon_city.decks import views as decks
from campaigns.games.demon_city.rounds import flip_views as flips
from campaigns.games.demon_city.rounds import views as rounds

URLS: list[URLPattern] = [
    path(f"{CAMPAIGN}decks/", decks.decks, name="decks"),
    path(f"{CAMPAIGN}decks/lay-out/", decks.lay_out, name="lay_out_decks"),
    path(f"{CAMPAIGN}decks/share/", decks.share, name="share_horrors"),
    path(f"{CAMPAIGN}decks/horror/", decks.choose_horrors, name="choose_horrors"),
    path(f"{CAMPAIGN}action/", rounds.action_round, name="action_round"),
    path(f"{CAMPAIGN}action/begin/", rounds.begin_round, name="begin_round"),
    path(f"{CAMPAIGN}action/announce/", rounds.announce_deed, name="announce_deed"),
    path(f"{CAMPAIGN}action/throw/", rounds.ask_for_throw, name="ask_for_throw"),
    path(f"{CAMPAIGN}action/sort/", rounds.sort_round, name="sort_round"),
    path(f"{CAMPAIGN}action/flip/", flips.flip_round, name="flip_round"),
    path(f"{CAMPAIGN}action/ready/", flips.say_ready, name="say_ready"),
    path(f"{CAMPAIGN}action/settle/<uuid:record_id>/", flips.settle_clash, name="settle_clash"),
]
