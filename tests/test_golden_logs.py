"""Logs kept from each release of the rules: none is ever changed, and each proves itself today."""

import hashlib
import io
import json
import tomllib
from pathlib import Path

import pytest
from django.contrib.auth.models import User

from campaigns.log import rebuilding
from campaigns.log.export.checking import check_file
from campaigns.log.export.reading import WHILE_WAITING, LogFile
from campaigns.log.verify import verify
from campaigns.services.importing import import_campaign
from campaigns.services.playing import ActRequest, play
from campaigns.services.subjects import Request
from rules import catalogue

FOLDER = Path(__file__).parent / "golden"
DIGESTS = tomllib.loads((FOLDER / "digests.toml").read_text(encoding="utf-8"))
LOGS = sorted(FOLDER.glob("*/*.jsonl*"))
each_log = pytest.mark.parametrize("log", LOGS, ids=lambda log: f"{log.parent.name}/{log.name.split('.')[0]}")


def test_golden_logs_are_added_and_never_changed() -> None:
    found = {log.relative_to(FOLDER).as_posix(): hashlib.sha256(log.read_bytes()).hexdigest() for log in LOGS}

    assert found == DIGESTS


@pytest.mark.slow
@each_log
def test_a_golden_log_verifies_and_is_played_again(log: Path) -> None:
    with log.open("rb") as stream:
        checked = check_file(stream, WHILE_WAITING)

    report = checked.report
    assert report.faults == []
    assert checked.opening.is_whole
    assert report.entries == checked.opening.head.seq
    assert report.fold_only == report.redacted, "only an act whose words were taken out is not played again"
    assert report.played_again + report.fold_only == report.entries


@pytest.mark.slow
@pytest.mark.django_db
@each_log
def test_a_golden_log_comes_in_and_is_played_on(log: Path) -> None:
    owner = User.objects.create_user("somebody")

    campaign = import_campaign(owner=owner, stream=io.BytesIO(log.read_bytes()), limits=WHILE_WAITING)
    gm = campaign.memberships.get(user=owner)
    play(gm, ActRequest("on", (Request("table.note", {"words": "We go on."}),)))

    report = verify(campaign)
    assert report.faults == []
    assert rebuilding.check(campaign) == []


@each_log
def test_every_action_of_a_golden_log_still_has_its_name(log: Path) -> None:
    with log.open("rb") as stream:
        accounts = [
            json.loads(entry.parts[0].text or "") for entry in LogFile(stream, WHILE_WAITING).entries()
        ]

    assert {step["action"] for account in accounts for step in account["steps"]} <= catalogue.ACTIONS.keys()
