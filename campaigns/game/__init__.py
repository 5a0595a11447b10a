"""A game as the campaign's side knows it: the one object by which everything outside its room asks it.

A game is a package with a module `kinds` (the kinds of its records), a module `game` (its `GAME`, a `Game`) and
`areas.toml` (what the areas of its clauses are called). Each module here is a member of `Game` and has its namesake in
the rooms under `campaigns/games/`. Nothing outside a room names the game, an action of it or a kind of its records.
"""

from campaigns.game.entries import (
    About,
    Change,
    Document,
    Draw,
    Origin,
    Step,
    Told,
    as_about,
    as_document,
    plain,
)
from campaigns.game.evening import Evening
from campaigns.game.inputs import Awards, Carried, Help, Helping, Inputs, OfferedDice, Rather
from campaigns.game.installed import (
    OF_TABLE,
    Game,
    dealing_actions,
    game_of,
    games,
    kinds_for_the_actor,
    known_as_sets,
    nameless_kinds,
    of_all,
    secret_places,
)
from campaigns.game.odds import Event, Odds
from campaigns.game.pages import (
    Aside,
    AtTable,
    Concept,
    Creation,
    CreationForm,
    CreationStep,
    CreationTotal,
    Npc,
    Pages,
    ReadyMade,
    Way,
)
from campaigns.game.permissions import Permissions
from campaigns.game.playing import Playing, Preparing, Throw
from campaigns.game.records import CarriedOver, Records, Saved, SavedThing
from campaigns.game.telling import Moment, Telling
from campaigns.game.terms import CAMPAIGN, TABLE, Deriver, Given, Hides, Path, Text
from campaigns.game.values import Groups, Names, Shape, Values
from campaigns.game.waiting import CalledAnew, FaceDown, FaceToFace, Gathering, Place, Waits

__all__ = [
    "CAMPAIGN",
    "OF_TABLE",
    "TABLE",
    "About",
    "Aside",
    "AtTable",
    "Awards",
    "CalledAnew",
    "Carried",
    "CarriedOver",
    "Change",
    "Concept",
    "Creation",
    "CreationForm",
    "CreationStep",
    "CreationTotal",
    "Deriver",
    "Document",
    "Draw",
    "Evening",
    "Event",
    "FaceDown",
    "FaceToFace",
    "Game",
    "Gathering",
    "Given",
    "Groups",
    "Help",
    "Helping",
    "Hides",
    "Inputs",
    "Moment",
    "Names",
    "Npc",
    "Odds",
    "OfferedDice",
    "Origin",
    "Pages",
    "Path",
    "Permissions",
    "Place",
    "Playing",
    "Preparing",
    "Rather",
    "ReadyMade",
    "Records",
    "Saved",
    "SavedThing",
    "Shape",
    "Step",
    "Telling",
    "Text",
    "Throw",
    "Told",
    "Values",
    "Waits",
    "Way",
    "as_about",
    "as_document",
    "dealing_actions",
    "game_of",
    "games",
    "kinds_for_the_actor",
    "known_as_sets",
    "nameless_kinds",
    "of_all",
    "plain",
    "secret_places",
]
