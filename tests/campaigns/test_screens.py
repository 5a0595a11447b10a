"""Each procedure clause of a game has the page where it is acted on, and whoever is concerned finds it there."""

import io
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.management import call_command
from django.db import transaction
from django.test import Client

from campaigns.games.sorcerer.sheet.possessed import ask_to_act
from campaigns.models import Record
from campaigns.services import sessions
from campaigns.state.rows import read_sheet
from rules import reference
from tests import people
from tests.campaigns import fighting, screens
from tests.campaigns.everybody import unhurried
from tests.campaigns.games.sorcerer import test_conflict_page as conflicts
from tests.campaigns.screens import Found
from tests.campaigns.services.asking import ask
from tests.campaigns.world import act, call_demon, rolled_back
from tests.factories import make_character, make_demon, make_record
from tests.people import Table

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(120), pytest.mark.slow]

GAMES = ("sorcerer", "fallen")
STARVED: dict[str, Any] = {"need_unmet_days": 3, "withdrawal_days": 2, "power": 3}


Story = Callable[[Table], list[str] | None]
"""What happens at a table, and pages that no link leads to."""


def with_demons(table: Table) -> list[str]:
    """Of each state one; one is Bound and starves, one is slain, one has answered, one has taken bodies."""
    mara = str(make_character(table.player, "Mara", lasting=3, stamina=2).pk)
    make_character(table.other_player, "Otto")
    heard = make_demon(table.gm, "Elm", state="contacted", abilities=["Big"])
    make_record(table.gm, "contact", "", sorcerer=mara, demon=str(heard.pk), state="open", hours=1)
    make_demon(table.gm, "Ash", state="present", abilities=["Big"], stamina=2, lasting=5)
    oak = make_demon(table.gm, "Oak", abilities=["Big"], state="beyond")
    rue = make_demon(table.gm, "Rue", type="possessor", state="present", abilities=["Big"])
    body: dict[str, Any] = {"possessed_by": str(rue.pk), "control": "gm_temporary"}
    tries, _waits = (make_character(one, "Body", **body) for one in (table.player, table.other_player))
    ask_to_act(actor=table.player, host=read_sheet(tries), what="Scream", key="try")
    bound = make_demon(table.gm, "Fir", state="present", abilities=["Big"], **STARVED)
    terms: dict[str, Any] = {"score": "will", "strength": 1, "favor": "sorcerer", "state": "active"}
    make_record(table.gm, "binding", "", sorcerer=mara, demon=str(bound.pk), **terms)
    call_demon(table.gm, table.player)
    sessions.begin_session(actor=table.gm, name="The evening", key="evening")
    return [f"rituals/{mara}/{oak.pk}/"]


def around_a_contain(table: Table) -> list[str]:
    """A demon is held, and another was hurt to death."""
    mara = str(make_character(table.player, "Mara").pk)
    make_demon(table.gm, "Ash", state="present", abilities=["Big"])
    limits: dict[str, Any] = {"focus": "a jar", "boundary": "its rim", "scope": {"kind": "all"}}
    make_record(table.gm, "contain", "The jar", sorcerer=mara, state="standing", strength=3, **limits)
    ivy = str(make_demon(table.gm, "Ivy", state="present", abilities=["Big"], stamina=1, lasting=3).pk)
    ask(table.gm, "sorcerer.demon_death", ivy, "SOR-DEATH-01", demon=ivy)
    return [f"rituals/{mara}/contain/"]


def gathering_help(table: Table) -> list[str]:
    """Another is asked to help with a Contact."""
    mara, otto = (
        str(make_character(member, name).pk)
        for member, name in ((table.player, "Mara"), (table.other_player, "Otto"))
    )
    oak = str(make_demon(table.gm, "Oak", abilities=["Big"], state="beyond").pk)
    asked = {"sorcerer": mara, "ritual": "contact", "demon": oak, "helpers": [{"id": otto}]}
    act(table.player, "sorcerer.gather_helpers", asked)
    return [f"rituals/{mara}/{oak}/"]


def owing_checks(table: Table) -> None:
    """Whoever called a demon owes a check, and whoever Banished one may have another."""
    mara = str(make_character(table.player, "Mara").pk)
    ash = str(make_demon(table.gm, "Ash", power=1, abilities=["Big"]).pk)
    given = {"sorcerer": mara, "demon": ash, "by_name": True, "contact_id": "new"}
    act(table.player, "sorcerer.contact", given, hand=(12, 11, 10, 1))
    otto = str(make_character(table.other_player, "Otto", humanity=2).pk)
    oak = str(make_demon(table.gm, "Oak", state="present", abilities=["Big"]).pk)
    banishing = {"sorcerer": otto, "demon": oak}
    act(table.other_player, "sorcerer.banish", banishing, hand=(12, *(1,) * 5, *(2,) * 8))


def announcing(table: Table) -> None:
    """Both players have announced and think still; somebody in pain has not announced."""
    _announce(table, **conflicts.THINKING)
    make_character(table.player, "Dee", lasting=4)


def announced(table: Table) -> None:
    """Both players are content, and the dice may be rolled."""
    _announce(table)


def _announce(table: Table, **more: str) -> None:
    client = Client()
    for member, name in ((table.player, "Mara"), (table.other_player, "Shelly")):
        client.force_login(member.user)
        assert conflicts.announce(client, table, make_character(member, name), **more).status_code == 302


def _roll_out(table: Table) -> tuple[Record, Record]:
    """Mara attacks somebody who has still to act."""
    both = make_character(table.player, "Mara"), make_character(table.other_player, "Shelly", stamina=4)
    conflicts.roll_out(table, *both, faces=conflicts.MARA_FIRST)
    return both


def in_a_turn(table: Table) -> None:
    _roll_out(table)


def answered(table: Table) -> None:
    """Whoever is attacked has said what they do."""
    mara, _guard = _roll_out(table)
    client = Client()
    client.force_login(table.other_player.user)
    assert conflicts.answer(client, table, mara, "maintain").status_code == 302


def hit(table: Table) -> None:
    """Mara has hit, and nobody has read off how badly."""
    mara, guard = _roll_out(table)
    given = {"attacker": str(mara.pk), "target": str(guard.pk), "response": "maintain", "difficulty": 1}
    act(table.gm, "sorcerer.resolve_attack", given, hand=(2,))


def before_a_fight(table: Table) -> None:
    fighting.two_fighters(table)


def in_a_fight(table: Table) -> None:
    """The player's fighter has her turn, and another may act before her."""
    fighters = fighting.two_fighters(table)
    fighters["cy"] = fighting.fighter(table.gm, "Cy", table.other_player)
    everybody = [{"id": fighter} for fighter in fighters.values()]
    act(table.gm, "fallen.initiative", {"fighters": everybody}, hand=(9, 2, 5))
    act(table.other_player, "fallen.hold_back", {"fighter": fighters["cy"]})


def alone_with_a_foe(table: Table) -> None:
    """The player's fighter has her turn and one foe."""
    fighting.begun(table.gm, fighting.two_fighters(table))


def called_to_a_fight(table: Table) -> None:
    """Both players are asked for their own die."""
    fighters = fighting.two_fighters(table)
    cy = fighting.fighter(table.gm, "Cy", table.other_player)
    called = {"fighters": [{"id": fighters["bo"]}], "asked": [{"id": fighters["ana"]}, {"id": cy}]}
    act(table.gm, "fallen.initiative", called)


def asked_in_a_fight(table: Table) -> None:
    """Two players may defend, and the GM deals with a hit, a blackout and a botch."""
    fighters = fighting.two_fighters(table)
    fighters["cy"] = fighting.fighter(table.gm, "Cy", table.other_player)
    fighters["di"] = fighting.fighter(table.gm, "Di")
    for who in ("ana", "cy"):
        told = {"striker": fighters["bo"], "against": 2, "ranged": False}
        ask(table.gm, "fallen.defend", fighters[who], "FAL-DEFEND-03", **told)
    ask(table.gm, "fallen.blackout", fighters["bo"], "FAL-UNCON-02")
    ask(table.gm, "table.ruling", fighters["bo"], "FAL-BOTCH-01")
    blow = {
        "target": fighters["di"],
        "maneuver": "strike",
        "net": 2,
        "location": "none",
        "bypass_armor": False,
    }
    ask(table.gm, "fallen.hit", fighters["bo"], "FAL-DAMAGE-01", **blow)


def after_a_turn(table: Table) -> None:
    """Everybody's turn in the fight is over."""
    fighters = fighting.two_fighters(table)
    fighting.begun(table.gm, fighters)
    act(table.gm, "fallen.end_turn", {"fighter": {"id": fighters["ana"]}})
    act(table.gm, "fallen.end_turn", {"fighter": {"id": fighters["bo"]}})


STORIES: tuple[Story, ...] = (
    with_demons,
    around_a_contain,
    gathering_help,
    owing_checks,
    announcing,
    announced,
    in_a_turn,
    answered,
    hit,
    before_a_fight,
    called_to_a_fight,
    in_a_fight,
    alone_with_a_foe,
    asked_in_a_fight,
    after_a_turn,
)


@pytest.fixture(scope="module")
def found(django_db_setup: None, django_db_blocker: Any) -> Iterator[Found]:
    """What the stories show; in the end they were never told."""
    seen: dict[tuple[str, str], set[str]] = defaultdict(set)
    with django_db_blocker.unblock(), transaction.atomic(), unhurried():
        for story in STORIES:
            with rolled_back():
                table = people.make_table()
                also = story(table) or ()
                without = screens.ONCE if seen else ()
                for pressed, page, who in screens.found_at(table, also, without):
                    seen[pressed, page].add(who)
        transaction.set_rollback(True)
    yield seen


@pytest.mark.parametrize("system", GAMES)
def test_whoever_is_concerned_finds_what_a_clause_has_them_do(system: str, found: Found) -> None:
    rows = screens.declared(system)
    procedures = [
        one.id for one in reference.all_clauses() if (one.system, one.kind) == (system, "procedure")
    ]

    assert list(rows) == procedures
    assert {clause: lacks for clause, row in rows.items() if (lacks := screens.missing(row, found))} == {}
    assert {clause: done for clause, row in rows.items() if (done := screens.mended(row, found))} == {}


def test_a_page_that_does_not_have_what_it_should_is_told() -> None:
    found = {("sorcerer.contact", "ritual"): {"player", "gm"}, ("complete_demon", "demon"): {"gm"}}
    row = screens.Row(player=("sorcerer.contact",), each=("sorcerer.contact",), gm=("fly",), page="moon")
    stale = screens.Row(open=screens.Row(gm=("complete_demon",)))

    assert screens.missing(row, found) == [
        "each finds no sorcerer.contact",
        "gm finds no fly",
        "no page moon",
    ]
    assert screens.mended(stale, found) == ["gm finds complete_demon"]


def test_the_command_lists_each_procedure_with_its_pages_and_tests(found: Found) -> None:
    screens.keep(
        {
            clause: screens.told(row, found)
            for system in GAMES
            for clause, row in screens.declared(system).items()
        }
    )
    out = io.StringIO()

    call_command("clauses", "--screens", "sorcerer", stdout=out)

    lines = {line.split("\t")[0]: line.split("\t") for line in out.getvalue().splitlines()}
    assert "answer_contact: ritual (gm)" in lines["SOR-CONTACT-04"][2]
    assert all("OPEN" not in line[2] for line in lines.values())
    assert "tests/" in lines["SOR-CONFLICT-03"][3]
