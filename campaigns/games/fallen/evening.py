"""The demo of Fallen: two who fell and a priest, about a bell that nobody rings."""

from campaigns.forms.plain_creation import by_concept
from campaigns.game import Evening, Pages
from campaigns.games.fallen.creation import FALLEN
from campaigns.games.fallen.fights.acts import begin_fight
from campaigns.games.fallen.fights.reading import FightView, fight_of
from campaigns.games.fallen.npcs import NPCS
from campaigns.games.fallen.ready_made import READY_MADE
from campaigns.models import Campaign
from campaigns.queries.waiting import Waiting
from campaigns.services.asking import ask_gm
from campaigns.services.demo import Table
from campaigns.viewing import Viewer
from rules.kernel.values import Values

HOUR = 3600
MADE = Pages(creation=FALLEN, ready_made=READY_MADE)
HUNTER, SMITH, PRIEST, VERGER, RINGER = "Nahariel", "Ushmai", "Father Aumont", "The verger", "The bellringer"
CAST = (("iris", "hunter", HUNTER), ("jonas", "smith", SMITH), ("kit", "priest", PRIEST))
FOES = (("Thrall", VERGER, "table"), ("Demon", RINGER, "table"), ("Demon", "What the bell calls", "gm"))


def play_story(table: Table) -> None:
    """An evening with a fight that is over, and one in which somebody is about to be hit."""
    for who, concept, name in CAST:
        member = table.members[who]
        table.bring(who, by_concept(MADE, concept, name, member=member, chance=table.chance, typed={}))
    for word, name, seen_by in FOES:
        table.bring("gm", next(one for one in NPCS if one.one == word).make(table.chance, name, seen_by))
    _first_session(table)
    _second_session(table)


def _first_session(table: Table) -> None:
    gm = table.members["gm"]
    table.begin("A bell without a rope", "The burnt nave of St. Brannoc's")
    table.note("gm", "It has rung every night since the fire, at the minute the roof came down.")
    look: Values = {
        "roller": {"id": table.named(HUNTER)},
        "traits": [{"name": "perception"}, {"name": "alertness"}],
    }
    asked = table.ask("fallen.roll", table.named(HUNTER), look)
    table.act("iris", "fallen.roll", look, answers=asked)
    table.note("iris", "There is no ash on the clapper.", table.named(HUNTER))
    table.note("kit", "The parish register stops in the middle of a baptism.", table.named(PRIEST))
    table.pass_time(HOUR)
    begin_fight(
        actor=gm,
        own=[table.named(VERGER)],
        asked=[table.named(HUNTER), table.named(SMITH)],
        key=table.key(),
        nonce=table.nonce(),
    )
    for asks in table.waiting():
        table.answer(asks, {"fighters": [{"id": asks.who}]})
    _fight_out(table)
    table.act("gm", "table.end_fight", {})
    table.note("jonas", "He asked me to thank the fire for him.", table.named(SMITH))
    table.end()


def _fight_out(table: Table) -> None:
    """One turn in which everybody strikes once."""
    targets = {HUNTER: VERGER, SMITH: VERGER, VERGER: SMITH}
    for _place in targets:
        on = _fight(table).on
        if on is None:
            break
        if not on.member["dazed"]:
            blow = {**_blow(table, on.name, targets[on.name])}
            table.act(table.player_of(on.id), "fallen.attack", blow)
        while waiting := table.waiting():
            _answer(table, min(waiting, key=lambda one: one.question != "fallen.defend"))
        table.act(table.player_of(on.id), "fallen.end_turn", {"fighter": {"id": on.id}})


def _blow(table: Table, who: str, whom: str) -> Values:
    return {"attacker": table.named(who), "target": table.named(whom), "maneuver": "strike"}


def _answer(table: Table, asks: Waiting) -> None:
    """Nobody defends in that turn; what hits is soaked, and the GM says the rest."""
    if asks.question == "fallen.defend":
        table.settle(table.player_of(str(asks.who)), asks, "waived", "There is no room to step back.")
    elif asks.question == "fallen.hit":
        table.answer(asks, {})
    else:
        table.settle("gm", asks, "struck", "The tower is falling; nobody looks.")


def _second_session(table: Table) -> None:
    """Still open, all of it thrown by hand: Nahariel may step aside, Father Aumont asks what he can read."""
    table.begin("Who rings", "The bell chamber, before dawn")
    table.pass_time(30 * HOUR)
    table.note("gm", "The bell is warm. It has a pulse.")
    priest = table.named(PRIEST)
    reads: Values = {"roller": {"id": priest}, "traits": [{"name": "perception"}, {"name": "alertness"}]}
    asks = table.members["kit"]
    ask_gm(actor=asks, action="fallen.roll", who=priest, given=reads, key=table.key())
    order: Values = {"fighters": [{"id": table.named(name)} for name in (HUNTER, RINGER, SMITH)]}
    table.act("gm", "fallen.initiative", order, hand=(3, 10, 2))
    table.by_hand("gm", "fallen.attack", _blow(table, RINGER, HUNTER), (9, 7, 2, 8, 4))


def _fight(table: Table) -> FightView:
    campaign, viewer = Campaign.objects.get(pk=table.campaign.pk), Viewer.of(table.members["gm"])
    return fight_of(campaign, viewer, table.waiting())


EVENING = Evening(name="St. Brannoc's", play=play_story, agreed={"hand_dice": True})
