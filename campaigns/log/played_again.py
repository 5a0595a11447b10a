"""A logged step played again by the rules that played it: today's package, or the archive of a closed release."""

import atexit
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from threading import Lock
from typing import IO, Any, cast

import msgspec

from campaigns.log import canonical
from rules import releases, service
from rules.kernel import budget
from rules.kernel.draws import GivenDraws
from rules.kernel.effects import Effect
from rules.kernel.errors import RulesError


class NotPlayedAgain(Exception):
    """A step that cannot be played again: its release is not here, or its rules refuse what the log says was played."""


@dataclass(frozen=True)
class PlayedAgain:
    """What a step's input and draws come to once more, and whether that is what the step says."""

    effects: tuple[Effect, ...]
    is_same: bool


def play_again(step: Mapping[str, Any]) -> PlayedAgain:
    """Play a step by its release; `RulesError` or `NotPlayedAgain` where it does not come to a result."""
    answer = _answer_of_today(step) if step["version"] == releases.CURRENT else _answer_of_then(step)
    is_same = [list(one) for one in step["draws"]] == [list(one) for one in answer["draws"]] and all(
        canonical.encode(answer[name]) == canonical.encode(step[name])
        for name in ("outcome", "effects", "clauses")
    )
    return PlayedAgain(msgspec.convert(answer["effects"], tuple[Effect, ...]), is_same)


def odds_of(version: int, action: str, given: Any) -> Mapping[str, Any] | None:
    """The odds that a release tells of an action's plain input; None where it tells none.

    Today's rules tell none that are too large to count while somebody waits.
    """
    if version == releases.CURRENT:
        try:
            return service.odds(action, service.read(action, given), work=budget.WHILE_WAITING).odds
        except RulesError:
            return None
    try:
        return dict(_release(version).asked({"action": action, "input": given})["odds"])
    except NotPlayedAgain:
        return None


def _answer_of_today(step: Mapping[str, Any]) -> dict[str, Any]:
    draws = GivenDraws(value for _asked, value in step["draws"])
    result = service.perform(step["action"], service.read(step["action"], step["input"]), draws)
    draws.finish()
    return result.as_answer() | {"draws": draws.taken}


def _answer_of_then(step: Mapping[str, Any]) -> dict[str, Any]:
    draws = [value for _asked, value in step["draws"]]
    return _release(step["version"]).asked({"action": step["action"], "input": step["input"], "draws": draws})


class _Release:
    """A closed release at work: one process, begun when it is first asked and ended with this one."""

    def __init__(self, number: int) -> None:
        self.number = number
        self._path = releases.archive_of(number)
        self._one_at_a_time = Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def asked(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Its answer to one request; `NotPlayedAgain` with its reason where that is an error."""
        line = msgspec.json.encode(request) + b"\n"
        with self._one_at_a_time:
            told = self._told(line) or self._told(line)
        if not told:
            raise NotPlayedAgain(f"release {self.number} of the rules ended without an answer")
        answer: dict[str, Any] = msgspec.json.decode(told)
        if "error" in answer:
            raise NotPlayedAgain(f"release {self.number} of the rules: {answer['error']['message']}")
        return answer

    def end(self) -> None:
        """End the process, if there is one; the next request begins another."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate()

    def _told(self, line: bytes) -> bytes:
        """What it answers to a line; nothing where its process has ended, and then the next call begins another."""
        try:
            told = self._exchanged(line)
        except OSError:
            told = b""
        if not told:
            self.end()
        return told

    def _exchanged(self, line: bytes) -> bytes:
        if self._process is None:
            self._process = subprocess.Popen(
                [sys.executable, "-I", str(self._path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
        asking, answering = cast("IO[bytes]", self._process.stdin), cast("IO[bytes]", self._process.stdout)
        asking.write(line)
        asking.flush()
        return answering.readline()


_at_work: dict[int, _Release] = {}
_beginning = Lock()


def _release(number: int) -> _Release:
    if number not in releases.CLOSED:
        raise NotPlayedAgain(
            f"it was played by release {number} of the rules, and this installation knows {releases.CURRENT} at most: "
            "update it"
        )
    with _beginning:
        if number not in _at_work:
            try:
                _at_work[number] = _Release(number)
            except releases.DamagedRelease as error:
                raise NotPlayedAgain(f"{error}: install this version anew") from error
        return _at_work[number]


@atexit.register
def end_all() -> None:
    """End every release at work."""
    for one in _at_work.values():
        one.end()
