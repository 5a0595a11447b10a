"""A closed release answers: one step a line on standard input, what its rules make of it a line on standard output.

`{"action", "input", "draws"}` is played and answered by `{"outcome", "effects", "clauses", "draws"}`, where each of the
draws is `[asked, came]`; without `draws` the answer is `{"odds"}`, which somebody waits for. What is refused, or too
large to count, is answered by `{"error"}`.
"""

import sys
from typing import TypedDict

import msgspec

from rules import service
from rules.kernel import budget
from rules.kernel.draws import Drawn, GivenDraws
from rules.kernel.effects import EffectRow
from rules.kernel.errors import RulesError
from rules.kernel.values import Values


class Played(TypedDict):
    """What a step comes to."""

    outcome: Values
    effects: list[EffectRow]
    clauses: list[str]
    draws: list[Drawn]


def answer(line: bytes) -> Played | Values:
    """What one line comes to."""
    try:
        asked = msgspec.json.decode(line)
        given = service.read(asked["action"], asked["input"])
        if "draws" not in asked:
            return {"odds": dict(service.odds(asked["action"], given, work=budget.WHILE_WAITING).odds)}
        draws = GivenDraws(asked["draws"])
        result = service.perform(asked["action"], given, draws)
        draws.finish()
    except RulesError as error:
        return error.as_answer()
    except Exception as error:  # noqa: BLE001  # a forged step may hold anything; the next one is answered all the same
        return {"error": {"code": "failed", "message": f"{type(error).__name__}: {error}"}}
    told = result.as_answer()
    return {
        "outcome": told["outcome"],
        "effects": told["effects"],
        "clauses": told["clauses"],
        "draws": draws.taken,
    }


if __name__ == "__main__":
    for one in sys.stdin.buffer:
        sys.stdout.buffer.write(msgspec.json.encode(answer(one)) + b"\n")
        sys.stdout.buffer.flush()
