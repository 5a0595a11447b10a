"""The addresses of its pages."""

from django.urls import URLPattern, path

from campaigns.game import CAMPAIGN
from campaigns.games.pandemonium.spells import views as spells

URLS: list[URLPattern] = [
    path(f"{CAMPAIGN}spells/", spells.spells, name="spells"),
    path(f"{CAMPAIGN}spells/<uuid:record_id>/let-go/", spells.let_go_of_spell, name="let_go_of_spell"),
]
