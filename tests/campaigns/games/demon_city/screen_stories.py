"""What happens at tables of Demon City, for whoever is concerned to find it on their pages."""

from django.test import Client

from campaigns.forms.people import new_key
from campaigns.games.demon_city.decks.acts import lay_out_decks
from campaigns.services import sessions
from tests.campaigns.games.demon_city import test_round_page as rounds
from tests.campaigns.screens import Story
from tests.campaigns.services.asking import ask
from tests.campaigns.world import act
from tests.factories import make_record
from tests.people import Table


def before_the_decks(table: Table) -> None:
    rounds.somebody(table, "Ann", 2, is_played=True)


def called_to_throw(table: Table) -> None:
    """Both players are asked, a task has failed, and another is tied."""
    lay_out_decks(actor=table.gm, key=new_key())
    both = (rounds.somebody(table, "Ann", 2, is_played=True), _other(table))
    rounds.somebody(table, "The ghoul", 4)
    for who in both:
        ask(table.gm, "demon_city.static_throw", who, "DEC-THROW-01", intensity=4)
        ask(table.gm, "demon_city.calm", who, "DEC-CALM-01", intensity=4)
    lock = str(make_record(table.gm, "demon_city.task", "Open the lock", state="complicated").pk)
    ask(table.gm, "table.edit", lock, "DEC-TIE-02", field="complication")
    ask(table.gm, "table.ruling", lock, "DEC-THROW-09")
    sessions.begin_session(actor=table.gm, name="The evening", key="evening")


def announcing(table: Table) -> None:
    """Both players' characters are as slow, one after the other, and the first is up."""
    _begun(table)


def panicked(table: Table) -> None:
    """Somebody failed to keep Calm."""
    people = _begun(table)
    changes = [{"field": "panicked", "set": True}]
    act(table.gm, "table.edit", {"record": people["bo"], "reason": "as agreed", "changes": changes})


def announced(table: Table) -> None:
    """Everybody has, and the GM sorts."""
    _all_announced(table)


def face_down(table: Table) -> None:
    """Two Clashes are sorted, and no card is turned."""
    _all_announced(table)
    _press(table, "sort_round", **{"side.0": "us", "side.1": "us", "side.2": "them", "side.3": "others"})


def after_the_flip(table: Table) -> None:
    """The players have hit, and two allies tie."""
    people = _begun(table)
    for who, foe in (("ann", "ghoul"), ("bo", "killer")):
        told = {"attacker": people[who], "deck": "players"}
        ask(table.gm, "demon_city.damage", people[foe], "DEC-CLASH-21", **told)
    ask(table.gm, "table.ruling", people["ann"], "DEC-TIE-02")


def on_somebody_who_does_nothing(table: Table) -> None:
    people = _begun(table)
    told = {"target": people["ghoul"], "intensity": 4}
    ask(table.gm, "demon_city.static_throw", people["ann"], "DEC-ROUND-26", **told)


STORIES: tuple[Story, ...] = (
    before_the_decks,
    called_to_throw,
    announcing,
    panicked,
    announced,
    face_down,
    after_the_flip,
    on_somebody_who_does_nothing,
)


def _other(table: Table) -> str:
    """Somebody of the other player's."""
    stats = {"stats.agility": 3, "stats.toughness": 3, "toughness": 3, "state": "active"}
    return str(make_record(table.gm, rounds.FIGHTER, "Bo", owner=table.other_player, **stats).pk)


def _begun(table: Table) -> dict[str, str]:
    """A round in which nobody has announced."""
    people = {**rounds.three(table), "bo": _other(table)}
    _press(table, "begin_round", who=list(people.values()))
    return people


def _all_announced(table: Table) -> None:
    people = _begun(table)
    rounds.announce(table, people["ann"], "attack", people["ghoul"])
    rounds.announce(table, people["bo"], "attack", people["killer"])
    rounds.announce(table, people["ghoul"], "attack", people["ann"])
    rounds.announce(table, people["killer"], "defend")


def _press(table: Table, name: str, **given: object) -> None:
    client = Client()
    client.force_login(table.gm.user)
    rounds.press(client, table, name, **given)
