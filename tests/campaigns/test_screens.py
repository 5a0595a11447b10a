"""Each procedure clause of a game has the page where it is acted on, and whoever is concerned finds it there."""

import io
from collections import defaultdict

import pytest
from django.core.management import call_command

from rules import reference
from tests import people
from tests.campaigns import screens
from tests.campaigns.everybody import unhurried
from tests.campaigns.games.demon_city import screen_stories as demon_city
from tests.campaigns.games.fallen import screen_stories as fallen
from tests.campaigns.games.pandemonium import screen_stories as pandemonium
from tests.campaigns.games.sorcerer import screen_stories as sorcerer
from tests.campaigns.screens import Found
from tests.campaigns.world import rolled_back

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(120), pytest.mark.slow]

STORIES = {
    "sorcerer": sorcerer.STORIES,
    "pandemonium": pandemonium.STORIES,
    "demon_city": demon_city.STORIES,
    "fallen": fallen.STORIES,
}

TOLD = {
    "sorcerer": {"SOR-CONFLICT-03": "be_content: conflict (gm, other_player, player)"},
    "pandemonium": {"PAN-CTRL-05": "let_go_of_spell: let_go_of_spell (gm, other_player, player)"},
    "demon_city": {"DEC-ROUND-01": "begin_round: action_round (gm)"},
    "fallen": {"FAL-TIME-02": "fallen.new_turn: fight (gm)"},
}
"""Of each game a line of the list."""


def shown(system: str) -> Found:
    """What the stories of a game show."""
    seen: dict[tuple[str, str], set[str]] = defaultdict(set)
    with unhurried():
        for story in STORIES[system]:
            with rolled_back():
                table = people.make_table()
                also = story(table) or ()
                without = screens.ONCE if seen else ()
                for pressed, page, who in screens.found_at(table, also, without):
                    seen[pressed, page].add(who)
    return seen


@pytest.mark.parametrize("system", STORIES)
def test_whoever_is_concerned_finds_what_a_clause_has_them_do_and_the_command_lists_it(system: str) -> None:
    found, rows = shown(system), screens.declared(system)
    procedures = [
        one.id for one in reference.all_clauses() if (one.system, one.kind) == (system, "procedure")
    ]

    assert list(rows) == procedures
    assert {clause: lacks for clause, row in rows.items() if (lacks := screens.missing(row, found))} == {}
    assert {clause: done for clause, row in rows.items() if (done := screens.mended(row, found))} == {}

    screens.keep(system, {clause: screens.told(row, found) for clause, row in rows.items()})
    out = io.StringIO()
    call_command("clauses", "--screens", system, stdout=out)

    lines = {line.split("\t")[0]: line.split("\t") for line in out.getvalue().splitlines()}
    assert list(lines) == list(rows)
    assert [clause for clause, line in lines.items() if "OPEN" in line[2]] == [
        clause for clause, row in rows.items() if row.open
    ]
    for clause, told in TOLD[system].items():
        assert told in lines[clause][2]
        assert "tests/" in lines[clause][3]


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
