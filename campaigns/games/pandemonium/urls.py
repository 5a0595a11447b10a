"""The addresses of its pages."""

from django.urls import URLPattern, path

from campaigns.game import CAMPAIGN
from campaigns.games.pandemonium.book import views as book
from campaigns.games.pandemonium.spells import views as spells

URLS: list[URLPattern] = [
    path(f"{CAMPAIGN}spells/", spells.spells, name="spells"),
    path(
        f"{CAMPAIGN}spells/resist/<uuid:pending_id>/let-through/",
        spells.let_spell_through,
        name="let_spell_through",
    ),
    path(f"{CAMPAIGN}spells/<uuid:record_id>/let-go/", spells.let_go_of_spell, name="let_go_of_spell"),
    path(f"{CAMPAIGN}spells/<uuid:record_id>/shape/", book.shape_spell, name="shape_spell"),
    path(f"{CAMPAIGN}spells/book/", book.spell_book, name="spell_book"),
    path(f"{CAMPAIGN}spells/book/<uuid:record_id>/", book.write_spell, name="write_spell"),
    path(f"{CAMPAIGN}spells/book/<uuid:record_id>/cast/", book.cast_from_book, name="cast_from_book"),
]
