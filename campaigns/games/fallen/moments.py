"""How acts of Fallen are staged: who a blow went well for, and death, which weighs."""

from campaigns.game import Moment, Step
from campaigns.queries.moments import changes_of, ids_at
from campaigns.queries.timeline import ShownEntry
from campaigns.templatetags.telling_names import plain_name
from rules.kernel.values import Values

CROSSED = "components/_moment_crossed.html"
Sides = tuple[tuple[str, ...], tuple[str, ...]]
"""Who won and who lost."""


def moment(step: Step, shown: ShownEntry) -> Moment | None:
    """How a step is staged, from what its reader may know of it."""
    given, outcome = step["input"], step["outcome"]
    dead = tuple(record for record, _before, after in changes_of(shown, "dead") if after is True)
    if dead:
        drawn = {"name": plain_name(shown, dead[0])}
        return Moment(is_weighty=True, won=ids_at(given, "attacker"), lost=dead, picture=CROSSED, drawn=drawn)
    if not step["draws"] and not outcome.get("levels"):
        return None
    won, lost = _sides(given, outcome)
    return Moment(won=won, lost=lost)


def _sides(given: Values, outcome: Values) -> Sides:
    attacker, target = ids_at(given, "attacker"), ids_at(given, "target")
    struck = (attacker, target)
    if outcome.get("levels"):
        return struck
    if "hit" in outcome:
        return struck if outcome["hit"] else (target, attacker)
    if "avoided" in outcome:
        defender = ids_at(given, "defender")
        return (defender, attacker) if outcome["avoided"] else (attacker, defender)
    if "freed" in outcome:
        holder, prisoner = ids_at(given, "holder"), ids_at(given, "prisoner")
        return (prisoner, holder) if outcome["freed"] else (holder, prisoner)
    if "margin" in outcome:
        return _of_two(given, outcome)
    if "successes" in outcome and "roller" in given:
        roller = ids_at(given, "roller")
        return (roller, ()) if outcome["successes"] else ((), roller)
    return (), ()


def _of_two(given: Values, outcome: Values) -> Sides:
    """Of a resisted roll; `winner` names the record."""
    sides = [
        one.get("subject") for name in ("acting", "resisting") if isinstance(one := given.get(name), dict)
    ]
    people = [found for side in sides for found in ids_at({"subject": side}, "subject")]
    winner = outcome.get("winner")
    won = tuple(one for one in people if one == winner)
    return won, tuple(one for one in people if one not in won) if won else ()
