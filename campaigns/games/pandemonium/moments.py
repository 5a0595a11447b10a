"""How acts of Pandemonium are staged: who withstood, whom a spell got through to, and death, which weighs."""

from campaigns.game import Moment, Step
from campaigns.queries.moments import ids_at
from campaigns.queries.timeline import ShownEntry
from campaigns.templatetags.telling_names import plain_name
from rules.kernel.values import Value, Values

CROSSED = "components/_moment_crossed.html"
Sides = tuple[tuple[str, ...], tuple[str, ...]]
"""Who won and who lost."""


def moment(step: Step, shown: ShownEntry) -> Moment | None:
    """How a step is staged, from what its reader may know of it."""
    given, outcome = step["input"], step["outcome"]
    target = ids_at(given, "target")
    wounds = _number(_within(outcome, "damage", "wounds"))
    if outcome.get("status") == "dead" and wounds and target:
        drawn = {"name": plain_name(shown, target[0])}
        return Moment(is_weighty=True, lost=target, picture=CROSSED, drawn=drawn)
    if wounds:
        return Moment(won=ids_at(given, "attacker"), lost=target)
    if not step["draws"] and step["action"] != "pandemonium.cast":
        return None
    won, lost = _sides(given, outcome, target)
    return Moment(won=won, lost=lost)


def _sides(given: Values, outcome: Values, target: tuple[str, ...]) -> Sides:
    if "affected" in outcome:
        return ((), target) if outcome["affected"] else (target, ())
    if "destroyed" in outcome:
        actor = ids_at(given, "actor")
        return (actor, ()) if outcome["destroyed"] != "none" else ((), actor)
    if "success" in outcome:
        actor = ids_at(given, "actor")
        return (actor, ()) if outcome["success"] else ((), actor)
    if "net" in outcome and target:
        return ((), target) if _number(outcome["net"]) else (target, ())
    if "free" in outcome:
        return (target, ()) if outcome["free"] else ((), target)
    return (), ()


def _within(outcome: Values, *names: str) -> Value:
    found: Value = outcome
    for name in names:
        found = found.get(name) if isinstance(found, dict) else None
    return found


def _number(value: Value) -> int:
    return value if isinstance(value, int) else 0
