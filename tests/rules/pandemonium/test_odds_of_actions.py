"""The odds of each spell's action against every sequence of faces, with traits of a dot or two."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.rules.pandemonium.asking import odds
from tests.rules.pandemonium.test_odds import SEVERITIES, assert_law

pytestmark = pytest.mark.slow

VECTORS = Path(__file__).parent.parent / "vectors" / "pandemonium.json"
CASES = {case["id"]: case["input"] for case in json.loads(VECTORS.read_text(encoding="utf-8"))}


def _with_dots(value: Any, most: int) -> Any:
    """An input whose traits have no more dots than that."""
    if isinstance(value, dict):
        return {
            name: {trait: min(dots, most) for trait, dots in inner.items()}
            if name == "traits" and isinstance(inner, dict)
            else _with_dots(inner, most)
            for name, inner in value.items()
        }
    return [_with_dots(one, most) for one in value] if isinstance(value, list) else value


@pytest.mark.parametrize(
    ("action", "case", "changes"),
    [
        ("attack", "pan-attack-03", {}),
        ("direct", "pan-direct-01", {}),
        ("drain", "pan-drain-01", {}),
        ("investigate", "pan-investigate-01", {}),
        ("plunder", "pan-plunder-03", {}),
        ("resist", "pan-resist-03", {}),
        ("ongoing_start", "pan-ongoing-01", {"resist": {"pool": {"traits": ["stamina"]}}}),
    ],
)
def test_net_and_severity_are_counted(action: str, case: str, changes: dict[str, Any]) -> None:
    given = {**_with_dots(CASES[case], 2), **changes}

    found = odds(action, given)

    assert_law(action, given, lambda seen: seen.net, dict(enumerate(found["net"])))
    severities = {name: found[name] for name in SEVERITIES if name in found}
    assert_law(action, given, lambda seen: seen.severity, severities)


@pytest.mark.parametrize(("action", "case"), [("cast", "pan-cast-02"), ("shape", "pan-shape-01")])
def test_what_shaping_adds_is_counted(action: str, case: str) -> None:
    given = {**_with_dots(CASES[case], 1), "paid": {"mana": 1}}

    exactly, at_least = (odds(action, given)[name] for name in ("exactly", "at_least"))

    law = dict(enumerate(exactly[:3]))
    assert_law(action, given, lambda seen: seen.pool.successes, law)
    assert at_least[1] == pytest.approx(1 - exactly[0], abs=1e-9)
