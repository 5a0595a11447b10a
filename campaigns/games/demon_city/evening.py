"""The demo of Demon City: three investigators in a metro station that is on no map."""

from django.utils.datastructures import MultiValueDict

from campaigns.forms.plain_creation import by_concept
from campaigns.game import Evening, Pages
from campaigns.games.demon_city.creation import DEMON_CITY
from campaigns.games.demon_city.decks.acts import lay_out_decks
from campaigns.games.demon_city.npcs import NPCS
from campaigns.games.demon_city.ready_made import READY_MADE
from campaigns.games.demon_city.rounds import acts as rounds
from campaigns.games.demon_city.rounds import flips
from campaigns.games.demon_city.rounds.flip_forms import FlipForm
from campaigns.games.demon_city.rounds.forms import SortForm
from campaigns.games.demon_city.rounds.reading import ActionRound, action_round
from campaigns.models import Campaign
from campaigns.services.asking import ask_gm
from campaigns.services.demo import Table
from campaigns.viewing import Viewer
from rules.kernel.values import Values

HOUR = 3600
MADE = Pages(creation=DEMON_CITY, ready_made=READY_MADE)
ODILE, TOMAS, PIM, GHOUL, USHER = "Odile Renner", "Tomas Vail", "Pim Castellane", "Gristle", "The Usher"
CAST = (
    ("iris", "detective", ODILE, 4),
    ("jonas", "nurse", TOMAS, 3),
    ("kit", "courier", PIM, 6),
    ("gm", "ghoul", GHOUL, 5),
    ("gm", "stalker", USHER, 2),
)
"""Who plays whom, by which concept, and how agile they are: no two alike, so that no card settles who is first."""
Deeds = dict[str, tuple[str, str]]
"""What everybody in a round announces, by name: what, and at whom."""


def play_story(table: Table) -> None:
    """An evening on the platform that was played to its end, and one that has come to a Clash."""
    _prepare(table)
    _first_session(table)
    _second_session(table)


def _prepare(table: Table) -> None:
    for who, concept, name, agility in CAST:
        typed = {"character.stats.agility": str(agility)}
        member = table.members[who]
        table.bring(who, by_concept(MADE, concept, name, member=member, chance=table.chance, typed=typed))
    operator = {"hidden": "on"}
    gm = table.members["gm"]
    table.bring(
        "gm",
        by_concept(MADE, "whisperer", "The Operator", member=gm, chance=table.chance, typed=operator),
    )
    guard = next(one for one in NPCS if one.one == "Guard")
    table.bring("gm", guard.make(table.chance, "The ticket inspector", "table"))
    lay_out_decks(actor=gm, key=table.key(), nonce=table.nonce())


def _first_session(table: Table) -> None:
    table.begin("The last train does not stop", "Weigh Street station, 00:40")
    table.note("gm", "The departure board has one line more than the map on the wall.")
    _throw(table, "iris", ODILE, intensity=4)
    table.note("iris", "The scratches on the platform door begin on the inside.", table.named(ODILE))
    _throw(table, "kit", PIM, intensity=5)
    table.pass_time(HOUR)
    _announced(table, {ODILE: ("attack", GHOUL), GHOUL: ("attack", ODILE)})
    _sort(table)
    _flip(table)
    table.note("jonas", "It had a season ticket in its coat. Valid until 1974.", table.named(GHOUL))
    table.end()


def _second_session(table: Table) -> None:
    """Still open, and nothing in it is drawn: cards lie face down, Pim is to keep Calm, Tomas asks for a throw."""
    table.begin("The line that is not on the map", "The tunnel behind the tiles")
    table.pass_time(20 * HOUR)
    table.note("gm", "Every telephone on the platform rings once. Nobody is told what it says.")
    odile, tomas = table.named(ODILE), table.named(TOMAS)
    table.ask("demon_city.calm", odile, {"character": {"id": odile}, "intensity": 5})
    throw: Values = {"thrower": {"id": tomas}}
    asks = table.members["jonas"]
    ask_gm(actor=asks, action="demon_city.static_throw", who=tomas, given=throw, key=table.key())
    _announced(table, {PIM: ("attack", USHER), TOMAS: ("defend", ""), USHER: ("attack", TOMAS)})
    _sort(table)


def _throw(table: Table, who: str, name: str, *, intensity: int) -> None:
    """What the GM asks of a player and rates, thrown by them."""
    thrower: Values = {"thrower": {"id": table.named(name)}}
    asked = table.ask("demon_city.static_throw", table.named(name), {**thrower, "intensity": intensity})
    table.act(who, "demon_city.static_throw", thrower, answers=asked)


def _announced(table: Table, deeds: Deeds) -> None:
    """A round in which everybody says what they do, the slowest first."""
    gm, who = table.members["gm"], [table.named(name) for name in deeds]
    rounds.begin_round(actor=gm, name="On the platform", who=who, previous=(), anew=False, key=table.key())
    while (up := _round(table).next_up) is not None:
        kind, target = deeds[up.member.name]
        given: Values = {
            "round": {"id": table.latest("demon_city.round")},
            "character": {"id": up.member.id},
            "kind": kind,
            "targets": [table.named(target)] if target else [],
        }
        actor = table.members[table.player_of(up.member.id)]
        rounds.announce(actor=actor, given=given, words="", owner=up.member.owner, key=table.key())


def _sort(table: Table) -> None:
    """Everybody on the side where the page puts them."""
    blank = SortForm(_round(table))
    sides = {row.side.html_name: [str(row.side.initial)] for row in blank.rows}
    form = SortForm(_round(table), MultiValueDict({**sides, "key": [table.key()]}))
    if not form.is_valid():
        raise ValueError(f"nothing can be sorted: {form.errors.as_json()}")
    names = {row.place.member.id: row.place.member.name for row in form.rows}
    rounds.sort_round(actor=table.members["gm"], actions=form.actions(), names=names, key=table.key())


def _flip(table: Table) -> None:
    """All cards at once, as many as are counted, and the damage of whoever was hit."""
    gm = table.members["gm"]
    form = FlipForm(flips.ready(_campaign(table), _round(table)), MultiValueDict({"key": [table.key()]}))
    if not form.is_valid() or not (asked := form.requests(gm)) or form.errors:
        raise ValueError(f"nothing can be flipped: {form.errors.as_json()}")
    rounds.flip_round(actor=gm, flips=asked, nonce=table.nonce(), key=table.key())
    while waiting := table.waiting():
        if waiting[0].question == "demon_city.damage":
            table.answer(waiting[0], {"target": {"id": waiting[0].who}}, "gm")
        else:
            table.settle("gm", waiting[0], "struck", "The lights go out before it matters.")


def _round(table: Table) -> ActionRound:
    return action_round(_campaign(table), Viewer.of(table.members["gm"]))


def _campaign(table: Table) -> Campaign:
    return Campaign.objects.get(pk=table.campaign.pk)


EVENING = Evening(name="Weigh Street", play=play_story)
