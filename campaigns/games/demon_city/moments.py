"""How acts of Demon City are staged: a Clash is what all have waited for, and tells each how it went for theirs."""

from django.utils.translation import gettext as _

from campaigns.game import Moment, Step
from campaigns.queries.moments import ids_at
from campaigns.queries.timeline import ShownEntry
from rules.kernel.values import Values, as_list, as_values

FLIPPED = ("demon_city.clash", "demon_city.chase")
WON, LOST = ("landed", "succeeded", "outpaced"), ("lost", "fumbled")
"""How somebody ends in a Clash, as they read it. To miss or fail is neither: only the winners act."""
Sides = tuple[tuple[str, ...], tuple[str, ...]]
"""Who won and who lost."""


def moment(step: Step, shown: ShownEntry) -> Moment | None:
    """How a step is staged, from what its reader may know of it; a throw's cards are drawn by a step before it."""
    given, outcome = step["input"], step["outcome"]
    won, lost = _sides(given, outcome)
    if step["action"] in FLIPPED:
        return Moment(line=_("The cards are turned over."), is_weighty=True, won=won, lost=lost)
    is_of_cards = any(one["draws"] for one in shown.all_steps) or outcome.get("hand") or outcome.get("cards")
    comes = is_of_cards or "damage" in outcome
    return Moment(won=won, lost=lost) if comes and step is shown.main else None


def _sides(given: Values, outcome: Values) -> Sides:
    if "statuses" in outcome:
        return _of_clash(outcome)
    if "damage" in outcome and "target" in given:
        target = ids_at(given, "target")
        return ((), target) if outcome["damage"] != 0 else (target, ())
    if "panicked" in outcome:
        character = ids_at(given, "character")
        return ((), character) if outcome["panicked"] else (character, ())
    if "success" in outcome:
        thrower = ids_at(given, "thrower", "character")
        return (thrower, ()) if outcome["success"] else ((), thrower)
    if "opponent" in given:
        sides = ids_at(given, "actor", "opponent")
        won = tuple(one for one in sides if one == outcome.get("winner"))
        return won, tuple(one for one in sides if one not in won) if won else ()
    return (), ()


def _of_clash(outcome: Values) -> Sides:
    """Whoever is hit has lost, whatever became of their own aim."""
    attacks = [as_values(one) for one in as_list(outcome.get("attacks") or ())]
    hit = {target for one in attacks if one.get("damage") for target in ids_at(one, "targets")}
    ends = {
        str(one["id"]): one.get("status")
        for one in map(as_values, as_list(outcome["statuses"]))
        if isinstance(one["id"], str)
    }
    won = tuple(who for who, end in ends.items() if end in WON and who not in hit)
    return won, (*sorted(hit), *(who for who, end in ends.items() if end in LOST and who not in hit))
