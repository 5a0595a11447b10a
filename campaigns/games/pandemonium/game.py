"""Pandemonium, as the campaign's side knows it."""

from django.utils.translation import gettext_lazy

from campaigns.game import Awards, Game, Inputs, Pages, Way
from campaigns.games.pandemonium.at_table import at_table
from campaigns.games.pandemonium.boosts import EXPIRE, HELPING, OF_ITS_CASTER, over
from campaigns.games.pandemonium.creation import PANDEMONIUM
from campaigns.games.pandemonium.derived import DERIVED, PERHAPS
from campaigns.games.pandemonium.evening import EVENING
from campaigns.games.pandemonium.hampered import act_despite
from campaigns.games.pandemonium.npcs import NPCS
from campaigns.games.pandemonium.odds import ODDS
from campaigns.games.pandemonium.permissions import PERMISSIONS
from campaigns.games.pandemonium.playing import PLAYING
from campaigns.games.pandemonium.ready_made import READY_MADE
from campaigns.games.pandemonium.records import RECORDS
from campaigns.games.pandemonium.sigils import EMBLEM
from campaigns.games.pandemonium.telling import TELLING
from campaigns.games.pandemonium.unsaid import of_bringing
from campaigns.games.pandemonium.unseen import of_a_hidden_spell
from campaigns.games.pandemonium.urls import URLS
from campaigns.games.pandemonium.values import VALUES
from campaigns.games.pandemonium.waiting import WAITING
from rules.pandemonium.lingering import END

GAME = Game(
    code="pandemonium",
    name="Pandemonium",
    odds=ODDS,
    values=VALUES,
    telling=TELLING,
    permissions=PERMISSIONS,
    playing=PLAYING,
    records=RECORDS,
    waiting=WAITING,
    evening=EVENING,
    pages=Pages(
        about=gettext_lazy(
            "Mages shape spells out of Arcana, and what they wake does not always lie down again. "
            "Ten-sided dice count successes."
        ),
        emblem=EMBLEM,
        urls=URLS,
        at_table=at_table,
        creation=PANDEMONIUM,
        ready_made=READY_MADE,
        npcs=NPCS,
        whom=gettext_lazy(
            "A mage, or anyone magic may affect: Attributes, Skills, Arcana and a health track."
        ),
        asked_on={"pandemonium.write_spell": "spell_book"},
        way=Way("spells", gettext_lazy("Spells at work"), is_main=False),
        played="games/pandemonium/spells/_played.html",
    ),
    inputs=Inputs(
        named_by_id={("Wish", "to"): ("character",)},
        derived=DERIVED,
        perhaps=PERHAPS,
        unsaid={"pandemonium.bring": of_bringing},
        awards=Awards(clause="PAN-POOL-01"),
        helping=HELPING,
        in_sight=frozenset({"targets", "damage"}),
        over=over,
        begun={"pandemonium.shape": lambda _campaign: {"paid": {"mana": 1}}},  # PAN-POT-06
        none_left={
            EXPIRE: (
                gettext_lazy("Nothing temporary is left"),
                gettext_lazy(
                    "No spell has left temporary wounds or healing on anybody. What spells do and leave stands "
                    "under “Spells at work”."
                ),
            ),
            "pandemonium.ongoing_tick": (
                gettext_lazy("No slow wound is to come"),
                gettext_lazy("No spell deals anybody slow wounds."),
            ),
            END: (
                gettext_lazy("No aftereffect is left"),
                gettext_lazy("No spell has left an aftereffect on anybody."),
            ),
            **dict.fromkeys(
                OF_ITS_CASTER,
                (
                    gettext_lazy("No spell to take"),
                    gettext_lazy("No spell that its own mage could do this with is at work. Cast one first."),
                ),
            ),
        },
        rather={"pandemonium.roll": act_despite},
        unseen=of_a_hidden_spell,
    ),
)
