"""The fifth game in what is kept: the proof of the log, its file on another server, statistics, the reference."""

import io
import json
from pathlib import Path
from typing import Any, cast

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command

from campaigns.game import Step
from campaigns.log.export.reading import WHILE_WAITING
from campaigns.log.played_again import play_again
from campaigns.log.verify import verify
from campaigns.models import Record
from campaigns.queries.review.finding import Wanted
from campaigns.queries.review.statistics import statistics
from campaigns.services import deleting
from campaigns.services.importing import import_campaign
from campaigns.state import rows
from campaigns.viewing import Viewer
from rules import coverage, releases, requests
from tests.campaigns.log.export.evening import check, exported
from tests.campaigns.spine import document
from tests.fifth.evening import GONE_WELL, GONE_WRONG, Evening, begun
from tests.rules import clause_record

pytestmark = pytest.mark.django_db
BEARER = {"id": "ilse", "nerve": 2, "light": 1}
CASES: list[tuple[str, dict[str, Any], list[int]]] = [
    ("lanterns.delve", {"bearer": BEARER, "depth": 2, "turn_up": True}, [4, 3, 6]),
    ("lanterns.face", {"bearer": BEARER, "how": "light"}, []),
    ("lanterns.face", {"bearer": BEARER, "how": "nerve"}, [1, 1]),
]


@pytest.fixture
def evening() -> Evening:
    """A delve with the server's dice that is too deep for anybody, then two by hand; the last wakes the dark again."""
    evening = begun()
    evening.delve(depth=7)
    evening.face("light")
    evening.delve(*GONE_WELL)
    evening.delve(*GONE_WRONG)
    return evening


def test_its_log_proves_itself_and_so_does_its_file(evening: Evening) -> None:
    report, checked = evening.game.verified(), check(exported(evening.game))

    assert report.holds
    assert report.draws.derived == 3
    assert checked.report.holds


def test_another_server_plays_on(evening: Evening) -> None:
    game = evening.game
    file, before = exported(game), stored(evening)
    deleting.delete_campaign(owner=game.campaign.owner, campaign=game.campaign)

    game.campaign = import_campaign(
        owner=User.objects.create_user("new"), stream=io.BytesIO(file), limits=WHILE_WAITING
    )

    assert stored(evening) == before
    game.player = game.campaign.memberships.get(name="Pia")
    evening.face("light")
    assert verify(game.campaign).holds


def stored(evening: Evening) -> dict[str, object]:
    found = rows.read_sheets(
        Record.objects.filter(campaign=evening.game.campaign, kind__startswith="lanterns.")
    )
    return {sheet.id: (sheet.about, sheet.fields) for sheet in found}


def test_no_release_holds_it_so_its_rules_as_they_stand_play_its_steps() -> None:
    step = document(begun().delve(*GONE_WELL).entry)["steps"][0]

    assert step["version"] == releases.CURRENT
    assert play_again(cast("Step", step | {"version": min(releases.CLOSED)})).is_same


def test_its_migrations_are_whole() -> None:
    call_command("makemigrations", "lanterns", check=True, dry_run=True, verbosity=0)


def test_statistics_count_it(evening: Evening) -> None:
    evening.game.campaign.refresh_from_db()
    counted = statistics(evening.game.campaign, Viewer.of(evening.game.gm), Wanted())

    assert [faces.sides for faces in counted.faces] == [6]
    assert counted.luck[0].rolls >= 2
    assert "Delve" in evening.page("statistics/")


def test_the_reference_has_its_ten_clauses_and_something_stands_behind_each(evening: Evening) -> None:
    cited: dict[str, dict[str, str]] = {}
    for action, given, draws in CASES:
        line = json.dumps({"action": action, "input": given, "draws": draws})
        answer: Any = requests.resolve(line.encode())
        for clause in answer["clauses"]:
            cited.setdefault(clause, {})[action] = line

    record = coverage.Record(cited, clause_record.tests_by_clause([Path(__file__).parent]))
    covered = [one for one in coverage.covered(record) if one.clause.system == "lanterns"]

    assert len(covered) == 10
    assert [one.clause.id for one in covered if not one.is_settled] == []
    assert "The dark asks" in evening.page("rules/?system=lanterns&area=DARK")
