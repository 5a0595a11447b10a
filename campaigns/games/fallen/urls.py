"""The addresses of its pages."""

from django.urls import URLPattern, path

from campaigns.game import CAMPAIGN
from campaigns.games.fallen.fights import act_views as fight_acts
from campaigns.games.fallen.fights import conditions as fight_conditions
from campaigns.games.fallen.fights import views as fights

URLS: list[URLPattern] = [
    path(f"{CAMPAIGN}fight/", fights.fight, name="fight"),
    path(f"{CAMPAIGN}fight/begin/", fight_acts.begin_fight, name="begin_fight"),
    path(f"{CAMPAIGN}fight/<uuid:record_id>/attack/", fight_acts.attack_in_fight, name="attack_in_fight"),
    path(f"{CAMPAIGN}fight/<uuid:record_id>/hold-back/", fight_acts.hold_back, name="hold_back"),
    path(f"{CAMPAIGN}fight/<uuid:record_id>/let-go/", fight_acts.let_go_of_grip, name="let_go_of_grip"),
    path(f"{CAMPAIGN}fight/<uuid:record_id>/reload/", fight_acts.reload_weapon, name="reload_weapon"),
    path(
        f"{CAMPAIGN}fight/<uuid:record_id>/conditions/",
        fight_conditions.set_conditions,
        name="set_conditions",
    ),
    path(f"{CAMPAIGN}fight/<uuid:pending_id>/let-through/", fight_acts.let_through, name="let_through"),
]
