"""How acts of Sorcerer are staged: Humanity lost, Bindings, rebellion and death weigh more than a roll."""

from campaigns.game import Moment, Step
from campaigns.queries.moments import changes_of, ids_at
from campaigns.queries.timeline import ShownEntry
from campaigns.templatetags.telling_names import plain_name

CROSSED = "components/_moment_crossed.html"
FLAME = "games/sorcerer/moments/_flame.html"
CHAINS = "games/sorcerer/moments/_chains.html"


def moment(step: Step, shown: ShownEntry) -> Moment | None:
    """How a step is staged, from what its reader may know of it. What may weigh does so however it comes out."""
    given, outcome = step["input"], step["outcome"]
    demon, sorcerer = ids_at(given, "demon"), ids_at(given, "sorcerer")
    if flame := _flame(step, shown):
        return flame
    if outcome.get("slain") is True:
        drawn = {"name": plain_name(shown, demon[0] if demon else None)}
        return Moment(is_weighty=True, won=ids_at(given, "killer"), lost=demon, picture=CROSSED, drawn=drawn)
    if step["action"] == "sorcerer.bind":
        return Moment(is_weighty=True, picture=CHAINS, drawn={"state": "closes"})
    if step["action"] == "sorcerer.break_binding":
        is_broken = outcome.get("broken") is True
        won, lost = (demon, sorcerer) if is_broken else (sorcerer, demon)
        drawn = {"state": "breaks" if is_broken else "holds"}
        return Moment(is_weighty=True, won=won, lost=lost, picture=CHAINS, drawn=drawn)
    if step["action"] == "sorcerer.rebel":
        return Moment(is_weighty=True)
    if step["action"] == "sorcerer.damage":
        return Moment(won=ids_at(given, "attacker"), lost=ids_at(given, "target"))
    return Moment() if step["draws"] else None


def _flame(step: Step, shown: ShownEntry) -> Moment | None:
    """Humanity that is lost, or that a check might have cost."""
    checked = ids_at(step["input"], "character") if step["input"].get("change") == "loss" else ()
    kept = step["outcome"].get("after")
    found = [*changes_of(shown, "humanity"), *((who, kept, kept) for who in checked)]
    for record, before, after in found:
        if isinstance(before, int) and isinstance(after, int) and (after < before or record in checked):
            won, lost = ((), (record,)) if after < before else ((record,), ())
            drawn: dict[str, str | int | bool] = {"name": plain_name(shown, record), "before": before}
            return Moment(is_weighty=True, won=won, lost=lost, picture=FLAME, drawn={**drawn, "after": after})
    return None
