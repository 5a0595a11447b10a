"""Logs kept from each release of the rules: none is ever changed, and each proves itself today."""

import hashlib
import io
import tomllib
from pathlib import Path
from typing import Any, cast

import pytest
from django.contrib.auth.models import User

from campaigns.log import canonical, parts, rebuilding
from campaigns.log.export.checking import check_file
from campaigns.log.export.reading import WHILE_WAITING, LogFile
from campaigns.log.export.shapes import EntryLine
from campaigns.log.played_again import NotPlayedAgain, play_again
from campaigns.log.verify import verify
from campaigns.services.importing import import_campaign
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, play
from rules import catalogue
from rules.kernel.errors import RulesError

FOLDER = Path(__file__).parent / "golden"
DIGESTS = tomllib.loads((FOLDER / "digests.toml").read_text(encoding="utf-8"))
LOGS = sorted(FOLDER.glob("*/*.jsonl*"))


def name_of(log: Path) -> str:
    return f"{log.parent.name}/{log.name.split('.')[0]}"


SMALLEST = min(LOGS, key=lambda log: log.stat().st_size)
each_log = pytest.mark.parametrize("log", LOGS, ids=name_of)


def steps_of(log: Path) -> list[dict[str, Any]]:
    """The steps of all acts of a log, with the texts that were lifted out of them."""
    with log.open("rb") as stream:
        entries = list(LogFile(stream, WHILE_WAITING).entries())
    return [step for entry in entries for step in account_of(entry)["steps"]]


def account_of(entry: EntryLine) -> dict[str, Any]:
    """What an entry says; nothing in the place of words that were taken out."""
    texts = [canonical.decode(part.text or "null") for part in entry.parts]
    return cast("dict[str, Any]", parts.restore(texts[0], texts.__getitem__))


def test_golden_logs_are_added_and_never_changed() -> None:
    found = {log.relative_to(FOLDER).as_posix(): hashlib.sha256(log.read_bytes()).hexdigest() for log in LOGS}

    assert found == DIGESTS


@pytest.mark.slow
@each_log
def test_every_step_of_a_golden_log_names_its_folders_release_and_an_action_that_there_is(log: Path) -> None:
    steps = steps_of(log)

    assert {f"release-{step['version']}" for step in steps} == {log.parent.name}
    assert {step["action"] for step in steps} <= catalogue.ACTIONS.keys()


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
@pytest.mark.parametrize(
    "log",
    [
        pytest.param(log, id=name_of(log), marks=[pytest.mark.postgres] if log == SMALLEST else [])
        for log in LOGS
    ],
)
def test_a_golden_log_comes_in_and_is_played_on(log: Path) -> None:
    owner = User.objects.create_user("somebody")

    campaign = import_campaign(owner=owner, stream=io.BytesIO(log.read_bytes()), limits=WHILE_WAITING)
    gm = campaign.memberships.get(user=owner)
    play(gm, ActRequest("on", (Request("table.note", {"words": "We go on."}),)))

    report = verify(campaign)
    assert report.faults == []
    assert rebuilding.check(campaign) == []


PUT_RIGHT = {
    ("release-1/sorcerer", 2): {"sorcerer.contact", "sorcerer.bind"},
    ("release-1/demon_city", 2): {"demon_city.damage"},
    ("release-2/sorcerer", 1): {"sorcerer.contact", "sorcerer.bind"},
    ("release-2/pandemonium", 1): {"pandemonium.helpless"},
    ("release-2/demon_city", 1): {"demon_city.damage"},
}
"""What a log holds that another release than its own decides otherwise, or refuses."""


@pytest.mark.slow
@pytest.mark.parametrize(("log", "other"), PUT_RIGHT)
def test_what_was_put_right_comes_out_as_it_did_in_its_own_release(log: str, other: int) -> None:
    put_right = PUT_RIGHT[log, other]
    steps = [step for step in steps_of(FOLDER / f"{log}.jsonl.gz") if step["action"] in put_right]

    changed = {step["action"] for step in steps if not is_same(step | {"version": other})}
    assert changed == put_right
    assert all(is_same(step) for step in steps)


def is_same(step: Any) -> bool:
    try:
        return play_again(step).is_same
    except (NotPlayedAgain, RulesError):
        return False
