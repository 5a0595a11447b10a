"""What templates of Pandemonium call."""

from django import template

from campaigns.forms.action.errors import known_remedy
from campaigns.games.pandemonium.giving_way import given_way
from campaigns.queries.timeline import ShownEntry
from campaigns.templatetags.telling_names import plain_name
from rules.kernel.values import Value, as_list, as_text, as_values

register = template.Library()


@register.inclusion_tag("games/pandemonium/marks/_spell_seal.html")
def spell_seal(
    name: str, potency: int, tenacity: int, until: str, arcanum: str = "", lasts: str = ""
) -> dict[str, str | int]:
    """A spell that runs: its two numbers and the sign of its Arcanum on a seal, and until when, in game time."""
    numbers = {"potency": potency, "tenacity": tenacity}
    return {"name": name, **numbers, "until": until, "arcanum": arcanum, "lasts": lasts}


@register.filter
def remedy(clause: str) -> str:
    """What would make legal what a clause forbids; empty where that says itself."""
    return known_remedy(clause)


@register.filter
def spells_ended(shown: ShownEntry) -> list[str]:
    """The spells that end with an entry's act, as far as they exist for the viewer (PAN-TRACK-04)."""
    brought = (step["input"] for step in shown.followed)
    carried_out = (as_list(given["effects"]) for given in brought if given["clause"] == "PAN-TRACK-04")
    effects = [as_values(effect) for told in carried_out for effect in told]
    ended = [as_text(one["on"]) for one in effects if (one["field"], one.get("set")) == ("state", "ended")]
    return [one for one in ended if one in shown.things]


@register.filter
def wounds_given_way(shown: ShownEntry, target: str) -> list[str]:
    """Which wounds of somebody gave way with an entry's act, as its changes tell the viewer (PAN-MULTI-06)."""
    changes = shown.document["changes"] if shown.document else []
    was: dict[str, Value] = {}
    now: dict[str, Value] = {}
    for record, field, before, after in changes:
        if record == target:
            was |= {field: before[0]} if before else {}
            now |= {field: after[0]} if after else {}
    start = "hurt."
    had, has = (
        {field.removeprefix(start): one for field, one in side.items() if field.startswith(start)}
        for side in (was, now)
    )
    return list(given_way(was.get("health"), had, has, lambda mage: plain_name(shown, mage)))
