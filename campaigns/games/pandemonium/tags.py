"""What templates of Pandemonium call."""

from django import template

from campaigns.forms.action.errors import known_remedy
from campaigns.games.pandemonium.giving_way import given_way
from campaigns.queries.timeline import ShownEntry
from campaigns.templatetags.telling_names import plain_name
from rules.kernel.values import Value, Values, as_list, as_text, as_values
from rules.pandemonium.bringing import DEFEND, RESISTED

ANSWERED = RESISTED | {DEFEND}
"""What somebody is asked of whom a spell, or a blow with one, reaches for."""

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
def asked_to_resist(shown: ShownEntry) -> list[str]:
    """Who is asked by an entry's act to stand up to a spell, as far as they exist for the viewer (PAN-RESIST-01)."""
    changes = shown.document["changes"] if shown.document else []
    asking = {one for one, field, _was, now in changes if field == "question" and now and now[0] in ANSWERED}
    who = (now[0] for one, field, _was, now in changes if field == "who" and one in asking and now)
    return [one for one in who if isinstance(one, str) and one in shown.things]


@register.filter
def borne_down(outcome: Values) -> list[Values]:
    """Those whom the wounds that a transfer moved to them make unable to act: who, and what they are now."""
    bearers = {as_values(one)["to"] for one in as_list(outcome["moved"])}
    tracks = map(as_values, as_list(outcome["health"]))
    return [one for one in tracks if one["id"] in bearers and one["status"] != "able"]


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
