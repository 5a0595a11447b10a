"""A logged step played again by the rules that played it: today's package, or the archive of a closed release."""

import atexit
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from threading import Event, Lock, Semaphore, Timer
from typing import IO, TypedDict, cast

import msgspec

from campaigns.game import Draw, Step, plain
from campaigns.log import canonical
from rules import catalogue, releases, service
from rules.kernel import budget
from rules.kernel.draws import GivenDraws
from rules.kernel.effects import Effect, EffectRow
from rules.kernel.errors import RulesError
from rules.kernel.parsing import convert
from rules.kernel.values import Value, Values, as_values

LONGEST = 30.0
"""So many seconds an archive has for one line: it takes milliseconds, and at its start a second."""
AT_ONCE = 4
"""So many processes of one release are at work at most; further requests wait for one of them."""


class NotPlayedAgain(Exception):
    """A step that cannot be played again: its release is not here, or its rules refuse what the log says was played."""


class _Answer(TypedDict):
    outcome: Values
    effects: list[EffectRow]
    clauses: list[str]
    draws: Sequence[Draw]


@dataclass(frozen=True)
class PlayedAgain:
    """What a step's input and draws come to once more, and whether that is what the step says."""

    effects: tuple[Effect, ...]
    is_same: bool


def play_again(step: Step) -> PlayedAgain:
    """Play a step by its release; `RulesError` or `NotPlayedAgain` where it does not come to a result."""
    is_todays = _is_of_today(step["version"], step["action"])
    answer = _answer_of_today(step) if is_todays else _answer_of_then(step)
    is_same = [list(draw) for draw in step["draws"]] == [list(draw) for draw in answer["draws"]] and all(
        # As the log writes it: tuples and lists, or keys in another order, are no difference.
        canonical.encode(found) == canonical.encode(told)
        for found, told in (
            (answer["outcome"], step["outcome"]),
            (plain(answer["effects"]), plain(step["effects"])),
            (answer["clauses"], step["clauses"]),
        )
    )
    return PlayedAgain(convert(answer["effects"], tuple[Effect, ...]), is_same)


def odds_of(version: int, action: str, given: Value) -> Mapping[str, Value] | None:
    """The odds that a release tells of an action's plain input; None where it tells none.

    Today's rules tell none that are too large to count while somebody waits.
    """
    if _is_of_today(version, action):
        try:
            return service.odds(action, service.read(action, given), work=budget.WHILE_WAITING).odds
        except RulesError:
            return None
    try:
        return as_values(_release(version).asked({"action": action, "input": given})["odds"])
    except NotPlayedAgain:
        return None


def _is_of_today(version: int, action: str) -> bool:
    """Whether the rules as they stand play a step: the open release, and those of a game that lies elsewhere."""
    system = action.partition(".")[0]
    elsewhere = system in catalogue.PACKAGES and system not in catalogue.HERE
    return elsewhere or version == releases.CURRENT


def _answer_of_today(step: Step) -> _Answer:
    draws = GivenDraws(value for _asked, value in step["draws"])
    result = service.perform(step["action"], service.read(step["action"], step["input"]), draws)
    draws.finish()
    answer = result.as_answer()
    return {
        "outcome": answer["outcome"],
        "effects": answer["effects"],
        "clauses": answer["clauses"],
        "draws": draws.taken,
    }


def _answer_of_then(step: Step) -> _Answer:
    draws = [value for _asked, value in step["draws"]]
    request: Values = {"action": step["action"], "input": step["input"], "draws": draws}
    return cast("_Answer", _release(step["version"]).asked(request))


class _Release:
    """A closed release at work: a process for each who asks at the same time, ended with this one."""

    def __init__(self, number: int) -> None:
        self.number = number
        self._path = releases.archive_of(number)
        self._places = Semaphore(AT_ONCE)
        self._idle: list[subprocess.Popen[bytes]] = []
        self._begun: set[subprocess.Popen[bytes]] = set()

    def asked(self, request: Values) -> Values:
        """Its answer to one request; `NotPlayedAgain` with its reason where that is an error, or none comes in time."""
        line = msgspec.json.encode(request) + b"\n"
        with self._places:
            # Twice: a process that waited idle may have been ended since, which is no fault of the step.
            told = self._told(line, self._waiting() or self._begin()) or self._told(line, self._begin())
        if not told:
            raise NotPlayedAgain(f"release {self.number} of the rules ended without an answer")
        answer: Values = msgspec.json.decode(told)
        if "error" in answer:
            raise NotPlayedAgain(
                f"release {self.number} of the rules: {as_values(answer['error'])['message']}"
            )
        return answer

    def end(self) -> None:
        """End all processes; the next request begins another. Whoever waits for one of them cleans up after it."""
        while process := self._waiting():
            self._end(process)
        for one in list(self._begun):
            one.kill()

    def _told(self, line: bytes, process: subprocess.Popen[bytes]) -> bytes:
        """What a process answers to a line; nothing where it has ended. One that does not answer in time is ended."""
        late = Event()

        def end_it() -> None:
            late.set()
            process.kill()

        watch = Timer(LONGEST, end_it)
        watch.start()
        try:
            told = _exchanged(line, process)
        except OSError:
            told = b""
        finally:
            watch.cancel()
        if told.endswith(b"\n"):
            self._idle.append(process)
            return told
        self._end(process)
        if late.is_set():
            reason = f"did not answer within {LONGEST:g} seconds and was stopped"
            raise NotPlayedAgain(f"release {self.number} of the rules {reason}")
        return b""

    def _waiting(self) -> subprocess.Popen[bytes] | None:
        try:
            return self._idle.pop()
        except IndexError:
            return None

    def _begin(self) -> subprocess.Popen[bytes]:
        # A process and no import: two versions of the same package cannot live in one interpreter. -I keeps out
        # whatever the environment or the working folder would add.
        process = subprocess.Popen(
            [sys.executable, "-I", str(self._path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self._begun.add(process)
        return process

    def _end(self, process: subprocess.Popen[bytes]) -> None:
        self._begun.discard(process)
        process.kill()
        process.communicate()


def _exchanged(line: bytes, process: subprocess.Popen[bytes]) -> bytes:
    asking, answering = cast("IO[bytes]", process.stdin), cast("IO[bytes]", process.stdout)
    asking.write(line)
    asking.flush()
    return answering.readline()


_at_work: dict[int, _Release] = {}
_beginning = Lock()


def _release(number: int) -> _Release:
    if number not in releases.CLOSED:
        raise NotPlayedAgain(
            f"it was played by release {number} of the rules, but this installation only knows releases up to "
            f"{releases.CURRENT}: update it"
        )
    with _beginning:
        if number not in _at_work:
            try:
                _at_work[number] = _Release(number)
            except releases.DamagedRelease as error:
                raise NotPlayedAgain(f"{error}: reinstall this version") from error
        return _at_work[number]


@atexit.register
def end_all() -> None:
    """End every release at work."""
    for release in _at_work.values():
        release.end()
