"""Sorcerers and demons from afar: their scores, what binds them, how long a demon has gone without its Need."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from campaigns.queries.layouts.parts import Glimpse, RecordContext
from campaigns.viewing import Hidden
from rules import words
from rules.kernel.values import Value, Values, as_whole

SCORES = {
    "character": ("stamina", "will", "lore", "humanity", "cover"),
    "demon": ("stamina", "will", "lore", "power"),
}


def sorcerer(reading: RecordContext) -> Glimpse:
    """A sorcerer, or another human."""
    return Glimpse(scores=tuple(_scores(reading)), brief=_brief(reading), more=_drawn(reading))


def demon(reading: RecordContext) -> Glimpse:
    """A demon, with the Binding that holds it."""
    member = reading.member
    kind = words.choice_words("sorcerer", member["type"]) if member["type"] else _("no Type yet")
    return Glimpse(
        scores=tuple(_scores(reading)),
        brief=_brief(reading),
        what=_("Demon, %(type)s") % {"type": kind.lower()},
        more={**_drawn(reading), **_binding(reading)},
    )


def means(before: RecordContext, after: RecordContext) -> Iterator[str]:
    """What penalties take off every roll: now, from the next round (SOR-DAMAGE-04), from a shock (SOR-DCONF-05)."""
    was, now = (int(reading.member["penalties"]) for reading in (before, after))
    if was != now:
        told = {"n": now}
        yield (_("−%(n)s dice to every roll but Humanity") % told) if now else _("No penalties any more")
    shock = int(after.value("shock") or 0)
    if shock > int(before.value("shock") or 0):
        yield _("−%(n)s dice from the shock") % {"n": shock}
    coming, stays = (
        max(0, after.member[field] - before.member[field])
        for field in ("incoming_temporary", "incoming_lasting")
    )
    if coming or stays:
        whole = _("Next round −%(n)s dice") % {"n": coming + stays}
        yield _("%(whole)s, then −%(n)s for the scene") % {"whole": whole, "n": stays} if stays else whole


def need_days(settings: Values) -> int:
    """After how many days an unmet Need tells; 0 counts as 1 (SOR-NEED-04)."""
    return max(1, as_whole(settings.get("sorcerer.need_days", 1)))


def _scores(reading: RecordContext) -> Iterator[tuple[str, int]]:
    member = reading.member
    for name in SCORES[member.kind]:
        value = member.fields[name]
        if value is not None and not isinstance(value, Hidden):
            yield reading.label(name), value


def _brief(reading: RecordContext) -> str:
    now = as_whole(reading.member.traits.get("penalties", 0))
    return _("−%(n)s dice") % {"n": now} if now else _("unhurt")


def _drawn(reading: RecordContext) -> Values:
    """What is drawn on the lower edge of their card: penalties against Stamina, and the Humanity of a human."""
    member = reading.member
    shown: dict[str, Value] = {"template": "games/sorcerer/sheet/_glimpse.html"}
    held = {name: as_whole(member.fields.get(name) or 0) for name in ("temporary", "lasting", "stamina")}
    if any(held.values()):
        shown["penalties"] = held
    if isinstance(member.fields.get("humanity"), int):
        shown["humanity"] = member.fields["humanity"]
    return shown


def _binding(reading: RecordContext) -> Values:
    """The first Binding that this viewer may know both ends of."""
    member = reading.member
    known = (one for one in member.traits.get("bindings", ()) if one["sorcerer"] in reading.others)
    tie = next(known, None)
    if tie is None:
        return {}
    binding = {"strength": tie["strength"], "favours": tie["favor"], "demon": member.name}
    binding |= {"sorcerer": reading.others[tie["sorcerer"]].name}
    shown: dict[str, Value] = {"binding": binding}
    if member["state"] == "present":
        limit = need_days(reading.settings)
        shown["need"] = {"days": member["need_unmet_days"], "limit": limit, "what": member["need"] or ""}
    return shown
