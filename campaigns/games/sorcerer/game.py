"""Sorcerer, as the campaign's side knows it."""

from django.utils.translation import gettext_lazy

from campaigns.game import Game, Inputs, Pages, Way
from campaigns.games.sorcerer.at_table import at_table
from campaigns.games.sorcerer.awards import AWARDS
from campaigns.games.sorcerer.derived import DERIVED
from campaigns.games.sorcerer.evening import EVENING
from campaigns.games.sorcerer.npcs import NPCS
from campaigns.games.sorcerer.odds import ODDS
from campaigns.games.sorcerer.permissions import PERMISSIONS
from campaigns.games.sorcerer.playing import PLAYING
from campaigns.games.sorcerer.prices import proposal
from campaigns.games.sorcerer.ready_made import READY_MADE
from campaigns.games.sorcerer.records import RECORDS
from campaigns.games.sorcerer.sheet.creation_page import CREATION
from campaigns.games.sorcerer.sheet.views import character_page
from campaigns.games.sorcerer.sigils import EMBLEM
from campaigns.games.sorcerer.telling import TELLING
from campaigns.games.sorcerer.urls import URLS
from campaigns.games.sorcerer.values import VALUES
from campaigns.games.sorcerer.waiting import WAITING
from rules.sorcerer.prices import ROLLS

GAME = Game(
    code="sorcerer",
    name="Sorcerer",
    odds=ODDS,
    values=VALUES,
    telling=TELLING,
    permissions=PERMISSIONS,
    playing=PLAYING,
    records=RECORDS,
    evening=EVENING,
    pages=Pages(
        about=gettext_lazy(
            "Sorcerers call up demons, bind them to their will and live with what that costs. "
            "Each roll sets one hand of dice against another, and Humanity is what can be lost."
        ),
        emblem=EMBLEM,
        urls=URLS,
        creation=CREATION,
        ready_made=READY_MADE,
        npcs=NPCS,
        sheets={"character": character_page},
        at_table=at_table,
        chosen_by="acting.id",
        whom=gettext_lazy("A sorcerer: ten points, a Cover, a Price, and a starting demon."),
        brought_by={"demon": Way("rituals", gettext_lazy("Call a demon"))},
        gm_makes=(Way("make_bystander", gettext_lazy("Add an NPC by name and scores")),),
    ),
    waiting=WAITING,
    inputs=Inputs(
        named_by_id={
            ("HeldGun", "aimed_at"): ("character", "demon", "thing"),
            ("AnswerAttackInput", "acting"): ("character", "demon"),
            ("Scope", "demons"): ("demon",),
        },
        derived=DERIVED,
        in_sight=frozenset({"difficulty", "types", "demons"}),
        awards=AWARDS,
        proposed=ROLLS,
        proposal=proposal,
        proposed_unnamed=gettext_lazy("The Price of the character rolling"),
        told={
            "sorcerer.recover_power": ("days_since",),
            "sorcerer.group_ritual": ("retry",),
            "sorcerer.contact": ("by_name", "helped"),
            "sorcerer.summon": ("contained", "helped"),
            "sorcerer.contain": ("helped",),
            "sorcerer.banish": ("helped",),
            "sorcerer.humanity_check": ("basis",),
            "sorcerer.answer_attack": ("acting",),
            "sorcerer.end_round": ("combatants",),
        },
    ),
)
