"""A step is played again by the release of the rules that it names, and by no other."""

import shutil
import threading
import time
import zipfile
from pathlib import Path
from typing import Any

import pytest

from campaigns.log import played_again
from campaigns.log.played_again import NotPlayedAgain, odds_of, play_again
from rules import releases, service
from rules.kernel.draws import GivenDraws
from rules.kernel.errors import RulesError

pytestmark = pytest.mark.slow

GIVEN: dict[str, Any] = {
    "acting": {"id": "mara", "score": "will", "dice": 2},
    "opposing": {"score": "difficulty", "dice": 1},
}
ROLL: Any = {
    "action": "sorcerer.roll",
    "version": 1,
    "input": GIVEN,
    "draws": [[12, 9], [12, 3], [12, 7]],
}


@pytest.fixture(autouse=True)
def none_at_work(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Every test begins its own processes, and ends them."""
    monkeypatch.setattr(played_again, "_at_work", {})
    yield
    played_again.end_all()


def played(**changes: Any) -> Any:
    """The roll as the log would have it: what the rules of today make of it, under the release that is asked for."""
    step = ROLL | changes
    given = service.read(step["action"], step["input"])
    draws = GivenDraws(value for _asked, value in step["draws"])
    answer = service.perform(step["action"], given, draws).as_answer()
    return step | answer | {"draws": draws.taken}


@pytest.mark.parametrize("number", releases.CLOSED)
def test_every_archive_holds_what_it_is_named_for(number: int) -> None:
    assert releases.archive_of(number).name == f"{number}.pyz"


@pytest.mark.parametrize("version", [*releases.CLOSED, releases.CURRENT])
def test_a_step_comes_out_the_same(version: int) -> None:
    again = play_again(played(version=version))

    assert again.is_same


def test_a_step_of_a_closed_release_does_not_ask_the_rules_of_today(monkeypatch: pytest.MonkeyPatch) -> None:
    step = played()
    monkeypatch.setattr(service, "perform", lambda *_: pytest.fail("asked the rules of today"))

    assert play_again(step).is_same


@pytest.mark.parametrize("change", [{"outcome": {}}, {"clauses": []}, {"draws": [[6, 9], [12, 3], [12, 7]]}])
def test_a_step_that_was_changed_comes_out_differently(change: dict[str, Any]) -> None:
    assert not play_again(played() | change).is_same


def test_a_face_that_no_die_has_is_refused_by_the_archive() -> None:
    with pytest.raises(NotPlayedAgain, match="release 1 of the rules: 13 is no face"):
        play_again(played() | {"draws": [[12, 13], [12, 3], [12, 7]]})


@pytest.mark.parametrize("step", [{"action": "chess.castle"}, {"input": {"acting": [[[]]]}}, {"input": 5}])
def test_a_forged_step_is_refused_and_the_next_is_played(step: dict[str, Any]) -> None:
    with pytest.raises(NotPlayedAgain):
        play_again(played() | step)
    assert play_again(played()).is_same


@pytest.mark.parametrize("version", [0, -1, releases.CURRENT + 1, 10**9])
def test_a_release_that_is_not_here_is_named(version: int) -> None:
    with pytest.raises(NotPlayedAgain, match=f"release {version} of the rules"):
        play_again(played() | {"version": version})


def test_an_archive_that_was_changed_is_never_run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    copied = Path(shutil.copytree(releases.HERE, tmp_path / "releases"))
    held = releases.package() | {"rules/service.py": b"raise SystemExit"}
    (copied / "1.pyz").write_bytes(releases.packed(held)[1])
    monkeypatch.setattr(releases, "HERE", copied)

    with pytest.raises(NotPlayedAgain, match=r"1\.pyz does not hold release 1"):
        play_again(played())


@pytest.mark.parametrize("data", [b"", b"no archive"])
def test_an_archive_that_cannot_be_read_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, data: bytes
) -> None:
    (tmp_path / "1.pyz").write_bytes(data)
    monkeypatch.setattr(releases, "HERE", tmp_path)

    with pytest.raises(NotPlayedAgain, match="release 1 of the rules cannot be read"):
        play_again(played())


def test_one_process_plays_all_steps_and_another_begins_where_it_was_killed() -> None:
    play_again(played())
    (first,) = played_again._at_work[1]._idle
    play_again(played())
    assert played_again._at_work[1]._idle == [first]

    first.kill()
    first.wait()

    assert play_again(played()).is_same
    assert first not in played_again._at_work[1]._begun


def hanging(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An archive in the place of release 1 that never answers to "sorcerer.roll", and "{}" to anything else."""
    script = """import sys, time
for line in sys.stdin:
    time.sleep(60 if "sorcerer.roll" in line else 0)
    print("{}", flush=True)
"""
    with zipfile.ZipFile(tmp_path / "1.pyz", "w") as archive:
        archive.writestr("__main__.py", script)
    monkeypatch.setattr(releases, "archive_of", lambda number: tmp_path / f"{number}.pyz")


def test_an_archive_that_hangs_is_ended_and_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hanging(tmp_path, monkeypatch)
    monkeypatch.setattr(played_again, "LONGEST", 1.5)
    began = time.monotonic()

    with pytest.raises(NotPlayedAgain, match=r"release 1 of the rules did not answer within 1\.5 seconds"):
        play_again(played())

    assert time.monotonic() - began < 20
    assert not played_again._at_work[1]._begun


def test_nobody_waits_for_a_step_of_somebody_elses_check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hanging(tmp_path, monkeypatch)
    monkeypatch.setattr(played_again, "LONGEST", 25)
    release = played_again._release(1)
    ended: list[str] = []

    def hang() -> None:
        try:
            release.asked({"action": "sorcerer.roll"})
        except NotPlayedAgain as error:
            ended.append(str(error))

    other = threading.Thread(target=hang)
    other.start()
    while not release._begun:
        time.sleep(0.01)

    assert release.asked({"action": "table.note"}) == {}
    assert other.is_alive(), "the step that hangs is waited for by nobody else"

    monkeypatch.setattr(played_again, "LONGEST", 1)
    release.end()
    other.join(timeout=20)
    assert not other.is_alive()


@pytest.mark.parametrize("closed", releases.CLOSED)
def test_odds_are_those_of_the_release(closed: int) -> None:
    assert odds_of(closed, "sorcerer.roll", GIVEN) == odds_of(releases.CURRENT, "sorcerer.roll", GIVEN)
    assert odds_of(closed, "sorcerer.roll", {}) is odds_of(releases.CURRENT, "sorcerer.roll", {}) is None
    assert odds_of(closed, "table.note", {"words": "x"}) is None


@pytest.mark.parametrize("closed", [number for number in releases.CLOSED if number > 1])
def test_nobody_waits_for_odds_of_a_closed_release_that_are_too_large(closed: int) -> None:
    more = [{"source": "situation", "dice": 30}] * 3
    given = {**GIVEN, "modifiers": more, "opposing_modifiers": more, "settings": {"die": 100}}

    with pytest.raises(NotPlayedAgain, match=f"release {closed} of the rules: these pools are too large"):
        played_again._release(closed).asked({"action": "sorcerer.roll", "input": given})
    assert odds_of(closed, "sorcerer.roll", given) is None
    assert odds_of(releases.CURRENT, "sorcerer.roll", given) is None


def test_what_is_closed_is_the_package_and_the_same_package_makes_the_same_archive(tmp_path: Path) -> None:
    digest, archive = releases.packed(releases.package())

    assert releases.packed(dict(reversed(releases.package().items()))) == (digest, archive)
    assert releases.packed(releases.package() | {"rules/more.py": b""})[0] != digest
    assert releases.packed(releases.package() | {"rules/releases/9.pyz": b"x"})[0] == digest


def test_todays_rules_refuse_as_ever() -> None:
    with pytest.raises(RulesError):
        play_again(ROLL | {"version": releases.CURRENT, "draws": []})
