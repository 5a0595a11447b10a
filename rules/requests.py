"""The contract's JSON requests: one line in, one answer out. Used by the `resolve` and `odds` commands."""

from collections.abc import Callable, Sequence
from typing import NotRequired, TypeAlias, TypedDict

import msgspec

from rules import catalogue, service
from rules.kernel.draws import GivenDraws
from rules.kernel.errors import DrawsExhausted, InvalidInput, RulesError
from rules.kernel.result import Answer
from rules.kernel.values import Value, Values


class Request(TypedDict):
    """One line as it was read; what its input and draws hold is not looked at yet."""

    action: str
    input: Value
    draws: NotRequired[Value]


Reply: TypeAlias = Answer | Values
"""A result, or else odds or an error, as the contract writes them."""

REQUEST_FIELDS = {"action", "input", "draws"}


def resolve(line: bytes) -> Reply:
    """The result of one request; without `draws`, its odds where the action has them."""
    return _answer(line, _resolve)


def odds(line: bytes) -> Reply:
    """The odds of one request `{"action", "input"}`."""
    return _answer(line, _odds)


def _answer(line: bytes, work: Callable[[Request], Reply]) -> Reply:
    try:
        answer = work(_read_request(line))
    except RulesError as error:
        return error.as_answer()
    except RecursionError:  # values nested so deep that even a refusal cannot quote them
        return InvalidInput("this request is nested too deeply").as_answer()
    return answer


def _read_request(line: bytes) -> Request:
    try:
        request = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InvalidInput(f"this line is not JSON: {error}") from None
    if not isinstance(request, dict):
        raise InvalidInput("a request must be an object")
    action = catalogue.find(request.get("action"))
    for field in request.keys() - REQUEST_FIELDS:
        raise InvalidInput(f"a request has no field {field!r}", field=field)
    if "input" not in request:
        raise InvalidInput("a request needs an input", field="input")
    read: Request = {"action": action.name, "input": request["input"]}
    if "draws" in request:
        read["draws"] = request["draws"]
    return read


def _resolve(request: Request) -> Reply:
    odds_only = catalogue.find(request["action"]).odds_only
    if "draws" not in request or (odds_only and request["draws"] == []):
        return _resolve_without_draws(request)
    given = service.read(request["action"], request["input"])
    if not isinstance(request["draws"], list):
        raise InvalidInput("draws must be a list", field="draws")
    return _play(request["action"], given, request["draws"])


def _resolve_without_draws(request: Request) -> Reply:
    action = catalogue.find(request["action"])
    given = service.read(action.name, request["input"])
    if action.odds is None:
        return _play(action.name, given, [])
    if action.result_when_sure:
        try:
            return _play(action.name, given, [])
        except DrawsExhausted:
            # Not sure after all: it would draw, so its odds are the answer.
            pass
    return _odds(request)


def _play(action: str, given: msgspec.Struct, values: Sequence[Value]) -> Reply:
    draws = GivenDraws(values)
    result = service.perform(action, given, draws)
    draws.finish()
    return result.as_answer()


def _odds(request: Request) -> Reply:
    given = service.read(request["action"], request["input"])
    chances = service.odds(request["action"], given)
    answer: dict[str, Value] = {"odds": dict(chances.odds)}
    if chances.clauses:
        answer["clauses"] = list(chances.clauses)
    return answer
